"""Statements in, instructions out where knowledge follows: the emitters that full modules use instead."""

from __future__ import annotations

from rulelang.engine.events import WHYS
from rulelang.engine.movement import in_places
from rulelang.ir import nodes as ir
from rulelang.wasm.emit_movement import HOWS
from rulelang.wasm.emit_statements import StatementEmitter
from rulelang.wasm.runtime_told_moves import way
from rulelang.wasm.unit import Unit, writes

KNOWN: dict[type, StatementEmitter] = {}         # what changes knowledge
TOLD: dict[type, StatementEmitter] = {}          # what is only told


@writes(KNOWN, ir.MoveCards)
def move_cards(u: Unit, node: ir.MoveCards) -> None:
    """Cards to a place."""
    f, how = u.f, node.place.how
    flags = way(picked=node.picked, named=node.named, placed=in_places(node.cards), why=WHYS.index(node.why))
    if isinstance(node.cards, ir.Items) and len(node.cards.items) == 1 and how != "at":
        f.get(u.sp)
        u.number(node.cards.items[0])
        u.number(node.place.zone)
        u.number(node.face)
        f.const(HOWS.index(how))
        f.const(flags)
        f.call(u.b.runtime("tell_one"))
        return
    move_list(u, node, flags, "tell")


def move_list(u: Unit, node: ir.MoveCards, flags: int, name: str) -> None:
    """Any number of cards; `name`: "tell", or "follow" where nothing is told and the order does not matter."""
    f, how, cards = u.f, node.place.how, u.listed(node.cards)
    zone, face = u.value(node.place.zone), u.value(node.face)
    position = u.value(node.place.position or ir.Const(1))
    for local in (u.sp, cards.at, cards.length, zone, face):
        f.get(local)
    if how == "at":
        f.get(position)
    else:
        f.const(HOWS.index(how))
    f.const(flags)
    f.call(u.b.runtime(f"{name}_block" if how == "at" else f"{name}_list"))


@writes(KNOWN, ir.DiscardCards)
def discard_cards(u: Unit, node: ir.DiscardCards) -> None:
    """Each card to the zone that a table names."""
    flags = way(picked=node.picked, named=False, placed=in_places(node.cards), why=WHYS.index(node.why))
    discard_list(u, node, flags, "tell")


def discard_list(u: Unit, node: ir.DiscardCards, flags: int, name: str) -> None:
    """Any number of cards; `name`: as in `move_list`."""
    f, found = u.f, u.listed(node.cards)
    face = u.value(node.face)
    for local in (u.sp, found.at, found.length):
        f.get(local)
    f.const(u.b.layout.table(node.zones))
    f.get(face)
    f.const(flags)
    f.call(u.b.runtime(f"{name}_discard"))


@writes(KNOWN, ir.Shuffle)
def shuffle(u: Unit, node: ir.Shuffle) -> None:
    """A zone's cards lose their order."""
    u.f.get(u.sp)
    u.number(node.zone)
    u.f.call(u.b.runtime("tell_shuffle"))


@writes(KNOWN, ir.FlipCards)
def flip_cards(u: Unit, node: ir.FlipCards) -> None:
    """Cards are turned where they lie."""
    f, face = u.f, u.value(node.face)
    cards = u.stored(node.cards)
    f.get(cards.at)
    f.get(cards.length)
    f.get(face)
    f.call(u.b.runtime("tell_flip"))


@writes(KNOWN, ir.RevealCards)
def reveal_cards(u: Unit, node: ir.RevealCards) -> None:
    """Cards are shown to all or to two seats."""
    f, cards = u.f, u.stored(node.cards)
    seats = audience(u, node.to, node.by)
    f.get(cards.at)
    f.get(cards.length)
    f.get(seats)
    f.call(u.b.runtime("tell_reveal"))


def audience(u: Unit, to: ir.IntExpr | None, by: ir.IntExpr) -> int:
    """A local with the mask of the seats that learn something: all, or one (NONE: nobody) and the one who acts."""
    f, seats = u.f, u.f.local()
    if to is None:
        f.const(u.b.layout.sight.seats)
        f.set(seats)
        return seats
    one, other = u.value(to), u.value(by)
    for n, local in enumerate((one, other)):
        f.const(1)
        f.get(local)
        f.const(1)
        f.op("i32.sub", "i32.shl")
        f.const(0)
        f.get(local)
        f.const(0)
        f.op("i32.gt_s", "select")
        if n:
            f.op("i32.or")
    f.const(0)
    f.get(one)
    f.const(0)
    f.op("i32.gt_s", "select")
    f.set(seats)
    return seats
