"""Statements made at random, over zones that some see and others do not: both executors know and tell the same."""

import random

import pytest

from rulelang.engine.game import Game
from rulelang.wasm.host import Runner
from tests.wasm.told import Crowd, Secrets

BLOCKS = 8


@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(n, marks=pytest.mark.slow) for n in range(12, 1000))])
def test_both_executors_know_and_tell_the_same(seed):
    played_alike(Secrets, seed)


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(n, marks=pytest.mark.slow) for n in range(3, 300))])
def test_both_executors_know_and_tell_the_same_of_many_cards(seed):
    played_alike(Crowd, seed)


def played_alike(kind, seed):
    game = Game(kind(random.Random(seed)).program(BLOCKS))
    state, runner = game.new_state(seed), Runner(game, knowledge=True)
    runner.begin(seed)
    assert runner.events() == list(state.record.events())
    assert runner.ints == state.s
    silent = Runner(game, knowledge=True, tells=False)
    silent.begin(seed)
    assert known(game, silent.ints) == known(game, state.s)


def known(game, ints):
    """The ints of a position, but for what each seat was told."""
    keys = game.program.info_keys
    return ints[:keys] + ints[keys + 2 * game.players:]
