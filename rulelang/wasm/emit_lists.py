"""List expressions in, instructions out: read where they lie or stored in the arena (walked: `emit_walks.py`)."""

from __future__ import annotations

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.wasm.arena import Body, Listed
from rulelang.wasm.emit_cards import zone_base, zone_kind
from rulelang.wasm.emit_numbers import folded
from rulelang.wasm.layout import STATE
from rulelang.wasm.unit import EACH, LISTS, Unit, Walker, writes

# ---------------------------------------------------------------- read where they lie


def lying(u: Unit, address: int, length: int) -> Listed:
    """A list of constants."""
    found = u.pair()
    u.f.const(address)
    u.f.set(found.at)
    u.f.const(length)
    u.f.set(found.length)
    return found


@writes(LISTS, ir.ConstList)
def const_list(u: Unit, node: ir.ConstList) -> Listed:
    """Known numbers."""
    return lying(u, u.b.layout.words(node.values), len(node.values))


@writes(LISTS, ir.ListReg)
def list_reg(u: Unit, node: ir.ListReg) -> Listed:
    """A register."""
    return u.list_reg(node.number)


@writes(LISTS, ir.ListCell)
def list_cell(u: Unit, node: ir.ListCell) -> Listed:
    """A list in cells; of one that locals hold the elements are stored."""
    if node.at in u.held:
        return u.collected(lambda: u.push(*u.held[node.at]))
    found = u.pair()
    u.f.const(STATE + 4 * node.at + 4)
    u.f.set(found.at)
    u.cell(node.at)
    u.f.set(found.length)
    return found


@writes(LISTS, ir.ListLookup)
def list_lookup(u: Unit, node: ir.ListLookup) -> Listed:
    """An entry of a table of lists."""
    table = u.b.program.list_tables[node.table]
    index = folded(node.index)
    if isinstance(index, ir.Const):
        entry = table[index.value] if 0 <= index.value < len(table) else ()
        return lying(u, u.b.layout.words(entry), len(entry))
    pairs, f, found, i = u.b.layout.list_table(node.table), u.f, u.pair(), u.value(index)
    f.get(i)
    f.const(len(table))
    f.op("i32.lt_u")
    with f.when():
        for n, local in enumerate(found):
            f.get(i)
            f.const(3)
            f.op("i32.shl")
            f.load(pairs + 4 * n)
            f.set(local)
        f.otherwise()
        f.const(0)
        f.set(found.length)
    return found


@writes(LISTS, ir.Seats)
def seats(u: Unit, node: ir.Seats) -> Listed:
    """Seats around the table: a stretch of the seats written twice."""
    f, players, found = u.f, u.b.program.players, u.pair()
    ring = u.b.layout.words([*range(1, players + 1)] * 2)
    start, skip = u.value(node.start), int(node.skip)
    f.get(start)
    f.const(2)
    f.op("i32.shl")
    f.const(ring - 4 + 4 * skip)
    f.op("i32.add")
    f.set(found.at)
    f.const(players - skip)
    f.const(0)
    f.get(start)
    f.const(1)
    f.op("i32.sub")
    f.const(players)
    f.op("i32.lt_u", "select")
    f.set(found.length)
    return found


@writes(LISTS, ir.MeldCards)
def meld_cards(u: Unit, node: ir.MeldCards) -> Listed:
    """The cards of one part of a meld."""
    f, of, found, place = u.f, u.listed(node.of), u.pair(), u.f.local()
    f.const(2)
    f.set(place)
    for n in range(node.part + 1):
        f.const(0)
        f.set(found.length)
        f.get(place)
        f.get(of.length)
        f.op("i32.lt_s")
        with f.when():
            f.get(of.at)
            f.get(place)
            f.const(2)
            f.op("i32.shl", "i32.add")
            f.tee(found.at)
            f.load()
            f.set(found.length)
        if n < node.part:
            f.get(place)
            f.get(found.length)
            f.const(1)
            f.op("i32.add", "i32.add")
            f.set(place)
    f.get(found.at)
    f.const(4)
    f.op("i32.add")
    f.set(found.at)
    return found


@writes(LISTS, ir.ZoneCards)
def zone_cards(u: Unit, node: ir.ZoneCards) -> Listed:
    """The cards of a zone: rows and sets where they lie, stacks turned over."""
    kind, found = zone_kind(u, node.zone), u.pair()
    if kind in ("set", "row"):
        f = u.f
        zone = u.value(folded(node.zone))
        f.get(zone)
        f.const(0)
        f.op("i32.ge_s")
        with f.when():
            zone_base(u, zone)
            f.tee(found.at)
            f.load()
            f.set(found.length)
            f.get(found.at)
            f.const(8)
            f.op("i32.add")
            f.set(found.at)
            f.otherwise()
            f.const(0)
            f.set(found.length)
        return found
    if kind:
        return u.stored(node)
    u.f.get(u.sp)
    u.f.set(found.at)
    u.f.get(u.sp)
    u.number(node.zone)
    u.f.call(u.b.runtime("zone_cards"))
    u.f.set(found.length)
    u.grow(found.length)
    return found


