"""A recorded game step by step, forward and back, and new games that begin in the middle of it."""

import pytest

from rulelang.match.transcript import whole_digest
from rulelang.match.writer import LogWriter
from rulelang.play.replaying import Recording
from rulelang.play.resuming import resume_from
from rulelang.play.setup import WrongSetup
from rulelang.play.stepping import SPACING, Stepper
from tests.support.sessions import laid_out
from tests.support.small_games import LINES


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "game.log"
    running = laid_out(LINES, ("random", "random"), rounds=8, names=("Ann", "Bo"),
                       log=LogWriter(path, laid_out(LINES, ("random", "random"), rounds=8, names=("Ann", "Bo")).header))
    running.run()
    running.finish()
    return Recording(path)


def test_steps_are_moves(recording):
    stepper = Stepper(recording)
    assert (stepper.now, stepper.last, stepper.move_of(0)) == (0, 16, None)
    assert stepper.state.record.moves == 0
    stepper.go(3)
    assert stepper.state.record.moves == 3
    assert stepper.move_of(3).seat == 1


def test_any_way_leads_to_the_same_positions(recording):
    stepper, positions = Stepper(recording), {}
    for step in range(stepper.last + 1):
        stepper.go(step)
        positions[step] = (whole_digest(stepper.state), stepper.begun)
    assert stepper.last > SPACING
    for step in (16, 3, 12, 11, 10, 0, 9, 16, 1):
        stepper.go(step)
        assert (whole_digest(stepper.state), stepper.begun) == positions[step]
    stepper.go(99)
    assert stepper.now == 16
    stepper.go(-5)
    assert stepper.now == 0


def test_a_step_tells_what_it_brought(recording):
    stepper = Stepper(recording)
    stepper.go(2)
    texts = [event.text for event in stepper.state.view(None, stepper.names, stepper.begun).log]
    assert any("Bo does" in text for text in texts)
    assert not any("Ann does" in text for text in texts)


def test_a_fork_goes_on_from_its_step_and_leaves_the_recording_alone(recording):
    stepper = Stepper(recording)
    stepper.go(5)
    before = whole_digest(stepper.state)
    session = stepper.fork()
    assert session.kinds == ("random", "human")
    assert (session.turn, session.to_act) == (5, 2)
    session.answer(session.question().options[0])
    session.run()
    assert session.turn > 5
    assert whole_digest(stepper.state) == before
    assert session.entries[:5] == recording.transcript.entries[:5]


def test_a_fork_with_the_same_bots_plays_the_same_game(recording):
    stepper = Stepper(recording)
    stepper.go(7)
    session = stepper.fork(("random", "random"))
    session.run()
    assert session.entries == recording.transcript.entries


def test_a_fork_can_be_saved_and_gone_on_with(recording):
    stepper = Stepper(recording)
    stepper.go(6)
    session = stepper.fork(("human", "human"))
    again = resume_from(session.snapshot(), "s")
    assert whole_digest(again.state) == whole_digest(session.state)
    assert again.names == ("Ann", "Bo")


def test_a_fork_seats_only_those_who_exist(recording):
    with pytest.raises(WrongSetup, match="Nobody called `nobody`"):
        Stepper(recording).fork(("nobody", "human"))
