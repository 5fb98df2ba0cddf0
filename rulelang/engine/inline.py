"""Small expressions of the IR in, one Python lambda for each whole tree of them out: arithmetic, tests, cells.

A closure per node would spend most of its time on calls. So the nodes in `_TEXTS` are written as Python text, with
everything that differs from program to program (numbers, addresses, closures of other nodes) as a parameter `v0`, `v1`,
...; equal shapes share one compiled text. What the text says is what `nodes.py` says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from rulelang.engine.code import Code, IntCode
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import HIGHEST, LOWEST, NONE, divide_down, divide_up, modulo, saturate

# Nested deeper than this, a part becomes a closure of its own: Python reads no deeper text.
DEEPEST = 12

_BINARY = {
    "add": "({x} if LOWEST <= ({x} := {a} + {b}) <= HIGHEST else saturate({x}))",
    "sub": "({x} if LOWEST <= ({x} := {a} - {b}) <= HIGHEST else saturate({x}))",
    "mul": "saturate({a} * {b})",
    "div_up": "divide_up({a}, {b})",
    "div_down": "divide_down({a}, {b})",
    "mod": "modulo({a}, {b})",
    "min": "min({a}, {b})",
    "max": "max({a}, {b})",
    "eq": "(1 if {a} == {b} else 0)",
    "ne": "(0 if {a} == {b} else 1)",
    "lt": "(1 if NONE < {a} < {b} else 0)",
    "le": "(1 if NONE < {a} <= {b} else 0)",
}
_UNARY = {
    "neg": "saturate(-{a})",
    "not": "(0 if {a} == 1 else 1)",
    "or_zero": "(0 if ({x} := {a}) == NONE else {x})",
    "is_none": "(1 if {a} == NONE else 0)",
}
_NAMES = {"LOWEST": LOWEST, "HIGHEST": HIGHEST, "NONE": NONE, "saturate": saturate, "divide_up": divide_up,
          "divide_down": divide_down, "modulo": modulo, "min": min, "max": max, "__builtins__": {}}


class _Writer:
    """Writes one expression; `values` are what its parameters stand for."""

    def __init__(self, code: Code, other: Callable[[Code, Any], IntCode]) -> None:
        self.code = code
        self.other = other
        self.values: list[Any] = []
        self.depth = 0
        self.names = 0

    def value(self, value: Any) -> str:
        """A parameter."""
        self.values.append(value)
        return f"v{len(self.values) - 1}"

    def name(self) -> str:
        """A name for a value that is used twice."""
        self.names += 1
        return f"x{self.names}"

    def text(self, node: ir.IntExpr) -> str:
        """The text of a node."""
        writer = _TEXTS.get(type(node))
        if writer is None or self.depth >= DEEPEST:
            return f"{self.value(self.other(self.code, node))}(s, r)"
        self.depth += 1
        text: str = writer(self, node)
        self.depth -= 1
        return text


def inlined(code: Code, node: ir.IntExpr, other: Callable[[Code, Any], IntCode]) -> IntCode:
    """The closure of an expression; `other` compiles the nodes inside it that have no text of their own."""
    writer = _Writer(code, other)
    text = writer.text(node)
    found: IntCode = _factory(text, len(writer.values))(*writer.values)
    return found


def has_text(kind: type) -> bool:
    """Whether nodes of this kind are written as text."""
    return kind in _TEXTS


@cache
def _factory(text: str, values: int) -> Any:
    parameters = ", ".join(f"v{n}" for n in range(values))
    return eval(f"lambda {parameters}: lambda s, r: {text}", _NAMES)


def _joined(w: _Writer, parts: tuple[ir.IntExpr, ...], word: str, empty: str) -> str:
    if not parts:
        return empty
    return f"(1 if {word.join(f'{w.text(part)} == 1' for part in parts)} else 0)"


def _cell_in(w: _Writer, node: ir.CellIn) -> str:
    x, base, count = w.name(), w.value(node.base), w.value(node.count)
    return f"(s[{base} + {x}] if 0 <= ({x} := {w.text(node.index)}) < {count} else NONE)"


def _card_info(w: _Writer, node: ir.CardInfo) -> str:
    if node.what not in ("zone", "face"):
        return f"{w.value(w.other(w.code, node))}(s, r)"
    x, base = w.name(), w.value(w.code.program.card_cells + (node.what == "face"))
    return f"(s[{base} + 2 * {x}] if ({x} := {w.text(node.card)}) >= 0 else NONE)"


def _zone_size(w: _Writer, node: ir.ZoneSize) -> str:
    at = w.code.zones.at
    if isinstance(node.zone, ir.Const):
        return f"s[{w.value(at[node.zone.value])}]" if node.zone.value >= 0 else "0"
    x = w.name()
    return f"(s[{w.value(at)}[{x}]] if ({x} := {w.text(node.zone)}) >= 0 else 0)"


def _family_index(w: _Writer, node: ir.FamilyIndex) -> str:
    parts, tests = [w.value(node.base)], []
    for key, low, size, stride in node.keys:
        x = w.name()
        tests.append(f"0 <= ({x} := {w.text(key)} - {w.value(low)}) < {w.value(size)}")
        parts.append(f"{x} * {w.value(stride)}")
    return f"({' + '.join(parts)} if {' and '.join(tests) or 'True'} else NONE)"


_TEXTS: dict[type, Callable[[_Writer, Any], str]] = {
    ir.Const: lambda w, node: w.value(node.value),
    ir.Reg: lambda w, node: f"r[{w.value(node.number)}]",
    ir.Cell: lambda w, node: f"s[{w.value(node.at)}]",
    ir.Unary: lambda w, node: _UNARY[node.op].format(a=w.text(node.value), x=w.name()),
    ir.Binary: lambda w, node: _BINARY[node.op].format(a=w.text(node.left), b=w.text(node.right), x=w.name()),
    ir.All: lambda w, node: _joined(w, node.parts, " and ", "1"),
    ir.Any: lambda w, node: _joined(w, node.parts, " or ", "0"),
    ir.CellIn: _cell_in,
    ir.CardInfo: _card_info,
    ir.ZoneSize: _zone_size,
    ir.FamilyIndex: _family_index,
}
