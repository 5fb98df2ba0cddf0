"""Statements that move cards in, instructions out: mostly calls of the runtime."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.code import CARD_STEPS
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.wasm.emit_numbers import folded
from rulelang.wasm.emit_payments import holds_all
from rulelang.wasm.emit_statements import STATEMENTS
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_gather import gathered_from
from rulelang.wasm.unit import Unit, writes
from rulelang.wasm.words import Var, Writer, load, pick

if TYPE_CHECKING:
    from rulelang.wasm.follow import Follow

HOWS = ("arrive", "top", "bottom")


@writes(STATEMENTS, ir.MoveCards)
def move_cards(u: Unit, node: ir.MoveCards) -> None:
    """Cards to a place."""
    f, how = u.f, node.place.how
    if isinstance(node.cards, ir.Items) and len(node.cards.items) == 1 and how != "at":
        move_one(u, node.cards.items[0], node.place.zone, node.face, how)
        return
    if is_gathered(u, node):
        gather(u, node)
        return
    if isinstance(node.cards, ir.ListCell) and how != "at" and _move_each(u, node, node.cards):
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


def gather(u: Unit, node: ir.MoveCards) -> None:
    """Known cards to the end of a known zone, and the shuffle of it if that comes next."""
    assert isinstance(node.cards, ir.ConstList)
    assert isinstance(node.place.zone, ir.Const)
    u.merged = isinstance(u.following, ir.Shuffle) and u.following.zone == node.place.zone
    u.f.get(u.sp)
    u.number(node.face)
    u.f.call(u.b.gather(node.cards.values, node.place.zone.value, shuffled=u.merged))


def is_gathered(u: Unit, node: ir.MoveCards) -> bool:
    """Whether known cards go to the end of a known zone, and all that it and other zones can hold are among them."""
    if not isinstance(node.cards, ir.ConstList) or not isinstance(node.place.zone, ir.Const):
        return False
    cards, zone = node.cards.values, node.place.zone.value
    kind = u.b.program.zones[zone].kind if zone >= 0 else "set"
    up = node.place.how == "arrive" or (node.place.how == "top" and kind == "stack")
    return up and kind != "set" and zone in gathered_from(u.b.program, cards) and (
        u.b.layout.zones.room[zone] >= len(cards))


def _move_each(u: Unit, node: ir.MoveCards, cards: ir.ListCell) -> bool:
    """Cards in cells to the end of a zone that has room for all it can hold; whether it is such a move."""
    f, b, zone, how = u.f, u.b, node.place.zone, node.place.how
    targets = expected_zones(u, zone)
    kinds = {b.program.zones[n].kind for n in targets}
    up = how == "arrive" or (how == "top" and kinds == {"stack"}) or kinds == {"set"}
    if not up or len(kinds) != 1 or not u.range(zone).inside(targets.start, targets.stop - 1):
        return False
    if not all(holds_all(b, n) for n in targets):
        return False
    place, face, put = u.value(zone), u.value(node.face), "insert" if kinds == {"set"} else "append"

    def one(card: int) -> None:
        f.get(card)
        f.const(0)
        f.op("i32.ge_s")
        with f.when():
            f.get(u.spent)
            f.const(CARD_STEPS)
            f.op("i32.add")
            f.set(u.spent)
            f.get(card)
            f.call(b.runtime("take"))
            for local in (card, place, face):
                f.get(local)
            f.call(b.runtime(put))
    u.each_of(u.listed(cards), f.local(), one)
    return True


# ---------------------------------------------------------------- one card


def move_one(u: Unit, card: ir.IntExpr, zone: ir.IntExpr, face: ir.IntExpr, how: str,
             follow: Follow | None = None) -> None:
    """One card, if it is one and finds room. What is known of the zone needs no test. `follow`: how knowledge does."""
    f, b = u.f, u.b
    targets = expected_zones(u, zone)
    kinds = {b.program.zones[n].kind for n in targets}
    ends = {"arrive": kinds, "top": kinds - {"row"}, "bottom": kinds - {"stack"}}[how]
    if not targets or len(kinds) > 1 or not ends:
        _move_anyhow(u, card, zone, face, how, follow)
        return
    put = "insert" if kinds == {"set"} else "append"
    with f.block() as done:
        lying = _card(u, card, done)
        place, facing = u.value(zone), u.value(face)
        between = u.range(zone)
        if not between.inside(targets.start, targets.stop - 1):
            if targets.start <= between.low and between.high < targets.stop:
                _nowhere(u, place, done)
            else:
                _elsewhere(u, targets, (lying, place, facing), (how, follow), done)
        if any(b.layout.zones.room[n] < len(b.program.cards) for n in targets):
            f.get(lying)
            f.get(place)
            f.call(b.runtime("finds_no_room"))
            f.br_if(done)
        f.get(u.spent)
        f.const(CARD_STEPS)
        f.op("i32.add")
        f.set(u.spent)
        if follow:
            follow.leaves(card, lying)
        _take(u, card, lying)
        for local in (lying, place, facing):
            f.get(local)
        f.call(b.runtime(put))
        if follow:
            follow.arrived(lying, targets, place, facing)


def _move_anyhow(u: Unit, card: ir.IntExpr, zone: ir.IntExpr, face: ir.IntExpr, how: str,
                 follow: Follow | None) -> None:
    u.number(card)
    u.number(zone)
    u.number(face)
    _moved_anyhow(u, how, follow)


def _moved_anyhow(u: Unit, how: str, follow: Follow | None) -> None:
    """Move a card; it, the zone and the face are pushed."""
    if follow:
        follow.anyhow(HOWS.index(how))
        return
    u.f.const(HOWS.index(how))
    u.f.call(u.b.runtime("move_one"))


def expected_zones(u: Unit, zone: ir.IntExpr) -> range:
    """The zones that a formula gives, if it gives one; a cell mostly holds what statements give it."""
    values = u.b.given.get(zone.at, ()) if isinstance(zone, ir.Cell) else (zone,)
    found: list[int] = []
    for value in values:
        between = u.range(value)
        if isinstance(value, ir.Cell) or between.low < 0 or between.high >= len(u.b.program.zones):
            return range(0)
        found += (between.low, between.high)
    return range(min(found), max(found) + 1) if found else range(0)


def _nowhere(u: Unit, place: int, done: int) -> None:
    """Without a zone it is done."""
    u.f.get(place)
    u.f.const(0)
    u.f.op("i32.lt_s")
    u.f.br_if(done)


def _elsewhere(u: Unit, targets: range, what: tuple[int, int, int], ways: tuple[str, Follow | None],
               done: int) -> None:
    """Move a card to a zone that is not among those expected, if it is not."""
    f = u.f
    f.get(what[1])
    f.const(targets.start)
    f.op("i32.sub")
    f.const(len(targets))
    f.op("i32.ge_u")
    with f.when():
        for local in what:
            f.get(local)
        _moved_anyhow(u, *ways)
        f.br(done)


def _stack(u: Unit, card: ir.IntExpr) -> int:
    """The address of the stack whose top card a formula gives, -1 for another formula."""
    match card:
        case ir.CardAt(zone=ir.Const(value=zone), position=ir.Const(value=1)) if zone >= 0:
            return STATE + 4 * u.b.layout.zones.at[zone] if u.b.program.zones[zone].kind == "stack" else -1
    return -1


def _card(u: Unit, card: ir.IntExpr, done: int) -> int:
    """A local with a card; without one it is done."""
    f, base, found = u.f, _stack(u, card), u.f.local()
    if base < 0:
        u.number(card)
        f.tee(found)
        f.const(0)
        f.op("i32.lt_s")
        f.br_if(done)
        return found
    f.const(base)
    f.load()
    f.tee(found)
    f.op("i32.eqz")
    f.br_if(done)
    f.get(found)
    f.const(2)
    f.op("i32.shl")
    f.load(base + 4)
    f.set(found)
    return found


def _take(u: Unit, card: ir.IntExpr, lying: int) -> None:
    """Take a card out of its zone: from the top of a stack nothing closes up."""
    f, base = u.f, _stack(u, card)
    if base < 0:
        f.get(lying)
        f.call(u.b.runtime("take"))
        return
    w, n = Writer(f), f.local()
    Var(f, n).set(load(base) - 1)
    w.store(base, Var(f, n))
    w.store(Var(f, n) << 2, 0, base + 8)
    with w.when(Var(f, n) < load(base, 4)):
        w.store(base, pick(load(base, 4) > 2, load(base, 4) - 1, 0), 4)


@writes(STATEMENTS, ir.DiscardCards)
def discard_cards(u: Unit, node: ir.DiscardCards) -> None:
    """Each card to the zone that a table names."""
    discard(u, node.cards, node.zones, node.face)


def discard(u: Unit, cards: ir.ListExpr, zones: int, face: ir.IntExpr, follow: Follow | None = None) -> None:
    """Cards to where a table says, as far as there is room. `follow`: how knowledge follows one card."""
    f = u.f
    if isinstance(cards, ir.Items) and len(cards.items) == 1:
        card = cards.items[0] if isinstance(cards.items[0], ir.Cell | ir.Const | ir.Reg) else ir.Reg(-1)
        if isinstance(card, ir.Reg) and card.number < 0:
            u.number(cards.items[0])
            f.set(u.reg(-1))
        places = set(u.b.program.tables[zones])
        move_one(u, card, ir.Const(places.pop()) if len(places) == 1 else ir.Lookup(zones, card), face, "arrive",
                 follow)
        return
    found = u.listed(cards)
    table = u.b.layout.table(zones)
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
