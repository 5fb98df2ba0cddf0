"""Statements in, what they may change out; and which known facts that leaves as they are.

A fact is kept while nothing it reads can have changed: an assignment changes one variable (each of its members, since
two keys may mean the same), moving cards changes where cards lie, and whatever runs other rules may change anything.
"""

from __future__ import annotations

from dataclasses import replace

from rulelang.analysis import model as m
from rulelang.analysis.check.scopes import Scope, Work
from rulelang.records import dataclass
from rulelang.syntax import ast
from rulelang.syntax.walk import children, walk

_MOVING = (ast.Move, ast.Draw, ast.Deal, ast.Discard, ast.Shuffle, ast.Flip, ast.Pay)
_RUNNING = (ast.Menu, ast.Run, ast.Resolve)
_OF_CARDS = (ast.Query, ast.At, ast.Top, ast.Bottom, ast.FaceLiteral, ast.All)
_MELDS = frozenset(("melds", "best_melds", "is_meld"))


@dataclass(frozen=True, slots=True)
class Change:
    """What may change: variables and counts by name, where cards lie (and tokens), or everything."""

    names: frozenset[str] = frozenset()
    cards: bool = False
    everything: bool = False


EVERYTHING = Change(everything=True)


def changes(*nodes: ast.Node) -> Change:
    """What statements, with all that stands in their blocks, may change."""
    names: set[str] = set()
    cards = False
    for node in nodes:
        for part in walk(node):
            if isinstance(part, _RUNNING):
                return EVERYTHING
            cards = cards or isinstance(part, _MOVING)
            if isinstance(part, ast.Assign):
                names.add(_changed(part.target))
    return Change(frozenset(names), cards)


def _changed(target: ast.Expr) -> str:
    """The name of the variable or count that is assigned to."""
    while isinstance(target, ast.Index):
        target = target.value
    match target:
        case ast.Name(text=word) | ast.Your(name=word) | ast.Owned(name=ast.Ident(text=word)):
            return word
    return ""


def after(work: Work, scope: Scope, change: Change) -> Scope:
    """The scope once this may have changed."""
    kept = tuple(fact for fact in scope.facts if _untouched(work, fact.condition, change))
    return scope if len(kept) == len(scope.facts) else replace(scope, facts=kept)


def stable(work: Work, node: ast.Expr) -> bool:
    """Whether the value of an expression cannot change during play, as long as its names mean the same."""
    return _untouched(work, node, EVERYTHING)


def _untouched(work: Work, condition: ast.Expr, change: Change) -> bool:
    """Whether nothing that an expression reads has changed; defines are looked into, each of them once."""
    waiting: list[ast.Node] = [condition]
    seen: set[str] = set()
    while waiting:
        node = waiting.pop()
        ref = work.refs.get(node)
        if isinstance(node, ast.Call | ast.Name | ast.Is) and isinstance(ref, m.DefineSymbol | m.IsDefine):
            define = ref.define if isinstance(ref, m.IsDefine) else ref
            if change.everything:
                return False
            if define.name not in seen:
                seen.add(define.name)
                waiting.append(define.node.body)
        elif not _as_before(node, ref, change):
            return False
        waiting.extend(_read_by(node, ref))
    return True


def _read_by(node: ast.Node, ref: m.Ref | None) -> list[ast.Node]:
    """The expressions inside one that are read on their own: of something with keys, the keys."""
    match ref:
        case m.Instance(keys=keys):
            inner = [key.player if isinstance(key, m.TeamOf) else key for key in keys]
            return [key for key in inner if isinstance(key, ast.Node)]
        case m.TableRead() if isinstance(node, ast.Index):
            return [node.key]
        case m.IsDefine() if isinstance(node, ast.Is):
            return [node.left]
    return list(children(node))


def _as_before(node: ast.Node, ref: m.Ref | None, change: Change) -> bool:
    """Whether one node, without what is inside it, means what it meant."""
    if isinstance(ref, m.Instance):
        return not change.everything and _same_instance(ref, change)
    match node:
        case ast.Can() | ast.Knows():
            return False
        case ast.Your() | ast.Owned():
            return False
        case ast.Name() | ast.Index():
            return ref is not None and not (isinstance(ref, m.Builtin) and change.everything)
        case ast.Call(name=ast.Ident(text=word)):
            return isinstance(ref, m.Builtin) and word not in _MELDS and _still(change)
        case ast.Is() if isinstance(ref, m.IsFace):
            return _still(change)
    return not isinstance(node, _OF_CARDS) or _still(change)


def _still(change: Change) -> bool:
    return not change.cards and not change.everything


def _same_instance(ref: m.Instance, change: Change) -> bool:
    if isinstance(ref.of, m.ScoreSymbol) or ref.of.name in change.names:
        return False
    return isinstance(ref.of, m.VarSymbol) or not change.cards
