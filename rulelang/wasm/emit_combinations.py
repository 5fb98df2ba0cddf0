"""Picks of several elements in, loops over their combinations out, as `engine/picks.py` walks them."""

from __future__ import annotations

from rulelang.ir import nodes as ir
from rulelang.ir.nodes import DONE
from rulelang.ir.program import ANSWER_BOUND
from rulelang.wasm.emit_candidates import keyed
from rulelang.wasm.emit_few import few
from rulelang.wasm.emit_steps import (
    STEPS,
    Asked,
    Behind,
    Length,
    Walk,
    WrittenList,
    push_length,
    restore_list,
    saved_list,
)
from rulelang.wasm.layout import STATE
from rulelang.wasm.unit import Unit, writes
from rulelang.wasm.words import Var, Writer, glob, load, pick, word

ITEM = 12


class Combination:
    """The locals of a walk through combinations: items are triples of key, value, whether the first of its key."""

    def __init__(self, u: Unit) -> None:
        self.items, self.count, self.least, self.most = (u.f.local() for _ in range(4))
        self.picked, self.n, self.place, self.ready = (u.f.local() for _ in range(4))
        self.values = u.f.local()


@writes(STEPS, ir.PickSome)
def pick_some(walk: Walk, node: ir.PickSome, length: Length, behind: Behind) -> None:
    """Several elements: the combinations in ascending order of their places."""
    if few(walk, node, length, behind):
        return
    u, f = walk.u, walk.u.f
    c = prepared(walk, node, length)
    with walk.skipping() as skip:
        f.get(c.least)
        f.get(c.most)
        f.op("i32.gt_s")
        f.br_if(skip)
        kept = saved_list(u, node.at, node.bound)
        walk.restoring(lambda: _combinations(walk, node, c, length, behind),
                       lambda: restore_list(u, node.at, kept))


def prepared(walk: Walk, node: ir.PickSome, length: Length) -> Combination:
    """The items, how many may be picked, and memory for the places picked."""
    u, f = walk.u, walk.u.f
    c, pairs = Combination(u), keyed(walk, node.source, node.kind)
    f.get(u.sp)
    f.tee(c.items)
    f.get(pairs.at)
    f.get(pairs.length)
    f.call(u.b.runtime("group_pairs"))
    f.get(pairs.length)
    f.set(c.count)
    for _ in range(3):
        u.grow(c.count)
    limits(u, node, c, length)
    for local in (c.picked, c.values):
        f.get(u.sp)
        f.set(local)
        u.grow(c.count)
    return c


def limits(u: Unit, node: ir.PickSome, c: Combination, length: Length) -> None:
    """How many may be picked: what rules say, what there is, what an answer may be long."""
    f = u.f
    f.const(0)
    u.number(node.low)
    f.call(u.b.runtime("greater"))
    f.set(c.least)
    u.number(node.high)
    f.get(c.count)
    f.call(u.b.runtime("less"))
    f.const(min(node.bound, ANSWER_BOUND - 1 - length.plus))
    f.call(u.b.runtime("less"))
    if length.local >= 0:
        f.const(ANSWER_BOUND - 1 - length.plus)
        f.get(length.local)
        f.op("i32.sub")
        f.call(u.b.runtime("less"))
    f.set(c.most)


def _combinations(walk: Walk, node: ir.PickSome, c: Combination, length: Length, behind: Behind) -> None:
    u, f = walk.u, walk.u.f
    f.const(0)
    f.get(c.most)
    f.call(u.b.runtime("greater"))
    f.set(c.most)
    for local in (c.n, c.place):
        f.const(0)
        f.set(local)
    f.get(c.least)
    f.op("i32.eqz")
    f.set(c.ready)
    with f.block() as out, f.loop() as again:
        f.get(c.ready)
        with f.when():
            _end(walk, node, c, length, behind)
        _next(walk, c, length)
        f.get(c.place)
        f.const(0)
        f.op("i32.lt_s")
        with f.when():
            f.get(c.n)
            f.op("i32.eqz")
            f.br_if(out)
            _step_back(u, c)
            f.const(0)
            f.set(c.ready)
            f.br(again)
        walk.try_one(node.span)
        _take(walk, node, c, length)
        f.get(c.n)
        f.get(c.least)
        f.op("i32.ge_s")
        f.set(c.ready)
        f.br(again)


def _spot(u: Unit, base: int, n: int, shift: int = 2) -> None:
    """Push the address of word n of an array."""
    u.f.get(base)
    u.f.get(n)
    u.f.const(shift)
    u.f.op("i32.shl", "i32.add")


def _step_back(u: Unit, c: Combination) -> None:
    """Give the last pick back; go on behind its place."""
    f = u.f
    f.get(c.n)
    f.const(1)
    f.op("i32.sub")
    f.set(c.n)
    _spot(u, c.picked, c.n)
    f.load()
    f.const(1)
    f.op("i32.add")
    f.set(c.place)


def _item(u: Unit, c: Combination, place: int, which: int) -> None:
    """Push key (0), value (4) or first (8) of an item."""
    f = u.f
    f.get(c.items)
    f.get(place)
    f.const(ITEM)
    f.op("i32.mul", "i32.add")
    f.load(which)


