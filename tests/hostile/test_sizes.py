"""What would be too large or too deep to hold is refused with its place before it is built; H2, H3."""

import pytest

from rulelang import RulesError, check, load
from rulelang.analysis.check.callgraph import MOST_CALLS
from tests.hostile.texts import DECK, PLAIN, chain

MANY = 1_000

DEEP = {
    "phases": "phase play: step_0\n" + chain(MANY, "phase {here}: {next}\n", "phase {here}: shuffle deck\n"),
    "phases in loops": "phase play: step_0\n" + chain(
        MANY, "phase {here}:\n    each n in [1]:\n        {next}\n", "phase {here}: shuffle deck\n"),
    "defines": "phase play:\n    repeat step_0(1) times: shuffle deck\n" + chain(
        MANY, "define {here}(n: 1..9) = {next}(n)\n", "define {here}(n: 1..9) = n\n"),
}


@pytest.mark.parametrize("name", DEEP)
def test_a_chain_of_calls_is_refused_where_it_gets_too_deep(name):
    errors = [d for d in check(DECK + DEEP[name]).diagnostics if d.code == "RL338"]
    assert [d.span.text for d in errors] == [f"step_{MANY - MOST_CALLS + 1}" + "(n)" * (name == "defines")]


@pytest.mark.parametrize("step", ["phase {here}: {next}\n", "phase {here}:\n    if yes:\n        {next}\n"])
def test_a_chain_just_short_enough_plays(step):
    links = chain(MOST_CALLS - 2, step, "phase {here}: shuffle deck\n")
    assert load(DECK + "phase play: step_0\n" + links, 2).new_state(1).is_terminal


@pytest.mark.parametrize(("more", "where"), [
    ("vars:\n" + "".join(f"    mark_{n} per 0..99 per 0..99: 0..1\n" for n in range(1_000)), "mark_199"),
    ("zones:\n" + "".join(f"    pile_{n} per 0..99 per 0..99: set of card, seen by all\n" for n in range(300)),
     "pile_1"),
    ("zones:\n    under per card per 0..99: stack of card, seen by all\n"
     "    beside per card per 0..99: stack of card, seen by all\n"
     "    behind per card per 0..99: stack of card, seen by all\n"
     "    before_it per card per 0..99: stack of card, seen by all\n", "before_it"),
])
def test_a_state_that_would_not_fit_is_refused_with_what_is_too_much(more, where):
    with pytest.raises(RulesError) as refused:
        load(PLAIN + more, 2)
    finding, = refused.value.diagnostics
    assert finding.code == "RL273"
    assert finding.span.text.startswith(where)


def test_many_long_lists_are_too_much_together():
    lists = "".join(f"    let list_{n} = [x for x in 1..10000]\n" for n in range(250))
    ask = "    as seat(1):\n        choose z from 1..2\n"
    uses = "".join(f"    if size(list_{n}) > 5: shuffle deck\n" for n in range(250))
    with pytest.raises(RulesError) as refused:
        load(DECK + "phase play:\n" + lists + ask + uses, 2)
    assert [finding.code for finding in refused.value.diagnostics] == ["RL273"]


NUMBERS = {
    "a billion copies": DECK.replace("1 each rank, suit", "1000000000 each rank, suit"),
    "copies of five thousand digits": DECK.replace("1 each rank, suit", "9" * 5_000 + " each rank, suit"),
    "a range of all numbers": DECK.replace("rank: 1..15", "rank: -2147483647..2147483647"),
    "a billion players": DECK.replace("players 2..4", "players 2..1000000000"),
    "no players": DECK.replace("players 2..4", "players 0"),
    "fewer than no players": DECK.replace("players 2..4", "players -1"),
    "a million members": DECK + "vars:\n    mark per 0..1000000: flag\n",
    "members multiplied": DECK + "vars:\n    mark per 0..100 per 0..100 per player: flag\n",
    "too many tokens": DECK + "tokens coin: 2147483647\n",
    "no capacity": DECK + "zones:\n    bin: set of card, seen by all, capacity 0\n",
    "a limit of nothing": DECK + "limit play 0 times\n",
    "powers": DECK + "define a_lot = 9^9^9\n",
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_out_of_bounds_is_refused_at_its_line(name):
    errors = check(NUMBERS[name] + "phase play: move all card to deck\n").diagnostics
    assert [d for d in errors if d.code[2] in "012" and d.span.line > 1]
