"""Rules that run in circles stop in modules where they stop in the interpreter, with the same fault."""

import pytest

from rulelang.engine.game import Game
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import HIGHEST
from rulelang.ir.program import FAULT, FAULT_SPAN, OVER, STATUS, STEPS
from rulelang.wasm.host import Player, Runner, interpreted, play_out
from tests.support.ir import Builder, C, Cell, cards_to
from tests.wasm.modules import started


def counting(at, span=-1):
    return ir.SetCellTo(at, ir.Binary("add", Cell(at), C(1)), span)


def circle(b, at):
    """Two blocks that lead to each other."""
    first, second = b.entry(b.main), b.reserve()
    b.block(counting(at, 3), then=ir.Goto(second), number=first)
    b.block(counting(at, 4), then=ir.Goto(first), number=second)


def endless_while(b, at):
    b.start(ir.While(C(1), (counting(at, 5),), span=6))


def long_loop(b, at):
    inner = ir.Loop(1, ir.Between(C(1), C(9_000)), (counting(at, 5),), span=7)
    b.start(ir.Loop(0, ir.Between(C(1), C(9_000)), (inner,), span=6))


def cards_to_and_fro(b, at):
    (card,), = b.cards(ant=1)
    here, there = b.zone("here"), b.zone("there")
    b.start(ir.While(C(1), (counting(at), cards_to(here, card), cards_to(there, card)), span=8))


@pytest.mark.parametrize("rules", [circle, endless_while, long_loop, cards_to_and_fro])
@pytest.mark.parametrize("limit", [1, 2, 7, 1000])
def test_runaway_rules_stop_at_the_same_step(rules, limit):
    b = Builder()
    rules(b, b.take())
    state, runner = started(b, step_limit=limit)
    assert state.s[FAULT] == 1
    assert runner.ints == state.s
    assert runner.fault.limit == state.fault.limit == "steps"
    assert runner.fault.span == state.fault.span


def test_too_many_candidates_are_a_fault_of_the_question():
    b = Builder()
    cell = [b.take() for _ in range(4)]
    many = ir.Between(C(1), C(30))
    picks = [ir.Pick(b.point(f"p{n}"), at, many, None, 0, 2) for n, at in enumerate(cell)]
    never = ir.Guard(ir.Binary("lt", Cell(cell[0]), C(0)), -1)
    b.ask(b.decision(*picks, never))
    state, runner = started(b)
    state.play_uniform(1, 2, 0)
    runner.play_uniform(1, 2, 0)
    assert runner.ints == state.s
    assert (state.s[STATUS], state.s[FAULT_SPAN]) == (OVER, 2)
    assert runner.fault.limit == "choices"


def test_the_cap_on_answers_ends_the_game():
    b = Builder()
    at = b.take()
    ask = b.decision(ir.Pick(b.point("p"), at, ir.Between(C(1), C(3)), None, 0))
    b.block(then=ir.Decide(ask, b.entry(b.main)), number=b.entry(b.main))
    game = Game(b.program(), decision_limit=50)
    state = game.new_state(3, knowledge=False)
    play_out(state)
    result, = Runner(game).playouts(3, 1)
    assert result.answers == state.s[STEPS] == 50
    assert result.adjudicated == state.adjudicated == 2


def test_loops_in_functions_come_to_an_end():
    b = Builder()
    at = b.take()
    body = (ir.While(C(1), (ir.SetReg(0, ir.Binary("add", ir.Reg(0), C(1))),)),)
    endless = b.function(ir.Reg(0), body=body)
    b.start(ir.SetCellTo(at, ir.CallFunction(endless, ())))
    state, runner = started(b)
    assert runner.ints == state.s
    assert state.s[at] == 100_000


def test_loops_that_nothing_else_ends_are_interrupted():
    from rulelang.wasm.host import ModuleError

    b = Builder()
    at = b.take()
    deep = ir.SetReg(0, ir.Binary("add", ir.Reg(0), C(1)))
    for _ in range(4):
        deep = ir.While(C(1), (deep,))
    endless = b.function(ir.Reg(0), body=(deep,))
    b.start(ir.SetCellTo(at, ir.Binary("min", ir.CallFunction(endless, ()), C(HIGHEST))))
    runner = Runner(Game(b.program()), seconds=0.05)
    with pytest.raises(ModuleError):
        runner.begin(0)


def test_queries_that_go_through_too_much_are_left_to_the_interpreter():
    b = Builder()
    at = b.take()
    many, inner = ir.Between(C(1), C(9_000)), ir.Fold("sum", 1, ir.Between(C(1), C(9_000)), None, ir.Reg(1))
    b.start(ir.SetCellTo(at, ir.Fold("max", 0, many, None, ir.Binary("add", inner, ir.Reg(0))), 5))
    game = Game(b.program())
    player = Player(game)
    result, = player.playouts(0, 1)
    assert result == interpreted(game, 0)
    assert result.fault_span == 5
    assert player.slow_because
    assert game.new_state(0).fault.limit == "work"


def test_long_queries_that_stay_below_the_limit_are_played_by_modules():
    b = Builder()
    at = b.take()
    total = ir.Fold("sum", 1, ir.Between(C(1), C(9_000)), None, ir.Reg(1))
    b.start(ir.SetCellTo(at, ir.Fold("max", 0, ir.Between(C(1), C(30)), None, ir.Binary("add", total, ir.Reg(0)))))
    state, runner = started(b)
    assert runner.ints == state.s
    assert state.s[at] == 9_000 * 9_001 // 2 + 30


def worth_of_cards():
    """A game that works out the greatest worth of disjoint melds of one to three of its ten cards."""
    b = Builder()
    at = b.take()
    cards = [card for same in b.cards(**{f"kind{n}": 1 for n in range(10)}) for card in same]
    b.start(ir.SetCellTo(at, ir.BestMelds(ir.ConstList(tuple(cards)), (b.meld("some", (1, 3)),)), 5))
    return Game(b.program())


@pytest.mark.parametrize(("room", "limit"), [("melds", "MOST_SHAPES"), ("packing", "MOST_WAYS")])
def test_melds_of_too_many_shapes_or_ways_are_left_to_the_interpreter(monkeypatch, room, limit):
    for module in (f"rulelang.engine.{room}", f"rulelang.wasm.runtime_{room}"):
        monkeypatch.setattr(f"{module}.{limit}", 60)
    game = worth_of_cards()
    player = Player(game)
    result, = player.playouts(0, 1)
    assert result == interpreted(game, 0)
    assert result.fault_span == 5
    assert player.slow_because
