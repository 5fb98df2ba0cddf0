"""A position in, what its decider may have of it out: a view, its moves, and tables that could be the real one.

A perspective is made from a table imagined by its seat, never from the real one: there is no way back.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from rulelang.engine.errors import TooManyMoves
from rulelang.engine.options import Move
from rulelang.engine.resample import Sampler
from rulelang.ir.program import EXPLICIT
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.engine.seen import View
    from rulelang.engine.state import State


@dataclass(frozen=True, slots=True)
class Perspective:
    """What a bot is given. `moves` is never empty; `table` knows one table imagined for the seat and draws others like
    it, None for bots that do not imagine.
    """

    seat: int
    view: View
    moves: tuple[Move, ...]
    table: Sampler | None = None

    def imagine(self, rng: random.Random) -> State:
        """A state that could be the real one, to be played on freely: everything the seat cannot know is drawn anew.

        Each is equally likely, as far as `State.resample` knows. Chance is drawn in it, and nothing is recorded.
        Raises `ValueError` for a bot that has not said that it imagines.
        """
        if self.table is None:
            raise ValueError("this perspective was made for a bot that does not imagine")
        return self.table.draw(rng, blind=True)

    def samples(self, n: int, rng: random.Random) -> list[State]:
        """So many imagined states."""
        return [self.imagine(rng) for _ in range(n)]


def perspective_of(state: State, rng: random.Random, *, imagines: bool = True,
                   moves: tuple[Move, ...] | None = None) -> Perspective:
    """The perspective of the seat that decides, with its view as it is now, without the log.

    `rng` is the bot's; `imagines`: whether it wants to; `moves`: what `moves_of` gives, if that is known already.
    """
    seat, table = state.current_player, None
    if imagines:
        imagined = state.resample(seat, rng, blind=True)
        imagined.s[EXPLICIT] = 0
        table = Sampler(imagined, seat)
    view = state.view(seat, None, len(state.record))
    return Perspective(seat, view, moves_of(state) if moves is None else moves, table)


def moves_of(state: State) -> tuple[Move, ...]:
    """Whole moves; where there are too many to list, the options of the next step as moves of one step."""
    try:
        return state.moves()
    except TooManyMoves:
        return tuple(Move((choice.id,), (choice.key,), choice.label) for choice in state.choices())
