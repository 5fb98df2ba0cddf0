"""Expressions of zones, cards and calls in, instructions out."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.wasm.arena import Listed
from rulelang.wasm.emit_numbers import folded
from rulelang.wasm.encode import I32
from rulelang.wasm.layout import STATE
from rulelang.wasm.unit import INTS, LISTS, Place, Unit, is_list, writes

# Functions written in place inside each other, at most.
MOST_INSIDE = 4


def zone_kind(u: Unit, node: ir.IntExpr) -> str:
    """The kind of every zone that an expression can name; empty if it is not known."""
    node = folded(node)
    if isinstance(node, ir.Const) and node.value >= 0:
        return u.b.program.zones[node.value].kind
    if isinstance(node, ir.FamilyIndex):
        highest = node.base + sum((size - 1) * stride for _, _, size, stride in node.keys)
        kinds = {zone.kind for zone in u.b.program.zones[node.base:highest + 1]}
        return kinds.pop() if len(kinds) == 1 else ""
    return ""


def zone_base(u: Unit, zone: int) -> None:
    """Push the address of the first cell of the zone in a local (0 or more)."""
    f = u.f
    f.get(zone)
    f.const(2)
    f.op("i32.shl")
    f.load(u.b.layout.zone_addresses())


def based(u: Unit, node: ir.IntExpr, use: Callable[[int | None, int], None], without: Callable[[], None],
          result: int = I32) -> None:
    """Write `use(local of the base, offset)` for a zone that is one, `without` for none; both push the same."""
    f, node = u.f, folded(node)
    if isinstance(node, ir.Const):
        if node.value >= 0:
            use(None, STATE + 4 * u.b.layout.zones.at[node.value])
        else:
            without()
        return
    zone = u.value(node)
    f.get(zone)
    f.const(0)
    f.op("i32.ge_s")
    with f.when(result):
        base = f.local()
        zone_base(u, zone)
        f.set(base)
        use(base, 0)
        f.otherwise()
        without()


def push_base(u: Unit, base: int | None) -> None:
    """Push what `use` got as an address to load from."""
    if base is None:
        u.f.const(0)
    else:
        u.f.get(base)


@writes(INTS, ir.ZoneSize)
def zone_size(u: Unit, node: ir.ZoneSize) -> None:
    """How many cards a zone holds."""
    def size(base: int | None, offset: int) -> None:
        push_base(u, base)
        u.f.load(offset)
    based(u, node.zone, size, lambda: u.f.const(0))


@writes(INTS, ir.CardAt)
def card_at(u: Unit, node: ir.CardAt) -> None:
    """The card at a position."""
    f, kind = u.f, zone_kind(u, node.zone)

    def card(base: int | None, offset: int) -> None:
        position = u.value(node.position)
        size = f.local()
        f.get(position)
        f.const(1)
        f.op("i32.sub")
        push_base(u, base)
        f.load(offset)
        f.tee(size)
        f.op("i32.lt_u")
        with f.when(I32):
            _place(u, kind, base, position, size)
            f.load(offset + (8 if kind == "stack" else 4))
            f.otherwise()
            f.const(NONE)
    if kind:
        based(u, node.zone, card, lambda: f.const(NONE))
    else:
        u.number(node.zone)
        u.number(node.position)
        f.call(u.b.runtime("card_at"))


def _place(u: Unit, kind: str, base: int | None, position: int, size: int) -> None:
    """Push the address of a position, but for a constant."""
    f = u.f
    push_base(u, base)
    if kind == "stack":
        f.get(size)
        f.get(position)
        f.op("i32.sub")
    else:
        f.get(position)
    f.const(2)
    f.op("i32.shl", "i32.add")


@writes(INTS, ir.CardInfo)
def card_info(u: Unit, node: ir.CardInfo) -> None:
    """What is to be known of a card."""
    f = u.f
    if node.what == "position":
        card = u.value(node.card)
        if card in u.places:
            _position(u, u.places[card])
            return
        f.get(card)
        f.call(u.b.runtime("position"))
        return
    card = u.value(node.card)
    if u.lies_in(node.card, 0, len(u.b.program.cards) - 1):
        _of_card(u, node.what, card)
        return
    f.get(card)
    f.const(0)
    f.op("i32.ge_s")
    with f.when(I32):
        _of_card(u, node.what, card)
        f.otherwise()
        f.const(NONE)


def _position(u: Unit, place: Place) -> None:
    """Push the position of a card whose place is known."""
    f = u.f
    f.get(place.end)
    f.get(place.start)
    f.op("i32.sub")
    f.const(2)
    f.op("i32.shr_u")
    f.const(place.more)
    f.op("i32.add")


def _of_card(u: Unit, what: str, card: int) -> None:
    """Push what is to be known of a card that is one."""
    f = u.f
    if what == "print":
        f.get(card)
        f.const(2)
        f.op("i32.shl")
        f.load(u.b.layout.prints())
        return
    card_cell(u, card, 1 if what == "face" else 0)
    if what == "owner":
        f.call(u.b.runtime("owner"))


def card_cell(u: Unit, card: int, which: int) -> None:
    """Push zone (0) or face (1) of a card (a local, 0 or more)."""
    f = u.f
    f.get(card)
    f.const(3)
    f.op("i32.shl")
    f.load(STATE + 4 * (u.b.program.card_cells + which))


@writes(INTS, ir.Available)
def available(u: Unit, node: ir.Available) -> None:
    """What can be drawn from a zone."""
    zone = folded(node.zone)
    u.f.get(u.sp)
    if isinstance(zone, ir.Const):
        u.f.const(zone.value)
    else:
        u.number(zone)
    u.f.call(u.b.runtime("available"))


# ---------------------------------------------------------------- calls


def arguments(u: Unit, node: ir.CallFunction) -> list[Listed]:
    """Locals with the arguments; those of ints have a length of -1."""
    found = []
    for arg, listed in zip(node.args, u.b.parameter_kinds(node.function), strict=True):
        if listed and is_list(u.b, arg):
            found.append(u.listed(arg))                 # type: ignore[arg-type]
        else:
            found.append(Listed(u.value(arg), -1))      # type: ignore[arg-type]
    return found


def call(u: Unit, node: ir.CallFunction) -> None:
    """Call a function; its result is on the stack."""
    f, b = u.f, u.b
    args = arguments(u, node)
    f.get(u.sp)
    for local, listed in zip(args, b.parameter_kinds(node.function), strict=True):
        f.get(local.at)
        if listed:
            f.get(local.length)
    f.call(b.function(node.function))


@writes(INTS, ir.CallFunction)
def call_int(u: Unit, node: ir.CallFunction) -> None:
    """A function that gives an int; a small one is written in place."""
    if u.inside >= MOST_INSIDE or not u.b.is_small(node.function):
        call(u, node)
    else:
        in_place(u, node)


def in_place(u: Unit, node: ir.CallFunction) -> None:
    """Push what a formula gives that is written in place of its call."""
    function = u.b.program.functions[node.function]
    args, inner = arguments(u, node), Unit(u.b, u.f, u.sp)
    inner.inside, inner.free = u.inside + 1, u.free
    inner.bounds, inner.alias, inner.fixed = u.bounds, u.alias, u.fixed
    inner.places, inner.held, inner.hoisted = u.places, u.held, u.hoisted
    for n, arg in enumerate(args):
        if arg.length >= 0:
            inner.lists[n] = arg
        else:
            inner.ints[n] = arg.at
    inner.counted(function.result)                      # type: ignore[arg-type]
    u.used = u.used or inner.used


@writes(LISTS, ir.CallFunction)
def call_list(u: Unit, node: ir.CallFunction) -> Listed:
    """A function that gives a list, which may lie in the arena behind what is used so far."""
    f, found = u.f, u.pair()
    call(u, node)
    f.set(found.length)
    f.set(found.at)
    end = f.local()
    f.get(found.at)
    f.get(found.length)
    f.const(2)
    f.op("i32.shl", "i32.add")
    f.tee(end)
    f.get(u.sp)
    f.get(end)
    f.get(u.sp)
    f.op("i32.gt_u", "select")
    f.set(u.sp)
    u.used = True
    return found


@writes(INTS, ir.Can)
def can(u: Unit, node: ir.Can) -> None:
    """Whether one of some heads can be completed."""
    f = u.f
    player, menu = u.value(node.player), u.value(node.menu)
    with f.block(I32) as out:
        f.const(0)
        f.get(player)
        f.const(1)
        f.op("i32.lt_s")
        f.br_if(out)
        for action in node.actions:
            f.op("drop")
            f.const(1)
            f.get(u.sp)
            f.get(player)
            f.get(menu)
            f.call(u.b.head(action, free=u.free))
            f.br_if(out)
            f.op("drop")
            f.const(0)


@writes(INTS, ir.Knows)
def knows(u: Unit, node: ir.Knows) -> None:
    """Whether the view of a seat prints the face of a card: from what the state holds, blind or not."""
    f, player, card = u.f, u.value(node.player), u.value(node.card)
    f.get(player)
    f.const(0)
    f.op("i32.gt_s")
    f.get(card)
    f.const(0)
    f.op("i32.ge_s", "i32.and")
    with f.when(I32):
        f.get(card)
        f.get(card)
        f.call(u.b.runtime("card_mask"))
        f.call(u.b.runtime("known_mask"))
        f.get(player)
        f.const(1)
        f.op("i32.sub", "i32.shr_u")
        f.const(1)
        f.op("i32.and")
        f.otherwise()
        f.const(0)
