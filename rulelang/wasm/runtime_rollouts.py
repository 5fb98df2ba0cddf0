"""Fixed functions that play random games from a position, again and again, as `engine/rollouts.py` does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.program import COUNTER, EXPLICIT, SEED_HIGH, SEED_LOW
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_play import cell, next_block, put
from rulelang.wasm.words import Var, Word, Writer, call, glob, load, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def copy_state(b: Builder, w: Writer, target: Word, source: Word, ints: int = 0) -> None:
    """Copy the first ints of a position, or all."""
    for each in (target, source, word(4 * (ints or b.program.size))):
        each.write(w.f)
    w.f.copy()


def roll_out(b: Builder, f: Func) -> None:
    """(move, seed low, seed high, games): games from the position, behind a move unless that is -1; sums in OUT.

    They are 64-bit ints, one for each seat. The position is as before afterwards.
    """
    w = Writer(f)
    move, low, high, games = w.params()
    size = 4 * b.program.size
    before = w.var(glob(b.arena))
    start = w.var(before + size)
    w.gset(b.arena, start + size)
    copy_state(b, w, before, word(STATE))
    w.do(b.runtime("zero_words"), b.layout.out, 2 * b.program.players)
    with w.when(move >= 0):
        w.do(b.runtime("take_move"), move, call(b.runtime("count_moves")))
    copy_state(b, w, start, word(STATE))
    with w.count(0, games) as n:
        copy_state(b, w, word(STATE), start)
        w.do(b.runtime("luck"), low, high, n)
        w.gset(b.playing, 1)
        with w.when(move >= 0):
            w.do(b.runtime("run"), next_block(b))
        w.do(b.runtime("play_out"))
        _add_up(b, w)
    copy_state(b, w, word(STATE), before)
    w.gset(b.arena, before)


def luck(b: Builder, f: Func) -> None:
    """(seed low, seed high, n): the generators of game n, that of its position and that of its moves."""
    w = Writer(f)
    low, high, n = w.params()
    generator = b.runtime("word")
    put(w, SEED_LOW, call(generator, low, high, n << 1))
    put(w, SEED_HIGH, call(generator, low, high, (n << 1) + 1))
    put(w, COUNTER, 0)
    put(w, EXPLICIT, 0)
    own = (cell(SEED_LOW), cell(SEED_HIGH))
    w.do(b.runtime("set_play_seed"), call(generator, *own, -1), call(generator, *own, -2), 0)


def _add_up(b: Builder, w: Writer) -> None:
    """What each seat has got."""
    f, got = w.f, Var(w.f, w.f.local())
    got.set(b.layout.out + 8 * b.program.players)
    w.do(b.runtime("returns"), got)
    for seat in range(b.program.players):
        f.const(b.layout.out)
        f.const(b.layout.out)
        f.load64(8 * seat)
        load(got, 4 * seat).write(f)
        f.op("i64.extend_i32_s", "i64.add")
        f.store64(8 * seat)


RUNTIME = {"roll_out": (roll_out, 4, 0), "luck": (luck, 3, 0)}
