"""Picks of one or several elements in, loops over candidates out; keys as `engine/keys.py` has them.

Candidates are stored as pairs of key and value. Equal keys are one option: the first candidate that passes.
"""

from __future__ import annotations

from typing import NamedTuple

from rulelang.ir import nodes as ir
from rulelang.ir.nodes import DONE
from rulelang.ir.numbers import NONE
from rulelang.ir.program import ANSWER_BOUND
from rulelang.wasm.emit_cards import zone_kind
from rulelang.wasm.emit_numbers import folded
from rulelang.wasm.emit_steps import (
    STEPS,
    Behind,
    Length,
    Walk,
    Written,
    held_to,
    restore_list,
    saved_cell,
    saved_list,
)
from rulelang.wasm.layout import STATE
from rulelang.wasm.unit import Listed, Unit, Walker, writes

ITEM = 12


def is_card(u: Unit, kind: int) -> bool:
    """Whether a value kind is that of cards."""
    return u.b.program.kinds[kind].what == "card"


def one_zone(source: ir.ListExpr) -> bool:
    """Whether all elements of a source lie in one zone, whichever it is."""
    while True:
        match source:
            case ir.ZoneCards():
                return True
            case ir.Filter(source=inner) | ir.Extreme(source=inner) | ir.Sorted(of=inner) | ir.Without(left=inner):
                source = inner
            case _:
                return False


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
    plain = not walk.chance and (differ and not b.listing if walk.keeps else differ or last)
    if plain and not card:
        return Candidates(*_values(u, source), False)
    if plain and zone is not None and (kind or not walk.keeps):
        found = u.list(source)
        if kind == "set" and walk.keeps:
            _in_order(walk, zone, found)
        return Candidates(*found, False)
    return Candidates(*keyed(walk, source, node.kind), True)


def _values(u: Unit, source: ir.ListExpr) -> Listed:
    """Values without NONE."""
    if isinstance(source, ir.ConstList) and NONE not in source.values:
        return u.list(source)
    if isinstance(source, ir.Between | ir.Seats | ir.SetCell):
        return u.list(source)
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
    u.int(folded(zone))
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
    x, read, at = f.local(), u.walker(source), f.local()
    f.get(u.sp)
    f.set(at)
    f.const(0)
    f.gset(u.b.hidden)
    if zone is not None and in_set:
        sees_all(walk, zone)
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


# ---------------------------------------------------------------- one element


@writes(STEPS, ir.Pick)
def pick(walk: Walk, node: ir.Pick, length: Length, behind: Behind) -> None:
    """One element after another. A head alone, with nothing behind, need not know what is the same."""
    u, f = walk.u, walk.u.f
    last = not walk.keeps and behind is walk.leaf
    old, found = saved_cell(u, node.at), candidates(walk, node, last)
    alike = found.pairs and not keys_differ(u, node.source, is_card(u, node.kind))
    tried = _room_for(u, found.length) if alike and not last else None
    walk.restoring(lambda: _each_candidate(walk, node, found, tried, (length, behind)),
                   lambda: u.put(node.at, lambda: f.get(old)))


def _room_for(u: Unit, length: int) -> Listed:
    """Memory for as many keys; none are there yet."""
    f, found = u.f, u.pair()
    f.get(u.sp)
    f.set(found.at)
    u.grow(length)
    f.const(0)
    f.set(found.length)
    return found


def _each_candidate(walk: Walk, node: ir.Pick, found: Candidates, tried: Listed | None,
                    then: tuple[Length, Behind]) -> None:
    """The loop over the candidates."""
    u, f = walk.u, walk.u.f
    at, end, value = f.local(), f.local(), f.local()
    f.get(found.at)
    f.tee(at)
    f.get(found.length)
    f.const(3 if found.pairs else 2)
    f.op("i32.shl", "i32.add")
    f.set(end)
    with f.block() as out, f.loop() as again:
        f.get(at)
        f.get(end)
        f.op("i32.eq")
        f.br_if(out)
        with walk.skipping() as skip, walk.wrote((node.at, Written(None, value))):
            _candidate(walk, node, (at, value, found.pairs), tried, then[0], skip)
            u.released(lambda: then[1](then[0].more()))
        f.get(at)
        f.const(8 if found.pairs else 4)
        f.op("i32.add")
        f.set(at)
        f.br(again)


