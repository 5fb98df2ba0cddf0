"""Positions answered step by step in a module, chance included, as the interpreter answers them."""

import random
from fractions import Fraction

import pytest

from rulelang.engine.errors import IllegalChoice
from rulelang.engine.game import Game
from rulelang.ir import nodes as ir
from rulelang.wasm.batch_interpreted import action_of
from rulelang.wasm.stepper import Stepper
from tests.support.games import PLAYABLE, checked, every_table, game
from tests.support.ir import Builder, C, Cell
from tests.support.project import ROOT, relative

KUHN = ROOT / "games" / "classics" / "kuhn_poker.rules"


def parted(played, seed, steps):
    """Play a game with both executors, chance drawn by the test; the first step at which they part, or None."""
    state, stepper, rng = played.new_state(seed, explicit=True, knowledge=False), Stepper(played), random.Random(seed)
    stepper.begin(seed, explicit=True)
    for step in range(steps):
        if state.s != stepper.ints:
            return step
        if state.is_terminal:
            return None
        choices = state.chance_outcomes() if state.is_chance else state.choices()
        if state.is_chance:
            if [(each.key, each.probability) for each in choices] != stepper.chance_outcomes():
                return step
            outcome = rng.choice(choices)
            state.apply(outcome.id)
            stepper.answer_chance(outcome.key)
            continue
        actions = [action_of(stepper.space, option) for option in state.open_options()]
        if stepper.actions() != sorted(actions):
            return step
        choice = rng.choice(choices)
        stepper.answer(actions[[each.key for each in choices].index(choice.key)])
        state.apply(choice)
    return None


@pytest.mark.parametrize("path", PLAYABLE, ids=relative)
def test_every_step_and_every_outcome_of_chance_is_the_same(path):
    assert parted(game(path, checked(path).model.low), 5, 50) is None


@pytest.mark.slow
@every_table
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_the_same_step_by_step(path, players, seed):
    assert parted(game(path, players), seed, 3000) is None


def handmade(*decisions):
    b = Builder()
    made = [decide(b) for decide in decisions]
    b.ask(*made)
    return Game(b.program())


def two_picks(b):
    """Chance picks twice: the second pick depends on the first."""
    first, second = b.take(), b.take()
    return b.decision(ir.Pick(b.point("a"), first, ir.Between(C(1), C(4)), None, 0),
                      ir.Pick(b.point("b"), second, ir.Between(C(1), Cell(first)), None, 0), kind="chance")


def some(b, *, kind, where=None):
    """Some of six numbers, up to three; for chance counted without being listed, unless there is a condition."""
    at = b.take(7)
    condition = None if where is None else where(at)
    return b.decision(ir.PickSome(b.point("some"), at, 6, C(1), C(3), ir.Between(C(-2), C(3)), condition, 0), kind=kind)


def test_chance_may_pick_twice_and_its_first_pick_is_kept():
    played = handmade(two_picks)
    for seed in range(6):
        assert parted(played, seed, 5) is None
    stepper = Stepper(played)
    stepper.begin(explicit=True)
    assert stepper.chance_outcomes() == [(n, Fraction(n, 10)) for n in (1, 2, 3, 4)]
    stepper.answer_chance(3)
    assert stepper.chance_outcomes() == [(n, Fraction(1, 3)) for n in (1, 2, 3)]


@pytest.mark.parametrize("kind", ["chance", "choose"])
@pytest.mark.parametrize("where", [None, lambda at: ir.Member(ir.ListCell(at), C(1))], ids=["any", "with 1"])
def test_several_are_picked_one_by_one(kind, where):
    played = handmade(lambda b: some(b, kind=kind, where=where), lambda b: some(b, kind="choose"))
    for seed in range(10):
        assert parted(played, seed, 20) is None


def test_behind_several_picks_others_are_asked_for():
    def decision(b):
        at, last = b.take(4), b.take()
        several = ir.PickSome(b.point("some"), at, 3, C(0), C(3), ir.Between(C(1), C(4)), None, 0)
        last_one = ir.Pick(b.point("last"), last, ir.ListCell(at), ir.Binary("lt", C(1), Cell(last)), 0)
        return b.decision(several, last_one)
    played = handmade(decision)
    for seed in range(12):
        assert parted(played, seed, 20) is None


def test_an_answer_that_is_not_offered_is_refused_and_nothing_happens():
    stepper = Stepper(game(KUHN, 2))
    stepper.begin(1)
    before = stepper.ints
    for wrong in (0, -1, 99):
        with pytest.raises(IllegalChoice):
            stepper.answer(wrong)
    assert stepper.chance_outcomes() == []
    with pytest.raises(IllegalChoice):
        stepper.answer_chance(1)
    assert stepper.ints == before
    stepper.answer(stepper.actions()[0])
    assert stepper.ints != before


def test_an_outcome_that_cannot_come_is_refused():
    stepper = Stepper(game(KUHN, 2))
    stepper.begin(1, explicit=True)
    before = stepper.ints
    assert stepper.actions() == []
    with pytest.raises(IllegalChoice):
        stepper.answer_chance(7)
    assert stepper.ints == before
