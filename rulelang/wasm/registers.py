"""Functions of a program in, which of their parameters are lists out: from how they are used and called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir import nodes as ir
from rulelang.ir.parts import parts
from rulelang.wasm.unit import is_list

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def list_parameters(b: Builder) -> list[tuple[bool, ...]]:
    """For each function and parameter whether it is a list."""
    program = b.program
    found: list[set[int]] = [set() for _ in program.functions]
    for number, function in enumerate(program.functions):
        for node in parts((function.body, function.result)):
            if isinstance(node, ir.ListReg | ir.Append | ir.SetItem):
                found[number].add(node.number)
    for meld in program.melds:
        for number in (meld.where, meld.worth):
            if number >= 0:
                found[number] |= set(range(program.functions[number].parameters))
    units = (program.functions, program.actions, program.decisions, program.blocks)
    for node in parts(units):
        if isinstance(node, ir.CallFunction):
            found[node.function] |= {n for n, arg in enumerate(node.args) if is_list(b, arg)}
    return [tuple(n in lists for n in range(function.parameters))
            for function, lists in zip(program.functions, found, strict=True)]


def formula_size(result: ir.Expr, parameters: int) -> int:
    """How many nodes a formula has; more than any limit if it gives a parameter another value."""
    size = 0
    for node in parts(result):
        size += 1
        if getattr(node, "reg", parameters) < parameters:
            return 1 << 30
    return size
