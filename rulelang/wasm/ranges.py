"""Expressions in, between which numbers their values surely lie out: what needs no test and does not saturate."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import HIGHEST, LOWEST, NONE, saturate
from rulelang.ir.parts import parts
from rulelang.ir.program import Program

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


class Range(NamedTuple):
    """Values lie between `low` and `high`, or (with `none`) are NONE."""

    low: int
    high: int
    none: bool = False

    def joined(self, other: Range) -> Range:
        """What may lie in either."""
        return Range(min(self.low, other.low), max(self.high, other.high), self.none or other.none)

    def inside(self, low: int, high: int) -> bool:
        """Whether all values, NONE being none, lie between two numbers."""
        return not self.none and low <= self.low and self.high <= high


ANYTHING = Range(LOWEST, HIGHEST, True)
NUMBER = Range(LOWEST, HIGHEST)
TRUTH = Range(0, 1)

# How many levels of an expression are looked at.
DEEPEST = 6

# What is known of a register or a cell where an expression stands.
Known = Callable[["ir.Reg | ir.Cell"], "Range | None"]


def numbers(low: int, high: int) -> Range:
    """From low to high, where low may stand for NONE."""
    return Range(max(low, LOWEST), max(high, LOWEST), low == NONE)


class Ranges:
    """The ranges of one program's expressions."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.cells = variable_cells(b.program)
        self.functions: dict[int, Range] = {}
        self.depth = 0

    def of(self, node: ir.Expr, known: Known) -> Range:
        """The range of an int. What lies deep inside is not looked at: an emitter asks at every level."""
        if self.depth >= DEEPEST:
            return ANYTHING
        self.depth += 1
        found = self._of(node, known)
        self.depth -= 1
        return found

    def _of(self, node: ir.Expr, known: Known) -> Range:
        match node:
            case ir.Const(value=value):
                return Range(0, 0, True) if value == NONE else Range(value, value)
            case ir.Reg() | ir.Cell():
                found = known(node)
                if found is None and isinstance(node, ir.Cell):
                    found = self.cells.get(node.at)
                return found or ANYTHING
            case ir.Unary() | ir.Binary():
                return self._worked_out(node, known)
            case ir.Choice():
                return self.of(node.then, known).joined(self.of(node.other, known))
            case ir.CellIn() | ir.Lookup() | ir.FamilyIndex():
                return self._entry(node, known)
            case ir.CallFunction(function=function):
                return self._function(function)
            case ir.Fold():
                return self._fold(node, known)
        return self._of_table(node, known)

    # ------------------------------------------------------------ entries

    def _entry(self, node: ir.CellIn | ir.Lookup | ir.FamilyIndex, known: Known) -> Range:
        if isinstance(node, ir.FamilyIndex):
            inside = all(self.of(key, known).inside(low, low + size - 1) for key, low, size, _ in node.keys)
            steps = sum((size - 1) * stride for _, _, size, stride in node.keys)
            return Range(node.base, node.base + steps, not inside)
        index = self.of(node.index, known)
        if isinstance(node, ir.Lookup):
            found = of_values(self.b.program.tables[node.table])
            return Range(found.low, found.high, found.none or not index.inside(
                0, len(self.b.program.tables[node.table]) - 1))
        cells = [self.cells.get(at, ANYTHING) for at in range(node.base, node.base + node.count)]
        found = cells[0] if cells else ANYTHING
        for cell in cells[1:]:
            found = found.joined(cell)
        return Range(found.low, found.high, found.none or not index.inside(0, node.count - 1))

    def _function(self, number: int) -> Range:
        if number not in self.functions:
            outer, self.depth = self.depth, 0
            self.functions[number] = ANYTHING
            self.functions[number] = self.of(self.b.program.functions[number].result, lambda _: None)
            self.depth = outer
        return self.functions[number]

    # ------------------------------------------------------------ arithmetic

    def _worked_out(self, node: ir.Unary | ir.Binary, known: Known) -> Range:
        if isinstance(node, ir.Unary):
            value = self.of(node.value, known)
            if node.op == "or_zero":
                return value.joined(Range(0, 0))._replace(none=False) if value.none else value
            if node.op == "neg":
                return Range(-value.high, HIGHEST if value.none else -value.low)
            return TRUTH
        if node.op in ("eq", "ne", "lt", "le"):
            return TRUTH
        left, right = self.of(node.left, known), self.of(node.right, known)
        if node.op in ("min", "max"):
            none = left.none and right.none if node.op == "max" else left.none or right.none
            return left.joined(right)._replace(none=none)
        wide = None if left.none or right.none else exact(node.op, left, right)
        return NUMBER if wide is None else Range(saturate(wide[0]), saturate(wide[1]))

    def saturates(self, node: ir.Binary, known: Known) -> bool:
        """Whether a sum, difference or product may lie outside of what can be represented."""
        left, right = self.of(node.left, known), self.of(node.right, known)
        wide = None if left.none or right.none else exact(node.op, left, right)
        return wide is None or wide[0] < LOWEST or wide[1] > HIGHEST

    # ------------------------------------------------------------ the table, lists

    def _of_table(self, node: ir.Expr, known: Known) -> Range:
        cards, zones = len(self.b.program.cards), len(self.b.program.zones)
        match node:
            case ir.ZoneSize() | ir.Available():
                return Range(0, cards)
            case ir.Size():
                return Range(0, HIGHEST)
            case ir.CardAt():
                return Range(0, max(0, cards - 1), True)
            case ir.CardInfo(what="print", card=card):
                return of_values(self.b.program.cards)._replace(none=not self.of(card, known).inside(0, cards - 1))
            case ir.CardInfo(what="position"):
                return Range(1, max(1, cards), True)
            case ir.CardInfo(what="zone"):
                return Range(0, zones, True)
            case ir.CardInfo(what="owner"):
                return Range(1, self.b.program.players, True)
            case ir.All() | ir.Any() | ir.Member() | ir.SameList() | ir.Can() | ir.Knows() | ir.IsMeld():
                return TRUTH
            case ir.FoldMelds(op="any" | "all"):
                return TRUTH
        return ANYTHING

    def _fold(self, node: ir.Fold, known: Known) -> Range:
        if node.op in ("any", "all"):
            return TRUTH
        if node.op == "count":
            return Range(0, HIGHEST)
        element = self.element(node.source)

        def inside(one: ir.Reg | ir.Cell) -> Range | None:
            return element if one == ir.Reg(node.reg) else known(one)
        each = self.of(ir.Reg(node.reg) if node.each is None else node.each, inside)
        if node.op == "sum":
            n = self.length(node.source)
            return Range(saturate(min(0, each.low) * n), saturate(max(0, each.high) * n))
        return element._replace(none=True) if node.op == "first" and element else each._replace(none=True)

    def element(self, source: ir.ListExpr) -> Range:
        """Between which numbers all elements of a list lie."""
        program = self.b.program
        match source:
            case ir.ZoneCards():
                return Range(0, max(0, len(program.cards) - 1))
            case ir.Seats():
                return Range(1, program.players)
            case ir.ConstList(values=values) if values:
                return of_values(values)
            case ir.SetCell(low=low, count=count):
                return Range(low, low + count - 1)
            case ir.Filter(source=inner) | ir.Extreme(source=inner) | ir.Sorted(of=inner) | ir.Without(left=inner):
                return self.element(inner)
        return ANYTHING

    def length(self, source: ir.ListExpr) -> int:
        """How long a list is at most; one that may be longer than anybody would count counts as very long."""
        match source:
            case ir.ZoneCards():
                return len(self.b.program.cards)
            case ir.Seats():
                return self.b.program.players
            case ir.ConstList(values=values) | ir.Items(items=values):
                return len(values)
            case ir.SetCell(count=count):
                return count
            case ir.Filter(source=inner) | ir.Mapped(source=inner) | ir.Extreme(source=inner) | ir.Sorted(
                    of=inner) | ir.Without(left=inner):
                return self.length(inner)
        return HIGHEST


