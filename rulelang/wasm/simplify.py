"""A program in, the same program out with what is known before play worked out: the interpreter needs none of this.

Cells that are given one number at the start and never another are that number. Expressions of numbers are worked out,
a table read through another table becomes one table, questions about a few known values become a row of tests. Every
expression gives what it gave before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass, replace
from typing import Any

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE, divide_down, divide_up, modulo, saturate
from rulelang.ir.parts import names, parts
from rulelang.ir.program import Program

# A question about so many known values, of so many nodes all in all, becomes a row of tests.
MOST_TESTS = 8
MOST_NODES = 64
# Nodes of a formula that is written in place of its calls; the first register of those that it brings along.
MOST_INLINE = 40
FRESH = 1 << 20

_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: saturate(a + b), "sub": lambda a, b: saturate(a - b), "mul": lambda a, b: saturate(a * b),
    "div_up": divide_up, "div_down": divide_down, "mod": modulo, "min": min, "max": max,
    "eq": lambda a, b: int(a == b), "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b and NONE not in (a, b)), "le": lambda a, b: int(a <= b and NONE not in (a, b)),
}


def simplified(program: Program) -> Program:
    """The program with its expressions simplified; cells, blocks and what they do are the same."""
    simplify = _Simplifier(program, fixed_cells(program))
    simplify.functions = {}
    functions = tuple(simplify.function(n) for n in range(len(program.functions)))
    changed = replace(
        program, functions=functions, actions=simplify.all(program.actions),
        decisions=simplify.all(program.decisions), blocks=simplify.all(program.blocks))
    return replace(changed, tables=tuple(simplify.tables))


def settled(program: Program, node: ir.IntExpr, part: ir.Expr, value: int | ir.Expr) -> ir.IntExpr:
    """An expression, simplified, where one part of it has a known value, or another expression gives it."""
    whole = _Simplifier(program, {})
    whole.grows = False
    simplify = _Settled(whole, part, value)
    found: ir.IntExpr = simplify.node(node)
    return found


def fixed_cells(program: Program) -> dict[int, int]:
    """Cells of parameters, which are written once before anything is read, with their numbers."""
    start = program.blocks[program.procedures[program.start].entry].statements
    found: dict[int, int] = {}
    for statement in start:
        if not isinstance(statement, ir.SetCellTo) or not isinstance(statement.value, ir.Const):
            break
        found[statement.at] = statement.value.value
    params = {info.base: n for n, info in enumerate(program.vars)
              if info.param and info.count == 1 and not info.set_count and not info.link}
    units = (program.actions, program.decisions, program.blocks)
    written = [node for node in parts(units) if isinstance(node, ir.SetCellTo | ir.Store)]
    for node in written:
        if isinstance(node, ir.Store):
            found.pop(program.vars[node.var].base, None)
        elif sum(isinstance(other, ir.SetCellTo) and other.at == node.at for other in written) > 1:
            found.pop(node.at, None)
    return {at: value for at, value in found.items() if at in params}


class _Simplifier:
    """Rewrites nodes from the inside out. `tables` grows by those that are made."""

    def __init__(self, program: Program, fixed: dict[int, int]) -> None:
        self.program = program
        self.fixed = fixed
        self.tables = list(program.tables)
        self.composed: dict[tuple[int, int], int] = {}
        self.functions: dict[int, ir.Function] | None = None    # those simplified so far, None: calls stay as they are
        self.registers = FRESH
        self.grows = True               # whether tables may be made

    def function(self, number: int) -> ir.Function:
        """A function of the program; calls cannot recurse."""
        assert self.functions is not None
        if number not in self.functions:
            self.functions[number] = self.node(self.program.functions[number])
        return self.functions[number]

    def all(self, nodes: Any) -> Any:
        """Nodes of a tuple, in their order."""
        return tuple(self.node(node) for node in nodes)

    def node(self, node: Any) -> Any:
        """A node with everything inside it simplified."""
        if isinstance(node, tuple):
            return self.all(node) if node and not isinstance(node[0], int | str) else node
        if not is_dataclass(node) or isinstance(node, type):
            return node
        changes = {}
        for name in names(type(node)):
            old = getattr(node, name)
            if is_dataclass(old) or isinstance(old, tuple):
                new = self.node(old)
                if new is not old and new != old:
                    changes[name] = new
        if changes:
            node = replace(node, **changes)
        rule = _RULES.get(type(node))
        return node if rule is None else rule(self, node)

    def table_of(self, outer: int, inner: int) -> int:
        """The table that gives what one table holds where another one says."""
        found = self.composed.get((outer, inner))
        if found is None:
            far = self.tables[outer]
            self.tables.append(tuple(far[n] if 0 <= n < len(far) else NONE for n in self.tables[inner]))
            found = self.composed[outer, inner] = len(self.tables) - 1
        return found


# ---------------------------------------------------------------- rules, one for each kind of node


def _cell(s: _Simplifier, node: ir.Cell) -> ir.IntExpr:
    return ir.Const(s.fixed[node.at]) if node.at in s.fixed else node


def _cell_in(s: _Simplifier, node: ir.CellIn) -> ir.IntExpr:
    if not isinstance(node.index, ir.Const):
        return node
    if not 0 <= node.index.value < node.count:
        return ir.Const(NONE)
    return _cell(s, ir.Cell(node.base + node.index.value))


def _family_index(s: _Simplifier, node: ir.FamilyIndex) -> ir.IntExpr:
    found = node.base
    for key, low, size, stride in node.keys:
        if not isinstance(key, ir.Const):
            return node
        if not 0 <= key.value - low < size:
            return ir.Const(NONE)
        found += (key.value - low) * stride
    return ir.Const(found)


def _lookup(s: _Simplifier, node: ir.Lookup) -> ir.IntExpr:
    match node.index:
        case ir.Const(value=n):
            table = s.tables[node.table]
            return ir.Const(table[n] if 0 <= n < len(table) else NONE)
        case ir.Lookup(table=inner, index=index) if s.grows:
            return ir.Lookup(s.table_of(node.table, inner), index)
    return node


def _unary(s: _Simplifier, node: ir.Unary) -> ir.IntExpr:
    if not isinstance(node.value, ir.Const):
        return node
    value = node.value.value
    if node.op == "not":
        return ir.Const(int(value != 1))
    if node.op == "is_none":
        return ir.Const(int(value == NONE))
    if node.op == "neg":
        return ir.Const(saturate(-value))
    return ir.Const(0 if value == NONE else value)


def _binary(s: _Simplifier, node: ir.Binary) -> ir.IntExpr:
    if isinstance(node.left, ir.Const) and isinstance(node.right, ir.Const):
        return ir.Const(_ARITHMETIC[node.op](node.left.value, node.right.value))
    return node


def _all(s: _Simplifier, node: ir.All) -> ir.IntExpr:
    kept: list[ir.IntExpr] = []
    for part in node.parts:
        if not isinstance(part, ir.Const):
            kept.append(part)
        elif part.value != 1:
            return ir.Const(0)
    return ir.All(tuple(kept)) if kept else ir.Const(1)


def _any(s: _Simplifier, node: ir.Any) -> ir.IntExpr:
    kept: list[ir.IntExpr] = []
    for part in node.parts:
        if not isinstance(part, ir.Const):
            kept.append(part)
        elif part.value == 1:
            return ir.Const(1)
    return ir.Any(tuple(kept)) if kept else ir.Const(0)


def _choice(s: _Simplifier, node: ir.Choice) -> ir.Expr:
    if isinstance(node.condition, ir.Const):
        return node.then if node.condition.value == 1 else node.other
    return node


def _fold(s: _Simplifier, node: ir.Fold) -> ir.IntExpr:
    """any, all, count and sum over a few known values."""
    if node.op not in ("any", "all", "count", "sum") or not isinstance(node.source, ir.ConstList):
        return node
    values, inside = node.source.values, list(parts((node.where, node.each)))
    again = any(getattr(part, "reg", -1) == node.reg for part in inside)
    if again or len(values) > MOST_TESTS or len(values) * len(inside) > MOST_NODES:
        return node
    if node.op in ("count", "sum"):
        total: ir.IntExpr = ir.Const(0)
        for value in values:
            total = _sum(s, total, _amount(s, node, value))
        return total
    tests = tuple(_test(s, node, value) for value in values)
    return _any(s, ir.Any(tests)) if node.op == "any" else _all(s, ir.All(tests))


def _sum(s: _Simplifier, left: ir.IntExpr, right: ir.IntExpr) -> ir.IntExpr:
    if ir.Const(0) in (left, right):
        return right if left == ir.Const(0) else left
    return _binary(s, ir.Binary("add", left, right))


def _amount(s: _Simplifier, node: ir.Fold, value: int) -> ir.IntExpr:
    """What one element adds to a count or a sum."""
    counts = ir.Const(1) if node.where is None else _all(s, ir.All((with_register(s, node.where, node.reg, value),)))
    if node.op == "count":
        return counts
    each = ir.Const(value) if node.each is None else with_register(s, node.each, node.reg, value)
    amount = _unary(s, ir.Unary("or_zero", each))
    found = _choice(s, ir.Choice(counts, amount, ir.Const(0)))
    assert not isinstance(found, ir.ConstList)
    return found                                            # type: ignore[return-value]


def _size(s: _Simplifier, node: ir.Size) -> ir.IntExpr:
    """How many pass, without a list of them."""
    match node.of:
        case ir.Filter(reg=reg, source=source, where=where):
            return _fold(s, ir.Fold("count", reg, source, where, None))
        case ir.ConstList(values=values):
            return ir.Const(len(values))
        case ir.Choice(condition=condition, then=then, other=other):
            sizes = [_size(s, ir.Size(part)) for part in (then, other)]         # type: ignore[arg-type]
            return ir.Choice(condition, *sizes)
    return node


def _test(s: _Simplifier, node: ir.Fold, value: int) -> ir.IntExpr:
    """The test of one element; an element that does not count decides nothing."""
    each = ir.Const(value) if node.each is None else with_register(s, node.each, node.reg, value)
    if node.where is None:
        return each
    where = with_register(s, node.where, node.reg, value)
    if node.op == "any":
        return _all(s, ir.All((where, each)))
    return _any(s, ir.Any((_unary(s, ir.Unary("not", where)), each)))


def with_register(s: _Simplifier, node: Any, reg: int, value: int) -> Any:
    """An expression for one value of a register."""
    return _Settled(s, ir.Reg(reg), value).node(node)


class _Settled(_Simplifier):
    """Rewrites nodes in which one expression is a known number or another expression."""

    def __init__(self, outer: _Simplifier, part: ir.Expr, value: int | ir.Expr) -> None:
        self.fixed, self.tables, self.composed, self.functions = outer.fixed, outer.tables, outer.composed, None
        self.grows = outer.grows
        self.part = part
        self.value = ir.Const(value) if isinstance(value, int) else value

    def node(self, node: Any) -> Any:
        if type(node) is type(self.part) and node == self.part:
            return self.value
        return super().node(node)


# ---------------------------------------------------------------- calls


def _call(s: _Simplifier, node: ir.CallFunction) -> ir.Expr:
    """A small formula instead of a call; its own registers get numbers that nothing else uses."""
    if s.functions is None:
        return node
    function = s.function(node.function)
    inside = list(parts(function.result))
    if function.body or len(inside) > MOST_INLINE:
        return node
    taken = [getattr(part, "reg", -1) for part in inside]
    if any(0 <= reg < function.parameters for reg in taken) or any(isinstance(part, ir.ListReg) for part in inside):
        return node
    once = not any(isinstance(part, ir.Fold | ir.Filter | ir.Mapped | ir.Extreme) for part in inside)
    for n, arg in enumerate(node.args):
        if not isinstance(arg, ir.Const | ir.Reg | ir.Cell) and not (once and inside.count(ir.Reg(n)) <= 1):
            return node
    fresh = {}
    for reg in sorted({reg for reg in taken if reg >= 0}):
        fresh[reg] = s.registers
        s.registers += 1
    found: ir.Expr = _Inlined(s, node.args, fresh).node(function.result)
    return found


class _Inlined(_Simplifier):
    """Rewrites the formula of a function for its arguments."""

    def __init__(self, outer: _Simplifier, args: tuple[ir.Expr, ...], fresh: dict[int, int]) -> None:
        self.fixed, self.tables, self.composed, self.functions = outer.fixed, outer.tables, outer.composed, None
        self.grows = outer.grows
        self.args = args
        self.fresh = fresh

    def node(self, node: Any) -> Any:
        if isinstance(node, ir.Reg):
            return self.args[node.number] if node.number < len(self.args) else ir.Reg(
                self.fresh.get(node.number, node.number))
        node = super().node(node)
        reg = getattr(node, "reg", -1)
        return replace(node, reg=self.fresh[reg]) if reg in self.fresh else node


_RULES: dict[type, Callable[[_Simplifier, Any], Any]] = {
    ir.Cell: _cell, ir.CellIn: _cell_in, ir.FamilyIndex: _family_index, ir.Lookup: _lookup, ir.Unary: _unary,
    ir.Binary: _binary, ir.All: _all, ir.Any: _any, ir.Choice: _choice, ir.Fold: _fold, ir.CallFunction: _call,
    ir.Size: _size,
}
