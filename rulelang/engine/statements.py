"""Statements of the IR in, closures `f(m, s, r)` out (those that move cards: `movement.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulelang.engine import movement
from rulelang.engine.code import SCORE_STEPS, Code, Ints, Registers, StatementCode
from rulelang.engine.expressions import any_expr, int_expr, list_expr
from rulelang.engine.registers import pure_statement
from rulelang.engine.variables import compile_store
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import saturate

if TYPE_CHECKING:
    from rulelang.engine.machine import Machine


def statements(code: Code, nodes: Sequence[ir.Statement]) -> tuple[StatementCode, ...]:
    """The closures of a list of statements."""
    return tuple(_STATEMENTS[type(node)](code, node) for node in nodes)


def _pure(code: Code, node: ir.Statement) -> StatementCode:
    run = pure_statement(code, node)
    return lambda m, s, r: run(s, r)


def _set_cell(code: Code, node: ir.SetCellTo) -> StatementCode:
    at, value, span = node.at, int_expr(code, node.value), node.span

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        s[at] = value(s, r)
    return run


def _set_list(code: Code, node: ir.SetListTo) -> StatementCode:
    at, bound, value, span = node.at, node.bound, list_expr(code, node.value), node.span

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        write_list(s, at, bound, value(s, r))
    return run


def write_list(s: Ints, at: int, bound: int, values: Ints) -> None:
    """Write a list into its cells, zeros behind it; what is longer than `bound` is cut."""
    n = min(len(values), bound)
    s[at] = n
    s[at + 1:at + 1 + bound] = values[:n] + [0] * (bound - n)


def _add_lines(code: Code, node: ir.AddLines) -> StatementCode:
    index, player, span = int_expr(code, node.index), int_expr(code, node.player), node.span
    program, var, sign, score = code.program, node.var, node.sign, node.score
    functions = [function for _, function in program.scores[score].lines]
    base = next((rec.base for rec in program.records if (rec.var, rec.score) == (var, score)), -1)
    count = program.vars[var].count

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        i, seat = index(s, r), player(s, r)
        if not 0 <= i < count or seat < 1:
            return
        m.left -= SCORE_STEPS
        worth = [code.call(function, s, seat) for function in functions]
        if base >= 0:
            for line, value in enumerate(worth):
                at = base + line * count + i
                s[at] = saturate(s[at] + sign * value)
        if m.events is not None:
            m.note(s, m.events.score(s, var, i, score, seat, worth, sign))
    return run


def _move_tokens(code: Code, node: ir.MoveTokens) -> StatementCode:
    source, target, amount = int_expr(code, node.source), int_expr(code, node.target), int_expr(code, node.amount)
    token, span = node.token, node.span

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        give, take, wanted = source(s, r), target(s, r), amount(s, r)
        if give >= 0 and take >= 0:
            pass_tokens(m, s, token, give, take, min(wanted, s[give]))
    return run


def pass_tokens(m: Machine, s: Ints, token: int, source: int, target: int, amount: int) -> None:
    """Move tokens that are there from one cell to another."""
    if amount < 1 or source == target:
        return
    s[source] -= amount
    s[target] += amount
    if m.events is not None:
        m.note(s, m.events.tokens(s, token, source, target, amount))


def _reveal_value(code: Code, node: ir.RevealValue) -> StatementCode:
    value, seats = any_expr(code, node.value), movement.audience(code, node.to, node.by)
    kind, span = node.kind, node.span

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        told, mask = value(s, r), seats(s, r)
        if m.events is not None and mask:
            m.note(s, m.events.value(s, kind, told, mask))
    return run


def _announce(code: Code, node: ir.Announce) -> StatementCode:
    what, name, player, span = node.what, node.name, int_expr(code, node.player), node.span

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        if m.events is not None:
            m.note(s, m.events.announce(what, name, player(s, r)))
    return run


def _if(code: Code, node: ir.If) -> StatementCode:
    condition, span = int_expr(code, node.condition), node.span
    then, other = statements(code, node.then), statements(code, node.other)

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        for statement in then if condition(s, r) == 1 else other:
            statement(m, s, r)
    return run


def _loop(code: Code, node: ir.Loop) -> StatementCode:
    reg, source, body, span = node.reg, list_expr(code, node.source), statements(code, node.body), node.span

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        for x in source(s, r):
            m.count_pass(span)
            r[reg] = x
            for statement in body:
                statement(m, s, r)
    return run


def _while(code: Code, node: ir.While) -> StatementCode:
    condition, body, span = int_expr(code, node.condition), statements(code, node.body), node.span

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        while condition(s, r) == 1:
            m.count_pass(span)
            for statement in body:
                statement(m, s, r)
    return run


_STATEMENTS: dict[type, Callable[[Code, Any], StatementCode]] = {
    ir.SetReg: _pure,
    ir.Append: _pure,
    ir.SetItem: _pure,
    ir.SetCellTo: _set_cell,
    ir.SetListTo: _set_list,
    ir.Store: compile_store,
    ir.AddLines: _add_lines,
    ir.MoveTokens: _move_tokens,
    ir.MoveCards: movement.compile_move,
    ir.DiscardCards: movement.compile_discard,
    ir.Refill: movement.compile_refill,
    ir.Shuffle: movement.compile_shuffle,
    ir.FlipCards: movement.compile_flip,
    ir.RevealCards: movement.compile_reveal_cards,
    ir.RevealValue: _reveal_value,
    ir.Announce: _announce,
    ir.If: _if,
    ir.Loop: _loop,
    ir.While: _while,
}
