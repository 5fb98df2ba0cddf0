"""A position in a module in, what is asked of it out; where the module gives up, the interpreter stands in for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulelang.engine.errors import Fault
from rulelang.engine.game import Game
from rulelang.engine.machine import FAULT_OF_WORK
from rulelang.engine.record import Record
from rulelang.engine.state import State
from rulelang.ir.program import FAULT, TURN
from rulelang.wasm.instance import Instance, Interrupted, ModuleError
from rulelang.wasm.layout import STATE
from rulelang.wasm.recorder import Mark, array_of
from rulelang.wasm.variant import Variant

Ints = list[int]
T = TypeVar("T")


class Held(Instance):
    """An instance that holds a position. `slow_because`: why the interpreter has done something in the module's place,
    "" as long as it has not.
    """

    def __init__(self, game: Game, variant: Variant, seconds: float) -> None:
        """As `Instance` has it."""
        super().__init__(game, variant, seconds)
        self.slow_because = ""
        self._fault: Fault | None = None

    @property
    def ints(self) -> Ints:
        """The position's ints."""
        return self.words(STATE, self.size)

    @ints.setter
    def ints(self, s: Ints) -> None:
        if len(s) != self.size:
            raise ValueError(f"a position of this game has {self.size} ints, not {len(s)}")
        self.write(STATE, s)

    @property
    def fault(self) -> Fault | None:
        """The limit of the engine that the rules have reached, if any."""
        fault, span = self.words(STATE + 4 * FAULT, 2)
        if not fault:
            return None
        if self._fault is not None and self._fault.span == span:
            return self._fault
        limit = "work" if fault == FAULT_OF_WORK else "steps" if self.call("fault_kind") == 1 else "choices"
        return Fault(span, (span,), limit)

    def either(self, inside: Callable[[], T], outside: Callable[[State], T]) -> T:
        """What the module gives; where it gives up, what the interpreter gives, from the same position on."""
        with self.alone:
            before = self.content(STATE, 4 * self.size)
            mark = self.recorder.mark(self.call("tape_end")) if self.recorder else None
            try:
                return inside()
            except Interrupted:
                raise
            except ModuleError as error:
                state = self._state_before(array_of(before).tolist(), mark)
                found = outside(state)
                self._replace(state, error)
                return found

    def _state_before(self, s: Ints, until: Mark | None) -> State:
        """The interpreter's state of a position: with its record up to a mark, as far as somebody wants it."""
        told = None
        if self.recorder is not None and until is not None:
            told = self.recorder.record(until, s[TURN]) if self.recorder.recording else Record(self.game.program)
        return State(self.game, s, self.game.machine(told))

    def _replace(self, state: State, error: ModuleError) -> None:
        """Go on from where the interpreter has come to."""
        self.slow_because = str(error)
        self.open()
        self._fault = state.fault
        self.resume(state)

    def resume(self, state: State) -> None:
        """Go on from a position that the interpreter has played on to from one that was held here."""
        self.ints = state.s
        if self.recorder:
            self.call("reset_tape")
            self.recorder.go_on(state)
