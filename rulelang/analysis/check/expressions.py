"""An expression and its scope in, its type out; everything met on the way is kept in the model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check import calls, comparisons, families, names, queries
from rulelang.analysis.check.facts import learn, refine
from rulelang.analysis.check.missing import no_such_print
from rulelang.analysis.check.relations import (
    add,
    divide,
    element,
    is_unknown,
    join,
    multiply,
    subtract,
    with_none,
)
from rulelang.analysis.check.scopes import Scope, Work, near
from rulelang.analysis.check.wanted import as_number, enum_number, expect, number, truth, warn_zero
from rulelang.analysis.check.words import a, both, either
from rulelang.syntax import ast


def infer(work: Work, node: ast.Expr, scope: Scope) -> t.Type:
    """The type of an expression in its scope. Reports every mistake in it once; never raises."""
    kind = HANDLERS[type(node)](work, node, scope)
    if scope.facts:
        kind = refine(work, node, kind, scope)
    work.types[node] = kind
    return kind


# ---------------------------------------------------------------- literals


def _int(_work: Work, node: ast.Int, _scope: Scope) -> t.Type:
    return t.Number(node.value, node.value)


def _str(work: Work, node: ast.Str, _scope: Scope) -> t.Type:
    """A printed name as a value: the one card of that name."""
    fact = work.counts.prints.get(node.value)
    if fact is None:
        return no_such_print(work, node, work.counts.names_of(frozenset()))
    if fact.copies is None or fact.copies > 1:
        many = "more than one card" if fact.copies is None else f"{fact.copies} cards"
        return work.error(
            "RL316",
            f'"{node.value}" is {many}; choose one of them',
            node,
            hint=f'Write `first(c in S where c is "{node.value}")` with the zone where it lies.',
        )
    work.refs[node] = m.Printed(node.value)
    return t.Card(frozenset((fact.type,)))


def _face(work: Work, node: ast.FaceLiteral, scope: Scope) -> t.Type:
    expect(work, node.value, t.Face(), scope, "a face")
    return t.Face()


def _list(work: Work, node: ast.ListOf, scope: Scope) -> t.Type:
    of: t.Type | None = None
    for item in node.items:
        kind = work.type(item, scope)
        if isinstance(t.plain(kind), t.Collection | t.MeldValue):
            work.error(
                "RL305",
                f"A list holds single values; `{item.span.text}` is {a(kind)}",
                item,
                hint="Join lists with `+`." if isinstance(t.plain(kind), t.Collection) else "",
            )
            kind = t.Unknown()
        joined = kind if of is None else join(of, kind)
        if joined is None and of is not None:
            work.error(
                "RL307",
                f"A list holds things of one kind; `{item.span.text}` is {a(kind)}, the others are {a(of)}",
                item,
            )
        of = joined if joined is not None else t.Unknown()
    return t.Collection("list", t.Unknown() if of is None else of, len(node.items))


# ---------------------------------------------------------------- attributes


def _attribute(work: Work, node: ast.Attribute, scope: Scope) -> t.Type:
    kind = work.type(node.value, scope)
    match t.plain(kind):
        case t.Card(of):
            return with_none(_printed_value(work, node, work.counts.all_types(of)), kind)
        case t.MeldValue(of):
            return with_none(_meld_field(work, node, of), kind)
        case t.Unknown() | t.NoneValue() as plain:
            return plain
    word, whose = node.name.text, node.value.span.text
    hint = ""
    if word in work.declared and isinstance(work.declared[word][1], families.FAMILIES):
        hint = f"What belongs to somebody is written `{whose}'s {word}`."
    elif isinstance(t.plain(kind), t.Zone | t.Collection):
        hint = f"Of each of them: `[c.{word} for c in {whose}]`."
    return work.error("RL304", f"Only cards have something printed on them; `{whose}` is {a(kind)}", node, hint=hint)


def _printed_value(work: Work, node: ast.Attribute, of: frozenset[str]) -> t.Type:
    word = node.name.text
    having = [name for name in sorted(of) if word in work.model.cards[name].attributes]
    if not having:
        known = [name for cards in sorted(of) for name in work.model.cards[cards].attributes]
        hint = near(word, known)
        if word in work.declared and isinstance(work.declared[word][1], families.FAMILIES):
            hint = f"What belongs to a card is written `{node.value.span.text}'s {word}`."
        return work.error("RL317", f"`{word}` is printed on no {either(of)}", node.name, hint=hint)
    if len(having) < len(of):
        families.not_all_types(work, node, word, of, frozenset(having), node.value.span.text)
        return t.Unknown()
    work.refs[node] = m.CardAttribute(word)
    kind = work.model.cards[having[0]].attributes[word].type
    for name in having[1:]:
        joined = join(kind, work.model.cards[name].attributes[word].type)
        if joined is None:
            return work.error(
                "RL307",
                f"`{word}` means different things on {both(having)}",
                node,
                hint=f"Test `{node.value.span.text} is {having[0]}` first.",
            )
        kind = joined
    return kind


def _meld_field(work: Work, node: ast.Attribute, of: tuple[str, ...]) -> t.Type:
    word = node.name.text
    work.refs[node] = m.MeldField(word)
    if word == "worth":
        return t.Number()
    parts = {name: {part.name: part.type for part in work.model.melds[name].parts} for name in of}
    kinds = [parts[name][word] for name in of if word in parts[name]]
    if len(kinds) < len(of):
        known = ["worth", *(part for name in of for part in parts[name])]
        lacking = next(name for name in of if word not in parts[name])
        return work.error(
            "RL317", f"The meld `{lacking}` has no part called `{word}`", node.name, hint=near(word, known)
        )
    if all(isinstance(kind, t.Card) for kind in kinds) or len(kinds) == 1:
        kind = kinds[0]
        for other in kinds[1:]:
            kind = join(kind, other) or t.Unknown()
        return kind
    of_cards = frozenset(name for kind in kinds for name in _cards_of(kind))
    return t.Collection(
        "list", t.Card(of_cards), max(kind.bound if isinstance(kind, t.Collection) else 1 for kind in kinds)
    )


def _cards_of(kind: t.Type) -> frozenset[str]:
    inner = element(kind) or kind
    return inner.of if isinstance(inner, t.Card) else frozenset()


def _position(work: Work, node: ast.At | ast.Top | ast.Bottom, scope: Scope) -> t.Type:
    """`Z at n`, `top of Z`, `bottom of Z` as a card (or the element of a list)."""
    kind = work.type(node.zone, scope)
    if isinstance(node, ast.At):
        number(work, node.index, scope, "a position")
    of = element(kind)
    if of is None:
        return work.error("RL305", f"Positions are in zones and lists; `{node.zone.span.text}` is {a(kind)}", node.zone)
    return t.Unknown() if isinstance(of, t.Unknown) else t.optional(of)


# ---------------------------------------------------------------- arithmetic and logic


def _arithmetic(work: Work, node: ast.Arithmetic, scope: Scope) -> t.Type:
    left, right = work.type(node.left, scope), work.type(node.right, scope)
    if isinstance(t.plain(left), t.Unknown) and isinstance(t.plain(right), t.Unknown):
        return t.Unknown()
    if node.op != "*" and (_collects(left) or _collects(right)):
        return queries.combined(work, node, left, right)
    what = f"what `{node.op}` stands between"
    one, other = as_number(work, node.left, left, what), as_number(work, node.right, right, what)
    return {"+": add, "-": subtract, "*": multiply}[node.op](one, other)


def _collects(kind: t.Type) -> bool:
    return isinstance(t.plain(kind), t.Collection | t.Zone)


def _divide(work: Work, node: ast.Divide, scope: Scope) -> t.Type:
    one = number(work, node.left, scope, "what is divided")
    other = number(work, node.right, scope, "what something is divided by")
    warn_zero(work, node.right, other)
    return divide(one, other)


def _negate(work: Work, node: ast.Negate, scope: Scope) -> t.Type:
    return subtract(t.Number(0, 0), number(work, node.value, scope, "what stands behind `-`"))


def _conditional(work: Work, node: ast.Conditional, scope: Scope) -> t.Type:
    holds = truth(work, node.condition, scope)
    then = work.type(node.then, holds)
    other = work.type(node.other, learn(work, scope, node.condition, False))
    joined = _literal_branch(work, node, then, other) or join(then, other)
    if joined is None:
        return work.error(
            "RL307",
            f"`{node.then.span.text}` is {a(then)}, `{node.other.span.text}` is {a(other)}: both must be of one kind",
            node,
        )
    return joined


def _default(work: Work, node: ast.Default, scope: Scope) -> t.Type:
    """`value else other`: none only if the other may be."""
    value, other = work.type(node.value, scope), work.type(node.other, scope)
    joined = _literal_beside(work, node.other, value, t.plain(value)) or join(t.plain(value), other)
    if not (t.may_be_none(value) or isinstance(value, t.Unknown | t.Flag) or isinstance(joined, t.Collection)):
        work.found.warning(
            "RL340",
            f"`{node.value.span.text}` is never none",
            node.other.span,
            "never used",
            hint=f"Write `{node.value.span.text}` alone.",
        )
    if joined is not None:
        return other if isinstance(value, t.NoneValue) else joined
    return work.error(
        "RL307",
        f"`{node.value.span.text}` is {a(value)}, `{node.other.span.text}` is {a(other)}: both must be of one kind",
        node,
    )


def _preference(work: Work, node: ast.Preference, scope: Scope) -> t.Type:
    for condition in node.conditions:
        truth(work, condition, scope)
    return t.Flag()


def _literal_branch(work: Work, node: ast.Conditional, then: t.Type, other: t.Type) -> t.Type | None:
    """A number literal in one branch beside an enum value in the other."""
    for literal, kind in ((node.then, other), (node.other, then)):
        found = _literal_beside(work, literal, kind, kind)
        if found is not None:
            return found
    return None


def _literal_beside(work: Work, literal: ast.Expr, beside: t.Type, kind: t.Type) -> t.Type | None:
    """`kind` for a number literal beside an enum value, which means the value with that number."""
    inner = t.plain(beside)
    if not (isinstance(literal, ast.Int) and isinstance(inner, t.EnumValue)):
        return None
    made = enum_number(work, literal, inner, keep=True)
    return made if is_unknown(made) else kind


def _logic(work: Work, node: ast.And | ast.Or, scope: Scope) -> t.Type:
    here = scope
    for part in node.parts:
        truth(work, part, here)
        here = learn(work, here, part, isinstance(node, ast.And))
    return t.Flag()


def _not(work: Work, node: ast.Not, scope: Scope) -> t.Type:
    truth(work, node.value, scope)
    return t.Flag()


HANDLERS: dict[type[ast.Node], Callable[[Work, Any, Scope], t.Type]] = {
    ast.Name: names.name,
    ast.Your: families.family,
    ast.Owned: families.family,
    ast.Index: families.family,
    ast.Int: _int,
    ast.Str: _str,
    ast.FaceLiteral: _face,
    ast.ListOf: _list,
    ast.Attribute: _attribute,
    ast.At: _position,
    ast.Top: _position,
    ast.Bottom: _position,
    ast.Arithmetic: _arithmetic,
    ast.Divide: _divide,
    ast.Negate: _negate,
    ast.Conditional: _conditional,
    ast.Default: _default,
    ast.Preference: _preference,
    ast.And: _logic,
    ast.Or: _logic,
    ast.Not: _not,
    ast.All: queries.all_of,
    ast.Range: queries.range_of,
    ast.Query: queries.query,
    ast.Call: calls.call,
    ast.Is: comparisons.is_,
    ast.Has: comparisons.has,
    ast.Compare: comparisons.compare,
    ast.Can: comparisons.can,
    ast.Knows: comparisons.knows,
}
