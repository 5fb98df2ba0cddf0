"""Fixed functions of cards that one statement has moved, where zones are told by their numbers: the event, summed up.

Entries are those of `runtime_events.note_lying`; those from one zone to one zone are a group. A card is told as (print,
place, place): for a seat each of them is a number or hidden. Cards are sorted by one 64-bit word that holds the three,
what is hidden behind all numbers; beside it lies what the card adds to the sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from rulelang.engine.events import HIDDEN, MOVE
from rulelang.ir.program import TURN
from rulelang.wasm.encode import I64, Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_events import ACTOR, ENTRY, PLACED, WHY
from rulelang.wasm.runtime_sight import mask_of
from rulelang.wasm.runtime_tape import Pen
from rulelang.wasm.runtime_zones import STACK, base_of, kind_of, print_of, zone_of
from rulelang.wasm.shapes import BAG, COVERED, FACTOR, LEFT_OUT, TUPLE, WIDE, Sum, wrapped
from rulelang.wasm.words import Number, Var, Word, Writer, call, glob, load, opposite, pick

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

PART = 20                       # bits of each part in the word that is sorted
LAST = (1 << PART) - 1          # what is hidden
CARD = 16                       # bytes of a card while it is sorted: its word, what it adds
POWERS = [wrapped(FACTOR ** n) for n in range(5)]
FEW = 4                         # so many places are looked up one by one
# A group: zone and zone, and at these offsets what else is known of it.
GROUP, GROUP_SHIFT, SOURCE = 32, 5, 0
BEGIN, WITNESSES, COUNT, SEEN, EVERY, SOME = 8, 12, 16, 20, 24, 28


def tell_grouped(b: Builder, f: Func) -> None:
    """(entries, end, how many, face, way): tell of cards that were moved, by where they came from and went to."""
    w = Writer(f)
    entries, end, n, face, flags = w.params()
    groups = Groups(w, entries, end, n, face, flags)
    groups.assign(b)
    groups.look(b)
    with w.when(glob(b.tape) > b.layout.tape_full):
        w.do(b.runtime("empty_tape"))
    groups.write(b)
    groups.absorb(b)


def _is_loose(entry: Word, flags: Word) -> Word:
    """Whether where a card came to lie is told only to those who see it there, if it is one of several."""
    return opposite((flags & PLACED).ne(0) & load(entry, 8).ne(0))


class Groups:
    """The cards of one event, and what is written down of each group behind them. `mask`: who notices any of it."""

    def __init__(self, w: Writer, *numbers: Var) -> None:
        self.w = w
        self.entries, self.end, self.n, self.face, self.flags = numbers
        self.last = w.var(self.end)             # the end of the groups
        self.mask = w.var(0)

    def _each_entry(self) -> AbstractContextManager[Var]:
        return self._each(self.entries, self.end, ENTRY)

    def _each_group(self) -> AbstractContextManager[Var]:
        return self._each(self.end, self.last, GROUP)

    @contextmanager
    def _each(self, first: Var, last: Var, size: int) -> Iterator[Var]:
        at = self.w.var(first)
        with self.w.repeat(at < last):
            yield at
            at.add(size)

    @contextmanager
    def _each_of(self, group: Word) -> Iterator[Var]:
        with self._each_entry() as entry, self.w.when(load(entry, 24).eq(group)):
            yield entry

    def assign(self, b: Builder) -> None:
        """Find the group of each card, in the order in which they come up."""
        w, f, group = self.w, self.w.f, self.w.var()
        with self._each_entry() as entry:
            source, target = w.var(load(entry, 4)), w.var(zone_of(b, load(entry)))
            w.store(entry, target, 16)
            group.set(self.end)
            with f.block() as found, w.repeat(group < self.last):
                (load(group).eq(source) & load(group, SOURCE + 4).eq(target)).write(f)
                f.br_if(found)
                group.add(GROUP)
            with w.when(group.eq(self.last)):
                blank: tuple[Number, ...] = (source, target, -1, 0, 0, 0, -1, 0)
                for n, value in enumerate(blank):
                    w.store(group, value, 4 * n)
                self.last.add(GROUP)
            w.store(group, load(group, COUNT) + 1, COUNT)
            w.store(entry, group, 24)

    def look(self, b: Builder) -> None:
        """Where the cards lie now, who knows and who sees them there; where each block of cards begins."""
        w, place, known = self.w, self.w.var(), self.w.var()
        with self._each_group() as group:
            target = w.var(load(group, 4))
            seen, base = w.var(mask_of(b, w, target, self.face)), w.var(base_of(b, target))
            ordered, many = w.var(kind_of(b, target)), w.var(load(group, COUNT) > FEW)
            with w.when(ordered.ne(0) & many):
                _note_places(b, w, base, ordered)
            witnesses = w.var(call(b.runtime("witnesses"), load(group), target))
            self.mask.set(self.mask | witnesses)
            w.store(group, witnesses, WITNESSES)
            w.store(group, seen, SEEN)
            with self._each_of(group) as entry:
                place.set(0)
                with w.when(ordered), w.when(many):
                    place.set(load(load(entry) << 2, b.layout.flags))
                    w.f.otherwise()
                    place.set(call(b.runtime("pointed_place"), load(entry)))
                w.store(entry, place, 20)
                known.set(call(b.runtime("known_mask"), load(entry), seen) | load(entry, 12))
                w.store(entry, known, 12)
                w.store(group, load(group, EVERY) & known, EVERY)
                w.store(group, load(group, SOME) | known, SOME)
        with self._each_group() as group, self._each_entry() as entry, w.when(
                load(entry, 16).eq(load(group, 4)) & load(entry, 20).under(load(group, BEGIN))):
            w.store(group, load(entry, 20), BEGIN)

    def write(self, b: Builder) -> None:
        """The event on the tape."""
        w = self.w
        to = w.var(glob(b.tape))
        pen, groups = Pen(w, to), w.var((self.last - self.end) >> GROUP_SHIFT)
        pen.words(load(STATE + 4 * TURN), 6 << 3 | TUPLE, MOVE << 3, self.mask << 3, (self.flags >> WHY & 7) << 3,
                  (self.flags >> ACTOR) << 3, WIDE, self.face, (groups << 3) | BAG)
        with self._each_group() as group:
            pen.words(LEFT_OUT, load(group, WITNESSES), 4 << 3 | TUPLE, WIDE, load(group), WIDE, load(group, 4),
                      load(group, BEGIN) << 3, (load(group, COUNT) << 3) | BAG)
            with self._each_of(group) as entry:
                pen.words(3 << 3 | TUPLE, COVERED, load(entry, 12), print_of(b, load(entry)) << 3, load(entry, 8) << 3)
                with w.when(_is_loose(entry, self.flags) & (self.n > 1)):
                    pen.words(COVERED, load(group, SEEN))
                pen.words(load(entry, 20) << 3)
        w.gset(b.tape, to)

    def absorb(self, b: Builder) -> None:
        """Every seat that notices it takes the event in. Where the cards are one group, the digest of each kind of seat
        is kept in scratch memory: those that know none of them, or all, and see where they lie or not.
        """
        w, f, kept, group = self.w, self.w.f, b.layout.masks, self.end
        self._sort_groups(b)
        keys, bit, spot, value = w.var(STATE + 4 * b.program.info_keys), w.var(1), w.var(), w.var()
        for n in range(4):
            w.store(kept, 0, 8 * n)
        single = w.var(self.last.eq(self.end + GROUP))
        with w.repeat(bit < 1 << b.program.players):
            with w.when(self.mask & bit):
                spot.set((((load(group, EVERY) & bit).ne(0) << 1) | (load(group, SEEN) & bit).ne(0)) << 3)
                plain = w.var(single & ((load(group, EVERY) ^ load(group, SOME)) & bit).eq(0))
                with f.block() as found:
                    with w.when(plain & load(spot, kept)):
                        value.set(load(spot, kept + 4))
                        f.br(found)
                    value.set(self._digest(b, bit))
                    with w.when(plain):
                        w.store(spot, 1, kept)
                        w.store(spot, value, kept + 4)
                w.do(b.runtime("absorb_seat"), keys, value)
            bit.set(bit << 1)
            keys.add(8)

    def _sort_groups(self, b: Builder) -> None:
        """The addresses of the groups behind them, ascending by where the cards came from and went to."""
        w = self.w
        spot, n = w.var(), w.var(0)
        with self._each_group() as group:
            spot.set(self.last + (n << 2))
            n.add(1)
            with w.repeat(spot > self.last) as out:
                before = w.var(load(spot - 4))
                (load(before) < load(group)).write(w.f)
                w.f.br_if(out)
                (load(before).eq(load(group)) & (load(before, 4) < load(group, 4))).write(w.f)
                w.f.br_if(out)
                w.store(spot, before)
                spot.add(-4)
            w.store(spot, group)

    def _digest(self, b: Builder, bit: Var) -> Word:
        w, f = self.w, self.w.f
        total, group, told = Sum(f), w.var(), w.var(0)
        total.number(MOVE)
        for number in (self.flags >> WHY & 7, self.flags >> ACTOR, self.face):
            total.word(number)
        total.flush()
        groups = w.var((self.last - self.end) >> GROUP_SHIFT)
        cards = w.var(self.last + (groups << 2))
        cards.set((cards + 7) & -8)
        last = w.var()
        with w.count(0, groups) as n:
            group.set(load(self.last + (n << 2)))
            with w.when(load(group, WITNESSES) & bit):
                told.add(1)
                for offset in (0, 4, BEGIN):
                    total.word(load(group, offset))
                total.flush()
                last.set(cards)
                knows, sees = w.var(), w.var((load(group, SEEN) & bit).ne(0) | (self.n < 2))
                with self._each_of(group) as entry:
                    knows.set((load(entry, 12) & bit).ne(0))
                    shows = w.var(sees | opposite(_is_loose(entry, self.flags)))
                    _insert(b, w, (cards, last), entry, (knows, shows))
                    last.add(CARD)
                _sum_cards(w, total, cards, last)
                total.word(load(group, COUNT) + 6)
                total.close(4)
                total.flush()
        total.word(told + 6)
        return total.value()


def _sum_cards(w: Writer, total: Sum, first: Var, last: Var) -> None:
    f, card = w.f, w.var(first)
    with w.repeat(card < last):
        f.get(total.local)
        f.const64(POWERS[4])
        f.op("i64.mul")
        f.get(card.number)
        f.load64(8)
        f.op("i64.add")
        f.set(total.local)
        card.add(CARD)


def _note_places(b: Builder, w: Writer, base: Var, kind: Var) -> None:
    """The place of each card of a row or stack, by card, in scratch memory."""
    size, loose = w.var(load(base)), w.var(load(base, 4))
    with w.count(0, size) as index:
        place = pick(kind.eq(STACK), size - index, index + 1)
        w.store((load(base + (index << 2), 8) << 2) + b.layout.flags, pick(index < loose, 0, place))


def _insert(b: Builder, w: Writer, cards: tuple[Var, Var], entry: Var, shown: tuple[Var, Var]) -> None:
    """Put a card where it belongs among those from one address to another, as a seat is told it."""
    f, (first, last), (knows, place) = w.f, cards, shown
    key, adds, spot, printed = f.local(I64), f.local(I64), w.var(last), print_of(b, load(entry))
    _pack(f, [pick(knows, printed, LAST), load(entry, 8), pick(place, load(entry, 20), LAST)], key)
    _add_up(f, [(printed, knows), (load(entry, 8), None), (load(entry, 20), place)], adds)
    with w.repeat(spot > first) as out:
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


RUNTIME = {"tell_grouped": (tell_grouped, 5, 0)}
