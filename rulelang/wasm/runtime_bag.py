"""Fixed functions of cards that one statement has moved, where zones are told by their numbers: the event, summed up.

Entries are those of `runtime_events.note_lying`; those from one zone to one zone are a group. A card is told as (print,
place, place): for a seat each of them is a number or hidden.
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
from rulelang.wasm.shapes import BAG, COVERED, LEFT_OUT, TUPLE, WIDE, Sum
from rulelang.wasm.words import Number, Var, Word, Writer, call, glob, load, opposite, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

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
        keys, bit, spot = w.var(STATE + 4 * b.program.info_keys), w.var(1), w.var()
        for n in range(4):
            w.store(kept, 0, 16 * n)
        single = w.var(self.last.eq(self.end + GROUP))
        with w.repeat(bit < 1 << b.program.players):
            with w.when(self.mask & bit):
                spot.set((((load(group, EVERY) & bit).ne(0) << 1) | (load(group, SEEN) & bit).ne(0)) << 4)
                plain = w.var(single & ((load(group, EVERY) ^ load(group, SOME)) & bit).eq(0))
                with f.block() as found:
                    with w.when(plain & load(spot, kept)):
                        copy_long(w, word(b.layout.total), spot + (kept + 8))
                        f.br(found)
                    self._digest(b, bit)
                    with w.when(plain):
                        w.store(spot, 1, kept)
                        copy_long(w, spot + (kept + 8), word(b.layout.total))
                w.do(b.runtime("absorb_seat"), keys)
            bit.set(bit << 1)
            keys.add(8)

    def _digest(self, b: Builder, bit: Var) -> None:
        """Leave the digest of what a seat is told in `layout.total`."""
        w, f = self.w, self.w.f
        total, told, groups, cards = Sum(f), w.var(0), f.local(I64), f.local(I64)
        f.const64(0)
        f.set(groups)
        with self._each_group() as group, w.when(load(group, WITNESSES) & bit):
            told.add(1)
            f.const64(0)
            f.set(cards)
            knows, sees = w.var(), w.var((load(group, SEEN) & bit).ne(0) | (self.n < 2))
            with self._each_of(group) as entry:
                knows.set((load(entry, 12) & bit).ne(0))
                shows = w.var(sees | opposite(_is_loose(entry, self.flags)))
                _add_up(f, cards, [(print_of(b, load(entry)), knows), (load(entry, 8), None),
                                   (load(entry, 20), shows)])
            one = Sum(f)
            for offset in (0, 4, BEGIN):
                one.word(load(group, offset))
            one.long(cards)
            one.word(load(group, COUNT) + 6)
            one.close(4)
            one.stirred()
            f.get(groups)
            f.op("i64.add")
            f.set(groups)
        total.number(MOVE)
        for number in (self.flags >> WHY & 7, self.flags >> ACTOR, self.face):
            total.word(number)
        total.long(groups)
        total.word(told + 6)
        total.keep(b.layout.total)


def copy_long(w: Writer, to: Word, source: Word) -> None:
    """Copy a 64-bit word."""
    f = w.f
    to.write(f)
    source.write(f)
    f.load64()
    f.store64()


def _note_places(b: Builder, w: Writer, base: Var, kind: Var) -> None:
    """The place of each card of a row or stack, by card, in scratch memory."""
    size, loose = w.var(load(base)), w.var(load(base, 4))
    with w.count(0, size) as index:
        place = pick(kind.eq(STACK), size - index, index + 1)
        w.store((load(base + (index << 2), 8) << 2) + b.layout.flags, pick(index < loose, 0, place))


def _add_up(f: Func, cards: int, parts: list[tuple[Word, Var | None]]) -> None:
    """Add what a tuple of numbers, each hidden unless something holds, comes to by itself, to a sum of several."""
    one = Sum(f)
    for part, shows in parts:
        if shows is None:
            one.word(part)
            continue
        shown = f.local(I64)
        part.write(f)
        f.op("i64.extend_i32_s")
        f.const64(HIDDEN)
        shows.write(f)
        f.op("select")
        f.set(shown)
        one.long(shown)
    one.close(len(parts))
    one.stirred()
    f.get(cards)
    f.op("i64.add")
    f.set(cards)


RUNTIME = {"tell_grouped": (tell_grouped, 5, 0)}
