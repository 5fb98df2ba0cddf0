"""What happens in a game in, instructions out that count it, in modules that count; others have none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.wasm.counts import LAST, TURNS, WORD
from rulelang.wasm.ranges import Range
from rulelang.wasm.words import Number, Word, Writer, load

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder
    from rulelang.wasm.unit import Unit


def mark(u: Unit, node: ir.Statement | ir.Ending, seen: set[int]) -> None:
    """A statement or an ending begins; `seen`: marks that are surely written when it does."""
    at = u.b.counts.mark(getattr(node, "span", -1)) if u.b.counts else None
    if at is not None and at not in seen:
        seen.add(at)
        u.f.const(0)
        u.f.const(1)
        u.f.store8(u.b.layout.counts + at)


def count_action(u: Unit, ending: ir.Ending) -> None:
    """An action is done."""
    if u.b.counts and isinstance(ending, ir.CallProcedure) and ending.procedure in u.b.counts.actions:
        count(u.b, Writer(u.f), u.b.counts.actions[ending.procedure])


def count(b: Builder, w: Writer, number: int) -> None:
    """One more in a counter."""
    at = b.layout.counts + WORD * number
    w.store(at, load(at) + 1)


def count_misfit(u: Unit, node: ir.Store, value: Word, between: Range) -> None:
    """An assignment is made; if the value (between such numbers) does not fit into the variable, it is counted."""
    info = u.b.program.vars[node.var]
    if not u.b.counts or (info.low <= between.low and between.high <= info.high):
        return
    w, misfit = Writer(u.f), (value < info.low) | (value > info.high)
    with w.when(misfit & value.ne(NONE) if between.none else misfit):
        count(u.b, w, u.b.counts.ranges[node.span, node.var])


def count_misfit_at(b: Builder, w: Writer, span: Word, var: int) -> None:
    """The same of an assignment at a span that shows in play only."""
    if b.counts:
        numbers = [b.counts.ranges.get((n, var), 0) for n in range(len(b.program.spans))]
        at = w.var((load(span << 2, b.layout.words(numbers)) << 2) + b.layout.counts)
        w.store(at, load(at) + 1)


def count_turn(b: Builder, w: Writer, seat: Number) -> None:
    """A seat is to move; another one than before makes a turn."""
    if not b.counts:
        return
    last = b.layout.counts + WORD * LAST
    with w.when(load(last).ne(seat)):
        w.store(last, seat)
        count(b, w, TURNS)


def clear_counts(b: Builder, w: Writer) -> None:
    """A game begins."""
    if not b.counts:
        return
    w.push(b.layout.counts, 0, b.counts.size)
    w.f.fill()
