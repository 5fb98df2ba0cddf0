"""Every rules file that can be played in, games and random play out: what tests of all games share."""

import random
from functools import cache

import pytest

from rulelang.compiler import check, compile_game
from rulelang.engine.game import Game
from tests.support.project import ROOT, relative

PLAYABLE = sorted(path for folder in ("games", "tests/specimens") for path in (ROOT / folder).rglob("*.rules"))

# Play with more seeds is for `make check-slow`.
SEEDS = [pytest.param(0, id="seed 0"), *(pytest.param(n, id=f"seed {n}", marks=pytest.mark.slow) for n in range(1, 5))]


@cache
def checked(path):
    """What the checker says of a file. Files that are broken are reported by `test_rules_files.py`, and once."""
    return check(path)


def tables():
    """Every playable file at every number of players, as parameters `path` and `players`.

    Numbers between the fewest and the most (or five, if more may play) are for `make check-slow`.
    """
    found = []
    for path in PLAYABLE:
        model = checked(path).model
        for players in range(model.low, model.high + 1) if model else ():
            marks = () if players in (model.low, max(model.low, min(model.high, 5))) else pytest.mark.slow
            found.append(pytest.param(path, players, id=f"{relative(path)}-{players}", marks=marks))
    return found


every_table = pytest.mark.parametrize(("path", "players"), tables())
every_seed = pytest.mark.parametrize("seed", SEEDS)


@cache
def game(path, players):
    """A game at a table of so many."""
    result = checked(path)
    return Game(compile_game(result.model, players, {}, result.bundle))


def moves_for(seed):
    """How many moves are played: some games go on for thousands, and most of their positions are alike."""
    return 40 if seed == 0 else 600


def positions(state, seed, most=None):
    """Play a game at random, from this state to its end, or for as many moves as the seed (or `most`) allows."""
    chance = random.Random(seed)
    yield state
    for _ in range(moves_for(seed) if most is None else most):
        if state.is_terminal:
            return
        state.play_random(chance)
        yield state


def played(state, seed, most=None):
    """A state after random play, at the end of its game unless that is far away."""
    for _ in positions(state, seed, most):
        pass
    return state


def sampled(state, seed, about):
    """Copies of about so many positions of a game, each with a generator for what is tried there; the first is one."""
    chance, share = random.Random(seed + 1), about * (1 if seed == 0 else 4) / moves_for(seed)
    for n, position in enumerate(positions(state, seed)):
        if not position.is_terminal and (n == 0 or chance.random() < share):
            yield position.clone(), random.Random(f"{seed} {n}")
