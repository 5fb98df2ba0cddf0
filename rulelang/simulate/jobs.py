"""A range of games in, their lines in order out: played here, or in several processes; the lines are the same.

Processes are told to stop between two games, so an interrupted run keeps every game that was finished in order.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from rulelang.engine.game import Game
from rulelang.ir.program import Program
from rulelang.simulate.plan import Plan
from rulelang.simulate.table import Table

LARGEST_CHUNK = 200
CHUNKS = 40             # about so many for each process, so that none waits long for the others at the end


@dataclass(frozen=True, slots=True)
class Order:
    """A plan as it is handed to a process."""

    program: Program
    seats: tuple[str, ...]
    seed: int
    detail: bool


class Jobs:
    """Plays ranges of games of a plan. Leave the context, or close it, to end the processes."""

    def __init__(self, plan: Plan, jobs: int = 1) -> None:
        self._plan = plan
        self._jobs = jobs
        self._table = Table(plan)

    @property
    def slow_because(self) -> str:
        """Why random games are played by the interpreter; "" if they are not."""
        return self._table.slow_because

    def lines(self, first: int, games: int) -> Generator[str, None, None]:
        """The lines of games `first`, `first` + 1 and so on, in order. Closing the iterator ends the work."""
        if self._jobs == 1 or games < 2:
            return (self._table.line(n) for n in range(first, first + games))
        return _in_processes(self._plan, self._jobs, first, games)


def _in_processes(plan: Plan, jobs: int, first: int, games: int) -> Generator[str, None, None]:
    context = get_context("spawn")
    stop = context.Event()
    order = Order(plan.game.program, plan.seats, plan.seed, plan.detail)
    pool = ProcessPoolExecutor(jobs, context, _begin, (order, stop))
    chunks = _chunks(first, games, jobs)
    waiting: deque[Future[list[str]]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(_play, chunk))
            if len(waiting) >= 2 * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _chunks(first: int, games: int, jobs: int) -> Iterator[range]:
    size = max(1, min(LARGEST_CHUNK, games // (jobs * CHUNKS)))
    for start in range(first, first + games, size):
        yield range(start, min(start + size, first + games))


# ---------------------------------------------------------------- inside a process

_table: Table
_stop: Any


def _begin(order: Order, stop: Any) -> None:
    """Set a process up. Ctrl-C reaches every process of a terminal; the first one decides what it means."""
    global _table, _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _table, _stop = Table(Plan(Game(order.program), order.seats, order.seed, order.detail)), stop


def _play(numbers: range) -> list[str]:
    """The lines of some games, as far as they are wanted."""
    lines: list[str] = []
    for n in numbers:
        if _stop.is_set():
            break
        lines.append(_table.line(n))
    return lines
