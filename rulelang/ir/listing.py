"""A program in, a readable text of it out: for goldens, for questions about what a rule became, for faults.

Expressions are written as people would; names of the program (zones, variables, points, texts) stand beside numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.program import Program

_SIGNS = {"add": "+", "sub": "-", "mul": "*", "eq": "==", "ne": "!=", "lt": "<", "le": "<=",
          "div_up": "/^", "div_down": "/_", "mod": "%"}


def listing(program: Program) -> str:
    """The whole program: layout, functions, heads, decisions, procedures with their blocks."""
    text = _Listing(program)
    lines = [f"game {program.title}: {program.players} players, {program.size} cells", ""]
    for part in (text.layout(), text.functions(), text.heads(), text.decisions(), text.blocks()):
        lines += part
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


class _Listing:
    """Writes the parts of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program

    # ------------------------------------------------------------ parts

    def layout(self) -> Iterator[str]:
        """Addresses of what was declared."""
        for n, var in enumerate(self.program.vars):
            what = "link" if var.link else f"set of {var.set_count}" if var.set_count else f"{var.low}..{var.high}"
            yield f"var {n} {var.name}: {what} x {var.count} at {var.base}"
        for n, token in enumerate(self.program.tokens):
            yield f"token {n} {token.name}: {token.total}, supply at {token.supply}, seats at {token.players}"
        for n, zone in enumerate(self.program.zones):
            keys = f"[{', '.join(map(str, zone.keys))}]" if zone.keys else ""
            yield f"zone {n} {zone.name}{keys}: {zone.kind} of {zone.capacity} at {zone.at}, " \
                  f"seen {zone.seen:b}/{zone.down_seen:b}"
        yield ""

    def functions(self) -> Iterator[str]:
        """Functions with bodies and results."""
        for n, function in enumerate(self.program.functions):
            args = ", ".join(f"r{i}" for i in range(function.parameters))
            yield f"function {n} {function.name}({args}) {self.place(function.span)}"
            yield from self.statements(function.body, 1)
            yield f"    = {self.show(function.result)}"
        yield ""

    def heads(self) -> Iterator[str]:
        """Heads of actions."""
        for n, action in enumerate(self.program.actions):
            yield f"action {n} {action.name} {self.text(action.label)} {self.place(action.span)}"
            yield from self.steps(action.steps, 1)
        yield ""

    def decisions(self) -> Iterator[str]:
        """Questions with their steps."""
        for n, decision in enumerate(self.program.decisions):
            secret = " secretly" if decision.secret else ""
            yield f"decision {n} {decision.name}: {decision.kind} by {self.show(decision.decider)}{secret} " \
                  f"{self.place(decision.span)}"
            yield from self.steps(decision.steps, 1)
        yield ""

    def blocks(self) -> Iterator[str]:
        """Procedures, then all blocks by number."""
        for n, procedure in enumerate(self.program.procedures):
            yield f"procedure {n} {procedure.name}: {procedure.kind}, frame {procedure.frame} + {procedure.size}, " \
                  f"enters {procedure.entry}"
        yield ""
        for n, block in enumerate(self.program.blocks):
            yield f"block {n}"
            yield from self.statements(block.statements, 1)
            yield f"    -> {self.ending(block.ending)} {self.place(getattr(block.ending, 'span', -1))}"

    # ------------------------------------------------------------ lines

    def statements(self, nodes: Sequence[ir.Statement], depth: int) -> Iterator[str]:
        """Statements, indented."""
        indent = "    " * depth
        for node in nodes:
            where = self.place(node.span)
            match node:
                case ir.If():
                    yield f"{indent}if {self.show(node.condition)}: {where}"
                    yield from self.statements(node.then, depth + 1)
                    if node.other:
                        yield f"{indent}else:"
                        yield from self.statements(node.other, depth + 1)
                case ir.Loop():
                    yield f"{indent}for r{node.reg} in {self.show(node.source)}: {where}"
                    yield from self.statements(node.body, depth + 1)
                case ir.While():
                    yield f"{indent}while {self.show(node.condition)}: {where}"
                    yield from self.statements(node.body, depth + 1)
                case _:
                    yield f"{indent}{self.statement(node)} {where}"

    def statement(self, node: ir.Statement) -> str:
        """A simple statement in one line."""
        match node:
            case ir.SetReg(number=number, value=value):
                return f"r{number} = {self.show(value)}"
            case ir.SetCellTo(at=at, value=value):
                return f"[{at}] = {self.show(value)}"
            case ir.SetListTo(at=at, bound=bound, value=listed):
                return f"[{at} + {bound}] = {self.show(listed)}"
            case ir.Store(var=var, index=index, value=value):
                return f"{self.program.vars[var].name}[{self.show(index)}] = {self.show(value)}"
            case _:
                return self.call(node)

    def ending(self, node: ir.Ending) -> str:
        """How a block ends."""
        match node:
            case ir.Goto():
                return f"block {node.next}"
            case ir.Fork2():
                return f"block {node.yes} if {self.show(node.condition)} else block {node.no}"
            case ir.Switch():
                cases = ", ".join(f"{value}: block {block}" for value, block in node.cases)
                return f"switch {self.show(node.value)} ({cases}, else block {node.other})"
            case ir.CallProcedure():
                name = self.program.procedures[node.procedure].name
                return f"call {name}(you {self.show(node.you)}, menu {self.show(node.menu)}), then block {node.next}"
            case ir.Decide() | ir.Chance():
                name = self.program.decisions[node.decision].name
                return f"{type(node).__name__.lower()} {node.decision} {name}, then block {node.next}"
            case ir.Settle():
                return f"settle {self.show(node.depth)} of zone {self.show(node.zone)}, then block {node.next}"
            case ir.EndProcedure():
                return f"end {self.program.procedures[node.procedure].name}"
            case _:
                return self.call(node)

    def steps(self, nodes: Sequence[ir.Step], depth: int) -> Iterator[str]:
        """Steps of a decision, indented."""
        indent = "    " * depth
        for node in nodes:
            where = self.place(getattr(node, "span", -1))
            match node:
                case ir.Fork():
                    public = " public" if node.public else ""
                    yield f"{indent}fork {self.point(node.point)} into [{node.at}]{public} {where}"
                    for way in node.ways:
                        open_ = "" if way.condition is None else f" when {self.show(way.condition)}"
                        yield f"{indent}    {way.key} {self.text(way.label)}{open_}"
                        yield from self.steps(way.steps, depth + 2)
                case ir.Act():
                    yield f"{indent}act {self.program.actions[node.action].name}, menu {self.show(node.menu)}"
                case ir.Pick():
                    yield f"{indent}pick {self.point(node.point)} into [{node.at}] from {self.show(node.source)}" \
                          f"{self.where(node.where)} {where}"
                case ir.PickSome():
                    yield f"{indent}pick {self.point(node.point)} {self.show(node.low)}..{self.show(node.high)} into " \
                          f"[{node.at} + {node.bound}] from {self.show(node.source)}{self.where(node.where)} {where}"
                case ir.Guard():
                    reason = f" else {self.text(node.reason)}" if node.reason >= 0 else ""
                    yield f"{indent}when {self.show(node.condition)}{reason} {where}"
                case _:
                    yield f"{indent}{self.call(node)} {where}"

    # ------------------------------------------------------------ words

    def show(self, node: Any) -> str:
        """An expression, or any other value of a field."""
        match node:
            case ir.Const(value=value):
                return "none" if value == NONE else str(value)
            case ir.Reg(number=number) | ir.ListReg(number=number):
                return f"r{number}"
            case ir.Cell(at=at):
                return f"[{at}]"
            case ir.ListCell(at=at):
                return f"[{at}...]"
            case ir.Binary() | ir.Unary() | ir.All() | ir.Any() | ir.Choice():
                return self.operation(node)
            case ir.CallFunction():
                return f"{self.program.functions[node.function].name}({', '.join(map(self.show, node.args))})"
            case tuple():
                return f"[{', '.join(map(self.show, node))}]"
        return "-" if node is None else self.call(node) if hasattr(node, "__dataclass_fields__") else str(node)

    def operation(self, node: ir.Binary | ir.Unary | ir.All | ir.Any | ir.Choice) -> str:
        """Arithmetic and tests with their signs."""
        match node:
            case ir.Binary(op=op, left=left, right=right) if op in _SIGNS:
                return f"({self.show(left)} {_SIGNS[op]} {self.show(right)})"
            case ir.Unary(op="not", value=value):
                return f"not {self.show(value)}"
            case ir.All(parts=parts):
                return f"({' and '.join(map(self.show, parts))})"
            case ir.Any(parts=parts):
                return f"({' or '.join(map(self.show, parts))})"
            case ir.Choice():
                return f"({self.show(node.then)} if {self.show(node.condition)} else {self.show(node.other)})"
            case _:
                return self.call(node)

    def call(self, node: Any) -> str:
        """A node as name and fields; what is as usual is left out."""
        parts = []
        for field in fields(node):
            value = getattr(node, field.name)
            if field.name == "span" or value == field.default:
                continue
            shown = self.show(value)
            parts.append(shown if field.name in ("op", "what", "value", "of") else f"{field.name} {shown}")
        return type(node).__name__ + (f"({', '.join(parts)})" if parts else "")

    def where(self, node: ir.IntExpr | None) -> str:
        """The condition of a pick."""
        return "" if node is None else f" where {self.show(node)}"

    def point(self, number: int) -> str:
        """A decision point by name."""
        return self.program.points[number].name if number >= 0 else "-"

    def text(self, number: int) -> str:
        """A text in quotes."""
        return repr(self.program.texts[number]) if number >= 0 else "-"

    def place(self, span: int) -> str:
        """The line of the rules."""
        return f"  # {self.program.spans[span].line}" if span >= 0 else ""
