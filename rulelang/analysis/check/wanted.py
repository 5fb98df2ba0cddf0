"""An expression and the type that its place wants in, its own type out; what does not fit is reported."""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.facts import learn
from rulelang.analysis.check.relations import fits, is_unknown, number_of
from rulelang.analysis.check.scopes import Scope, Work
from rulelang.analysis.check.words import a
from rulelang.syntax import ast


def expect(work: Work, node: ast.Expr, wanted: t.Type, scope: Scope, what: str) -> t.Type:
    """The type of an expression that must fit; beside an enum a number literal is the value with that number."""
    kind = work.type(node, scope)
    inner = t.plain(wanted)
    if isinstance(inner, t.EnumValue) and isinstance(node, ast.Int):
        return enum_number(work, node, inner, keep=True)
    if fits(kind, wanted):
        return kind
    title = f"{what[:1].upper()}{what[1:]} must be {a(inner)}; `{node.span.text}` is {a(kind)}"
    return work.error("RL305", title, node, hint=_made_to_fit(node, t.plain(kind), inner))


def _made_to_fit(node: ast.Expr, kind: t.Type, wanted: t.Type) -> str:
    if isinstance(wanted, t.EnumValue) and isinstance(kind, t.Number):
        return f"Write a value of `{wanted.enum}`."
    if isinstance(wanted, t.Number) and isinstance(kind, t.EnumValue):
        return f"Write `number({node.span.text})` for its number."
    if isinstance(wanted, t.Card) and isinstance(kind, t.Zone | t.Collection):
        return f"Write `first({node.span.text})` for one of them."
    if isinstance(wanted, t.Card) and isinstance(kind, t.Card):
        return f"Test `{node.span.text} is {sorted(wanted.of)[0]}` first." if kind.of & wanted.of else ""
    if isinstance(wanted, t.Collection) and fits(kind, wanted.of):
        return f"Write `[{node.span.text}]`."
    return ""


def enum_number(work: Work, node: ast.Int, kind: t.EnumValue, keep: bool) -> t.Type:
    """A number literal beside an enum value; with `keep` the literal becomes that value."""
    enum = work.model.enums[kind.enum]
    if node.value not in enum.numbers or enum.words:
        have = "Its values are words." if enum.words else f"Its numbers are {enum.numbers[0]} to {enum.numbers[-1]}."
        return work.error("RL314", f"No `{enum.name}` has the number {node.value}", node, allowed=have)
    if keep:
        work.types[node] = kind
        work.refs[node] = m.Constant(enum.numbers.index(node.value), kind)
        return kind
    return t.Number(node.value, node.value)


def truth(work: Work, node: ast.Expr, scope: Scope) -> Scope:
    """Check a condition; the scope where it holds."""
    kind = work.type(node, scope)
    if not isinstance(t.plain(kind), t.Flag | t.Unknown | t.NoneValue):
        hint = ""
        if isinstance(t.plain(kind), t.Collection | t.Zone):
            hint = f"Write `size({node.span.text}) > 0`."
        elif t.may_be_none(kind):
            hint = f"Write `{node.span.text} is not none`."
        work.error("RL306", f"A condition is yes or no; `{node.span.text}` is {a(kind)}", node, hint=hint)
    return learn(work, scope, node)


def number(work: Work, node: ast.Expr, scope: Scope, what: str) -> t.Number:
    """Check a number; its range, none counting as 0."""
    return as_number(work, node, work.type(node, scope), what)


def as_number(work: Work, node: ast.Expr, kind: t.Type, what: str) -> t.Number:
    """The same for an expression whose type is known: reading it twice at each level would take exponential time."""
    found = number_of(kind)
    if found is not None:
        return found
    hint = f"Write `number({node.span.text})` for its number." if _has_number(kind) else ""
    if isinstance(t.plain(kind), t.Collection | t.Zone):
        hint = f"Write `size({node.span.text})` to count."
    title = f"{what[:1].upper()}{what[1:]} is a number; `{node.span.text}` is {a(kind)}"
    work.error("RL305", title, node, hint=hint)
    return t.Number()


def _has_number(kind: t.Type) -> bool:
    return isinstance(t.plain(kind), t.EnumValue | t.Player)


def warn_zero(work: Work, node: ast.Expr, kind: t.Number) -> None:
    """Warn of a divisor that may be 0."""
    if kind.low <= 0 <= kind.high and not is_unknown(work.types[node]):
        certain = kind.low == kind.high
        work.found.warning(
            "RL318",
            f"`{node.span.text}` {'is' if certain else 'may be'} 0; dividing by it gives 0",
            node.span,
            hint="" if certain else f"Divide by `max(1, {node.span.text})`, or test it first.",
        )
