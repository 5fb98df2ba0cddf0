"""A subject in, the speed of many of its games stepped together from Python out: actions in, everything else out.

An action is one answer to one step of a question, so a move is one to four of them. Actions are drawn, each equally
likely, but handed in as a player of one's own would: drawing them counts apart.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from time import process_time

from benchmarks.missing import Missing
from benchmarks.ours import Subject
from rulelang.wasm.batch import Batch

AT_ONCE = 1024


@dataclass(frozen=True, slots=True)
class Stepped:
    """Millions of answers per CPU second: in steps alone, and with drawing."""

    alone: float
    drawn: float


def stepped(subject: Subject, rounds: int, seconds: float) -> list[Stepped]:
    """Step 1,024 games, which begin anew when they are over. Raises Missing if no module does it."""
    batch = Batch(subject.game, AT_ONCE, seed=1, again=True)
    if batch.slow_because:
        raise Missing(batch.slow_because)
    _round(batch, seconds)          # games are then in all their stages
    return [_round(batch, seconds) for _ in range(rounds)]


def _round(batch: Batch, seconds: float) -> Stepped:
    steps, alone, start = 0, 0.0, process_time()
    while (now := process_time()) - start < seconds:
        actions = array("i", batch.draw(1))
        drawn = process_time()
        batch.step(actions)
        alone += process_time() - drawn
        steps += 1
    answers = steps * batch.games / 1e6
    return Stepped(answers / alone, answers / (now - start))


def answers_per_move(subject: Subject, games: int) -> float:
    """How many answers a move takes, on average over so many whole games."""
    answers = turns = 0
    for result in subject.runner().playouts(1, games):
        answers, turns = answers + result.answers, turns + result.turns
    return answers / turns
