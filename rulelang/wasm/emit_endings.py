"""Endings of blocks in, instructions out that return the next block, or HALT; blocks behind are written in place.

A block is written behind the one that leads to it if nothing else does, or while the function is small; so the loop
over blocks is entered at calls, returns and decisions only. Steps are counted all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.engine.machine import HALT
from rulelang.ir import nodes as ir
from rulelang.ir.program import (
    ADJUDICATED,
    BLOCK,
    DECIDING,
    DECISION,
    OVER,
    RETURNED,
    SEAT,
    STATUS,
    STEPS,
)
from rulelang.wasm.emit_statements import statements
from rulelang.wasm.layout import STATE
from rulelang.wasm.unit import Unit, writes

# Blocks written into one function, at most, of those that other functions hold too.
MOST_INLINE = 8


class Chain:
    """The blocks that are written into one function: those open above the current one, and how many there are."""

    def __init__(self, u: Unit) -> None:
        self.u = u
        self.open: list[int] = []
        self.written = 0

    def go(self, block: int) -> None:
        """Go on with a block: written here, or returned to the loop over blocks."""
        b, f = self.u.b, self.u.f
        single = b.entries.get(block, 0) == 1
        if block in self.open or len(self.open) > 30 or (self.written >= MOST_INLINE and not single):
            b.block(block)
            f.const(block)
            f.op("return")
            return
        self.write(block)

    def write(self, block: int) -> None:
        """Statements and ending of a block."""
        u, b = self.u, self.u.b
        node = b.program.blocks[block]
        self.open.append(block)
        self.written += 1
        u.fresh()
        statements(u, node.statements)
        b.count_step(u, -1)
        ENDINGS[type(node.ending)](self, node.ending, block)
        self.open.pop()

    def span(self, span: int) -> None:
        """Where the rules stand."""
        self.u.f.const(span)
        self.u.f.gset(self.u.b.span)

    def halt(self) -> None:
        """Stop the run."""
        self.u.f.const(HALT)
        self.u.f.op("return")


EndingEmitter = Callable[[Chain, Any, int], None]
ENDINGS: dict[type, EndingEmitter] = {}


@writes(ENDINGS, ir.Goto)
def goto(c: Chain, node: ir.Goto, block: int) -> None:
    """Go on."""
    c.go(node.next)


@writes(ENDINGS, ir.Fork2)
def fork(c: Chain, node: ir.Fork2, block: int) -> None:
    """One of two ways."""
    u = c.u
    c.span(node.span)
    u.released(lambda: u.truth(node.condition))
    with u.f.when():
        c.go(node.yes)
    c.go(node.no)


@writes(ENDINGS, ir.Switch)
def switch(c: Chain, node: ir.Switch, block: int) -> None:
    """One of several ways."""
    u = c.u
    value = u.value(node.value)
    for key, target in dict(node.cases).items():
        u.f.get(value)
        u.f.const(key)
        u.f.op("i32.eq")
        with u.f.when():
            c.go(target)
    c.go(node.other)


@writes(ENDINGS, ir.CallProcedure)
def call(c: Chain, node: ir.CallProcedure, block: int) -> None:
    """A procedure; what comes behind is entered from the loop over blocks."""
    u = c.u
    procedure = u.b.program.procedures[node.procedure]
    c.span(node.span)
    you, menu = u.value(node.you), u.value(node.menu)
    u.b.block(node.next)
    u.put(procedure.frame, node.next + 1)
    u.put(procedure.frame + 1, lambda: u.f.get(you))
    u.put(procedure.frame + 2, lambda: u.f.get(menu))
    c.go(procedure.entry)


def clear(u: Unit, at: int, size: int) -> None:
    """Zeros in a frame."""
    if size <= 12:
        for n in range(size):
            u.put(at + n, 0)
        return
    u.f.const(STATE + 4 * at)
    u.f.const(size)
    u.f.call(u.b.runtime("zero_words"))


def go_back(c: Chain, back: int) -> None:
    """Return the block that a local names (plus 1); the run ends where nobody called."""
    u, f = c.u, c.u.f
    f.get(back)
    f.const(0)
    f.op("i32.gt_s")
    with f.when():
        f.get(back)
        f.const(1)
        f.op("i32.sub", "return")
    u.put(STATUS, RETURNED)
    c.halt()


@writes(ENDINGS, ir.Return)
def leave(c: Chain, node: ir.Return, block: int) -> None:
    """Back to where the procedure was called."""
    u = c.u
    owner = u.b.owners.get(block)
    back = u.f.local()
    if owner is not None:
        procedure = u.b.program.procedures[owner]
        u.cell(procedure.frame)
        u.f.set(back)
        clear(u, procedure.frame, procedure.size)
    go_back(c, back)


@writes(ENDINGS, ir.EndProcedure)
def end(c: Chain, node: ir.EndProcedure, block: int) -> None:
    """Out of a procedure and all that run inside it."""
    u, procedures = c.u, c.u.b.program.procedures
    c.span(node.span)
    back = u.f.local()
    u.cell(procedures[node.procedure].frame)
    u.f.set(back)
    for n in sorted({*node.clears, node.procedure}):
        clear(u, procedures[n].frame, procedures[n].size)
    go_back(c, back)


@writes(ENDINGS, ir.Decide)
def decide(c: Chain, node: ir.Decide, block: int) -> None:
    """Stop for a player, or for good at the cap on answers."""
    u, f = c.u, c.u.f
    c.span(node.span)
    u.b.block(node.next)
    u.b.walk(node.decision)
    u.b.nothing(node.decision)
    u.cell(STEPS)
    f.gget(u.b.decision_limit)
    f.op("i32.ge_s")
    with f.when():
        _over(u, 2)
        c.halt()
    saved, u.ints, u.lists = (u.ints, u.lists), {}, {}
    u.put(SEAT, lambda: u.number(u.b.program.decisions[node.decision].decider))
    u.ints, u.lists = saved
    u.put(STATUS, DECIDING)
    u.put(DECISION, node.decision)
    u.put(BLOCK, block)
    c.halt()


@writes(ENDINGS, ir.Chance)
def chance(c: Chain, node: ir.Chance, block: int) -> None:
    """Drawn at once."""
    u, f = c.u, c.u.f
    c.span(node.span)
    f.get(u.sp)
    f.call(u.b.chance(node.decision))
    f.gget(u.b.trouble)
    with f.when():
        c.halt()
    c.go(node.next)


@writes(ENDINGS, ir.Settle)
def settle(c: Chain, node: ir.Settle, block: int) -> None:
    """Drawn at once."""
    u = c.u
    c.span(node.span)
    u.number(node.zone)
    u.number(node.depth)
    u.f.call(u.b.runtime("settle_top"))
    c.go(node.next)


def _over(u: Unit, adjudicated: int) -> None:
    u.put(STATUS, OVER)
    u.put(SEAT, 0)
    u.put(DECISION, -1)
    u.put(ADJUDICATED, adjudicated)


@writes(ENDINGS, ir.Finish)
def finish(c: Chain, node: ir.Finish, block: int) -> None:
    """The game is over."""
    c.span(node.span)
    _over(c.u, int(node.adjudicated))
    c.halt()
