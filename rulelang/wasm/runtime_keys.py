"""Fixed functions of option keys, and of the places that combinations pick, as `engine/keys.py` and `picks.py` say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.keys import UNSEEN, ZONE
from rulelang.ir.nodes import DONE
from rulelang.ir.program import SEED_HIGH, SEED_LOW, TURN
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_numbers import mixed
from rulelang.wasm.runtime_zones import SET, base_of, kind_of, print_of, zone_of
from rulelang.wasm.words import Var, Word, Writer, call, glob, load, opposite, pick

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

VIEWERS = ("", "owner", "others", "team")


def face_of(b: Builder, card: Word) -> Word:
    """Which side of a card is up."""
    return load(card << 3, STATE + 4 * b.program.card_cells + 4)


def card_key(b: Builder, f: Func) -> None:
    """(card, seat, several zones): the key of a candidate; `hidden` is set if the seat does not see it."""
    w = Writer(f)
    card, seat, several = w.params()
    zone, key = w.var(zone_of(b, card)), w.var()
    with w.when(zone < 0):
        w.give(print_of(b, card))
    with w.when(kind_of(b, zone).ne(SET)):
        key.set(call(b.runtime("position"), card))
        f.otherwise()
        with w.when(call(b.runtime("sees"), seat, card)):
            key.set(print_of(b, card))
            f.otherwise()
            w.gset(b.hidden, 1)
            key.set(call(b.runtime("unseen_place"), card, seat) + UNSEEN)
    with w.when(several):
        key.add((zone + 1) * ZONE)
    w.push(key)


def sees(b: Builder, f: Func) -> None:
    """(seat, card): whether a seat sees a card where it lies; chance (0) sees everything."""
    w = Writer(f)
    seat, card = w.params()
    with w.when(seat.eq(0)):
        w.give(1)
    sight = b.layout.sight
    zone = w.var(zone_of(b, card))
    side = w.var((zone << 1) + face_of(b, card).ne(0))
    masks = b.layout.words(mask & sight.seats for pair in sight.fixed for mask in pair)
    if any(any(pair) for pair in sight.moving):
        _moving(b, w, seat, zone, side)
    w.push((load(side << 2, masks) >> (seat - 1)) & 1)


def sees_zone(b: Builder, f: Func) -> None:
    """(zone, seat): whether a seat surely sees all cards of a zone as they lie (no, where that depends on an owner)."""
    w = Writer(f)
    zone, seat = w.params()
    sight = b.layout.sight
    fixed = [(0, 0) if any(moving) else (up & sight.seats, down & sight.seats)
             for (up, down), moving in zip(sight.fixed, sight.moving, strict=True)]
    with w.when(zone < 0):
        w.give(1)
    with w.when(opposite((load(zone << 2, b.layout.words(up for up, _ in fixed)) >> (seat - 1)) & 1)):
        w.give(0)
    with w.when((load(zone << 2, b.layout.words(down for _, down in fixed)) >> (seat - 1)) & 1):
        w.give(1)
    base = w.var(base_of(b, zone))
    spot = w.var(base + 8)
    end, down = w.var(spot + (load(base) << 2)), w.var(0)
    with w.repeat(spot < end):
        down.set(down | face_of(b, load(spot)))
        spot.add(4)
    w.push(down.eq(0))


def _moving(b: Builder, w: Writer, seat: Var, zone: Var, side: Var) -> None:
    """Zones that lie with a card are seen by whoever owns it, the others or the team."""
    sight = b.layout.sight
    viewer = w.var(load(side << 2, b.layout.words(VIEWERS.index(name) for pair in sight.moving for name in pair)))
    with w.when(viewer):
        owner = w.var(call(b.runtime("owner"), zone))
        with w.when(owner < 1):
            w.give(0)
        with w.when(viewer.eq(VIEWERS.index("others"))):
            w.give(owner.ne(seat))
        if sight.teams:
            teams = b.layout.words((0, *sight.teams))
            with w.when(viewer.eq(VIEWERS.index("team"))):
                w.give(load(owner << 2, teams).eq(load(seat << 2, teams)))
        w.give(owner.eq(seat))


def unseen_place(b: Builder, f: Func) -> None:
    """(card, seat): its place from 1 among the cards of its set that the seat does not see."""
    w = Writer(f)
    card, seat = w.params()
    inner = mixed(w, load(STATE + 4 * SEED_LOW))
    salt = w.var(mixed(w, inner ^ load(STATE + 4 * SEED_HIGH)))
    salt.set(salt ^ mixed(w, load(STATE + 4 * TURN)))
    mine = mixed(w, salt ^ mixed(w, card + 1))
    base = w.var(base_of(b, zone_of(b, card)))
    size, place, other = w.var(load(base)), w.var(1), w.var()
    with w.count(0, size) as n:
        other.set(load(base + (n << 2), 8))
        with w.when(opposite(call(b.runtime("sees"), seat, other))):
            place.add(mixed(w, salt ^ mixed(w, other + 1)).under(mine))
    w.push(place)


def in_key_order(b: Builder, f: Func) -> None:
    """(target, at, length, seat): cards of one zone in the order of their keys, if the seat does not see them all."""
    w = Writer(f)
    target, at, length, seat = w.params()
    card, spot = w.var(), w.var()
    w.gset(b.hidden, 0)
    with w.count(0, length) as n:
        card.set(load(at + (n << 2)))
        spot.set(target + (n << 3))
        w.store(spot, call(b.runtime("card_key"), card, seat, 0))
        w.store(spot, card, 4)
    with w.when(glob(b.hidden)):
        w.do(b.runtime("sort_pairs"), target, length)
    with w.count(0, length) as n:
        w.store(target + (n << 2), load(target + (n << 3), 4))


# ---------------------------------------------------------------- combinations


def group_pairs(b: Builder, f: Func) -> None:
    """(target, at, length): candidates as items; equal keys side by side in the order in which they come up first."""
    w = Writer(f)
    target, at, length = w.params()
    key, first, other = w.var(), w.var(), w.var()
    with w.count(0, length) as n:
        key.set(load(at + (n << 3)))
        first.set(1)
        with w.count(0, n) as before, w.when(load(at + (before << 3)).eq(key)):
            first.set(0)
        with w.when(first), w.count(n, length) as same:
            other.set(at + (same << 3))
            with w.when(load(other).eq(key)):
                w.store(target, key - ((key < 0) << 1))
                w.store(target, load(other, 4), 4)
                w.store(target, first, 8)
                first.set(0)
                target.add(12)


def next_held_place(b: Builder, f: Func) -> None:
    """(items, place, n, least, most, count, picked, raw, forced, key): the next place that may be picked, -1 for none.

    `raw`: equal cards are told apart; `forced`: it must have this key.
    """
    w = Writer(f)
    items, place, n, least, most, count, picked, raw, forced, key = w.params()
    with w.when(n.eq(most) | (forced & key.eq(DONE))):
        w.give(-1)
    rest = w.var(least - n - 1)
    last = w.var(count - pick(rest > 0, rest, 0))
    before = w.var(-1)
    with w.when(n > 0):
        before.set(load(picked + (n << 2) - 4))
    with w.repeat(place < last):
        item = items + place * 12
        may = load(item, 8) | raw | before.eq(place - 1)
        with w.when(may & (opposite(forced) | load(item).eq(key))):
            w.give(place)
        place.add(1)
    w.push(-1)


def greater(b: Builder, f: Func) -> None:
    """(a, b): the greater one."""
    w = Writer(f)
    a, other = w.params()
    w.push(pick(a > other, a, other))


def less(b: Builder, f: Func) -> None:
    """(a, b): the lesser one."""
    w = Writer(f)
    a, other = w.params()
    w.push(pick(a < other, a, other))


RUNTIME = {
    "card_key": (card_key, 3, 1), "sees": (sees, 2, 1), "sees_zone": (sees_zone, 2, 1),
    "unseen_place": (unseen_place, 2, 1), "in_key_order": (in_key_order, 4, 0),
    "group_pairs": (group_pairs, 3, 0), "next_held_place": (next_held_place, 10, 1),
    "greater": (greater, 2, 1), "less": (less, 2, 1),
}
