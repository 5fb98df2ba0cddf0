"""Endings of blocks in, instructions out: each procedure is one function that gives the block to go on with, or HALT.

A procedure calls another and goes on with the block behind the call if that is what it is given; it gives anything
else to whoever called it. So every way out (a stop, `end`) leads up to where the block given is known, at last to the
loop over procedures in `run`. Behind a stop a function is entered in its middle: `start` is a place among its entries.
Games that are played through have functions of their own, without that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.engine.machine import HALT
from rulelang.ir import nodes as ir
from rulelang.ir.flow import following
from rulelang.ir.program import (
    ADJUDICATED,
    BLOCK,
    CHANCE,
    DECISION,
    EXPLICIT,
    OVER,
    RETURNED,
    SEAT,
    STATUS,
    Program,
)
from rulelang.wasm.emit_counts import count_action, mark
from rulelang.wasm.emit_numbers import folded
from rulelang.wasm.emit_statements import statements
from rulelang.wasm.encode import Item, read_first
from rulelang.wasm.layout import STATE
from rulelang.wasm.structure import Region, labels, regions
from rulelang.wasm.unit import Unit, writes
from rulelang.wasm.words import Writer, load


def entries(program: Program, number: int, explicit: bool = False) -> list[int]:
    """The blocks where a procedure can be entered: its first one, and those behind stops and calls.

    `explicit`: chance may stop it too.
    """
    stops = ir.Decide | ir.CallProcedure | ir.Chance | ir.Settle if explicit else ir.Decide | ir.CallProcedure
    found = {program.procedures[number].entry: None}
    seen: set[int] = set()
    waiting = [program.procedures[number].entry]
    while waiting:
        block = waiting.pop()
        if block in seen:
            continue
        seen.add(block)
        ending = program.blocks[block].ending
        if isinstance(ending, stops):
            found[ending.next] = None
        waiting += following(ending)
    return list(found)


def write_procedure(u: Unit, number: int, *, through: bool) -> None:
    """(sp, start): the blocks of a procedure; `through`: for games that are played through, from its first block on."""
    program = u.b.program

    def ways(block: int) -> list[int]:
        return following(program.blocks[block].ending)
    starts = entries(program, number, u.b.stepping)
    if through:
        starts = [u.b.opening.entry(program, number) if u.b.opening else starts[0]]
    after, known = labels(starts[0], starts[1:], ways), 0
    while known < len(starts):              # a way into the middle of a loop makes another entry
        known = len(starts)
        u.f.clear()
        Chain(u, starts, after, through).whole(regions(starts[0], after))


class Chain:
    """The blocks of one function while they are written. `ahead` and `around` are the labels that can be gone to."""

    def __init__(self, u: Unit, starts: list[int], after: dict[int, list[int]], through: bool) -> None:
        self.u = u
        self.through = through
        self.starts = starts
        self.after = after
        self.ahead: dict[int, int] = {}
        self.around: dict[int, int] = {}
        self.top = 0

    def whole(self, region: Region) -> None:
        """All blocks. Behind them is the one place of a function where the run stops as the steps are used up."""
        u, f = self.u, self.u.f
        with f.block() as u.limit:
            with f.loop() as self.top:
                self.region(region)
            f.op("unreachable")
        f.const(1)
        f.call(u.b.runtime("stop_at_limit"))
        self.halt()

    def region(self, region: Region) -> None:
        """Labels one behind the other: each closes the block that those before it leave to get there."""
        f, heads = self.u.f, [item if isinstance(item, int) else item.head for item in region.items]
        for head in reversed(heads):
            f.open_block()
            self.ahead[head] = f.depth
        self._dispatch(region, heads)
        for head, item in zip(heads, region.items, strict=True):
            f.close_block()
            del self.ahead[head]
            if isinstance(item, int):
                if item in self.starts and len(self.starts) > 1:
                    f.const(0)
                    f.set(1)
                self.write(item)
            else:
                with f.loop() as self.around[head]:
                    self.region(item)
                del self.around[head]

    def _dispatch(self, region: Region, heads: list[int]) -> None:
        """Go to the label, or the loop around it, where the function is entered."""
        f, others = self.u.f, {}
        for head, item in zip(heads, region.items, strict=True):
            for label in (item,) if isinstance(item, int) else item.labels():
                if label in self.starts[1:]:
                    others[self.starts.index(label)] = self.ahead[head]
        if others:
            f.get(1)
            with f.when():
                f.get(1)
                f.br_table([others.get(n, self.ahead[heads[0]]) for n in range(len(self.starts))], self.ahead[heads[0]])

    def go(self, block: int) -> None:
        """Go on with a block: by a branch, or it is written here."""
        f = self.u.f
        if block in self.ahead:
            f.br(self.ahead[block])
        elif block in self.around:
            f.br(self.around[block])
        elif block in self.after:
            if block not in self.starts:
                self.starts.append(block)
            f.const(self.starts.index(block))
            f.set(1)
            f.br(self.top)
        else:
            self.write(block)

    def is_under_way(self, block: int) -> bool:
        """Whether games begin inside the call that ends a block."""
        return self.through and self.u.b.opening is not None and block in self.u.b.opening.calls

    def stands_alone(self, block: int) -> bool:
        """Whether a block does nothing but end, and is gone to from one place only."""
        return block not in self.after and not self.u.b.program.blocks[block].statements

    def write(self, block: int) -> None:
        """Statements and ending of a block. Registers that may be read before they are written are 0 at first."""
        u, b, f = self.u, self.u.b, self.u.f
        node, at = b.program.blocks[block], len(f.code)
        u.fresh()
        registers = (u.ints, u.lists)
        f.get(0)
        f.set(u.sp)
        if not self.is_under_way(block):
            statements(u, node.statements)
            b.count_step(u, -1)
        mark(u, node.ending, set())
        count_action(u, node.ending)
        ENDINGS[type(node.ending)](self, node.ending, block)
        used = {*registers[0].values(), *(n for found in registers[1].values() for n in found)}
        zeros: list[Item] = []
        for local in read_first(f.code[at:]):
            if local in used:
                zeros += (b"\x41\x00", 4 * local + 1)
        f.code[at:at] = zeros

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
    """A procedure, then what comes behind, unless something else is to come."""
    u = c.u
    procedure = u.b.program.procedures[node.procedure]
    if not c.is_under_way(block):
        c.span(node.span)
        you, menu = u.value(node.you), u.value(node.menu)
        u.put(procedure.frame, node.next + 1)
        u.put(procedure.frame + 1, lambda: u.f.get(you))
        u.put(procedure.frame + 2, lambda: u.f.get(menu))
    back = u.f.local()
    u.settle_steps()
    u.f.get(0)
    u.f.const(0)
    u.f.call(u.b.procedure(node.procedure, through=c.through))
    u.f.tee(back)
    u.f.const(node.next)
    u.f.op("i32.ne")
    with u.f.when():
        u.f.get(back)
        u.f.op("return")
    c.go(node.next)


def clear(u: Unit, at: int, size: int) -> None:
    """Zeros in a frame."""
    u.f.zeros_at(STATE + 4 * at, size)


def go_back(c: Chain, back: int) -> None:
    """Return the block that a local names (plus 1); the run ends where nobody called."""
    u, f = c.u, c.u.f
    u.settle_steps()
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


@writes(ENDINGS, ir.Chance)
def chance(c: Chain, node: ir.Chance, block: int) -> None:
    """Drawn at once."""
    u, f = c.u, c.u.f
    c.span(node.span)
    if u.b.stepping:
        _stop_before(c, node, block)
    f.get(u.sp)
    f.call(u.b.chance(node.decision))
    f.gget(u.b.trouble)
    with f.when():
        c.halt()
    c.go(node.next)


@writes(ENDINGS, ir.Settle)
def settle(c: Chain, node: ir.Settle, block: int) -> None:
    """Drawn at once."""
    u, f = c.u, c.u.f
    c.span(node.span)
    zone, depth = folded(node.zone), node.depth
    if u.b.stepping:
        u.number(zone)
        u.number(depth)
        f.const(block)
        f.call(u.b.runtime("begin_settling"))
        with f.when():
            u.settle_steps()
            c.halt()
    elif isinstance(zone, ir.Const) and zone.value >= 0 and depth == ir.Const(1):
        w, base = Writer(f), STATE + 4 * u.b.layout.zones.at[zone.value]
        with w.when((load(base) > 0) & load(base).eq(load(base, 4))):
            w.do(u.b.settle(zone.value), base)
    else:
        u.number(zone)
        u.number(depth)
        f.call(u.b.runtime("settle_top"))
    c.go(node.next)


def _stop_before(c: Chain, node: ir.Chance, block: int) -> None:
    """Where chance is asked, stop if there is more than one outcome."""
    u, f = c.u, c.u.f
    u.b.walk(node.decision)
    if u.b.knowledge:
        u.b.commit(node.decision)
    u.cell(EXPLICIT)
    with f.when():
        f.get(u.sp)
        f.call(u.b.several(node.decision))
        f.gget(u.b.trouble)
        f.op("i32.or")
        with f.when():
            u.put(STATUS, CHANCE)
            u.put(BLOCK, block)
            u.settle_steps()
            c.halt()


def write_over(u: Unit, adjudicated: int) -> None:
    """The game is over."""
    u.put(STATUS, OVER)
    u.put(SEAT, 0)
    u.put(DECISION, -1)
    u.put(ADJUDICATED, adjudicated)


@writes(ENDINGS, ir.Finish)
def finish(c: Chain, node: ir.Finish, block: int) -> None:
    """The game is over."""
    c.span(node.span)
    write_over(c.u, int(node.adjudicated))
    c.halt()
