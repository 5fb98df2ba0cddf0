"""Statements that move cards in, instructions out: mostly calls of the runtime."""

from __future__ import annotations

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.wasm.emit_numbers import folded
from rulelang.wasm.emit_statements import STATEMENTS
from rulelang.wasm.layout import STATE
from rulelang.wasm.unit import Unit, writes

HOWS = ("arrive", "top", "bottom")


@writes(STATEMENTS, ir.MoveCards)
def move_cards(u: Unit, node: ir.MoveCards) -> None:
    """Cards to a place."""
    f, how = u.f, node.place.how
    if isinstance(node.cards, ir.Items) and len(node.cards.items) == 1 and how != "at":
        u.number(node.cards.items[0])
        u.number(node.place.zone)
        u.number(node.face)
        f.const(HOWS.index(how))
        f.call(u.b.runtime("move_one"))
        return
    cards = u.listed(node.cards)
    zone, face = u.value(node.place.zone), u.value(node.face)
    position = u.value(node.place.position or ir.Const(1))
    f.get(u.sp)
    f.get(cards.at)
    f.get(cards.length)
    f.get(zone)
    f.get(face)
    if how == "at":
        f.get(position)
        f.call(u.b.runtime("move_block"))
    else:
        f.const(HOWS.index(how))
        f.call(u.b.runtime("move_list"))


@writes(STATEMENTS, ir.DiscardCards)
def discard_cards(u: Unit, node: ir.DiscardCards) -> None:
    """Each card to the zone that a table names."""
    discard(u, node.cards, node.zones, node.face)


def discard(u: Unit, cards: ir.ListExpr, zones: int, face: ir.IntExpr) -> None:
    """Cards to where a table says, as far as there is room."""
    f = u.f
    table = u.b.layout.table(zones)
    if isinstance(cards, ir.Items) and len(cards.items) == 1:
        card = u.value(cards.items[0])
        f.get(card)
        f.get(card)
        f.const(0)
        f.op("i32.ge_s")
        from rulelang.wasm.encode import I32

        with f.when(I32):
            f.get(card)
            f.const(2)
            f.op("i32.shl")
            f.load(table)
            f.otherwise()
            f.const(NONE)
        u.number(face)
        f.const(0)
        f.call(u.b.runtime("move_one"))
        return
    found = u.listed(cards)
    f.get(u.sp)
    f.get(found.at)
    f.get(found.length)
    f.const(table)
    u.number(face)
    f.call(u.b.runtime("discard_list"))


@writes(STATEMENTS, ir.Refill)
def refill(u: Unit, node: ir.Refill) -> None:
    """An empty zone from its first source that has cards."""
    zone = folded(node.zone)
    if isinstance(zone, ir.Const):
        if zone.value >= 0 and u.b.program.zones[zone.value].refill:
            u.cell(u.b.layout.zones.at[zone.value])
            u.f.op("i32.eqz")
            with u.f.when():
                u.f.get(u.sp)
                u.f.const(zone.value)
                u.f.call(u.b.runtime("refill"))
        return
    u.f.get(u.sp)
    u.number(zone)
    u.f.call(u.b.runtime("refill"))


@writes(STATEMENTS, ir.Shuffle)
def shuffle(u: Unit, node: ir.Shuffle) -> None:
    """A zone's cards lose their order."""
    u.number(node.zone)
    u.f.call(u.b.runtime("loosen"))


@writes(STATEMENTS, ir.FlipCards)
def flip_cards(u: Unit, node: ir.FlipCards) -> None:
    """Cards are turned where they lie."""
    f, face, x, cells = u.f, u.value(node.face), u.f.local(), STATE + 4 * u.b.program.card_cells
    cards = u.stored(node.cards)

    def turn(card: int) -> None:
        f.get(card)
        f.const(0)
        f.op("i32.ge_s")
        f.get(face)
        f.const(NONE)
        f.op("i32.ne", "i32.and")
        with f.when():
            f.get(card)
            f.const(3)
            f.op("i32.shl")
            f.load(cells)
            f.const(0)
            f.op("i32.ge_s")
            with f.when():
                f.get(card)
                f.const(3)
                f.op("i32.shl")
                f.get(face)
                f.store(cells + 4)
    u.each_of(cards, x, turn)
