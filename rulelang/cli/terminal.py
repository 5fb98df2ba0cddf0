"""Lines of a page in, text on a terminal out, and back what a person types: colours only where they are wanted."""

from __future__ import annotations

import os
import select
import shutil
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rulelang.cli.colour import wants_colour
from rulelang.cli.files import Usage
from rulelang.play.cells import NARROWEST, WIDEST, clamp_width, wrap
from rulelang.play.lines import Line, Style, indented, line, text_of

if TYPE_CHECKING:
    from rich.console import Console

COLOURS = {
    Style.TITLE: "bold",
    Style.LABEL: "cyan",
    Style.QUIET: "dim",
    Style.OWN: "bold green",
    Style.DOWN: "magenta",
    Style.KEY: "bold yellow",
    Style.ALERT: "bold red",
}
GLANCE = 0.5                # seconds
LONGEST_LINE = 10_000       # characters of one line that are read; the rest of it is passed over
_PLAIN_SIGNS = str.maketrans({"─": "-", "×": "x", "›": ">", "·": "-", "…": "~", "→": ">", "–": "-"})


def _edits_lines() -> bool:
    """Whether arrow keys move in the line that is typed, and bring back earlier ones."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        import readline  # noqa: F401  # `input` uses it once it is there
    except ImportError:
        return False
    return True


class Left(Exception):
    """The person's input has ended: there is nobody there any more."""


class Stirred(Exception):
    """While a person was thinking, what they are asked about has changed."""


class Terminal:
    """Where a game is shown and where answers come from. `stirred` is asked now and then while somebody thinks."""

    def __init__(self, *, plain: bool = False, width: int | None = None) -> None:
        """`width`: of a page, as asked for; else the terminal's. Raises Usage for one that pages cannot have."""
        if width is not None and width != clamp_width(width):
            raise Usage(f"--width is a number from {NARROWEST} to {WIDEST}, not {width}.")
        self.plain = plain or not wants_colour(sys.stdout)
        size = shutil.get_terminal_size((80, 24))
        self.width = clamp_width(width or size.columns)
        self.height = max(10, size.lines)
        self.stirred: Callable[[], bool] | None = None
        self._typed = b""
        self._console: Console | None = None
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")

    @property
    def is_short(self) -> bool:
        """Whether a whole table and its question would not fit on the screen at once."""
        return not self.plain and self.height < 32

    def show(self, lines: Iterable[Line]) -> None:
        """Print lines, below one another."""
        for each in lines:
            self._print(each)

    def say(self, text: str = "", style: Style = Style.PLAIN) -> None:
        """Print one line."""
        self._print(line(text, style))

    def show_text(self, text: str, style: Style = Style.PLAIN) -> None:
        """Print a paragraph."""
        self.show(indented(text, self.width, 0, style))

    def page(self, lines: list[Line]) -> None:
        """Print lines screen by screen, where somebody sits at a screen; `q` stops."""
        step = self.height - 2
        paged = not self.plain and sys.stdin.isatty()
        for start in range(0, len(lines), step):
            self.show(lines[start : start + step])
            if paged and start + step < len(lines) and self.ask("-- Enter for more, q to stop -- ").strip() == "q":
                return

    def clear(self) -> None:
        """Take away what is on the screen, so that the next person does not read it; a wide gap in plain text."""
        if self.plain:
            self.show([line("")] * 40)
        else:
            sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            sys.stdout.flush()

    def ask(self, prompt: str, *, patient: bool = False) -> str:
        """What a person types. Raises Left at the end of the input, KeyboardInterrupt at ctrl-C.

        `patient`: raises Stirred if something changes meanwhile.
        """
        *above, last = wrap(prompt, self.width)
        for part in above:
            self.say(part)
        typed = self._answer(self._encodable(last), self.stirred if patient else None)
        if not typed:
            sys.stdout.write("\n")
            raise Left
        if not sys.stdin.isatty():
            sys.stdout.write("\n")
        return typed.strip()

    def _answer(self, prompt: str, stirred: Callable[[], bool] | None) -> str:
        """A line typed behind a prompt, with its end; "" if there is nobody any more."""
        if stirred is None and not self._typed and _edits_lines():
            try:
                return input(prompt)[:LONGEST_LINE] + "\n"
            except EOFError:
                return ""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        return self._read() if stirred is None else self._wait(stirred)

    def _read(self) -> str:
        """The next line, with what was typed ahead."""
        if b"\n" in self._typed:
            line_typed, _, self._typed = self._typed.partition(b"\n")
            return line_typed.decode("utf-8", "replace") + "\n"
        ahead, self._typed = self._typed.decode("utf-8", "replace"), b""
        typed = ahead + sys.stdin.readline(LONGEST_LINE)
        rest = typed
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(LONGEST_LINE)     # without an end of line it is no answer
        return typed

    def _wait(self, stirred: Callable[[], bool]) -> str:
        """The next line; looks up from the keyboard twice a second, where the system lets one wait for two things."""
        if stirred():
            raise Stirred
        if not (sys.stdin.isatty() and os.name == "posix"):
            return self._read()
        handle = sys.stdin.fileno()
        while b"\n" not in self._typed:
            if select.select([handle], [], [], GLANCE)[0]:
                data = os.read(handle, 4096)
                if not data:
                    return ""
                self._typed += data
            elif stirred():
                raise Stirred
        return self._read()

    def _print(self, each: Line) -> None:
        if self.plain:
            sys.stdout.write(self._encodable(text_of(each)) + "\n")
            sys.stdout.flush()
            return
        from rich.text import Text

        text = Text()
        for piece in each:
            text.append(self._encodable(piece.text), COLOURS.get(piece.style))
        text.rstrip()
        self._rich().print(text, soft_wrap=True, highlight=False, markup=False)

    def _rich(self) -> Console:
        if self._console is None:
            from rich.console import Console

            self._console = Console(highlight=False, markup=False, emoji=False)
        return self._console

    def _encodable(self, text: str) -> str:
        """The text in letters that the output can show."""
        encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
        return text if encoding.startswith("utf") else text.translate(_PLAIN_SIGNS)
