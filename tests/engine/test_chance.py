"""Chance: exact outcomes in explicit mode, the same states for the same outcomes in seeded mode."""

from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.engine.game import CHANCE, Game
from rulelang.ir import nodes as ir
from rulelang.ir.nodes import DONE
from rulelang.ir.program import COUNTER, EXPLICIT, SEED_HIGH, SEED_LOW
from tests.support.ir import CARD, NUMBER, Builder, C, Cell, cards_to, lying


def outcomes_of(game):
    """Every end of a game in explicit mode with its probability, by the ints without the generator's."""
    found = Counter()
    waiting = [(game.new_state(explicit=True, knowledge=False), Fraction(1))]
    while waiting:
        state, weight = waiting.pop()
        if state.is_terminal:
            found[ints(state)] += weight
            continue
        assert state.current_player == CHANCE
        assert state.is_chance
        outcomes = state.chance_outcomes()
        assert sum(o.probability for o in outcomes) == 1
        assert [o.key for o in outcomes] == sorted({o.key for o in outcomes})
        assert len({o.id for o in outcomes}) == len(outcomes)
        for outcome in outcomes:
            after = state.clone()
            after.apply(outcome.id)
            waiting.append((after, weight * outcome.probability))
    return found


def ints(state):
    """What the game is, whichever way chance was answered."""
    return tuple(0 if at in (SEED_LOW, SEED_HIGH, COUNTER, EXPLICIT) else x for at, x in enumerate(state.s))


def check_modes(game, seeds=400):
    """Seeded play reaches states of explicit play only, about as often as it should."""
    expected = outcomes_of(game)
    counts = Counter(ints(game.new_state(seed, knowledge=False)) for seed in range(seeds))
    assert set(counts) <= set(expected)
    chi_squared = sum((counts[end] - seeds * p) ** 2 / (seeds * p) for end, p in expected.items())
    freedom = len(expected) - 1
    assert chi_squared < freedom + 5 * (2 * freedom) ** 0.5 + 5
    return expected


def deal(prints, drawn):
    """Shuffle a deck and deal its top cards into a row."""
    b = Builder()
    b.cards(**prints)
    deck, row = b.zone("deck", "stack"), b.zone("row", "row")
    cards = range(sum(prints.values()))
    follow = b.block(then=ir.Finish())
    for _ in range(drawn):
        move = ir.MoveCards(ir.Items((ir.CardAt(C(deck), C(1)),)), ir.Place(C(row)), C(0), False, why="draw")
        moving = b.block(move, then=ir.Goto(follow))
        follow = b.block(then=ir.Settle(C(deck), C(1), moving))
    b.start(cards_to(deck, *cards), ir.Shuffle(C(deck)), then=ir.Goto(follow))
    return Game(b.program()), deck, row


def test_a_deal_has_exactly_the_chances_of_its_prints():
    game, _, _ = deal({"Jack": 1, "Queen": 1, "King": 2}, 2)
    ends = check_modes(game)
    assert sorted(ends.values()) == [Fraction(1, 12)] * 2 + [Fraction(1, 6)] * 5


def test_the_first_stop_offers_each_print_once():
    game, _, row = deal({"Jack": 1, "King": 3}, 2)
    state = game.new_state(explicit=True)
    assert [(o.id, o.key, o.probability) for o in state.chance_outcomes()] == [
        ("deck:Jack", 0, Fraction(1, 4)), ("deck:King", 1, Fraction(3, 4))]
    state.apply("deck:King")
    assert lying(state, row) == [1]


def test_the_last_card_is_not_drawn():
    game, _deck, row = deal({"Jack": 1, "King": 1}, 2)
    state = game.new_state(explicit=True)
    state.apply("deck:King")
    assert state.is_terminal
    assert lying(state, row) == [1, 0]
    assert game.new_state(3).s[COUNTER] == 1


def test_a_whole_order_is_drawn_card_by_card():
    b = Builder()
    b.cards(A=1, B=1, C=1)
    row = b.zone("row", "row")
    last = b.block(then=ir.Finish())
    b.start(cards_to(row, 0, 1, 2), ir.Shuffle(C(row)), then=ir.Settle(C(row), C(-0x80000000), last))
    assert sorted(check_modes(Game(b.program())).values()) == [Fraction(1, 6)] * 6