def _candidate(walk: Walk, node: ir.Pick, what: tuple[int, int, bool], tried: Listed | None, length: Length,
               skip: int) -> None:
    """Write the candidate at an address into its cell; skip it unless it passes."""
    u, f = walk.u, walk.u.f
    at, value, pairs = what
    key = f.local() if pairs else value
    f.get(at)
    f.load(4 if pairs else 0)
    f.set(value)
    if pairs:
        f.get(at)
        f.load()
        f.set(key)
    if walk.chance:
        held_to(walk, length, lambda: f.get(key), skip)
    if tried is not None:
        _skip_tried(walk, tried, key, skip)
    walk.try_one(node.span)
    f.const(0)
    f.get(value)
    f.store(STATE + 4 * node.at)
    if node.where is not None:
        u.tested(node.where)
        f.op("i32.eqz")
        f.br_if(skip)
    if tried is not None:
        _remember(u, tried, key)
    if pairs and (walk.chance or u.b.listing):
        walk.write_key(length, lambda: f.get(key))


def _skip_tried(walk: Walk, tried: Listed, key: int, skip: int) -> None:
    """Skip a key that has passed before."""
    u, f = walk.u, walk.u.f
    f.get(tried.at)
    f.get(tried.length)
    f.get(key)
    f.call(u.b.runtime("place_of"))
    f.const(0)
    f.op("i32.ge_s")
    if walk.chance:
        f.gget(u.b.raw)
        f.op("i32.eqz", "i32.and")
    f.br_if(skip)


def _remember(u: Unit, tried: Listed, key: int) -> None:
    f = u.f
    f.get(tried.at)
    f.get(tried.length)
    f.const(2)
    f.op("i32.shl", "i32.add")
    f.get(key)
    f.store()
    f.get(tried.length)
    f.const(1)
    f.op("i32.add")
    f.set(tried.length)


# ---------------------------------------------------------------- several elements


class Combination:
    """The locals of a walk through combinations: items are triples of key, value, whether the first of its key."""

    def __init__(self, u: Unit) -> None:
        self.items, self.count, self.least, self.most = (u.f.local() for _ in range(4))
        self.picked, self.n, self.place, self.ready = (u.f.local() for _ in range(4))
        self.values = u.f.local()


@writes(STEPS, ir.PickSome)
def pick_some(walk: Walk, node: ir.PickSome, length: Length, behind: Behind) -> None:
    """Several elements: the combinations in ascending order of their places."""
    u, f = walk.u, walk.u.f
    c = prepared(walk, node, length)
    with walk.skipping() as skip:
        f.get(c.least)
        f.get(c.most)
        f.op("i32.gt_s")
        f.br_if(skip)
        kept = saved_list(u, node.at, node.bound)
        walk.restoring(lambda: _combinations(walk, node, c, length, behind),
                       lambda: restore_list(u, node.at, kept))


def prepared(walk: Walk, node: ir.PickSome, length: Length) -> Combination:
    """The items, how many may be picked, and memory for the places picked."""
    u, f = walk.u, walk.u.f
    c, pairs = Combination(u), keyed(walk, node.source, node.kind)
    f.get(u.sp)
    f.tee(c.items)
    f.get(pairs.at)
    f.get(pairs.length)
    f.call(u.b.runtime("group_pairs"))
    f.get(pairs.length)
    f.set(c.count)
    for _ in range(3):
        u.grow(c.count)
    f.const(0)
    u.int(node.low)
    f.call(u.b.runtime("greater"))
    f.set(c.least)
    u.int(node.high)
    f.get(c.count)
    f.call(u.b.runtime("less"))
    f.const(min(node.bound, ANSWER_BOUND - 1 - length.plus))
    f.call(u.b.runtime("less"))
    if length.local >= 0:
        f.const(ANSWER_BOUND - 1 - length.plus)
        f.get(length.local)
        f.op("i32.sub")
        f.call(u.b.runtime("less"))
    f.set(c.most)
    for local in (c.picked, c.values):
        f.get(u.sp)
        f.set(local)
        u.grow(c.count)
    return c


def _combinations(walk: Walk, node: ir.PickSome, c: Combination, length: Length, behind: Behind) -> None:
    u, f = walk.u, walk.u.f
    f.const(0)
    f.get(c.most)
    f.call(u.b.runtime("greater"))
    f.set(c.most)
    for local in (c.n, c.place):
        f.const(0)
        f.set(local)
    f.get(c.least)
    f.op("i32.eqz")
    f.set(c.ready)
    with f.block() as out, f.loop() as again:
        f.get(c.ready)
        with f.when():
            _end(walk, node, c, length, behind)
        _next(walk, c, length)
        f.get(c.place)
        f.const(0)
        f.op("i32.lt_s")
        with f.when():
            f.get(c.n)
            f.op("i32.eqz")
            f.br_if(out)
            _step_back(u, c)
            f.const(0)
            f.set(c.ready)
            f.br(again)
        walk.try_one(node.span)
        _take(walk, c, length)
        f.get(c.n)
        f.get(c.least)
        f.op("i32.ge_s")
        f.set(c.ready)
        f.br(again)


