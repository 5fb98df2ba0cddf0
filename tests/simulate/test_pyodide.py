"""The Python of a browser, which has no wasmtime, plays the same games byte for byte: Pyodide, run by Node."""

import subprocess
import sys
import sysconfig
from pathlib import Path
from shutil import which

import pytest

from tests.simulate.test_determinism import GAMES, results
from tests.support.project import ROOT

PYODIDE = "pyodide@314.0.7"         # CPython 3.14
START = Path(__file__).with_name("pyodide.mjs")
LIBRARIES = sysconfig.get_path("purelib")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory):
    """Runs a module with arguments in Pyodide; gives what it prints."""
    npm, node = which("npm"), which("node")
    if not (npm and node):
        pytest.skip("there is no Node.js here")
    folder = tmp_path_factory.mktemp("pyodide")
    done = subprocess.run([npm, "install", "--no-save", "--no-package-lock", PYODIDE], cwd=folder, capture_output=True,
                          text=True)
    if done.returncode:
        pytest.skip(f"{PYODIDE} cannot be installed: {done.stderr[-200:]}")

    def printed(*call):
        args = map(str, (START, folder / "node_modules" / "pyodide", ROOT, LIBRARIES, *call))
        done = subprocess.run([node, *args], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return printed


def test_it_is_another_python_than_this_one(pyodide):
    assert pyodide("platform").startswith("Emscripten")
    assert sys.platform != "emscripten"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: " ".join(map(str, game)))
def test_a_browser_s_python_changes_no_byte(pyodide, game):
    assert pyodide("tests.simulate.played", *game, 2024, "interpreter") == results(game)
