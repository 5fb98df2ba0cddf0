"""Fixed functions of zones: where cards lie, taking out, putting in, orders; as `engine/zones.py` has them.

Zones and cards are numbers; bases are addresses of a zone's first cell (length, u behind it, then the cards).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.numbers import NONE
from rulelang.wasm.encode import V128, Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.words import Var, Word, Writer, call, load, load_wide, one, pick, two, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

SET, STACK = 0, 1


def base_of(b: Builder, zone: Word) -> Word:
    """The address of a zone's first cell."""
    return load(zone << 2, b.layout.zone_addresses())


def kind_of(b: Builder, zone: Word) -> Word:
    """0 set, 1 stack, 2 row."""
    return load(zone << 2, b.layout.zone_kinds())


def zone_of(b: Builder, card: Word) -> Word:
    """Where a card lies."""
    return load(card << 3, STATE + 4 * b.program.card_cells)


def print_of(b: Builder, card: Word) -> Word:
    """What is printed on a card."""
    return load(card << 2, b.layout.prints())


def card_at(b: Builder, f: Func) -> None:
    """(zone, position): the card there, NONE outside."""
    w = Writer(f)
    zone, position = w.params()
    with w.when(zone < 0):
        w.give(NONE)
    base = w.var(base_of(b, zone))
    n = w.var(load(base))
    with w.when((position < 1) | (position > n)):
        w.give(NONE)
    place = pick(kind_of(b, zone).eq(STACK), n - position, position - 1)
    w.push(load(base + (place << 2), 8))


def index_in(b: Builder, f: Func) -> None:
    """(base, card): the index of a card in its zone's cells; looked for from the end, where stacks are drawn from."""
    w = Writer(f)
    base, card = w.params()
    n = w.var(load(base) - 1)
    with w.repeat(load(base + (n << 2), 8).ne(card)):
        n.add(-1)
    w.push(n)


def position(b: Builder, f: Func) -> None:
    """(card): its position from 1 in reading order, NONE outside every zone."""
    w = Writer(f)
    card, = w.params()
    with w.when(card < 0):
        w.give(NONE)
    zone = w.var(zone_of(b, card))
    with w.when(zone < 0):
        w.give(NONE)
    base = w.var(base_of(b, zone))
    index = w.var(call(b.runtime("index_in"), base, card))
    w.push(pick(kind_of(b, zone).eq(STACK), load(base) - index, index + 1))


def owner(b: Builder, f: Func) -> None:
    """(zone): whose it is, NONE for nobody's; a ring of cards belongs to nobody."""
    w = Writer(f)
    zone, = w.params()
    owners, hosts = b.layout.words(b.layout.zones.owners), b.layout.words(b.layout.zones.hosts)
    steps, host = w.var(len(b.program.zones)), w.var()
    with w.repeat(steps > 0):
        with w.when(zone < 0):
            w.give(NONE)
        seat = load(zone << 2, owners)
        with w.when(seat):
            w.give(seat)
        host.set(load(zone << 2, hosts))
        with w.when(host < 0):
            w.give(NONE)
        zone.set(zone_of(b, host))
        steps.add(-1)
    w.push(NONE)


def zone_cards(b: Builder, f: Func) -> None:
    """(target, zone): its cards in reading order; how many."""
    w = Writer(f)
    target, zone = w.params()
    with w.when(zone < 0):
        w.give(0)
    base = w.var(base_of(b, zone))
    n = w.var(load(base))
    with w.when(kind_of(b, zone).ne(STACK)):
        w.do(b.runtime("copy_words"), target, base + 8, n)
        w.give(n)
    with w.count(n - 1, -1, -1) as index:
        w.store(target, load(base + (index << 2), 8))
        target.add(4)
    w.push(n)


# ---------------------------------------------------------------- changing


def take(b: Builder, f: Func) -> None:
    """(card): out of its zone, whose places close up."""
    w = Writer(f)
    card, = w.params()
    zone = w.var(zone_of(b, card))
    with w.when(zone < 0):
        w.give()
    base = w.var(base_of(b, zone))
    with w.when(kind_of(b, zone).eq(SET)):
        w.do(b.runtime("take_out"), base, card)
        w.store(card << 3, NONE, STATE + 4 * b.program.card_cells)
        w.give()
    n, u = w.var(load(base)), w.var(load(base, 4))
    end, kept, moved = w.var(base + (n << 2) + 4), w.var(0), w.var()
    at = w.var(end)
    # From the end on every card goes one place down, until the card itself is found: stacks are drawn from there.
    with w.repeat(load(at).ne(card)):
        moved.set(load(at))
        w.store(at, kept)
        kept.set(moved)
        at.add(-4)
    w.store(at, kept)
    w.store(base, n - 1)
    with w.when(at < base + (u << 2) + 8):
        w.store(base, pick(u > 2, u - 1, 0), 4)
    w.store(card << 3, NONE, STATE + 4 * b.program.card_cells)


