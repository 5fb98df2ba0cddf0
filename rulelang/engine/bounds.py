"""Expressions of a program in, what they can be at most out: numbers in a range, zones, the cards of which zones.

Nothing is evaluated. What is not understood can be anything, so what is said here is never too little.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import HIGHEST, LOWEST, NONE, divide_down, divide_up, saturate
from rulelang.ir.parts import parts
from rulelang.ir.program import Program

Range = tuple[int, int]         # least and greatest number; empty if the first is above the second

ANYTHING = (LOWEST, HIGHEST)
NO_NUMBER = (HIGHEST, LOWEST)
LONGEST = 10_000                # of `Between`


def together(*ranges: Range) -> Range:
    """The range that holds all of these."""
    return min(low for low, _ in ranges), max(high for _, high in ranges)


class Bounds:
    """Bounds of the expressions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._cells: dict[int, Range] = {}
        self._written = _written(program)
        self._looked_at: set[int] = set()
        self._registers: dict[int, Range] = {}      # those that hold elements of lists, where an expression stands
        for var in program.vars:
            if not var.set_count:
                for at in range(var.base, var.base + var.count * var.words):
                    self._cells[at] = (min(var.low, 0), max(var.high, 0))
        for token in program.tokens:
            pots = [at + n for _, at, count in token.pots for n in range(count)]
            for at in (token.supply, *range(token.players, token.players + program.players), *pots):
                self._cells[at] = (0, token.total)

    # ------------------------------------------------------------ numbers

    def number(self, node: ir.Expr) -> Range:
        """The range of an int; NONE is not counted."""
        match node:
            case ir.Const(value=value):
                return NO_NUMBER if value == NONE else (value, value)
            case ir.Reg(number=number):
                return self._registers.get(number, ANYTHING)
            case ir.Cell(at=at):
                return self._cell(at)
            case ir.CellIn(base=base, count=count):
                return together(*(self._cell(at) for at in range(base, base + count)), NO_NUMBER)
            case ir.Binary() | ir.Unary():
                return self._worked_out(node)
            case ir.Choice(then=then, other=other):
                return together(self.number(then), self.number(other))
            case ir.Lookup(table=table):
                return _span(self.program.tables[table])
            case ir.CallFunction(function=function):
                return self._knowing({}, self.number, self.program.functions[function].result)
            case ir.ZoneSize() | ir.Available():
                return 0, len(self.program.cards)
            case ir.All() | ir.Any() | ir.Member() | ir.SameList() | ir.Can() | ir.Knows() | ir.IsMeld():
                return 0, 1
        return ANYTHING

    def _worked_out(self, node: ir.Binary | ir.Unary) -> Range:
        match node:
            case ir.Binary():
                return self._binary(node)
            case ir.Unary(op="or_zero", value=value):
                return together(self.number(value), (0, 0))
            case ir.Unary(op="neg", value=value):
                low, high = self.number(value)
                return -high, -low
        return 0, 1

    def _cell(self, at: int) -> Range:
        """What a cell can hold: a variable in its range, or a name with what is written to it; 0 before that."""
        if at not in self._cells:
            if at in self._looked_at or at not in self._written:
                return ANYTHING
            self._looked_at.add(at)
            self._cells[at] = together(*(self._knowing({}, self.number if one else self.elements, node)
                                         for one, node in self._written[at]), (0, 0))
        return self._cells[at]

    def _binary(self, node: ir.Binary) -> Range:
        (a, b), (c, d) = self.number(node.left), self.number(node.right)
        if a > b or c > d:
            return ANYTHING
        match node.op:
            case "add":
                return saturate(a + c), saturate(b + d)
            case "sub":
                return saturate(a - d), saturate(b - c)
            case "mul":
                return _span([saturate(x * y) for x in (a, b) for y in (c, d)])
            case "min":
                return min(a, c), min(b, d)
            case "max":
                return max(a, c), max(b, d)
            case "div_down" | "div_up" if c > 0:
                divide = divide_down if node.op == "div_down" else divide_up
                return _span([divide(x, y) for x in (a, b) for y in (c, d)])
            case "mod" if c > 0:
                return 0, d - 1
            case "eq" | "ne" | "lt" | "le":
                return 0, 1
        return ANYTHING

    def elements(self, node: ir.Expr) -> Range:
        """The range of the numbers in a list."""
        match node:
            case ir.ConstList(values=values):
                return _span(values)
            case ir.Items(items=items):
                return together(*(self.number(item) for item in items), NO_NUMBER)
            case ir.Between(low=low, high=high):
                (least, most), (_, last) = self.number(low), self.number(high)
                return least, min(last, most + LONGEST - 1)
            case ir.SetCell(low=low, count=count):
                return low, low + count - 1
            case ir.Seats():
                return 1, self.program.players
            case ir.ListCell(at=at):
                return self._cell(at + 1)
            case ir.ListLookup(table=table):
                return together(*(_span(entry) for entry in self.program.list_tables[table]), NO_NUMBER)
            case ir.Joined(left=left, right=right) | ir.Choice(then=left, other=right):
                return together(self.elements(left), self.elements(right))
            case ir.Mapped(reg=reg, source=source, each=each):
                return self._knowing({**self._registers, reg: self.elements(source)}, self.number, each)
            case ir.Filter(source=inner) | ir.Extreme(source=inner) | ir.Without(left=inner) | ir.Sorted(of=inner):
                return self.elements(inner)
            case ir.CallFunction(function=function):
                return self._knowing({}, self.elements, self.program.functions[function].result)
        return ANYTHING

    def _knowing(self, registers: dict[int, Range], find: Callable[[ir.Expr], Range], node: ir.Expr) -> Range:
        """What is found where these registers are known."""
        outer, self._registers = self._registers, registers
        found = find(node)
        self._registers = outer
        return found

    # ------------------------------------------------------------ zones

    def zones(self, node: ir.Expr) -> frozenset[int]:
        """The zones that an expression can stand for."""
        everything = frozenset(range(len(self.program.zones)))
        match node:
            case ir.Const(value=value):
                return frozenset({value}) & everything
            case ir.FamilyIndex(base=base, keys=keys):
                found = {base}
                for key, low, size, stride in keys:
                    places = [key.value - low] if isinstance(key, ir.Const) else range(size)
                    found = {at + place * stride for at in found for place in places}
                return frozenset(found) & everything
            case ir.Choice(then=then, other=other):
                return self.zones(then) | self.zones(other)
            case ir.Lookup(table=table):
                return frozenset(self.program.tables[table]) & everything
            case ir.CallFunction(function=function):
                return self.zones(self.program.functions[function].result)
        return everything

    def homes(self, node: ir.Expr) -> tuple[frozenset[int], bool]:
        """The zones in which the cards of a list can lie, and whether some can be outside all zones."""
        match node:
            case ir.ZoneCards(zone=zone):
                return self.zones(zone), False
            case ir.Joined(left=left, right=right) | ir.Choice(then=left, other=right):
                (first, out), (second, away) = self.homes(left), self.homes(right)
                return first | second, out or away
            case ir.Filter(source=inner) | ir.Extreme(source=inner) | ir.Without(left=inner) | ir.Sorted(of=inner):
                return self.homes(inner)
            case ir.CallFunction(function=function):
                return self.homes(self.program.functions[function].result)
        return frozenset(range(len(self.program.zones))), True


def _written(program: Program) -> dict[int, list[tuple[bool, ir.Expr]]]:
    """For each cell of a name what is written to it: one value, or an element of a list."""
    found: dict[int, list[tuple[bool, ir.Expr]]] = {}
    for node in parts((program.decisions, program.actions, program.blocks)):
        match node:
            case ir.Pick(at=at, source=value):
                found.setdefault(at, []).append((False, value))
            case ir.SetCellTo(at=at, value=value) | ir.Bind(at=at, value=value, bound=0):
                found.setdefault(at, []).append((True, value))
            case ir.PickSome(at=at, bound=bound, source=value) | ir.SetListTo(
                    at=at, bound=bound, value=value) | ir.Bind(at=at, bound=bound, value=value):
                for n in range(bound):
                    found.setdefault(at + 1 + n, []).append((False, value))
    return found


def _span(values: tuple[int, ...] | list[int]) -> Range:
    numbers = [value for value in values if value != NONE]
    return (min(numbers), max(numbers)) if numbers else NO_NUMBER