@writes(LISTS, ir.Choice)
def choice(u: Unit, node: ir.Choice) -> Listed:
    """One of two lists."""
    f, found = u.f, u.pair()
    u.truth(node.condition)
    with f.when():
        for part in (node.then, node.other):
            one = u.listed(part)                  # type: ignore[arg-type]
            f.get(one.at)
            f.set(found.at)
            f.get(one.length)
            f.set(found.length)
            if part is node.then:
                f.otherwise()
    return found


# ---------------------------------------------------------------- lists from lists


@writes(LISTS, ir.Joined)
def joined(u: Unit, node: ir.Joined) -> Listed:
    """One behind the other."""
    f, left, right, found = u.f, u.listed(node.left), u.listed(node.right), u.pair()
    f.get(u.sp)
    f.set(found.at)
    for part in (left, right):
        f.get(u.sp)
        f.get(part.at)
        f.get(part.length)
        f.call(u.b.runtime("copy_words"))
        u.grow(part.length)
    f.get(left.length)
    f.get(right.length)
    f.op("i32.add")
    f.set(found.length)
    return found


@writes(EACH, ir.Without)
def each_left(u: Unit, node: ir.Without) -> Walker:
    """Elements of the left that the right does not have (bags: `without_once`)."""
    if node.once:
        found = without_once(u, node)
        return lambda x, body: u.each_of(found, x, body)
    f, right, walk = u.f, u.listed(node.right), u.walker(node.left)

    def loop(x: int, body: Body) -> None:
        def look(element: int) -> None:
            f.get(right.at)
            f.get(right.length)
            f.get(element)
            f.call(u.b.runtime("place_of"))
            f.const(0)
            f.op("i32.lt_s")
            with f.when():
                body(element)
        walk(x, look)
    return loop


def without_once(u: Unit, node: ir.Without) -> Listed:
    """Each element of the right removes one of the left."""
    f, right, left = u.f, u.listed(node.right), u.copied(u.listed(node.left))
    x = f.local()

    def remove(element: int) -> None:
        f.get(left.at)
        f.get(left.length)
        f.get(element)
        f.call(u.b.runtime("remove"))
        f.set(left.length)
    u.each_of(right, x, remove)
    return left


@writes(LISTS, ir.Without)
def without(u: Unit, node: ir.Without) -> Listed:
    """Left without right."""
    return without_once(u, node) if node.once else u.stored(node)


@writes(LISTS, ir.Sorted)
def ordered(u: Unit, node: ir.Sorted) -> Listed:
    """Ascending, without NONE."""
    f, x, walk = u.f, u.f.local(), u.walker(node.of)

    def push(element: int) -> None:
        f.get(element)
        f.const(NONE)
        f.op("i32.ne")
        with f.when():
            u.push(element)
    found = u.collected(lambda: walk(x, push))
    f.get(found.at)
    f.get(found.length)
    f.call(u.b.runtime("sort"))
    if node.unique:
        f.get(found.at)
        f.get(found.length)
        f.call(u.b.runtime("drop_repeats"))
        f.set(found.length)
    return found


@writes(LISTS, ir.Extreme)
def extreme(u: Unit, node: ir.Extreme) -> Listed:
    """The elements whose value is greatest or least."""
    f, reg, best, value, start = u.f, u.reg(node.reg), u.f.local(), u.f.local(), u.f.local()
    walk = u.walker(node.source)
    f.const(NONE)
    f.set(best)
    f.get(u.sp)
    f.set(start)

    def look(element: int) -> None:
        u.counted(node.by)
        f.tee(value)
        f.const(NONE)
        f.op("i32.ne")
        with f.when():
            _better(u, node.greatest, value, best)
            with f.when():
                f.get(value)
                f.set(best)
                f.get(start)
                f.set(u.sp)
            f.get(value)
            f.get(best)
            f.op("i32.eq")
            with f.when():
                u.push(element)
    return u.collected(lambda: walk(reg, look))


def _better(u: Unit, greatest: bool, value: int, best: int) -> None:
    """Push whether a value beats the best so far."""
    f = u.f
    f.get(value)
    f.get(best)
    f.op("i32.gt_s" if greatest else "i32.lt_s")
    if not greatest:
        f.get(best)
        f.const(NONE)
        f.op("i32.eq", "i32.or")
