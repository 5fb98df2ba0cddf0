"""Fixed functions of the tape: room on it, events of any shape taken in part by part, as `engine/record.py` does.

A part is the address of its first word (`shapes.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.wasm.encode import Func
from rulelang.wasm.shapes import CHOSEN, COVERED, KNOWN, SMALL, WIDE
from rulelang.wasm.words import Number, Var, Word, Writer, call, glob, load, two, word

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


RUNTIME = {
    "tape_end": (tape_end, 0, 1), "reset_tape": (reset_tape, 0, 0),
    "empty_tape": (empty_tape, 0, 0), "note_choice": (note_choice, 1, 0),
    "note_step": (note_step, 2, 0),
    "begin_event": (begin_event, 0, 1), "end_event": (end_event, 3, 0),
    "next_part": (next_part, 1, 1),
}
