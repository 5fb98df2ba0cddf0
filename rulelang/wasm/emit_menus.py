"""A decision between a few known answers in, instructions out that draw one: a bit each for what is open, no notes.

Such a decision branches once, into heads that ask for nothing but conditions. As its answer is known where it is kept,
the play goes on from there, to what follows this answer.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

from rulelang.engine.code import MOST_TRIES
from rulelang.ir import nodes as ir
from rulelang.ir.parts import parts
from rulelang.ir.program import STEPS, TURN
from rulelang.wasm.emit_forks import answers, late_branch
from rulelang.wasm.emit_steps import Walk
from rulelang.wasm.ranges import Range
from rulelang.wasm.reach import reach
from rulelang.wasm.runtime_play import cell, note_offer, put, refresh
from rulelang.wasm.unit import Unit
from rulelang.wasm.words import Var, Word, Writer, call, glob, load8, one, opposite, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

# Answers of such a decision, at most: so many sets of open ones there can be, with a place for each of them.
MOST_WAYS = 6


class Menu(NamedTuple):
    """A decision: its branches by ascending key."""

    decision: int
    fork: ir.Fork
    ways: tuple[ir.Way, ...]


def menu_of(b: Builder, decision: int) -> Menu | None:
    """The decision, if it is one of these."""
    node = b.program.decisions[decision]
    if b.tells or len(node.steps) != 1 or not isinstance(node.steps[0], ir.Fork):
        return None
    fork = node.steps[0]
    ways = tuple(sorted(fork.ways, key=lambda way: way.key))
    if not 1 <= len(ways) <= MOST_WAYS or not all(_asks_no_more(b, way) for way in ways):
        return None
    menu, found = Menu(decision, fork, ways), reach(b, node.steps)
    written = {at for way in ways for at, _ in _written(b, menu, way)}
    asked = {part.at for way in ways for part in parts(way.condition) if isinstance(part, ir.Cell | ir.ListCell)}
    return menu if found.tries <= MOST_TRIES and not written & (found.cells | asked) else None


def _asks_no_more(b: Builder, way: ir.Way) -> bool:
    """Whether nothing is left to answer behind a branch."""
    match way.steps:
        case ():
            return True
        case (ir.Act(action=action, menu=ir.Const()),):
            return all(isinstance(step, ir.Guard) for step in b.program.actions[action].steps)
    return False


# ---------------------------------------------------------------- what is open


def _open(walk: Walk, menu: Menu) -> Var:
    """A local with a bit for each branch that can be answered."""
    w, late = Writer(walk.u.f), late_branch(walk, menu.ways[0])
    mask, some = w.var(0), w.var(0)
    for number, way in enumerate(menu.ways):
        if number or late is None:
            found = w.var(Word(lambda f, way=way: _can_be_answered(walk, menu, way)))       # type: ignore[misc]
            mask.set(mask | found << number)
            if late is not None and answers(way, late.asked):
                some.set(some | found)
    if late is not None:
        first, asked = Word(lambda f: walk.u.truth(late.known)), late.asked
        with w.when(opposite(some)):
            some.set(Word(lambda f: walk.u.truth(asked)))
        mask.set(mask | first | opposite(some))
    return mask


def _can_be_answered(walk: Walk, menu: Menu, way: ir.Way) -> None:
    """Push whether a branch is open and what it leads to can be completed."""
    u, tests = walk.u, [] if way.condition is None else [way.condition]
    tests += [step.condition for act in way.steps if isinstance(act, ir.Act)
              for step in u.b.program.actions[act.action].steps if isinstance(step, ir.Guard)]
    with ExitStack() as inside:
        inside.enter_context(u.knowing(walk.seat, Range(1, u.b.program.players)))
        for at, number in _written(u.b, menu, way):
            inside.enter_context(u.holding(at, number, walk.seat))
        u.tested(ir.All(tuple(tests)))


def _written(b: Builder, menu: Menu, way: ir.Way) -> Iterator[tuple[int, int | None]]:
    """The cells that an answer gives values: numbers, or (None) who decides."""
    yield menu.fork.at, way.key
    for step in way.steps:
        if isinstance(step, ir.Act) and isinstance(step.menu, ir.Const):
            frame = b.program.procedures[b.program.actions[step.action].procedure].frame
            yield from ((frame + 1, None), (frame + 2, step.menu.value))


# ---------------------------------------------------------------- one of them


def draw(u: Unit, menu: Menu, seat: int, behind: Callable[[int], None]) -> None:
    """Draw one of the open answers of a menu for a seat (a local) and keep it; `behind` writes what follows a key.

    What does not leave there goes on behind what is written here, and so does a menu without an open answer.
    """
    b, f, w = u.b, u.f, Writer(u.f)
    walk = Walk(u, seat, keeps=True)
    walk.light(reach(b, (menu.fork,)), MOST_TRIES)
    walk.decider = b.program.decisions[menu.decision].decider
    mask = _open(walk, menu)
    u.free = False
    n = w.var(one("i32.popcnt", mask))
    note_offer(b, w, n, Var(f, seat))
    put(w, STEPS, cell(STEPS) + 1)
    put(w, TURN, cell(TURN) + 1)
    w.gset(b.left, glob(b.step_limit))
    refresh(b, w)
    place = _drawn(b, w, n)
    if b.course:
        w.do(b.runtime("note_choice"), place)
    place.set(load8((mask << 3) + place + _places(b, len(menu.ways))))
    with w.when(mask):
        for number, way in enumerate(menu.ways):
            with w.when(place.eq(number)):
                for at, value in _written(b, menu, way):
                    u.put(at, (lambda: f.get(seat)) if value is None else value)
                behind(way.key)
        f.otherwise()
        w.do(b.nothing(menu.decision), Var(f, u.sp), Var(f, seat))


def _drawn(b: Builder, w: Writer, n: Var) -> Var:
    """A number below n. Halves and quarters need no division: what a menu offers depends on little."""
    f, x = w.f, w.var(0)
    with w.when(n > 1), f.block() as done:
        with f.block() as found, f.loop() as again:
            x.set(call(b.runtime("play_word")))
            with w.when(opposite(n & (n - 1))):
                x.set(x & (n - 1))
                f.br(done)
            x.under(word(0) - n).write(f)
            f.br_if(found)
            x.under(word(0) - (word(0) - n) % n).write(f)
            f.br_if(found)
            f.br(again)
        x.set(x % n)
    return x


def _places(b: Builder, ways: int) -> int:
    """For each set of open answers, bit by bit, the places of those in it: eight bytes."""
    rows = ([n for n in range(ways) if mask >> n & 1] for mask in range(1 << ways))
    content = b"".join(bytes(row).ljust(8, b"\0") for row in rows)
    return b.layout.words(struct.unpack(f"<{len(content) // 4}i", content))
