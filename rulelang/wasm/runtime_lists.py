"""Fixed functions of stored lists (address, length): copying, finding, removing, sorting, comparing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.wasm.encode import Func
from rulelang.wasm.words import Var, Writer, call, load

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def copy_words(b: Builder, f: Func) -> None:
    """(target, source, length): copy a list; the target lies below an overlapping source, or apart from it."""
    w = Writer(f)
    target, source, length = w.params()
    end = w.var(source + (length << 2))
    with w.repeat(source.ne(end)):
        w.store(target, load(source))
        source.add(4)
        target.add(4)


def place_of(b: Builder, f: Func) -> None:
    """(at, length, value): the first place of a value from 0, -1 for none."""
    w = Writer(f)
    at, length, value = w.params()
    with w.count(0, length) as n:
        with w.when(load(at).eq(value)):
            w.give(n)
        at.add(4)
    w.push(-1)


def remove(b: Builder, f: Func) -> None:
    """(at, length, value): take the first such element out; the new length."""
    w = Writer(f)
    at, length, value = w.params()
    place = w.var(call(b.runtime("place_of"), at, length, value))
    with w.when(place >= 0):
        spot = at + (place << 2)
        w.do(b.runtime("copy_words"), spot, spot + 4, length - place - 1)
        length.add(-1)
    w.push(length)


def sort(b: Builder, f: Func) -> None:
    """(at, length): ascending, by insertion: lists are short, and mostly sorted already."""
    w = Writer(f)
    at, length = w.params()
    spot, x = w.var(), w.var()
    end = w.var(at + (length << 2))
    place = w.var(at + 4)
    with w.repeat(place < end):
        x.set(load(place))
        spot.set(place)
        _shift_greater(w, at, spot, x)
        w.store(spot, x)
        place.add(4)


def _shift_greater(w: Writer, at: Var, spot: Var, x: Var) -> None:
    """Move what is greater than x one place up; `spot` is where x belongs then."""
    f = w.f
    with w.repeat(at.under(spot)) as out:
        (load(spot - 4) <= x).write(f)
        f.br_if(out)
        w.store(spot, load(spot - 4))
        spot.add(-4)


def sort_pairs(b: Builder, f: Func) -> None:
    """(at, length): pairs ascending by their first ints, then by their second."""
    w = Writer(f)
    at, length = w.params()
    end, place, spot = w.var(at + (length << 3)), w.var(at + 8), w.var()
    key, x = w.var(), w.var()
    with w.repeat(place < end):
        key.set(load(place))
        x.set(load(place, 4))
        spot.set(place)
        with w.repeat(at.under(spot)) as out:
            before = load(spot - 8)
            (before < key).write(f)
            f.br_if(out)
            (before.eq(key) & (load(spot - 8, 4) <= x)).write(f)
            f.br_if(out)
            w.store(spot, before)
            w.store(spot, load(spot - 8, 4), 4)
            spot.add(-8)
        w.store(spot, key)
        w.store(spot, x, 4)
        place.add(8)


def drop_repeats(b: Builder, f: Func) -> None:
    """(at, length): leave out repeats in a sorted list; the new length."""
    w = Writer(f)
    at, length = w.params()
    with w.when(length < 2):
        w.give(length)
    end, to, x = w.var(at + (length << 2)), w.var(at + 4), w.var()
    place = w.var(at + 4)
    with w.repeat(place < end):
        x.set(load(place))
        with w.when(x.ne(load(to - 4))):
            w.store(to, x)
            to.add(4)
        place.add(4)
    w.push((to - at) >> 2)


def same_words(b: Builder, f: Func) -> None:
    """(at, length, at, length): whether two lists are equal."""
    w = Writer(f)
    at, length, other, other_length = w.params()
    with w.when(length.ne(other_length)):
        w.give(0)
    with w.count(0, length) as n, w.when(load(at + (n << 2)).ne(load(other + (n << 2)))):
        w.give(0)
    w.push(1)


def write_cells(b: Builder, f: Func) -> None:
    """(cell address, bound, at, length): a list into cells, zeros behind it."""
    w = Writer(f)
    cell, bound, at, length = w.params()
    with w.when(bound < length):
        length.set(bound)
    w.store(cell, length)
    cell.add(4)
    w.do(b.runtime("copy_words"), cell, at, length)
    w.do(b.runtime("zero_words"), cell + (length << 2), bound - length)


def zero_words(b: Builder, f: Func) -> None:
    """(at, length): zeros."""
    w = Writer(f)
    at, length = w.params()
    end = w.var(at + (length << 2))
    with w.repeat(at.ne(end)):
        w.store(at, 0)
        at.add(4)


RUNTIME = {
    "copy_words": (copy_words, 3, 0), "place_of": (place_of, 3, 1), "remove": (remove, 3, 1), "sort": (sort, 2, 0),
    "sort_pairs": (sort_pairs, 2, 0), "drop_repeats": (drop_repeats, 2, 1), "same_words": (same_words, 4, 1),
    "write_cells": (write_cells, 4, 0), "zero_words": (zero_words, 2, 0),
}
