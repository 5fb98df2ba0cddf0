"""Moves in, one of them out, each equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.agents.perspective import Perspective
    from rulelang.engine.options import Move
    from rulelang.engine.state import State
    from rulelang.ir.draws import Draws


@dataclass(frozen=True, slots=True)
class RandomAgent:
    """Plays uniformly over whole moves, whatever it sees."""

    name: str = "random"
    imagines: bool = False

    def choose(self, perspective: Perspective, draws: Draws) -> Move:
        """A move drawn from the bot's generator."""
        return perspective.moves[draws.below(len(perspective.moves))]


def random_place(state: State, moves: int, draws: Draws) -> int:
    """The place of a move that it takes."""
    return draws.below(moves)
