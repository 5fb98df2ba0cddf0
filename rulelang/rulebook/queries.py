"""Queries and collections in, phrases out: `the cards in your hand that are hearts`, `every player has ...`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.rulebook.words import listed, plural
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.rulebook.speaker import Speaker

_QUANTIFIED = {("any", False): "at least one", ("any", True): "none", ("all", False): "each",
               ("all", True): "not each"}
_PRONOUN = re.compile(r"\b(it|its|they|their|them)\b")


def collection(say: Speaker, node: ast.All | ast.Range | ast.ListOf | ast.Query) -> str:
    """A collection, or what a query makes of one."""
    match node:
        case ast.All(type=word):
            return everything(say, word)
        case ast.Range(low=low, high=high):
            return f"the numbers from {say.noun(low)} to {say.noun(high)}"
        case ast.ListOf(items=items):
            return listed([say.noun(item) for item in items])
    return query(say, node)


def everything(say: Speaker, word: str) -> str:
    """`all T`."""
    if word == "face":
        return "face up or face down"
    if word in say.model.zones and word not in (*say.model.cards, *say.model.enums):
        zone = say.model.zones[word]
        cards = say.kind(t.Card(frozenset(zone.holds)), many=True)
        named = say.words(word)
        owners = {t.Player(): f"every player's {named}", t.Team(): f"every team's {named}"}
        where = owners.get(zone.per[0], f"all piles “{named}”")
        return f"the {cards} in {where}"
    if word in say.model.cards:
        return f"all {plural(say.card_word(word))}"
    return f"all {plural(say.words(word))}"


def query(say: Speaker, node: ast.Query) -> str:
    """A query as a noun phrase."""
    local = say.model.locals[node]
    those = selected(say, node)
    match node.kind:
        case "count":
            return f"the number of {those}"
        case "first":
            return f"the first of {those}"
        case "sum" | "max" | "min" | "set" | "bag" | "list" if node.each is not None:
            return f"{_gathered(say, node, local)} (over {those})"
        case "highest" | "lowest":
            with say.about(local):
                told = _ranked(say, node)
            if those == "all players":
                return f"the players {told.removeprefix('those ')}"
            return f"{those}; of these, {told}" if "those" in those else f"of {definite(those)}, {told}"
        case "any" | "all":
            return f"whether {quantified(say, node)}"
    return those


def _ranked(say: Speaker, node: ast.Query) -> str:
    """`those of which its rank is highest`; by several criteria one after the other."""
    if len(node.by) == 1 and not isinstance(say.model.types[node.by[0]], t.Flag):
        return f"those of which {say.noun(node.by[0])} is {node.kind}"
    return f"those that come first by this: {criteria(say, node)}"


def criteria(say: Speaker, node: ast.Query) -> str:
    """`its suit is the trump suit; then the highest rank`: what decides first, what next."""
    return "; then ".join(_criterion(say, one, node.kind) for one in node.by)


def _criterion(say: Speaker, one: ast.Expr, kind: str) -> str:
    if isinstance(say.model.types[one], t.Flag):
        return say.clause(one, negated=kind == "lowest")
    told = say.noun(one)
    return f"the {kind} {told.removeprefix('its ')}" if told.startswith("its ") else f"{told}, the {kind} first"


_GATHERED = {"sum": "the sum of", "max": "the greatest value of", "min": "the least value of", "set": "the different",
             "bag": "all values of", "list": "the list of"}


def _gathered(say: Speaker, node: ast.Query, local: m.Local) -> str:
    assert node.each is not None
    with say.about(local):
        return f"{_GATHERED[node.kind]} {say.noun(node.each)}"


def selected(say: Speaker, node: ast.Query) -> str:
    """The elements that a query looks at: `cards in your hand of which ...`."""
    elements = members(say, node.source)
    if node.where is None:
        return elements
    if isinstance(node.where, ast.Preference):
        return f"{elements}, {preferred(say, node.where, say.model.locals[node], 'those')}"
    return f"{elements} {that(say, node.where, say.model.locals[node])}"


def members(say: Speaker, source: ast.Expr) -> str:
    """The elements of a collection: `cards in the deck`, `all players`."""
    kind = t.plain(say.model.types[source])
    told = say.noun(source)
    if isinstance(kind, t.Zone):
        return f"{say.kind(t.Card(kind.of), many=True)} in {told}"
    return told


def that(say: Speaker, where: ast.Expr, local: m.Local | None) -> str:
    """A condition on a thing behind the thing: `that are hearts`, `of which ...`."""
    with say.about(local):
        told = say.clause(where)
    return f"where {told}" if _PRONOUN.search(told) else f"of which it holds: {told}"


def preferred(say: Speaker, where: ast.Preference, local: m.Local | None, what: str) -> str:
    """Which go before others: `if there are any, those where ...; otherwise all`."""
    told = [f"{what} {that(say, condition, local)}" for condition in where.conditions]
    told += (["any" if what == "one" else "all"] if where.or_any else [])
    return f"if possible {'; otherwise, if possible, '.join(told[:-1])}; otherwise {told[-1]}"


def quantified(say: Speaker, node: ast.Query, negated: bool = False) -> str:
    """`some card in your hand is red`, `no ...`, `every ...`."""
    assert node.each is not None
    local, those = say.model.locals[node], selected(say, node)
    word = _QUANTIFIED[node.kind, negated]
    among = f"{word} of {definite(those)}"
    if those == "all players":
        among = "no player" if word == "none" else f"{word} player"
    with say.about(local):
        return f"for {among}, {say.clause(node.each)}"


def definite(those: str) -> str:
    """Things with an article, if they need one."""
    return those if those.startswith(("all ", "the ", "your ", "those ", "of ")) else f"the {those}"
