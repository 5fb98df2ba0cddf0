"""Picks of a known number of a few elements in, loops inside each other out, on walks that write nothing.

Candidates are read where they lie; those of one key come side by side, so a combination is skipped that takes a later
one of them and leaves the one before it out. Locals hold what is picked.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rulelang.ir import nodes as ir
from rulelang.ir.nodes import DONE
from rulelang.ir.parts import names
from rulelang.ir.program import ANSWER_BOUND
from rulelang.wasm.arena import Listed
from rulelang.wasm.emit_candidates import PlainKeys, is_card, plain_keys
from rulelang.wasm.emit_finding import add_times, that_count
from rulelang.wasm.emit_steps import Asked, Behind, Length, Walk, WrittenList
from rulelang.wasm.emit_tally import count_combinations
from rulelang.wasm.unit import Unit

# Elements picked at most, all together: each has a loop of its own.
MOST_PICKED = 3


class Few(NamedTuple):
    """A pick of `low` to `high` elements: its candidates, their keys, what comes behind it; `most` local: at most."""

    node: ir.PickSome
    low: int
    high: int
    keys: PlainKeys
    found: Listed
    most: int
    length: Length
    behind: Behind


def few(walk: Walk, node: ir.PickSome, length: Length, behind: Behind) -> bool:
    """Write the pick, if it is one of these."""
    u, low, high = walk.u, node.low, node.high
    if not isinstance(low, ir.Const) or not isinstance(high, ir.Const) or not walk.bounded or length.local >= 0:
        return False
    if not 1 <= low.value <= high.value <= min(MOST_PICKED, node.bound) or length.plus > ANSWER_BOUND // 2:
        return False
    last = not walk.keeps and behind is walk.leaf and node.where is None
    keys = plain_keys(walk, node.source, is_card(u, node.kind), last)
    between = u.b.ranges.element(node.source)
    if keys is None or between.none or between.low < 0 or not _only_counted(walk, node):
        return False
    walk.sources[node.at] = node.source
    most = u.f.local()
    if walk.total >= 0 and not that_count(walk, walk.rest) and _is_sized(node.where, node.at):
        _count(walk, Few(node, low.value, high.value, keys, Listed(-1, -1), most, length, behind))
        return True
    found = u.listed(node.source)
    u.f.const(high.value)
    u.f.get(found.length)
    u.f.const(high.value)
    u.f.get(found.length)
    u.f.op("i32.lt_s", "select")
    u.f.set(most)
    _level(walk, Few(node, low.value, high.value, keys, found, most, length, behind), [], found.at)
    return True


def _only_counted(walk: Walk, node: ir.PickSome) -> bool:
    """Whether what is picked need not lie in cells."""
    return not any(walk.in_memory(at) for at in range(node.at, node.at + 1 + node.bound))


def _is_sized(where: Any, at: int) -> bool:
    """Whether a condition on what is picked asks at most how many there are."""
    if isinstance(where, tuple):
        return all(_is_sized(part, at) for part in where)
    if where == ir.Size(ir.ListCell(at)) or not hasattr(where, "__dataclass_fields__"):
        return True
    kind: Any = type(where)
    return where != ir.ListCell(at) and all(_is_sized(getattr(where, name), at) for name in names(kind))


def _count(walk: Walk, few: Few) -> None:
    """Count the combinations of each size in one pass, if they have not been counted before."""
    u, f, value = walk.u, walk.u.f, walk.u.f.local()
    total = walk.tallies.combined(few.node.source, few.high) if walk.tallies is not None else []
    if not total:
        total = _counted_here(walk, few, value)
    for n in range(few.low, few.high + 1):
        many = total[n - 1]
        if few.node.where is not None:
            with u.listing(few.node.at, [value] * n):
                u.tested(few.node.where)
            f.get(many)
            f.op("i32.mul")
            many = f.local()
            f.set(many)
        add_times(walk, many)


def _counted_here(walk: Walk, few: Few, value: int) -> list[int]:
    u, f = walk.u, walk.u.f
    found, key, before = u.listed(few.node.source), f.local(), f.local()
    total, with_key = ([f.local() for _ in range(few.high)] for _ in range(2))
    for local, start in ((before, -1), *((local, 0) for local in (*total, *with_key))):
        f.const(start)
        f.set(local)

    def one(value: int) -> None:
        if few.keys.alike:
            few.keys.push(value)
            f.set(key)
        count_combinations(walk, total, with_key, (key, before) if few.keys.alike else None)
        if few.keys.alike:
            f.get(key)
            f.set(before)
    u.each_of(found, value, one)
    return total


def _level(walk: Walk, few: Few, picked: list[int], start: int) -> None:
    """One more element, from an address (a local) on."""
    u, f = walk.u, walk.u.f
    at, end, value, before = f.local(), f.local(), f.local(), f.local()
    f.get(start)
    f.set(at)
    f.get(few.found.at)
    f.get(few.found.length)
    f.const(2)
    f.op("i32.shl", "i32.add")
    f.set(end)
    f.const(-1)
    f.set(before)

    def one(value: int) -> None:
        with walk.skipping() as skip:
            if few.keys.alike:
                _skip_alike(u, few.keys, value, before, skip)
            walk.try_one(few.node.span)
            with u.knowing(value, u.b.ranges.element(few.node.source)):
                _picked(walk, few, [*picked, value], at)
    u.walk(at, end, 4, value, one)


def _skip_alike(u: Unit, keys: PlainKeys, value: int, before: int, skip: int) -> None:
    """Skip a candidate whose key is that of the one before it."""
    f, key = u.f, u.f.local()
    keys.push(value)
    f.tee(key)
    f.get(before)
    f.op("i32.eq")
    f.br_if(skip)
    f.get(key)
    f.set(before)


def _picked(walk: Walk, few: Few, picked: list[int], at: int) -> None:
    """So many are picked: go on behind them, then with one more."""
    length = few.length.more(len(picked) - 1)
    walk.write_key(length, lambda: few.keys.push(picked[-1]), few.node.point)
    if len(picked) >= few.low:
        walk.u.released(lambda: _end(walk, few, picked))
    if len(picked) < few.high:
        _level(walk, few, picked, at)


def _end(walk: Walk, few: Few, picked: list[int]) -> None:
    """A combination: go on behind it if it passes."""
    u, f, node, length = walk.u, walk.u.f, few.node, few.length.more(len(picked))
    with walk.skipping() as skip, u.listing(node.at, picked):
        if node.where is not None:
            u.tested(node.where)
            f.op("i32.eqz")
            f.br_if(skip)
        if len(picked) < few.high:
            length = _asked_on(walk, few, len(picked), length)
        with walk.after(Asked(node, few.most), (node.at, WrittenList(-1, -1, node.bound, tuple(picked)))):
            few.behind(length)


def _asked_on(walk: Walk, few: Few, n: int, length: Length) -> Length:
    """The path as long as it is with the answer that ends the pick, if there was more to pick."""
    f, more = walk.u.f, walk.u.f.local()
    f.get(few.most)
    f.const(n)
    f.op("i32.gt_s")
    f.set(more)
    if walk.u.b.listing:
        f.get(more)
        with f.when():
            walk.write_key(length, lambda: f.const(DONE), few.node.point)
    return Length(more, length.plus)
