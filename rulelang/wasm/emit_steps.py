"""Steps of decisions in, one function out that walks the completions: steps are written inside each other.

A walk goes on until something stops it: then every step restores what it wrote on the way out, unless the walk keeps.
`Walk.stop` writes the way out of where it stands. Continuations are closures that write what comes behind a step, given
how long the path is by then (`Length`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from rulelang.ir import nodes as ir
from rulelang.wasm.arena import Listed
from rulelang.wasm.emit_statements import write_list
from rulelang.wasm.layout import MOST_MOVES, STATE
from rulelang.wasm.ranges import Range
from rulelang.wasm.reach import Reach
from rulelang.wasm.unit import Unit, Unsupported, is_list, writes

if TYPE_CHECKING:
    from rulelang.wasm.emit_tally import Tallies


class Length(NamedTuple):
    """The length of a path: a local (-1: none) plus a number."""

    local: int = -1
    plus: int = 0

    def more(self, n: int = 1) -> Length:
        """A longer path."""
        return Length(self.local, self.plus + n)


Behind = Callable[[Length], None]


class Written(NamedTuple):
    """What a cell was given: a number, or (number None) what a local holds."""

    number: int | None
    local: int = -1


class WrittenList(NamedTuple):
    """A list that cells were given: the locals of its address and its length, how many cells it has at most.

    Where `values` are there, they are the locals of its elements, and there is no address.
    """

    at: int
    length: int
    bound: int
    values: tuple[int, ...] = ()


class WrittenCells(NamedTuple):
    """A list that cells were given, as they hold it: `bound` cells behind its length. Only full modules note it."""

    bound: int


class Asked(NamedTuple):
    """A step was answered with what is written next. `most`: the local of how many a pick of several allows.

    Only full modules note whether such a pick was ended by an answer.
    """

    step: ir.Pick | ir.PickSome | ir.PickMeld | ir.Fork
    most: int = -1


# What has happened on the way to an end of paths: a step answered, a cell or a list written, a payment made.
Happened = tuple[int, Written | WrittenList | WrittenCells] | ir.PayCards | ir.PayTokens
Event = Asked | Happened


class Site(NamedTuple):
    """An end of paths: what happened on the way, each with its place in the note, and how long the path is.

    The length is a number, or (-1) the word of the note behind the site's number.
    """

    events: tuple[tuple[Event, int], ...]
    length: int


class Walk:
    """The function of one walk while it is written."""

    __slots__ = ("bounded", "cells", "chance", "decider", "exits", "found", "held", "keeps", "leaf", "mixed", "note",
                 "number", "open", "passed", "rest", "seat", "sites", "sources", "split", "stepwise", "tallies",
                 "times", "told", "total", "trail", "u")

    def __init__(self, u: Unit, seat: int, *, keeps: bool, chance: bool = False,
                 stepwise: bool = False) -> None:
        self.u = u
        self.seat = seat                    # local: who decides, 0 for chance
        self.keeps = keeps                  # whether a stop may keep what was written: in decisions, not in heads alone
        self.chance = chance                # whether equal cards can be told apart
        self.stepwise = stepwise            # whether it looks for the options of one step (see `emit_options.py`)
        self.held = chance or stepwise      # whether its first keys can be held to a prefix
        self.exits: list[int] = []
        self.found = u.f.local()            # whether a head can be completed
        self.leaf: Behind | None = None     # what comes behind the last step
        self.trail: list[Event] = []        # what has happened on the way here
        self.sites: list[Site] | None = None            # ends of paths that can be written again from a note
        self.note = u.f.local()             # where the note of a completion is written
        self.mixed = keeps                  # whether some completions must be walked to again, to be kept
        self.told = False                   # whether a completion is kept from its note in any case, to be told
        self.passed = -1                    # local: whether the end that is written next counts, -1 for yes
        self.total = -1                     # local: how many completions there are, on a walk that only counts them
        self.times = -1                     # local: for how many completions one stands there, -1 for one
        self.number = -1                    # local: how many come before the one looked for, on a walk that finds
        self.tallies: Tallies | None = None             # sets of cards that are counted before the walk
        self.split = False                  # whether the branches of a fork that stands first are counted one by one
        self.open = 0                       # how many things must be restored on the way out from here
        self.rest: tuple[ir.Step, ...] = () # the steps behind the one that is written
        self.cells: frozenset[int] | None = None        # cells that must lie in memory, None for all
        self.bounded = False                # whether it surely tries less than the limit, and ends less often
        self.decider: ir.IntExpr | None = None          # who decides, where that is known beside the local
        self.sources: dict[int, ir.ListExpr] = {}       # what cells were picked from

    def light(self, found: Reach, most_tries: int) -> None:
        """Nothing is kept on this walk: then locals may hold what cells are given, and what it tries may be bounded."""
        self.cells = found.cells
        self.bounded = found.tries <= most_tries and found.ends <= MOST_MOVES
        self.u.free = self.bounded

    def in_memory(self, at: int) -> bool:
        """Whether a cell must be written while what follows is walked."""
        return self.cells is None or at in self.cells

    def is_seat(self, node: ir.Expr) -> bool:
        """Whether an expression surely gives who decides."""
        if isinstance(node, ir.Cell) and self.u.alias.get(node.at) == self.seat:
            return True
        return node == self.decider and isinstance(node, ir.Cell) and node.at not in self.u.alias

    @contextmanager
    def given(self, at: int, written: Written) -> Iterator[None]:
        """Give a cell a number, as far as what is written inside goes; the caller restores it, if it lies in memory."""
        u = self.u
        if self.in_memory(at):
            u.put(at, lambda: u.f.get(written.local) if written.number is None else u.f.const(written.number))
        with self.after((at, written)), u.holding(at, written.number, written.local):
            yield

    def saved(self, *cells: int) -> Callable[[], None] | None:
        """What restores cells to what they are here; None where nothing needs to be restored."""
        u = self.u
        old = [(at, saved_cell(u, at)) for at in cells if self.in_memory(at)]

        def restore() -> None:
            for at, local in old:
                u.put(at, lambda local=local: u.f.get(local))                   # type: ignore[misc]
        return restore if old else None

    def stop(self) -> None:
        """Leave the walk from here."""
        self.u.f.br(self.exits[-1])

    def restoring(self, inside: Callable[[], None], restore: Callable[[], None] | None) -> None:
        """Write something that may stop; what it wrote is restored behind it, and on the way out."""
        f = self.u.f
        if restore is None:
            inside()
            return
        with f.block() as done:
            with f.block() as way_out:
                self.exits.append(way_out)
                self.open += 1
                inside()
                self.open -= 1
                self.exits.pop()
                restore()
                f.br(done)
            if self.mixed:
                f.gget(self.u.b.keep)
                f.op("i32.eqz")
                with f.when():
                    restore()
            else:
                restore()
            self.stop()

    def try_one(self, span: int) -> None:
        """Count one more candidate that is tried; past the limit the walk stops."""
        if self.bounded:
            return
        f, b = self.u.f, self.u.b
        left = f.local()
        f.gget(b.tries)
        f.const(1)
        f.op("i32.sub")
        f.tee(left)
        f.gset(b.tries)
        f.get(left)
        f.const(0)
        f.op("i32.lt_s")
        with f.when():
            f.const(1)
            f.gset(b.trouble)
            f.const(span)
            f.gset(b.trouble_span)
            if self.stepwise:
                f.const(-1)
                f.gset(b.back)
            self.stop()

    @contextmanager
    def after(self, *events: Event) -> Iterator[None]:
        """These things have happened, as far as what follows goes."""
        before = len(self.trail)
        self.trail += events
        yield
        del self.trail[before:]

    def write_key(self, length: Length, key: Callable[[], None], point: int) -> None:
        """Write a key into the path. Heads alone have none: they are looked at while a decision's path is written.

        `point`: of what decision point it is; only those that look for options need to know.
        """
        if not self.keeps or not (self.mixed or self.u.b.listing):
            return
        f, layout = self.u.f, self.u.b.layout
        self.path_place(length)
        key()
        f.store(layout.path + 4 * length.plus)
        if self.u.b.stepping:
            self.path_place(length)
            f.const(point)
            f.store(layout.points + 4 * length.plus)

    def go_on(self, length: Length, behind: Callable[[], None], caught: Callable[[], None] | None = None) -> None:
        """What comes behind an option of a step whose path is so long. Where options are looked for, the walk comes
        back here from a completion, to try the next one; `caught` writes what it does then.
        """
        if not self.stepwise:
            behind()
            return
        f, b = self.u.f, self.u.b
        with f.block() as done:
            with f.block() as way_out:
                self.exits.append(way_out)
                behind()
                self.exits.pop()
                f.br(done)
            f.gget(b.back)
            push_length(self, length)
            f.op("i32.lt_s")
            with f.when():
                self.stop()
            if caught is not None:
                caught()

    def path_place(self, length: Length) -> None:
        """Push the address of the place in the path, but for the constant part."""
        f = self.u.f
        if length.local < 0:
            f.const(0)
        else:
            f.get(length.local)
            f.const(2)
            f.op("i32.shl")

    @contextmanager
    def skipping(self) -> Iterator[int]:
        """What follows may branch to the label, to go on with the next completion."""
        with self.u.f.block() as skip:
            yield skip


StepEmitter = Callable[[Walk, Any, Length, Behind], None]
STEPS: dict[type, StepEmitter] = {}


def steps(walk: Walk, nodes: Sequence[ir.Step], length: Length, behind: Behind) -> None:
    """Steps in order, then what comes behind them."""
    if not nodes:
        behind(length)
        return
    emitter = STEPS.get(type(nodes[0]))
    if emitter is None:
        raise Unsupported(type(nodes[0]).__name__)
    outer, later = walk.rest, tuple(nodes[1:])

    def go_on(after: Length) -> None:
        inner, walk.rest = walk.rest, outer
        steps(walk, later, after, behind)
        walk.rest = inner
    walk.rest = later + outer
    emitter(walk, nodes[0], length, go_on if later else behind)
    walk.rest = outer


@writes(STEPS, ir.Guard)
def guard(walk: Walk, node: ir.Guard, length: Length, behind: Behind) -> None:
    """Go on only if a condition holds."""
    u = walk.u
    u.tested(node.condition)
    with u.f.when():
        behind(length)


@writes(STEPS, ir.Bind)
def bind(walk: Walk, node: ir.Bind, length: Length, behind: Behind) -> None:
    """A name for a value."""
    u = walk.u
    if not is_list(u.b, node.value):
        def number() -> None:
            value = u.f.local()
            u.counted(node.value)                               # type: ignore[arg-type]
            u.f.set(value)
            with u.knowing(value, u.range(node.value)), walk.given(node.at, Written(None, value)):
                behind(length)
        walk.restoring(number, walk.saved(node.at))
        return
    kept = saved_list(u, node.at, node.bound)

    def values() -> None:
        write_list(u, node.at, node.bound, node.value)          # type: ignore[arg-type]
        with walk.after((node.at, WrittenCells(node.bound))):
            behind(length)
    walk.restoring(values, lambda: restore_list(u, node.at, kept))


def saved_cell(u: Unit, at: int) -> int:
    """A local with what stands in a cell."""
    old = u.f.local()
    u.cell(at)
    u.f.set(old)
    return old


def saved_list(u: Unit, at: int, bound: int) -> Listed:
    """A copy of the cells of a list, its length cell among them."""
    f, lying = u.f, u.pair()
    f.const(STATE + 4 * at)
    f.set(lying.at)
    f.const(bound + 1)
    f.set(lying.length)
    return u.copied(lying)


def restore_list(u: Unit, at: int, kept: Listed) -> None:
    """Write saved cells back."""
    u.f.const(STATE + 4 * at)
    u.f.get(kept.at)
    u.f.get(kept.length)
    u.f.call(u.b.runtime("copy_words"))


@writes(STEPS, ir.Act)
def act(walk: Walk, node: ir.Act, length: Length, behind: Behind) -> None:
    """The head of an action: its frame knows who acts and the menu meanwhile."""
    u = walk.u
    action = u.b.program.actions[node.action]
    frame = u.b.program.procedures[action.procedure].frame

    def inside() -> None:
        counters = Written(node.menu.value) if isinstance(node.menu, ir.Const) else Written(None, u.value(node.menu))
        with u.knowing(walk.seat, Range(0 if walk.chance else 1, u.b.program.players)), \
                walk.given(frame + 1, Written(None, walk.seat)), walk.given(frame + 2, counters):
            steps(walk, action.steps, length, behind)
    walk.restoring(inside, walk.saved(frame + 1, frame + 2))


def held_to(walk: Walk, length: Length, key: Callable[[], None], skip: int) -> None:
    """Skip a key that is not the one the walk is held to: as many keys are as `forced` says."""
    f, b = walk.u.f, walk.u.b
    push_length(walk, length)
    f.gget(b.forced)
    f.op("i32.lt_s")
    walk.path_place(length)
    f.load(b.layout.prefix + 4 * length.plus)
    key()
    f.op("i32.ne", "i32.and")
    f.br_if(skip)


def push_length(walk: Walk, length: Length) -> None:
    """Push how long the path is."""
    f = walk.u.f
    f.const(length.plus)
    if length.local >= 0:
        f.get(length.local)
        f.op("i32.add")


def stop_here(walk: Walk, length: Length) -> None:
    """One completion is enough."""
    walk.u.f.const(1)
    walk.u.f.set(walk.found)
    walk.stop()
