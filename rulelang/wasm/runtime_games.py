"""Fixed functions that play whole games from seeds, one after another; their rows lie in OUT (`runtime_play.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.program import ANSWER_BOUND, BLOCK, DECIDING, DECISION, HEADER, SEAT, STATUS
from rulelang.wasm.emit_counts import clear_counts
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_play import blank, cell, in_trouble, put, refresh, row_size, say_over, set_up
from rulelang.wasm.words import Writer, call, glob

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

MOST_WRITTEN = 2_000        # a game of more ints is made blank by copying


def blank_again(b: Builder, f: Func) -> None:
    """The same after a game, whose play does not touch answers, nor without it what belongs to knowledge."""
    end = b.program.size if b.knowledge else b.program.knowledge
    if end > MOST_WRITTEN:
        blank(b, f)
        return
    for at in (*range(0, HEADER, 4), *range(HEADER + ANSWER_BOUND, end - 4, 4), end - 4):
        f.const(0)
        f.wide(b.blank[at:at + 4])
        f.store_wide(STATE + 4 * at)


def whole_game(b: Builder, f: Func) -> None:
    """(seed low, seed high, first player): a new game on the ints of a blank one, played to its end."""
    w, f.hot = Writer(f), True
    set_up(b, w)
    for at, value in ((STATUS, 0), (DECISION, -1), (SEAT, 0), (BLOCK, 0)):
        put(w, at, value)
    w.gset(b.playing, 1)
    w.gset(b.left, glob(b.step_limit))
    refresh(b, w)
    behind = w.var(call(b.procedure(b.program.start, through=True), glob(b.arena), 0))
    with w.when(behind >= 0):
        w.do(b.runtime("run"), behind)
        w.f.otherwise()
        in_trouble(b, w)
        say_over(b, w)
    w.gset(b.playing, 0)


def playouts(b: Builder, f: Func) -> None:
    """(seed low, seed high, games, digest): games from seeds one after another; a row of results for each in OUT.

    `play_seed` gives the seed of the moves of each game.
    """
    w, f.hot = Writer(f), True
    low, high, games, digest = w.params()
    row = w.var(b.layout.out)
    w.do(b.runtime("blank"))
    with w.count(0, games):
        w.do(b.runtime("set_play_seed"), call(b.runtime("word"), low, high, -1),
             call(b.runtime("word"), low, high, -2), 0)
        for counter in (b.offers, b.offered, b.offered_most, b.single):
            w.gset(counter, 0)
        clear_counts(b, w)
        w.do(b.runtime("blank_again"))
        w.do(b.runtime("whole_game"), low, high, -0x80000000)
        w.do(b.runtime("write_row"), row, digest)
        row.add(4 * row_size(b.program))
        low.add(1)
        with w.when(low.eq(0)):
            high.add(1)


def play_out(b: Builder, f: Func) -> None:
    """Uniformly drawn moves to the end of the game."""
    w = Writer(f)
    w.gset(b.playing, 1)
    with w.repeat(cell(STATUS).eq(DECIDING)):
        w.do(b.runtime("play_once"))
    w.gset(b.playing, 0)


RUNTIME = {
    "play_out": (play_out, 0, 0), "blank_again": (blank_again, 0, 0), "whole_game": (whole_game, 3, 0),
    "playouts": (playouts, 4, 0),
}
