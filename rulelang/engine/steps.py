"""Steps of decisions in, visits out (see `search.py`): conditions, names, single picks, branches, heads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulelang.engine.code import Code, Ints, Registers
from rulelang.engine.errors import Reason
from rulelang.engine.expressions import any_expr, int_expr, list_expr
from rulelang.engine.keys import KeyCode, card_keys, value_keys
from rulelang.engine.payments import compile_pay_cards, compile_pay_tokens
from rulelang.engine.picks import compile_pick_meld, compile_pick_some
from rulelang.engine.search import GO_ON, KEEP, Role, Search, Visit, finish, too_many
from rulelang.engine.statements import write_list
from rulelang.ir import nodes as ir

StepCompiler = Callable[[Code, Any, Visit, int], Visit]


def compile_steps(code: Code, steps: Sequence[ir.Step], behind: Visit, order: int) -> Visit:
    """The visit of the first of some steps; `behind` comes after the last. `order` numbers steps in reading order."""
    orders = []
    for step in steps:
        orders.append(order)
        order += _extent(code, step)
    visit = behind
    for step, number in zip(reversed(steps), reversed(orders), strict=True):
        visit = _STEPS[type(step)](code, step, visit, number)
    return visit


def _extent(code: Code, step: ir.Step) -> int:
    """How many steps a step is, those inside it included."""
    if isinstance(step, ir.Act):
        return 1 + sum(_extent(code, inner) for inner in code.program.actions[step.action].steps)
    if isinstance(step, ir.Fork):
        return 1 + sum(1 + sum(_extent(code, inner) for inner in way.steps) for way in step.ways)
    return 1


def _guard(code: Code, node: ir.Guard, behind: Visit, order: int) -> Visit:
    condition, reason = int_expr(code, node.condition), Reason("when", node.reason, node.span)

    def visit(e: Search, s: Ints, r: Registers, i: int) -> int:
        if condition(s, r) == 1:
            return behind(e, s, r, i)
        if e.why is not None:
            e.why.fail(order, reason)
        return GO_ON
    return visit


def _bind(code: Code, node: ir.Bind, behind: Visit, order: int) -> Visit:
    at, bound, value = node.at, node.bound, any_expr(code, node.value)

    def visit(e: Search, s: Ints, r: Registers, i: int) -> int:
        old = s[at:at + 1 + bound]
        if bound:
            write_list(s, at, bound, value(s, r))
        else:
            s[at] = value(s, r)
        found = behind(e, s, r, i)
        if found != KEEP:
            s[at:at + 1 + bound] = old
        return found
    return visit


def _pick(code: Code, node: ir.Pick, behind: Visit, order: int) -> Visit:
    source, at, span = list_expr(code, node.source), node.at, node.span
    where = None if node.where is None else int_expr(code, node.where)
    keyed, role = keys_of(code, node)
    reason = Reason("choose", -1, node.span, node.point)

    def visit(e: Search, s: Ints, r: Registers, i: int) -> int:
        old, raw, path, values, roles = s[at], e.raw, e.path, e.values, e.roles
        candidates = keyed(s, e.seat, source(s, r))
        if e.only is not None:
            candidates = e.only.narrow(node, candidates)
        if i < len(e.prefix):
            forced = e.prefix[i]
            candidates = [candidate for candidate in candidates if candidate[0] == forced]
        tried = set()
        for key, value in candidates:
            if key in tried and not raw:
                continue
            code.tries -= 1
            if code.tries < 0:
                raise too_many(span)
            s[at] = value
            if where is not None and where(s, r) != 1:
                continue
            tried.add(key)
            path[i], values[i], roles[i] = key, value, role
            found = behind(e, s, r, i + 1)
            if found < i:
                if found != KEEP:
                    s[at] = old
                return found
        s[at] = old
        if not tried and e.why is not None:
            e.why.fail(order, reason)
        return GO_ON
    return visit


def keys_of(code: Code, node: ir.Pick | ir.PickSome) -> tuple[KeyCode, Role]:
    """How the candidates of a pick are keyed, and what its keys stand for."""
    if code.program.kinds[node.kind].what == "card":
        return card_keys(code, node.source), Role("card", node)
    return value_keys, Role("value", node)


def _fork(code: Code, node: ir.Fork, behind: Visit, order: int) -> Visit:
    at, role, span = node.at, Role("way", node), node.span
    ways = []
    for way in node.ways:
        order += 1
        condition = None if way.condition is None else int_expr(code, way.condition)
        reason = Reason("branch", way.label, way.span, node.point)
        ways.append((way.key, condition, compile_steps(code, way.steps, behind, order + 1), order, reason))
        order += sum(_extent(code, inner) for inner in way.steps)
    ways.sort(key=lambda entry: entry[0])

    def visit(e: Search, s: Ints, r: Registers, i: int) -> int:
        old = s[at]
        forced = e.prefix[i] if i < len(e.prefix) else None
        for key, condition, inside, number, reason in ways:
            if forced is not None and key != forced:
                continue
            code.tries -= 1
            if code.tries < 0:
                raise too_many(span)
            if condition is not None and condition(s, r) != 1:
                if e.why is not None:
                    e.why.fail(number, reason)
                continue
            s[at] = key
            e.path[i], e.values[i], e.roles[i] = key, key, role
            found = inside(e, s, r, i + 1)
            if found < i:
                if found != KEEP:
                    s[at] = old
                return found
        s[at] = old
        return GO_ON
    return visit


def _act(code: Code, node: ir.Act, behind: Visit, order: int) -> Visit:
    action = code.program.actions[node.action]
    frame = code.program.procedures[action.procedure].frame
    menu, registers = int_expr(code, node.menu), action.registers
    inside = compile_steps(code, action.steps, finish if behind is finish else _back_to(behind), order + 1)

    def visit(e: Search, s: Ints, r: Registers, i: int) -> int:
        you, old_menu, counters = s[frame + 1], s[frame + 2], menu(s, r)
        s[frame + 1], s[frame + 2] = e.seat, counters
        e.outer.append(r)
        found = inside(e, s, [0] * registers, i)
        e.outer.pop()
        if found != KEEP:
            s[frame + 1], s[frame + 2] = you, old_menu
        return found
    return visit


def _back_to(behind: Visit) -> Visit:
    """Go on behind a head with the registers of the decision it belongs to."""
    def visit(e: Search, s: Ints, r: Registers, i: int) -> int:
        outer = e.outer.pop()
        found = behind(e, s, outer, i)
        e.outer.append(outer)
        return found
    return visit


_STEPS: dict[type, StepCompiler] = {
    ir.Guard: _guard, ir.Bind: _bind, ir.Pick: _pick, ir.PickSome: compile_pick_some, ir.PickMeld: compile_pick_meld,
    ir.PayTokens: compile_pay_tokens, ir.PayCards: compile_pay_cards, ir.Act: _act, ir.Fork: _fork,
}
