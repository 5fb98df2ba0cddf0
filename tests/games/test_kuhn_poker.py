"""Kuhn poker: small enough to look at every deal and every way to bet, so its known value can be checked exactly."""

from collections import Counter
from fractions import Fraction

from tests.games.table import load, look, value, zone

GAME = load("classics/kuhn_poker.rules")
BETTING = ("check check", "check bet fold", "check bet call", "bet fold", "bet call")

# The equilibrium in which the first player never bluffs; chance to bet or call with each card.
FIRST_CALLS = {"jack": Fraction(0), "queen": Fraction(1, 3), "king": Fraction(1)}
SECOND_BETS = {"jack": Fraction(1, 3), "queen": Fraction(0), "king": Fraction(1)}
SECOND_CALLS = {"jack": Fraction(0), "queen": Fraction(1, 3), "king": Fraction(1)}


def card(state, seat):
    (seen,) = zone(look(state, seat), "hand", seat).cards
    return seen.name


def games(state, chance=Fraction(1), said=()):
    """Every way to the end: its chance by deals alone, what was said, the cards, the returns."""
    if state.is_terminal:
        yield chance, " ".join(said), (card(state, 1), card(state, 2)), state.returns()
        return
    options = state.chance_outcomes() if state.is_chance else state.choices()
    for option in options:
        after = state.clone()
        after.apply(option.id)
        if state.is_chance:
            yield from games(after, chance * option.probability, said)
        else:
            yield from games(after, chance, (*said, value(option)))


ALL = list(games(GAME.new_state(explicit=True, first_player=1)))


def test_six_deals_and_five_ways_to_bet():
    assert Counter(said for _, said, _, _ in ALL) == dict.fromkeys(BETTING, 6)
    assert {chance for chance, *_ in ALL} == {Fraction(1, 6)}
    assert len({cards for *_, cards, _ in ALL}) == 6


def test_what_one_player_wins_the_other_loses():
    order = {"jack": 1, "queen": 2, "king": 3}
    for _, said, (first, second), returns in ALL:
        if said.endswith("fold"):
            gain = 1 if said == "bet fold" else -1
        else:
            gain = (2 if said.endswith("call") else 1) * (1 if order[first] > order[second] else -1)
        assert returns == (gain, -gain)


def chance_of_saying(said, first, second):
    """How likely the equilibrium players say this with these cards."""
    words = said.split()
    if words[0] == "bet":
        return Fraction(0)
    bets = SECOND_BETS[second]
    if words[1] == "check":
        return 1 - bets
    return bets * (FIRST_CALLS[first] if words[2] == "call" else 1 - FIRST_CALLS[first])


def test_the_first_player_loses_an_eighteenth_in_equilibrium():
    worth = sum(chance * chance_of_saying(said, *cards) * returns[0] for chance, said, cards, returns in ALL)
    assert worth == Fraction(-1, 18)


def worth_of(first, opening):
    """What the first player wins on average with this card and this opening, over both cards of the other."""
    total = Fraction(0)
    for chance, said, cards, returns in ALL:
        if cards[0] == first and said.startswith(opening):
            answer = chance_of_saying(said, *cards)
            if opening == "bet":
                answer = SECOND_CALLS[cards[1]] if said == "bet call" else 1 - SECOND_CALLS[cards[1]]
            total += chance * answer * returns[0]
    return total


def test_the_first_player_gains_nothing_by_betting():
    for first in ("jack", "queen", "king"):
        assert worth_of(first, "bet") <= worth_of(first, "check")
