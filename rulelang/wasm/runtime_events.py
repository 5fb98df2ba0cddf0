"""Fixed functions that write events of any length on the tape, as `engine/events.py` builds them.

Those that write a part of an event take the address where it goes and give the one behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.events import FLIP, MOVE, REFILL, REVEAL, SHUFFLE
from rulelang.ir.numbers import NONE
from rulelang.wasm.encode import Func
from rulelang.wasm.runtime_tape import Pen
from rulelang.wasm.runtime_zones import base_of, print_of, zone_of
from rulelang.wasm.shapes import BAG, COVERED, KNOWN, LEFT_OUT, TUPLE, Masked, Num, OneBag, tell
from rulelang.wasm.words import Var, Word, Writer, call, load, opposite, pick

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

ENTRY = 28                      # bytes of what is noted of a card that is about to move
PLACED = 4
WHY, ACTOR = 3, 8


def plain_zones(b: Builder) -> bool:
    """Whether zones are told by their numbers: none lies with a card."""
    return not any(key.what == "card" for family in b.program.families for key in family.keys)


def audience(b: Builder, seats: Word) -> Word:
    """Who is told something that is for the seats of a mask: what is for all is public."""
    sight = b.layout.sight
    return pick((seats & sight.seats).eq(sight.seats), sight.everyone, seats & sight.seats)


# ---------------------------------------------------------------- parts


def write_zone(b: Builder, f: Func) -> None:
    """(to, zone): its number; for a zone that lies with a card its family and keys, the card by its print."""
    w = Writer(f)
    to, zone = w.params()
    pen = Pen(w, to)
    if not plain_zones(b):
        families, zones = b.program.families, b.program.zones
        cards = [any(key.what == "card" for key in families[zone.family].keys) for zone in zones]
        with w.when(zone >= 0), w.when(load(zone << 2, b.layout.words(map(int, cards)))):
            for number, family in enumerate(families):
                if any(key.what == "card" for key in family.keys):
                    with w.when(load(zone << 2, b.layout.words(zone.family for zone in zones)).eq(number)):
                        _write_keys(b, w, pen, zone, number)
                        w.give(to)
    pen.number(zone)
    w.push(to)


def _write_keys(b: Builder, w: Writer, pen: Pen, zone: Var, number: int) -> None:
    family, zones = b.program.families[number], b.program.zones
    pen.several(TUPLE, 1 + len(family.keys))
    pen.number(number)
    for n, key in enumerate(family.keys):
        values = b.layout.words(other.keys[n] if other.family == number else 0 for other in zones)
        if key.what == "card":
            pen.to.set(call(b.runtime("write_print"), pen.to, load(zone << 2, values)))
        else:
            pen.number(load(zone << 2, values))


def write_print(b: Builder, f: Func) -> None:
    """(to, card): its print, for those who know it."""
    w = Writer(f)
    to, card = w.params()
    seen = call(b.runtime("card_mask"), card)
    Pen(w, to).words(KNOWN, call(b.runtime("known_mask"), card, seen), print_of(b, card))
    w.push(to)


def write_covered(b: Builder, f: Func) -> None:
    """(to, value, what): a value as it is, but (what 1) a card by its print, (2) a zone as zones are told."""
    w = Writer(f)
    to, value, what = w.params()
    with w.when(value.ne(NONE)):
        with w.when(what.eq(1)):
            w.give(call(b.runtime("write_print"), to, value))
        with w.when(what.eq(2)):
            w.give(call(b.runtime("write_zone"), to, value))
    Pen(w, to).number(value)
    w.push(to)


def what_of(b: Builder, kind: int) -> int:
    """How values of a kind are covered."""
    return {"card": 1, "zone": 2}.get(b.program.kinds[kind].what, 0)


def write_values(b: Builder, f: Func) -> None:
    """(to, at, length, what): a tuple of values."""
    w = Writer(f)
    to, at, length, what = w.params()
    Pen(w, to).several(TUPLE, length)
    with w.count(0, length) as n:
        to.set(call(b.runtime("write_covered"), to, load(at + (n << 2)), what))
    w.push(to)


# ---------------------------------------------------------------- moves


def note_lying(b: Builder, f: Func) -> None:
    """(entries, at, length): how the cards of a list lie: card, zone, place all can point at, who sees it."""
    w = Writer(f)
    entry, at, length = w.params()
    card = w.var()
    with w.count(0, length) as n:
        card.set(load(at + (n << 2)))
        w.store(entry, card)
        w.store(entry, zone_of(b, card), 4)
        w.store(entry, call(b.runtime("pointed_place"), card), 8)
        if b.tells:
            w.store(entry, call(b.runtime("card_mask"), card), 12)
        entry.add(ENTRY)


def tell_moves(b: Builder, f: Func) -> None:
    """(entries, length, face, way): one statement has moved these cards: knowledge, then the event."""
    w = Writer(f)
    entries, length, face, flags = w.params()
    with w.when(length.eq(0)):
        w.give()
    end = w.var(entries + length * ENTRY)
    loose, n, entry = w.var(end), w.var(0), w.var(entries)
    with w.repeat(entry < end):
        with w.when(opposite((flags & PLACED).ne(0) & load(entry, 8).ne(0))):
            w.store(loose + (n << 2), load(entry))
            n.add(1)
        entry.add(ENTRY)
    w.do(b.runtime("mixed"), loose, n)
    if not b.tells:
        return
    if plain_zones(b):
        w.do(b.runtime("tell_grouped"), entries, end, length, face, flags)
        return
    _note_arrivals(b, w, entries, end)
    to = w.var(call(b.runtime("begin_event")))
    start, pen = w.var(to), Pen(w, to)
    pen.several(TUPLE, 6)
    pen.words(MOVE << 3, 0, (flags >> WHY & 7) << 3, (flags >> ACTOR) << 3)
    pen.number(face)
    bag, groups, mask = w.var(to), w.var(0), w.var(0)
    pen.several(BAG, 0)
    entry.set(entries)
    with w.repeat(entry < end):
        with w.when(_is_first(w, entries, entry)):
            _write_group(b, w, (entries, entry, end, flags, length), to, mask)
            groups.add(1)
        entry.add(ENTRY)
    w.store(bag, (groups << 3) | BAG)
    w.store(start, mask << 3, 8)
    w.do(b.runtime("end_event"), end, start, to)


def _note_arrivals(b: Builder, w: Writer, entries: Var, end: Var) -> None:
    """Where the cards lie now."""
    entry = w.var(entries)
    with w.repeat(entry < end):
        w.store(entry, zone_of(b, load(entry)), 16)
        w.store(entry, call(b.runtime("pointed_place"), load(entry)), 20)
        entry.add(ENTRY)


def same_group(entry: Word, other: Word) -> Word:
    """Whether two cards came from one zone to one zone."""
    return load(entry, 4).eq(load(other, 4)) & load(entry, 16).eq(load(other, 16))


def _is_first(w: Writer, entries: Var, entry: Var) -> Word:
    """Whether no card before it is of its group."""
    first, before = w.var(1), w.var(entries)
    f = w.f
    with f.block() as out, w.repeat(before < entry):
        with w.when(same_group(before, entry)):
            first.set(0)
            f.br(out)
        before.add(ENTRY)
    return first


def _write_group(b: Builder, w: Writer, what: tuple[Var, Var, Var, Var, Var], to: Var, mask: Var) -> None:
    entries, entry, end, flags, length = what
    pen, witnesses = Pen(w, to), w.var(call(b.runtime("witnesses"), load(entry, 4), load(entry, 16)))
    mask.set(mask | witnesses)
    least, other = w.var(-1), w.var(entries)
    with w.repeat(other < end):
        with w.when(load(other, 16).eq(load(entry, 16))):
            least.set(pick(load(other, 20).under(least), load(other, 20), least))
        other.add(ENTRY)
    pen.words(LEFT_OUT, witnesses)
    pen.several(TUPLE, 4)
    for offset in (4, 16):
        to.set(call(b.runtime("write_zone"), to, load(entry, offset)))
    pen.words(least << 3)
    bag, n = w.var(to), w.var(0)
    pen.several(BAG, 0)
    other.set(entry)
    with w.repeat(other < end):
        with w.when(same_group(entry, other)):
            to.set(call(b.runtime("write_carried"), to, other, flags, length))
            n.add(1)
        other.add(ENTRY)
    w.store(bag, (n << 3) | BAG)


def write_carried(b: Builder, f: Func) -> None:
    """(to, entry, way, how many cards): a card that was moved. Where one of several without places came to lie is told
    to those who see it there.
    """
    w = Writer(f)
    to, entry, flags, length = w.params()
    pen, card = Pen(w, to), w.var(load(entry))
    seen = w.var(call(b.runtime("card_mask"), card))
    known = w.var(call(b.runtime("known_mask"), card, seen) | load(entry, 12))
    pen.several(TUPLE, 3)
    pen.words(COVERED, known, print_of(b, card) << 3, load(entry, 8) << 3)
    with w.when((length > 1) & opposite((flags & PLACED).ne(0) & load(entry, 8).ne(0))):
        pen.words(COVERED, seen)
    pen.words(load(entry, 20) << 3)
    w.push(to)


def tell_refill(b: Builder, f: Func) -> None:
    """(sp, zone, source): cards were brought in and shuffled."""
    w = Writer(f)
    sp, zone, source = w.params()
    to = w.var(call(b.runtime("begin_event")))
    start, pen, sight = w.var(to), Pen(w, to), b.layout.sight
    pen.several(TUPLE, 5)
    pen.words(REFILL << 3, sight.everyone << 3)
    for number in (zone, source):
        to.set(call(b.runtime("write_zone"), to, number))
    pen.words(COVERED, call(b.runtime("witnesses"), source, zone), load(base_of(b, zone)) << 3)
    w.do(b.runtime("end_event"), sp, start, to)


def tell_shuffled(b: Builder, f: Func) -> None:
    """(sp, zone): its cards were shuffled."""
    w = Writer(f)
    sp, zone = w.params()
    if plain_zones(b):
        tell(b, w, (SHUFFLE, b.layout.sight.everyone, Num(zone, small=True)))
        return
    to = w.var(call(b.runtime("begin_event")))
    start, pen = w.var(to), Pen(w, to)
    pen.several(TUPLE, 3)
    pen.words(SHUFFLE << 3, b.layout.sight.everyone << 3)
    to.set(call(b.runtime("write_zone"), to, zone))
    w.do(b.runtime("end_event"), sp, start, to)


def tell_shown(b: Builder, f: Func) -> None:
    """(at, length, code, number, mask): cards of a list were flipped (the number: their face) or revealed (the seats):
    prints, zones, places, for those of the mask.
    """
    w = Writer(f)
    at, length, code, number, mask = w.params()
    if plain_zones(b):
        with w.when(length.eq(1)):
            _tell_one_shown(b, w, load(at), code, number, mask)
            w.give()
    end = w.var(at + (length << 2))
    to = w.var(call(b.runtime("begin_event")))
    start, pen, card = w.var(to), Pen(w, to), w.var()
    pen.several(TUPLE, 4)
    pen.words(code << 3, b.layout.sight.everyone << 3, number << 3)
    with w.when(code.eq(REVEAL)):
        pen.words(COVERED, mask)
    pen.several(BAG, length)
    with w.count(0, length) as n:
        card.set(load(at + (n << 2)))
        pen.several(TUPLE, 3)
        with w.when(code.eq(FLIP)):
            to.set(call(b.runtime("write_print"), to, card))
            w.f.otherwise()
            pen.words(print_of(b, card) << 3)
        to.set(call(b.runtime("write_zone"), to, zone_of(b, card)))
        pen.words(call(b.runtime("pointed_place"), card) << 3)
    w.do(b.runtime("end_event"), end, start, to)


def _tell_one_shown(b: Builder, w: Writer, which: Word, code: Var, number: Var, mask: Var) -> None:
    """The same of one card, as a shape."""
    card = w.var(which)
    everyone, zone = b.layout.sight.everyone, w.var(zone_of(b, card))
    printed, place = Num(w.var(print_of(b, card))), Num(w.var(call(b.runtime("pointed_place"), card)), small=True)
    with w.when(code.eq(FLIP)):
        known = w.var(call(b.runtime("known_mask"), card, call(b.runtime("card_mask"), card)))
        tell(b, w, (FLIP, everyone, Num(number), OneBag((Masked(printed, known, known=True), Num(zone), place))))
        w.f.otherwise()
        tell(b, w, (REVEAL, everyone, Num(number), Masked(OneBag((printed, Num(zone), place)), mask)))


RUNTIME = {
    "write_zone": (write_zone, 2, 1), "write_print": (write_print, 2, 1), "write_covered": (write_covered, 3, 1),
    "write_values": (write_values, 4, 1), "note_lying": (note_lying, 3, 0), "tell_moves": (tell_moves, 4, 0),
    "write_carried": (write_carried, 4, 1), "tell_refill": (tell_refill, 3, 0),
    "tell_shuffled": (tell_shuffled, 2, 0), "tell_shown": (tell_shown, 5, 0),
}
