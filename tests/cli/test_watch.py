"""Rules that are saved while somebody plays are read again at once, on a real terminal too."""

import os

import pytest

from tests.cli.test_terminal import Desk
from tests.support.command import Keyboard
from tests.support.small_games import LINES


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "lines.rules"
    path.write_text(LINES, encoding="utf-8")
    return path


class Typist(Keyboard):
    """Saves a file right before some line is typed."""

    def __init__(self, text, saves):
        super().__init__(text)
        self.saves = saves
        self.lines = 0

    def readline(self, *arguments):
        typed = super().readline(*arguments)
        self.lines += 1
        if self.lines in self.saves:
            path, text = self.saves[self.lines]
            path.write_text(text, encoding="utf-8")
        return typed


@pytest.fixture
def saving(command, monkeypatch):
    """Run a command; `saves` maps the number of a typed line to a file and the text it gets then."""
    def run(*arguments, typed, saves):
        monkeypatch.setattr("tests.support.command.Keyboard", lambda text, interrupts: Typist(text, saves))
        return command(*arguments, typed=typed)
    return run


def test_the_game_goes_on_under_the_new_rules(saving, lines):
    done = saving("play", lines, "--watch", "--seed", 3, typed="fetch\n", saves={
        1: (lines, LINES.replace("param rounds: 1..9 = 2", "param rounds: 1..9 = 5"))})
    assert "The rules were read again, and all 2 moves so far were played again." in done.out
    assert done.code == 0


def test_broken_rules_are_shown_and_the_old_ones_stay(saving, lines):
    done = saving("play", lines, "--watch", "--seed", 3, typed="?\n1\n1\n", saves={
        1: (lines, LINES.replace("rank: 1..30", "rnk: 1..30"))})
    assert "It has `rnk`." in done.out
    assert "The game goes on under the rules as they were." in done.out
    assert done.out.count("error[RL230]") == 1
    assert "The game is over." in done.out


def test_rules_for_another_number_of_players_do_not_fit(saving, lines):
    done = saving("play", lines, "--watch", "--seed", 3, typed="?\n1\n1\n", saves={
        1: (lines, LINES.replace("players 2..3", "players 3"))})
    assert done.code == 0
    assert "The game is over." in done.out
    assert "not for 2 players" in done.out or "do not fit this game" in done.out


def test_it_is_said_where_the_game_so_far_stops(saving, lines):
    done = saving("play", lines, "--watch", "--seed", 3, typed="fetch\n", saves={
        1: (lines, LINES.replace("action fetch", "action grab"))})
    assert "0 of 2 moves were played again. It stopped before move 1" in done.out.replace("\n", " ")


def test_the_old_log_stays_and_a_new_one_begins(saving, command, lines, tmp_path):
    saving("play", lines, "--watch", "--seed", 3, "--log", "g.log", typed="fetch\nq\n", saves={
        1: (lines, LINES.replace("param rounds: 1..9 = 2", "param rounds: 1..9 = 5"))})
    assert sorted(path.name for path in tmp_path.glob("*.log")) == ["g-2.log", "g.log"]
    for name in ("g.log", "g-2.log"):
        assert "Verified: 2 moves" in command("replay", name).out
    assert "Rounds to play: 5" in command("play", "--resume", typed="rules\n").out


def test_a_save_is_seen_while_somebody_thinks(tmp_path, lines):
    desk = Desk(tmp_path, "play", "lines.rules", "--watch", "--seed", "3", "--plain",
                XDG_STATE_HOME=str(tmp_path / "state"))
    desk.until("> ")
    desk.type("fetch\n")
    desk.until("move 3")
    lines.write_text(LINES.replace("Fetch a card", "Get a card"), encoding="utf-8")
    desk.until("all 2 moves so far were played again")
    desk.until("Get a card")
    desk.type("get\n")
    desk.until("The game is over.")
    assert desk.leave() == 0


def test_ctrl_c_and_the_end_of_input_leave_a_watched_game_too(tmp_path, lines):
    for keys, code in (("\x03", 130), ("\x04", 0)):
        desk = Desk(tmp_path, "play", "lines.rules", "--watch", "--seed", "3", "--plain",
                    XDG_STATE_HOME=str(tmp_path / f"state{code}"))
        desk.until("> ")
        desk.type(keys)
        assert desk.leave() == code
        assert "Traceback" not in desk.shown
        assert os.path.isdir(tmp_path / f"state{code}")
