"""Rules that never come to an end, or to one after years, stop with a finding that names the line; H3, H4, H17."""

import random

import pytest

from rulelang import load
from rulelang.play.faults import fault_finding
from tests.hostile.texts import DECK, chain

ALL_TO_ME = "phase play:\n    move all card to deck\n    as seat(1):\n        draw 60 from deck to your hand\n"
COUNTED = "count(x in 1..10000 where count(y in 1..10000 where x + y is 7) > 0) > 5"

ENDLESS = {
    "repeat without progress": ("RL701", "phase play:\n    repeat:\n        shuffle deck\n"),
    "repeat two billion times": (
        "RL701", "phase play:\n    repeat 2147483647 times:\n        repeat 2147483647 times: shuffle deck\n"),
    "phases that run the next twice": (
        "RL701", "phase play: step_0\n" + chain(60, "phase {here}:\n    {next}\n    {next}\n",
                                                "phase {here}: shuffle deck\n")),
    "defines that read the next twice": (
        "RL703", "phase play:\n    repeat step_0 times: shuffle deck\n"
        + chain(60, "define {here} = {next} + {next}\n", "define {here} = 1\n")),
    "a query in a query": ("RL703", f"phase play:\n    if {COUNTED}:\n        shuffle deck\n"),
    "a query in a define in a query": (
        "RL703", "define lots(n: 1..10000) = count(y in 1..10000 where n + y is 7)\n"
        "phase play:\n    if any(lots(x) > 3 for x in 1..10000): shuffle deck\n"),
    "binders that never fit": (
        "RL702", ALL_TO_ME + "        choose m from your hand, n from your hand, o from your hand, p from your hand "
        "where m.rank + n.rank + o.rank + p.rank is 61\n"),
    "branches without a way through": (
        "RL702", "phase play:\n    as seat(1): do 1 try\naction try:\n"
        + '    either "A": when yes\n    or "B": when yes\n' * 30 + "    when no\n    do: shuffle deck\n"),
    "any cards are a meld": (
        "RL702", "meld heap: 3..10 card x, worth 5\nphase play:\n    move all card to deck\n"
        "    if best_melds(deck, heap) > 3: shuffle deck\n"),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_takes_for_ever_is_stopped(name):
    stop(name, explicit=True, less=20)


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.parametrize("explicit", [False, True])
def test_at_the_full_limits_it_is_stopped(name, explicit):
    stop(name, explicit=explicit)


def stop(name, *, explicit, less=1):
    """Play until the fault, with limits that are so many times less."""
    code, text = ENDLESS[name]
    game = load(DECK + text, 2)
    game.blocks.step_limit //= less
    game.code.most_tries //= less
    game.code.most_work //= less
    state = game.new_state(1, explicit=explicit)
    while not state.is_terminal:
        state.play_random(random.Random(1))
    assert state.fault is not None
    finding = fault_finding(game.program, state.fault)
    assert (finding.code, finding.span.source.name) == (code, game.program.sources[0].name)
    assert finding.span.line > 1
    assert state.returns() == (0, 0)


def test_cards_that_go_round_by_chance_are_counted_over_chance():
    text = DECK.replace("seen by nobody\n", "seen by nobody, refill burn\n    burn: stack of card, seen by all, "
                                            "refill deck\n")
    game = load(text + "phase play:\n    move all card to burn\n    draw 2147483647 from deck to burn\n", 2)
    game.blocks.step_limit = 3_000
    state, answers = game.new_state(1, explicit=True), 0
    while not state.is_terminal:
        state.apply(state.chance_outcomes()[0].id)
        answers += 1
    assert answers < 3_000
    assert state.fault.limit == "steps"


def test_what_decides_who_wins_may_be_too_much_as_well():
    rules = DECK.replace("highest size(your won)", f"highest 1 if {COUNTED} else 2")
    state = load(rules + "phase play: shuffle deck\n", 2).new_state(1)
    assert state.is_terminal
    assert (state.fault.limit, state.returns()) == ("work", (0, 0))


def test_a_score_that_is_too_much_does_not_keep_the_table_from_being_shown():
    score = f'score points:\n    "Lots": 1 if {COUNTED} else 2\n'
    state = load(DECK + score + "phase play:\n    as seat(1):\n        choose n from 1..3\n", 2).new_state(1)
    assert [choice.id for choice in state.view(1).decision.choices]
    assert state.fault is None


def test_work_is_counted_anew_for_every_decision():
    test = "count(x in 1..1000 where count(y in 1..1000 where x + y is 7) > 0) > 5"
    body = "".join(f"        if {test}: shuffle deck\n        choose n_{n} from 1..2\n" for n in range(4))
    state = load(DECK + "phase play:\n    as seat(1):\n" + body, 2).new_state(1)
    for _ in range(4):
        state.apply(state.choices()[0].id)
    assert state.is_terminal
    assert state.fault is None


def test_chance_of_ten_thousand_outcomes_is_listed():
    game = load(DECK + "phase play:\n    random n from 0..2147483647\n", 2)
    outcomes = game.new_state(1, explicit=True).chance_outcomes()
    assert len(outcomes) == 10_000
    assert sum(outcome.probability for outcome in outcomes) == 1
