"""Both executors know and tell the same, move by move, in every rules file at every number of players."""

import pytest

from rulelang.ir.numbers import play_seed
from rulelang.ir.program import DECIDING, SEED_HIGH, SEED_LOW, STATUS
from rulelang.wasm.host import Runner, interpreted
from tests.support.games import PLAYABLE, checked, every_table, game
from tests.support.project import ROOT, relative
from tests.wasm.modules import goes_there_and_back

FEW_MOVES = 15
MOST_MOVES = 40
LONG = 600
MANY = 200

# A third of the files; `make check-slow` plays them all.
some_files = pytest.mark.parametrize("path", [
    pytest.param(path, id=relative(path), marks=() if n % 3 == 0 else pytest.mark.slow)
    for n, path in enumerate(PLAYABLE)])


def same_told(state, runner, most):
    """Play on with both executors and compare the ints at each stop; at the end the events."""
    low, high = play_seed(state.s[SEED_LOW], state.s[SEED_HIGH])
    for counter in range(most):
        assert runner.ints == state.s
        if state.s[STATUS] != DECIDING:
            break
        state.play_uniform(low, high, counter)
        runner.play_uniform(low, high, counter)
    assert runner.events() == list(state.record.events())


def played_on(path, players, seed, most):
    played = game(path, players)
    state, runner = played.new_state(seed), Runner(played, knowledge=True)
    runner.begin(seed)
    same_told(state, runner, most)


def same_known(path, players, seed, most):
    """Play on with the interpreter and with a module that tells nothing, and compare what is known at each stop."""
    played = game(path, players)
    state, runner = played.new_state(seed), Runner(played, knowledge=True, tells=False)
    runner.begin(seed)
    low, high = play_seed(seed, 0)
    keys = slice(played.program.info_keys, played.program.info_keys + 2 * players)
    for counter in range(most):
        found = runner.ints
        found[keys] = state.s[keys]
        assert found == state.s
        if state.s[STATUS] != DECIDING:
            break
        state.play_uniform(low, high, counter)
        runner.play_uniform(low, high, counter)


@some_files
def test_every_seat_knows_and_is_told_the_same(path):
    played_on(path, checked(path).model.low, 0, FEW_MOVES)


@pytest.mark.parametrize("name", ["classics/crazy_eights.rules", "linkage.rules", "phylo.rules"])
def test_every_seat_knows_the_same_where_nothing_is_told(name):
    path = ROOT / "games" / name
    same_known(path, checked(path).model.low, 1, 2 * MOST_MOVES)


@pytest.mark.slow
@every_table
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_known_the_same_where_nothing_is_told(path, players, seed):
    same_known(path, players, seed, LONG)


@pytest.mark.slow
@every_table
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_told_the_same(path, players, seed):
    played_on(path, players, seed, LONG)


@pytest.mark.parametrize("path", PLAYABLE, ids=relative)
def test_a_whole_game_ends_with_everybody_knowing_the_same(path):
    played = game(path, checked(path).model.low)
    result, = Runner(played, knowledge=True).playouts(8, 1, digest=True)
    assert result == interpreted(played, 8, digest=True, knowledge=True)


@pytest.mark.slow
@every_table
def test_many_whole_games_end_with_everybody_knowing_the_same(path, players):
    """The ints at the end hold what each seat knows, and an information key of all that each was told."""
    played = game(path, players)
    for result in Runner(played, knowledge=True).playouts(2000, MANY, digest=True):
        assert result == interpreted(played, result.seed, digest=True, knowledge=True)


@pytest.mark.slow
@pytest.mark.parametrize("path", PLAYABLE, ids=relative)
def test_blind_games_are_played_like_told_ones(path):
    played = game(path, checked(path).model.low)
    told = list(Runner(played, knowledge=True).playouts(5, 3))
    assert list(Runner(played).playouts(5, 3)) == told


def test_a_blind_game_is_played_like_a_told_one():
    played = table("phylo.rules")
    assert list(Runner(played).playouts(5, 5)) == list(Runner(played, knowledge=True).playouts(5, 5))


def table(name):
    path = ROOT / "games" / name
    return game(path, checked(path).model.low)


@pytest.mark.parametrize("name", ["classics/crazy_eights.rules", "phylo.rules"])
def test_the_record_of_a_module_is_that_of_the_interpreter(name):
    played = table(name)
    state, runner = played.new_state(4), Runner(played, knowledge=True)
    runner.begin(4)
    for counter in range(40):
        state.play_uniform(7, 8, counter)
        runner.play_uniform(7, 8, counter)
    assert runner.record().to_plain() == state.record.to_plain()
    assert [runner.information_key(seat) for seat in (1, 2)] == [state.information_key(seat) for seat in (1, 2)]


@pytest.mark.parametrize("name", ["classics/crazy_eights.rules", "linkage.rules"])
def test_games_go_from_one_executor_to_the_other_and_back(name):
    played = table(name)
    goes_there_and_back(played, Runner(played, knowledge=True), 3)
