"""What is odd in rules: never used, never reached, without end, short of cards.

A case begins behind `game "G"`; what it does not declare itself of the frame is put under it.
"""

import re

import pytest

from rulelang.compiler import check
from tests.support.cases import found_in, read_cases
from tests.support.project import ROOT
from tests.support.rules_texts import FILES, ids

PATHS = sorted((ROOT / "tests/cases/analysis/lints").glob("*.rules"))
CASES = [(path, case) for path in PATHS for case in read_cases(path)]
FRAME = (
    ("players", "players 2..3"),
    ("cards", 'cards beast:\n    rank: 1..9\n    2 "Fox": rank 2\n    3 "Owl": rank 3\n    1 "Jay": rank 9'),
    ("zones", "zones:\n    deck: stack of beast, seen by nobody\n    pile: stack of beast, seen by all, discards\n"
              "    hand per player: set of beast, seen by owner"),
    ("win", "win: highest size(your hand)"),
    ("phase play", "phase play:\n    move all beast to deck\n    each player: draw 1 from deck to your hand\n"
                   "    discard top of pile"),
)
KNOWN = {("greenhouse.rules", "`bloomed` is changed but never read"), ("greenhouse.rules", "`rivals_of` is never read")}


def whole(text):
    """A case with everything under it that a game needs."""
    rest = [lines for start, lines in FRAME if not re.search(rf"^{start}\b", text, re.M)]
    return 'game "G"\n' + text + "\n".join(rest) + "\n"


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{path.stem}: {case.name}") for path, case in CASES])
def test_what_is_odd(case):
    (text,) = case.files.values()
    result = check({"main.rules": whole(text)})
    assert not [d for d in result if d.severity == "error" and d.code < "RL4"], [(d.code, d.title) for d in result]
    expected = tuple((line, code) for _, line, code in case.expected)
    assert tuple((line - 1, code) for _, line, code in found_in(result, "RL5")) == expected, [d.title for d in result]


def test_the_frame_alone_is_fine():
    assert not list(check({"main.rules": whole("")}))


def test_names_of_cases_are_distinct():
    names = [(path, case.name) for path, case in CASES]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_the_games_of_the_repository_are_free_of_oddities(path):
    odd = {(d.span.source.name.rsplit("/")[-1], d.title) for d in check(path) if d.code.startswith("RL5")}
    assert odd <= KNOWN


def test_a_variant_is_not_blamed_for_what_its_base_no_longer_needs():
    base = whole("define extra = 2\nphase play:\n    move all beast to deck\n    draw extra from deck to pile\n"
                 "    each player: move top of pile to your hand\n")
    variant = 'variant "V" of "base.rules"\nreplace phase play:\n    move all beast to deck\n' \
              "    draw 1 from deck to pile\n    each player: move top of pile to your hand\n"
    assert not list(check({"base.rules": base}))
    assert not list(check({"v.rules": variant, "base.rules": base}))


def test_a_shortage_names_the_players_and_the_cards():
    text = "phase play:\n    move all beast to deck\n    each player: draw 3 from deck to your hand\n" \
           "    discard top of pile\n"
    assert [d.title for d in check({"main.rules": whole(text)})] == ["3 players draw 9 cards here; `deck` has 6"]


def test_a_choice_without_options_is_an_error_and_says_what_there_is():
    text = 'phase play:\n    move all beast to deck\n    each player: draw 1 from deck to your hand\n' \
           '    each player:\n        choose c from your hand where c is "Fox" and c.rank is 3\n        discard c\n'
    (found,) = check({"main.rules": whole(text)})
    assert (found.code, found.severity, found.title, found.label) == \
        ("RL510", "error", "This choice can have no options", "there is no such beast")
