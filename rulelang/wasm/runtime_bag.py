"""Fixed functions of cards that one statement has moved from one zone to another: their event, sorted and summed.

Entries are those of `runtime_events.note_lying`. A card is told as (print, place, place): for a seat each of them is a
number or hidden. Cards are sorted by one 64-bit word that holds the three, what is hidden behind all numbers; beside it
lies what the card adds to the sum. Seats that know all of the cards, or none, share what was worked out for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.events import HIDDEN, MOVE
from rulelang.ir.program import TURN
from rulelang.wasm.encode import I64, Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_events import ACTOR, ENTRY, PLACED, WHY, plain_zones
from rulelang.wasm.runtime_sight import mask_of
from rulelang.wasm.runtime_tape import Pen
from rulelang.wasm.runtime_zones import STACK, base_of, kind_of, print_of, zone_of
from rulelang.wasm.shapes import BAG, COVERED, FACTOR, LEFT_OUT, TUPLE, WIDE, Sum, wrapped
from rulelang.wasm.words import Var, Word, Writer, call, glob, load, opposite, pick

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

PART = 20                       # bits of each part in the word that is sorted
LAST = (1 << PART) - 1          # what is hidden
CARD = 16                       # bytes of a card while it is sorted: its word, what it adds
POWERS = [wrapped(FACTOR ** n) for n in range(5)]
FEW = 4                         # so many places are looked up one by one


def tell_same(b: Builder, f: Func) -> None:
    """(entries, end, how many, face, way): tell of cards that went from one zone to another; 0 if they did not."""
    w = Writer(f)
    entries, end, n, face, flags = w.params()
    if not plain_zones(b):
        w.push(0)
        return
    source, target, entry = w.var(load(entries, 4)), w.var(zone_of(b, load(entries))), w.var(entries)
    with w.repeat(entry < end):
        with w.when(load(entry, 4).ne(source) | zone_of(b, load(entry)).ne(target)):
            w.give(0)
        entry.add(ENTRY)
    seen = w.var(mask_of(b, w, target, face))
    spread, begin = _arrived(b, w, (entries, end, n, target), seen)
    witnesses = w.var(call(b.runtime("witnesses"), source, target))
    with w.when(glob(b.tape) > b.layout.tape_full):
        w.do(b.runtime("empty_tape"))
    to = w.var(glob(b.tape))
    pen = Pen(w, to)
    pen.words(load(STATE + 4 * TURN), 6 << 3 | TUPLE, MOVE << 3, witnesses << 3, (flags >> WHY & 7) << 3,
              (flags >> ACTOR) << 3, WIDE, face, 1 << 3 | BAG, LEFT_OUT, witnesses, 4 << 3 | TUPLE, WIDE, source, WIDE,
              target, begin << 3, (n << 3) | BAG)
    entry.set(entries)
    with w.repeat(entry < end):
        pen.words(3 << 3 | TUPLE, COVERED, load(entry, 12), print_of(b, load(entry)) << 3, load(entry, 8) << 3)
        with w.when(_is_loose(entry, flags) & (n > 1)):
            pen.words(COVERED, seen)
        pen.words(load(entry, 20) << 3)
        entry.add(ENTRY)
    w.gset(b.tape, to)
    _each_seat(b, w, (entries, end, n, face, flags), (source, target, begin, witnesses), (seen, *spread))
    w.push(1)


def _is_loose(entry: Word, flags: Word) -> Word:
    """Whether where a card came to lie is told only to those who see it there, if it is one of several."""
    return opposite((flags & PLACED).ne(0) & load(entry, 8).ne(0))


def _arrived(b: Builder, w: Writer, what: tuple[Var, Var, Var, Var], seen: Var) -> tuple[tuple[Var, Var], Var]:
    """Fill in where the cards lie now, and who knows them; who knows all and who knows any of them; the first place."""
    entries, end, n, target = what
    base = w.var(base_of(b, target))
    ordered, least, entry, place = w.var(kind_of(b, target)), w.var(-1), w.var(entries), w.var()
    with w.when(ordered.ne(0) & (n > FEW)):
        _note_places(b, w, base, ordered)
    known, every, some = w.var(), w.var(-1), w.var(0)
    with w.repeat(entry < end):
        place.set(0)
        with w.when(ordered), w.when(n > FEW):
            place.set(load(load(entry) << 2, b.layout.flags))
            w.f.otherwise()
            place.set(call(b.runtime("pointed_place"), load(entry)))
        w.store(entry, place, 20)
        least.set(pick(place.under(least), place, least))
        known.set(call(b.runtime("known_mask"), load(entry), seen) | load(entry, 12))
        w.store(entry, known, 12)
        every.set(every & known)
        some.set(some | known)
        entry.add(ENTRY)
    return (every, some), least


def _note_places(b: Builder, w: Writer, base: Var, kind: Var) -> None:
    """The place of each card of a row or stack, by card, in scratch memory."""
    size, loose = w.var(load(base)), w.var(load(base, 4))
    with w.count(0, size) as index:
        place = pick(kind.eq(STACK), size - index, index + 1)
        w.store((load(base + (index << 2), 8) << 2) + b.layout.flags, pick(index < loose, 0, place))


def _each_seat(b: Builder, w: Writer, what: tuple[Var, Var, Var, Var, Var], zones: tuple[Var, Var, Var, Var],
               masks: tuple[Var, Var, Var]) -> None:
    """Every seat that notices it takes the event in. Of each kind of seat the digest is kept in scratch memory: those
    that know none of the cards, or all, and see where they lie or not.
    """
    f, (seen, every, some), witnesses = w.f, masks, zones[3]
    keys, kept = w.var(STATE + 4 * b.program.info_keys), b.layout.masks
    for n in range(4):
        w.store(kept, 0, 8 * n)
    bit, spot, value = w.var(1), w.var(), w.var()
    with w.repeat(bit < 1 << b.program.players):
        with w.when(witnesses & bit):
            spot.set((((every & bit).ne(0) << 1) | (seen & bit).ne(0)) << 3)
            plain = w.var(((every ^ some) & bit).eq(0))
            with f.block() as found:
                with w.when(plain & load(spot, kept)):
                    value.set(load(spot, kept + 4))
                    f.br(found)
                value.set(_digest(b, w, what, zones, (seen, bit)))
                with w.when(plain):
                    w.store(spot, 1, kept)
                    w.store(spot, value, kept + 4)
            w.do(b.runtime("absorb_seat"), keys, value)
        bit.set(bit << 1)
        keys.add(8)


def _digest(b: Builder, w: Writer, what: tuple[Var, Var, Var, Var, Var], zones: tuple[Var, Var, Var, Var],
            eyes: tuple[Var, Var]) -> Word:
    f, (_, end, n, face, flags), (source, target, begin, _) = w.f, what, zones
    _sort_cards(b, w, what, eyes)
    total = Sum(f)
    total.number(MOVE)
    for number in (flags >> WHY & 7, flags >> ACTOR, face, source, target, begin):
        total.word(number)
    total.flush()
    card = w.var(end)
    last = w.var(end + n * CARD)
    with w.repeat(card < last):
        f.get(total.local)
        f.const64(POWERS[4])
        f.op("i64.mul")
        f.get(card.number)
        f.load64(8)
        f.op("i64.add")
        f.set(total.local)
        card.add(CARD)
    total.word(n + 6)
    total.close(4)
    total.close(1)
    return total.value()


def _sort_cards(b: Builder, w: Writer, what: tuple[Var, Var, Var, Var, Var], eyes: tuple[Var, Var]) -> None:
    """The cards as a seat is told them, sorted, behind the entries."""
    f, (entries, end, n, _, flags), (seen, bit) = w.f, what, eyes
    entry, to, spot = w.var(entries), w.var(end), w.var()
    key, adds, knows, place = f.local(I64), f.local(I64), w.var(), w.var()
    sees = w.var((seen & bit).ne(0) | (n < 2))
    with w.repeat(entry < end):
        knows.set((load(entry, 12) & bit).ne(0))
        place.set(sees | opposite(_is_loose(entry, flags)))
        printed = print_of(b, load(entry))
        _pack(f, [pick(knows, printed, LAST), load(entry, 8), pick(place, load(entry, 20), LAST)], key)
        _add_up(f, [(printed, knows), (load(entry, 8), None), (load(entry, 20), place)], adds)
        spot.set(to)
        with w.repeat(spot > end) as out:
            f.get(spot.number)
            f.const(CARD)
            f.op("i32.sub")
            f.load64()
            f.get(key)
            f.op("i64.le_s")
            f.br_if(out)
            for half in (0, 8):
                f.get(spot.number)
                f.get(spot.number)
                f.const(CARD)
                f.op("i32.sub")
                f.load64(half)
                f.store64(half)
            spot.add(-CARD)
        for half, local in ((0, key), (8, adds)):
            f.get(spot.number)
            f.get(local)
            f.store64(half)
        to.add(CARD)
        entry.add(ENTRY)


def _pack(f: Func, parts: list[Word], key: int) -> None:
    """Parts in one word, the first on top."""
    for n, part in enumerate(parts):
        part.write(f)
        f.op("i64.extend_i32_u")
        if n:
            f.get(key)
            f.const64(PART)
            f.op("i64.shl", "i64.or")
        f.set(key)


def _add_up(f: Func, parts: list[tuple[Word, Var | None]], adds: int) -> None:
    """What a tuple of numbers, each hidden unless something holds, adds to a sum."""
    for n, (part, shows) in enumerate(parts):
        part.write(f)
        f.op("i64.extend_i32_s")
        if shows is not None:
            f.const64(HIDDEN)
            shows.write(f)
            f.op("select")
        f.const64(1)
        f.op("i64.add")
        f.const64(POWERS[len(parts) - n])
        f.op("i64.mul")
        if n:
            f.get(adds)
            f.op("i64.add")
        f.set(adds)
    f.get(adds)
    f.const64(len(parts) + 7)
    f.op("i64.add")
    f.set(adds)


RUNTIME = {"tell_same": (tell_same, 5, 1)}
