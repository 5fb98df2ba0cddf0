"""A module that keeps knowledge and the course of a game gives all that the interpreter gives, whenever it is asked."""

from threading import Thread

import pytest

from rulelang.ir.numbers import play_seed
from rulelang.ir.program import DECIDING, STATUS
from rulelang.wasm.course import CourseRunner
from rulelang.wasm.host import Runner, play_out
from tests.support.games import PLAYABLE, checked, every_table, game
from tests.support.project import ROOT, relative
from tests.wasm.modules import goes_there_and_back
from tests.wasm.test_tape import KUHN, long_game


def table(name):
    path = ROOT / "games" / name
    return game(path, checked(path).model.low)


def same(state, runner):
    """Everything that can be asked for."""
    assert runner.ints == state.s
    assert runner.events() == list(state.record.events())
    seats = range(1, state.game.players + 1)
    assert [runner.information_key(seat) for seat in seats] == [state.information_key(seat) for seat in seats]


@pytest.mark.parametrize("name", ["classics/crazy_eights.rules", "classics/kuhn_poker.rules"])
def test_it_can_be_asked_at_any_move(name):
    state, runner = table(name).new_state(4), CourseRunner(table(name))
    runner.begin(4)
    for counter in range(30):
        if state.is_terminal:
            break
        state.play_uniform(7, 8, counter)
        runner.play_uniform(7, 8, counter)
        if counter in (0, 1, 11, 29):
            same(state, runner)
    assert runner.record().to_plain() == state.record.to_plain()


def test_threads_that_ask_at_once_are_told_the_same():
    runner, told = CourseRunner(table("classics/crazy_eights.rules")), []
    state = runner.game.new_state(4)
    runner.begin(4)
    for counter in range(15):
        state.play_uniform(7, 8, counter)
        runner.play_uniform(7, 8, counter)
    threads = [Thread(target=lambda: told.append((runner.ints, runner.events()))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == [(state.s, list(state.record.events()))] * 4


def test_the_last_game_that_was_played_out_can_be_asked_for():
    played = table("classics/kuhn_poker.rules")
    runner, state = CourseRunner(played), played.new_state(8)
    for _ in runner.rows(5, 4):
        pass
    play_out(state)
    same(state, runner)
    assert runner.record().to_plain() == state.record.to_plain()


def test_each_game_can_be_asked_for_before_the_next_is():
    played = table("classics/kuhn_poker.rules")
    runner = CourseRunner(played)
    for result in runner.playouts(2**32 - 2, 4):
        state = played.new_state(result.seed)
        play_out(state)
        same(state, runner)
        assert result.returns == state.returns()


def test_games_go_from_one_executor_to_the_other_and_back():
    played = table("classics/crazy_eights.rules")
    goes_there_and_back(played, CourseRunner(played), 2)


def test_a_course_may_be_longer_than_the_tape(monkeypatch):
    monkeypatch.setattr("rulelang.wasm.layout.TAPE_BYTES", 1 << 13)
    played = long_game(600)
    runner, state = CourseRunner(played), played.new_state(3)
    for _ in runner.rows(1, 3):
        pass
    play_out(state)
    same(state, runner)


def test_without_a_game_there_is_nothing_to_tell():
    runner = CourseRunner(game(KUHN, 2))
    with pytest.raises(ValueError, match="no game"):
        runner.events()
    runner.begin(1)
    position = runner.ints
    assert runner.events()
    runner.ints = position
    with pytest.raises(ValueError, match="no game"):
        runner.information_key(1)


def test_digests_are_refused():
    with pytest.raises(ValueError, match="digests"):
        next(CourseRunner(game(KUHN, 2)).rows(1, 1, digest=True))


@pytest.mark.slow
@every_table
def test_it_gives_what_a_full_module_gives(path, players):
    played = game(path, players)
    told, runner = Runner(played, knowledge=True), CourseRunner(played)
    for seed in range(5):
        told.begin(seed)
        runner.begin(seed)
        low, high = play_seed(seed, 0)
        for counter in range(3000):
            if told.words(1024 + 4 * STATUS, 1) != [DECIDING]:
                break
            told.play_uniform(low, high, counter)
            runner.play_uniform(low, high, counter)
            if counter % 7 == 0 and counter < 100:
                assert runner.ints == told.ints
        assert (runner.ints, runner.events()) == (told.ints, told.events())


@pytest.mark.slow
@pytest.mark.parametrize("path", PLAYABLE, ids=relative)
def test_whole_games_end_where_full_ones_end(path):
    played = game(path, checked(path).model.low)
    told, runner = Runner(played, knowledge=True), CourseRunner(played)
    for seed, result in enumerate(runner.playouts(5, 3), 5):
        assert list(told.playouts(seed, 1)) == [result]
        assert runner.ints == told.ints
