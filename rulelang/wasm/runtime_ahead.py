"""Fixed functions that try moves in positions and say how they look behind them, as `agents/greedy.py` does.

In memory of the host lie paths (their length, their keys; so many words each) and positions, whole. For each path and
position a row goes to OUT: what came of the path, the estimate for the seat, whether the game is over with a result,
what each seat gets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.nodes import NOTHING
from rulelang.ir.program import ANSWER_BOUND, DECIDING, FAULT, OVER, SEAT, STATUS, STEPS, TURN
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_options import ANSWER
from rulelang.wasm.runtime_play import cell, in_trouble, next_block, put
from rulelang.wasm.runtime_results import number
from rulelang.wasm.runtime_rollouts import copy_state
from rulelang.wasm.words import Var, Word, Writer, call, glob, load, opposite, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

# What came of a path: it is not offered, it was played, it asks for more.
ILLEGAL, PLAYED, UNFINISHED = range(3)
PATH_WORDS = ANSWER_BOUND
ROW_WORDS = 3               # before what each seat gets


def look_ahead(b: Builder, f: Func) -> None:
    """(paths, how many, positions, how many, seat, forced): rows in OUT, those of the first path first."""
    w = Writer(f)
    paths, moves, positions, tables, seat, forced = w.params()
    row, path, table, came = w.var(b.layout.out), w.var(paths), w.var(), w.var()
    with w.count(0, moves):
        table.set(positions)
        with w.count(0, tables):
            copy_state(b, w, word(STATE), table)
            came.set(call(b.runtime("play_path"), path))
            w.store(row, came)
            with w.when(came.eq(PLAYED)):
                w.do(b.runtime("play_forced"), seat, forced)
                w.store(row, _estimate(b, w, seat), 4)
                w.store(row, cell(STATUS).eq(OVER) & opposite(cell(FAULT)), 8)
                w.do(b.runtime("returns"), row + 4 * ROW_WORDS)
            row.add(4 * (ROW_WORDS + b.program.players))
            table.add(4 * b.program.size)
        path.add(4 * PATH_WORDS)


def _estimate(b: Builder, w: Writer, seat: Var) -> Word:
    """As `results.estimate`."""
    program, sp = b.program, glob(b.arena)
    for function in (program.estimate, program.payoff):
        if function >= 0:
            return number(w, b.calling(function, sp, seat))
    if not program.criteria:
        return word(0)
    highest, function = program.criteria[0]
    value = number(w, b.calling(function, sp, seat))
    return value if highest else word(0) - value


def play_path(b: Builder, f: Func) -> None:
    """(path): take a move of the position by its keys and run to the next stop; what came of it."""
    w = Writer(f)
    path, = w.params()
    size = w.var(load(path))
    w.do(b.runtime("copy_words"), ANSWER, path + 4, size)
    w.do(b.runtime("walk_options"), size)
    w.do(b.runtime("zero_words"), ANSWER, size)
    with w.when(glob(b.trouble)):
        in_trouble(b, w)
        w.give(PLAYED)
    with w.when(opposite(glob(b.keep))):
        with w.when(glob(b.count)):
            w.give(UNFINISHED)
        with w.when(size.ne(1) | load(path, 4).ne(NOTHING)):
            w.give(ILLEGAL)
        w.do(b.runtime("walk_options"), 0)
        with w.when(glob(b.trouble) | glob(b.count)):
            w.gset(b.trouble, 0)
            w.give(ILLEGAL)
        w.do(b.runtime("take_nothing"))
    put(w, STEPS, cell(STEPS) + glob(b.kept))
    put(w, TURN, cell(TURN) + 1)
    w.do(b.runtime("run"), next_block(b))
    w.push(PLAYED)


def play_forced(b: Builder, f: Func) -> None:
    """(seat, most): as long as the seat has one move and no other, it takes it, so many times at most."""
    w = Writer(f)
    seat, most = w.params()
    with w.count(0, most):
        with w.when(cell(STATUS).ne(DECIDING) | cell(SEAT).ne(seat)):
            w.give()
        w.do(b.runtime("select_some"), 2)
        with w.when(glob(b.trouble)):
            w.gset(b.trouble, 0)
            w.give()
        with w.when(glob(b.count) > 1):
            w.give()
        w.do(b.runtime("choose"), 0, glob(b.count))


RUNTIME = {
    "look_ahead": (look_ahead, 6, 0), "play_path": (play_path, 1, 1), "play_forced": (play_forced, 2, 0),
}

EXPORTS = ("look_ahead",)
