"""Two sides that play games in, ratios of their speed out: in turns, on one core, by CPU time.

Other work on the machine then slows both sides alike. That a side's time grows eightfold from n to 8n games shows that
the games are really played, one after another.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from statistics import median
from time import process_time

SECONDS = 0.4           # of CPU time, that a side plays in one round
ROUNDS = 7
LINEAR = 8
# Games of different rounds and sides have different seeds.
STRIDE = 1_000_000_007

Play = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Side:
    """Plays games: `play(seed, n)`. `batch`: only multiples of so many games are asked for."""

    name: str
    play: Play
    batch: int = 1


@dataclass(frozen=True, slots=True)
class Duel:
    """Ratios of the speed of the first side to that of the second, one a round; medians of games per CPU second;
    the time of 8n games by that of n, for each side.
    """

    ratios: tuple[float, ...]
    rates: tuple[float, float]
    linear: tuple[float, float]


def pin() -> int | None:
    """Keep this process on one core, the last it may use; its number, None where that cannot be asked for."""
    with suppress(AttributeError, OSError):
        core = max(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {core})
        return core
    return None


def taken(side: Side, seed: int, games: int) -> float:
    """CPU seconds that some games take."""
    start = process_time()
    side.play(seed, games)
    return max(process_time() - start, 1e-9)


def enough_games(side: Side, seconds: float) -> int:
    """About how many games fill so many seconds: a multiple of the batch."""
    batches = 1
    while (time := taken(side, 0, batches * side.batch)) < seconds / 8:
        batches = max(batches + 1, min(8 * batches, int(batches * seconds / 4 / time)))
    return max(1, round(batches * seconds / time)) * side.batch


def duel(a: Side, b: Side, *, rounds: int = ROUNDS, seconds: float = SECONDS) -> Duel:
    """Play in turns: a, b, a, b, ..."""
    games = enough_games(a, seconds), enough_games(b, seconds)
    rates: list[tuple[float, float]] = []
    for n in range(1, rounds + 1):
        times = taken(a, n * STRIDE, games[0]), taken(b, n * STRIDE, games[1])
        rates.append((games[0] / times[0], games[1] / times[1]))
    return Duel(tuple(x / y for x, y in rates), (median(x for x, _ in rates), median(y for _, y in rates)),
                (linear(a, games[0]), linear(b, games[1])))


def linear(side: Side, games: int) -> float:
    """The time of 8n games by the time of n, with about so many in all; the median of three tries."""
    few = max(1, games // (LINEAR * side.batch)) * side.batch
    return median(taken(side, -n * STRIDE, LINEAR * few) / taken(side, -n * STRIDE, few) for n in range(1, 4))
