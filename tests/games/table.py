"""A game to play and look at: helpers of the tests that watch whole games through the public view."""

import random
from collections import Counter

import rulelang
from tests.support.project import ROOT

GAMES = ROOT / "games"
MOST_CHOICES = 20_000
LOG_END = 10**9


def load(name, players=2, **params):
    """A bundled game by its path below `games/`, for a number of players."""
    return rulelang.load(str(GAMES / name), players=players, **params)


def value(choice):
    """What an option stands for: the part of its id after the decision it belongs to."""
    return choice.id.partition(":")[2]


def pick(state, wanted):
    """Choose the one option that stands for `wanted`."""
    (choice,) = [choice for choice in state.choices() if value(choice) == wanted]
    state.apply(choice.id)


def random_choices(game, seed, **start):
    """Play one game at random; before each choice give the state and the choice about to be made, at last the end."""
    rng = random.Random(seed)
    state = game.new_state(seed=seed, **start)
    for _ in range(MOST_CHOICES):
        if state.is_terminal:
            yield state, None
            return
        choice = rng.choice(state.choices())
        yield state, choice
        state.apply(choice.id)
    raise AssertionError(f"no end after {MOST_CHOICES} choices")


def settle(state, rng):
    """Let chance decide, with its own probabilities, until somebody must choose."""
    while state.is_chance:
        outcomes = state.chance_outcomes()
        weights = [float(outcome.probability) for outcome in outcomes]
        state.apply(rng.choices(outcomes, weights)[0].id)
    return state


def look(state, seat=None):
    """What a seat (by default: everybody) may see, without the log, which grows with the game."""
    return state.view(seat, log_from=LOG_END)


def counts(view):
    """The number of cards in each zone, the zones of all players added up."""
    found = Counter()
    for zone in view.zones:
        found[zone.name] += zone.count
    return found


def zone(view, name, owner=0):
    """One zone of a view."""
    (found,) = [zone for zone in view.zones if (zone.name, zone.owner) == (name, owner)]
    return found


def number(view, name, owner=0):
    """The number in one variable of a view."""
    (found,) = [seen for seen in view.values if (seen.name, seen.owner) == (name, owner)]
    return found.number
