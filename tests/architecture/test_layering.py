"""The contracts of pyproject.toml hold, and each would notice a wrong import."""

import shutil
import subprocess
import sys

import pytest

from tests.support.project import PACKAGE, ROOT

WRONG_IMPORTS = [
    ("engine", "import lark"),
    ("agents", "import yaml"),
    ("match", "import typer"),
    ("ir", "from rulelang.source import Span"),
    ("ir", "import rich"),
    ("engine", "from rulelang import match"),
    ("analysis", "import lark"),
    ("lowering", "import rulelang.engine"),
    ("syntax", "import rulelang.analysis"),
    ("play", "import rulelang.cli"),
]


def contracts_kept(folder):
    """Run import-linter on the package in a folder: whether all contracts hold, and what it says."""
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", program, "--no-cache"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return run.returncode == 0, run.stdout + run.stderr


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("layering")
    shutil.copy(ROOT / "pyproject.toml", folder)
    shutil.copytree(PACKAGE, folder / "rulelang", ignore=shutil.ignore_patterns("__pycache__", "_data"))
    return folder


def test_the_contracts_hold(copy):
    kept, said = contracts_kept(copy)
    assert kept, said


@pytest.mark.parametrize(("room", "line"), WRONG_IMPORTS, ids=lambda value: value.replace(" ", "_"))
def test_a_wrong_import_is_noticed(copy, room, line):
    module = copy / "rulelang" / room / "wrong_import.py"
    module.write_text(f"{line}\n", encoding="utf-8")
    kept, said = contracts_kept(copy)
    module.unlink()
    assert not kept
    assert "wrong_import" in said
