"""Both executors play every rules file at every number of players alike, move by move, int by int."""

import pytest

from rulelang.engine import decisions
from rulelang.ir.numbers import play_seed
from rulelang.ir.program import DECIDING, SEED_HIGH, SEED_LOW, STATUS
from rulelang.wasm.host import Runner, interpreted
from tests.support.games import PLAYABLE, checked, every_table, game
from tests.support.project import relative
from tests.wasm.modules import same_course

# Some games go on for thousands of moves, and most of their positions are alike.
MOST_MOVES = 40
LISTED = 10
GAMES = range(3)
MANY = 200


@every_table
def test_every_state_is_the_same(path, players):
    for seed in GAMES:
        assert same_course(game(path, players), seed, MOST_MOVES, listing=False) is None


@every_table
def test_moves_are_listed_in_the_same_order_and_leave_no_trace(path, players):
    played = game(path, players)
    state, runner = played.new_state(7, knowledge=False), Runner(played, listing=True)
    runner.begin(7)
    low, high = play_seed(state.s[SEED_LOW], state.s[SEED_HIGH])
    for counter in range(LISTED):
        if state.s[STATUS] != DECIDING:
            return
        played.code.tries = played.code.most_tries
        assert runner.moves() == decisions.first_paths(played.code, state.s, state._question(), 100_000)
        assert runner.ints == state.s
        state.play_uniform(low, high, counter)
        runner.play_uniform(low, high, counter)


@pytest.mark.parametrize("path", PLAYABLE, ids=relative)
def test_whole_games_at_every_table_give_the_same_results(path):
    model = checked(path).model
    for players in range(model.low, model.high + 1):
        played = game(path, players)
        for result in Runner(played).playouts(11, len(GAMES), digest=True):
            assert result == interpreted(played, result.seed, digest=True), f"{players} players"


@pytest.mark.slow
@every_table
def test_many_whole_games_give_the_same_results(path, players):
    played = game(path, players)
    for result in Runner(played).playouts(1000, MANY, digest=True):
        assert result == interpreted(played, result.seed, digest=True)
