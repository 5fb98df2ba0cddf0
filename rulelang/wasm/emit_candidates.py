"""The source of a pick in, its candidates in the order in which they are tried out; keys as `engine/keys.py` has them.

They are stored as pairs of key and value, or as values alone where nobody needs the keys: where they surely differ, no
path is written down and every card is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulelang.engine.keys import one_zone
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.wasm.arena import Listed
from rulelang.wasm.emit_cards import zone_kind
from rulelang.wasm.emit_numbers import folded
from rulelang.wasm.emit_steps import Walk
from rulelang.wasm.reach import cards_of, zones_of
from rulelang.wasm.unit import Unit, Walker


def is_card(u: Unit, kind: int) -> bool:
    """Whether a value kind is that of cards."""
    return u.b.program.kinds[kind].what == "card"


def without_repeats(source: ir.ListExpr) -> bool:
    """Whether a source surely has no element twice."""
    match source:
        case ir.ZoneCards() | ir.Between() | ir.Seats() | ir.SetCell() | ir.Sorted(unique=True):
            return True
        case ir.ConstList(values=values):
            return len(set(values)) == len(values)
        case ir.Items(items=items):
            return len(items) < 2
        case ir.Filter(source=inner) | ir.Extreme(source=inner) | ir.Without(left=inner) | ir.Sorted(of=inner):
            return without_repeats(inner)
    return False


def keys_differ(u: Unit, source: ir.ListExpr, card: bool) -> bool:
    """Whether candidates surely have different keys."""
    prints = u.b.program.cards
    return without_repeats(source) and (not card or len(set(prints)) == len(prints))


def the_zone(source: ir.ListExpr) -> ir.IntExpr | None:
    """The zone in which all elements of a source lie."""
    while not isinstance(source, ir.ZoneCards):
        match source:
            case ir.Filter(source=inner) | ir.Extreme(source=inner) | ir.Sorted(of=inner) | ir.Without(left=inner):
                source = inner
            case _:
                return None
    return source.zone


class PlainKeys(NamedTuple):
    """Candidates come in the order of their source; `push` writes the key of the one in a local.

    `alike`: some may have one key; they come side by side.
    """

    alike: bool
    push: Callable[[int], None]


def plain_keys(walk: Walk, source: ir.ListExpr, card: bool, last: bool) -> PlainKeys | None:
    """What is known before play about the keys of candidates; None if not enough. `last`: only one will be tried."""
    u = walk.u
    if walk.chance:
        return None
    if not card:
        return PlainKeys(False, u.f.get) if without_repeats(source) else None
    zone = the_zone(source)
    kind = zone_kind(u, zone) if zone is not None else ""
    if zone is None or not kind:
        return None
    if kind != "set":
        return PlainKeys(False, lambda value: _push_position(u, value))
    prints = [u.b.program.cards[card] for card in cards_of(u.b, source)]
    if last and not u.b.listing:
        return PlainKeys(False, u.f.get)
    if not is_seen(walk, zone) or not side_by_side(prints):
        return None
    return PlainKeys(len(set(prints)) < len(prints), lambda value: _push_printed(u, value))


def _push_position(u: Unit, card: int) -> None:
    u.f.get(card)
    u.f.call(u.b.runtime("position"))


def _push_printed(u: Unit, card: int) -> None:
    u.f.get(card)
    u.f.const(2)
    u.f.op("i32.shl")
    u.f.load(u.b.layout.prints())


def side_by_side(values: Sequence[int]) -> bool:
    """Whether equal values come next to each other."""
    changes = sum(a != b for a, b in pairwise(values))
    return changes < len(set(values)) or not values


def is_seen(walk: Walk, zone: ir.IntExpr) -> bool:
    """Whether who decides surely sees every card in the zone that an expression names."""
    b, zone = walk.u.b, folded(zone)
    sight = b.layout.sight

    def sees(number: int, seats: int) -> bool:
        up, down = sight.fixed[number]
        return not any(sight.moving[number]) and up & seats == seats and (
            down & seats == seats or number not in b.face_down)
    if all(sees(number, sight.seats) for number in zones_of(b, zone)):
        return True
    if not isinstance(zone, ir.FamilyIndex) or len(zone.keys) != 1 or not walk.is_seat(zone.keys[0][0]):
        return False
    _, low, size, stride = zone.keys[0]
    return low >= 1 and all(sees(zone.base + n * stride, 1 << (low + n - 1)) for n in range(size))


class Candidates(NamedTuple):
    """Where candidates are stored: as pairs of key and value, or as values alone where nobody needs their keys."""

    at: int
    length: int
    pairs: bool


def candidates(walk: Walk, node: ir.Pick, last: bool) -> Candidates:
    """The candidates in the order in which they are tried."""
    u, b = walk.u, walk.u.b
    card, source = is_card(u, node.kind), node.source
    zone = the_zone(source) if card else None
    kind = zone_kind(u, zone) if zone is not None else ""
    differ = keys_differ(u, source, card) or kind in ("stack", "row")
    plain = not walk.held and (differ and not b.listing if walk.keeps else differ or last)
    if plain and not card:
        return Candidates(*_values(u, source), False)
    if plain and zone is not None and (kind or not walk.keeps):
        found = u.listed(source)
        if kind == "set" and walk.keeps:
            _in_order(walk, zone, found)
        return Candidates(*found, False)
    return Candidates(*keyed(walk, source, node.kind), True)


def _values(u: Unit, source: ir.ListExpr) -> Listed:
    """Values without NONE."""
    if isinstance(source, ir.ConstList) and NONE not in source.values:
        return u.listed(source)
    if isinstance(source, ir.Between | ir.Seats | ir.SetCell):
        return u.listed(source)
    f, x, read = u.f, u.f.local(), u.walker(source)

    def push(value: int) -> None:
        f.get(value)
        f.const(NONE)
        f.op("i32.ne")
        with f.when():
            u.push(value)
    return u.collected(lambda: read(x, push))


def sees_all(walk: Walk, zone: ir.IntExpr) -> None:
    """Push whether the seat sees every card of a zone as it lies."""
    u, f = walk.u, walk.u.f
    if walk.chance:
        f.const(1)
        return
    u.number(folded(zone))
    f.get(walk.seat)
    f.call(u.b.runtime("sees_zone"))


def _in_order(walk: Walk, zone: ir.IntExpr, found: Listed) -> None:
    """Cards of a set that the seat does not see all: in the order of their keys, in a copy."""
    u, f = walk.u, walk.u.f
    sees_all(walk, zone)
    f.op("i32.eqz")
    with f.when():
        f.get(u.sp)
        f.get(found.at)
        f.get(found.length)
        f.get(walk.seat)
        f.call(u.b.runtime("in_key_order"))
        f.get(u.sp)
        f.set(found.at)
        u.grow(found.length)


def keyed(walk: Walk, source: ir.ListExpr, kind: int) -> Listed:
    """The candidates as pairs (the length counts pairs), in the order in which they are tried."""
    u, f = walk.u, walk.u.f
    if not is_card(u, kind):
        return _plain_pairs(u, source)
    zone = the_zone(source)
    in_set = zone is not None and zone_kind(u, zone) == "set"
    x, read, at, sure = f.local(), u.walker(source), f.local(), f.local()
    if zone is not None and in_set:
        sees_all(walk, zone)        # may take memory, which must not lie among the pairs
        f.set(sure)
    f.get(u.sp)
    f.set(at)
    f.const(0)
    f.gset(u.b.hidden)
    if zone is not None and in_set:
        f.get(sure)
        with f.when():
            read(x, lambda card: _push_print(u, card))
            f.otherwise()
            _push_keys(walk, source, read, x)
    else:
        _push_keys(walk, source, read, x)
    return _sorted_pairs(u, at)


def _push_print(u: Unit, card: int) -> None:
    f, key = u.f, u.f.local()
    f.get(card)
    f.const(2)
    f.op("i32.shl")
    f.load(u.b.layout.prints())
    f.set(key)
    u.push(key)
    u.push(card)


def _push_keys(walk: Walk, source: ir.ListExpr, read: Walker, x: int) -> None:
    """Keys by where each card lies; `hidden` says whether some are not seen."""
    u, f, key = walk.u, walk.u.f, walk.u.f.local()

    def push(card: int) -> None:
        f.get(card)
        f.const(0)
        f.op("i32.ge_s")
        with f.when():
            f.get(card)
            f.get(walk.seat)
            f.const(0 if one_zone(source) else 1)
            f.call(u.b.runtime("card_key"))
            f.set(key)
            u.push(key)
            u.push(card)
    read(x, push)


def _sorted_pairs(u: Unit, at: int) -> Listed:
    """What was pushed; by keys, if some cards are not seen."""
    f, found = u.f, _pairs_since(u, at)
    f.gget(u.b.hidden)
    with f.when():
        f.get(found.at)
        f.get(found.length)
        f.call(u.b.runtime("sort_pairs"))
    return found


def _plain_pairs(u: Unit, source: ir.ListExpr) -> Listed:
    """Values that are their own keys; NONE is no candidate."""
    f, x, read, at = u.f, u.f.local(), u.walker(source), u.f.local()
    f.get(u.sp)
    f.set(at)

    def push(value: int) -> None:
        f.get(value)
        f.const(NONE)
        f.op("i32.ne")
        with f.when():
            u.push(value)
            u.push(value)
    read(x, push)
    return _pairs_since(u, at)


def _pairs_since(u: Unit, at: int) -> Listed:
    f, length = u.f, u.f.local()
    f.get(u.sp)
    f.get(at)
    f.op("i32.sub")
    f.const(3)
    f.op("i32.shr_u")
    f.set(length)
    return Listed(at, length)
