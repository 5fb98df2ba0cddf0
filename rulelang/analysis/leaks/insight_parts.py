"""Expressions in, one function for each construct: who can know their values out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.leaks.insight import Insight, Place, name_key
from rulelang.analysis.leaks.insight_queries import call, query
from rulelang.analysis.leaks.publicness import (
    NOTHING,
    PUBLIC,
    Needs,
    Value,
    anchored_value,
    element,
    known,
    plus,
    together,
)
from rulelang.syntax import ast


def _name(it: Insight, node: ast.Name, at: Place) -> Value:
    ref = it.model.refs.get(node)
    match ref:
        case m.Local():
            return _local(node, ref, at)
        case m.Instance():
            return it.instance(ref, node, at)
        case m.DefineSymbol():
            return it.define(ref, (), at, node)
        case m.Builtin(name="you"):
            return Value(key=at.you, apart=at.apart)
        case m.Builtin(name="opponents"):
            return Value(apart=frozenset() if at.you is None else frozenset((at.you,)))
        case m.Builtin(name="first_player"):
            return Value(key=("first_player",))
    return PUBLIC


def _local(node: ast.Name, local: m.Local, at: Place) -> Value:
    """A name: told of where it is read, unless it runs through something that is named right there."""
    found = at.names.get(local)
    if found is None:
        return Value(key=name_key(local)) if isinstance(t.plain(local.type), t.Player) else PUBLIC
    passing = local is at.binding or isinstance(local.node, ast.Query | ast.Parameter | ast.MeldPart)
    return found if passing else anchored_value(found, node)


def _family(it: Insight, node: ast.Your | ast.Owned | ast.Index, at: Place) -> Value:
    ref = it.model.refs.get(node)
    if isinstance(ref, m.Instance):
        return it.instance(ref, node, at)
    return known(it.needs(node.key, at)) if isinstance(node, ast.Index) else PUBLIC


def _printed(it: Insight, node: ast.Str, _at: Place) -> Value:
    kind = t.plain(it.model.types.get(node) or t.Unknown())
    return Value(place=it.audience.places(kind.of if isinstance(kind, t.Card) else frozenset(), node))


def _all(it: Insight, node: ast.All, at: Place) -> Value:
    ref = it.model.refs.get(node)
    if isinstance(ref, m.ZoneSymbol):
        return it.instance(m.Instance(ref, ()), node, at)
    return Value(place=it.audience.places(frozenset((ref.name,)), node)) if isinstance(ref, m.CardsSymbol) else PUBLIC


def _list(it: Insight, node: ast.ListOf, at: Place) -> Value:
    found = together(it.value(item, at) for item in node.items)
    zones = any(isinstance(t.plain(it.model.types.get(item) or t.Unknown()), t.Zone) for item in node.items)
    return replace(found, own=found.own | found.size if zones else found.own, size=NOTHING, key=None)


def _range(it: Insight, node: ast.Range, at: Place) -> Value:
    return known(it.needs(node.low, at) | it.needs(node.high, at))


def _attribute(it: Insight, node: ast.Attribute, at: Place) -> Value:
    value = it.value(node.value, at)
    ref = it.model.refs.get(node)
    if isinstance(ref, m.MeldField):
        return known(value.own) if ref.name == "worth" else replace(value, key=None)
    return known(value.own | value.face)


def _position(it: Insight, node: ast.At | ast.Top | ast.Bottom, at: Place) -> Value:
    zone = it.value(node.zone, at)
    index = it.needs(node.index, at) if isinstance(node, ast.At) else NOTHING
    picked = element(zone)
    return replace(
        picked, own=picked.own | index, place=zone.own | index, size=zone.size | index, key=None, loose=False
    )


def _arithmetic(it: Insight, node: ast.Arithmetic, at: Place) -> Value:
    left, right = it.value(node.left, at), it.value(node.right, at)
    kind = t.plain(it.model.types.get(node) or t.Unknown())
    if not isinstance(kind, t.Collection):
        return known(left.own | right.own)
    if node.op == "+":
        return replace(together((left, right)), key=None)
    return replace(left, own=left.own | right.own, size=left.size | right.size | right.own, key=None)


def _both(it: Insight, node: ast.Compare | ast.Divide, at: Place) -> Value:
    return known(it.needs(node.left, at) | it.needs(node.right, at))


def _one(it: Insight, node: ast.Not | ast.Negate, at: Place) -> Value:
    return known(it.needs(node.value, at))


def _face(it: Insight, node: ast.FaceLiteral, at: Place) -> Value:
    return it.value(node.value, at)


def _logic(it: Insight, node: ast.And | ast.Or, at: Place) -> Value:
    needs: Needs = NOTHING
    for part in node.parts:
        needs |= it.needs(part, at)
        at = it.learn(at, part, isinstance(node, ast.And))
    return known(needs)


def _conditional(it: Insight, node: ast.Conditional, at: Place) -> Value:
    condition = it.needs(node.condition, at)
    then = it.value(node.then, it.learn(at, node.condition))
    other = it.value(node.other, it.learn(at, node.condition, False))
    return plus(together((then, other)), condition)


def _default(it: Insight, node: ast.Default, at: Place) -> Value:
    value = it.value(node.value, at)
    return plus(together((value, it.value(node.other, at))), value.own | value.size)


def _preference(it: Insight, node: ast.Preference, at: Place) -> Value:
    return known(frozenset().union(*(it.needs(condition, at) for condition in node.conditions)))


def _is(it: Insight, node: ast.Is, at: Place) -> Value:
    left = it.value(node.left, at)
    ref = it.model.refs.get(node)
    match ref:
        case m.IsDefine(define=define):
            return known(it.define(define, (left,), at, node).own)
        case m.IsCards():
            return known(left.own | left.face)
        case m.IsPrinted(name=name):
            right = NOTHING if name else it.needs(node.right, at)
            return known(left.own | left.face | right)
        case m.IsFace():
            return known(left.place)
    right_value = it.value(node.right, at)
    for side, other in ((node.left, right_value), (node.right, left)):
        if isinstance(it.model.types.get(side), t.NoneValue):
            return known(other.size)
    needs = left.own | right_value.own
    if isinstance(t.plain(it.model.types.get(node.left) or t.Unknown()), t.Collection):
        needs |= left.face | right_value.face
    return known(needs)


def _has(it: Insight, node: ast.Has, at: Place) -> Value:
    left = it.value(node.left, at)
    right = NOTHING if isinstance(node.right, ast.Str) else it.needs(node.right, at)
    return known(left.own | left.face | right)


def _can(it: Insight, node: ast.Can, at: Place) -> Value:
    return it.can(node, at)


HANDLERS: dict[type[ast.Node], Callable[[Insight, Any, Place], Value]] = {
    ast.Name: _name,
    ast.Your: _family,
    ast.Owned: _family,
    ast.Index: _family,
    ast.Str: _printed,
    ast.All: _all,
    ast.ListOf: _list,
    ast.Range: _range,
    ast.Attribute: _attribute,
    ast.At: _position,
    ast.Top: _position,
    ast.Bottom: _position,
    ast.Arithmetic: _arithmetic,
    ast.Compare: _both,
    ast.Divide: _both,
    ast.Not: _one,
    ast.Negate: _one,
    ast.FaceLiteral: _face,
    ast.And: _logic,
    ast.Or: _logic,
    ast.Conditional: _conditional,
    ast.Default: _default,
    ast.Preference: _preference,
    ast.Is: _is,
    ast.Has: _has,
    ast.Can: _can,
    ast.Query: query,
    ast.Call: call,
}
