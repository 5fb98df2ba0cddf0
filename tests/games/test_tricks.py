"""Trick games against the same rules in Python: which cards are offered, and who leads the next trick.

Each `Rules` says for one game what a hand may add to a trick, and how high a card counts in it. Cards are (suit, rank).
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.games.table import load, look, zone

LOW_TO_ACE = [*map(str, range(2, 11)), "jack", "queen", "king", "ace"]
SAME_COLOUR = {"clubs": "spades", "spades": "clubs", "hearts": "diamonds", "diamonds": "hearts"}
TRUMPS = ("pagat popess empress emperor pope lovers chariot justice hermit wheel strength hanged death temperance "
          "devil tower star moon sun world angel").split()


@dataclass(frozen=True)
class Rules:
    """What `may(hand, trick, trump)` be played, and `height(card, led, trump)`, which orders the cards of a trick."""

    file: str
    players: int
    may: Callable
    height: Callable
    suit: Callable = lambda card, trump: card[0]


def read(name):
    rank, _, suit = name.partition(" of ")
    return (suit, rank) if suit else ("trumps", name) if name in TRUMPS else ("", name)


def follow(hand, trick, trump):
    return [card for card in hand if trick and card[0] == trick[0][0]] or hand


def by_rank(order):
    return lambda card, led, trump: (card[0] == trump, card[0] == led, order.index(card[1]))


def follow_or_trump(hand, trick, trump):
    if not trick or all(card[0] != trick[0][0] for card in hand):
        return hand
    return [card for card in hand if card[0] in (trick[0][0], trump)]


# ---------------------------------------------------------------- Euchre: a jack that changes its suit


def euchre_suit(card, trump):
    return trump if card == (SAME_COLOUR.get(trump), "jack") else card[0]


def euchre_may(hand, trick, trump):
    led = euchre_suit(trick[0], trump) if trick else None
    return [card for card in hand if euchre_suit(card, trump) == led] or hand


def euchre_height(card, led, trump):
    bowers = [(SAME_COLOUR[trump], "jack"), (trump, "jack")]
    high = 1 + bowers.index(card) if card in bowers else 0
    return high, card[0] == trump, card[0] == led, LOW_TO_ACE.index(card[1])


# ---------------------------------------------------------------- Klaverjassen: duties to trump and to overtrump


def klaverjassen_height(card, led, trump):
    if card[0] == trump:
        return 2, ["7", "8", "queen", "king", "10", "ace", "9", "jack"].index(card[1])
    return int(card[0] == led), ["7", "8", "9", "jack", "queen", "king", "10", "ace"].index(card[1])


def klaverjassen_may(hand, trick, trump):
    if not trick:
        return hand
    led = trick[0][0]
    heights = [klaverjassen_height(card, led, trump) for card in trick]
    trumps = [card for card in hand if card[0] == trump]
    higher = [card for card in trumps if klaverjassen_height(card, led, trump) > max(heights)]
    others = [card for card in hand if card[0] != trump]
    if led == trump:
        return higher or trumps or hand
    if any(card[0] == led for card in hand):
        return follow(hand, trick, trump)
    partner_is_best = (len(trick) - heights.index(max(heights))) % 2 == 0
    return (others + higher or hand) if partner_is_best else higher or others or hand


# ---------------------------------------------------------------- Scarto: trumps, and a card that may always be played


def scarto_may(hand, trick, trump):
    led = next((card for card in trick if card[0]), None)
    if led is None:
        return hand
    fitting = [c for c in hand if c[0] == led[0]] or [c for c in hand if c[0] == "trumps"]
    return [*fitting, *(card for card in hand if not card[0])] if fitting else hand


def scarto_height(card, led, trump):
    suit, rank = card
    if suit == "trumps":
        return 2, TRUMPS.index(rank)
    courts = ["knave", "cavalier", "queen", "king"]
    pips = 1 if rank == "ace" else int(rank) if rank.isdigit() else 0
    height = 11 + courts.index(rank) if rank in courts else pips if suit in ("swords", "batons") else 11 - pips
    return int(bool(suit) and suit == led), height


SUECA = ["2", "3", "4", "5", "6", "maid", "horse", "king", "7", "ace"]
GAMES = [
    Rules("agram", 3, follow, by_rank(LOW_TO_ACE)),
    Rules("euchre", 4, euchre_may, euchre_height, euchre_suit),
    Rules("klaverjassen", 4, klaverjassen_may, klaverjassen_height),
    Rules("pitch", 4, follow_or_trump, by_rank(LOW_TO_ACE)),
    Rules("scarto", 3, scarto_may, scarto_height),
    Rules("sueca", 4, follow, by_rank(SUECA)),
    Rules("whist", 4, follow, by_rank(LOW_TO_ACE)),
]


def trump_of(view):
    return next((value.words for value in view.values if value.name == "trump"), "")


def taker(rules, trick, trump):
    """The seat that takes a trick of (seat, card)."""
    led = next((rules.suit(card, trump) for _, card in trick if card[0]), "")
    return max(trick, key=lambda played: rules.height(played[1], led, trump))[0]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.file)
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 40))])
def test_cards_offered_and_takers_of_tricks_are_those_of_the_rules(rules, seed):
    state, chance = load(f"classics/{rules.file}.rules", rules.players).new_state(seed), random.Random(seed)
    trick, leader, checked = [], None, 0
    while not state.is_terminal:
        seat, view, moves = state.current_player, look(state, state.current_player), state.moves()
        names = [card.name for card in zone(view, "hand", seat).cards]
        offered = [move.ids[-1].partition(":")[2] for move in moves]
        move = chance.choice(moves)
        if "card:" in move.ids[-1] and "aside" not in move.ids[-1]:
            hand, on_table = [read(name) for name in names], [card for _, card in trick]
            assert sorted(map(read, offered)) == sorted(rules.may(hand, on_table, trump_of(view)))
            assert trick or leader in (None, seat)
            trick.append((seat, read(move.ids[-1].partition(":")[2])))
            checked += 1
        state.apply(move)
        size = rules.players - any(value.name == "lone" and value.words == "yes" for value in view.values)
        if len(trick) == size:
            leader, trick = taker(rules, trick, trump_of(look(state))), []
    assert checked
    assert not trick
