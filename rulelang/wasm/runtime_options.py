"""Fixed functions that answer the position that is played step by step, and mark what can be answered next.

Marks are bytes from `mask` on, one for each action of the program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.program import ANSWERS, DECIDING, HEADER, STATUS, STEPS, TURN
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_play import call_pending, cell, in_trouble, next_block, put
from rulelang.wasm.shapes import ANSWERED
from rulelang.wasm.words import Writer, call, glob, load, opposite, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

ANSWER = STATE + 4 * HEADER


def action_of(b: Builder, f: Func) -> None:
    """(point, key): the action."""
    w = Writer(f)
    point, key = w.params()
    stretches = b.action_space.stretches
    table = b.layout.words(_stretches(b, point) for point in range(len(b.program.points))) if stretches else 0
    at = w.var(load(point << 2, table))
    with w.repeat(opposite((key - load(at)).under(load(at, 4)))):
        at.add(12)
    w.push(load(at, 8) + key - load(at))


def _stretches(b: Builder, point: int) -> int:
    """The address of the stretches of a point: first key, how many, first action."""
    found = b.action_space.stretches.get(point, ())
    return b.layout.words(n for each in found for n in (each.low, each.high - each.low + 1, each.first))


def note_option(b: Builder, f: Func) -> None:
    """(place): the key at a place of the path is an option."""
    w = Writer(f)
    place, = w.params()
    action = call(b.runtime("action_of"), load(place << 2, b.layout.points), load(place << 2, b.layout.path))
    (glob(b.mask) + action).write(f)
    f.const(1)
    f.store8()


def clear_mask(b: Builder, f: Func) -> None:
    """(): no option."""
    f.gget(b.mask)
    f.const(0)
    f.const(len(b.action_space))
    f.fill()


def walk_options(b: Builder, f: Func) -> None:
    """(held): walk the pending decision behind so many answers; mark its options, or keep what is complete."""
    w = Writer(f)
    held, = w.params()
    w.do(b.runtime("clear_mask"))
    w.do(b.runtime("copy_words"), b.layout.prefix, ANSWER, held)
    for name, value in ((b.tries, glob(b.most_tries)), (b.forced, held), (b.raw, word(0)), (b.count, word(0)),
                        (b.keep, word(0))):
        w.gset(name, value)
    call_pending(b, w, 3)
    w.gset(b.forced, 0)


def offer(b: Builder, f: Func) -> None:
    """Mark what can be answered next; nothing where nobody is to act. Too much to work out ends the game."""
    w = Writer(f)
    with w.when(cell(STATUS).ne(DECIDING)):
        w.do(b.runtime("clear_mask"))
        w.give()
    w.do(b.runtime("walk_options"), cell(ANSWERS))
    with w.when(glob(b.trouble)):
        in_trouble(b, w)
        w.do(b.runtime("clear_mask"))
        w.give()
    with w.when(opposite(glob(b.count))):
        glob(b.mask).write(f)
        f.const(1)
        f.store8()


def answer(b: Builder, f: Func) -> None:
    """(action): an answer that was marked. A complete decision is committed, and the game runs to its next stop."""
    w, complete = Writer(f), glob(b.keep)
    action, = w.params()
    n, key = w.var(cell(ANSWERS)), w.var(load(action << 2, b.layout.words(b.action_space.keys)))
    if b.knowledge:
        w.do(b.runtime("note_step"), ANSWERED, key)
        w.store(b.layout.kept, -1)
        complete = load(b.layout.kept) >= 0
    with w.when(action.eq(0)):
        w.do(b.runtime("take_nothing"))
        f.otherwise()
        w.store(n << 2, key, ANSWER)
        n.add(1)
        w.do(b.runtime("walk_options"), n)
        with w.when(glob(b.trouble) | opposite(complete)):
            put(w, STEPS, cell(STEPS) + n - cell(ANSWERS))
            put(w, ANSWERS, n)
            with w.when(glob(b.trouble)):
                in_trouble(b, w)
                w.do(b.runtime("clear_mask"))
            w.give()
        if b.knowledge:
            call_pending(b, w, 5, word(b.layout.kept))
    put(w, STEPS, cell(STEPS) + glob(b.kept) - cell(ANSWERS))
    put(w, TURN, cell(TURN) + 1)
    w.do(b.runtime("zero_words"), ANSWER, n)
    put(w, ANSWERS, 0)
    w.do(b.runtime("run"), next_block(b))
    w.do(b.runtime("offer"))


def take_nothing(b: Builder, f: Func) -> None:
    """Nothing can be picked: what is written then."""
    w = Writer(f)
    call_pending(b, w, 1)
    w.gset(b.kept, 1)


RUNTIME = {
    "action_of": (action_of, 2, 1), "note_option": (note_option, 1, 0), "clear_mask": (clear_mask, 0, 0),
    "walk_options": (walk_options, 1, 0), "offer": (offer, 0, 0), "answer": (answer, 1, 0),
    "take_nothing": (take_nothing, 0, 0),
}

EXPORTS = ("offer", "answer")
