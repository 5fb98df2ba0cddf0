"""A hint says what the greedy bot would do and why, from what the seat that decides may see."""

from fractions import Fraction

import pytest

import rulelang
from rulelang.ir.draws import Draws
from rulelang.play.hints import hint, in_words
from tests.support.games import every_table, game, sampled
from tests.support.small_games import LINES

BIDS = '''game "Prices"
players 2
vars:
    worth per player: 0..1000
win: highest your worth
phase play:
    each player:
        choose amount from 1..4
        your worth += {worth}
'''


def asked(worth):
    return hint(rulelang.load(BIDS.format(worth=worth)).new_state(1))


def test_the_best_move_is_named_with_the_next_and_the_best_three_are_listed():
    found = asked("2 * amount")
    assert found.reason == "4: your position is then worth about 8, the most; next comes 3 with 6."
    assert [(advice.label, advice.estimate) for advice in found.best] == [("4", 8), ("3", 6), ("2", 4)]
    assert found.move.label == "4"


def test_moves_that_are_equally_good_are_said_to_be():
    assert asked("1").reason == "1, or anything else: one move ahead all look alike (about 1)."
    assert asked("5 * amount - amount * amount").reason == \
        "2: your position is then worth about 6, the most, as with one other move."


def test_a_move_without_an_alternative_needs_no_reason():
    state = rulelang.load(LINES, players=2, rounds=1, cards_dealt=1).new_state(1)
    one = rulelang.load(BIDS.format(worth="amount").replace("1..4", "3..3")).new_state(1)
    assert hint(one).reason == "3 is all you can do."
    assert hint(one).best == ()
    assert len(hint(state).best) == 3


def test_nobody_is_given_a_hint_when_nobody_decides():
    state = rulelang.load(BIDS.format(worth="amount")).new_state(1)
    state.apply(state.moves()[0])
    state.apply(state.moves()[0])
    with pytest.raises(ValueError, match="nobody has anything to decide"):
        hint(state)


@pytest.mark.parametrize(("estimate", "words"), [(Fraction(7), "7"), (Fraction(13, 2), "6.5"), (Fraction(0), "0"),
                                                 (Fraction(-1, 3), "-0.3"), (Fraction(1, 100), "0")])
def test_estimates_are_read_with_one_digit(estimate, words):
    assert in_words(estimate) == words


@every_table
def test_asking_for_a_hint_changes_nothing_and_depends_on_no_hidden_card(path, players):
    for state, chance in list(sampled(game(path, players).new_state(3), 5, 0.01))[:2]:
        before, events = state.s[:], len(state.record)
        other = state.resample(state.current_player, chance)
        assert hint(state, Draws(1, 0)) == hint(other, Draws(1, 0))
        assert hint(state) == hint(other)
        assert (state.s, len(state.record)) == (before, events)
