"""A source in, whether it certainly holds something out."""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.scopes import Scope, Work
from rulelang.syntax import ast


def never_empty(work: Work, node: ast.Expr, scope: Scope) -> bool:
    """Whether a (checked) source has at least one element in every position of every game."""
    match node:
        case ast.Name():
            return _name(work, node, scope)
        case ast.All() if not isinstance(work.refs.get(node), m.ZoneSymbol):
            kind = work.types.get(node)
            return isinstance(kind, t.Collection) and kind.bound > 0
        case ast.Range(low=low, high=high):
            one, other = work.types.get(low), work.types.get(high)
            return isinstance(one, t.Number) and isinstance(other, t.Number) and one.high <= other.low
        case ast.ListOf(items=items):
            return len(items) > 0
        case ast.Arithmetic(op="+", left=left, right=right):
            return never_empty(work, left, scope) or never_empty(work, right, scope)
        case ast.Conditional(then=then, other=other):
            return never_empty(work, then, scope) and never_empty(work, other, scope)
        case ast.Default(value=value, other=other):
            return never_empty(work, value, scope) or never_empty(work, other, scope)
        case ast.Call(name=ast.Ident(text=word), args=args):
            return _call(work, word, args)
        case ast.Query():
            return _query(work, node, scope)
    return False


def _name(work: Work, node: ast.Name, scope: Scope) -> bool:
    match work.refs.get(node):
        case m.Builtin(name=word):
            return word == "players" or (word == "opponents" and work.model.low > 1)
        case m.DefineSymbol() as define if not define.parameters:
            return never_empty(work, define.node.body, scope)
        case m.Local(node=ast.Let(value=value)):
            return never_empty(work, value, scope)
    return False


def _call(work: Work, word: str, args: tuple[ast.Expr, ...]) -> bool:
    if word == "names":
        return True
    known = len(args) == 1 and not t.may_be_none(work.types.get(args[0]) or t.NoneValue())
    return known and (word == "clockwise" or (word == "others" and work.model.low > 1))


def _query(work: Work, node: ast.Query, scope: Scope) -> bool:
    if not some_left(node.where) or not never_empty(work, node.source, scope):
        return False
    if node.kind in ("highest", "lowest"):
        kinds = [work.types.get(by) or t.Unknown() for by in node.by]
        return not any(t.may_be_none(kind) or isinstance(kind, t.Unknown) for kind in kinds)
    return node.kind == "list"


def some_left(where: ast.Expr | None) -> bool:
    """Whether a `where` lets something through wherever there is something."""
    return where is None or (isinstance(where, ast.Preference) and where.or_any)
