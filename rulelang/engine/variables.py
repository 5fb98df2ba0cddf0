"""Changes of variables in, closures out: bounds, sets kept as bits, links that hold on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.code import Code, IntCode, Ints, Registers, StatementCode
from rulelang.engine.expressions import int_expr, list_expr
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE, signed
from rulelang.ir.program import VarInfo

if TYPE_CHECKING:
    from rulelang.engine.machine import Machine


def compile_store(code: Code, node: ir.Store) -> StatementCode:
    """Store a number, a set or a partner, as the variable asks."""
    info = code.program.vars[node.var]
    index = int_expr(code, node.index)
    if info.set_count:
        return _store_set(code, node, info, index)
    if info.link:
        return _store_link(code, node, info, index)
    return _store_number(code, node, info, index)


def _store_number(code: Code, node: ir.Store, info: VarInfo, index: IntCode) -> StatementCode:
    value, span, var = int_expr(code, node.value), node.span, node.var  # type: ignore[arg-type]
    base, count, low, high, optional = info.base, info.count, info.low, info.high, info.optional
    # Of two cards nobody may hear whether they are the same.
    always = code.program.kinds[info.kind].what == "card"

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        i, asked = index(s, r), value(s, r)
        if not 0 <= i < count or (asked == NONE and not optional):
            return
        new = asked if low <= asked <= high or asked == NONE else low if asked < low else high
        old = s[base + i]
        s[base + i] = new
        if new != asked:
            m.misfit(s, var, i, asked, new, span)
        if m.events is not None and (new != old or always):
            m.note(s, m.events.store(s, var, i, old, new))
    return run


def _store_set(code: Code, node: ir.Store, info: VarInfo, index: IntCode) -> StatementCode:
    value, span, var = list_expr(code, node.value), node.span, node.var  # type: ignore[arg-type]
    base, count, words, low, size = info.base, info.count, info.words, info.low, info.set_count

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        i, values = index(s, r), value(s, r)
        if not 0 <= i < count:
            return
        at = base + i * words
        before = s[at:at + words]
        s[at:at + words] = set_words(values, low, size, words)
        if m.events is not None and s[at:at + words] != before:
            m.note(s, m.events.store(s, var, i, set_values(before, low), set_values(s[at:at + words], low)))
    return run


def set_words(values: Ints, low: int, size: int, words: int) -> Ints:
    """A set of values as signed words of bits; values outside low .. low+size-1 are left out."""
    bits = 0
    for value in values:
        if 0 <= value - low < size:
            bits |= 1 << (value - low)
    return [signed(bits >> (32 * word)) for word in range(words)]


def set_values(words: Ints, low: int) -> Ints:
    """The values of a set stored as words of bits, ascending."""
    return [low + 32 * i + bit for i, word in enumerate(words) for bit in range(32) if word >> bit & 1]


def _store_link(code: Code, node: ir.Store, info: VarInfo, index: IntCode) -> StatementCode:
    value, span, var = int_expr(code, node.value), node.span, node.var  # type: ignore[arg-type]
    base, count, first = info.base, info.count, info.first_card

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        i, partner = index(s, r), value(s, r)
        j = partner - first
        if not 0 <= i < count or not (partner == NONE or 0 <= j < count):
            return
        changes = {i: partner}
        if s[base + i] != NONE:
            changes.setdefault(s[base + i] - first, NONE)
        if partner != NONE:
            if s[base + j] != NONE:
                changes.setdefault(s[base + j] - first, NONE)
            changes[j] = first + i
        for k in sorted(changes):
            old, new = s[base + k], changes[k]
            s[base + k] = new
            if m.events is not None and old != new:
                m.note(s, m.events.store(s, var, k, old, new))
    return run
