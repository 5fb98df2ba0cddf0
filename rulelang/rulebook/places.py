"""The zones and variables of a game in, its chapter on the table out: what lies where, and who sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.rulebook.document import Item
from rulelang.rulebook.nouns import thing
from rulelang.rulebook.words import capital, listed
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.rulebook.speaker import Speaker

_SEEN = {"all": "everybody sees the cards", "nobody": "nobody sees the cards", "owner": "only its owner sees the cards",
         "others": "everybody but its owner sees the cards", "team": "its owner's team sees the cards"}
_KIND = {"stack": "a pile of {}", "row": "a row of {} from left to right", "set": "{} in no order"}


def places(say: Speaker) -> list[Item]:
    """One line for each zone."""
    return [_zone(say, zone) for zone in say.model.zones.values()]


def _zone(say: Speaker, zone: m.ZoneSymbol) -> Item:
    kinds = [say.kind(t.Card(frozenset((name,))), many=True) for name in zone.holds]
    facts = [_KIND[zone.kind].format(listed(kinds, "or")), _SEEN.get(zone.seen, ""), *_extras(say, zone)]
    return Item(f"{'; '.join(fact for fact in facts if fact)}.", strong=f"{capital(_called(say, zone))}:")


def _extras(say: Speaker, zone: m.ZoneSymbol) -> list[str]:
    found = []
    if zone.down_seen not in ("", "nobody") and zone.down_seen != zone.seen:
        found.append(f"face down, {_SEEN[zone.down_seen]}")
    if zone.refill:
        found.append(f"when it is empty and a card is needed, {_sources(say, zone)} is shuffled into it")
    if zone.capacity is not None:
        found.append(f"at most {zone.capacity} cards")
    if zone.count_hidden:
        found.append("how many cards it holds is seen only by those who see them")
    if zone.discards:
        found.append("discarded cards go here")
    return found


def _sources(say: Speaker, zone: m.ZoneSymbol) -> str:
    return listed([say.noun(source.zone) + (f" (all but the top {source.keep})" if source.keep else "")
                   for source in zone.refill], "or")


def _called(say: Speaker, zone: m.ZoneSymbol) -> str:
    name = say.words(zone.name)
    if not zone.per:
        return f"the {name}"
    return f"{name}{_per(say, zone.per)}"


def _each(say: Speaker, key: t.Type) -> str:
    match key:
        case t.Number(low=low, high=high):
            return f"each number {low} to {high}"
        case _:
            return f"each {say.kind(key)}"


def variables(say: Speaker) -> list[Item]:
    """What has to be remembered or written down."""
    return [Item(_var(say, symbol), strong=f"{capital(thing(say, symbol))}{_per(say, symbol.per)}:")
            for symbol in say.model.vars.values()]


def _per(say: Speaker, per: tuple[t.Type, ...]) -> str:
    return f" of {listed([_each(say, key) for key in per])}" if per else ""


def _var(say: Speaker, symbol: m.VarSymbol) -> str:
    if symbol.link:
        return "two of them belong together, or none."
    kind = t.plain(symbol.type)
    match kind:
        case t.Number(low=low, high=high):
            told = f"a number from {low} to {high}"
        case t.Flag():
            told = "yes or no"
        case t.EnumValue(enum=enum):
            told = listed(say.values(enum), "or")
        case t.Player():
            told = "a player"
            if symbol.initial is None and not t.may_be_none(symbol.type):
                told += "; at the start player 1"
        case _:
            told = f"a {say.kind(kind)}"
    none = ", or none" if t.may_be_none(symbol.type) else ""
    return f"{told}{none}{_initial(say, symbol.initial)}."


def _initial(say: Speaker, value: ast.Expr | None) -> str:
    if value is None or isinstance(say.model.types[value], t.NoneValue):
        return ""
    return f"; at the start {say.noun(value)}"
