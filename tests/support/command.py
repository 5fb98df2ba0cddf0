"""A command line and what a person types in, its exit code and output out, without another process."""

import io
from dataclasses import dataclass

import pytest

from rulelang.cli.app import main


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str


class Keyboard(io.StringIO):
    """What a person types; `interrupts` presses ctrl-C where the text ends instead of ending the input."""

    def __init__(self, text, interrupts=False):
        super().__init__(text)
        self.interrupts = interrupts

    def readline(self, *args):
        line = super().readline(*args)
        if not line and self.interrupts:
            raise KeyboardInterrupt
        return line


@pytest.fixture
def command(monkeypatch, capsys, tmp_path):
    """Run `rulelang ARGUMENTS` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "40")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".state"))

    def run(*arguments, typed="", interrupts=False):
        monkeypatch.setattr("sys.stdin", Keyboard(typed, interrupts))
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return Outcome(left.value.code or 0, shown.out, shown.err)

    return run
