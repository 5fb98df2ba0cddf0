"""Fixed functions that write the keys of all moves into OUT, for the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.wasm.encode import Func
from rulelang.wasm.layout import OUT_BYTES
from rulelang.wasm.words import Writer, call, glob

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def note_path(b: Builder, f: Func) -> None:
    """(length): write the path of a completion behind those in OUT, if somebody lists; where room is left."""
    w = Writer(f)
    length, = w.params()
    out = w.var(glob(b.out))
    with w.when((out < b.layout.out) | (out + (length << 2) + 4 > b.layout.out + OUT_BYTES)):
        w.give()
    w.store(out, length)
    w.do(b.runtime("copy_words"), out + 4, b.layout.path, length)
    w.gset(b.out, out + (length << 2) + 4)


def list_moves(b: Builder, f: Func) -> None:
    """Write the paths of all completions into OUT; how many, -1 if they find no room."""
    w = Writer(f)
    w.gset(b.out, b.layout.out)
    n = w.var(call(b.runtime("count_moves")))
    with w.when(glob(b.out) > b.layout.out + OUT_BYTES - 1100):
        w.give(-1)
    w.push(n)


RUNTIME = {"note_path": (note_path, 1, 0), "list_moves": (list_moves, 0, 1)}