def _spot(u: Unit, base: int, n: int, shift: int = 2) -> None:
    """Push the address of word n of an array."""
    u.f.get(base)
    u.f.get(n)
    u.f.const(shift)
    u.f.op("i32.shl", "i32.add")


def _step_back(u: Unit, c: Combination) -> None:
    """Give the last pick back; go on behind its place."""
    f = u.f
    f.get(c.n)
    f.const(1)
    f.op("i32.sub")
    f.set(c.n)
    _spot(u, c.picked, c.n)
    f.load()
    f.const(1)
    f.op("i32.add")
    f.set(c.place)


def _item(u: Unit, c: Combination, place: int, which: int) -> None:
    """Push key (0), value (4) or first (8) of an item."""
    f = u.f
    f.get(c.items)
    f.get(place)
    f.const(ITEM)
    f.op("i32.mul", "i32.add")
    f.load(which)


def _take(walk: Walk, c: Combination, length: Length) -> None:
    """Pick the item at the place."""
    u, f = walk.u, walk.u.f
    if walk.keeps:
        at = _path_end(u, c, length)
        walk.write_key(Length(at, length.plus), lambda: _item(u, c, c.place, 0))
    _spot(u, c.picked, c.n)
    f.get(c.place)
    f.store()
    _spot(u, c.values, c.n)
    _item(u, c, c.place, 4)
    f.store()
    for local in (c.n, c.place):
        f.get(local)
        f.const(1)
        f.op("i32.add")
        f.set(local)


def _path_end(u: Unit, c: Combination, length: Length) -> int:
    """A local with how long the path is, but for the constant part."""
    f, at = u.f, u.f.local()
    f.get(c.n)
    if length.local >= 0:
        f.get(length.local)
        f.op("i32.add")
    f.set(at)
    return at


def _next(walk: Walk, c: Combination, length: Length) -> None:
    """The next place that may be picked, -1 for none."""
    u, f = walk.u, walk.u.f
    for local in (c.items, c.place, c.n, c.least, c.most, c.count, c.picked):
        f.get(local)
    if not walk.chance:
        f.call(u.b.runtime("next_place"))
        f.set(c.place)
        return
    f.gget(u.b.raw)
    f.gget(u.b.forced)
    walk.path_place(Length(_path_end(u, c, length), 0))
    f.load(u.b.layout.prefix + 4 * length.plus)
    f.call(u.b.runtime("next_held_place"))
    f.set(c.place)


def _end(walk: Walk, node: ir.PickSome, c: Combination, length: Length, behind: Behind) -> None:
    """The combination as it is now: try to go on behind it."""
    u, f = walk.u, walk.u.f
    at = _path_end(u, c, length)
    with walk.skipping() as skip:
        if walk.chance:
            _ends_here(walk, c, at, length, skip)
        f.const(STATE + 4 * node.at)
        f.const(node.bound)
        f.get(c.values)
        f.get(c.n)
        f.call(u.b.runtime("write_cells"))
        if node.where is not None:
            u.tested(node.where)
            f.op("i32.eqz")
            f.br_if(skip)
        f.get(c.n)
        f.get(c.most)
        f.op("i32.lt_s")
        f.get(c.most)
        f.op("i32.eqz", "i32.or")
        with f.when():
            walk.write_key(Length(at, length.plus), lambda: f.const(DONE))
            f.get(at)
            f.const(1)
            f.op("i32.add")
            f.set(at)
        with walk.veil():
            u.released(lambda: behind(Length(at, length.plus)))


def _ends_here(walk: Walk, c: Combination, at: int, length: Length, skip: int) -> None:
    """Held to a prefix that goes on: this is no end."""
    u, f = walk.u, walk.u.f
    f.gget(u.b.forced)
    f.get(c.n)
    f.get(c.most)
    f.op("i32.lt_s", "i32.and")
    walk.path_place(Length(at, 0))
    f.load(u.b.layout.prefix + 4 * length.plus)
    f.const(DONE)
    f.op("i32.ne", "i32.and")
    f.br_if(skip)
