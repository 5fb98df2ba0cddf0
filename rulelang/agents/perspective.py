"""A position in, what its decider may have of it out: a view, its moves, and tables that could be the real one.

A perspective is made from a table imagined by its seat, never from the real one: there is no way back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.errors import TooManyMoves
from rulelang.engine.options import Move
from rulelang.engine.resample import Sampler
from rulelang.ir.draws import Draws
from rulelang.ir.program import ANSWERS, EXPLICIT
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.engine.seen import View
    from rulelang.engine.state import State


@dataclass(frozen=True, slots=True)
class Perspective:
    """What a bot is given. `moves` is never empty; `table` knows one table imagined for the seat and draws others like
    it, None for bots that do not imagine; `whole`: nothing has been answered yet, and the moves are whole ones.
    """

    seat: int
    view: View
    moves: tuple[Move, ...]
    table: Sampler | None = None
    whole: bool = True

    def imagine(self, draws: Draws) -> State:
        """A state that could be the real one, to be played on freely: everything the seat cannot know is drawn anew.

        Each is equally likely, as far as `State.resample` knows. Chance is drawn in it, and nothing is recorded.
        Raises `ValueError` for a bot that has not said that it imagines.
        """
        if self.table is None:
            raise ValueError("this perspective was made for a bot that does not imagine")
        return self.table.draw(draws, blind=True)

    def samples(self, n: int, draws: Draws) -> list[State]:
        """So many imagined states."""
        return [self.imagine(draws) for _ in range(n)]


def perspective_of(state: State, *, imagines: bool = True, moves: tuple[Move, ...] | None = None) -> Perspective:
    """The perspective of the seat that decides, with its view as it is now, without the log.

    `imagines`: whether its bot wants to; `moves`: what `moves_of` gives, if that is known already.
    """
    seat, table = state.current_player, None
    if imagines:
        # Any generator will do: what is drawn later is the same from each table that the seat cannot tell from this.
        imagined = Sampler(state, seat).draw(Draws(0, 0), blind=True)
        imagined.s[EXPLICIT] = 0
        table = Sampler(imagined, seat)
    found = moves_of(state) if moves is None else moves
    view = state.view(seat, None, len(state.record))
    return Perspective(seat, view, found, table, not state.s[ANSWERS] and state.is_whole(found[0]))


def moves_of(state: State) -> tuple[Move, ...]:
    """Whole moves; where there are too many to list, the options of the next step as moves of one step."""
    try:
        return state.moves()
    except TooManyMoves:
        return tuple(Move((choice.id,), (choice.key,), choice.label) for choice in state.choices())
