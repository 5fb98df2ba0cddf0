"""Moves in, one of them out, each equally likely."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.agents.perspective import Perspective
    from rulelang.engine.options import Move


@dataclass(frozen=True, slots=True)
class RandomAgent:
    """Plays uniformly over whole moves, whatever it sees."""

    name: str = "random"
    imagines: bool = False

    def choose(self, perspective: Perspective, rng: random.Random) -> Move:
        """A move picked with `random()`, the one method whose numbers every Python version repeats."""
        return perspective.moves[int(rng.random() * len(perspective.moves))]
