"""Fixed functions of the tape: room on it, events of any shape taken in part by part, as `engine/record.py` does.

A part is the address of its first word (`shapes.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.wasm.encode import Func
from rulelang.wasm.shapes import BAG, CHOSEN, COVERED, KNOWN, LEFT_OUT, SMALL, TUPLE, WIDE
from rulelang.wasm.words import Number, Var, Word, Writer, call, glob, load, opposite, pick, two, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


class Pen:
    """Writes words behind each other at an address that moves on."""

    def __init__(self, w: Writer, to: Var) -> None:
        self.w = w
        self.to = to

    def words(self, *values: Number) -> None:
        """Write these."""
        for n, value in enumerate(values):
            self.w.store(self.to, value, 4 * n)
        self.to.add(4 * len(values))

    def number(self, value: Number) -> None:
        """Write a number of any size."""
        self.words(WIDE, value)

    def several(self, kind: int, length: Number) -> None:
        """Begin a tuple or a bag."""
        self.words((word(length) << 3) | kind)


def empty_tape(b: Builder, f: Func) -> None:
    """Give what is on the tape to the host; it begins anew."""
    w = Writer(f)
    w.do(b.drain, b.layout.tape, glob(b.tape))
    w.gset(b.tape, b.layout.tape)


def tape_end(b: Builder, f: Func) -> None:
    """Where the tape ends."""
    Writer(f).push(glob(b.tape))


def reset_tape(b: Builder, f: Func) -> None:
    """The tape is empty."""
    Writer(f).gset(b.tape, b.layout.tape)


def note_choice(b: Builder, f: Func) -> None:
    """(place): put on the tape which of the moves that were counted is chosen."""
    w = Writer(f)
    place, = w.params()
    w.do(b.runtime("note_step"), CHOSEN, place)


def note_step(b: Builder, f: Func) -> None:
    """(kind, number): put a step of the track on the tape."""
    w = Writer(f)
    kind, number = w.params()
    with w.when(glob(b.tape) > b.layout.tape_full):
        w.do(b.runtime("empty_tape"))
    w.store(glob(b.tape), kind)
    w.store(glob(b.tape), number, 4)
    w.gset(b.tape, glob(b.tape) + 8)


def begin_event(b: Builder, f: Func) -> None:
    """Where the parts of the next event are to be written: there is room, and the number of moves stands before it."""
    from rulelang.wasm.shapes import begin

    w = Writer(f)
    w.push(begin(b, w) + 4)


def end_event(b: Builder, f: Func) -> None:
    """(sp, from, to): the event written there is complete: take it in."""
    w = Writer(f)
    sp, at, end = w.params()
    w.gset(b.tape, end)
    w.do(b.runtime("take_in"), sp, at)


# ---------------------------------------------------------------- parts


def signed_small(found: Word) -> Word:
    """The number in a word of kind SMALL."""
    return two("i32.shr_s", found, 3)


def next_part(b: Builder, f: Func) -> None:
    """(part): the address behind it."""
    w = Writer(f)
    at, = w.params()
    found = w.var(load(at))
    kind = w.var(found & 7)
    at.add(4)
    with w.when(kind.eq(SMALL)):
        w.give(at)
    with w.when(kind.eq(WIDE)):
        w.give(at + 4)
    with w.when(kind.eq(KNOWN)):
        w.give(at + 8)
    with w.when(kind >= COVERED):
        w.give(call(b.runtime("next_part"), at + 4))
    n = w.var(found >> 3)
    with w.repeat(n > 0):
        at.set(call(b.runtime("next_part"), at))
        n.add(-1)
    w.push(at)


def parts_of(b: Builder, f: Func) -> None:
    """(sp, part, bit): the parts of a tuple or bag as a seat is told them, stored at sp; how many.

    What is left out for the seat is missing; the parts of a bag are sorted.
    """
    w = Writer(f)
    sp, at, bit = w.params()
    found = w.var(load(at))
    n, kept, spot = w.var(found >> 3), w.var(0), w.var()
    at.add(4)
    with w.repeat(n > 0):
        part = w.var(at)
        at.set(call(b.runtime("next_part"), at))
        n.add(-1)
        out = w.var((load(part) & 7).eq(LEFT_OUT))
        with w.when(opposite(out) | (load(part, 4) & bit).ne(0)):
            part.add(out << 3)
            spot.set(sp + (kept << 2))
            kept.add(1)
            with w.when((found & 7).eq(BAG)):
                _go_down(b, w, (sp, spot, part, bit, kept))
            w.store(spot, part)
    w.push(kept)


def _go_down(b: Builder, w: Writer, what: tuple[Var, Var, Var, Var, Var]) -> None:
    """Move what is greater than a part one place up; `spot` is where it belongs then."""
    sp, spot, part, bit, kept = what
    f = w.f
    with w.repeat(spot > sp) as out:
        (call(b.runtime("compare_parts"), sp + (kept << 2), load(spot - 4), part, bit) <= 0).write(f)
        f.br_if(out)
        w.store(spot, load(spot - 4))
        spot.add(-4)


def shown(b: Builder, f: Func) -> None:
    """(part, bit): the part as a seat is told it: 0 for a hidden number; a number that is KNOWN stands as WIDE."""
    w = Writer(f)
    at, bit = w.params()
    kind = w.var(load(at) & 7)
    with w.repeat(kind.eq(COVERED) | kind.eq(KNOWN)) as out:
        with w.when(opposite(load(at, 4) & bit)):
            w.give(0)
        (kind.eq(KNOWN)).write(f)
        f.br_if(out)
        at.add(8)
        kind.set(load(at) & 7)
    w.push(at)


def number_in(b: Builder, f: Func) -> None:
    """(part): the number of a part of kind SMALL, WIDE or KNOWN."""
    w = Writer(f)
    at, = w.params()
    found = w.var(load(at))
    with w.when(opposite(found & 7)):
        w.give(signed_small(found))
    w.push(pick((found & 7).eq(KNOWN), load(at, 8), load(at, 4)))


def is_several(at: Word) -> Word:
    """Whether a part is a tuple or a bag."""
    return (load(at) & 6).eq(TUPLE)


def compare_parts(b: Builder, f: Func) -> None:
    """(sp, part, part, bit): below 0, 0 or above 0, by their ranks: numbers, hidden ones, tuples part by part."""
    w = Writer(f)
    sp, first, second, bit = w.params()
    with w.when(first.eq(second)):
        w.give(0)
    first.set(call(b.runtime("shown"), first, bit))
    second.set(call(b.runtime("shown"), second, bit))
    ranks = [w.var(_rank(at)) for at in (first, second)]
    with w.when(ranks[0].ne(ranks[1])):
        w.give(ranks[0] - ranks[1])
    with w.when(ranks[0].eq(1)):
        w.give(0)
    with w.when(ranks[0].eq(0)):
        a, c = w.var(call(b.runtime("number_in"), first)), w.var(call(b.runtime("number_in"), second))
        w.give((a > c) - (a < c))
    n = w.var(call(b.runtime("parts_of"), sp, first, bit))
    others = w.var(sp + (n << 2))
    m = w.var(call(b.runtime("parts_of"), others, second, bit))
    free, least, order = w.var(others + (m << 2)), w.var(pick(n < m, n, m)), w.var()
    with w.count(0, least) as i:
        order.set(call(b.runtime("compare_parts"), free, load(sp + (i << 2)), load(others + (i << 2)), bit))
        with w.when(order):
            w.give(order)
    w.push(n - m)


def _rank(at: Word) -> Word:
    """0 for a number, 1 for a hidden one, 2 for a tuple."""
    return pick(at.eq(0), 1, is_several(at) << 1)


RUNTIME = {
    "tape_end": (tape_end, 0, 1), "reset_tape": (reset_tape, 0, 0),
    "empty_tape": (empty_tape, 0, 0), "note_choice": (note_choice, 1, 0),
    "note_step": (note_step, 2, 0),
    "begin_event": (begin_event, 0, 1), "end_event": (end_event, 3, 0),
    "next_part": (next_part, 1, 1), "parts_of": (parts_of, 3, 1), "shown": (shown, 2, 1),
    "number_in": (number_in, 1, 1), "compare_parts": (compare_parts, 4, 1),
}
