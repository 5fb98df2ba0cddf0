"""What the designer is told of rules that do not come to a stop."""

import rulelang
from rulelang.engine.errors import Fault
from rulelang.engine.game import Game
from rulelang.play.faults import fault_finding
from rulelang.render import render
from tests.support.small_games import ENDLESS


def faulty():
    game = Game(rulelang.load(ENDLESS).program, step_limit=1_000)
    state = game.new_state(1)
    while state.fault is None:
        state.apply(state.choices()[0].id)
    return game.program, state.fault


def test_a_loop_without_end_is_shown_at_its_line():
    found = fault_finding(*faulty())
    assert found.code == "RL701"
    assert ENDLESS.splitlines()[found.span.line - 1].strip() in ("repeat until hits is 2:", "hits = 3", "hits = 1")
    assert "The rules never come to the next choice here" in render([found])


def test_too_many_ways_to_choose_are_another_finding():
    program, _ = faulty()
    assert fault_finding(program, Fault(0, (0,), "choices")).code == "RL702"


def test_a_place_that_is_not_known_is_no_reason_to_fail():
    program, _ = faulty()
    assert "RL701" in render([fault_finding(program, Fault(-1, (-1, 10**9), "steps"))])
