"""What a player that is no person must be able to do: take a perspective, give a move."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rulelang.agents.perspective import Perspective
    from rulelang.engine.options import Move


class Agent(Protocol):
    """A player. It gets what its seat may see, its moves and imagined tables, never the state: it cannot look at
    hidden cards.
    """

    @property
    def name(self) -> str:
        """The name it is chosen by on the command line and written into logs."""

    @property
    def imagines(self) -> bool:
        """Whether it wants to imagine tables; those that do not are spared the time."""

    def choose(self, perspective: Perspective, rng: random.Random) -> Move:
        """One of the moves (never empty). All randomness comes from `rng`, so that a seed repeats a game."""


Maker = Callable[[], Agent]


def seat_rng(seed: int, seat: int) -> random.Random:
    """The generator of the bot in a seat: its picks depend on the game's seed and the seat, on nothing else."""
    return random.Random(f"rulelang seat {seat} of {seed}")
