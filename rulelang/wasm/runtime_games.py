"""Fixed functions that play whole games from seeds, one after another; their rows lie in OUT (`runtime_play.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.numbers import NONE
from rulelang.ir.program import (
    ANSWER_BOUND,
    BLOCK,
    DECIDING,
    DECISION,
    EXPLICIT,
    FIRST_PLAYER,
    HEADER,
    SEAT,
    SEED_HIGH,
    SEED_LOW,
    STATUS,
)
from rulelang.wasm.emit_counts import clear_counts
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_numbers import get_ready, mixed_four
from rulelang.wasm.runtime_play import begin_taping, cell, in_trouble, put, refresh, row_size, say_over
from rulelang.wasm.words import Var, Word, Writer, call, glob, one, two, wide, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

MOST_WRITTEN = 2_000        # a game of more ints is made blank by copying


def blank_again(b: Builder, f: Func) -> None:
    """The ints that games begin with, after a game, whose play does not touch answers, nor without it knowledge."""
    ints, end = begun(b), b.program.size if b.knowledge else b.program.knowledge
    if end > MOST_WRITTEN:
        for n in (STATE, b.layout.words(ints), 4 * end):
            f.const(n)
        f.copy()
        return
    for at in (*range(0, HEADER, 4), *range(HEADER + ANSWER_BOUND, end - 4, 4), end - 4):
        f.const(0)
        f.wide(ints[at:at + 4])
        f.store_wide(STATE + 4 * at)


def begun(b: Builder) -> list[int]:
    """The ints that games begin with."""
    if b.opening:
        return b.opening.ints
    ints = b.blank[:]
    for at, value in ((STATUS, 0), (DECISION, -1), (SEAT, 0), (BLOCK, 0), (FIRST_PLAYER, NONE),
                      (b.program.procedures[b.program.start].frame, -1)):
        ints[at] = value
    return ints


def whole_game(b: Builder, f: Func) -> None:
    """(seed low, seed high): a new game on the ints that games begin with, played to its end.

    Its generator's first word lies ready.
    """
    w, f.hot = Writer(f), True
    low, high = w.params()
    steps = b.opening.steps if b.opening else 0
    with w.when(glob(b.step_limit) <= steps):
        w.do(b.runtime("short_game"), low, high)
        w.give()
    put(w, SEED_LOW, low)
    put(w, SEED_HIGH, high)
    if b.stepping:
        put(w, EXPLICIT, glob(b.explicit))
    w.gset(b.playing, 1)
    w.gset(b.left, glob(b.step_limit) - steps)
    w.gset(b.span, b.opening.span if b.opening else -1)
    begin_taping(b, w)
    refresh(b, w)
    behind = w.var(call(b.procedure(b.program.start, through=True), glob(b.arena), 0))
    with w.when(behind >= 0):
        w.do(b.runtime("run"), behind)
        w.f.otherwise()
        in_trouble(b, w)
        say_over(b, w)
    w.gset(b.playing, 0)


def short_game(b: Builder, f: Func) -> None:
    """(seed low, seed high): the same where the steps are hardly enough to begin."""
    w, f.apart = Writer(f), True
    w.do(b.runtime("begin"), *w.params(), NONE)
    w.do(b.runtime("play_out"))


def begin_words(b: Builder, f: Func) -> None:
    """(seed low, seed high): begin the words that the game of a seed starts with, and the first of the moves before it.

    They take long to work out and nothing can go on without them, so they are begun two games before they are needed,
    side by side.
    """
    w = Writer(f)
    low, high = w.params()
    for near, far in ((b.near_low, b.far_low), (b.near_high, b.far_high), (b.near_word, b.far_word)):
        w.gset(near, glob(far))
    counters = (-1, -2, 0, 0)
    lows, highs = (Word(lambda f, n=n, last=last: _last_lane(f, n, last))             # type: ignore[misc]
                   for n, last in ((low, b.near_low), (high, b.near_high)))
    begun = wide(*(n + 0x9E3779B9 for n in counters))
    x = mixed_four(w, begun, lows, two("i32x4.add", highs, wide(*(n * 0x6A09E667 for n in counters))))
    for lane, name in enumerate((b.far_low, b.far_high, b.far_word, b.near_play)):
        w.gset(name, one(f"i32x4.extract_lane {lane}", x))


def _last_lane(f: Func, value: Var, last: int) -> None:
    """Push a value four times, in the last place a global instead."""
    value.write(f)
    f.op("i32x4.splat")
    f.gget(last)
    f.op("i32x4.replace_lane 3")


def begin_playouts(b: Builder, f: Func) -> None:
    """(seed low, seed high): blank ints, and the words of the first two games begun."""
    w, f.apart = Writer(f), True
    low, high = w.params()
    w.do(b.runtime("blank"))
    w.do(b.runtime("begin_words"), low, high)
    w.do(b.runtime("begin_words"), low + 1, high + low.eq(-1))


def playouts(b: Builder, f: Func) -> None:
    """(seed low, seed high, games, digest): games from seeds one after another; a row of results for each in OUT.

    `play_seed` gives the seed of the moves of each game.
    """
    w, f.hot = Writer(f), True
    low, high, games, digest = w.params()
    row = w.var(b.layout.out)
    w.do(b.runtime("begin_playouts"), low, high)
    with w.count(0, games):
        for name, value in ((b.play_low, glob(b.near_low)), (b.play_high, glob(b.near_high)),
                            (b.play_word, glob(b.near_play)), (b.play_counter, word(0))):
            w.gset(name, value)
        get_ready(b, w, low, high, word(0), glob(b.near_word))
        w.do(b.runtime("begin_words"), low + 2, high + (low + 2).under(2))
        for counter in (b.offers, b.offered, b.offered_most, b.single):
            w.gset(counter, 0)
        clear_counts(b, w)
        w.do(b.runtime("blank_again"))
        w.do(b.runtime("whole_game"), low, high)
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
    "play_out": (play_out, 0, 0), "blank_again": (blank_again, 0, 0), "whole_game": (whole_game, 2, 0),
    "short_game": (short_game, 2, 0), "begin_words": (begin_words, 2, 0),
    "begin_playouts": (begin_playouts, 2, 0), "playouts": (playouts, 4, 0),
}
