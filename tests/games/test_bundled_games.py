"""Every bundled game is free of findings, laid out in the standard way, and does what its examples say."""

import pytest
from typer.testing import CliRunner

from rulelang.cli.commands import app
from tests.games.table import GAMES
from tests.support.project import relative

FILES = sorted(GAMES.rglob("*.rules"))


def run(*arguments):
    return CliRunner().invoke(app, arguments)


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_it_validates_without_a_warning(path):
    result = run("validate", str(path))
    assert result.exit_code == 0, result.output
    assert "warning" not in result.output


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_its_examples_hold(path):
    result = run("test", str(path))
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_it_is_laid_out_in_the_standard_way(path):
    result = run("fmt", "--check", str(path))
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_it_has_examples_and_rule_text(path):
    text = path.read_text(encoding="utf-8")
    assert '\nexample "' in text
    # A variant that only changes numbers has the text of its base.
    assert "\n> " in text or text.startswith("variant ")


def test_the_six_round_variant_is_a_short_file():
    assert len((GAMES / "variants" / "linkage_six_rounds.rules").read_text(encoding="utf-8").splitlines()) <= 20
