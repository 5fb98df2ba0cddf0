"""A compiled program and a state's ints in, the same ints at the next stop out: the loop over blocks.

What a run needs beside the ints hangs on the machine: the record and the knowledge that follow it (or neither, in blind
play), the span of the statement that runs, how many steps are left before the rules are said to run in circles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.code import Code, EndingCode, Ints, StatementCode
from rulelang.engine.errors import Fault, LimitReached
from rulelang.ir.program import (
    ADJUDICATED,
    BLOCK,
    DECISION,
    FAULT,
    FAULT_SPAN,
    OVER,
    RETURNED,
    RUNNING,
    SEAT,
    STATUS,
)

if TYPE_CHECKING:
    from rulelang.engine.events import Event, Events
    from rulelang.engine.knowledge import Knowledge
    from rulelang.engine.record import Record

# Blocks entered, loop passes and costly statements between two stops; answers of players in one game.
STEP_LIMIT = 100_000
DECISION_LIMIT = 10_000
# The last steps before the limit are watched, to say which lines took turns.
WATCHED = 200

FAULT_OF_WORK = 2   # the fault of a state whose queries went through too much
HALT = -1           # an ending has stopped the run; the status says how

CompiledBlock = tuple[tuple[StatementCode, ...], EndingCode, int]


class Blocks:
    """The compiled blocks of a program and its limits. Shared by all states of a game."""

    def __init__(self, code: Code, step_limit: int = STEP_LIMIT, decision_limit: int = DECISION_LIMIT) -> None:
        self.code = code
        self.step_limit = step_limit
        self.decision_limit = decision_limit
        self.compiled: list[CompiledBlock | None] = [None] * len(code.program.blocks)

    def block(self, number: int) -> CompiledBlock:
        """Block `number`, compiled when it is first needed."""
        found = self.compiled[number]
        if found is None:
            from rulelang.engine.endings import ending
            from rulelang.engine.statements import statements

            node = self.code.program.blocks[number]
            found = (statements(self.code, node.statements), ending(self.code, node.ending, number), node.registers)
            self.compiled[number] = found
        return found


class Machine:
    """Runs one state. `events` and `knowledge` are None in blind play, and `record` with them."""

    __slots__ = ("blocks", "code", "cycle", "events", "knowledge", "left", "record", "span", "watched")

    knowledge: Knowledge

    def __init__(self, blocks: Blocks, record: Record | None, events: Events | None,
                 knowledge: Knowledge | None) -> None:
        self.blocks = blocks
        self.code = blocks.code
        self.record = record
        self.events = events
        if knowledge is not None:
            self.knowledge = knowledge
        self.span = -1
        self.left = blocks.step_limit
        self.watched: list[int] = []
        self.cycle: tuple[int, ...] = ()

    def note(self, s: Ints, event: Event) -> None:
        """Take an event into the record."""
        if self.record is not None:
            self.record.add(s, event)

    def misfit(self, s: Ints, var: int, index: int, asked: int, stored: int, span: int) -> None:
        """A number did not fit into an instance of a variable."""
        if self.events is not None:
            self.note(s, self.events.range(s, var, index, asked, stored, span))

    def count_pass(self, span: int) -> None:
        """One more step between two stops."""
        self.left -= 1
        if self.left < WATCHED:
            self.watched.append(span)
            if self.left < 0:
                raise LimitReached("steps", span)

    def run(self, s: Ints, block: int, until: int = HALT, *, onward: bool = False) -> None:
        """Run from a block to the next stop (or to the door of block `until`).

        `onward`: after a stop of chance, which seeded play would not have made: the steps before it count too.
        """
        s[STATUS], s[DECISION], s[SEAT], s[BLOCK] = RUNNING, -1, 0, 0
        if not onward:
            self.left, self.watched = self.blocks.step_limit, []
        self.code.refresh()
        try:
            block = self._loop(s, block, until)
        except LimitReached as limit:
            self.stop_at_limit(s, limit)
        if block == until and until != HALT:
            s[STATUS] = RETURNED

    def _loop(self, s: Ints, block: int, until: int) -> int:
        """Block after block. Written for speed: this is where the time of play goes."""
        compiled, compile_block = self.blocks.compiled, self.blocks.block
        while block >= 0 and block != until:
            body, end, registers = compiled[block] or compile_block(block)
            r = [0] * registers
            for statement in body:
                statement(self, s, r)
            self.left -= 1
            if self.left < WATCHED:
                self.watched.append(self.span)
                if self.left < 0:
                    raise LimitReached("steps", self.span)
            block = end(self, s, r)
        return block

    def stop_at_limit(self, s: Ints, limit: LimitReached) -> None:
        """The game stops without a result: a fault of the rules."""
        span = limit.span if limit.span >= 0 else self.span
        kind = FAULT_OF_WORK if limit.limit == "work" else 1
        s[STATUS], s[SEAT], s[DECISION], s[FAULT], s[FAULT_SPAN] = OVER, 0, -1, kind, span
        self.cycle = tuple(dict.fromkeys(x for x in self.watched if x >= 0)) or (span,)

    def fault(self, s: Ints) -> Fault | None:
        """Which limit of the engine the rules have reached, if any."""
        if not s[FAULT]:
            return None
        limit = "work" if s[FAULT] == FAULT_OF_WORK else "steps" if self.watched else "choices"
        return Fault(s[FAULT_SPAN], self.cycle or (s[FAULT_SPAN],), limit)

    def finish(self, s: Ints, adjudicated: int) -> int:
        """The game is over."""
        s[STATUS], s[SEAT], s[DECISION], s[ADJUDICATED] = OVER, 0, -1, adjudicated
        return HALT
