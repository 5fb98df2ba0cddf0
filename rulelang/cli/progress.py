"""How far a long work is in, a bar with rate and time left on the error stream out; lines where nobody sees a bar."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING

from rulelang.cli.colour import wants_colour

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

EVERY = 10.0            # seconds between two lines of plain text
OFTEN = 0.2             # seconds between two pictures of the bar


class Progress:
    """Shows how many games are done. Leave the context to take the bar away."""

    def __init__(self, total: int, *, plain: bool) -> None:
        self._total = total
        self._done = 0
        self._start = self._told = monotonic()
        self._bar = None if plain or not wants_colour(sys.stderr) else _bar()
        self._task = self._bar.add_task("", total=total, about="") if self._bar is not None else None

    def __enter__(self) -> Progress:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def step(self) -> None:
        """One more is done; it is shown if enough time has gone by."""
        self._done += 1
        now = monotonic()
        if now - self._told < (EVERY if self._bar is None else OFTEN):
            return
        self._told = now
        if self._bar is None or self._task is None:
            print(f"{self._done:,} of {self._total:,} games, {self._about(now)}", file=sys.stderr, flush=True)
        else:
            self._bar.update(self._task, completed=self._done, about=self._about(now))

    def _about(self, now: float) -> str:
        return about(self._done, self._total, now - self._start)


def about(done: int, total: int, seconds: float) -> str:
    """`120 a second, 1:05 left`."""
    rate = done / seconds if seconds > 0 else 0.0
    left = round((total - done) / rate) if rate else 0
    shown = f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.1f} a second"
    shown = f"{60 * rate:.1f} a minute" if rate < 0.1 else shown
    hours = f"{left // 3600}:{left // 60 % 60:02}" if left >= 3600 else f"{left // 60}"
    return f"{shown}, {hours}:{left % 60:02} left"


def _bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    return Bar(BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[about]}"), console=Console(stderr=True),
               transient=True, refresh_per_second=4)


class Interrupts:
    """Ctrl-C between two steps, never within one: `whole` holds it back until what it encloses is done."""

    def __init__(self) -> None:
        self._held = self._pending = False

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Within, ctrl-C is this object's."""
        try:
            before = signal.signal(signal.SIGINT, self._pressed)
        except ValueError:      # not the main thread, which ctrl-C does not reach
            yield
            return
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Within, ctrl-C waits. Raises KeyboardInterrupt behind it, if it was pressed."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
        if self._pending:
            self._pending = False
            raise KeyboardInterrupt

    def _pressed(self, number: int, frame: FrameType | None) -> None:
        if not self._held:
            raise KeyboardInterrupt
        self._pending = True
