"""Random games from a position: the same in modules as by the interpreter, and decided by their seed alone."""

import pytest

from rulelang.engine.rollouts import roll_out, roll_out_moves
from rulelang.wasm.host import Runner
from tests.support.games import every_table, game, sampled
from tests.support.project import ROOT

KUHN, GOLF, LINKAGE, HEARTS = (ROOT / "games" / name for name in (
    "classics/kuhn_poker.rules", "classics/golf_six.rules", "linkage.rules", "classics/hearts.rules"))


def same_sums(path, players, games):
    """Whether both executors play the same games from some positions, and leave those as they are."""
    runner = Runner(game(path, players))
    for state, _ in sampled(runner.game.new_state(3, knowledge=False), 3, 2):
        runner.ints = state.s
        before = list(state.s)
        assert runner.roll_out(games, 2**40 + 1) == roll_out(state, games, 2**40 + 1)
        moves = min(games, 2)
        if len(state.first_paths()) < 20:
            assert runner.roll_out_moves(moves, 7) == roll_out_moves(state, moves, 7)
        assert runner.ints == state.s == before


@pytest.mark.parametrize(("rules", "players"), [(KUHN, 2), (GOLF, 2), (HEARTS, 4)],
                         ids=["kuhn_poker", "golf_six", "hearts"])
def test_both_executors_play_the_same_games(rules, players):
    same_sums(rules, players, 2)


@pytest.mark.slow
@every_table
def test_both_executors_play_the_same_games_of_every_file(path, players):
    same_sums(path, players, 3)


def test_the_generator_of_the_position_has_no_part_in_it():
    state = game(KUHN, 2).new_state(5, knowledge=False)
    found = roll_out(state, 30, 4)
    state.s[6:9] = 11, 12, 13
    assert roll_out(state, 30, 4) == found
    assert roll_out(state, 30, 5) != found


def test_sums_are_those_of_all_games():
    runner = Runner(game(KUHN, 2))
    runner.begin(5)
    found = runner.roll_out_moves(500)
    assert found.games == 500 * len(found.moves) == 1000
    assert found.position == tuple(map(sum, zip(*found.moves, strict=True)))
    assert sum(found.position) == 0
    assert found.moves[0] != found.moves[1]


def test_a_game_that_is_over_is_what_it_is():
    runner = Runner(game(KUHN, 2))
    runner.begin(5)
    while runner.count_moves():
        runner.choose(0)
    over = runner.roll_out(10)
    assert over.position == tuple(10 * value for value in runner.roll_out(1).position) != (0, 0)
    assert runner.roll_out_moves(10).moves == ()


def test_games_begin_where_a_seat_is_to_move():
    state = game(LINKAGE, 2).new_state(1, explicit=True, knowledge=False)
    runner = Runner(state.game)
    runner.ints = state.s
    for start in (lambda: roll_out(state, 1), lambda: runner.roll_out(1), lambda: runner.roll_out_moves(1)):
        with pytest.raises(ValueError, match="begin where a seat is to move"):
            start()
    with pytest.raises(ValueError, match="at least one game"):
        roll_out(state, 0)
