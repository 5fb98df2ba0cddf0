"""One card that a statement moves in, instructions out by which knowledge follows it: as little as its zones allow."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.ir import nodes as ir
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_keys import face_of
from rulelang.wasm.runtime_knowledge import NAMED, follow_hosts, moved_to
from rulelang.wasm.runtime_zones import zone_of
from rulelang.wasm.unit import Unit
from rulelang.wasm.words import Number, Var, Writer, load

OUTSIDE = -1


def faces_of(u: Unit, face: ir.IntExpr) -> tuple[int, ...]:
    """The sides that may be up."""
    return (int(face.value != 0),) if isinstance(face, ir.Const) else (0, 1)


def fixed_mask(u: Unit, zone: int, face: int) -> int:
    """Who sees a card that lies there so; -1 where that depends on who owns a card."""
    sight = u.b.layout.sight
    return -1 if sight.moving[zone][face] else sight.fixed[zone][face]


def sighted_at_most(u: Unit, targets: Iterable[int], face: ir.IntExpr, *, least: bool = False) -> int:
    """Who may see a card that comes to lie in one of some zones; `least`: who surely does. -1 where that may change."""
    masks = [fixed_mask(u, zone, side) for zone in targets for side in faces_of(u, face)]
    if -1 in masks:
        return -1
    found = masks[0]
    for mask in masks[1:]:
        found = found & mask if least else found | mask
    return found


class Follow:
    """How knowledge follows one card: `leaves` before it is taken, `arrived` behind. `flags`: see `way`."""

    def __init__(self, u: Unit, flags: int, face: ir.IntExpr) -> None:
        self.u = u
        self.flags = flags
        self.faces = faces_of(u, face)
        self.source: int | Var = OUTSIDE        # the number of a zone that is known, or a local
        self.old_face: Number = 0

    def anyhow(self, how: int) -> None:
        """Move a card (card, zone and face are pushed) of which nothing is known."""
        f = self.u.f
        face, zone, card = f.local(), f.local(), f.local()
        for local in (face, zone, card):
            f.set(local)
        for local in (self.u.sp, card, zone, face):
            f.get(local)
        f.const(how)
        f.const(self.flags)
        f.call(self.u.b.runtime("tell_one"))

    def leaves(self, card: ir.IntExpr, lying: int) -> None:
        """A card is about to be taken from where it lies."""
        b, w = self.u.b, Writer(self.u.f)
        match card:
            case ir.CardAt(zone=ir.Const(value=zone)) if zone >= 0:
                self.source = zone
            case _:
                self.source = w.var(zone_of(b, Var(w.f, lying)))
        if b.face_down and not (isinstance(self.source, int) and self.source not in b.face_down):
            self.old_face = w.var(face_of(b, Var(w.f, lying)))

    def arrived(self, lying: int, targets: range, zone: int, face: int) -> None:
        """It lies in one of some zones (`zone`: a local) now."""
        u, w = self.u, Writer(self.u.f)
        card, target = Var(u.f, lying), Var(u.f, zone)
        gains = self._gains(targets)
        if gains is None:
            w.do(moved_to(u.b, targets, self.faces, self.flags), card, self.source, self.old_face, target,
                 Var(u.f, face))
        elif any(gains):
            self._sighted(w, card, target, targets, gains)
        follow_hosts(u.b, w, card)

    def _gains(self, targets: range) -> list[int] | None:
        """Who comes to see the card, by zone, where it came from a known row or stack and this is all that matters."""
        sight, source = self.u.b.layout.sight, self.source
        if not isinstance(source, int) or not sight.ordered[source]:
            return None
        before = [fixed_mask(self.u, source, side) for side in ((0, 1) if isinstance(self.old_face, Var) else (0,))]
        after = [[sight.everyone if self.flags & NAMED else fixed_mask(self.u, zone, side) for side in self.faces]
                 for zone in targets]
        if any(-1 in masks or len(set(masks)) > 1 for masks in (before, *after)):
            return None
        return [masks[0] & ~before[0] for masks in after]

    def _sighted(self, w: Writer, card: Var, target: Var, targets: range, gains: list[int]) -> None:
        b = self.u.b
        rows = [STATE + 4 * (b.program.knowledge + row * len(b.program.cards)) for row in range(b.program.players + 1)]
        if len(set(gains)) == 1:
            for row, base in enumerate(rows):
                if gains[0] >> row & 1:
                    w.do(b.runtime("sight_one"), base, card)
        elif all(mask.bit_count() == 1 for mask in gains):
            table = b.layout.words(rows[mask.bit_length() - 1] for mask in gains)
            w.do(b.runtime("sight_one"), load((target - targets.start) << 2, table), card)
        else:
            w.do(b.runtime("sighted"), card, load((target - targets.start) << 2, b.layout.words(gains)))
