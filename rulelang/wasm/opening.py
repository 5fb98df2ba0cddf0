"""A program in, what every game of it begins with out: the ints at the last place before chance or a player comes in.

Games that are played through begin there, on a copy of these ints. Blocks that can come again later stay out of it, so
that every procedure is still entered at one place only.
"""

from __future__ import annotations

from typing import NamedTuple

from rulelang.engine.code import Code
from rulelang.engine.endings import OUTERMOST
from rulelang.engine.errors import LimitReached
from rulelang.engine.machine import STEP_LIMIT, Blocks, Machine
from rulelang.ir import nodes as ir
from rulelang.ir.flow import following
from rulelang.ir.numbers import NONE
from rulelang.ir.program import BLOCK, COUNTER, DECISION, FIRST_PLAYER, RUNNING, SEAT, STATUS, Program

# Blocks that are run for it, at most.
MOST_BLOCKS = 2_000
_STOPS = ir.Decide | ir.Chance | ir.Settle | ir.Finish | ir.EndProcedure


class Opening(NamedTuple):
    """Where games begin: the block, the blocks whose calls are under way, ints, steps used, span of what ran last."""

    block: int
    calls: tuple[int, ...]
    ints: list[int]
    steps: int
    span: int

    def entry(self, program: Program, number: int) -> int:
        """The block where a procedure is entered."""
        procedures, entered = program.procedures, program.start
        for at in (*self.calls, self.block):
            if entered == number:
                return at
            ending = program.blocks[at].ending
            entered = ending.procedure if isinstance(ending, ir.CallProcedure) else -1
        return procedures[number].entry


class _Run:
    """The start of a game, block by block."""

    def __init__(self, program: Program, blank: list[int]) -> None:
        self.program = program
        self.blocks = Blocks(Code(program))
        self.machine = Machine(self.blocks, None, None, None)
        self.s = blank[:]
        for at, value in ((STATUS, RUNNING), (DECISION, -1), (SEAT, 0), (BLOCK, 0), (FIRST_PLAYER, NONE),
                          (program.procedures[program.start].frame, OUTERMOST)):
            self.s[at] = value
        self.block = program.procedures[program.start].entry
        self.calls: list[int] = []

    def on(self) -> bool:
        """Run one block, unless chance or a player comes in or the run ends there."""
        ending, before = self.program.blocks[self.block].ending, self.s[:]
        if isinstance(ending, _STOPS):
            return False
        body, end, registers = self.blocks.block(self.block)
        r = [0] * registers
        for statement in body:
            statement(self.machine, self.s, r)
        self.machine.left -= 1
        following_block = end(self.machine, self.s, r)
        if self.s[COUNTER] or following_block < 0:
            self.s = before
            return False
        if isinstance(ending, ir.CallProcedure):
            self.calls.append(self.block)
        elif isinstance(ending, ir.Return):
            self.calls.pop()
        self.block = following_block
        return True

    def later(self) -> set[int]:
        """The blocks that can come from here on."""
        found: set[int] = set()
        waiting = [self.block, *(next_ for at in self.calls for next_ in following(self.program.blocks[at].ending))]
        while waiting:
            block = waiting.pop()
            if block not in found:
                found.add(block)
                ending = self.program.blocks[block].ending
                waiting += following(ending)
                if isinstance(ending, ir.CallProcedure):
                    waiting.append(self.program.procedures[ending.procedure].entry)
        return found


def opening(program: Program, blank: list[int]) -> Opening | None:
    """What all games of a program begin with, on blank ints; None if the rules cannot be run so far."""
    try:
        run, passed = _Run(program, blank), 0
        tries = run.blocks.code.tries
        while passed < MOST_BLOCKS and run.on():
            passed += 1
        later, again = run.later(), _Run(program, blank)
        while again.block not in later and again.on():
            pass
    except LimitReached:
        return None
    if run.blocks.code.tries != tries:
        return None
    return Opening(again.block, tuple(again.calls), again.s, STEP_LIMIT - again.machine.left, again.machine.span)
