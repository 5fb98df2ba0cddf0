"""Titles stand alone and say it in the game's own words; hints name the next step."""

import pytest

from rulelang.compiler import check
from tests.analysis.test_checker_cases import whole

MESSAGES = {
    "shuffle dek": (
        "There is no zone, variable or define called `dek`",
        "Did you mean `deck` (line 26)?",
    ),
    "each player: choose a card from pile": (
        "There is no zone, variable or define called `a`",
        "Leave `a` out.",
    ),
    "if deck is not empty: shuffle deck": (
        "There is no zone, variable or define called `empty`",
        "Count the cards: `size(Z) is 0`, or `size(Z) > 0` for not empty.",
    ),
    "shuffle hand": (
        "Every player has a `hand`. Whose: `your hand`, `p's hand`?",
        "",
    ),
    "move shop to deck": (
        "`deck` holds beast; `shop` holds tool",
        "",
    ),
    "move mixed to deck": (
        "`deck` holds beast; `mixed` may also hold tool",
        "Move only those: `[c in mixed where c is beast]`.",
    ),
    'move "Fox" to deck': (
        '"Fox" is 2 cards; choose one of them',
        'Write `first(c in S where c is "Fox")` with the zone where it lies.',
    ),
    'move "Jai" to deck': (
        'No card is called "Jai"',
        'Did you mean "Jay"?',
    ),
    "turns = sum(x.cost for x in mixed)": (
        "`cost` exists on tool only; `x` may also be a beast",
        "Test `x is tool` first.",
    ),
    "discard shop": (
        "Nothing says where `tool` cards are discarded",
        "Add `discards` to that zone, or use `move`.",
    ),
    "your points = 1": (
        "`you` is not set here",
        "Put this inside `each player:` or `as p:`.",
    ),
    "starter = target": (
        "`target` may be none; `starter` cannot hold that",
        "Test it first: `if target is not none: ...`, or say what holds then: `target else ...`.",
    ),
    "turns = worth_of[player_count]": (
        "`worth_of` has no entry for 4 players",
        "Add `4 -> ...` to the table, or change `players`.",
    ),
    "play": (
        "`play` runs itself: play > play",
        "Repeat with `repeat until ...:`.",
    ),
    "resolve clubs": (
        "There is no effect for `clubs` and `hearts`",
        "Add `effect clubs: ...`; without a block, `effect clubs` does nothing.",
    ),
    "let best = melds(deck, pair)": (
        "`melds` can only be chosen from or counted",
        "Write `choose m from melds(...)`, `count(m in melds(...))` or `best_melds(...)`.",
    ),
    "turns = deck": (
        "`turns` must be a number from 0 to 9; `deck` is a zone of beast",
        "",
    ),
}


@pytest.mark.parametrize("line", MESSAGES)
def test_message(line):
    result = check(whole(f'game "G"\nphase play:\n    {line}\n'))
    (found,) = [d for d in result if d.code.startswith("RL3")]
    assert (found.title, found.hint) == MESSAGES[line]