def take_out(b: Builder, f: Func) -> None:
    """(base, card): out of a set. Four places at a time: what is less stays, for the rest the next ones come down.

    This changes up to three ints behind the set, which are kept meanwhile; no branch depends on the card.
    """
    w = Writer(f)
    base, card = w.params()
    n = w.var(load(base) - 1)
    w.store(base, n)
    at, end = w.var(base + 8), w.var(base + (n << 2) + 8)
    behind, wide = w.var(load_wide(end, 4), V128), w.var(one("i32x4.splat", card), V128)
    with w.repeat(at.under(end)):
        w.store_wide(at, _select(load_wide(at), load_wide(at, 4), two("i32x4.lt_s", load_wide(at), wide)))
        at.add(16)
    w.store_wide(end, behind, 4)
    w.store(end, 0)


def _select(yes: Word, no: Word, mask: Word) -> Word:
    """The one where the bits of a mask are set, the other elsewhere."""
    def write(f: Func) -> None:
        for part in (yes, no, mask):
            part.write(f)
        f.op("v128.bitselect")
    return Word(write)


def put(b: Builder, f: Func) -> None:
    """(card, zone, index, face): down into a zone at an index of its cells (sets: where it belongs)."""
    w = Writer(f)
    card, zone, index, face = w.params()
    with w.when(kind_of(b, zone).eq(SET)):
        w.do(b.runtime("insert"), card, zone, face)
        w.give()
    base = w.var(base_of(b, zone))
    n = w.var(load(base))
    at, spot = w.var(base + (index << 2) + 8), w.var(base + (n << 2) + 8)
    with w.repeat(spot > at):
        w.store(spot, load(spot - 4))
        spot.add(-4)
    w.store(at, card)
    w.store(base, n + 1)
    with w.when(index < load(base, 4)):
        w.store(base, pick(index > 1, index, 0), 4)
    _lies(b, w, card, zone, face)


def _lies(b: Builder, w: Writer, card: Var, zone: Var, face: Var) -> None:
    """Where a card lies now."""
    cells = STATE + 4 * b.program.card_cells
    w.store(card << 3, zone, cells)
    w.store(card << 3, face, cells + 4)


def append(b: Builder, f: Func) -> None:
    """(card, zone, face): down at the end of the cells of a stack or row."""
    w = Writer(f)
    card, zone, face = w.params()
    base = w.var(base_of(b, zone))
    n = w.var(load(base))
    w.store(base + (n << 2), card, 8)
    w.store(base, n + 1)
    _lies(b, w, card, zone, face)


def insert(b: Builder, f: Func) -> None:
    """(card, zone, face): down into a set: in each place the card itself or one of two neighbours, the middle one.

    This changes up to three ints behind the set, which are kept meanwhile; no branch depends on the card.
    """
    w = Writer(f)
    card, zone, face = w.params()
    base = w.var(base_of(b, zone))
    n = w.var(load(base))
    w.store(base, n + 1)
    with w.when(n):
        _insert_wide(w, base, n, card)
        w.f.otherwise()
        w.store(base, card, 8)
    _lies(b, w, card, zone, face)


def _insert_wide(w: Writer, base: Var, n: Var, card: Var) -> None:
    end = w.var(base + (n << 2) + 8)
    last, behind, wide = w.var(load(end - 4)), w.var(load_wide(end), V128), w.var(one("i32x4.splat", card), V128)
    at = w.var(base + ((n - 1) >> 2 << 4) + 8)
    with w.repeat(at > base):
        w.store_wide(at, two("i32x4.max_s", load_wide(at - 4), two("i32x4.min_s", load_wide(at), wide)))
        at.add(-16)
    w.store_wide(end, behind)
    w.store(end, pick(last > card, last, card))


def put_up(b: Builder, f: Func) -> None:
    """(card, zone, face): down at the end of a zone's cells: top of a stack, right end of a row, into a set."""
    w = Writer(f)
    with w.when(kind_of(b, w.params()[1]).eq(SET)):
        w.do(b.runtime("insert"), *w.params())
        f.otherwise()
        w.do(b.runtime("append"), *w.params())


def move_up(b: Builder, f: Func) -> None:
    """(card, zone, face): to the end of the zone's cells: top of a stack, right end of a row, into a set."""
    w = Writer(f)
    w.do(b.runtime("take"), w.params()[0])
    w.do(b.runtime("put_up"), *w.params())


def move_down(b: Builder, f: Func) -> None:
    """(card, zone, face): to the start of the zone's cells: bottom of a stack, left end of a row, into a set."""
    w = Writer(f)
    card, zone, face = w.params()
    w.do(b.runtime("take"), card)
    w.do(b.runtime("put"), card, zone, 0, face)


