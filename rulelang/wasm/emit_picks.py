"""Picks of one element in, loops over candidates out. Equal keys are one option: the first candidate that passes.

Where it is known before play in which order candidates come and which are the same, they are walked where they lie
(`plain_keys`); else they are stored with their keys first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.parts import names
from rulelang.wasm.arena import Listed
from rulelang.wasm.emit_candidates import Candidates, PlainKeys, candidates, is_card, keys_differ, plain_keys
from rulelang.wasm.emit_finding import add_times, counted_behind, is_independent, less, multiplied, that_count
from rulelang.wasm.emit_spared import spared
from rulelang.wasm.emit_steps import STEPS, Asked, Behind, Length, Walk, Written, held_to
from rulelang.wasm.hoist import before_loop
from rulelang.wasm.simplify import settled
from rulelang.wasm.unit import Unit, writes

# Known values that are written out one by one, at most.
MOST_WRITTEN_OUT = 4


@writes(STEPS, ir.Pick)
def pick(walk: Walk, node: ir.Pick, length: Length, behind: Behind) -> None:
    """One element after another. A head alone, with nothing behind, need not know what is the same."""
    u = walk.u
    last = not walk.keeps and behind is walk.leaf
    walk.sources[node.at] = node.source
    keys = plain_keys(walk, node.source, is_card(u, node.kind), last)
    if _is_written_out(walk, node, behind):
        walk.restoring(lambda: _write_out(walk, node, length, behind), walk.saved(node.at))
        return
    if keys is not None:
        walk.restoring(lambda: _walk_plainly(walk, node, keys, (length, behind)), walk.saved(node.at))
        return
    found = candidates(walk, node, last)
    alike = found.pairs and not keys_differ(u, node.source, is_card(u, node.kind))
    tried = _room_for(u, found.length) if alike and not last else None
    walk.restoring(lambda: _each_candidate(walk, node, found, tried, (length, behind)), walk.saved(node.at))


# ---------------------------------------------------------------- where they lie


def _walk_plainly(walk: Walk, node: ir.Pick, keys: PlainKeys, then: tuple[Length, Behind]) -> None:
    """Candidates that are alike only side by side: one by one, or all at once where a walk that counts can."""
    f, rest = walk.u.f, that_count(walk, walk.rest)
    if walk.total < 0 and walk.number < 0:
        _one_by_one(walk, node, keys, then)
        return
    question = spared(walk, node, rest)
    if question is None:
        _each_or_all(walk, node, keys, then, rest)
        return
    walk.u.tested(question.condition)
    with f.when():
        if walk.total >= 0:
            _count_plainly(walk, node, keys, then, more=False)
        else:
            _one_by_one(walk, node, keys, (then[0], lambda length: _paid(walk, question.payment, length)))
        f.otherwise()
        _one_by_one(walk, node, keys, then)


def _paid(walk: Walk, payment: ir.PayCards, length: Length) -> None:
    """The end of a path with a payment."""
    assert walk.leaf is not None
    with walk.after(payment):
        walk.leaf(length)


def _each_or_all(walk: Walk, node: ir.Pick, keys: PlainKeys, then: tuple[Length, Behind],
                 rest: tuple[ir.Step, ...]) -> None:
    """Candidates one by one, unless their prints or what is behind all of them tells how many completions there are."""
    summed = walk.tallies.summed(node, rest) if walk.total >= 0 and walk.tallies is not None else -1
    alone = is_independent(walk, rest, node.at)
    if summed >= 0:
        add_times(walk, summed)
    elif walk.total >= 0 and alone:
        _count_plainly(walk, node, keys, then, more=bool(rest))
    else:
        _one_by_one(walk, node, keys, then, counted_behind(walk, rest) if walk.number >= 0 and alone and rest else -1)


def _one_by_one(walk: Walk, node: ir.Pick, keys: PlainKeys, then: tuple[Length, Behind], each: int = -1) -> None:
    """The loop over candidates; `each`: a local with how many completions there are behind every one."""
    u, f = walk.u, walk.u.f
    straight = (then[1] is walk.leaf and walk.bounded and walk.keeps and not keys.alike and not u.b.listing
                and walk.total < 0 and walk.number < 0)
    loop, between, before = u.walker(node.source), u.b.ranges.element(node.source), f.local()
    if keys.alike:
        f.const(-1)
        f.set(before)

    def one(value: int) -> None:
        key = f.local() if keys.alike else -1
        with walk.skipping() as skip:
            if between.none:
                f.get(value)
                _skip_equal(u, lambda: f.const(NONE), skip)
            if keys.alike:
                keys.push(value)
                f.tee(key)
                _skip_equal(u, lambda: f.get(before), skip)
            if walk.held:
                held_to(walk, then[0], lambda: keys.push(value), skip)
            walk.try_one(node.span)
            with u.knowing(value, between), walk.after(Asked(node)), walk.given(node.at, Written(None, value)):
                if straight and node.where is not None:
                    _noted_anyway(walk, node.where, then[0].more(), then[1])
                    return
                _passes(u, node.where, skip)
                if keys.alike:
                    f.get(key)
                    f.set(before)
                if each >= 0:
                    _skip_all(walk, each, skip)
                walk.write_key(then[0], lambda: keys.push(value), node.point)
                u.released(lambda: walk.go_on(then[0], lambda: then[1](then[0].more())))
    with before_loop(u, node.where, cell=node.at):
        loop(f.local(), one)


def _skip_equal(u: Unit, other: Callable[[], None], skip: int) -> None:
    """Skip a candidate of which what is pushed is the same as something else."""
    other()
    u.f.op("i32.eq")
    u.f.br_if(skip)


def _noted_anyway(walk: Walk, where: ir.IntExpr, length: Length, behind: Behind) -> None:
    """Write the note of a candidate with nothing behind it in any case, and keep it if it passes."""
    u, f = walk.u, walk.u.f
    u.tested(where)
    walk.passed = f.local()
    f.set(walk.passed)
    behind(length)
    walk.passed = -1


def _skip_all(walk: Walk, each: int, skip: int) -> None:
    """Skip a candidate with all that is behind it, if the completion that is looked for is not among that."""
    f = walk.u.f
    f.get(walk.number)
    f.get(each)
    f.op("i32.ge_s")
    with f.when():
        less(walk, each)
        f.br(skip)


def _count_plainly(walk: Walk, node: ir.Pick, keys: PlainKeys, then: tuple[Length, Behind], *,
                   more: bool) -> None:
    """Count the candidates with different keys; what comes behind them (`more`: there is something) is the same."""
    u, f = walk.u, walk.u.f
    known = walk.tallies.summed(node, ()) if walk.tallies is not None else -1
    if known >= 0:
        _behind_all(walk, known, then, more)
        return
    loop, between, before, n = u.walker(node.source), u.b.ranges.element(node.source), f.local(), f.local()
    at_once = keys.alike and node.where is not None and is_printed(walk, node.where, node.at)
    for local, value in ((before, -1), (n, 0)):
        f.const(value)
        f.set(local)

    def one(value: int) -> None:
        with walk.skipping() as skip, u.knowing(value, between), walk.given(node.at, Written(None, value)):
            if between.none:
                f.get(value)
                f.const(NONE)
                f.op("i32.eq")
                f.br_if(skip)
            _add_passing(walk, node, keys, (value, before, n), skip if not at_once else -1)
    with before_loop(u, node.where, cell=node.at):
        loop(f.local(), one)
    _behind_all(walk, n, then, more)


def _behind_all(walk: Walk, n: int, then: tuple[Length, Behind], more: bool) -> None:
    """What is behind so many candidates, once for all."""
    if not more:
        add_times(walk, n)
        return
    walk.u.f.get(n)
    with walk.u.f.when(), multiplied(walk, n):
        walk.u.released(lambda: then[1](then[0].more()))


def _add_passing(walk: Walk, node: ir.Pick, keys: PlainKeys, what: tuple[int, int, int], skip: int) -> None:
    """Count a candidate if it passes and its key is not that before it. `skip` -1: all of one key pass, or none."""
    u, f, (value, before, n) = walk.u, walk.u.f, what
    key = f.local() if keys.alike else -1
    if keys.alike:
        keys.push(value)
        f.set(key)
        if node.where is not None and skip >= 0:
            f.get(key)
            f.get(before)
            f.op("i32.eq")
            f.br_if(skip)
            _passes(u, node.where, skip)
    f.get(n)
    if keys.alike:
        f.get(key)
        f.get(before)
        f.op("i32.ne")
    if node.where is not None and not (keys.alike and skip >= 0):
        u.tested(node.where)
        if keys.alike:
            f.op("i32.and")
    elif not keys.alike:
        f.const(1)
    f.op("i32.add")
    f.set(n)
    if keys.alike:
        f.get(key)
        f.set(before)


def is_printed(walk: Walk, node: Any, at: int) -> bool:
    """Whether a condition on the card in a cell is the same for all cards of one print."""
    program, cell = walk.u.b.program, ir.Cell(at)
    match node:
        case ir.Lookup(table=table, index=index) if index == cell:
            values = program.tables[table]
            found = dict(zip(program.cards, values, strict=False))
            return all(found[printed] == value for printed, value in zip(program.cards, values, strict=False))
        case ir.CardInfo(what="print", card=card) if card == cell:
            return True
        case ir.Cell() | ir.CellIn():
            return node != cell and not isinstance(node, ir.CellIn)
        case tuple():
            return all(is_printed(walk, part, at) for part in node)
    kind: Any = type(node)
    return not hasattr(node, "__dataclass_fields__") or all(
        is_printed(walk, getattr(node, name), at) for name in names(kind))


def _passes(u: Unit, where: ir.IntExpr | None, skip: int) -> None:
    """Skip a candidate that does not pass."""
    if where is not None:
        u.tested(where)
        u.f.op("i32.eqz")
        u.f.br_if(skip)


# ---------------------------------------------------------------- known values


def _is_written_out(walk: Walk, node: ir.Pick, behind: Behind) -> bool:
    """Whether the values are a few known ones with nothing behind them, on a walk that counts."""
    match node.source:
        case ir.ConstList(values=values):
            known = len(values) <= MOST_WRITTEN_OUT and len(set(values)) == len(values) and NONE not in values
            return known and behind is walk.leaf and walk.bounded and walk.u.b.program.kinds[node.kind].what != "card"
    return False


def _write_out(walk: Walk, node: ir.Pick, length: Length, behind: Behind) -> None:
    """One known value after another."""
    u, f = walk.u, walk.u.f
    assert isinstance(node.source, ir.ConstList)
    for value in node.source.values:
        where = ir.Const(1) if node.where is None else settled(u.b.program, node.where, ir.Cell(node.at), value)
        if isinstance(where, ir.Const) and where.value != 1:
            continue
        with walk.skipping() as skip, walk.after(Asked(node)), walk.given(node.at, Written(value)):
            if walk.total >= 0 and where != ir.Const(1):
                u.tested(where)
                passes = f.local()
                f.set(passes)
                add_times(walk, passes)
                continue
            _passes(u, None if where == ir.Const(1) else where, skip)
            walk.write_key(length, lambda value=value: f.const(value), node.point)      # type: ignore[misc]
            u.released(lambda: behind(length.more()))


# ---------------------------------------------------------------- stored with their keys


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
    f = walk.u.f
    at, end = f.local(), f.local()
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
        with walk.skipping() as skip:
            _candidate(walk, node, (at, found.pairs), tried, then, skip)
        f.get(at)
        f.const(8 if found.pairs else 4)
        f.op("i32.add")
        f.set(at)
        f.br(again)


def _candidate(walk: Walk, node: ir.Pick, what: tuple[int, bool], tried: Listed | None,
               then: tuple[Length, Behind], skip: int) -> None:
    """The candidate at an address: skip it unless it passes, else go on behind it."""
    u, f, (length, behind) = walk.u, walk.u.f, then
    at, pairs = what
    value = f.local()
    key = f.local() if pairs else value
    f.get(at)
    f.load(4 if pairs else 0)
    f.set(value)
    if pairs:
        f.get(at)
        f.load()
        f.set(key)
    if walk.held:
        held_to(walk, length, lambda: f.get(key), skip)
    if tried is not None:
        _skip_tried(walk, tried, key, skip)
    walk.try_one(node.span)
    between = u.b.ranges.element(node.source)
    with u.knowing(value, between), walk.after(Asked(node)), walk.given(node.at, Written(None, value)):
        _passes(u, node.where, skip)
        if tried is not None:
            _remember(u, tried, key)
        if pairs and (walk.held or u.b.listing):
            walk.write_key(length, lambda: f.get(key), node.point)
        u.released(lambda: walk.go_on(length, lambda: behind(length.more())))


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
