"""Whole games of classics: what everybody has at first, how long it takes, what adds up, who wins.

What one rule does is tested by the examples in the rules files; here stands what only a whole game shows.
"""

import random
from collections import Counter, defaultdict
from functools import cache

import pytest

from tests.games.table import counts, load, look

# The cards in each zone at the first decision; of hands the number for each player.
DEALS = {
    ("agram", 3): {"hand": (6, 6, 6), "deck": 17},
    ("agram", 5): {"hand": (6, 6, 6, 6, 6), "deck": 5},
    ("euchre", 4): {"hand": (5, 5, 5, 5), "upcard": 1, "deck": 3},
    ("hearts_without_passing", 4): {"hand": (13, 13, 13, 13), "deck": 0},
    ("klaverjassen", 4): {"hand": (8, 8, 8, 8), "deck": 0},
    ("pitch", 4): {"hand": (6, 6, 6, 6), "deck": 28},
    ("president", 5): {"hand": (11, 11, 10, 10, 10), "deck": 0},
    ("rummy", 2): {"hand": (10, 10), "stock": 31, "pile": 1},
    ("rummy", 3): {"hand": (7, 7, 7), "stock": 30, "pile": 1},
    ("rummy", 4): {"hand": (7, 7, 7, 7), "stock": 23, "pile": 1},
    ("scarto", 3): {"hand": (25, 25, 25), "deck": 0, "winnings": 3},
    ("scopa", 2): {"hand": (3, 3), "deck": 30, "pool": 4},
    ("scopa", 4): {"hand": (3, 3, 3, 3), "deck": 24, "pool": 4},
    ("skitgubbe", 3): {"hand": (3, 3, 3), "stock": 43},
    ("spades", 4): {"hand": (13, 13, 13, 13), "deck": 0},
    ("sueca", 4): {"hand": (10, 10, 10, 10), "deck": 0},
}
# Games of a fixed length, with their moves.
LENGTHS = {("agram", 3): 18, ("agram", 5): 30, ("hearts_without_passing", 4): 52, ("klaverjassen", 4): 33,
           ("pitch", 4): 28, ("scarto", 3): 75, ("scopa", 2): 36, ("scopa", 3): 36, ("scopa", 4): 36,
           ("spades", 4): 56, ("sueca", 4): 40}
# What decides: a score or a value, and whether much of it is good.
WINS = {("euchre", 4): ("deal_points", True), ("klaverjassen", 4): ("points", True),
        ("pitch", 4): ("deal_points", True), ("president", 5): ("points", True), ("rummy", 2): ("left_in_hand", False),
        ("scarto", 3): ("card_points", True), ("scopa", 3): ("result", True), ("skitgubbe", 3): ("points", True),
        ("sueca", 4): ("card_points", True)}


@cache
def game(name, players, **params):
    return load(f"classics/{name}.rules", players, **params)


def start(name, players, seed=0, **params):
    return game(name, players, **params).new_state(seed)


def hands(state):
    return tuple(zone.count for zone in look(state).zones if zone.name == "hand")


def finished(name, players, seed, **params):
    """A random game, and how many moves it took."""
    state, chance, moves = start(name, players, seed, **params), random.Random(seed), 0
    while not state.is_terminal:
        state.play_random(chance)
        moves += 1
    return state, moves


def totals(state, name):
    """A score, or a value per player or team, of each seat."""
    view, found = look(state), defaultdict(int)
    for line in view.scores:
        if line.score == name:
            found[line.seat] += line.now
    if not found:
        values = [value.number for value in view.values if value.name == name]
        found = {seat: values[(seat - 1) % len(values)] for seat in range(1, state.game.players + 1)}
    return [found[seat] for seat in sorted(found)]


def words(state, name):
    (found,) = [value.words for value in look(state).values if value.name == name]
    return found


@pytest.mark.parametrize(("table", "dealt"), DEALS.items(), ids=str)
def test_cards_are_dealt_and_player_1_begins(table, dealt):
    state = start(*table)
    found = counts(look(state))
    assert hands(state) == dealt["hand"]
    assert {name: found[name] for name in dealt if name != "hand"} == {k: v for k, v in dealt.items() if k != "hand"}
    assert state.current_player == 1


