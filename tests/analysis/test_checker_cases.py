"""Names, types, statements, heads and examples, good and bad, in the language itself.

Each case is a few declarations; the frame below is put under them so that they make a whole game.
"""

import re

import pytest

from rulelang.compiler import check
from tests.support.cases import found_in, read_cases
from tests.support.project import ROOT

FOLDERS = ("types", "statements", "heads", "examples")
PATHS = [path for folder in FOLDERS for path in sorted((ROOT / "tests/cases/analysis" / folder).glob("*.rules"))]
CASES = [(path, case) for path in PATHS for case in read_cases(path)]
OF_THE_CHECKER = "RL[0123]"
FRAME = """
players 2..4
param rounds: 1..9 = 2
enum suit: clubs, hearts
enum rank: 2..10, jack
enum mood: calm, angry
table beats: clubs -> hearts
table worth_of: 2 -> 5, 3 -> 6
tokens coin: 10
tokens gem: 4
pots: pot: coin
cards beast:
    suit: suit
    rank: rank?
    wild: flag
    2 "Fox": suit clubs, rank 2
    1 "Owl": suit hearts, rank 3, wild yes
    1 "Jay": suit hearts
cards tool:
    cost: 0..5
    3 "Axe": cost 2
zones:
    deck: stack of beast, seen by nobody, refill pile
    pile: stack of beast, seen by all, discards
    hand per player: set of beast, seen by owner
    line per player: row of beast, seen by all
    laid per player per 1..3: set of beast, seen by all
    of_suit per suit: row of beast, seen by all
    shop: row of tool, seen by all
    mixed: set of beast or tool, seen by all
    under per beast: set of beast, seen by all
vars:
    turns: 0..9
    starter: player
    best_suit: suit
    best_rank: rank
    top_rank: rank?
    target: player?
    seen_suits: set of suit
    points per player: 0..99
    out per player: flag
    mate per beast: link
meld pair: 2 beast both, same suit, worth 3
score total:
    "Points": your points
"""
PLAY = "phase play:\n    each player: do 1 frame_group\n"
WAIT = 'action frame_wait "Wait" in frame_group\n'


def whole(text):
    """The case with everything under it that a game needs."""
    win = "" if re.search(r"^(win|payoff)\b", text, re.M) else "win: highest your points\n"
    frame = FRAME.replace("players 2..4\n", "") if re.search(r"^players\b", text, re.M) else FRAME
    return text + frame + win + ("" if "phase play" in text else PLAY) + WAIT


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{path.parent.name}/{path.stem}: {case.name}") for path, case in CASES]
)
def test_what_is_found(case):
    result = check({name: whole(text) for name, text in case.files.items()})
    assert found_in(result, OF_THE_CHECKER) == case.expected, [d.title for d in result]


def test_the_frame_alone_is_fine():
    assert not found_in(check({"main.rules": whole('game "G"\n')}), OF_THE_CHECKER)


def test_names_of_cases_are_distinct():
    names = [(path, case.name) for path, case in CASES]
    assert sorted(names) == sorted(set(names))