def random_game(step, size, cards=()):
    b = Builder()
    if cards:
        b.cards(**dict(cards))
    at = b.take(size)
    hand = b.zone("hand")
    total = sum(n for _, n in cards)
    b.ask(b.decision(step(b, at, hand), kind="chance", decider=C(0), name="random.x", nothing=((at, size - 1),)),
          setup=[cards_to(hand, *range(total))] if cards else [])
    return Game(b.program()), at


def test_a_random_card_counts_every_copy():
    game, _at = random_game(lambda b, at, hand: ir.Pick(b.point("random.x"), at, ir.ZoneCards(C(hand)), None, CARD), 1,
                           (("Fox", 3), ("Hen", 1)))
    state = game.new_state(explicit=True)
    assert [(o.id, o.probability) for o in state.chance_outcomes()] == [
        ("random.x:Fox", Fraction(3, 4)), ("random.x:Hen", Fraction(1, 4))]
    check_modes(game)


@pytest.mark.parametrize(("low", "high"), [(2, 2), (0, 2), (1, 3), (5, 5)])
@pytest.mark.parametrize("listed", [True, False])
def test_random_combinations_are_equally_likely(low, high, listed):
    """Counted without listing, or (with a condition that always holds) listed: the same chances."""
    def step(b, at, hand):
        where = ir.Binary("lt", C(-1), Cell(at)) if listed else None
        return ir.PickSome(b.point("random.x"), at, 5, C(low), C(high), ir.ZoneCards(C(hand)), where, CARD)
    game, at = random_game(step, 6, (("Fox", 2), ("Hen", 1), ("Owl", 1)))
    ends = check_modes(game, 600)
    total = sum(comb(4, n) for n in range(low, min(high, 4) + 1))
    weights = Counter()
    for end, weight in ends.items():
        prints = tuple("FFHO"[card] for card in end[at + 1:at + 1 + end[at]]) if total else ()
        weights[prints] += weight
    for prints, weight in weights.items():
        ways = comb(2, prints.count("F"))
        assert weight == (Fraction(ways, total) if total else 1)


def test_a_random_pick_of_one_possibility_is_no_chance():
    game, at = random_game(lambda b, at, hand: ir.Pick(b.point("random.x"), at, ir.ConstList((7,)), None, NUMBER), 1)
    state = game.new_state(explicit=True)
    assert state.is_terminal
    assert state.s[at] == 7
    game, at = random_game(lambda b, at, hand: ir.Pick(b.point("random.x"), at, ir.ConstList(()), None, NUMBER), 1)
    assert game.new_state(5).s[at] == -0x80000000


@given(st.integers(1, 10**12))
def test_hands_from_a_full_deck_are_never_listed(seed):
    b = Builder()
    b.cards(**{f"c{n}": 1 for n in range(52)})
    hand, at = b.zone("hand"), b.take(14)
    step = ir.PickSome(b.point("x"), at, 13, C(13), C(13), ir.ZoneCards(C(hand)), None, CARD)
    b.ask(b.decision(step, kind="chance", decider=C(0)), setup=[cards_to(hand, *range(52))])
    game = GAMES.setdefault("deck", Game(b.program()))
    drawn = game.new_state(seed, knowledge=False)
    cards = drawn.s[at + 1:at + 14]
    assert cards == sorted(set(cards))
    explicit = game.new_state(explicit=True, knowledge=False)
    assert explicit.chance_outcomes()[0].probability == Fraction(13, 52)
    for card in cards:
        explicit.apply(f"x:c{card}")
    assert ints(explicit) == ints(drawn)


GAMES = {}


def test_the_end_of_a_random_pick_is_an_outcome():
    game, _ = random_game(lambda b, at, hand: ir.PickSome(b.point("x"), at, 2, C(0), C(1), ir.ConstList((4, 6)), None,
                                                          NUMBER), 3)
    assert [(o.key, o.probability) for o in game.new_state(explicit=True).chance_outcomes()] == [
        (DONE, Fraction(1, 3)), (4, Fraction(1, 3)), (6, Fraction(1, 3))]
