"""List expressions in, loops over their elements out that store nothing, where that can be."""

from __future__ import annotations

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.wasm.arena import Body, Listed
from rulelang.wasm.emit_cards import zone_base, zone_kind
from rulelang.wasm.emit_numbers import folded
from rulelang.wasm.layout import STATE
from rulelang.wasm.unit import EACH, LISTS, Place, Unit, Walker, writes

# ---------------------------------------------------------------- sources

@writes(EACH, ir.ZoneCards)
def each_zone_card(u: Unit, node: ir.ZoneCards) -> Walker:
    """The cards of a zone in reading order."""
    kind, f = zone_kind(u, node.zone), u.f
    if not kind:
        found = u.listed(node)
        return lambda x, body: u.each_of(found, x, body)
    zone, low, high = u.value(folded(node.zone)), f.local(), f.local()
    f.const(0)
    f.tee(low)
    f.set(high)
    f.get(zone)
    f.const(0)
    f.op("i32.ge_s")
    with f.when():
        zone_base(u, zone)
        f.tee(low)
        f.get(low)
        f.load()
        f.const(2)
        f.op("i32.shl", "i32.add")
        f.set(high)
    if kind == "stack":
        return lambda x, body: _walk(u, (high, 4), (low, 4), -4, x, body)
    if kind == "row":
        return lambda x, body: _walk(u, (low, 8), (high, 8), 4, x, body)
    return lambda x, body: _walk(u, (low, 8), (high, 8), 4, x, body, placed=False)


def _walk(u: Unit, first: tuple[int, int], last: tuple[int, int], step: int, x: int, body: Body, *,
          placed: bool = True) -> None:
    """A loop over cards from one address (local and offset) to another, without it."""
    f, at, end = u.f, u.f.local(), u.f.local()
    for (local, offset), to in ((first, at), (last, end)):
        f.get(local)
        f.const(offset)
        f.op("i32.add")
        f.set(to)
    # The address is that of the next card by then.
    place = None if not placed else Place(first[0], at, -2) if step > 0 else Place(at, first[0], 1)

    def one(x: int) -> None:
        with u.placing(x, place):
            body(x)
    u.walk(at, end, step, x, one)


@writes(EACH, ir.Between)
def each_between(u: Unit, node: ir.Between) -> Walker:
    """Numbers from low to high."""
    f, low, high, left = u.f, u.value(node.low), u.value(node.high), u.f.local()
    f.const(0)
    f.get(low)
    f.get(high)
    f.call(u.b.runtime("stretch"))
    f.get(low)
    f.const(NONE)
    f.op("i32.eq", "select")
    f.set(left)
    value = f.local()
    f.get(low)
    f.set(value)
    return lambda x, body: _count_up(u, value, left, x, body)


def _count_up(u: Unit, value: int, left: int, x: int, body: Body) -> None:
    f = u.f
    with f.block() as out, f.loop() as again:
        f.get(left)
        f.op("i32.eqz")
        f.br_if(out)
        f.get(value)
        f.set(x)
        f.get(value)
        f.const(1)
        f.op("i32.add")
        f.set(value)
        f.get(left)
        f.const(1)
        f.op("i32.sub")
        f.set(left)
        body(x)
        f.br(again)


@writes(EACH, ir.SetCell)
def each_set_value(u: Unit, node: ir.SetCell) -> Walker:
    """The values of a set kept as bits, word by word, bit by bit."""
    index = u.value(node.index)
    return lambda x, body: _each_word(u, node, index, x, body)


def _each_word(u: Unit, node: ir.SetCell, index: int, x: int, body: Body) -> None:
    f, words = u.f, (node.count + 31) // 32
    if not words:
        return
    word, place = f.local(), f.local()
    with f.block() as out:
        f.get(index)
        f.const(node.instances)
        f.op("i32.ge_u")
        f.br_if(out)
        f.const(0)
        f.set(place)
        with f.loop() as more:
            f.get(index)
            f.const(words)
            f.op("i32.mul")
            f.get(place)
            f.op("i32.add")
            f.const(2)
            f.op("i32.shl")
            f.load(STATE + 4 * node.base)
            f.set(word)
            _each_bit(u, word, place, node.low, x, body)
            f.get(place)
            f.const(1)
            f.op("i32.add")
            f.tee(place)
            f.const(words)
            f.op("i32.lt_u")
            f.br_if(more)


def _each_bit(u: Unit, word: int, place: int, low: int, x: int, body: Body) -> None:
    f = u.f
    with f.block() as out, f.loop() as again:
        f.get(word)
        f.op("i32.eqz")
        f.br_if(out)
        f.get(word)
        f.op("i32.ctz")
        f.get(place)
        f.const(5)
        f.op("i32.shl", "i32.add")
        f.const(low)
        f.op("i32.add")
        f.set(x)
        f.get(word)
        f.get(word)
        f.const(1)
        f.op("i32.sub", "i32.and")
        f.set(word)
        body(x)
        f.br(again)


@writes(EACH, ir.Items)
def each_item(u: Unit, node: ir.Items) -> Walker:
    """Numbers one by one; a single one without a loop."""
    if len(node.items) != 1:
        found = items(u, node)
        return lambda x, body: u.each_of(found, x, body)
    only = u.f.local()
    u.number(node.items[0])
    u.f.set(only)
    return lambda x, body: _once(u, node, only, x, body)


def _once(u: Unit, node: ir.Items, only: int, x: int, body: Body) -> None:
    f = u.f
    f.get(only)
    f.set(x)
    with f.block() as out:
        if node.drop_none:
            f.get(x)
            f.const(NONE)
            f.op("i32.eq")
            f.br_if(out)
        body(x)


@writes(LISTS, ir.Items)
def items(u: Unit, node: ir.Items) -> Listed:
    """Numbers in order."""
    f = u.f
    locals_ = []
    for item in node.items:
        u.number(item)
        locals_.append(f.local())
        f.set(locals_[-1])

    def push() -> None:
        for local in locals_:
            if node.drop_none:
                f.get(local)
                f.const(NONE)
                f.op("i32.ne")
                with f.when():
                    u.push(local)
            else:
                u.push(local)
    return u.collected(push)


@writes(EACH, ir.Filter)
def each_filtered(u: Unit, node: ir.Filter) -> Walker:
    """Elements that pass."""
    f, reg, walk = u.f, u.reg(node.reg), u.walker(node.source)

    def loop(x: int, body: Body) -> None:
        def look(element: int) -> None:
            u.tested(node.where)
            with f.when(), u.placing(x, u.places.get(element)):
                f.get(element)
                f.set(x)
                body(x)
        walk(reg, look)
    return loop


@writes(EACH, ir.Mapped)
def each_mapped(u: Unit, node: ir.Mapped) -> Walker:
    """What is made of the elements that pass."""
    f, reg, walk = u.f, u.reg(node.reg), u.walker(node.source)

    def loop(x: int, body: Body) -> None:
        def look(element: int) -> None:
            with f.block() as out:
                if node.where is not None:
                    u.tested(node.where)
                    f.op("i32.eqz")
                    f.br_if(out)
                u.counted(node.each)
                f.set(x)
                body(x)
        walk(reg, look)
    return loop


for _kind in (ir.Between, ir.SetCell, ir.Filter, ir.Mapped):
    LISTS[_kind] = Unit.stored
