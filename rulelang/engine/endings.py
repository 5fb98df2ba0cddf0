"""Endings of blocks in, closures `f(m, s, r)` out that give the next block, or HALT at a stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulelang.engine.chance import begin_chance, begin_settling
from rulelang.engine.code import Code, EndingCode, Ints, Registers
from rulelang.engine.expressions import int_expr
from rulelang.engine.machine import HALT
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.program import BLOCK, DECIDING, DECISION, RETURNED, SEAT, STATUS, STEPS

if TYPE_CHECKING:
    from rulelang.engine.machine import Machine

# What a frame's first cell holds: the block to go back to plus 1, 0 while the procedure does not run.
OUTERMOST = -1      # nothing to go back to: the run ends there


def ending(code: Code, node: ir.Ending, block: int) -> EndingCode:
    """The closure of a block's ending."""
    return _ENDINGS[type(node)](code, node, block)


def _goto(code: Code, node: ir.Goto, block: int) -> EndingCode:
    target = node.next
    return lambda m, s, r: target


def _fork(code: Code, node: ir.Fork2, block: int) -> EndingCode:
    condition, yes, no, span = int_expr(code, node.condition), node.yes, node.no, node.span

    def run(m: Machine, s: Ints, r: Registers) -> int:
        m.span = span
        return yes if condition(s, r) == 1 else no
    return run


def _switch(code: Code, node: ir.Switch, block: int) -> EndingCode:
    value, cases, other = int_expr(code, node.value), dict(node.cases), node.other
    return lambda m, s, r: cases.get(value(s, r), other)


def _call(code: Code, node: ir.CallProcedure, block: int) -> EndingCode:
    you, menu, back, span = int_expr(code, node.you), int_expr(code, node.menu), node.next, node.span
    procedure = code.program.procedures[node.procedure]
    frame, entry = procedure.frame, procedure.entry

    def run(m: Machine, s: Ints, r: Registers) -> int:
        m.span = span
        seat, counters = you(s, r), menu(s, r)
        s[frame], s[frame + 1], s[frame + 2] = back + 1, seat, counters
        return entry
    return run


def _return(code: Code, node: ir.Return, block: int) -> EndingCode:
    owner = code.owners.get(block)
    if owner is None:       # a block that nothing leads to, as examples have them
        return lambda m, s, r: go_back(s, 0)
    procedure = code.program.procedures[owner]
    frame, size = procedure.frame, procedure.size

    def run(m: Machine, s: Ints, r: Registers) -> int:
        back = s[frame]
        s[frame:frame + size] = [0] * size
        return go_back(s, back)
    return run


def _end(code: Code, node: ir.EndProcedure, block: int) -> EndingCode:
    procedures, span = code.program.procedures, node.span
    frame = procedures[node.procedure].frame
    cleared = [(procedures[n].frame, procedures[n].size) for n in {*node.clears, node.procedure}]

    def run(m: Machine, s: Ints, r: Registers) -> int:
        m.span = span
        back = s[frame]
        for at, size in cleared:
            s[at:at + size] = [0] * size
        return go_back(s, back)
    return run


def go_back(s: Ints, back: int) -> int:
    """Go on where a procedure was called; the run ends where nobody called it."""
    if back > 0:
        return back - 1
    s[STATUS] = RETURNED
    return HALT


def _decide(code: Code, node: ir.Decide, block: int) -> EndingCode:
    number, span, question = node.decision, node.span, code.question(node.decision)

    def run(m: Machine, s: Ints, r: Registers) -> int:
        m.span = span
        seat = question.decider(s, [0] * question.registers)
        if s[STEPS] >= m.blocks.decision_limit:
            return m.finish(s, 2)
        s[STATUS], s[SEAT], s[DECISION], s[BLOCK] = DECIDING, seat, number, block
        return HALT
    return run


def _chance(code: Code, node: ir.Chance, block: int) -> EndingCode:
    number, target, span = node.decision, node.next, node.span

    def run(m: Machine, s: Ints, r: Registers) -> int:
        m.span = span
        return begin_chance(m, s, number, block, target)
    return run


def _settle(code: Code, node: ir.Settle, block: int) -> EndingCode:
    zone, depth, target, span = int_expr(code, node.zone), int_expr(code, node.depth), node.next, node.span
    at = code.zones.at

    def run(m: Machine, s: Ints, r: Registers) -> int:
        m.span = span
        z, n = zone(s, r), depth(s, r)
        if z < 0 or not s[at[z] + 1]:
            return target
        return begin_settling(m, s, z, s[at[z]] if n == NONE else n, block, target)
    return run


def _finish(code: Code, node: ir.Finish, block: int) -> EndingCode:
    adjudicated, span = int(node.adjudicated), node.span

    def run(m: Machine, s: Ints, r: Registers) -> int:
        m.span = span
        return m.finish(s, adjudicated)
    return run


_ENDINGS: dict[type, Callable[[Code, Any, int], EndingCode]] = {
    ir.Goto: _goto, ir.Fork2: _fork, ir.Switch: _switch, ir.CallProcedure: _call, ir.Return: _return,
    ir.EndProcedure: _end, ir.Decide: _decide, ir.Chance: _chance, ir.Settle: _settle, ir.Finish: _finish,
}
