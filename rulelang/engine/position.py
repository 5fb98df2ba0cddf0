"""A position of a game as it stands: who is to act, what it is worth, what its ints are; nothing that changes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulelang.engine import results
from rulelang.engine.errors import Fault, LimitReached
from rulelang.engine.machine import Machine
from rulelang.engine.options import Choice
from rulelang.engine.record import Record
from rulelang.engine.seen import SeenLine
from rulelang.ir.program import ADJUDICATED, DECIDING, OVER, RETURNED, SEAT, STATUS
from rulelang.ir.program import CHANCE as AT_CHANCE

if TYPE_CHECKING:
    from rulelang.engine.game import Game

CHANCE = -1
TERMINAL = -4


class Position:
    """A position. `s` are its ints: everything that decides how it goes on; `record` tells how it came about."""

    __slots__ = ("_choices", "game", "knowledge", "machine", "program", "record", "s")

    def __init__(self, game: Game, s: list[int], machine: Machine) -> None:
        self.game = game
        self.s = s
        self.program = game.program
        self.knowledge = game.knowledge
        self.machine = machine
        self.record: Record = game.no_record if machine.record is None else machine.record
        self._choices: tuple[Choice, ...] | None = None

    # ------------------------------------------------------------ what kind of position

    @property
    def current_player(self) -> int:
        """The seat to act (from 1), CHANCE, or TERMINAL; 0 when a part of the rules run on its own has ended."""
        status = self.s[STATUS]
        if status == DECIDING:
            return self.s[SEAT]
        return CHANCE if status == AT_CHANCE else TERMINAL if status == OVER else 0

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.s[STATUS] == OVER

    @property
    def is_chance(self) -> bool:
        """Whether chance acts (in explicit mode only)."""
        return self.s[STATUS] == AT_CHANCE

    @property
    def has_returned(self) -> bool:
        """Whether a part of the rules that was run on its own has come to its end."""
        return self.s[STATUS] == RETURNED

    @property
    def adjudicated(self) -> int:
        """0, 1 if a stated limit of the rules ended the game, 2 if the engine's cap on decisions did."""
        return self.s[ADJUDICATED]

    @property
    def fault(self) -> Fault | None:
        """The limit of the engine that the rules have reached, if any: the game then has no result."""
        return self.machine.fault(self.s)

    # ------------------------------------------------------------ results and views

    def returns(self) -> tuple[int, ...]:
        """What each seat gets: 1 for winners and 0 for others, or payoffs; all 0 before the end or after a fault."""
        self.game.code.refresh()
        try:
            return results.returns(self.game.code, self.s)
        except LimitReached:
            return (0,) * self.game.players

    def scores(self) -> tuple[SeenLine, ...]:
        """Every score line of every seat as it is, also what seats do not see: for reports after a game."""
        from rulelang.engine.view import score_lines

        return tuple(score_lines(self.game.program, self.s, self.evaluate))

    def estimate(self, seat: int) -> int:
        """How good the position looks for a seat by the rules' own measure."""
        return results.estimate(self.game.code, self.s, seat)

    def information_key(self, seat: int) -> tuple[int, int]:
        """Two words that are equal where all that the seat was ever told is equal. Raises ValueError for no seat."""
        self.game.check_seat(seat)
        at = self.game.program.info_keys + 2 * (seat - 1)
        return self.s[at], self.s[at + 1]

    def evaluate(self, function: int, s: list[int], seat: int) -> object:
        """A function of a seat, on these ints."""
        return self.game.code.outside(function, s, seat)

    def call_function(self, number: int, args: Sequence[Any] = ()) -> Any:
        """The value of a function of the program."""
        return self.game.code.call(number, self.s, *args)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.s == other.s

    def __hash__(self) -> int:
        return hash(tuple(self.s))
