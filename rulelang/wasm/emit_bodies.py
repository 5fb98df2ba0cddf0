"""Functions, heads and decisions of a program in, the bodies of the functions of its module out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.code import MOST_TRIES
from rulelang.ir.nodes import Function
from rulelang.wasm import emit_options
from rulelang.wasm.arena import Listed
from rulelang.wasm.emit_finding import count_one, find_one, write_count, write_find
from rulelang.wasm.emit_notes import NOTE_WORDS, complete
from rulelang.wasm.emit_statements import statements
from rulelang.wasm.emit_steps import Length, Walk, Written, steps, stop_here
from rulelang.wasm.encode import Func
from rulelang.wasm.ranges import Range
from rulelang.wasm.reach import reach
from rulelang.wasm.unit import Unit

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def write_function(b: Builder, node: Function, kinds: tuple[bool, ...], f: Func) -> None:
    """A function of the program; `kinds`: which of its parameters are lists."""
    u, at = Unit(b, f, 0), 1
    for n, listed in enumerate(kinds):
        if listed:
            u.lists[n] = Listed(at, at + 1)
        else:
            u.ints[n] = at
        at += 1 + listed
    statements(u, node.body)
    if node.returns_list:
        found = u.listed(node.result)             # type: ignore[arg-type]
        f.get(found.at)
        f.get(found.length)
    else:
        u.number(node.result)                      # type: ignore[arg-type]


def write_head(b: Builder, action: int, f: Func, free: bool) -> None:
    """Whether the head of an action can be completed; `free`: what is tried does not count."""
    u, node = Unit(b, f, 0), b.program.actions[action]
    walk = Walk(u, 1, keeps=False)
    frame = b.program.procedures[node.procedure].frame
    walk.light(reach(b, node.steps), 0)
    walk.bounded = u.free = free

    def leaf(length: Length) -> None:
        stop_here(walk, length)
    walk.leaf = leaf

    def inside() -> None:
        with u.knowing(1, Range(1, b.program.players)), walk.given(frame + 1, Written(None, 1)), \
                walk.given(frame + 2, Written(None, 2)):
            steps(walk, node.steps, Length(), leaf)
    with f.block() as out:
        walk.exits.append(out)
        walk.restoring(inside, walk.saved(frame + 1, frame + 2))
    f.get(walk.found)


def write_walk(b: Builder, decision: int, f: Func) -> None:
    """The walk over the completions of a decision; those of light ones are only counted."""
    if b.folded(decision):
        _write_counting(b, decision, f)
        return
    u, node = Unit(b, f, 0), b.program.decisions[decision]
    walk = Walk(u, 1, keeps=True, chance=decision not in b.asked)
    if not walk.chance:
        walk.decider = node.decider
        walk.mixed = b.mixed(decision)
    walk.told = b.tells if walk.chance else b.noted(decision)
    if walk.told or not walk.chance:
        walk.sites = b.sites["walk", decision] = []
    if not walk.mixed:
        walk.light(b.reach(decision), MOST_TRIES)
    end = emit_options.counted if walk.chance and b.stepping else complete
    walk.leaf = lambda length: end(walk, length)
    with f.block() as out:
        walk.exits.append(out)
        steps(walk, node.steps, Length(), walk.leaf)
    if walk.bounded:
        f.get(walk.note)
        f.const((4 * NOTE_WORDS).bit_length() - 1)
        f.op("i32.shr_u")
        f.gset(b.count)


def _light(b: Builder, decision: int, f: Func) -> Walk:
    """A walk that writes only what must lie in memory, since what it tries is few enough."""
    walk = Walk(Unit(b, f, 0), 1, keeps=True)
    walk.decider, walk.mixed, walk.split = b.program.decisions[decision].decider, False, True
    walk.light(b.reach(decision), MOST_TRIES)
    return walk


def _write_counting(b: Builder, decision: int, f: Func) -> None:
    walk = _light(b, decision, f)
    walk.leaf = lambda length: count_one(walk, length)
    with f.block() as out:
        walk.exits.append(out)
        write_count(walk, b.program.decisions[decision].steps)


def write_finding(b: Builder, decision: int, f: Func) -> None:
    """The walk to a completion of a decision by its number."""
    walk = _light(b, decision, f)
    walk.sites = b.sites["walk", decision] = []
    walk.leaf = lambda length: find_one(walk, length)
    write_find(walk, b.program.decisions[decision].steps)


def write_options(b: Builder, decision: int, f: Func) -> None:
    """The walk over the options of the next step of a decision."""
    u = Unit(b, f, 0)
    nodes = b.program.decisions[decision].steps
    walk = Walk(u, 1, keeps=True, stepwise=True)
    walk.told = b.knowledge
    if walk.told:
        walk.sites = b.sites["options", decision] = []
    walk.leaf = lambda length: emit_options.offer(walk, length)
    with f.block() as out:
        walk.exits.append(out)
        steps(walk, nodes, Length(), walk.leaf)
