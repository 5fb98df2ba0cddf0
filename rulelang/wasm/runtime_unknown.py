"""Fixed functions that find what a seat does not know of the position: places, and what tells them apart.

They do what `engine/resample_places.py` does, and leave on the desk (`desk.py`): by card whether it is open to be
dealt, what its place takes, how it is told from others, its group; the places in their order; cells that name cards.
Where cards lie with one that is not known, they give up, and the interpreter imagines the tables.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from rulelang.engine.resample_places import PRINT
from rulelang.ir.draws import fold
from rulelang.ir.numbers import NONE
from rulelang.ir.program import Program
from rulelang.wasm.desk import item, put_item
from rulelang.wasm.encode import Func
from rulelang.wasm.runtime_burdens import burdens, clear_burdens
from rulelang.wasm.runtime_keys import face_of
from rulelang.wasm.runtime_names import each_open, folded, type_mask
from rulelang.wasm.runtime_numbers import mixed
from rulelang.wasm.runtime_sight import row_base
from rulelang.wasm.runtime_zones import SET, STACK, base_of, kind_of, print_of, zone_of
from rulelang.wasm.words import Word, Writer, both, call, load, opposite, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def find_unknown(b: Builder, f: Func) -> None:
    """(seat): fill the desk; whether everything can be imagined by a module."""
    w = Writer(f)
    seat, = w.params()
    base = w.var(row_base(b, seat - 1))
    w.do(b.runtime("find_open"), base, word(1) << (seat - 1))
    with w.when(opposite(call(b.runtime("find_names")))):
        w.give(0)
    clear_burdens(b, w)
    for number, write in enumerate(burdens(b)):
        check = b.made(("burdens", number), 0, 1, write)
        with w.when(call(check)):
            w.give(0)
    w.do(b.runtime("find_lying"))
    w.do(b.runtime("find_groups"), base)
    w.push(call(b.runtime("find_spots")) + 1)


def find_open(b: Builder, f: Func) -> None:
    """(base of the seat's knowledge, its bit): which cards are open, what their places take."""
    w, desk, secret = Writer(f), b.layout.desk, _secret_outside(b)
    base, bit = w.params()
    holds = b.layout.words(type_mask(b.program, b.program.families[zone.family].holds) for zone in b.program.zones)
    with w.count(0, len(b.program.cards)) as card:
        zone, known = w.var(zone_of(b, card)), w.var(int(not secret))
        with w.when((zone >= 0) | int(secret)):
            known.set((call(b.runtime("card_mask"), card) & bit).ne(0))
            with w.when(both(opposite(known), load(base + (card << 2)) & 1)):
                known.set(call(b.runtime("told"), base, card))
        put_item(w, desk.open, card, opposite(known))
        put_item(w, desk.takes, card, pick(zone < 0, type_mask(b.program, ()), item(holds, pick(zone < 0, 0, zone))))
        for area, value in ((desk.marks, 0), (desk.rank, -1), (desk.group, -1), (desk.index, -1), (desk.loose, 0)):
            put_item(w, area, card, value)


def _secret_outside(b: Builder) -> bool:
    from rulelang.engine.resample_places import picks_from_outside

    return picks_from_outside(b.source)


# ---------------------------------------------------------------- how cards lie


def find_lying(b: Builder, f: Func) -> None:
    """For each card in a zone whether it is loose: nobody can point at its place there; else its index."""
    w, desk = Writer(f), b.layout.desk
    card = w.var()
    with w.count(0, len(b.program.zones)) as zone:
        base = w.var(base_of(b, zone))
        size, free = w.var(load(base)), w.var(_free(b, zone, base))
        with w.count(0, size) as n:
            card.set(load(base + (n << 2), 8))
            put_item(w, desk.loose, card, n < free)
            put_item(w, desk.index, card, pick(n < free, -1, n))


def _free(b: Builder, zone: Word, base: Word) -> Word:
    """How many cards of a zone lie without places."""
    return pick(kind_of(b, zone).eq(SET), load(base), load(base, 4))


def find_groups(b: Builder, f: Func) -> None:
    """(base): the groups of which the seat knows a print, and how they are told from each other."""
    w, desk = Writer(f), b.layout.desk
    base, = w.params()
    marked, some = w.var(), w.var(0)
    w.do(b.runtime("zero_words"), desk.told, len(b.program.cards))
    w.do(b.runtime("zero_words"), desk.signs, len(b.program.cards))
    with each_open(b, w) as card:
        marked.set(load(base + (card << 2)))
        with w.when(marked & 1):
            put_item(w, desk.told, marked >> 1, 1)
            some.set(1)
    with w.when(opposite(some)):
        w.give()
    with each_open(b, w) as card:
        marked.set(load(base + (card << 2)))
        group = w.var(marked >> 1)
        with w.when(item(desk.told, group)):
            put_item(w, desk.group, card, group)
            sign = w.var(item(desk.signs, group) + mixed(w, call(b.runtime("place_sign"), card)))
            with w.when(marked & 1):
                sign.set(sign + mixed(w, print_of(b, card) + PRINT))
            put_item(w, desk.signs, group, sign)
    with each_open(b, w) as card, w.when(item(desk.group, card) >= 0):
        put_item(w, desk.rank, card, item(desk.signs, item(desk.group, card)) >> 1)


def place_sign(b: Builder, f: Func) -> None:
    """(card): a number for where it lies and the names that speak of it."""
    w, desk = Writer(f), b.layout.desk
    card, = w.params()
    zone, digest, mark = w.var(zone_of(b, card)), w.var(reduce(fold, (NONE,), 0)), w.var(item(desk.marks, card))
    with w.when(zone >= 0):
        digest.set(load(zone << 2, b.layout.words(_signed(_zone_sign(b.program, n))
                                                  for n in range(len(b.program.zones)))))
        base, index = w.var(base_of(b, zone)), w.var(item(desk.index, card))
        place = pick(index < 0, 0, pick(kind_of(b, zone).eq(STACK), load(base) - index, index + 1))
        digest.set(folded(w, digest, place))
        digest.set(folded(w, digest, face_of(b, card)))
    for each in (mark, w.var(item(desk.weights, card))):
        with w.when(each):
            digest.set(folded(w, digest, each))
    w.push(digest)


def _signed(value: int) -> int:
    return value - (1 << 32) if value >> 31 else value


def _zone_sign(program: Program, number: int) -> int:
    """The beginning of `Places.where`, folded: the family and the keys, known cards among them."""
    zone = program.zones[number]
    family = program.families[zone.family]
    values = [family.first]
    for key, value in zip(family.keys, zone.keys, strict=True):
        values += [0, value] if key.what == "card" else [value]
    return reduce(fold, values, 0)


# ---------------------------------------------------------------- the order of places


def find_spots(b: Builder, f: Func) -> None:
    """The open places in the order that all can tell; how many."""
    w, desk = Writer(f), b.layout.desk
    n, card, start = w.var(0), w.var(), w.var(0)

    def take(ordered: bool) -> None:
        with w.when(item(desk.open, card)):
            if ordered:
                put_item(w, desk.spots, n, card)
            else:
                w.do(b.runtime("insert_spot"), start, n, card)
            n.add(1)
    if _secret_outside(b):
        with w.count(0, len(b.program.cards)) as each, w.when(zone_of(b, each) < 0):
            card.set(each)
            take(False)
    with w.count(0, len(b.program.zones)) as zone:
        base = w.var(base_of(b, zone))
        size, free, stack = w.var(load(base)), w.var(_free(b, zone, base)), w.var(kind_of(b, zone).eq(STACK))
        start.set(n)
        with w.count(0, free) as k:
            card.set(load(base + (k << 2), 8))
            take(False)
        with w.count(free, size) as k:
            card.set(load(base + (pick(stack, size + free - 1 - k, k) << 2), 8))
            take(True)
    w.push(n)


def insert_spot(b: Builder, f: Func) -> None:
    """(start, end, card): put it where it belongs among the places from `start` on, behind those that are like it."""
    w, desk = Writer(f), b.layout.desk
    start, end, card = w.params()
    other = w.var()
    with w.repeat(end > start) as out:
        other.set(load(end << 2, desk.spots - 4))
        opposite(call(b.runtime("lies_before"), card, other)).write(f)
        f.br_if(out)
        put_item(w, desk.spots, end, other)
        end.add(-1)
    put_item(w, desk.spots, end, card)


def lies_before(b: Builder, f: Func) -> None:
    """(card, other): whether its place comes first, of two without places in one zone."""
    w, desk = Writer(f), b.layout.desk
    card, other = w.params()
    inside = w.var(zone_of(b, card) >= 0)
    pairs = [(face_of(b, card) * inside, face_of(b, other) * inside)]
    pairs += [(item(area, card), item(area, other)) for area in (desk.marks, desk.weights, desk.rank, desk.group)]
    for n, (one, two_) in enumerate(pairs):
        a, c = w.var(one), w.var(two_)
        with w.when(a.ne(c)):
            w.give(a.under(c) if n in (1, 2) else a < c)
    w.push(0)


RUNTIME = {
    "find_unknown": (find_unknown, 1, 1), "find_open": (find_open, 2, 0), "find_lying": (find_lying, 0, 0),
    "find_groups": (find_groups, 1, 0), "place_sign": (place_sign, 1, 1), "find_spots": (find_spots, 0, 1),
    "insert_spot": (insert_spot, 3, 0), "lies_before": (lies_before, 2, 1),
}
