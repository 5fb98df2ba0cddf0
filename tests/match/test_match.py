"""Whole games of agents: repeatable, recorded with everything that chance decided, equal to seeded play."""

import pytest

import rulelang
from rulelang.agents import RandomAgent
from rulelang.engine.errors import TooManyMoves
from rulelang.engine.game import Game
from rulelang.engine.state import State
from rulelang.ir.program import COUNTER, EXPLICIT
from rulelang.match.errors import LogError
from rulelang.match.match import play_match
from rulelang.match.reader import read_log
from rulelang.match.replay import replay
from rulelang.match.transcript import LEFT, OVER, Transcript, digest, ending_of, header_of
from rulelang.match.writer import LogWriter
from rulelang.source import Source
from tests.support.small_games import ENDLESS, LINES

NOWHERE = Source("game.log", "\n" * 10_000)
BOTS = (RandomAgent(), RandomAgent())


@pytest.fixture(scope="module")
def game():
    return rulelang.load(LINES, players=2, rounds=3)


def test_equal_seeds_give_equal_transcripts(game):
    assert play_match(game, BOTS, seed=5) == play_match(game, BOTS, seed=5)
    assert play_match(game, BOTS, seed=5).entries != play_match(game, BOTS, seed=6).entries


def test_a_transcript_has_every_move_and_every_outcome_of_chance(game):
    transcript = play_match(game, BOTS, seed=5, first_player=2)
    assert [entry.n for entry in transcript.entries] == list(range(1, len(transcript.entries) + 1))
    assert sum(entry.seat > 0 for entry in transcript.entries) == 6
    assert sum(entry.seat == 0 for entry in transcript.entries) >= 8
    assert transcript.ending.reason == OVER
    assert sorted(transcript.ending.returns) in ([0, 1], [1, 1])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("rules", ["kuhn_poker", "linkage"])
def test_a_match_goes_as_seeded_play_with_the_same_seed(rules, seed):
    game = rulelang.load(rules)
    transcript = play_match(game, BOTS, seed=seed)
    seeded = game.new_state(seed)
    for entry in transcript.entries:
        if entry.seat:
            assert seeded.current_player == entry.seat
            seeded.apply(list(entry.ids))
    assert seeded.is_terminal
    seeded.s[EXPLICIT] = 1
    assert digest(seeded) == transcript.ending.digest


def test_a_replay_ends_equal_and_needs_no_generator(game):
    transcript = play_match(game, BOTS, seed=5)
    seen = []
    state = replay(game, transcript, NOWHERE, lambda state: seen.append(state.record.moves))
    assert ending_of(state, LEFT) == transcript.ending
    assert state.s[COUNTER] == 0
    assert seen == [0, 1, 2, 3, 4, 5, 6]


def test_a_log_is_the_transcript(game, tmp_path):
    log = LogWriter(tmp_path / "game.log", header_of(game, "0", ("random", "random"), 5, None))
    transcript = play_match(game, BOTS, seed=5, version="0", log=log)
    assert read_log(tmp_path / "game.log")[0] == transcript


def test_every_beginning_of_a_transcript_can_be_replayed(game):
    whole = play_match(game, BOTS, seed=8)
    for length in range(len(whole.entries)):
        part = Transcript(whole.header, whole.entries[:length], None)
        state = replay(game, part, NOWHERE)
        assert len(state.record.track) == sum(len(entry.ids) for entry in part.entries)


def test_a_transcript_of_another_game_does_not_verify(game):
    other = rulelang.load("kuhn_poker")
    with pytest.raises(LogError) as error:
        replay(other, play_match(game, BOTS, seed=5), NOWHERE)
    assert error.value.diagnostic.code == "RL755"


def test_a_faulty_game_is_recorded_as_such():
    game = Game(rulelang.load(ENDLESS).program, step_limit=1_000)
    transcript = play_match(game, BOTS, seed=1)
    assert (transcript.ending.reason, transcript.ending.returns) == ("fault", ())
    assert replay(game, transcript, NOWHERE).fault is not None


def test_each_seat_needs_an_agent(game):
    with pytest.raises(ValueError, match="2 seats need 2 agents, not 1"):
        play_match(game, BOTS[:1])


def test_with_too_many_moves_to_list_agents_answer_step_by_step(game, monkeypatch):
    whole = State.moves

    def few(state, limit=100_000):
        if len(whole(state)) > 2:
            raise TooManyMoves(2)
        return whole(state)

    monkeypatch.setattr(State, "moves", few)
    transcript = play_match(game, BOTS, seed=5)
    monkeypatch.undo()
    assert any(len(entry.ids) > 1 for entry in transcript.entries)
    assert ending_of(replay(game, transcript, NOWHERE), LEFT) == transcript.ending
