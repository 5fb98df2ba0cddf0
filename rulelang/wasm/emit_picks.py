"""Picks of one element in, loops over candidates out. Equal keys are one option: the first candidate that passes."""

from __future__ import annotations

from rulelang.ir import nodes as ir
from rulelang.wasm.emit_candidates import Candidates, candidates, is_card, keys_differ
from rulelang.wasm.emit_steps import STEPS, Asked, Behind, Length, Walk, Written, held_to, saved_cell
from rulelang.wasm.layout import STATE
from rulelang.wasm.unit import Listed, Unit, writes


@writes(STEPS, ir.Pick)
def pick(walk: Walk, node: ir.Pick, length: Length, behind: Behind) -> None:
    """One element after another. A head alone, with nothing behind, need not know what is the same."""
    u, f = walk.u, walk.u.f
    last = not walk.keeps and behind is walk.leaf
    old, found = saved_cell(u, node.at), candidates(walk, node, last)
    alike = found.pairs and not keys_differ(u, node.source, is_card(u, node.kind))
    tried = _room_for(u, found.length) if alike and not last else None
    walk.restoring(lambda: _each_candidate(walk, node, found, tried, (length, behind)),
                   lambda: u.put(node.at, lambda: f.get(old)))


def _room_for(u: Unit, length: int) -> Listed:
    """Memory for as many keys; none are there yet."""
    f, found = u.f, u.pair()
    f.get(u.sp)
    f.set(found.at)
    u.grow(length)
    f.const(0)
    f.set(found.length)
    return found


def _each_candidate(walk: Walk, node: ir.Pick, found: Candidates, tried: Listed | None,
                    then: tuple[Length, Behind]) -> None:
    """The loop over the candidates."""
    u, f = walk.u, walk.u.f
    at, end, value = f.local(), f.local(), f.local()
    f.get(found.at)
    f.tee(at)
    f.get(found.length)
    f.const(3 if found.pairs else 2)
    f.op("i32.shl", "i32.add")
    f.set(end)
    with f.block() as out, f.loop() as again:
        f.get(at)
        f.get(end)
        f.op("i32.eq")
        f.br_if(out)
        with walk.skipping() as skip, walk.after(Asked(node), (node.at, Written(None, value))):
            _candidate(walk, node, (at, value, found.pairs), tried, then[0], skip)
            with u.knowing(value, u.b.ranges.element(node.source), node.at):
                u.released(lambda: then[1](then[0].more()))
        f.get(at)
        f.const(8 if found.pairs else 4)
        f.op("i32.add")
        f.set(at)
        f.br(again)


def _candidate(walk: Walk, node: ir.Pick, what: tuple[int, int, bool], tried: Listed | None, length: Length,
               skip: int) -> None:
    """Write the candidate at an address into its cell; skip it unless it passes."""
    u, f = walk.u, walk.u.f
    at, value, pairs = what
    key = f.local() if pairs else value
    f.get(at)
    f.load(4 if pairs else 0)
    f.set(value)
    if pairs:
        f.get(at)
        f.load()
        f.set(key)
    if walk.chance:
        held_to(walk, length, lambda: f.get(key), skip)
    if tried is not None:
        _skip_tried(walk, tried, key, skip)
    walk.try_one(node.span)
    f.const(0)
    f.get(value)
    f.store(STATE + 4 * node.at)
    if node.where is not None:
        with u.knowing(value, u.b.ranges.element(node.source), node.at):
            u.tested(node.where)
        f.op("i32.eqz")
        f.br_if(skip)
    if tried is not None:
        _remember(u, tried, key)
    if pairs and (walk.chance or u.b.listing):
        walk.write_key(length, lambda: f.get(key))


def _skip_tried(walk: Walk, tried: Listed, key: int, skip: int) -> None:
    """Skip a key that has passed before."""
    u, f = walk.u, walk.u.f
    f.get(tried.at)
    f.get(tried.length)
    f.get(key)
    f.call(u.b.runtime("place_of"))
    f.const(0)
    f.op("i32.ge_s")
    if walk.chance:
        f.gget(u.b.raw)
        f.op("i32.eqz", "i32.and")
    f.br_if(skip)


def _remember(u: Unit, tried: Listed, key: int) -> None:
    f = u.f
    f.get(tried.at)
    f.get(tried.length)
    f.const(2)
    f.op("i32.shl", "i32.add")
    f.get(key)
    f.store()
    f.get(tried.length)
    f.const(1)
    f.op("i32.add")
    f.set(tried.length)
