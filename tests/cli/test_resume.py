"""Games are kept as they are played: left, killed at any moment, and gone on with under the rules they began with."""

import json
import random
import re
import time

import pytest

from rulelang.match.errors import LogError
from rulelang.match.savefile import previous, read_save
from rulelang.play.resuming import resume
from tests.cli.test_terminal import Desk
from tests.support.small_games import LINES


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "lines.rules"
    path.write_text(LINES, encoding="utf-8")
    return path


def saves(folder):
    return folder / ".state" / "rulelang" / "saves"


def test_a_game_that_was_left_is_gone_on_with(command, lines):
    left = command("play", lines, "--seed", 3, "--names", "Ann,Bo", typed="fetch\nq\n")
    assert "rulelang play --resume lines-3" in left.out
    again = command("play", "--resume")
    assert again.code == 0
    assert again.out.startswith("Lines · Ann: human, Bo: random · seed 3\n")
    assert left.out.split("── Lines")[2].split("> ")[0] == again.out.split("── Lines")[1].split("> ")[0]


def test_the_rules_saved_with_the_game_are_used(command, lines):
    command("play", lines, "--seed", 3, "--set", "rounds=3", typed="fetch\nq\n")
    lines.write_text("nothing\n", encoding="utf-8")
    again = command("play", "--resume", "lines-3", typed="fetch\nfetch\n")
    assert again.code == 0
    assert "The game is over." in again.out


def test_a_game_that_is_over_leaves_no_save(command, lines, tmp_path):
    command("play", lines, "--seed", 3, typed="1\n1\n")
    assert list(saves(tmp_path).iterdir()) == []
    again = command("play", "--resume")
    assert again.code == 2
    assert "There is no game to go on with" in again.err


def test_a_resumed_game_can_be_logged_whole(command, lines):
    command("play", lines, "--seed", 3, "--names", "Ann,Bo", typed="fetch\nq\n")
    command("play", "--resume", "--log", "all.log", typed="1\n")
    done = command("replay", "all.log")
    assert done.code == 0
    assert "Verified: 4 moves" in done.out
    assert "Ann does: Fetch a card." in done.out


def test_a_log_follows_what_is_taken_back(command, tmp_path):
    rules = tmp_path / "twice.rules"
    rules.write_text(LINES.replace("each player: do 1 turn", "each player: do up to 2 turn")
                     .replace('hand per player: set of card, seen by owner',
                              'hand per player: set of card, seen by all'), encoding="utf-8")
    done = command("play", rules, "--seed", 3, "--log", "game.log", typed="1\nundo\n2\nq\n")
    assert done.out.count("──") >= 3
    assert command("replay", "game.log").code == 0
    moves = [json.loads(line) for line in (tmp_path / "game.log").read_text(encoding="utf-8").splitlines()]
    assert sum(move.get("seat") == 1 for move in moves) == 1


def test_a_damaged_save_falls_back_to_the_one_before(command, lines, tmp_path):
    command("play", lines, "--seed", 3, typed="fetch\nq\n")
    path = saves(tmp_path) / "lines-3.save"
    path.write_bytes(path.read_bytes()[:-40])
    again = command("play", "--resume")
    assert again.code == 0
    assert "The save `lines-3.save` is damaged. The game goes on from the save before it." in again.out
    previous(path).write_text("x", encoding="utf-8")
    path.write_text("x", encoding="utf-8")
    again = command("play", "--resume")
    assert again.code == 1
    assert "RL760" in again.err
    assert "Traceback" not in again.err


def test_beside_a_file_that_is_no_save_nothing_is_left(command, lines):
    before = sorted(lines.parent.iterdir())
    again = command("play", lines, "--resume")
    assert (again.code, "RL760" in again.err) == (1, True)
    assert sorted(lines.parent.iterdir()) == before


@pytest.mark.parametrize("words", [["--resume", "none"], []])
def test_without_a_save_or_a_file_there_is_nothing_to_play(command, words):
    done = command("play", *words)
    assert done.code == 2
    assert "There is no save `none`" in done.err or "Which game?" in done.err


def test_a_place_that_cannot_be_written_in_is_said_at_every_question(command, lines, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    done = command("play", lines, "--seed", 3, typed="1\n1\n")
    assert done.code == 0
    assert done.out.count("Not saved: ") == 2
    assert "The game is over." in done.out


def test_a_full_disk_does_not_stop_a_game(command, lines, monkeypatch):
    def full(path, save):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rulelang.play.keeping.write_save", full)
    done = command("play", lines, "--seed", 3, typed="1\nq\n")
    assert done.code == 0
    assert "Not saved: No space left on device." in done.out
    assert "--resume" not in done.out


def test_bots_alone_are_not_saved(command, lines, tmp_path):
    command("play", lines, "--auto", "--seed", 3)
    assert not saves(tmp_path).exists()


# ---------------------------------------------------------------- real processes

PLAY = ("play", "lines.rules", "--seats", "human", "--seed", "3", "--set", "rounds=9", "--plain")


def answered(text):
    """How many moves a plain screen has taken so far: the number in the last heading."""
    found = re.findall(r"move (\d+)", text)
    return int(found[-1]) - 1 if found else 0


@pytest.mark.parametrize("seed", range(4))
def test_a_game_killed_at_any_moment_loses_at_most_the_answer_being_typed(tmp_path, lines, seed):
    rng = random.Random(seed)
    state = tmp_path / "state"
    desk = Desk(tmp_path, "play", "lines.rules", "--seed", "3", "--set", "rounds=9", "--plain",
                XDG_STATE_HOME=str(state))
    desk.until("move 1:")
    typed = rng.randrange(1, 8)
    for n in range(typed):
        desk.type("fetch\n")
        if n < typed - 1:
            desk.until(f"move {2 * n + 3}:")
    time.sleep(rng.choice([0, 0.002, 0.01, 0.03]))
    desk.process.kill()
    desk.leave()
    path = state / "rulelang" / "saves" / "lines-3.save"
    session, _ = resume(path)
    own = [step for step in session.entries if step.seat == 1]
    assert len(own) in (typed - 1, typed)
    for generation in (path, previous(path)):
        try:
            read_save(generation)
        except LogError:
            assert generation == path
            assert not path.exists()


def test_a_second_process_cannot_play_the_same_save(tmp_path, lines, command, monkeypatch):
    desk = Desk(tmp_path, *PLAY, XDG_STATE_HOME=str(tmp_path / ".state"))
    desk.until("press Enter")
    desk.type("\n")
    desk.until("move 1:")
    done = command("play", "--resume", "lines-3")
    assert done.code == 2
    assert "`lines-3` is being played by somebody else" in done.err
    desk.process.kill()
    desk.leave()
    assert command("play", "--resume", "lines-3", typed="\n").code == 0


def test_without_a_home_a_game_is_played(tmp_path, lines):
    desk = Desk(tmp_path, "play", "lines.rules", "--seed", "3", "--plain", HOME="", XDG_STATE_HOME="")
    desk.until("> ")
    desk.type("q\n")
    assert desk.leave() == 0
    assert "Traceback" not in desk.shown
