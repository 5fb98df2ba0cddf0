"""The formula of what a seat gets in, instructions out for all seats: what is the same for all is worked out once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.parts import parts
from rulelang.wasm.emit_few_known import known_values, which
from rulelang.wasm.ranges import Range
from rulelang.wasm.simplify import settled
from rulelang.wasm.unit import Unit, is_list
from rulelang.wasm.words import Var, Word, Writer, glob, one, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

# Nodes that are written for all seats, at most; the first list register that no formula has.
MOST_NODES = 160
FREE = 1 << 24
SEAT = ir.Reg(0)


def payoffs(b: Builder, w: Writer, target: Var) -> bool:
    """Store what each seat gets, none as 0; False (and nothing is written) for a formula that is better a function."""
    function, seats = b.program.functions[b.program.payoff], range(1, b.program.players + 1)
    formula: ir.IntExpr = function.result                               # type: ignore[assignment]
    inside = list(parts(formula))
    if function.body or b.counts_work or len(inside) * len(seats) > MOST_NODES or SEAT not in inside:
        return False
    if any(getattr(part, "reg", -1) == SEAT.number for part in inside):
        return False
    u = Unit(b, w.f, w.var(glob(b.arena)).number)
    _other_parameters(b, u, w)
    rows: list[dict[ir.Expr, ir.IntExpr]] = [{} for _ in seats]
    for n, part in enumerate(dict.fromkeys(_same_for_all(b, formula)), FREE):
        if values := known_values(b, part):
            there = which(u, part, values)
            size = _register(u, one("i32.popcnt", there), len(values))
            for row, seat in zip(rows, seats, strict=True):
                bit = (there >> values.index(seat)) & 1 if seat in values else word(0)
                row[ir.Member(part, ir.Const(seat))] = _register(u, bit, 1)
                row[ir.Size(part)] = size
        else:
            u.lists[n] = u.listed(part)
            formula = settled(b.program, formula, part, ir.ListReg(n))
    x = w.var()
    for seat, row in zip(seats, rows, strict=True):
        mine = settled(b.program, formula, SEAT, seat)
        for question, answer in row.items():
            mine = settled(b.program, mine, question, answer)
        x.set(Word(lambda f, mine=mine: u.counted(mine)))               # type: ignore[misc]
        none = u.range(mine).none
        w.store(target, pick(x.eq(NONE), 0, x) if none else x, 4 * seat - 4)
    return True


def _register(u: Unit, value: Word, most: int) -> ir.Reg:
    """A register with a number from 0 on."""
    local = Writer(u.f).var(value).number
    number = FREE + len(u.ints)
    u.ints[number] = local
    u.bounds[local] = Range(0, most)
    return ir.Reg(number)


def _other_parameters(b: Builder, u: Unit, w: Writer) -> None:
    """The parameters behind the seat are 0 or empty."""
    for n, listed in enumerate(b.parameter_kinds(b.program.payoff)):
        if listed:
            u.lists[n] = u.pair()
            for local in u.lists[n]:
                Var(w.f, local).set(0)
        elif n:
            u.ints[n] = w.var(0).number


def _same_for_all(b: Builder, node: ir.Expr) -> Iterator[ir.ListExpr]:
    """The lists that are asked for in any case and are the same for all seats."""
    inner: tuple[ir.Expr, ...] = ()
    match node:
        case ir.Binary(left=left, right=right):
            inner = left, right
        case ir.Unary(value=value):
            inner = value,
        case ir.Choice(condition=condition):
            inner = condition,
        case ir.Member(of=of, value=value):
            inner = of, value
        case ir.Size(of=of):
            inner = of,
        case ir.All(parts=tests) | ir.Any(parts=tests):
            inner = tests[:1]
        case ir.Extreme() | ir.Filter() | ir.CallFunction() if is_list(b, node) and SEAT not in parts(node):
            yield node
    for each in inner:
        yield from _same_for_all(b, each)
