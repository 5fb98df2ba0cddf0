"""Branches in, instructions out that walk one after another by ascending key.

The branch that is open only where nothing else can be done ("done", in a menu that must be used) would have to ask
the heads of all others first. On a walk that counts, it waits until they have been walked: what they came to answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import NamedTuple

from rulelang.ir import nodes as ir
from rulelang.wasm.emit_finding import COUNTS, less
from rulelang.wasm.emit_steps import STEPS, Asked, Behind, Length, Walk, Written, held_to, steps
from rulelang.wasm.encode import Func
from rulelang.wasm.simplify import settled
from rulelang.wasm.unit import writes


@writes(STEPS, ir.Fork)
def fork(walk: Walk, node: ir.Fork, length: Length, behind: Behind) -> None:
    """Branches by ascending key. What comes behind is a function of its own, unless it is the end."""
    ways = sorted(node.ways, key=lambda way: way.key)
    split = walk.split and not walk.trail and walk.times < 0
    notes = walk.total < 0 and walk.number < 0
    late = late_branch(walk, ways[0]) if ways and behind is walk.leaf and (split or notes) else None

    def inside() -> None:
        if late is not None and not split:
            _last_first(walk, node, late, (length, behind))
        elif not split:
            for way in ways:
                _branch(walk, node, way, length, behind)
        elif walk.number >= 0:
            _find_branch(walk, node, late, (length, behind))
        else:
            _count_branches(walk, node, late, (length, behind))
    walk.restoring(inside, walk.saved(node.at))


def _branch(walk: Walk, node: ir.Fork, way: ir.Way, length: Length, behind: Behind) -> None:
    """One branch, if it is open."""
    u, f = walk.u, walk.u.f
    with walk.skipping() as skip:
        if walk.held:
            held_to(walk, length, lambda: f.const(way.key), skip)
        walk.try_one(node.span)
        if way.condition is not None:
            u.tested(way.condition)
            f.op("i32.eqz")
            f.br_if(skip)
        walk.write_key(length, lambda: f.const(way.key), node.point)
        with walk.after(Asked(node)), walk.given(node.at, Written(way.key)):
            u.released(lambda: walk.go_on(length, lambda: steps(walk, way.steps, length.more(), behind)))


# ---------------------------------------------------------------- open where nothing else is


class Late(NamedTuple):
    """A branch that is open if `known` holds, or if none of the heads that `asked` names can be completed."""

    way: ir.Way
    known: ir.IntExpr
    asked: ir.Can


def late_branch(walk: Walk, way: ir.Way) -> Late | None:
    """The first branch, if it is such a one and the end of its path, on a walk that only counts."""
    b = walk.u.b
    if not walk.bounded or not walk.keeps or b.listing or way.steps or way.condition is None:
        return None
    asks = [node for node in _conjuncts(way.condition) if isinstance(node, ir.Can)]
    if len(asks) != 1 or not walk.is_seat(asks[0].player) or not isinstance(asks[0].menu, ir.Const):
        return None
    if settled(b.program, way.condition, asks[0], 0) != ir.Const(1):
        return None
    return Late(way, settled(b.program, way.condition, asks[0], 1), asks[0])


def _conjuncts(node: ir.IntExpr) -> list[ir.IntExpr]:
    """An expression and what it is made of by and, or, not."""
    match node:
        case ir.All(parts=parts) | ir.Any(parts=parts):
            return [node, *(inner for part in parts for inner in _conjuncts(part))]
        case ir.Unary(op="not", value=value):
            return [node, *_conjuncts(value)]
    return [node]


def _count_branches(walk: Walk, node: ir.Fork, late: Late | None, then: tuple[Length, Behind]) -> None:
    """Count all branches, and note the sum behind each; that of a late one is not in the sums of the others."""
    u, f = walk.u, walk.u.f
    some, before = f.local(), f.local()
    if late is not None:
        u.counted(late.known)
        f.set(some)
        _note_sum(walk, 0, some)
    for n, way in enumerate(sorted(node.ways, key=lambda way: way.key)):
        if late is not None and n == 0:
            continue
        asked = late is not None and answers(way, late.asked)
        with _grows(f, walk.total, before, some) if asked else nullcontext():
            _branch(walk, node, way, *then)
            _note_sum(walk, n, walk.total)
    if late is not None:
        _count_late(walk, late, some)


@contextmanager
def _grows(f: Func, local: int, before: int, some: int) -> Iterator[None]:
    """Make `some` true if what is done within changes a local; `before` keeps its value meanwhile."""
    f.get(local)
    f.set(before)
    yield
    f.get(some)
    f.get(local)
    f.get(before)
    f.op("i32.ne", "i32.or")
    f.set(some)


def _count_late(walk: Walk, late: Late, some: int) -> None:
    """One more completion if the late branch is known to be open, or if nothing of what it asks for has one."""
    u, f = walk.u, walk.u.f
    place = walk.u.b.layout.notes + COUNTS
    f.get(some)
    f.op("i32.eqz")
    with f.when():
        u.tested(late.asked)
        f.op("i32.eqz")
        f.set(some)
        _note_sum(walk, 0, some)
    f.get(walk.total)
    f.const(0)
    f.load(place)
    f.op("i32.add")
    f.set(walk.total)


def _note_sum(walk: Walk, n: int, local: int) -> None:
    walk.u.f.store_at(walk.u.b.layout.notes + COUNTS + 4 * n, lambda: walk.u.f.get(local))


def _find_branch(walk: Walk, node: ir.Fork, late: Late | None, then: tuple[Length, Behind]) -> None:
    """The branch with the completion that is looked for; it is open."""
    f, place, last = walk.u.f, walk.u.b.layout.notes + COUNTS, walk.u.f.local()
    for n, way in enumerate(sorted(node.ways, key=lambda way: way.key)):
        behind_late = late is not None and n == 1
        f.get(walk.number)
        f.load_at(place + 4 * n)
        f.op("i32.lt_s")
        with f.when():
            if n and not behind_late:
                f.load_at(place + 4 * n - 4)
                f.set(last)
                less(walk, last)
            _branch(walk, node, ir.Way(way.key, way.label, None, way.steps), *then)
            f.op("unreachable")
        if late is not None and n == 0:
            f.load_at(place)
            f.set(last)
            less(walk, last)


def _last_first(walk: Walk, node: ir.Fork, late: Late, then: tuple[Length, Behind]) -> None:
    """All branches; the note of the first goes before those of the others, wherever it is written."""
    u, f = walk.u, walk.u.f
    some, start, before = f.local(), f.local(), f.local()
    for local in (some, before):
        f.const(0)
        f.set(local)
    f.get(walk.note)
    f.set(start)
    u.tested(late.known)
    with f.when():
        _branch(walk, node, ir.Way(late.way.key, late.way.label, None), *then)
        f.const(1)
        f.set(some)
    for way in sorted(node.ways, key=lambda way: way.key)[1:]:
        asked = answers(way, late.asked)
        with _grows(f, walk.note, before, some) if asked else nullcontext():
            _branch(walk, node, way, *then)
    f.get(some)
    f.op("i32.eqz")
    with f.when():
        u.tested(late.asked)
        f.op("i32.eqz")
        with f.when():
            _before_all(walk, node, late, start, then)


def answers(way: ir.Way, asked: ir.Can) -> bool:
    """Whether a completion of a branch completes one of the heads that are asked for."""
    match way.steps:
        case (ir.Act(action=action, menu=menu),):
            return action in asked.actions and menu == asked.menu
    return False


def _before_all(walk: Walk, node: ir.Fork, late: Late, start: int, then: tuple[Length, Behind]) -> None:
    """Make room for one note before those written since the start, and write it."""
    f, b = walk.u.f, walk.u.b
    size, end = 64, f.local()
    for offset in (size, 0):
        f.get(start)
        f.const(b.layout.notes + offset)
        f.op("i32.add")
    f.get(walk.note)
    f.tee(end)
    f.get(start)
    f.op("i32.sub")
    f.copy()
    f.get(start)
    f.set(walk.note)
    _branch(walk, node, ir.Way(late.way.key, late.way.label, None), *then)
    f.get(end)
    f.const(size)
    f.op("i32.add")
    f.set(walk.note)
