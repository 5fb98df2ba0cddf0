"""Decisions in, functions out that keep a completion as its note says, or that nothing could be picked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.wasm import emit_known
from rulelang.wasm.emit_answers import tell_kept, tell_nothing
from rulelang.wasm.emit_events import pay_told
from rulelang.wasm.emit_payments import pay_at_last
from rulelang.wasm.emit_steps import Asked, Happened, WrittenCells, WrittenList
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.unit import Unit
from rulelang.wasm.words import Var, Writer, glob, load

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def write_commit(b: Builder, decision: int, walk: str, f: Func) -> None:
    """Do again what happened on the way to a completion, as its note says; `walk` has written the note."""
    w, u = Writer(f), Unit(b, f, f.local())
    note, seat = w.params()
    Var(f, u.sp).set(glob(b.arena))
    for number, site in enumerate(b.sites[walk, decision]):
        with w.when(load(note).eq(number)):
            if b.tells:
                tell_kept(b, w, decision, site, (Var(f, u.sp), note, seat))
            for event, place in site.events:
                if not isinstance(event, Asked):
                    _repeat(b, u, event, (note, place), seat)
            w.gset(b.kept, load(note, 4) if site.length < 0 else site.length)
            w.give()


def _repeat(b: Builder, u: Unit, event: Happened, noted: tuple[Var, int], seat: Var) -> None:
    w, (note, place) = Writer(u.f), noted
    if not isinstance(event, tuple):
        if b.tells:
            pay_told(u, event, seat.number)
        elif b.knowledge and isinstance(event, ir.PayCards):
            emit_known.pay_cards(u, event)
        else:
            pay_at_last(u, event)
        return
    at, written = event
    if isinstance(written, WrittenCells):
        w.do(b.runtime("copy_words"), STATE + 4 * at, note + 4 * place, written.bound + 1)
    elif isinstance(written, WrittenList) and written.values:
        w.store(STATE + 4 * at, len(written.values))
        for n in range(written.bound):
            w.store(STATE + 4 * at, load(note, 4 * (place + 1 + n)) if n < len(written.values) else 0, 4 * n + 4)
    elif isinstance(written, WrittenList):
        values = note + (4 * place + 4)
        w.do(b.runtime("write_cells"), STATE + 4 * at, written.bound, values, load(note, 4 * place))
    elif written.number is not None:
        w.store(STATE + 4 * at, written.number)
    else:
        w.store(STATE + 4 * at, seat if written.local == 1 else load(note, 4 * place))


def write_nothing(b: Builder, decision: int, f: Func) -> None:
    """What is written where nothing can be picked; in full modules it is told before."""
    u = Unit(b, f, 0)
    if b.tells:
        tell_nothing(b, Writer(f), decision, *Writer(f).params())
    for at, bound in b.program.decisions[decision].nothing or ():
        for n in range(bound + 1 if bound else 0):
            u.put(at + n, 0)
        if not bound:
            u.put(at, NONE)
