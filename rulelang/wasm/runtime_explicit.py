"""Fixed functions of chance that the host decides: stops before it, what can come, what has come.

As `engine/chance.py` has them in explicit mode. Only in modules that are stepped through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.chance import MOST_OUTCOMES
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.program import (
    ANSWERS,
    BLOCK,
    CHANCE,
    DECISION,
    EXPLICIT,
    HEADER,
    SEAT,
    SETTLING,
    STATUS,
)
from rulelang.wasm.emit_combinations import prepared
from rulelang.wasm.emit_steps import Length, Walk
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_play import call_pending, cell, next_block, put
from rulelang.wasm.runtime_zones import base_of, print_of
from rulelang.wasm.shapes import CHANCED
from rulelang.wasm.unit import Unit
from rulelang.wasm.words import Var, Word, Writer, glob, load, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

ANSWER = STATE + 4 * HEADER


def set_explicit(b: Builder, f: Func) -> None:
    """(truth): whether games that begin from now on stop at chance."""
    w = Writer(f)
    w.gset(b.explicit, w.params()[0])


def begin_settling(b: Builder, f: Func) -> None:
    """(zone, depth, block): the top cards get their order; whether the run stops for it."""
    w = Writer(f)
    zone, depth, block = w.params()
    with w.when((cell(EXPLICIT).eq(0)) | (zone < 0)):
        w.do(b.runtime("settle_top"), zone, depth)
        w.give(0)
    base = w.var(base_of(b, zone))
    n = load(base)
    missing = w.var(pick(depth.eq(NONE) | (depth > n), n, depth) - (n - load(base, 4)))
    with w.when(missing < 1):
        w.give(0)
    for at, value in ((STATUS, word(CHANCE)), (BLOCK, block), (SETTLING, zone), (HEADER, missing)):
        put(w, at, value)
    w.push(1)


def write_several(b: Builder, number: int, f: Func) -> None:
    """(sp): pose decision `number` to chance; whether it stops for it. `trouble` says that it is too much."""
    node, u, w = b.program.decisions[number], Unit(b, f, 0), Writer(f)
    put(w, SEAT, 0)
    put(w, DECISION, number)
    if is_lone(node):
        c = prepared(Walk(u, f.local(), keeps=False), node.steps[0], Length())   # type: ignore[arg-type]
        least, most, count = Var(f, c.least), Var(f, c.most), Var(f, c.count)
        w.push((least < most) | (least.eq(most) & (least > 0) & (least < count)))
    else:
        w.do(b.runtime("walk_chance"), 0, MOST_OUTCOMES + 1, -1, 1)
        with w.when(glob(b.trouble).eq(0) & (glob(b.count) > MOST_OUTCOMES)):
            w.gset(b.trouble, 1)
            w.gset(b.trouble_span, node.span)
        w.push(glob(b.count) > 1)


def is_lone(node: ir.Decision) -> bool:
    """Whether a decision of chance is one pick of several without a condition, which is never listed."""
    return len(node.steps) == 1 and isinstance(node.steps[0], ir.PickSome) and node.steps[0].where is None


def walk_chance(b: Builder, f: Func) -> None:
    """(held, most, target, raw): walk the pending decision of chance, so many keys held to those in PREFIX."""
    w = Writer(f)
    held, most, target, raw = w.params()
    for name, value in ((b.forced, held), (b.most, most), (b.target, target), (b.raw, raw), (b.count, word(0)),
                        (b.keep, word(0)), (b.kept, word(-1))):
        w.gset(name, value)
    call_pending(b, w, 0)
    w.gset(b.forced, 0)


def answer_chance(b: Builder, f: Func) -> None:
    """(key): chance has brought this, which is one of what can come; the run goes on if that is all."""
    w = Writer(f)
    key, = w.params()
    if b.knowledge:
        w.do(b.runtime("note_step"), CHANCED, key)
    with w.when(cell(SETTLING).ne(NONE)):
        _settled(b, w, key)
        f.otherwise()
        n = w.var(cell(ANSWERS))
        w.store(n << 2, key, ANSWER)
        n.add(1)
        w.do(b.runtime("copy_words"), b.layout.prefix, ANSWER, n)
        w.gset(b.tries, glob(b.most_tries))
        w.do(b.runtime("walk_chance"), n, 1, 0, 1)
        with w.when(glob(b.kept).ne(n)):
            put(w, ANSWERS, n)
            w.give()
        w.do(b.runtime("walk_chance"), n, 1, 0, 0)
        if b.knowledge:
            call_pending(b, w, 2, word(b.layout.kept))
        w.do(b.runtime("zero_words"), ANSWER, n)
        put(w, ANSWERS, 0)
    w.gset(b.onward, 1)
    w.do(b.runtime("run"), next_block(b))


def _settled(b: Builder, w: Writer, printed: Var) -> None:
    """The next card of the order is the first of this print; return unless the order is as deep as was asked for."""
    base, n = w.var(base_of(b, cell(SETTLING))), w.var(0)
    with w.repeat(print_of(b, load(base + (n << 2), 8)).ne(printed)):
        n.add(1)
    w.do(b.runtime("settle_at"), base, n)
    left = w.var(cell(HEADER) - 1)
    put(w, HEADER, left)
    with w.when((left > 0) & (load(base, 4) > 0)):
        w.give()
    put(w, HEADER, 0)
    put(w, SETTLING, NONE)


def chance_counts(b: Builder, f: Func) -> None:
    """How many different keys can come now, ascending in OUT, each with how many outcomes it stands for."""
    w = Writer(f)
    w.gset(b.out, 0)
    with w.when(cell(SETTLING).ne(NONE)):
        base = w.var(base_of(b, cell(SETTLING)))
        with w.count(0, load(base, 4)) as n:
            w.do(b.runtime("count_key"), print_of(b, load(base + (n << 2), 8)))
        f.otherwise()
        w.do(b.runtime("copy_words"), b.layout.prefix, ANSWER, cell(ANSWERS))
        w.gset(b.tries, glob(b.most_tries))
        w.gset(b.counted, cell(ANSWERS) + 1)
        w.do(b.runtime("walk_chance"), cell(ANSWERS), MOST_OUTCOMES + 1, -1, 1)
        w.gset(b.counted, 0)
    w.push(glob(b.out))


def count_outcome(b: Builder, f: Func) -> None:
    """A completion of chance: one more for its next key, if keys are counted (`counted` - 1: those before it)."""
    w = Writer(f)
    with w.when(glob(b.counted)):
        w.do(b.runtime("count_key"), load(glob(b.counted) << 2, b.layout.path - 4))


def count_key(b: Builder, f: Func) -> None:
    """(key): one more of it in OUT, where the keys are kept ascending."""
    w = Writer(f)
    key, = w.params()
    n = w.var(glob(b.out))
    at: Word = (n << 3) + b.layout.out
    with w.repeat((n > 0) & (load(at - 8) > key)):
        n.add(-1)
    with w.when((n > 0) & load(at - 8).eq(key)):
        w.store(at - 8, load(at - 4) + 1, 4)
        w.give()
    for each in (at + 8, at, (glob(b.out) - n) << 3):
        each.write(f)
    f.copy()
    w.store(at, key)
    w.store(at, 1, 4)
    w.gset(b.out, glob(b.out) + 1)


RUNTIME = {
    "set_explicit": (set_explicit, 1, 0), "begin_settling": (begin_settling, 3, 1), "walk_chance": (walk_chance, 4, 0),
    "answer_chance": (answer_chance, 1, 0), "chance_counts": (chance_counts, 0, 1),
    "count_outcome": (count_outcome, 0, 0), "count_key": (count_key, 1, 0),
}

EXPORTS = ("set_explicit", "answer_chance", "chance_counts")
