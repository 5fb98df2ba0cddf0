"""Packings of neighbours of one kind in, instructions out that find the best total in one pass over a row or stack.

For patterns of one part of a fixed size whose worth is the same whatever cards they hold: the best total up to a card
is that up to the card before it, or, where enough cards in a row fit, that before them and the pattern's worth.
"""

from __future__ import annotations

from typing import NamedTuple

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import HIGHEST
from rulelang.ir.parts import parts
from rulelang.wasm.emit_cards import in_place, zone_kind
from rulelang.wasm.ranges import Range
from rulelang.wasm.unit import Unit, is_truth


class Stretch(NamedTuple):
    """A pattern: so many cards in a row that fit, what they are worth, and the greatest worth that can be."""

    size: int
    fits: ir.Function
    worth: ir.IntExpr
    most: int


def best_in_row(u: Unit, node: ir.BestMelds) -> bool:
    """Write the best total, if it can be found so."""
    if not isinstance(node.cards, ir.ZoneCards) or zone_kind(u, node.cards.zone) not in ("row", "stack"):
        return False
    patterns = [_stretch(u, number) for number in node.melds]
    found = [pattern for pattern in patterns if pattern is not None]
    if not found or len(found) < len(patterns):
        return False
    _write(u, node.cards, found)
    return True


def _stretch(u: Unit, number: int) -> Stretch | None:
    """The pattern as a stretch, if it is one; sums of its worth can be represented."""
    program = u.b.program
    info = program.melds[number]
    if not info.adjacent or len(info.parts) != 1 or info.where >= 0 or info.same or info.different or info.consecutive:
        return None
    part = info.parts[0]
    fits = program.functions[part.fits]
    if part.low != part.high or part.low < 1 or fits.body or fits.returns_list:
        return None
    worth, most = ir.Const(1), Range(1, 1)
    if info.worth >= 0:
        function = program.functions[info.worth]
        reads = any(isinstance(inner, ir.Reg | ir.ListReg) for inner in parts(function.result))
        if function.body or function.returns_list or reads:
            return None
        worth, most = function.result, u.b.ranges.of(function.result, lambda _: None)       # type: ignore[assignment]
    if most.none or most.high * len(program.cards) > HIGHEST:
        return None
    return Stretch(part.low, fits, worth, most.high)


def _write(u: Unit, cards: ir.ZoneCards, patterns: list[Stretch]) -> None:
    f = u.f
    walk, mark, spot, total = u.walker(cards), f.local(), f.local(), f.local()
    worth = [u.value(pattern.worth) for pattern in patterns]
    fits = list(dict.fromkeys(pattern.fits.result for pattern in patterns))
    runs = [f.local() for _ in fits]
    for run in runs:
        f.const(0)
        f.set(run)
    _begin_row(u, mark, spot)

    def one(card: int) -> None:
        for test, run in zip(fits, runs, strict=True):
            _run_on(u, next(pattern.fits for pattern in patterns if pattern.fits.result == test), run, card)
        f.get(spot)
        f.load()
        f.set(total)
        for pattern, value in zip(patterns, worth, strict=True):
            _better(u, pattern, runs[fits.index(pattern.fits.result)], (spot, total, value))
        f.get(spot)
        f.get(total)
        f.store(4)
        f.get(spot)
        f.const(4)
        f.op("i32.add")
        f.set(spot)
    walk(f.local(), one)
    f.get(mark)
    f.set(u.sp)
    f.get(spot)
    f.load()


def _begin_row(u: Unit, mark: int, spot: int) -> None:
    """Room for a total behind each card; before the first card it is 0."""
    f = u.f
    f.get(u.sp)
    f.tee(mark)
    f.tee(spot)
    f.const(0)
    f.store()
    f.get(u.sp)
    f.const(4 * len(u.b.program.cards) + 4)
    f.op("i32.add")
    f.set(u.sp)


def _run_on(u: Unit, fits: ir.Function, run: int, card: int) -> None:
    """One more card in a row that fits, or none."""
    f = u.f
    f.get(run)
    f.const(1)
    f.op("i32.add")
    f.const(0)
    with u.register(card) as reg:
        number = u.b.program.functions.index(fits)
        in_place(u, ir.CallFunction(number, (ir.Reg(reg), *[ir.Const(0)] * (fits.parameters - 1))))
    if not is_truth(fits.result):
        f.const(1)
        f.op("i32.eq")
    f.op("select")
    f.set(run)


def _better(u: Unit, pattern: Stretch, run: int, where: tuple[int, int, int]) -> None:
    """A total that ends with this pattern, if that is better."""
    f, (spot, total, worth) = u.f, where
    f.get(run)
    f.const(pattern.size)
    f.op("i32.ge_s")
    with f.when():
        ended = f.local()
        f.get(spot)
        f.const(4 * pattern.size - 4)
        f.op("i32.sub")
        f.load()
        f.get(worth)
        f.op("i32.add")
        f.tee(ended)
        f.get(total)
        f.get(ended)
        f.get(total)
        f.op("i32.gt_s", "select")
        f.set(total)
