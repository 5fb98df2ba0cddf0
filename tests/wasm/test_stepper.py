"""Positions answered step by step in a module, chance included, as the interpreter answers them."""

import random
from fractions import Fraction
from itertools import product

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


def parted(played, seed, steps, *, knowledge=False, explicit=True):
    """Play a game with both executors, chance drawn by the test; the first step at which they part, or None.

    `knowledge`: what seats know and are told, and the record, must be the same, too.
    """
    state, rng = played.new_state(seed, explicit=explicit, knowledge=knowledge), random.Random(seed)
    stepper = Stepper(played, knowledge=knowledge)
    stepper.begin(seed, explicit=explicit)
    for step in range(steps):
        if state.s != stepper.ints:
            return step
        if state.is_terminal:
            break
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
    if knowledge:
        assert stepper.events() == list(state.record.events())
        assert stepper.record().to_plain() == state.record.to_plain()
    return None


@pytest.mark.parametrize("path", PLAYABLE, ids=relative)
def test_every_step_and_every_outcome_of_chance_is_the_same(path):
    assert parted(game(path, checked(path).model.low), 5, 50) is None


# A sixth of the files; `make check-slow` takes them all.
some_files = pytest.mark.parametrize("path", [
    pytest.param(path, id=relative(path), marks=() if n % 6 == 0 else pytest.mark.slow)
    for n, path in enumerate(PLAYABLE)])


@some_files
def test_every_step_is_known_and_told_the_same(path):
    assert parted(game(path, checked(path).model.low), 5, 40, knowledge=True) is None


@pytest.mark.slow
@every_table
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_the_same_step_by_step(path, players, seed):
    assert parted(game(path, players), seed, 3000) is None


@pytest.mark.slow
@every_table
@pytest.mark.parametrize("explicit", [True, False])
def test_whole_games_are_told_the_same_step_by_step(path, players, explicit):
    assert parted(game(path, players), 4, 400, knowledge=True, explicit=explicit) is None


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


def alike_either_way(played, seeds, steps=20):
    """Both executors go the same way and tell the same, whoever draws chance."""
    return all(parted(played, seed, steps, knowledge=knowledge, explicit=explicit) is None
               for seed in range(seeds) for knowledge, explicit in product((True, False), repeat=2))


def test_chance_may_pick_twice_and_its_first_pick_is_kept():
    played = handmade(two_picks)
    assert alike_either_way(played, 6)
    stepper = Stepper(played)
    stepper.begin(explicit=True)
    assert stepper.chance_outcomes() == [(n, Fraction(n, 10)) for n in (1, 2, 3, 4)]
    stepper.answer_chance(3)
    assert stepper.chance_outcomes() == [(n, Fraction(1, 3)) for n in (1, 2, 3)]


@pytest.mark.parametrize("kind", ["chance", "choose"])
@pytest.mark.parametrize("where", [None, lambda at: ir.Member(ir.ListCell(at), C(1))], ids=["any", "with 1"])
def test_several_are_picked_one_by_one(kind, where):
    played = handmade(lambda b: some(b, kind=kind, where=where), lambda b: some(b, kind="choose"))
    assert alike_either_way(played, 5)


def test_behind_several_picks_others_are_asked_for():
    def decision(b):
        at, last = b.take(4), b.take()
        several = ir.PickSome(b.point("some"), at, 3, C(0), C(3), ir.Between(C(1), C(4)), None, 0)
        last_one = ir.Pick(b.point("last"), last, ir.ListCell(at), ir.Binary("lt", C(1), Cell(last)), 0)
        return b.decision(several, last_one)
    assert alike_either_way(handmade(decision), 5)


@pytest.mark.parametrize("kind", ["chance", "choose"])
@pytest.mark.parametrize("public", [True, False])
def test_branches_with_several_picks_each(kind, public):
    def decision(b):
        fork, first, second = b.take(), b.take(4), b.take(4)
        picks = tuple(ir.PickSome(b.point(name), at, 3, C(1), C(2), ir.Between(C(1), C(3)), None, 0)
                      for name, at in (("first", first), ("second", second)))
        ways = (ir.Way(1, b.text("left"), None, picks), ir.Way(2, b.text("right"), None, picks[:1]),
                ir.Way(3, b.text("none"), ir.Binary("lt", C(1), C(0)), ()))
        return b.decision(ir.Fork(b.point("fork"), fork, ways, public, 0), kind=kind)
    assert alike_either_way(handmade(decision, lambda b: some(b, kind="choose")), 4)


@pytest.mark.parametrize("kind", ["chance", "choose"])
@pytest.mark.parametrize("patterns", [1, 2])
def test_melds(kind, patterns):
    b = Builder()
    cards = [card for same in b.cards(ant=2, bee=1, cat=2) for card in same]
    hand, at = b.zone("hand", seen=1), b.take(20)
    melds = tuple(b.meld(f"meld{n}", (1 + n, 2 + n)) for n in range(patterns))
    deal = ir.MoveCards(ir.ConstList(tuple(cards)), ir.Place(C(hand)), C(0), False)
    pick = ir.PickMeld(b.point("melds"), at, 19, ir.ZoneCards(C(hand)), melds, None, 0)
    b.ask(b.decision(pick, kind=kind), some(b, kind="choose"), setup=(deal,))
    assert alike_either_way(Game(b.program()), 3)


@pytest.mark.parametrize("limit", [24, 40, 48])
def test_steps_before_a_stop_of_chance_count(limit):
    b = Builder()
    at, count = b.take(), b.take()
    around = ir.Loop(0, ir.Between(C(1), C(20)), (ir.SetCellTo(count, ir.Reg(0), 3),), span=4)
    draw = b.decision(ir.Pick(b.point("p"), at, ir.Between(C(1), C(3)), None, 0), kind="chance")
    last = b.block(around, then=ir.Finish())
    b.block(around, then=ir.Chance(draw, last), number=b.entry(b.main))
    assert parted(Game(b.program(), step_limit=limit), 1, 3) is None


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
