"""Every specimen is free of findings, laid out in the standard way, and does what its examples say."""

import pytest
from typer.testing import CliRunner

from rulelang.cli.commands import app
from tests.support.project import ROOT, relative

FILES = sorted((ROOT / "tests" / "specimens").glob("*.rules"))


@pytest.mark.parametrize("command", [["validate"], ["test"], ["fmt", "--check"]], ids=" ".join)
@pytest.mark.parametrize("path", FILES, ids=relative)
def test_the_command_is_content(command, path):
    result = CliRunner().invoke(app, [*command, str(path)])
    assert result.exit_code == 0, result.output
    assert "warning" not in result.output
