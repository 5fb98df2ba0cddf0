"""`rulelang export --ast`: the tree on the screen or in a file."""

import json

import pytest

from tests.support.small_games import LINES


@pytest.fixture(autouse=True)
def file(tmp_path):
    (tmp_path / "lines.rules").write_text(LINES, encoding="utf-8")


def test_the_tree_on_the_screen(command):
    done = command("export", "lines.rules", "--ast")
    told = json.loads(done.out)
    assert (done.code, told["file"], told["rules"]["header"]["name"]["value"]) == (0, "lines.rules", "Lines")


def test_the_tree_in_a_file(command, tmp_path):
    screen = command("export", "lines.rules", "--ast").out
    done = command("export", "lines.rules", "--ast", "-o", "tree.json")
    assert (done.code, done.out) == (0, "")
    assert (tmp_path / "tree.json").read_text(encoding="utf-8") == screen


def test_rules_that_cannot_be_read(command, tmp_path):
    (tmp_path / "broken.rules").write_text('game "X"\nplayers two\n', encoding="utf-8")
    done = command("export", "broken.rules", "--ast")
    assert (done.code, done.out) == (1, "")
    assert "error[" in done.err


def test_wrong_usage(command, tmp_path):
    assert command("export", "lines.rules").code == 2
    assert command("export", "lines.rules", "--ast", "-o", "nowhere/tree.json").code == 2
    assert command("export", "lines.rules", "--ast", "-o", "lines.rules").code == 2
    assert (tmp_path / "lines.rules").read_text(encoding="utf-8") == LINES
