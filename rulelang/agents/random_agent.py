"""Moves in, one of them out, each equally likely."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.engine.options import Move
    from rulelang.engine.seen import View


@dataclass(frozen=True, slots=True)
class RandomAgent:
    """Plays uniformly over whole moves, whatever it sees."""

    name: str = "random"

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        """A move picked with `random()`, the one method whose numbers every Python version repeats."""
        return moves[int(rng.random() * len(moves))]
