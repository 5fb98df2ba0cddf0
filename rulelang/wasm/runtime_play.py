"""Fixed functions that play: runs from stop to stop, moves listed, chosen or drawn, whole games one after another.

A row of results: turns, answers, status, adjudicated, fault, span of the fault, how many decisions there were, their
moves in all, the most of one, how many had one only, what each seat gets, for each score the total of each seat, two
words that digest the final ints (0 unless asked for).
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from rulelang.ir import nodes as ir
from rulelang.ir.program import (
    BLOCK,
    DECIDING,
    DECISION,
    EXPLICIT,
    FAULT,
    FAULT_SPAN,
    FIRST_PLAYER,
    OVER,
    SEAT,
    SEED_HIGH,
    SEED_LOW,
    STATUS,
    STEPS,
    TURN,
    Program,
)
from rulelang.wasm.emit_counts import count_turn
from rulelang.wasm.emit_events import over
from rulelang.wasm.encode import I32, Func
from rulelang.wasm.layout import MOST_MOVES, STATE
from rulelang.wasm.runtime_results import RUNTIME as RESULTS
from rulelang.wasm.shapes import BEGUN
from rulelang.wasm.words import Number, Var, Word, Writer, call, glob, load, opposite, pick, word
from rulelang.wasm.work import GIVEN_UP

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

FIXED = 10                  # ints of a row before what each seat gets


def row_size(program: Program) -> int:
    """Ints of one row of results."""
    return FIXED + program.players * (1 + len(program.scores)) + 2


def cell(at: int) -> Word:
    """A cell."""
    return load(STATE + 4 * at)


def put(w: Writer, at: int, value: Word | int) -> None:
    """Write a cell."""
    w.store(STATE + 4 * at, value)


def nobody(b: Builder, f: Func) -> None:
    """Stands in the table where there is nothing to call."""
    f.op("unreachable")


def stop_at_limit(b: Builder, f: Func) -> None:
    """(kind): the game is over with a fault (1 steps, 2 choices) where the rules stand."""
    w, f.apart = Writer(f), True
    kind, = w.params()
    w.gset(b.fault_kind, kind)
    for at, value in ((STATUS, word(OVER)), (SEAT, word(0)), (DECISION, word(-1)), (FAULT, word(1)),
                      (FAULT_SPAN, glob(b.span))):
        put(w, at, value)


def in_trouble(b: Builder, w: Writer) -> None:
    """If a question was too much to work out, the game is over."""
    with w.when(glob(b.trouble)):
        w.gset(b.trouble, 0)
        with w.when(glob(b.trouble_span) >= 0):
            w.gset(b.span, glob(b.trouble_span))
        w.do(b.runtime("stop_at_limit"), 2)


def run(b: Builder, f: Func) -> None:
    """(block): on from a block to the next stop; questions that ask nothing are passed."""
    w, f.apart = Writer(f), True
    block, = w.params()
    f_type, places, place = b.module.signature([I32, I32], [I32]), b.procedure_places(), w.var()
    with f.loop() as again:
        for at, value in ((STATUS, 0), (DECISION, -1), (SEAT, 0), (BLOCK, 0)):
            put(w, at, value)
        with w.when(opposite(glob(b.onward))) if b.stepping else nullcontext():
            w.gset(b.left, glob(b.step_limit))
        w.gset(b.onward, 0)
        refresh(b, w)
        with w.repeat(block >= 0):
            place.set((block << 3) + places)
            w.push(glob(b.arena), load(place, 4), load(place))
            f.call_table(f_type)
            f.set(block.number)
        in_trouble(b, w)
        say_over(b, w)
        if not all(asks(b.program, b.program.decisions[n].steps) for n in b.asked):
            _pass_silent(b, w, block)
            (block >= 0).write(f)
            f.br_if(again)


def say_over(b: Builder, w: Writer) -> None:
    """Where events are recorded: the game is over."""
    if b.tells:
        with w.when(cell(STATUS).eq(OVER)), w.when(opposite(glob(b.unsaid))):
            over(b, w)


def refresh(b: Builder, w: Writer) -> None:
    """Let as much be tried and gone through as one question may need."""
    w.gset(b.tries, glob(b.most_tries))
    if b.counts_work:
        w.gset(b.work, GIVEN_UP)


def _pass_silent(b: Builder, w: Writer, block: Var) -> None:
    """A question that asks nothing, if it can be answered, is answered by going on: `block` says where."""
    silent = b.layout.words(int(not asks(b.program, decision.steps)) for decision in b.program.decisions)
    with w.when(cell(STATUS).eq(DECIDING)), w.when(load(cell(DECISION) << 2, silent)):
        kept: Word = glob(b.keep)
        if b.knowledge:
            w.store(b.layout.kept, -1)
            kept = kept | (load(b.layout.kept) >= 0)
        w.do(b.runtime("select"), 0)
        in_trouble(b, w)
        with w.when(kept):
            _commit_noted(b, w)
            put(w, TURN, cell(TURN) + 1)
            block.set(next_block(b))


def asks(program: Program, steps: tuple[ir.Step, ...]) -> bool:
    """Whether some step always asks for something."""
    return any(isinstance(step, ir.Pick | ir.PickSome | ir.PickMeld | ir.Fork)
               or (isinstance(step, ir.Act) and asks(program, program.actions[step.action].steps)) for step in steps)


def next_block(b: Builder) -> Word:
    """The block behind the decision that has stopped the run."""
    stops = ir.Decide | ir.Chance | ir.Settle if b.stepping else ir.Decide
    behind = (block.ending.next if isinstance(block.ending, stops) else -1 for block in b.program.blocks)
    return load(cell(BLOCK) << 2, b.layout.words(behind))


def begin(b: Builder, f: Func) -> None:
    """(seed low, seed high, first player): a new game, run to its first stop."""
    w = Writer(f)
    w.gset(b.playing, 0)
    w.do(b.runtime("blank"))
    w.do(b.runtime("start"), *w.params())


def blank(b: Builder, f: Func) -> None:
    """The ints of a game before anything has happened."""
    f.apart = True
    for n in (STATE, b.layout.words(b.blank), 4 * b.program.size):
        f.const(n)
    f.copy()


def start(b: Builder, f: Func) -> None:
    """(seed low, seed high, first player): a new game on the ints of a blank one, run to its first stop."""
    w = Writer(f)
    set_up(b, w)
    w.do(b.runtime("run"), b.program.procedures[b.program.start].entry)


def set_up(b: Builder, w: Writer) -> None:
    """Seed, first player and frame of a new game."""
    low, high, first = w.params()[:3]
    b.procedure(b.program.start)
    put(w, SEED_LOW, low)
    put(w, SEED_HIGH, high)
    put(w, FIRST_PLAYER, first)
    if b.stepping:
        put(w, EXPLICIT, glob(b.explicit))
    put(w, b.program.procedures[b.program.start].frame, -1)
    begin_taping(b, w)


def begin_taping(b: Builder, w: Writer) -> None:
    """Nothing has gone wrong, and nothing is told so far."""
    w.gset(b.trouble, 0)
    if b.course:
        w.store(b.layout.tape, BEGUN)
        w.gset(b.tape, b.layout.tape + 4)
        w.gset(b.unsaid, 0)


# ---------------------------------------------------------------- moves


def call_pending(b: Builder, w: Writer, kind: int, first: Word | None = None, *, gives: int = 0) -> None:
    """Call what the table holds for the pending decision: of kind 0 its walk, 1 what is written where nothing can be
    picked, 2 its commit, 3 the walk over its options, 4 what finds a completion by its number, 5 (full modules) the
    commit of what the walk over its options has noted.

    `first`: what it gets beside the seat; where there is none, the first free address. `gives`: numbers it leaves.
    """
    (glob(b.arena) if first is None else first).write(w.f)
    cell(SEAT).write(w.f)
    (cell(DECISION) + (b.table_base + len(b.program.procedures) + kind * len(b.program.decisions))).write(w.f)
    w.f.call_table(b.module.signature([I32, I32], [I32] * gives))


def select(b: Builder, f: Func) -> None:
    """(number): walk to the completion of this number and keep it; -1: count them all."""
    w = Writer(f)
    target, = w.params()
    _aim(b, w, target)
    call_pending(b, w, 0)


def select_some(b: Builder, f: Func) -> None:
    """(most): count completions, so many at least that it is known whether there are so many."""
    w = Writer(f)
    most, = w.params()
    _aim(b, w, -1)
    w.gset(b.most, most)
    call_pending(b, w, 0)


def _aim(b: Builder, w: Writer, target: Number) -> None:
    """What a walk must know."""
    refresh(b, w)
    for name, value in ((b.count, word(0)), (b.target, word(target)), (b.keep, word(0)),
                        (b.most, word(MOST_MOVES)), (b.raw, word(0)), (b.forced, word(0))):
        w.gset(name, value)


def count_moves(b: Builder, f: Func) -> None:
    """How many completions there are, at most MOST_MOVES; if it is too much to work out, the game is over (and 0)."""
    w = Writer(f)
    with w.when(cell(STATUS).ne(DECIDING)):
        w.give(0)
    w.do(b.runtime("select"), -1)
    with w.when(glob(b.trouble)):
        in_trouble(b, w)
        w.give(0)
    w.push(glob(b.count))


def choose(b: Builder, f: Func) -> None:
    """(number, of how many): commit a completion that was counted just now (nothing, of none) and run on."""
    w = Writer(f)
    w.do(b.runtime("take_move"), *w.params())
    w.do(b.runtime("run"), next_block(b))


def take_move(b: Builder, f: Func) -> None:
    """(number, of how many): as `choose` without running on."""
    w = Writer(f)
    number, total = w.params()
    if b.course:
        w.do(b.runtime("note_choice"), pick(total, number, 0))
        w.store(b.layout.kept, -1)
    with w.when(total):
        w.gset(b.target, number)
        with w.when(load(cell(DECISION) << 2, b.layout.words(map(b.folded, range(len(b.program.decisions)))))):
            call_pending(b, w, 4, gives=1)
            with f.when():
                call_pending(b, w, 2, word(_place(b)))
            f.otherwise()
            note = w.var((number << 6) + b.layout.notes)
            with w.when(load(note) >= 0):
                call_pending(b, w, 2, note)
                f.otherwise()
                w.do(b.runtime("select"), number)
                _commit_noted(b, w)
        f.otherwise()
        call_pending(b, w, 1)
        w.gset(b.kept, 1)
    put(w, STEPS, cell(STEPS) + glob(b.kept))
    put(w, TURN, cell(TURN) + 1)


def _commit_noted(b: Builder, w: Writer) -> None:
    """Keep what the walk that found it has noted, if it has (see `Builder.noted`); else it is kept already."""
    if b.knowledge:
        with w.when(load(b.layout.kept) >= 0):
            call_pending(b, w, 2, word(b.layout.kept))


def _place(b: Builder) -> int:
    """Where the completion is noted that has been found by its number."""
    return b.layout.kept if b.knowledge else b.layout.notes


def play_once(b: Builder, f: Func) -> None:
    """A uniformly drawn move; nothing where nobody is to act."""
    w = Writer(f)
    n, k = w.var(call(b.runtime("count_moves"))), w.var(0)
    with w.when(cell(STATUS).ne(DECIDING)):
        w.give()
    note_offer(b, w, n, cell(SEAT))
    with w.when(n > 1):
        k.set(call(b.runtime("play_below"), n))
    w.do(b.runtime("choose"), k, n)


def note_offer(b: Builder, w: Writer, n: Var, seat: Word) -> None:
    """Count the moves of a decision of a seat; to do nothing is one."""
    count_turn(b, w, seat)
    moves = w.var(n + n.eq(0))
    w.gset(b.offers, glob(b.offers) + 1)
    w.gset(b.offered, glob(b.offered) + moves)
    w.gset(b.single, glob(b.single) + moves.eq(1))
    with w.when(moves > glob(b.offered_most)):
        w.gset(b.offered_most, moves)


def played(b: Builder, decision: int, f: Func) -> None:
    """(sp, seat): as `play_once` for a decision that is known, without stopping; whether it was too much."""
    w = Writer(f)
    sp, seat = w.params()
    if b.knowledge:
        put(w, SEAT, seat)
        put(w, DECISION, decision)
    _aim(b, w, -1)
    w.do(b.walk(decision), sp, seat)
    with w.when(glob(b.trouble)):
        in_trouble(b, w)
        w.gset(b.unsaid, 1)
        w.give(1)
    n, k = w.var(glob(b.count)), w.var(0)
    note_offer(b, w, n, seat)
    with w.when(n > 1):
        k.set(call(b.runtime("play_below"), n))
    if b.course and asks(b.program, b.program.decisions[decision].steps):
        w.do(b.runtime("note_choice"), k)
    with w.when(n):
        _keep(b, w, decision, k)
        f.otherwise()
        if b.course and not asks(b.program, b.program.decisions[decision].steps):
            w.do(b.runtime("note_choice"), 0)
        w.do(b.nothing(decision), sp, seat)
        w.gset(b.kept, 1)
    if b.knowledge:
        put(w, SEAT, 0)
        put(w, DECISION, -1)
    put(w, STEPS, cell(STEPS) + glob(b.kept))
    put(w, TURN, cell(TURN) + 1)
    w.gset(b.left, glob(b.step_limit))
    refresh(b, w)
    w.push(0)


def _keep(b: Builder, w: Writer, decision: int, number: Var) -> None:
    """Keep the completion of a number: it is found, or its note says what it wrote, or only which one it is."""
    sp, seat = w.params()
    if b.folded(decision):
        w.gset(b.target, number)
        with w.when(call(b.find(decision), sp, seat)):
            w.do(b.commit(decision), _place(b), seat)
    elif not b.mixed(decision):
        w.do(b.commit(decision), (number << 6) + b.layout.notes, seat)
    else:
        _aim(b, w, number)
        w.do(b.walk(decision), sp, seat)
        if b.noted(decision):
            w.do(b.commit(decision), b.layout.kept, seat)


def set_play_seed(b: Builder, f: Func) -> None:
    """(low, high, counter): the generator of playouts."""
    w = Writer(f)
    for name, value in zip((b.play_low, b.play_high, b.play_counter), w.params(), strict=True):
        w.gset(name, value)
    w.gset(b.play_word, call(b.runtime("word"), *w.params()))


def play_uniform(b: Builder, f: Func) -> None:
    """(low, high, counter): a move drawn by this seed; the counter behind it."""
    w = Writer(f)
    w.do(b.runtime("set_play_seed"), *w.params())
    w.do(b.runtime("play_once"))
    w.push(glob(b.play_counter))


# ---------------------------------------------------------------- whole games


def set_limits(b: Builder, f: Func) -> None:
    """(steps, decisions, tries): limits of the engine."""
    w = Writer(f)
    for name, value in zip((b.step_limit, b.decision_limit, b.most_tries), w.params(), strict=True):
        w.gset(name, value)


def fault_kind(b: Builder, f: Func) -> None:
    """Which limit the last fault was about: 1 steps, 2 choices."""
    Writer(f).push(glob(b.fault_kind))


RUNTIME = {
    "nobody": (nobody, 0, 0), "stop_at_limit": (stop_at_limit, 1, 0), "run": (run, 1, 0), "begin": (begin, 3, 0),
    "blank": (blank, 0, 0), "start": (start, 3, 0),
    "select": (select, 1, 0), "select_some": (select_some, 1, 0), "count_moves": (count_moves, 0, 1),
    "choose": (choose, 2, 0), "take_move": (take_move, 2, 0),
    "play_once": (play_once, 0, 0), "play_uniform": (play_uniform, 3, 1), "set_play_seed": (set_play_seed, 3, 0),
    "set_limits": (set_limits, 3, 0), "fault_kind": (fault_kind, 0, 1),
    **RESULTS,
}

EXPORTS = ("begin", "count_moves", "choose", "play_uniform", "list_moves", "set_limits", "fault_kind", "playouts",
           "returns", "roll_out")
