"""Lists that hold some of a few known values in, instructions out that say which: a bit for each, no list, no loop.

Nothing is left of the order of such a list: this is for questions whether a value is in it and how many there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import HIGHEST, NONE
from rulelang.ir.parts import parts
from rulelang.wasm.simplify import settled
from rulelang.wasm.unit import Unit
from rulelang.wasm.words import Var, Word, Writer, pick, two, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

# Known values; nodes that are written for all of them.
MOST_VALUES = 4
MOST_NODES = 160

Values = tuple[int, ...]


def known_values(b: Builder, node: ir.Expr) -> Values:
    """The different values that a list can hold, each once at most; none for a list that is no such."""
    match node:
        case ir.ConstList(values=values):
            return values if len(set(values)) == len(values) <= MOST_VALUES else ()
        case ir.Filter(source=source, where=inside) | ir.Extreme(source=source, by=inside):
            found = known_values(b, source)
            return found if len(found) * len(list(parts(inside))) <= MOST_NODES else ()
        case ir.Choice(then=then, other=other):
            found = known_values(b, then)
            return found if found == known_values(b, other) else ()
        case ir.CallFunction(function=number):
            function = b.program.functions[number]
            asked = any((isinstance(part, ir.Reg) and part.number < function.parameters) or isinstance(part, ir.ListReg)
                        for part in parts(function.result))
            return () if function.body or asked else known_values(b, function.result)
    return ()


def which(u: Unit, node: ir.Expr, values: Values) -> Var:
    """A local with a bit for each value that is in the list."""
    w = Writer(u.f)
    match node:
        case ir.CallFunction(function=number):
            return which(u, u.b.program.functions[number].result, values)
        case ir.Choice(condition=condition, then=then, other=other):
            found = w.var()
            u.tested(condition)
            with u.f.when():
                found.set(which(u, then, values))
                u.f.otherwise()
                found.set(which(u, other, values))
            return found
        case ir.Filter(source=source, where=where):
            found = which(u, source, values)
            for n, value in enumerate(values):
                test = _of(u, where, node.reg, value)
                u.tested(test)
                found.set(found & (_top(u) << n | ~(1 << n)))
            return found
        case ir.Extreme():
            return _extreme(u, node, values)
    return w.var((1 << len(values)) - 1)


def _extreme(u: Unit, node: ir.Extreme, values: Values) -> Var:
    """Those whose value is greatest or least; NONE is neither."""
    w, among = Writer(u.f), which(u, node.source, values)
    best, counts, worths = w.var(NONE if node.greatest else HIGHEST), [], []
    for n, value in enumerate(values):
        u.counted(_of(u, node.by, node.reg, value))
        worth = _top(u)
        count = w.var((among >> n) & worth.ne(NONE))
        best.set(pick(count & two("i32.gt_s" if node.greatest else "i32.lt_s", worth, best), worth, best))
        worths.append(worth)
        counts.append(count)
    found: Word = word(0)
    for n, (worth, count) in enumerate(zip(worths, counts, strict=True)):
        found = found | (count & worth.eq(best)) << n
    return w.var(found)


def _top(u: Unit) -> Var:
    """A local with what was pushed last."""
    found = Var(u.f, u.f.local())
    u.f.set(found.number)
    return found


def _of(u: Unit, node: ir.IntExpr, reg: int, value: int) -> ir.IntExpr:
    return settled(u.b.program, node, ir.Reg(reg), value)
