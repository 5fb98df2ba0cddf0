"""One card that has moved in, its event out: a shape where zones are told by their numbers, else as for several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.events import MOVE
from rulelang.wasm.encode import Func
from rulelang.wasm.runtime_events import ACTOR, WHY, plain_zones
from rulelang.wasm.runtime_zones import print_of
from rulelang.wasm.shapes import Masked, Node, Num, Omitted, OneBag, tell
from rulelang.wasm.words import Number, Var, Writer, call

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def moved_one(b: Builder) -> Func:
    """(sp, card, source, place there, who saw it there, zone, face, way): after knowledge has followed."""
    return b.made(("moved", "one"), 8, 0, lambda f: _write(b, f))


def _write(b: Builder, f: Func) -> None:
    w = Writer(f)
    sp, card, source, place, seen, zone, face, flags = w.params()
    if not plain_zones(b):
        for n, value in enumerate((card, source, place, seen)):
            w.store(sp, value, 4 * n)
        w.do(b.runtime("tell_moves"), sp, 1, face, flags)
        return
    new = w.var(call(b.runtime("pointed_place"), card))
    known = w.var(seen | call(b.runtime("known_mask"), card, call(b.runtime("card_mask"), card)))
    witnesses: Number = b.layout.sight.everyone
    if any(info.count_hidden for info in b.program.zones):
        witnesses = w.var(call(b.runtime("witnesses"), source, zone))
    print_, there = Num(w.var(print_of(b, card)), small=True), Num(new, small=True)
    lying: Node = OneBag((Masked(print_, known), Num(place, small=True), there))
    part = Omitted((Num(source), Num(zone, small=True), there, lying), witnesses)
    mask: Node = Num(witnesses, small=True) if isinstance(witnesses, Var) else witnesses    # type: ignore[assignment]
    tell(b, w, (MOVE, mask, Num(flags >> WHY & 7, small=True), Num(flags >> ACTOR, small=True), Num(face),
                OneBag(part)))
