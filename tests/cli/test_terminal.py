"""Real terminals: colours only where they are wanted, ctrl-C and the end of input leave cleanly."""

import io
import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

from rulelang.cli.colour import wants_colour
from rulelang.cli.terminal import Terminal
from rulelang.play.lines import Style, line
from tests.support.project import ROOT
from tests.support.small_games import LINES

PATIENCE = 30
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Desk:
    """A process on a terminal of its own."""

    def __init__(self, folder, *words, columns=80, rows=24, **environment):
        self.master, slave = pty.openpty()
        os.set_blocking(self.master, False)
        settings = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": str(rows),
                    "PYTHONPATH": str(ROOT), "HOME": str(folder), "LANG": "C.UTF-8", **environment}
        self.process = subprocess.Popen([sys.executable, "-m", "rulelang", *words], cwd=folder, env=settings,
                                        stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
                                        preexec_fn=lambda: _take_terminal(slave))
        os.close(slave)
        self.shown = ""

    def until(self, text):
        """Read until a text is shown; everything shown so far."""
        end = time.monotonic() + PATIENCE
        while text not in self.shown and time.monotonic() < end:
            if not self._read():
                break
        assert text in self.shown, self.shown
        return self.shown

    def type(self, keys):
        os.write(self.master, keys.encode())

    def leave(self):
        """Read to the end; the exit code."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._read():
            pass
        code = self.process.wait(PATIENCE)
        os.close(self.master)
        return code

    def _read(self):
        select.select([self.master], [], [], 1)
        try:
            data = os.read(self.master, 65536)
        except BlockingIOError:
            return self.process.poll() is None
        except OSError:
            return False
        self.shown += data.decode("utf-8", "replace")
        return bool(data)


def _take_terminal(slave):
    """Make the terminal the one that sends ctrl-C to the process."""
    import fcntl
    import termios

    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "lines.rules").write_text(LINES, encoding="utf-8")
    return tmp_path


PLAY = ("play", "lines.rules", "--seed", "3", "--log", "game.log")


def test_a_terminal_gets_colours_and_the_same_text_as_wide_as_it_is(folder):
    desk = Desk(folder, *PLAY, columns=120)
    desk.until("> ")
    desk.type("q\n")
    assert desk.leave() == 0
    assert ESCAPE.search(desk.shown)
    plain = ESCAPE.sub("", desk.shown)
    assert next(len(line) for line in plain.splitlines() if line.startswith("── Lines")) == 119
    assert "Seed: 3" in plain
    assert "Log: game.log  (rulelang replay game.log)" in plain


class Screen:
    """A stream to a terminal, or to a file."""

    def __init__(self, is_terminal):
        self.is_terminal = is_terminal

    def isatty(self):
        return self.is_terminal


@pytest.mark.parametrize(("environment", "is_terminal", "coloured"), [
    ({"TERM": "xterm"}, True, True), ({"TERM": "xterm"}, False, False), ({"TERM": "dumb"}, True, False),
    ({"TERM": ""}, True, False), ({"TERM": "xterm", "NO_COLOR": "1"}, True, False),
    ({"TERM": "xterm", "NO_COLOR": ""}, True, True),
])
def test_colours_are_for_terminals_that_want_them(monkeypatch, environment, is_terminal, coloured):
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(Screen(is_terminal)) == coloured


def test_markup_in_names_is_shown_as_it_is(monkeypatch, capsys):
    monkeypatch.setattr("rulelang.cli.terminal.wants_colour", lambda stream: True)
    Terminal().show([line("[bold]Fox[/bold] :smile: [link=file:///x]a[/link]", Style.OWN)])
    assert ESCAPE.sub("", capsys.readouterr().out) == "[bold]Fox[/bold] :smile: [link=file:///x]a[/link]\n"


@pytest.mark.parametrize(("typed", "shown"), [("\n\n\n", 30), ("q\n", 8), ("\nq\n", 16)])
def test_long_texts_are_paged_where_somebody_sits_at_a_screen(monkeypatch, capsys, typed, shown):
    keyboard = io.StringIO(typed)
    keyboard.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", keyboard)
    monkeypatch.setattr("rulelang.cli.terminal.wants_colour", lambda stream: True)
    monkeypatch.setenv("LINES", "10")
    monkeypatch.setenv("COLUMNS", "80")
    Terminal().page([line(f"line {k}") for k in range(30)])
    assert capsys.readouterr().out.count("line ") == shown


def test_ctrl_c_leaves_with_130_and_a_log_that_verifies(folder, command):
    desk = Desk(folder, *PLAY)
    desk.until("> ")
    desk.type("1\n")
    desk.until("move 3")
    desk.type("\x03")
    assert desk.leave() == 130
    assert "Interrupted." in desk.shown
    assert "Traceback" not in desk.shown
    replay = command("replay", folder / "game.log")
    assert replay.code == 0
    assert "Verified: 2 moves" in replay.out


def test_ctrl_d_leaves_with_0(folder):
    desk = Desk(folder, *PLAY)
    desk.until("> ")
    desk.type("\x04")
    assert desk.leave() == 0
    assert "You left the game." in desk.shown


def test_output_that_knows_only_ascii_gets_ascii_pages(folder):
    desk = Desk(folder, *PLAY, PYTHONIOENCODING="ascii", TERM="dumb")
    desk.until("> ")
    desk.type("q\n")
    assert desk.leave() == 0
    assert desk.shown.isascii()
    assert "-- Lines" in desk.shown


def test_a_killed_game_can_be_seen_up_to_its_last_move(folder, command):
    desk = Desk(folder, *PLAY)
    desk.until("> ")
    desk.type("1\n")
    desk.until("move 3")
    desk.process.kill()
    desk.leave()
    replay = command("replay", folder / "game.log")
    assert replay.code == 1
    assert "without an end" in replay.out
    assert "Player 1 does: " in replay.out


def test_arrow_keys_move_in_the_line_that_is_typed(folder):
    pytest.importorskip("readline")
    desk = Desk(folder, *PLAY)
    desk.until("> ")
    desk.type("hlp\x1b[D\x1b[De\n")
    desk.until("undo")
    desk.type("q\n")
    assert desk.leave() == 0
