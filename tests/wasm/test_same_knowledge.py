"""Both executors know the same, move by move, in every rules file at every number of players."""

import pytest

from rulelang.ir.numbers import play_seed
from rulelang.ir.program import DECIDING, SEED_HIGH, SEED_LOW, STATUS
from rulelang.wasm.host import Runner
from tests.support.games import every_table, game

MOST_MOVES = 40


def known(program, s):
    """All ints but those that stand for what seats have been told."""
    return s[:program.info_keys] + s[program.info_keys + 2 * program.players:]


@every_table
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 4))])
def test_every_seat_knows_the_same(path, players, seed):
    played = game(path, players)
    state, runner = played.new_state(seed), Runner(played, knowledge=True)
    runner.begin(seed)
    low, high = play_seed(state.s[SEED_LOW], state.s[SEED_HIGH])
    for counter in range(MOST_MOVES):
        assert known(played.program, runner.ints) == known(played.program, state.s)
        if state.s[STATUS] != DECIDING:
            return
        state.play_uniform(low, high, counter)
        runner.play_uniform(low, high, counter)
