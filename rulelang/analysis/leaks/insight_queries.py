"""Queries, built-in functions and melds in, who can know what they give out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.leaks.insight import Insight, Place, name_key
from rulelang.analysis.leaks.publicness import (
    NOTHING,
    PUBLIC,
    Needs,
    Value,
    anchored,
    derived,
    element,
    known,
    plus,
)
from rulelang.syntax import ast


def query(it: Insight, node: ast.Query, at: Place) -> Value:
    """A query: how many there are and which depends on its source and its `where`."""
    source = it.value(node.source, at)
    local = it.model.locals.get(node)
    if local is None:
        return known(source.all)
    one = element(source, name_key(local))
    inner = at.bind(local, one)
    where = it.needs(node.where, inner)
    inner = it.learn(inner, node.where)
    one = narrowed(one, local, inner)
    inner = inner.bind(local, one)
    size = source.size | where
    taken = one if node.each is None else it.value(node.each, inner)
    match node.kind:
        case "count":
            return known(size)
        case "any" | "all" | "sum" | "max" | "min":
            plain = NOTHING if node.kind in ("any", "all") and node.each is None else taken.own
            return known(size | plain)
        case "first":
            return replace(plus(taken, size), key=None, loose=False)
        case "highest" | "lowest":
            where = where.union(*(it.needs(by, inner) for by in node.by))
    return _listed(node, source, one, taken, where)


def narrowed(value: Value, local: m.Local, at: Place) -> Value:
    """The value of a name, in the light of what was tested about its face."""
    for expr, down in at.faces:
        if isinstance(expr, ast.Name) and expr.text == local.name:
            value = replace(value, up=NOTHING) if down else replace(value, down=NOTHING)
    return value


def _listed(node: ast.Query, source: Value, one: Value, taken: Value, where: Needs) -> Value:
    size = source.size | where
    if node.each is None:
        own = source.own | where
        return replace(one, own=own, place=source.place | where, size=size, loose=source.loose, key=None)
    return replace(taken, own=taken.own | size, size=size if node.kind == "list" else taken.own | size, key=None)


# ---------------------------------------------------------------- functions


def call(it: Insight, node: ast.Call, at: Place) -> Value:
    """A define or a built-in function."""
    ref = it.model.refs.get(node)
    if isinstance(ref, m.DefineSymbol):
        return it.define(ref, tuple(it.value(arg, at) for arg in node.args), at, node)
    function = FUNCTIONS.get(node.name.text)
    if function is not None:
        return function(it, node, at)
    return known(frozenset().union(*(it.needs(arg, at) for arg in node.args)))


def _size(it: Insight, node: ast.Call, at: Place) -> Value:
    return known(it.value(node.args[0], at).size)


def _first(it: Insight, node: ast.Call, at: Place) -> Value:
    source = it.value(node.args[0], at)
    return replace(element(source), place=source.place, size=source.size, loose=False)


def _place(it: Insight, node: ast.Call, at: Place) -> Value:
    card = it.value(node.args[0], at)
    if node.name.text == "owner":
        return Value(own=card.place, place=card.place, size=card.place, key=card.holder)
    return known(card.place | card.own)


def _neighbour(it: Insight, node: ast.Call, at: Place) -> Value:
    player = it.value(node.args[0], at)
    apart = frozenset() if player.key is None or it.model.low < 2 else frozenset((player.key,))
    return replace(known(player.own), key=derived(node.name.text, player.key), apart=apart)


def _others(it: Insight, node: ast.Call, at: Place) -> Value:
    player = it.value(node.args[0], at)
    return replace(known(player.own), apart=frozenset() if player.key is None else frozenset((player.key,)))


def _seat(it: Insight, node: ast.Call, at: Place) -> Value:
    number = node.args[0]
    key = ("seat", number.value) if isinstance(number, ast.Int) else None
    return replace(known(it.needs(number, at)), key=key)


def _team(it: Insight, node: ast.Call, at: Place) -> Value:
    return replace(known(it.needs(node.args[0], at)), key=None)


def _extreme(it: Insight, node: ast.Call, at: Place) -> Value:
    values = [it.value(arg, at) for arg in node.args]
    return known(frozenset().union(*(value.own | value.size for value in values)))


def _available(it: Insight, node: ast.Call, at: Place) -> Value:
    """What can be drawn: the zone and those it is refilled from, some of them only in part."""
    zone = it.value(node.args[0], at)
    ref = it.model.refs.get(node.args[0])
    needs = zone.size
    if isinstance(ref, m.Instance) and isinstance(ref.of, m.ZoneSymbol):
        for source in ref.of.refill:
            symbol = it.model.refs.get(source.zone)
            if isinstance(symbol, m.ZoneSymbol) and source.where is not None:
                for down in (False, True):
                    needs |= it.audience.needs(symbol, PUBLIC, down, node)
    return known(needs)


def _nothing(_it: Insight, _node: ast.Call, _at: Place) -> Value:
    return PUBLIC


# ---------------------------------------------------------------- melds


def _melds(it: Insight, node: ast.Call, at: Place) -> Value:
    """Melds found in cards: only what the options of the patterns read must be known."""
    cards = it.value(node.args[0], at)
    needs = cards.own | cards.size
    if _several_types(it, node.args[0]):
        needs |= cards.face
    for arg in node.args[1:]:
        ref = it.model.refs.get(arg)
        if isinstance(ref, m.MeldSymbol):
            needs |= anchored(_pattern(it, ref, cards, at), node)
    if node.name.text != "melds":
        return known(needs)
    return replace(cards, own=needs, size=needs, loose=False, key=None)


def _several_types(it: Insight, node: ast.Expr) -> bool:
    kind = t.plain(it.model.types.get(node) or t.Unknown())
    if isinstance(kind, t.Collection):
        kind = t.plain(kind.of)
    return isinstance(kind, t.Card | t.Zone) and len(kind.of) != 1 and len(it.model.cards) > 1


def _pattern(it: Insight, meld: m.MeldSymbol, cards: Value, at: Place) -> Needs:
    needs: Needs = NOTHING
    part = replace(element(cards), size=NOTHING, loose=False)
    inner = Place(you=None, names=dict.fromkeys(meld.parts, part), zones=at.zones, general=at.general,
                  depth=at.depth)
    for option in meld.node.options:
        match option.word.text:
            case "same" | "different" | "consecutive":
                needs |= cards.face
            case "each":
                ref = it.model.refs.get(option.value) if option.value is not None else None
                if isinstance(ref, m.DefineSymbol):
                    needs |= it.define(ref, (part,), at, option).own
            case _:
                needs |= it.needs(option.value, inner)
    return needs


FUNCTIONS: dict[str, Callable[[Insight, ast.Call, Place], Value]] = {
    "size": _size,
    "first": _first,
    "position": _place,
    "owner": _place,
    "left": _neighbour,
    "right": _neighbour,
    "others": _others,
    "seat": _seat,
    "team": _team,
    "min": _extreme,
    "max": _extreme,
    "available": _available,
    "supply": _nothing,
    "names": _nothing,
    "done": _nothing,
    "melds": _melds,
    "best_melds": _melds,
    "is_meld": _melds,
}
