"""Who may know what, good and bad, in the language itself.

Each case is a few declarations; the frame below is put under them so that they make a whole game.
"""

import re

import pytest

from rulelang.codes import CODES
from rulelang.compiler import check
from rulelang.syntax import ast
from rulelang.syntax.walk import walk
from tests.support.cases import found_in, read_cases
from tests.support.project import ROOT
from tests.support.rules_texts import FILES, ids

PATHS = sorted((ROOT / "tests/cases/analysis/leaks").glob("*.rules"))
CASES = [(path, case) for path in PATHS for case in read_cases(path)]
FRAME = """
players 2..4
enum suit: clubs, hearts
cards beast:
    suit: suit
    rank: 1..9
    wild: flag
    2 "Fox": suit clubs, rank 2
    3 "Owl": suit hearts, rank 3, wild yes
    1 "Jay": suit hearts, rank 9
    1 "Storm": suit clubs, rank 1
tokens coin: 10
tokens gem: 10, seen by owner
pots: pot: coin
zones:
    deck: stack of beast, seen by nobody, refill pile where c.rank < 9
    pile: stack of beast, seen by all, discards
    hand per player: set of beast, seen by owner
    wall per player: row of beast, seen by others
    line per player: row of beast, seen by all, face down seen by owner
    open per player: set of beast, seen by all
    vault per player: set of beast, seen by owner, count hidden
    under per beast: set of beast, seen by owner
vars:
    turns: 0..9
    current: player = first_player
    lucky: suit
    mark: beast?
    mine per player: beast?
    points per player: 0..99
    marked per beast: flag
define top_rank(p: player) = max(c.rank for c in p's hand)
define strong(p: player) = any(c.rank > 5 for c in p's hand)
define visible(c: beast) = c is face up and c.rank > 1
meld pair: 2 beast both, same suit, worth 3
meld shown_pair: 2 beast both, adjacent, each visible, worth 3
score total:
    "Points": your points
score secret_total:
    "Hand": sum(c.rank for c in your hand)
"""
PLAY = "phase play:\n    each player: do 1 frame_group\n"
WAIT = 'action frame_wait "Wait" in frame_group\n'
TURN_DOWN = """action frame_cover "Cover" in frame_group:
    choose frame_card from your line
    do: flip frame_card face down
"""


def whole(text):
    """The case with everything under it that a game needs."""
    win = "" if re.search(r"^(win|payoff)\b", text, re.M) else "win: highest your points\n"
    return 'game "G"\n' + text + FRAME + win + ("" if "phase play" in text else PLAY) + WAIT + TURN_DOWN


def checked(case):
    """What a case is, with its lines counted as they are written in the case file."""
    (text,) = case.files.values()
    result = check({"main.rules": whole(text)})
    assert not [d for d in result if d.code[:3] in ("RL0", "RL1", "RL2", "RL3") and d.severity == "error"], \
        [(d.code, d.span.line - 1, d.title) for d in result]
    return result


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{path.stem}: {case.name}") for path, case in CASES])
def test_what_is_given_away(case):
    result = checked(case)
    expected = tuple((line, code) for _, line, code in case.expected)
    assert tuple((line - 1, code) for _, line, code in found_in(result, "RL4")) == expected, [d.title for d in result]


def test_names_of_cases_are_distinct():
    names = [(path, case.name) for path, case in CASES]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_no_game_of_the_repository_leaks(path):
    assert not found_in(check(path), "RL4"), [(d.span.line, d.title) for d in check(path)]


def eithers(text):
    """Whether each `either` of the rules may show its labels, in order."""
    model = check({"main.rules": whole(text)}).model
    assert model is not None
    nodes = [node for item in model.merged.items for node in walk(item.declaration) if isinstance(node, ast.Either)]
    return [model.public.get(node) for node in nodes]


def test_the_labels_of_an_either_are_public_only_if_everybody_can_tell_which_branches_are_open():
    assert eithers("""
action a "A" in frame_group:
    do:
        either "High" when points_of(you) > 3: turns += 1
        or "Low"
        either "Storm" when your hand has "Storm": turns += 1
        or "No storm"
        either "One"
        or "Two"
define points_of(p: player) = p's points + size(p's hand)
""") == [True, False, True]


@pytest.mark.parametrize("code", ["RL401", "RL402", "RL403"])
def test_the_explanation_of_a_code_shows_what_it_says(code):
    def found(lines):
        lines = "choose rival from opponents\n" + lines if "rival's" in lines and "choose rival" not in lines else lines
        body = "".join(f"        {line}\n" for line in lines.split("\n"))
        return {d.code for d in check({"main.rules": whole(f"phase play:\n    each player:\n{body}")})
                if d.severity == "error"}

    assert found(CODES[code].wrong) == {code}
    assert found(CODES[code].right) == set()


def test_long_chains_of_defines_are_looked_through():
    chain = "".join(f"define d{i}(p: player) = {'(' * 40}d{i + 1}(p){' + 1)' * 40}\n" for i in range(60))
    asked = "phase play:\n    each player:\n        if d0(you) > 100: choose x from 1..2\n"
    for last, codes in (("size(p's hand)", set()), ("count(c in p's hand where c.wild)", {"RL403"})):
        result = check({"main.rules": whole(f"{chain}define d60(p: player) = {last}\n{asked}")})
        assert {d.code for d in result if d.severity == "error"} == codes


def test_branching_chains_of_defines_cost_little():
    chain = "".join(f"define d{i}(p: player) = d{i + 1}(left(p)) + d{i + 1}(right(p))\n" for i in range(60))
    asked = "phase play:\n    each player:\n        if d0(you) > 100: choose x from 1..2\n"
    result = check({"main.rules": whole(f"{chain}define d60(p: player) = count(c in p's hand where c.wild)\n{asked}")})
    assert {d.code for d in result if d.severity == "error"} == {"RL403"}
