"""What modules count in a game is what the interpreter sees in it, also where rules fail or a limit ends it."""

import random

import pytest

from rulelang.compiler import load
from rulelang.engine.game import Game
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.places import place_of, places_of
from rulelang.simulate.lines import Scribe
from rulelang.simulate.plan import Plan
from rulelang.simulate.table import Table, play_uniform
from rulelang.simulate.watching import WatchedBlocks, watched_state
from rulelang.wasm.host import Player, Runner
from tests.support.games import PLAYABLE, checked, game
from tests.support.ir import Builder, C, Cell
from tests.support.small_games import BIDS, ENDLESS, LINES
from tests.wasm.test_generated_games import generated
from tests.wasm.test_limits import cards_to_and_fro, circle, endless_while, long_loop

pytest.importorskip("wasmtime")


def reached_by(program, spans):
    """Spans as bits of their places."""
    bits = {place: n for n, place in enumerate(places_of(program))}
    return sum(1 << bit for bit in {bits.get(place_of(program, span), -1) for span in spans if span >= 0} - {-1})


def watched(game, seed):
    """(turns, actions, ranges, places) of a random game of the interpreter."""
    blocks = WatchedBlocks(game)
    play_uniform(watched_state(game, blocks, seed, record=False), blocks.watch)
    watch = blocks.watch
    return watch.turns, watch.used, watch.ranges, reached_by(game.program, watch.spans)


def counted(game, seed, *, knowledge=False):
    """The same of a module."""
    runner = Runner(game, counting=True, knowledge=knowledge)
    list(runner.playouts(seed, 1))
    found = runner.counted
    return found.turns, found.actions, found.ranges, found.reached


def same(game, *seeds, full=False):
    """Compare the executors (`full`: also modules with knowledge and record); what they say of the last seed."""
    for seed in seeds:
        expected = watched(game, seed)
        assert counted(game, seed) == expected
        assert not full or counted(game, seed, knowledge=True) == expected
    return expected


@pytest.mark.parametrize("rules", [circle, endless_while, long_loop, cards_to_and_fro])
@pytest.mark.parametrize("limit", [1, 2, 7])
def test_of_a_run_that_fails_as_much_is_counted_as_ran(rules, limit):
    b = Builder()
    rules(b, b.take())
    same(Game(b.program(), step_limit=limit), 0, full=limit == 2)


def test_statements_behind_a_failing_one_are_not_reached():
    b = Builder()
    at = b.take()
    b.start(ir.SetCellTo(at, C(1), 3), ir.While(C(1), (ir.SetCellTo(at, C(2), 5),), span=4), ir.SetCellTo(at, C(3), 6))
    made = Game(b.program(), step_limit=4)
    reached = same(made, 0)[3]
    assert [bool(reached >> bit & 1) for bit, place in enumerate(places_of(made.program)) if 4 <= place.line <= 7] == [
        True, True, True, False]


def test_a_question_that_is_too_much_to_work_out_is_reached():
    b = Builder()
    cell = [b.take() for _ in range(4)]
    picks = [ir.Pick(b.point(f"p{n}"), at, ir.Between(C(1), C(30)), None, 0, 2) for n, at in enumerate(cell)]
    b.ask(b.decision(*picks, ir.Guard(ir.Binary("lt", Cell(cell[0]), C(0)), -1)))
    assert same(Game(b.program()), 0)[0] == 0


@pytest.mark.parametrize("limit", [1, 5])
def test_games_that_the_cap_ends_are_counted_to_their_end(limit):
    text = LINES.replace("repeat rounds times", "repeat")
    made = Game(load(text).program, decision_limit=limit)
    turns, actions, *_ = same(made, 1, 2)
    assert turns == sum(actions) <= limit


def test_a_line_is_the_same_where_queries_are_left_to_the_interpreter():
    b = Builder()
    at = b.take()
    many, inner = ir.Between(C(1), C(9_000)), ir.Fold("sum", 1, ir.Between(C(1), C(9_000)), None, ir.Reg(1))
    b.start(ir.SetCellTo(at, C(1), 3),
            ir.SetCellTo(at, ir.Fold("max", 0, many, None, ir.Binary("add", inner, ir.Reg(0))), 5))
    plan = Plan(Game(b.program()), ("random",) * 2, 1)
    plan.game.code.most_work = 400_000
    assert Table(plan).line(0) == Table(plan, modules=False).line(0)


@pytest.mark.parametrize("optional", [False, True])
def test_numbers_that_do_not_fit_are_counted_where_they_are_stored(optional):
    b = Builder()
    asked, where = b.take(), b.take()
    var = b.var("x", 0, 3, count=2, optional=optional)
    stores = [(value, index) for value in (-1, 0, 3, 4, NONE) for index in (-1, 0, 1, 2)]
    b.start(*(statement for span, (value, index) in enumerate(stores) for statement in (
        ir.SetCellTo(asked, C(value)), ir.SetCellTo(where, C(index)), ir.Store(var, Cell(where), Cell(asked), span))))
    ranges = same(Game(b.program()), 0, full=True)[2]
    misfits = [span for span, (value, index) in enumerate(stores) if value in (-1, 4) and index in (0, 1)]
    assert ranges == {(span, var): 1 for span in misfits}


def test_games_in_a_row_begin_at_nothing():
    made = load(BIDS)
    runner = Runner(made, counting=True)
    for seed in range(12):
        list(runner.playouts(seed, 1))
        found = runner.counted
        assert (found.turns, found.actions, found.ranges, found.reached) == watched(made, seed)


def test_a_module_that_does_not_count_says_so():
    with pytest.raises(ValueError, match="counts nothing"):
        _ = Runner(load(BIDS)).counted
    assert Player(load(BIDS)).runner is not None


def test_rules_that_run_in_circles_are_counted_as_far_as_they_ran():
    same(Game(load(ENDLESS).program, step_limit=500), 3)


def test_generated_games_are_counted_alike():
    played, number = 0, 0
    while played < 2:
        made, number = generated(random.Random(number), 2 + number % 2), number + 1
        if made is not None:
            same(made, number)
            played += 1


@pytest.mark.slow
@pytest.mark.parametrize("number", range(300))
def test_many_generated_games_are_counted_alike(number):
    made = generated(random.Random(1000 + number), 2 + number % 2)
    if made is not None:
        same(made, number, number + 1, full=True)


@pytest.mark.slow
@pytest.mark.parametrize("path", PLAYABLE, ids=lambda path: path.stem)
def test_modules_with_knowledge_count_the_same(path):
    same(game(path, checked(path).model.high), 4, full=True)


def test_a_line_names_the_places_that_the_interpreter_passed():
    plan = Plan(load(LINES), ("random", "random"), 1)
    blocks = WatchedBlocks(plan.game)
    state = watched_state(plan.game, blocks, 3, record=False)
    play_uniform(state, blocks.watch)
    line = Scribe(plan).fields(0, 3, state, blocks.watch)
    assert int(line["reached"], 16) == reached_by(plan.game.program, blocks.watch.spans)