def loosen(b: Builder, f: Func) -> None:
    """(zone): the cards of a stack or row lose their order."""
    w = Writer(f)
    zone, = w.params()
    with w.when(zone < 0):
        w.give()
    with w.when(kind_of(b, zone).eq(SET)):
        w.give()
    base = w.var(base_of(b, zone))
    n = w.var(load(base))
    w.do(b.runtime("sort"), base + 8, n)
    w.store(base, pick(n > 1, n, 0), 4)


def settle(b: Builder, f: Func) -> None:
    """(base): a card of the part without order is drawn and gets its place at the upper end of it; some are there."""
    w = Writer(f)
    base, = w.params()
    u = w.var(load(base, 4))
    _give_place(w, base, u, _drawn(b, w, base, u))


def settle_few(b: Builder, room: int, f: Func) -> None:
    """(base): the same in a zone that holds so few cards at most."""
    w = Writer(f)
    base, = w.params()
    u = w.var(load(base, 4))
    spot = _drawn(b, w, base, u)
    card, last, k = w.var(load(spot)), w.var(u - 1), w.var((spot - base - 8) >> 2)
    old = [w.var(load(base, 8 + 4 * n)) for n in range(room)]
    for n in range(room - 1):
        w.store(base, pick((word(n) - k).under(last - k), old[n + 1], old[n]), 8 + 4 * n)
    w.store(base + (u << 2), card, 4)
    w.store(base, pick(u > 2, last, 0), 4)


def _drawn(b: Builder, w: Writer, base: Var, u: Var) -> Var:
    """Where the card lies that is drawn from so many without order."""
    at = w.var(base + 8)
    spot = w.var(at + (call(b.runtime("below"), u) << 2))
    if len(set(b.program.cards)) < len(b.program.cards):
        _lowest_of_print(b, w, at, spot)
    return spot


def settle_at(b: Builder, f: Func) -> None:
    """(base, n): the card at place n from 0 of the part without order gets its place at the upper end of it."""
    w = Writer(f)
    base, n = w.params()
    _give_place(w, base, w.var(load(base, 4)), w.var(base + 8 + (n << 2)))


def _give_place(w: Writer, base: Var, u: Var, spot: Var) -> None:
    """The card that lies there goes to the upper end of the part without order, which gets smaller."""
    card, end = w.var(load(spot)), w.var(base + 4 + (u << 2))
    behind = w.var(load_wide(end, 4), V128)
    with w.repeat(spot < end):          # four places at a time; what is changed behind the end is put back
        w.store_wide(spot, load_wide(spot, 4))
        spot.add(16)
    w.store_wide(end, behind, 4)
    w.store(end, card)
    w.store(base, pick(u > 2, u - 1, 0), 4)


def _lowest_of_print(b: Builder, w: Writer, at: Var, spot: Var) -> None:
    """Of equal prints the lowest card is taken: the part without order is ascending by card."""
    printed = w.var(print_of(b, load(spot)))
    if list(b.program.cards) == sorted(b.program.cards):
        with w.repeat(at.under(spot)) as out:
            print_of(b, load(spot - 4)).ne(printed).write(w.f)
            w.f.br_if(out)
            spot.add(-4)
        return
    place = w.var(at)
    with w.repeat(print_of(b, load(place)).ne(printed)):
        place.add(4)
    spot.set(place)


def settle_top(b: Builder, f: Func) -> None:
    """(zone, depth): the top cards of a zone (NONE: all) get their order, drawn one by one."""
    w = Writer(f)
    zone, depth = w.params()
    with w.when(zone < 0):
        w.give()
    base = w.var(base_of(b, zone))
    n, u = w.var(load(base)), w.var(load(base, 4))
    with w.when(u.eq(0)):
        w.give()
    wanted = w.var(pick(depth.eq(NONE) | (depth > n), n, depth))
    missing = w.var(wanted - (n - u))
    with w.repeat(missing > 0):
        with w.when(load(base, 4)):
            w.do(b.runtime("settle"), base)
        missing.add(-1)


RUNTIME = {
    "card_at": (card_at, 2, 1), "index_in": (index_in, 2, 1), "position": (position, 1, 1), "owner": (owner, 1, 1),
    "zone_cards": (zone_cards, 2, 1), "take": (take, 1, 0), "put": (put, 4, 0), "move_up": (move_up, 3, 0),
    "take_out": (take_out, 2, 0), "append": (append, 3, 0), "insert": (insert, 3, 0), "put_up": (put_up, 3, 0),
    "move_down": (move_down, 3, 0), "loosen": (loosen, 1, 0), "settle": (settle, 1, 0), "settle_at": (settle_at, 2, 0),
    "settle_top": (settle_top, 2, 0),
}
