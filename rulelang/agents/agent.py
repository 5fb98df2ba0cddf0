"""What a player that is no person must be able to do: take a perspective, give a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rulelang.agents.perspective import Perspective
    from rulelang.engine.options import Move
    from rulelang.ir.draws import Draws


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

    def choose(self, perspective: Perspective, draws: Draws) -> Move:
        """One of the moves (never empty). All randomness comes from `draws`, so that a seed repeats a game."""


Maker = Callable[[], Agent]