def of_values(values: tuple[int, ...]) -> Range:
    """The range of known numbers."""
    there = [value for value in values if value != NONE]
    return Range(min(there, default=0), max(there, default=0), len(there) < len(values) or not values)


def exact(op: str, left: Range, right: Range) -> tuple[int, int] | None:
    """The least and the greatest result, before it is made representable; None if that is not worth knowing."""
    if op == "add":
        return left.low + right.low, left.high + right.high
    if op == "sub":
        return left.low - right.high, left.high - right.low
    if op == "mul":
        corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
        return min(corners), max(corners)
    if op in ("div_down", "div_up") and left.low >= 0 and right.low > 0:
        return 0, left.high
    return None


def variable_cells(program: Program) -> dict[int, Range]:
    """Cells of numbers that only statements about variables change, with their ranges; 0 until they are set."""
    found: dict[int, Range] = {}
    for info in program.vars:
        if not (info.set_count or info.link):
            between = Range(min(info.low, 0), max(info.high, 0), info.optional)
            found.update(dict.fromkeys(range(info.base, info.base + info.count), between))
    for node in parts((program.actions, program.decisions, program.blocks)):
        at = getattr(node, "at", None)
        if isinstance(node, ir.SetCellTo) and isinstance(node.value, ir.Const) and node.at in found:
            found[node.at] = found[node.at].joined(numbers(node.value.value, node.value.value))
        elif isinstance(at, int) and not isinstance(node, ir.Cell | ir.ListCell):
            for cell in range(at, at + 1 + getattr(node, "bound", 0)):
                found.pop(cell, None)
        if isinstance(node, ir.Decision):
            for first, bound in node.nothing or ():
                for cell in range(first, first + 1 + bound):
                    found.pop(cell, None)
    return found
