"""A condition that holds in, narrower types out: what a test says about the expressions to its right.

Facts are about expressions as written, so `c.base`, `p's mate` and `top of deck` can be known as well as names. A fact
is forgotten as soon as something changes that it reads: see `changes.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.scopes import Fact, Scope, Work
from rulelang.syntax import ast
from rulelang.syntax.walk import walk


def learn(work: Work, scope: Scope, condition: ast.Expr | None, holds: bool = True) -> Scope:
    """The scope where a (checked) condition holds or does not hold."""
    if condition is None:
        return scope
    facts = list(_split(condition, holds))
    for fact in tuple(facts):
        facts.extend(_implied(work, scope, fact))
    return scope.knowing(*facts)


def _split(condition: ast.Expr, holds: bool) -> Iterator[Fact]:
    """Single facts: `a and b` gives two, `not (a or b)` too."""
    match condition:
        case ast.Not(value=value):
            yield from _split(value, not holds)
        case ast.And(parts=parts) if holds:
            for part in parts:
                yield from _split(part, True)
        case ast.Or(parts=parts) if not holds:
            for part in parts:
                yield from _split(part, False)
        case _:
            yield Fact(condition, holds)


def _implied(work: Work, scope: Scope, fact: Fact) -> tuple[Fact, ...]:
    """What the `where` of a choice says about a name, once it is known that something was picked."""
    for thing in _present(work, fact):
        if isinstance(thing, ast.Name) and thing.text in scope.names:
            return work.implied.get(id(scope.names[thing.text]), ())
    return ()


def refine(work: Work, node: ast.Expr, kind: t.Type, scope: Scope) -> t.Type:
    """The type of an expression at a place, in the light of all facts."""
    for fact in scope.facts:
        if isinstance(fact.condition, ast.Is) and fact.condition.left == node:
            kind = _by_test(work, fact.condition, fact.holds != fact.condition.negated, kind)
        if isinstance(kind, t.Optional) and any(thing == node for thing in _present(work, fact)):
            kind = kind.of
        if isinstance(kind, t.Optional) and _first_of(node) is not None and _not_empty(fact) == _first_of(node):
            kind = kind.of
    return kind


def _by_test(work: Work, test: ast.Is, holds: bool, kind: t.Type) -> t.Type:
    """What `x is ...` says about x."""
    ref, inner = work.refs.get(test), t.plain(kind)
    if not isinstance(inner, t.Card):
        return kind
    of = work.counts.all_types(inner.of)
    if isinstance(ref, m.IsCards):
        here = frozenset((ref.cards,))
        left = of & here if holds else of - here
        narrowed = t.Card(left) if left else inner
        return narrowed if holds or kind is inner else t.Optional(narrowed)
    if isinstance(ref, m.IsPrinted) and holds and ref.name in work.counts.prints:
        return t.Card(frozenset((work.counts.prints[ref.name].type,)))
    return kind


def _present(work: Work, fact: Fact) -> Iterator[ast.Expr]:
    """The expressions that cannot be none if the fact holds."""
    condition, holds = fact.condition, fact.holds
    if isinstance(condition, ast.Is):
        yield from _present_in_test(work, condition, holds != condition.negated)
    elif holds and isinstance(condition, ast.Compare):
        yield from _carriers(condition.left)
        yield from _carriers(condition.right)
    elif holds and isinstance(condition, ast.Has):
        yield from _carriers(condition.left)
    elif holds and isinstance(condition, ast.Attribute | ast.Owned):
        yield from _carriers(condition.value)


def _present_in_test(work: Work, test: ast.Is, holds: bool) -> Iterator[ast.Expr]:
    ref = work.refs.get(test)
    value = work.types.get(test.right)
    says_none = isinstance(value, t.NoneValue)
    if (isinstance(ref, m.IsCards | m.IsPrinted | m.IsFace) and holds) or (
        isinstance(ref, m.IsValue)
        and value is not None
        and not isinstance(value, t.Unknown | t.Flag)
        and (not holds if says_none else holds and not t.may_be_none(value))
    ):
        yield from _carriers(test.left)


def _carriers(node: ast.Expr) -> Iterator[ast.Expr]:
    """An expression and what it belongs to: if `a's b` is something, so is `a`."""
    yield node
    while isinstance(node, ast.Attribute | ast.Owned):
        node = node.value
        yield node


def _first_of(node: ast.Expr) -> ast.Expr | None:
    """The source whose first or last element an expression is."""
    match node:
        case ast.Top(zone=zone) | ast.Bottom(zone=zone) | ast.At(zone=zone, index=ast.Int(value=1)):
            return zone
        case ast.Call(name=ast.Ident(text="first"), args=(source,)):
            return source
    return None


def _not_empty(fact: Fact) -> ast.Expr | None:
    """The source that holds something if the fact holds: `size(S) > 0` and the like."""
    match fact.condition:
        case ast.Compare(op=">", left=left, right=ast.Int(value=n)) if fact.holds and n >= 0:
            return _sized(left)
        case ast.Compare(op=">=", left=left, right=ast.Int(value=n)) if fact.holds and n >= 1:
            return _sized(left)
        case ast.Is(left=left, right=ast.Int(value=n), negated=negated) if (fact.holds != negated) == (n > 0):
            return _sized(left) if n > 0 or n == 0 else None
    return None


def _sized(node: ast.Expr) -> ast.Expr | None:
    return node.args[0] if isinstance(node, ast.Call) and node.name.text == "size" and len(node.args) == 1 else None


# ---------------------------------------------------------------- forgetting


def as_another(scope: Scope, you: str = "set") -> Scope:
    """The scope where another player acts: facts about `you` are forgotten."""
    kept = tuple(fact for fact in scope.facts if not _mentions_you(fact.condition))
    return replace(scope, you=you, facts=kept)


def _mentions_you(node: ast.Expr) -> bool:
    return any(
        isinstance(part, ast.Your) or (isinstance(part, ast.Name) and part.text in ("you", "opponents"))
        for part in walk(node)
    )
