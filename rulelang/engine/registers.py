"""Statements of functions in, closures `f(s, r)` out: they change registers only, and always come to an end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulelang.engine.code import FUNCTION_PASSES, Code, Ints, Registers
from rulelang.engine.errors import EngineFault
from rulelang.engine.expressions import any_expr, int_expr, list_expr
from rulelang.ir import nodes as ir

PureCode = Callable[[Ints, Registers], None]


def pure_statements(code: Code, nodes: Sequence[ir.Statement]) -> list[PureCode]:
    """The closures of statements that change registers only."""
    return [pure_statement(code, node) for node in nodes]


def pure_statement(code: Code, node: ir.Statement) -> PureCode:
    """The closure of one statement that changes registers only."""
    compiler = _PURE.get(type(node))
    if compiler is None:
        raise EngineFault(f"a function contains {type(node).__name__}")
    return compiler(code, node)


def _set_reg(code: Code, node: ir.SetReg) -> PureCode:
    number, value = node.number, any_expr(code, node.value)

    def run(s: Ints, r: Registers) -> None:
        r[number] = value(s, r)
    return run


def _append(code: Code, node: ir.Append) -> PureCode:
    """A new list each time: a register may share its list with a table of the program."""
    number, value = node.number, int_expr(code, node.value)

    def run(s: Ints, r: Registers) -> None:
        r[number] = [*(r[number] or ()), value(s, r)]
    return run


def _set_item(code: Code, node: ir.SetItem) -> PureCode:
    number, position, value = node.number, int_expr(code, node.position), int_expr(code, node.value)

    def run(s: Ints, r: Registers) -> None:
        i, x = position(s, r), value(s, r)
        values = list(r[number] or ())
        if 1 <= i <= len(values):
            values[i - 1] = x
            r[number] = values
    return run


def _if(code: Code, node: ir.If) -> PureCode:
    condition = int_expr(code, node.condition)
    then, other = pure_statements(code, node.then), pure_statements(code, node.other)

    def run(s: Ints, r: Registers) -> None:
        for statement in then if condition(s, r) == 1 else other:
            statement(s, r)
    return run


def _loop(code: Code, node: ir.Loop) -> PureCode:
    reg, source, body = node.reg, list_expr(code, node.source), pure_statements(code, node.body)

    def run(s: Ints, r: Registers) -> None:
        for x in source(s, r):
            r[reg] = x
            for statement in body:
                statement(s, r)
    return run


def _while(code: Code, node: ir.While) -> PureCode:
    condition, body = int_expr(code, node.condition), pure_statements(code, node.body)

    def run(s: Ints, r: Registers) -> None:
        for _ in range(FUNCTION_PASSES):
            if condition(s, r) != 1:
                return
            for statement in body:
                statement(s, r)
    return run


_PURE: dict[type, Callable[[Code, Any], PureCode]] = {
    ir.SetReg: _set_reg, ir.Append: _append, ir.SetItem: _set_item, ir.If: _if, ir.Loop: _loop, ir.While: _while,
}