def _take(walk: Walk, node: ir.PickSome, c: Combination, length: Length) -> None:
    """Pick the item at the place."""
    u, f = walk.u, walk.u.f
    if walk.keeps:
        at = _path_end(u, c, length)
        walk.write_key(Length(at, length.plus), lambda: _item(u, c, c.place, 0), node.point)
    _spot(u, c.picked, c.n)
    f.get(c.place)
    f.store()
    _spot(u, c.values, c.n)
    _item(u, c, c.place, 4)
    f.store()
    for local in (c.n, c.place):
        f.get(local)
        f.const(1)
        f.op("i32.add")
        f.set(local)


def _path_end(u: Unit, c: Combination, length: Length) -> int:
    """A local with how long the path is, but for the constant part."""
    f, at = u.f, u.f.local()
    f.get(c.n)
    if length.local >= 0:
        f.get(length.local)
        f.op("i32.add")
    f.set(at)
    return at


def _next(walk: Walk, c: Combination, length: Length) -> None:
    """The next place that may be picked, -1 for none."""
    u, f = walk.u, walk.u.f
    if not walk.held:
        _next_free(u, c)
        return
    for local in (c.items, c.place, c.n, c.least, c.most, c.count, c.picked):
        f.get(local)
    f.gget(u.b.raw)
    at = _path_end(u, c, length)
    _is_held(walk, at, length)
    walk.path_place(Length(at, 0))
    f.load(u.b.layout.prefix + 4 * length.plus)
    f.call(u.b.runtime("next_held_place"))
    f.set(c.place)


def _next_free(u: Unit, c: Combination) -> None:
    """The next place, where no prefix holds: the first of its key, or right behind the last pick."""
    w, f = Writer(u.f), u.f
    place, n, least = Var(f, c.place), Var(f, c.n), Var(f, c.least)
    with f.block() as found:
        with f.block() as none:
            n.eq(Var(f, c.most)).write(f)
            f.br_if(none)
            rest = w.var(least - n - 1)
            last = w.var(Var(f, c.count) - pick(rest > 0, rest, 0))
            before = w.var(pick(n > 0, load(Var(f, c.picked) + (n << 2) - 4), -1) + 1)
            item = w.var(Var(f, c.items) + place * ITEM)
            with f.loop() as again:
                (place >= last).write(f)
                f.br_if(none)
                (load(item, 8) | before.eq(place)).write(f)
                f.br_if(found)
                place.add(1)
                item.add(ITEM)
                f.br(again)
        place.set(-1)


def _end(walk: Walk, node: ir.PickSome, c: Combination, length: Length, behind: Behind) -> None:
    """The combination as it is now: try to go on behind it."""
    u, f = walk.u, walk.u.f
    at = _path_end(u, c, length)
    with walk.skipping() as skip:
        if walk.held:
            _ends_here(walk, c, at, length, skip)
        f.const(STATE + 4 * node.at)
        f.const(node.bound)
        f.get(c.values)
        f.get(c.n)
        f.call(u.b.runtime("write_cells"))
        if node.where is not None:
            u.tested(node.where)
            f.op("i32.eqz")
            f.br_if(skip)
        f.get(c.n)
        f.get(c.most)
        f.op("i32.lt_s")
        f.get(c.most)
        f.op("i32.eqz", "i32.or")
        with f.when():
            walk.write_key(Length(at, length.plus), lambda: f.const(DONE), node.point)
            f.get(at)
            f.const(1)
            f.op("i32.add")
            f.set(at)
        with walk.after(Asked(node, c.most), (node.at, WrittenList(c.values, c.n, node.bound))):
            u.released(lambda: walk.go_on(length, lambda: behind(Length(at, length.plus)),
                                          lambda: _take_back(walk, c, length)))


def _take_back(walk: Walk, c: Combination, length: Length) -> None:
    """The next option of a pick is asked for: those behind it are given back; go on behind its place."""
    w, f = Writer(walk.u.f), walk.u.f
    start = Var(f, length.local) + length.plus if length.local >= 0 else word(length.plus)
    kept, n = w.var(glob(walk.u.b.back) - start), Var(f, c.n)
    with w.when(kept < n):
        n.set(kept)
        Var(f, c.place).set(load(Var(f, c.picked) + (kept << 2)) + 1)


def _is_held(walk: Walk, at: int, length: Length) -> None:
    """Push whether the next key is held to the prefix."""
    push_length(walk, Length(at, length.plus))
    walk.u.f.gget(walk.u.b.forced)
    walk.u.f.op("i32.lt_s")


def _ends_here(walk: Walk, c: Combination, at: int, length: Length, skip: int) -> None:
    """Held to a prefix that goes on: this is no end."""
    u, f = walk.u, walk.u.f
    _is_held(walk, at, length)
    f.get(c.n)
    f.get(c.most)
    f.op("i32.lt_s", "i32.and")
    walk.path_place(Length(at, 0))
    f.load(u.b.layout.prefix + 4 * length.plus)
    f.const(DONE)
    f.op("i32.ne", "i32.and")
    f.br_if(skip)
