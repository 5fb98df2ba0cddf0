"""Changes of variables in, instructions out that make and tell them: numbers, sets kept as bits, links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.events import RANGE, STORE
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.wasm.emit_counts import count_misfit_at
from rulelang.wasm.emit_events import event, everyone, index_of, printed
from rulelang.wasm.emit_numbers import folded
from rulelang.wasm.emit_told import TOLD
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_events import plain_zones, what_of
from rulelang.wasm.runtime_tape import Pen
from rulelang.wasm.shapes import TUPLE, Num, flat, store_words, tell
from rulelang.wasm.unit import Unit, writes
from rulelang.wasm.words import Var, Word, Writer, call, load, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


@writes(TOLD, ir.Store)
def store(u: Unit, node: ir.Store) -> None:
    """A variable."""
    b, f, info = u.b, u.f, u.b.program.vars[node.var]
    index = u.value(folded(node.index))
    if info.set_count:
        values = u.stored(node.value)                       # type: ignore[arg-type]
        for local in (u.sp, index, values.at, values.length):
            f.get(local)
        f.call(b.made(("store", node.var), 4, 0, lambda f: _write_set_store(b, node.var, f)))
        return
    value = u.value(node.value)                             # type: ignore[arg-type]
    for local in (u.sp, index, value):
        f.get(local)
    if info.link:
        f.call(b.made(("store", node.var), 3, 0, lambda f: _write_link_store(b, node.var, f)))
        return
    f.const(node.span)
    f.call(b.made(("store", node.var), 4, 0, lambda f: _write_store(b, node.var, f)))


def _write_store(b: Builder, var: int, f: Func) -> None:
    """(sp, index, value, span): the nearest value in range; NONE only where it is allowed."""
    w, info = Writer(f), b.program.vars[var]
    sp, index, asked, span = w.params()
    with w.when(word(1) - index.under(info.count)):
        w.give()
    if not info.optional:
        with w.when(asked.eq(NONE)):
            w.give()
    new = w.var(pick(asked < info.low, info.low, asked))
    new.set(pick(new > info.high, info.high, new))
    if info.optional:
        new.set(pick(asked.eq(NONE), NONE, new))
    at = w.var((index << 2) + (STATE + 4 * info.base))
    old = w.var(load(at))
    w.store(at, new)
    with w.when(new.ne(asked)):
        count_misfit_at(b, w, span, var)
        tell_range = event(b, ("range", var), 4, lambda w, p: (
            RANGE, everyone(b), var, index_of(b, w, info, p[0]), Num(p[1]), Num(p[2]), Num(p[3])))
        w.do(tell_range, index, asked, new, span)
    # Of two cards nobody may hear whether they are the same.
    with w.when(word(1) if b.program.kinds[info.kind].what == "card" else new.ne(old)):
        w.do(told_store(b, var), sp, index, old, new)


def told_store(b: Builder, var: int) -> Func:
    """(sp, index, old, new): an instance of a variable has changed."""
    info = b.program.vars[var]
    what = what_of(b, info.kind)

    def write(f: Func) -> None:
        w = Writer(f)
        sp, index, old, new = w.params()
        if what == 2 and not plain_zones(b):
            _tell_zones_stored(b, w, var, (sp, index, old, new))
            return
        values = [printed(b, w, value) if what == 1 else Num(value) for value in (old, new)]
        tell(b, w, (STORE, everyone(b), var, index_of(b, w, info, index), *values))
    return b.made(("stored", var), 4, 0, write)


def _begun(b: Builder, w: Writer, var: int, index: Word) -> tuple[Var, Pen]:
    """A STORE event as far as its values; where it begins, and what goes on."""
    to = w.var(call(b.runtime("begin_event")))
    start, pen = w.var(to), Pen(w, to)
    pen.several(TUPLE, 6)
    pen.words(STORE << 3, everyone(b) << 3, var << 3)
    words = list(flat(index_of(b, w, b.program.vars[var], index)))
    store_words(w, to, words)
    to.add(4 * len(words))
    return start, pen


def _tell_zones_stored(b: Builder, w: Writer, var: int, what: tuple[Var, Var, Var, Var]) -> None:
    sp, index, old, new = what
    start, pen = _begun(b, w, var, index)
    for value in (old, new):
        pen.to.set(call(b.runtime("write_covered"), pen.to, value, 2))
    w.do(b.runtime("end_event"), sp, start, pen.to)


def _write_set_store(b: Builder, var: int, f: Func) -> None:
    """(sp, index, at, length): a set as bits."""
    w, info = Writer(f), b.program.vars[var]
    sp, index, at, length = w.params()
    with w.when(word(1) - index.under(info.count)):
        w.give()
    cells = w.var(index * (4 * info.words) + (STATE + 4 * info.base))
    before = w.var(sp)
    sp.add(4 * info.words)
    w.do(b.runtime("copy_words"), before, cells, info.words)
    w.do(b.runtime("store_set"), cells, info.words, info.low, info.set_count, at, length)
    with w.when(call(b.runtime("same_words"), before, info.words, cells, info.words)):
        w.give()
    start, pen = _begun(b, w, var, index)
    what = what_of(b, info.kind)
    for words in (before, cells):
        values = w.var(sp)
        n = w.var(call(b.runtime("set_values"), sp, words, info.words, info.low))
        pen.to.set(call(b.runtime("write_values"), pen.to, values, n, what))
    w.do(b.runtime("end_event"), sp, start, pen.to)


def _write_link_store(b: Builder, var: int, f: Func) -> None:
    """(sp, index, partner): a link on both sides; former partners are free. Changes are told in order."""
    w, info = Writer(f), b.program.vars[var]
    sp, index, partner = w.params()
    other = w.var(partner - info.first_card)
    with w.when((word(1) - index.under(info.count)) | (partner.ne(NONE) & (word(1) - other.under(info.count)))):
        w.give()
    cells = STATE + 4 * info.base
    mine, theirs = w.var(load((index << 2) + cells)), w.var(NONE)
    with w.when(partner.ne(NONE)):
        theirs.set(load((other << 2) + cells))
    first, new, old = info.first_card, w.var(), w.var()
    with w.count(0, info.count) as n:
        old.set(load((n << 2) + cells))
        new.set(old)
        for former in (mine, theirs):
            new.set(pick(former.ne(NONE) & n.eq(former - first), NONE, new))
        new.set(pick(n.eq(index), partner, new))
        new.set(pick(partner.ne(NONE) & n.eq(other), index + first, new))
        with w.when(new.ne(old)):
            w.store((n << 2) + cells, new)
            w.do(told_store(b, var), sp, n, old, new)
