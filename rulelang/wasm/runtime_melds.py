"""Meld patterns in, functions out that find all melds in a list of cards, as `engine/melds.py` does.

`find` of a pattern (sp, at, length) gives the addresses of the first record and behind the last. A record is its size
in words without this one, then the meld as `PickMeld` stores it: pattern, worth, for each part its count and its cards.
Between `sp` and the records lie rows of working memory, one word per card of the list each:
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.melds import MOST_MELDS, MOST_SHAPES
from rulelang.ir.numbers import NONE
from rulelang.ir.program import MeldInfo
from rulelang.wasm.encode import I64, Func
from rulelang.wasm.runtime_zones import print_of
from rulelang.wasm.words import Number, Var, Word, Writer, both, call, glob, load, opposite, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

# Rows: the cards, each once; bits of the parts they fit; first of their cut; first card of their class; then for each
# class its first card, how many are left, its bits; then for each pick its part and its class; how many are in a cut.
HELD, BITS, CUT, CLASS, FIRST, FREE, CLASS_BITS, PART, PICKED, SIZE, ROWS = range(11)

# Values of what must be the same that have a place of their own each, at most.
MOST_VALUES = 64


class Desk:
    """The working memory of one search."""

    def __init__(self, w: Writer, sp: Var, length: Var) -> None:
        self.w = w
        self.sp = sp
        self.length = length

    def at(self, row: int, n: Number) -> Word:
        """The address of word n of a row."""
        return self.sp + self.length * (4 * row) + (word(n) << 2)

    def get(self, row: int, n: Number) -> Word:
        """Word n of a row."""
        return load(self.at(row, n))

    def put(self, row: int, n: Number, value: Number) -> None:
        """Write word n of a row."""
        self.w.store(self.at(row, n), value)


def table_of(b: Builder, table: int, card: Word) -> Word:
    """A constant of a card."""
    return load(card << 2, b.layout.table(table))


def hold(b: Builder, number: int, f: Func) -> None:
    """(sp, at, length): fill the rows of cards and bits; how many cards there are."""
    info = b.program.melds[number]
    w = Writer(f)
    sp, at, length = w.params()
    d, n, card, bits = Desk(w, sp, length), w.var(0), w.var(), w.var()
    free, held = w.var(sp + length * (4 * ROWS)), f.local(I64)
    f.const64(0)
    f.set(held)
    with w.count(0, length) as i:
        card.set(load(at + (i << 2)))
        with w.when(card >= 0), w.when(_first_time(b, f, held, card, d, n)):
            bits.set(0)
            for part, wanted in enumerate(info.parts):
                bits.set(bits | (b.calling(wanted.fits, free, card).eq(1) << part))
            d.put(HELD, n, card)
            d.put(BITS, n, bits)
            n.add(1)
    w.push(n)


def _first_time(b: Builder, f: Func, held: int, card: Var, d: Desk, n: Var) -> Word:
    """Whether a card has not come before; 64 cards have a bit each."""
    if len(b.program.cards) > 64:
        return call(b.runtime("place_of"), d.at(HELD, 0), n, card) < 0

    def write(f: Func) -> None:
        f.get(held)
        card.write(f)
        f.op("i64.extend_i32_u", "i64.shr_u")
        f.const64(1)
        f.op("i64.and", "i64.eqz")
        f.get(held)
        f.const64(1)
        card.write(f)
        f.op("i64.extend_i32_u", "i64.shl", "i64.or")
        f.set(held)
    return Word(write)


# ---------------------------------------------------------------- records


def give_up(w: Writer, counter: int, most: int) -> None:
    """Count one more; where the interpreter might stop the game it goes on alone, and says where."""
    w.gset(counter, glob(counter) + 1)
    with w.when(glob(counter) > most):
        w.f.op("unreachable")


def valued(b: Builder, number: int, f: Func) -> None:
    """(end): the record that stands there without its worth, finished; the end behind it, or `end` if it is no meld."""
    info = b.program.melds[number]
    w = Writer(f)
    end, = w.params()
    give_up(w, b.tried, MOST_SHAPES // 2)
    spot, all_cards, n = w.var(end + 12), w.var(), w.var(0)
    args: list[Number] = []
    for _ in info.parts:
        size = w.var(load(spot))
        args += (w.var(spot + 4), size)
        spot.set(spot + (size << 2) + 4)
    all_cards.set(spot)
    for part_at, part_size in zip(args[::2], args[1::2], strict=True):
        w.do(b.runtime("copy_words"), all_cards + (n << 2), part_at, part_size)
        n.add(part_size)
    with w.when(opposite(call(b.meld_part("agrees", number), all_cards, n))):
        w.give(end)
    if info.where >= 0:
        with w.when(_of_parts(b, info.where, spot, args).ne(1)):
            w.give(end)
    w.store(end, ((spot - end) >> 2) - 1)
    w.store(end, number, 4)
    w.store(end, _of_parts(b, info.worth, spot, args) if info.worth >= 0 else 1, 8)
    w.gset(b.melds, glob(b.melds) + 1)
    with w.when(glob(b.melds) > MOST_MELDS):
        w.gset(b.trouble, 1)
        w.gset(b.trouble_span, -1)
        w.give(end)
    w.push(spot)


def _of_parts(b: Builder, function: int, sp: Word, args: list[Number]) -> Word:
    """What a function gives for the cards of the parts; it may take fewer than there are."""
    return b.calling(function, sp, *args[:2 * b.program.functions[function].parameters])


def agrees(b: Builder, number: int, f: Func) -> None:
    """(at, length): whether cards together are same, different and consecutive as the pattern asks."""
    info = b.program.melds[number]
    w = Writer(f)
    at, length = w.params()
    low, high, value = w.var(), w.var(), w.var()
    for table in info.same:
        with w.count(0, length) as n:
            value.set(table_of(b, table, load(at + (n << 2))))
            with w.when(value.eq(NONE) | value.ne(table_of(b, table, load(at)))):
                w.give(0)
    for table in (*info.different, *info.consecutive):
        low.set(0x7FFFFFFF)
        high.set(NONE)
        with w.count(0, length) as n:
            value.set(table_of(b, table, load(at + (n << 2))))
            with w.when(value.eq(NONE)):
                w.give(0)
            with w.count(0, n) as other, w.when(table_of(b, table, load(at + (other << 2))).eq(value)):
                w.give(0)
            low.set(pick(value < low, value, low))
            high.set(pick(value > high, value, high))
        if table in info.consecutive:
            with w.when((length > 0) & (high - low).ne(length - 1)):
                w.give(0)
    w.push(1)


# ---------------------------------------------------------------- cards anywhere


def find_scattered(b: Builder, number: int, f: Func) -> None:
    """(sp, at, length): parts from anywhere in the list, cut by cut, class by class."""
    info = b.program.melds[number]
    w = Writer(f)
    sp, at, length = w.params()
    w.gset(b.melds, 0)
    w.gset(b.tried, 0)
    d = Desk(w, sp, length)
    n = w.var(call(b.meld_part("hold", number), sp, at, length))
    start = w.var(sp + length * (4 * ROWS))
    end, classes, low, high, cards = w.var(start), w.var(), w.var(), w.var(), w.var()
    least = max(1, sum(part.low for part in info.parts))
    _cut(b, info, d, n)
    with w.count(0, n) as leader, w.when(both(d.get(CUT, leader).eq(leader), d.get(SIZE, leader) >= least)):
        classes.set(call(b.runtime("classes"), sp, length, n, leader))
        low.set(0)
        if info.consecutive:
            w.do(b.meld_part("order", number), sp, length, classes)
        with w.repeat(low < classes):
            high.set(low + 1 if info.consecutive else classes)
            if info.consecutive:
                _stretch(b, info, d, low, high, classes)
            cards.set(0)
            with w.count(low, high) as k:
                cards.add(d.get(FREE, k))
            with w.when(cards >= least):
                end.set(call(b.meld_part("combine", number), sp, length, n, low, high, end))
            low.set(high)
    w.push(start, end)


def _cut(b: Builder, info: MeldInfo, d: Desk, n: Var) -> None:
    """For each card the first one with which it shares what must be the same; -1 if it can be in no meld."""
    w = d.w
    first, values = w.var(), _values(b, info)
    places = w.var(d.at(ROWS, 0) - (values.start << 2))
    with w.count(values.start, values.stop) as value:
        w.store(places + (value << 2), -1)
    with w.count(0, n) as i:
        first.set(pick(d.get(BITS, i).eq(0), -1, i))
        for table in info.same:
            first.set(pick(table_of(b, table, d.get(HELD, i)).eq(NONE), -1, first))
        with w.when(first >= 0):
            if values:
                _by_value(b, w, places + (table_of(b, info.same[0], d.get(HELD, i)) << 2), first)
            else:
                _by_comparing(b, info, d, i, first)
            d.put(SIZE, first, pick(first.eq(i), 0, d.get(SIZE, first)) + 1)
        d.put(CUT, i, first)


def _values(b: Builder, info: MeldInfo) -> range:
    """The values of what must be the same, where each can have a place; an empty range where not."""
    if len(info.same) != 1:
        return range(0)
    found = [value for value in b.program.tables[info.same[0]] if value != NONE]
    between = range(min(found, default=0), max(found, default=-1) + 1)
    return between if len(between) <= MOST_VALUES else range(0)


def _by_value(b: Builder, w: Writer, place: Word, first: Var) -> None:
    """The card whose number lies in the place of its value, or itself, which lies there from now on."""
    at = w.var(place)
    with w.when(load(at) < 0):
        w.store(at, first)
    first.set(load(at))


def _by_comparing(b: Builder, info: MeldInfo, d: Desk, i: Var, first: Var) -> None:
    """The first card with all values alike."""
    w = d.w
    with w.count(0, i) as other, w.when(first.eq(i) & d.get(CUT, other).eq(other)):
        same = w.var(1)
        for table in info.same:
            same.set(same & table_of(b, table, d.get(HELD, i)).eq(table_of(b, table, d.get(HELD, other))))
        first.set(pick(same, other, first))


def classes(b: Builder, f: Func) -> None:
    """(sp, length, n, leader): the classes of a cut in the order in which they come up; how many."""
    w = Writer(f)
    sp, length, n, leader = w.params()
    d, found, place, card = Desk(w, sp, length), w.var(0), w.var(), w.var()
    with w.count(0, n) as i:
        d.put(CLASS, i, -1)
        with w.when(d.get(CUT, i).eq(leader)):
            card.set(d.get(HELD, i))
            place.set(0)
            with w.repeat(both(place < found, opposite(
                    print_of(b, d.get(FIRST, place)).eq(print_of(b, card))
                    & d.get(CLASS_BITS, place).eq(d.get(BITS, i))))):
                place.add(1)
            with w.when(place.eq(found)):
                d.put(FIRST, place, card)
                d.put(FREE, place, 0)
                d.put(CLASS_BITS, place, d.get(BITS, i))
                found.add(1)
            d.put(FREE, place, d.get(FREE, place) + 1)
            d.put(CLASS, i, d.get(FIRST, place))
    w.push(found)


def order(b: Builder, number: int, f: Func) -> None:
    """(sp, length, classes): classes ascending by what must be consecutive; equal ones stay in order."""
    table = b.program.melds[number].consecutive[0]
    w = Writer(f)
    sp, length, found = w.params()
    d, k, kept = Desk(w, sp, length), w.var(), w.var()
    with w.count(1, found) as i:
        k.set(i)
        with w.repeat(both(k > 0, table_of(b, table, d.get(FIRST, k)) < table_of(b, table, d.get(FIRST, k - 1)))):
            for row in (FIRST, FREE, CLASS_BITS):
                kept.set(d.get(row, k))
                d.put(row, k, d.get(row, k - 1))
                d.put(row, k - 1, kept)
            k.add(-1)


def _stretch(b: Builder, info: MeldInfo, d: Desk, low: Var, high: Var, classes: Var) -> None:
    """`low` to `high` become the next classes without a gap; NONE belongs to none."""
    w, table = d.w, info.consecutive[0]
    with w.repeat(both(low < classes, table_of(b, table, d.get(FIRST, low)).eq(NONE))):
        low.add(1)
    high.set(pick(low < classes, low + 1, low))
    with w.repeat(both(high < classes, table_of(b, table, d.get(FIRST, high))
                       <= table_of(b, table, d.get(FIRST, high - 1)) + 1)):
        high.add(1)


RUNTIME = {"classes": (classes, 4, 1)}
PATTERN = {
    "hold": (hold, 3, 1), "find_scattered": (find_scattered, 3, 2),
    "valued": (valued, 1, 1), "agrees": (agrees, 2, 1), "order": (order, 3, 0),
}
