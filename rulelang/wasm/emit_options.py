"""Walks that look for the options of one step: each is found once, as `engine/decisions.options` finds them.

Such a walk is held to the answers given. At a completion it reports the key behind them and goes straight back to the
step that has given it, for the next one. Where the answers are all there is to say, it keeps what they have written;
of full modules it notes that, since what is kept is told before it is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.wasm.emit_notes import complete, note_kept
from rulelang.wasm.words import Var, Word, Writer, call, glob, load, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder
    from rulelang.wasm.emit_steps import Length, Walk

Passed = tuple[Var, Var]        # so many keys of the path of this entry have been done


def length_of(walk: Walk, length: Length) -> Word:
    """How long the path is."""
    return Var(walk.u.f, length.local) + length.plus if length.local >= 0 else word(length.plus)


def offer(walk: Walk, length: Length) -> None:
    """A completion: keep it if the answers are complete, else report the option behind them."""
    w, b = Writer(walk.u.f), walk.u.b
    size = length_of(walk, length)
    with w.when(size <= glob(b.forced)):
        if walk.told:
            note_kept(walk, length)
        else:
            w.gset(b.keep, 1)
        w.gset(b.kept, size)
        w.gset(b.back, -1)
        walk.stop()
    w.gset(b.count, glob(b.count) + 1)
    w.do(b.runtime("note_option"), glob(b.forced))
    w.gset(b.back, glob(b.forced))
    walk.stop()


def counted(walk: Walk, length: Length) -> None:
    """A completion of chance, whose next key may have to be counted."""
    walk.u.f.call(walk.u.b.runtime("count_outcome"))
    complete(walk, length)


# ---------------------------------------------------------------- melds


def skip_passed(walk: Walk, length: Length, entry: Var, passed: Passed, skip: int) -> None:
    """Skip a meld whose path does not go on as the answers say, or begins like those that have been done."""
    w, f, b = Writer(walk.u.f), walk.u.f, walk.u.b
    keys, before = passed
    start = w.var(length_of(walk, length))
    held, size = w.var(glob(b.forced) - start), load(entry)
    held.set(pick(held < size, held, size))
    same_words(b, entry + 8, start << 2, b.layout.prefix, held).write(f)
    f.op("i32.eqz")
    f.br_if(skip)
    with w.when(keys > 0):
        (load(entry) >= keys).write(f)
        same_words(b, entry + 8, before + 8, 0, keys).write(f)
        f.op("i32.and")
        f.br_if(skip)


def pass_like(walk: Walk, length: Length, entry: Var, passed: Passed) -> None:
    """The walk has come back for another key: melds that have the same one are done."""
    b = walk.u.b
    keys, before = passed
    keys.set(glob(b.back) - length_of(walk, length) + 1)
    keys.set(pick(keys > load(entry), 0, keys))
    before.set(entry)


def same_words(b: Builder, at: Word, other: Word, offset: int, count: Word) -> Word:
    """Whether so many words are the same, those at `at` and those at `other` plus an offset."""
    return call(b.runtime("same_words"), at, count, other + offset, count)