@pytest.mark.parametrize("table", DEALS, ids=str)
def test_cards_are_shuffled(table):
    first, other = (look(start(*table, seed), 1) for seed in (1, 2))
    assert [zone.cards for zone in first.zones] != [zone.cards for zone in other.zones]


@pytest.mark.parametrize(("table", "length"), LENGTHS.items(), ids=str)
def test_a_game_has_as_many_moves_as_cards_and_bids(table, length):
    assert finished(*table, 3)[1] == length


@pytest.mark.parametrize(("table", "criterion"), WINS.items(), ids=str)
def test_who_has_most_or_least_wins(table, criterion):
    for seed in range(2):
        state, _ = finished(*table, seed)
        points = totals(state, criterion[0])
        best = (max if criterion[1] else min)(points)
        assert list(state.returns()) == [int(each == best) for each in points]


def test_the_last_trick_of_agram_wins():
    state, _ = finished("agram", 3, 1)
    assert state.returns()[int(words(state, "leader")[-1]) - 1] == 1


@pytest.mark.parametrize("seed", range(3))
def test_what_is_shared_out_adds_up(seed):
    assert sum(totals(finished("sueca", 4, seed)[0], "card_points")) == 2 * 120
    assert sum(totals(finished("euchre", 4, seed)[0], "tricks")) == 2 * 5
    assert sum(totals(finished("spades", 4, seed)[0], "tricks")) == 13
    assert sum(totals(finished("klaverjassen", 4, seed)[0], "points")) / 2 in range(162, 1000, 10)      # with bonuses
    assert counts(look(finished("scarto", 3, seed)[0]))["winnings"] == 78
    assert Counter(totals(finished("president", 5, seed)[0], "points")) == {2: 1, 1: 1, 0: 3}


@pytest.mark.parametrize("seed", range(6))
def test_rummy_ends_without_a_stock_or_with_an_empty_hand(seed):
    state, _ = finished("rummy", 2, seed)
    assert 0 in (*hands(state), counts(look(state))["stock"])


@pytest.mark.parametrize("seed", range(3))
def test_one_player_of_skitgubbe_keeps_cards(seed):
    state, _ = finished("skitgubbe", 3, seed)
    kept = [zone.count for zone in look(state).zones if zone.name == "winnings"]
    assert sum(1 for count in kept if count) == 1
    assert totals(state, "points")[[bool(count) for count in kept].index(True)] == 0


@pytest.mark.parametrize(("players", "most"), [(3, 17), (5, 10), (7, 7)])
def test_oh_hell_is_played_with_one_card_to_all_but_the_upcard(players, most):
    seen = set()
    for seed in range(80):
        state = start("oh_hell", players, seed)
        (cards,) = set(hands(state))
        assert counts(look(state))["upcard"] == 1
        seen.add(cards)
    assert {1, most} <= seen <= set(range(1, most + 1))


def test_oh_hell_with_a_smaller_pack_and_a_fixed_number_of_tricks():
    state = start("oh_hell", 3, tricks=4, suits=2, ranks=8)
    assert hands(state) == (4, 4, 4)
    assert sum(counts(look(state)).values()) == 16
    assert finished("oh_hell", 3, 1, tricks=4, suits=2, ranks=8)[1] == 3 + 3 * 4


@pytest.mark.parametrize("seed", range(3))
def test_the_bidder_of_pitch_leads(seed):
    state, chance = start("pitch", 4, seed), random.Random(seed)
    for _ in range(4):
        state.play_random(chance)
    assert f"Player {state.current_player}" == words(state, "bidder") == words(state, "leader")


@pytest.mark.parametrize("seed", range(3))
def test_the_last_card_dealt_in_sueca_is_shown_and_its_suit_is_trump(seed):
    view = look(start("sueca", 4, seed))
    (shown,) = [card.name for zone in view.zones if zone.name == "hand" for card in zone.cards if card.name]
    assert shown.endswith(f" of {words(start('sueca', 4, seed), 'trump')}")
    assert [zone.owner for zone in view.zones for card in zone.cards if card.name] == [4]
