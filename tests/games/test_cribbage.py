"""Cribbage: whole games counted once more, by hand and card by card, from the cards alone."""

from itertools import combinations

import pytest

from tests.games.table import load, look, number, random_choices, value, zone

GAME = load("classics/cribbage.rules")
RANKS = ["ace", *map(str, range(2, 11)), "jack", "queen", "king"]


def rank(card):
    return RANKS.index(card.split()[0]) + 1


def suit(card):
    return card.split()[-1]


def worth(card):
    return min(10, rank(card))


def pegged(cards):
    """The points for the last of these cards, laid one after the other."""
    total, points = sum(map(worth, cards)), 0
    points += 2 * (total in (15, 31))
    alike = next((n for n in range(len(cards), 0, -1) if len({rank(card) for card in cards[-n:]}) == 1), 0)
    points += {0: 0, 1: 0, 2: 2, 3: 6, 4: 12}[alike]
    for n in range(len(cards), 2, -1):
        last = sorted(rank(card) for card in cards[-n:])
        if last == list(range(last[0], last[0] + n)):
            return points + n
    return points


def shown(hand, starter, crib=False):
    """The points of a hand with the starter."""
    five = [*hand, starter]
    sets = [part for n in range(2, 6) for part in combinations(five, n)]
    points = sum(2 for part in sets if sum(map(worth, part)) == 15)
    points += sum(2 for one, other in combinations(five, 2) if rank(one) == rank(other))
    for n in (5, 4, 3):
        ordered = [sorted(map(rank, part)) for part in combinations(five, n)]
        runs = sum(part == list(range(part[0], part[0] + n)) for part in ordered)
        if runs:
            points += n * runs
            break
    if len({suit(card) for card in hand}) == 1:
        points += 5 if suit(starter) == suit(hand[0]) else 0 if crib else 4
    return points + sum(card == f"jack of {suit(starter)}" for card in hand)


def counted(seed):
    """A random game: the points of both that are counted here, and those of the game."""
    points, hands, line, told = {1: 0, 2: 0}, {1: [], 2: []}, [], {1: 0, 2: 0}
    laid, crib, gone, last = [], [], set(), 0
    for state, choice in random_choices(GAME, seed):
        if choice is None:
            break
        seat, picked = state.current_player, value(choice)
        if " of " in picked and len(crib) < 4:
            crib.append(picked)
        elif picked == "go":
            gone.add(seat)
        elif " of " in picked:
            line, laid, last = [*line, picked], [*laid, picked], seat
            hands[seat].append(picked)
            points[seat] += pegged(line)
        total = sum(map(worth, line))
        if line and (len(gone) == 2 or total == 31 or len(laid) == 8):
            points[last] += total < 31
            line, gone = [], set()
    starter = zone(look(state), "starter").cards[0].name
    points[1] += 2 * starter.startswith("jack") + shown(hands[1], starter) + shown(crib, starter, crib=True)
    points[2] += shown(hands[2], starter)
    told = {seat: number(look(state), "points", seat) for seat in (1, 2)}
    return points, told


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(n, marks=pytest.mark.slow) for n in range(4, 100))])
def test_every_point_is_what_a_person_would_count(seed):
    by_hand, told = counted(seed)
    assert by_hand == told


@pytest.mark.parametrize(("hand", "points"), [
    ("5 of hearts,5 of spades,5 of diamonds,jack of clubs", 29),
    ("4 of hearts,4 of spades,6 of diamonds,6 of clubs", 24),
])
def test_counting_by_hand(hand, points):
    assert shown(hand.split(","), "5 of clubs") == points
