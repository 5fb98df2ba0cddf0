"""A few lines of rules in, a game of them played to a stop out, and what lies on the table."""

from random import Random

from rulelang import load
from rulelang.ir.listing import listing

HEAD = '''game "Small"
players 2
enum suit: red, green, blue
cards card:
    rank: 1..9
    1 each rank
cards beast:
    suit: suit
    1 "Wolf": suit red
    1 "Hare": suit green
    1 "Crow": suit blue
tokens coin: 6
pots:
    bank: coin
zones:
    deck: stack of card, seen by nobody
    heap: stack of card, seen by all, discards
    shown: row of card, seen by all
    hand per player: set of card, seen by owner
    den: set of beast, seen by all, discards
vars:
    total: 0..99
    each_one per player: 0..99
    flagged: flag
win: highest your each_one
'''


def play(rules, *, head=HEAD, seed=0, first=0, **settings):
    """A new game of the head and these declarations, run to its first stop."""
    return load(head + rules, **settings).new_state(seed, explicit=bool(first))


def phase(*lines, **settings):
    """A game whose `play` is these lines."""
    return play("phase play:\n" + "".join(f"    {line}\n" for line in lines), **settings)


def rest(state):
    """Play on at random."""
    chance = Random(1)
    while not state.is_terminal:
        state.play_random(chance)
    return state


def lies(state, name, owner=0):
    """The printed names of the cards of a zone, in reading order."""
    program = state.program
    (zone,) = [n for n, info in enumerate(program.zones) if info.name == name and info.owner == owner]
    return [program.prints[program.cards[card]].name for card in state.game.code.zones.cards(state.s, zone)]


def loose(state, name):
    """How many cards of a zone have no order yet."""
    (zone,) = [n for n, info in enumerate(state.program.zones) if info.name == name]
    return state.s[state.game.code.zones.at[zone] + 1]


def value(state, name, index=0):
    """What a variable holds."""
    (var,) = [var for var in state.program.vars if var.name == name]
    return state.s[var.base + index]


def tokens(state, name):
    """Supply, then what the seats have."""
    (token,) = [token for token in state.program.tokens if token.name == name]
    return [state.s[token.supply], *state.s[token.players : token.players + state.program.players]]


def offers(state):
    """The labels of what may be chosen."""
    return [choice.label for choice in state.choices()]


def lowered(*lines, head=HEAD):
    """The listing of a game whose `play` is these lines."""
    return listing(load(head + "phase play:\n" + "".join(f"    {line}\n" for line in lines)).program)
