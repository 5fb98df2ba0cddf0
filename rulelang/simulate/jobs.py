"""A range of games in, their lines in order out: played here, or in several processes; the lines are the same.

Processes are told to stop between two games, so an interrupted run keeps every game that was finished in order. They
end by themselves if the one that began them was killed.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Generator
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

from rulelang.engine.game import Game
from rulelang.ir.program import Program
from rulelang.records import dataclass
from rulelang.simulate.errors import ProcessEnded
from rulelang.simulate.plan import Plan
from rulelang.simulate.table import Table

if TYPE_CHECKING:
    from concurrent.futures import Future

# Games that a process plays before it hands them over: about so long, at most so many.
CHUNK_SECONDS = 0.5
LARGEST_CHUNK = 1000

Played: TypeAlias = tuple[list[str], float]


@dataclass(frozen=True, slots=True)
class Order:
    """A plan as it is handed to a process."""

    program: Program
    seats: tuple[str, ...]
    seed: int


class Jobs:
    """Plays ranges of games of a plan. Leave the context, or close it, to end the processes."""

    def __init__(self, plan: Plan, jobs: int = 1) -> None:
        self._plan = plan
        self._jobs = jobs
        self._table = Table(plan)

    @property
    def slow_because(self) -> str:
        """As `Table.slow_because`."""
        return self._table.slow_because

    def lines(self, first: int, games: int) -> Generator[str, None, None]:
        """The lines of games `first`, `first` + 1 and so on, in order. Closing the iterator ends the work."""
        if self._jobs == 1 or games < 2:
            return (self._table.line(n) for n in range(first, first + games))
        return _in_processes(self._plan, self._jobs, first, games)


def _in_processes(plan: Plan, jobs: int, first: int, games: int) -> Generator[str, None, None]:
    # One process does not wait for what several need.
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context("spawn")
    stop = context.Event()
    order = Order(plan.game.program, plan.seats, plan.seed)
    pool = ProcessPoolExecutor(jobs, context, _begin, (order, stop))
    waiting: deque[Future[Played]] = deque()
    n, end, size = first, first + games, 1
    try:
        while n < end or waiting:
            while n < end and len(waiting) < 2 * jobs:
                waiting.append(pool.submit(_play, range(n, min(n + size, end))))
                n += size
            lines, seconds = waiting.popleft().result()
            size = following_size(len(lines), seconds)
            yield from lines
    except BrokenExecutor:
        raise ProcessEnded from None
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def following_size(games: int, seconds: float) -> int:
    """How many games to hand out at once after so many took so long: what an interruption costs is a moment's work."""
    return max(1, min(LARGEST_CHUNK, 4 * games, int(games * CHUNK_SECONDS / max(seconds, 1e-6))))


# ---------------------------------------------------------------- inside a process

_table: Table
_stop: Any


def _begin(order: Order, stop: Any) -> None:
    """Set a process up. Ctrl-C reaches every process of a terminal; the first one decides what it means."""
    from threading import Thread

    global _table, _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    _table, _stop = Table(Plan(Game(order.program), order.seats, order.seed)), stop


def _end_with_parent() -> None:
    """Wait for the process that began this one; nobody else would say that there is nothing more to play."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(numbers: range) -> Played:
    """The lines of some games, as far as they are wanted, and how long it took."""
    lines: list[str] = []
    start = monotonic()
    for n in numbers:
        if _stop.is_set():
            break
        lines.append(_table.line(n))
    return lines, monotonic() - start
