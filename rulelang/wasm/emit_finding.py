"""Steps of decisions in, functions out that count completions without listing them, and that find the one of a number.

Counting: what comes behind a pick and does not depend on it is counted once, and multiplied; picks of several are
counted from how many candidates of each key there are. Finding: the same steps with a number that goes down to 0; where
all candidates of a pick have as many completions behind them, those are skipped together. The branches of a fork that
stands first are counted each for itself, so that only the one with the completion is walked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rulelang.ir import nodes as ir
from rulelang.wasm.emit_notes import note
from rulelang.wasm.emit_payments import pay_at_last, surely_payable
from rulelang.wasm.emit_steps import Asked, Event, Length, Walk, WrittenCells, WrittenList, push_length, steps
from rulelang.wasm.emit_tally import Tallies
from rulelang.wasm.layout import STATE
from rulelang.wasm.reach import all_steps

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

COUNTS = 64         # where behind the first note the branches of the first fork are summed up


def write_count(walk: Walk, nodes: Sequence[ir.Step]) -> None:
    """All completions, into the count."""
    f = walk.u.f
    walk.total, walk.tallies = f.local(), Tallies(walk)
    f.const(0)
    f.set(walk.total)
    steps(walk, nodes, Length(), walk.leaf)         # type: ignore[arg-type]
    f.get(walk.total)
    f.gset(walk.u.b.count)
    walk.tallies.write()


def count_one(walk: Walk, length: Length) -> None:
    """One more completion, or as many as `times` says."""
    f = walk.u.f
    f.get(walk.total)
    push_times(walk)
    f.op("i32.add")
    f.set(walk.total)


def push_times(walk: Walk) -> None:
    """Push how many completions one stands for."""
    if walk.times < 0:
        walk.u.f.const(1)
    else:
        walk.u.f.get(walk.times)


@contextmanager
def multiplied(walk: Walk, n: int) -> Iterator[None]:
    """What is counted inside counts as often as a local says."""
    f, before = walk.u.f, walk.times
    if before >= 0:
        product = f.local()
        f.get(before)
        f.get(n)
        f.op("i32.mul")
        f.set(product)
        n = product
    walk.times = n
    yield
    walk.times = before


def add_times(walk: Walk, n: int) -> None:
    """As many completions more as a local says, each as often as `times` says."""
    f = walk.u.f
    f.get(walk.total)
    f.get(n)
    if walk.times >= 0:
        f.get(walk.times)
        f.op("i32.mul")
    f.op("i32.add")
    f.set(walk.total)


def counted_behind(walk: Walk, nodes: Sequence[ir.Step]) -> int:
    """A local with how many completions there are behind a step, on a walk that finds."""
    f = walk.u.f
    before = walk.total, walk.leaf, walk.times, walk.number
    walk.total, walk.leaf, walk.times, walk.number = f.local(), count_one_leaf(walk), -1, -1
    f.const(0)
    f.set(walk.total)
    steps(walk, nodes, Length(), walk.leaf)
    found = walk.total
    walk.total, walk.leaf, walk.times, walk.number = before
    return found


def count_one_leaf(walk: Walk) -> Any:
    """The end of paths that counts."""
    return lambda length: count_one(walk, length)


# ---------------------------------------------------------------- what does not depend on a pick


def that_count(walk: Walk, nodes: Sequence[ir.Step]) -> tuple[ir.Step, ...]:
    """Steps without the payments at their end that can always be made."""
    left = tuple(nodes)
    while left and isinstance(left[-1], ir.PayCards) and surely_payable(walk, left[-1]):
        left = left[:-1]
    return left


def is_independent(walk: Walk, nodes: Sequence[ir.Step], at: int) -> bool:
    """Whether steps have as many completions whatever was picked into a cell."""
    if walk.in_memory(at):
        return False
    for part in all_steps(walk.u.b, tuple(nodes)):
        match part:
            case ir.Cell(at=read) | ir.ListCell(at=read) if read == at:
                return False
    return True


def multiplies(b: Builder, nodes: tuple[ir.Step, ...]) -> bool:
    """Whether steps have combinations that need not be listed. Without them there are mostly few completions, which are
    better noted at once than looked for again.
    """
    if not nodes:
        return False
    first, rest = nodes[0], nodes[1:]
    match first:
        case ir.Act(action=action):
            return multiplies(b, b.program.actions[action].steps + rest)
        case ir.Fork(ways=ways):
            return any(multiplies(b, way.steps + rest) for way in ways)
        case ir.PickSome(high=ir.Const(value=high)) if high > 1:
            return True
    return multiplies(b, rest)


# ---------------------------------------------------------------- finding


def write_find(walk: Walk, nodes: Sequence[ir.Step]) -> None:
    """The completion of the number in `target`: it is kept at once, or noted; whether it is only noted."""
    f, b = walk.u.f, walk.u.b
    walk.number = f.local()
    f.gget(b.target)
    f.set(walk.number)
    with f.block() as out:
        walk.exits.append(out)
        steps(walk, nodes, Length(), walk.leaf)         # type: ignore[arg-type]
    f.const(1)


def find_one(walk: Walk, length: Length) -> None:
    """A completion: the one that is looked for, or one less before it."""
    f, b = walk.u.f, walk.u.b
    f.get(walk.number)
    f.op("i32.eqz")
    with f.when():
        if walk.open or b.tells or (b.knowledge and any(isinstance(event, ir.PayCards) for event in walk.trail)):
            assert walk.sites is not None
            f.const(b.layout.kept - b.layout.notes if b.knowledge else 0)
            f.set(walk.note)
            note(walk, length, walk.sites)
            walk.stop()
        else:
            for event in walk.trail:
                _keep(walk, event)
            push_length(walk, length)
            f.gset(b.kept)
            f.const(0)
            f.op("return")
    less(walk)


def less(walk: Walk, by: int = -1) -> None:
    """One completion less before the one that is looked for, or as many as a local says."""
    f = walk.u.f
    f.get(walk.number)
    if by < 0:
        f.const(1)
    else:
        f.get(by)
    f.op("i32.sub")
    f.set(walk.number)


def _keep(walk: Walk, event: Event) -> None:
    """Write what has happened on the way."""
    u = walk.u
    if isinstance(event, Asked):
        return
    if not isinstance(event, tuple):
        pay_at_last(u, event)
        return
    at, written = event
    if isinstance(written, WrittenCells):
        return
    if isinstance(written, WrittenList):
        _keep_list(walk, at, written)
    elif written.number is not None:
        u.put(at, written.number)
    else:
        u.put(at, lambda: u.f.get(written.local))


def _keep_list(walk: Walk, at: int, written: WrittenList) -> None:
    u = walk.u
    if not written.values:
        u.f.const(STATE + 4 * at)
        u.f.const(written.bound)
        u.f.get(written.at)
        u.f.get(written.length)
        u.f.call(u.b.runtime("write_cells"))
        return
    u.put(at, len(written.values))
    for n, value in enumerate(written.values):
        u.put(at + 1 + n, lambda value=value: u.f.get(value))                   # type: ignore[misc]
    for n in range(len(written.values), written.bound):
        u.put(at + 1 + n, 0)
