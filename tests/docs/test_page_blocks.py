"""What runs the blocks of a page notices when a page is wrong."""

import pytest

from tests.support.markdown import blocks
from tests.support.page_blocks import Page, changed, first_missing, transcript

GAME = """game "A"
players 2..3
cards card:
    rank: 1..3
    3 each rank
zones:
    deck: stack of card, seen by nobody
    hand per player: set of card, seen by owner
win: highest size(your hand)
phase play:
    move all card to deck
    shuffle deck
    each player: draw 2 from deck to your hand
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / "rulelang.toml").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(text, strict=True):
    page = Page(strict)
    for block in blocks(text):
        page.run(block)


def fenced(info, text):
    return f"```{info}\n{text.rstrip()}\n```\n"


def test_a_good_game_passes():
    run(fenced("rules file=a.rules", GAME) + fenced("sh", "$ rulelang validate a.rules\na.rules: no findings"))


def test_a_warning_is_noticed_on_strict_pages_only():
    warned = GAME.replace("draw 2", "draw 4")
    run(fenced("rules", warned), strict=False)
    with pytest.raises(AssertionError, match="12 cards"):
        run(fenced("rules", warned))


def test_an_example_that_does_not_hold_is_noticed():
    with pytest.raises(AssertionError, match="do not hold"):
        run(fenced("rules", GAME + 'example "no" for 2 players:\n    expect size(deck) is 1\n'))


def test_a_mistake_that_is_none_is_noticed():
    with pytest.raises(AssertionError, match="findings were expected"):
        run(fenced("rules file=a.rules exit=1", GAME))


def test_another_exit_code_is_noticed():
    with pytest.raises(AssertionError, match="ended with 0"):
        run(fenced("rules file=a.rules", GAME) + fenced("sh exit=1", "rulelang validate a.rules"))


def test_another_output_is_noticed():
    with pytest.raises(AssertionError, match="does not say"):
        run(fenced("rules file=a.rules", GAME) + fenced("sh", "$ rulelang validate a.rules\na.rules: 1 warning"))


def test_a_change_lasts_for_one_block_of_commands():
    change = fenced("diff file=a.rules", "-    shuffle deck\n+    shufle deck")
    broken = fenced("sh exit=1", "$ rulelang validate a.rules\nerror[RL126]: No statement begins with `shufle`\n...")
    run(fenced("rules file=a.rules", GAME) + change + broken + fenced("sh", "rulelang validate a.rules"))


def test_a_change_of_a_line_that_is_not_there_is_noticed():
    with pytest.raises(AssertionError, match="stand in the file once"):
        changed(GAME, "-    mix deck\n+    shuffle deck\n")


def test_a_block_without_a_language_is_noticed():
    with pytest.raises(AssertionError, match="no language"):
        run(fenced("", "x"))


def test_lines_without_a_dollar_are_all_commands():
    assert transcript("rulelang games\n# a remark\nmake play\n") == [("rulelang games", []), ("make play", [])]


def test_lines_below_a_command_are_its_output():
    assert transcript("$ rulelang games\na\nb\n$ make play\n") == [("rulelang games", ["a", "b"]), ("make play", [])]


@pytest.mark.parametrize(("shown", "missing"), [
    (["a", "b"], None),
    (["b", "c"], None),
    (["a", "c"], "c"),
    (["a", "...", "c"], None),
    (["c", "a"], "a"),
    (["d"], "d"),
])
def test_shown_lines_follow_each_other_in_the_output(shown, missing):
    assert first_missing(shown, "a\nb\nc\n") == missing
