"""Melds of a list of cards in, functions out that find the largest total worth of disjoint ones, exactly.

As `engine/packing.py`: adjacent melds cover intervals, so the best total up to each place follows from earlier ones.
Else the first class of cards left is used once less, or some meld takes it; what is known of a rest is kept in a table
of stamped slots (stamp, value, counts), so that it need never be cleared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.packing import MOST_RESTS, MOST_WAYS
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import SLOTS
from rulelang.wasm.runtime_melds import give_up
from rulelang.wasm.runtime_zones import print_of
from rulelang.wasm.words import Var, Word, Writer, call, glob, load, opposite, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def best(b: Builder, numbers: tuple[int, ...], f: Func) -> None:
    """(sp, at, length): the best total of these patterns within a list of cards."""
    if not numbers:
        f.const(0)
    elif all(b.program.melds[number].adjacent for number in numbers):
        _best_intervals(b, numbers, f)
    else:
        _best_packing(b, numbers, f)


def _found(b: Builder, w: Writer, number: int, sp: Word, what: tuple[Var, Var]) -> tuple[Var, Var]:
    """The addresses of the records of a pattern."""
    start, end = w.var(), w.var()
    w.push(sp, *what)
    w.f.call(b.find_melds(number))
    w.f.set(end.number)
    w.f.set(start.number)
    return start, end


# ---------------------------------------------------------------- neighbours


def _best_intervals(b: Builder, numbers: tuple[int, ...], f: Func) -> None:
    """Intervals are triples: place of the first card, place behind the last, worth."""
    w = Writer(f)
    sp, at, length = w.params()
    n = w.var(call(b.runtime("placed"), sp, at, length))
    cards, totals = w.var(sp), w.var(sp + (n << 2))
    with w.count(0, n) as i:
        w.store(cards + (i << 2), load(sp + (i << 3), 4))
    intervals = w.var(totals + (n << 2) + 4)
    end = w.var(intervals)
    for number in numbers:
        start, stop = _found(b, w, number, end + 16384, (at, length))
        with w.repeat(start < stop):
            with w.when(load(start, 8) > 0):
                w.do(b.runtime("note_interval"), end, start, cards, n)
                end.add(12)
            start.add((load(start) << 2) + 4)
    w.store(totals, 0)
    with w.count(1, n + 1) as i:
        total = w.var(load(totals + (i << 2) - 4))
        spot = w.var(intervals)
        with w.repeat(spot < end):
            with w.when(load(spot, 4).eq(i)):
                other = w.var(call(b.runtime("add_numbers"), load(totals + (load(spot) << 2)), load(spot, 8)))
                total.set(pick(other > total, other, total))
            spot.add(12)
        w.store(totals + (i << 2), total)
    w.push(load(totals + (n << 2)))


def note_interval(b: Builder, f: Func) -> None:
    """(target, record, cards, n): the places that a meld covers, and its worth."""
    w = Writer(f)
    target, record, cards, n = w.params()
    end, spot = w.var(record + (load(record) << 2) + 4), w.var(record + 12)
    first, last, place = w.var(n), w.var(0), w.var()
    with w.repeat(spot < end):
        size = w.var(load(spot))
        with w.count(0, size) as i:
            place.set(call(b.runtime("place_of"), cards, n, load(spot + (i << 2), 4)))
            first.set(pick(place < first, place, first))
            last.set(pick(place >= last, place + 1, last))
        spot.add((size << 2) + 4)
    w.store(target, first)
    w.store(target, last, 4)
    w.store(target, load(record, 8), 8)


# ---------------------------------------------------------------- cards anywhere


def rest_words(b: Builder) -> int:
    """Words of the longest vector of counts: one byte for each class."""
    return -(-len(b.program.cards) // 4)


def _best_packing(b: Builder, numbers: tuple[int, ...], f: Func) -> None:
    """Uses are records again: size, worth, lowest class, the class of each card."""
    exact = any(b.program.melds[number].adjacent for number in numbers)
    w = Writer(f)
    sp, at, length = w.params()
    first_found, end = w.var(sp), w.var(sp)
    # All records behind each other, moved down to where they are wanted.
    for number in numbers:
        start, stop = _found(b, w, number, end, (at, length))
        with w.repeat(start < stop):
            size = w.var((load(start) << 2) + 4)
            with w.when(load(start, 8) > 0):
                w.do(b.runtime("copy_words"), end, start, size >> 2)
                end.add(size)
            start.add(size)
    with w.when(end.eq(first_found)):
        w.give(0)
    names = w.var(end)
    n = w.var(call(b.runtime("class_names"), names, first_found, end, int(exact)))
    counts = w.var(names + (n << 2))
    words = w.var((n + 3) >> 2)
    w.do(b.runtime("zero_words"), counts, words)
    _count_cards(b, w, (at, length), (names, n, counts), exact)
    uses = w.var(counts + (words << 2))
    w.gset(b.uses_from, uses)
    w.gset(b.uses_to, call(b.runtime("write_uses"), uses, first_found, end, names, n, int(exact)))
    w.gset(b.rest_words, words)
    w.gset(b.stamp, glob(b.stamp) + 1)
    w.gset(b.rests, 0)
    w.gset(b.ways, 0)
    w.push(call(b.runtime("best_rest"), glob(b.uses_to), counts))


def name_of(b: Builder, card: Word, exact: bool) -> Word:
    """The class of a card: its print, or itself where places matter."""
    return card if exact else print_of(b, card)


def _count_cards(b: Builder, w: Writer, what: tuple[Var, Var], classes: tuple[Var, Var, Var], exact: bool) -> None:
    """How many cards of each class that some meld uses are there: each card counts once."""
    at, length = what
    names, n, counts = classes
    card, place, spot = w.var(), w.var(), w.var()
    with w.count(0, length) as i:
        card.set(load(at + (i << 2)))
        with w.when(card >= 0), w.when(call(b.runtime("place_of"), at, i, card) < 0):
            place.set(call(b.runtime("place_of"), names, n, name_of(b, card, exact)))
            with w.when(place >= 0):
                spot.set(counts + ((place >> 2) << 2))
                w.store(spot, load(spot) + (word(1) << ((place & 3) << 3)))


def class_names(b: Builder, f: Func) -> None:
    """(target, records, end, exact): the classes that melds use, ascending; how many."""
    w = Writer(f)
    target, spot, end, exact = w.params()
    to, part, stop, card = w.var(target), w.var(), w.var(), w.var()
    n = w.var(0)
    with w.repeat(spot < end):
        stop.set(spot + (load(spot) << 2) + 4)
        part.set(spot + 12)
        with w.repeat(part < stop):
            size = w.var(load(part))
            with w.count(0, size) as i:
                card.set(load(part + (i << 2), 4))
                card.set(pick(exact, card, print_of(b, card)))
                with w.when(call(b.runtime("place_of"), target, n, card) < 0):
                    w.store(to, card)
                    to.add(4)
                    n.add(1)
            part.add((size << 2) + 4)
        spot.set(stop)
    w.do(b.runtime("sort"), target, n)
    w.push(n)


def write_uses(b: Builder, f: Func) -> None:
    """(target, records, end, names, n, exact): what each meld takes; the end of them."""
    w = Writer(f)
    target, spot, end, names, n, exact = w.params()
    part, stop, card, size, low = w.var(), w.var(), w.var(), w.var(), w.var()
    with w.repeat(spot < end):
        stop.set(spot + (load(spot) << 2) + 4)
        part.set(spot + 12)
        size.set(0)
        low.set(n)
        with w.repeat(part < stop):
            cards = w.var(load(part))
            with w.count(0, cards) as i:
                card.set(load(part + (i << 2), 4))
                card.set(call(b.runtime("place_of"), names, n, pick(exact, card, print_of(b, card))))
                w.store(target + (size << 2), card, 12)
                low.set(pick(card < low, card, low))
                size.add(1)
            part.add((cards << 2) + 4)
        w.store(target, size)
        w.store(target, load(spot, 8), 4)
        w.store(target, low, 8)
        target.add((size << 2) + 12)
        spot.set(stop)
    w.push(target)


def best_rest(b: Builder, f: Func) -> None:
    """(sp, counts): the best total of what is left; looked up, or worked out and kept."""
    w = Writer(f)
    sp, counts = w.params()
    first = w.var(call(b.runtime("first_class"), counts))
    with w.when((first < 0) | glob(b.trouble)):
        w.give(0)
    slot = w.var(call(b.runtime("rest_slot"), counts))
    with w.when(load(slot).eq(glob(b.stamp))):
        w.give(load(slot, 4))
    rest, found, worth, fitting = w.var(sp), w.var(0), w.var(), w.var(0)
    free = w.var(sp + (glob(b.rest_words) << 2))
    use = w.var(glob(b.uses_from))
    give_up(w, b.ways, MOST_WAYS // 3)
    with w.repeat(use < glob(b.uses_to)):
        with w.when(load(use, 8).eq(first)), w.when(call(b.runtime("take_use"), rest, counts, use)):
            give_up(w, b.ways, MOST_WAYS // 3)
            fitting.set(1)
            worth.set(call(b.runtime("add_numbers"), load(use, 4), call(b.runtime("best_rest"), free, rest)))
            found.set(pick(worth > found, worth, found))
        use.add((load(use) << 2) + 12)
    w.do(b.runtime("copy_words"), rest, counts, glob(b.rest_words))
    w.do(b.runtime("use_less"), rest, first, fitting)
    worth.set(call(b.runtime("best_rest"), free, rest))
    found.set(pick(worth > found, worth, found))
    slot.set(call(b.runtime("rest_slot"), counts))
    w.store(slot, glob(b.stamp))
    w.store(slot, found, 4)
    w.do(b.runtime("copy_words"), slot + 8, counts, glob(b.rest_words))
    w.gset(b.rests, glob(b.rests) + 1)
    with w.when(glob(b.rests) > MOST_RESTS):
        w.gset(b.trouble, 1)
        w.gset(b.trouble_span, -1)
    w.push(found)


def byte_of(counts: Word, place: Word) -> Word:
    """How many cards of a class."""
    return (load(counts + ((place >> 2) << 2)) >> ((place & 3) << 3)) & 0xFF


def first_class(b: Builder, f: Func) -> None:
    """(counts): the first class with cards left, -1 for none."""
    w = Writer(f)
    counts, = w.params()
    n = w.var(glob(b.rest_words) << 2)
    with w.count(0, n) as place, w.when(byte_of(counts, place)):
        w.give(place)
    w.push(-1)


def take_use(b: Builder, f: Func) -> None:
    """(target, counts, use): the rest behind a meld; whether there are enough cards."""
    w = Writer(f)
    target, counts, use = w.params()
    w.do(b.runtime("copy_words"), target, counts, glob(b.rest_words))
    size, place = w.var(load(use)), w.var()
    with w.count(0, size) as n:
        place.set(load(use + (n << 2), 12))
        with w.when(opposite(byte_of(target, place))):
            w.give(0)
        w.do(b.runtime("use_less"), target, place, 1)
    w.push(1)


def use_less(b: Builder, f: Func) -> None:
    """(counts, class, once): one card less of a class, or none left of it."""
    w = Writer(f)
    counts, place, once = w.params()
    n = w.var(pick(once, 1, byte_of(counts, place)))
    spot = w.var(counts + ((place >> 2) << 2))
    w.store(spot, load(spot) - (n << ((place & 3) << 3)))


def rest_slot(b: Builder, f: Func) -> None:
    """(counts): the slot that holds this rest, or a free one."""
    w = Writer(f)
    counts, = w.params()
    mixed, words = w.var(0), w.var(glob(b.rest_words))
    with w.count(0, words) as n:
        mixed.set((mixed ^ load(counts + (n << 2))) * 0x9E3779B1)
        mixed.set(mixed ^ (mixed >> 15))
    size, base = 4 * (2 + rest_words(b)), b.layout.rests
    place, slot = w.var(mixed & (SLOTS - 1)), w.var()
    with w.f.loop() as again:
        slot.set(place * size + base)
        with w.when(load(slot).ne(glob(b.stamp))):
            w.give(slot)
        with w.when(call(b.runtime("same_words"), slot + 8, words, counts, words)):
            w.give(slot)
        place.set((place + 1) & (SLOTS - 1))
        w.f.br(again)
    w.f.op("unreachable")


RUNTIME = {
    "note_interval": (note_interval, 4, 0), "class_names": (class_names, 4, 1), "write_uses": (write_uses, 6, 1),
    "best_rest": (best_rest, 2, 1), "first_class": (first_class, 1, 1), "take_use": (take_use, 3, 1),
    "use_less": (use_less, 3, 0), "rest_slot": (rest_slot, 1, 1),
}
