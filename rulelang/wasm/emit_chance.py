"""Decisions of chance in, functions out that draw and commit, as `engine/chance.py` does in seeded play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.chance import MOST_OUTCOMES
from rulelang.ir import nodes as ir
from rulelang.ir.program import DECISION, SEAT
from rulelang.wasm.emit_answers import tell_some
from rulelang.wasm.emit_candidates import keys_differ
from rulelang.wasm.emit_combinations import Combination, limits, prepared
from rulelang.wasm.emit_drawn import base_and_count, draw_in_place, is_drawn_in_place
from rulelang.wasm.emit_steps import Length, Walk
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.unit import Unit
from rulelang.wasm.words import Var, Writer, call, glob, load, opposite, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def write_chance(b: Builder, number: int, f: Func) -> None:
    """(sp): pose decision `number` to chance and commit what is drawn. `trouble` says that it is too much."""
    node = b.program.decisions[number]
    u = Unit(b, f, 0)
    u.put(SEAT, 0)
    u.put(DECISION, number)
    steps = node.steps
    if len(steps) == 1 and isinstance(steps[0], ir.PickSome) and steps[0].where is None:
        _draw_some(u, number, steps[0])
    else:
        _draw_listed(u, number, node)
    u.put(DECISION, -1)


def plain(u: Unit, node: ir.Decision) -> bool:
    """Whether no two candidates of any pick can have one key: then the completion drawn is the one committed."""
    return all(isinstance(step, ir.Guard | ir.Bind) or (isinstance(step, ir.Pick) and keys_differ(
        u, step.source, u.b.program.kinds[step.kind].what == "card")) for step in node.steps)


def _draw_listed(u: Unit, number: int, node: ir.Decision) -> None:
    """Count the completions, each card for itself; draw one; commit the first that looks like it."""
    b, f = u.b, u.f
    w = Writer(f)
    sp, = w.params()
    walk = b.walk(number)
    for name, value in ((b.raw, 1), (b.forced, 0), (b.count, 0), (b.target, -1), (b.keep, 0),
                        (b.most, MOST_OUTCOMES + 1)):
        w.gset(name, value)
    w.do(walk, sp, 0)
    n, k = w.var(glob(b.count)), w.var(0)
    with w.when(glob(b.trouble)):
        w.give()
    with w.when(n > MOST_OUTCOMES):
        w.gset(b.trouble, 1)
        w.gset(b.trouble_span, node.span)
        w.give()
    with w.when(n.eq(0)):
        w.do(b.nothing(number), sp, 0)
        f.otherwise()
        with w.when(n > 1):
            k.set(call(b.runtime("below"), n))
        w.gset(b.count, 0)
        w.gset(b.target, k)
        if plain(u, node):
            w.gset(b.raw, 0)
            w.do(walk, sp, 0)
        else:
            _commit_alike(b, w, walk, sp)
        if b.tells:
            w.do(b.commit(number), b.layout.kept, 0)


def _commit_alike(b: Builder, w: Writer, walk: Func, sp: Var) -> None:
    """Find the path drawn, then walk again, held to it."""
    w.do(walk, sp, 0)
    w.do(b.runtime("copy_words"), b.layout.prefix, b.layout.path, glob(b.kept))
    w.gset(b.raw, 0)
    w.gset(b.forced, glob(b.kept))
    w.gset(b.count, 0)
    w.gset(b.target, 0)
    w.do(walk, sp, 0)
    w.gset(b.forced, 0)


# ---------------------------------------------------------------- several elements without a condition


def _draw_some(u: Unit, number: int, node: ir.PickSome) -> None:
    """First how many, then one after another; of equal ones the first are taken."""
    b, f = u.b, u.f
    w = Writer(f)
    seat = f.local()
    in_place = is_drawn_in_place(u, node)
    if in_place:
        c = Combination(u)
        base, count = base_and_count(u, node)
        c.count = count.number
        limits(u, node, c, Length())
    else:
        c = prepared(Walk(u, seat, keeps=False), node, Length())
    with w.when(Var(f, c.least) > Var(f, c.most)):
        w.do(b.nothing(number), Var(f, 0), 0)
        f.otherwise()
        size = w.var(Var(f, c.least))
        with w.when(Var(f, c.least) < Var(f, c.most)):
            size.set(call(b.runtime("drawn_size"), Var(f, c.count), Var(f, c.least), Var(f, c.most)))
            with w.when(size < 0):
                w.gset(b.trouble, 1)
                w.gset(b.trouble_span, -1)
                w.give()
        if in_place:
            draw_in_place(u, node, base, count, size)
        else:
            _draw_places(b, w, c, size)
            _values_drawn(b, w, c, size)
            f.const(STATE + 4 * node.at)
            f.const(node.bound)
            f.get(c.values)
            f.get(size.number)
            f.call(b.runtime("write_cells"))
        if b.tells:
            most = Var(f, c.most)
            tell_some(b, w, number, node, pick(size.ne(most) | most.eq(0), size + 1, most))


def _draw_places(b: Builder, w: Writer, c: Combination, size: Var) -> None:
    """The places drawn, ascending, in `picked`; the places left lie in `values` meanwhile."""
    f = w.f
    left, values, picked = w.var(Var(f, c.count)), Var(f, c.values), Var(f, c.picked)
    k, spot = w.var(), w.var()
    with w.count(0, left) as n:
        w.store(values + (n << 2), n)
    with w.count(0, size) as n:
        k.set(0)
        with w.when(left > 1):
            k.set(call(b.runtime("below"), left))
        spot.set(values + (k << 2))
        w.store(picked + (n << 2), load(spot))
        w.do(b.runtime("copy_words"), spot, spot + 4, left - k - 1)
        left.add(-1)
    w.do(b.runtime("sort"), picked, size)


def _values_drawn(b: Builder, w: Writer, c: Combination, size: Var) -> None:
    """The values of the places: as many of each key as were drawn, the first ones."""
    f = w.f
    place, group, used, target = w.var(), w.var(), w.var(-1), w.var()
    items = Var(f, c.items)
    group.set(-1)
    with w.count(0, size) as n:
        place.set(load(Var(f, c.picked) + (n << 2)))
        target.set(place)
        with w.repeat(opposite(load(items + target * 12, 8))):
            target.add(-1)
        with w.when(target.ne(group)):
            group.set(target)
            used.set(target)
        w.store(Var(f, c.values) + (n << 2), load(items + used * 12, 4))
        used.add(1)


def drawn_size(b: Builder, f: Func) -> None:
    """(count, least, most): how many are drawn, each combination equally likely; -1 if there are too many."""
    w = Writer(f)
    count, least, most = w.params()
    total, place = w.var(0), w.var()
    weight = w.var()
    with w.count(least, most + 1) as size:
        weight.set(call(b.runtime("combinations"), count, size))
        with w.when(weight.eq(0) | (word(-1) - total).under(weight)):
            w.give(-1)
        total.add(weight)
    place.set(call(b.runtime("below"), total))
    with w.count(least, most + 1) as size:
        weight.set(call(b.runtime("combinations"), count, size))
        with w.when(place.under(weight)):
            w.give(size)
        place.set(place - weight)
    w.push(most)


def combinations(b: Builder, f: Func) -> None:
    """(n, k): the number of combinations as an unsigned word, 0 for more than that holds."""
    from rulelang.wasm.encode import I64

    w = Writer(f)
    n, k = w.params()
    wide = f.local(I64)
    f.const64(1)
    f.set(wide)
    with w.count(1, k + 1) as i:
        f.get(wide)
        (n - k + i).write(f)
        f.op("i64.extend_i32_u", "i64.mul")
        i.write(f)
        f.op("i64.extend_i32_u", "i64.div_u")
        f.tee(wide)
        f.const64(0xFFFFFFFF)
        f.op("i64.gt_u")
        with f.when():
            w.give(0)
    f.get(wide)
    f.op("i32.wrap_i64")


RUNTIME = {"drawn_size": (drawn_size, 3, 1), "combinations": (combinations, 2, 1)}
