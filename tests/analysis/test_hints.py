"""What a beginner writes at first, and the step that a hint names."""

import shutil

import pytest

from rulelang.compiler import check
from tests.support.project import ROOT

GAME = """game "G"
players 2
param rounds: 1..9 = 2
cards beast:
    1 "Fox"
zones:
    deck: stack of beast, seen by nobody
win: highest number(you)
phase play:
    repeat rounds times: round
phase round:
    shuffle deck
"""
HINTS = [
    ("repeat rounds times", "repeat round times", "Did you mean `rounds` (line 3)?"),
    ("phase play:", "phase Play:", "Write `play` for `Play`."),
    ("phase play:", "phase main:", "Write `phase play:` and below it what happens."),
    ('    1 "Fox"', '    base: colour?\n    1 "Fox"', "Declare its values: `enum colour: ...`."),
    ('    1 "Fox"', '    base: plyer\n    1 "Fox"', "Did you mean `player`?"),
    ('    1 "Fox"', '    tame: bool\n    1 "Fox"', "Write `flag`."),
    ('    1 "Fox"', '    age: integer\n    1 "Fox"', "Write the range of the number, as in `0..9`."),
    ("    shuffle deck", "    if top of deck is facedown: shuffle deck", "Write `face down`."),
]


@pytest.mark.parametrize(("right", "wrong", "hint"), HINTS, ids=[wrong.strip() for _, wrong, _ in HINTS])
def test_a_hint_names_the_next_step(right, wrong, hint):
    (found,) = check(GAME.replace(right, wrong, 1))
    assert found.hint == hint


@pytest.mark.parametrize("use", ['let c = "miller rye"', 'if first(deck) is "miller rye": shuffle deck'])
def test_a_card_is_named_in_the_order_of_each(use):
    """The same words in another order are known again, and the order is told."""
    text = GAME.replace('cards beast:\n    1 "Fox"', "enum grain: wheat, rye\nenum trade: farmer, miller\n"
                        "cards beast:\n    grain: grain\n    trade: trade\n    1 each grain, trade")
    (found,) = check(text.replace("shuffle deck", use))
    assert (found.code, found.hint) == ("RL315", 'Did you mean "rye miller"?')
    assert found.allowed == "Without `named`, the cards of a row with `each` are named in its order."


def test_a_bundled_game_copied_without_its_card_table(tmp_path):
    """The hint says where the table lies that must be copied, too."""
    shutil.copy(ROOT / "games/linkage.rules", tmp_path)
    (found,) = check(tmp_path / "linkage.rules")
    assert found.code == "RL070"
    assert str(ROOT / "games/cards/linkage_rna.csv") in found.hint
