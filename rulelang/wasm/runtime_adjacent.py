"""Meld patterns of neighbours in, functions out that find them in rows and stacks, as `engine/melds.py` does.

Records as in `runtime_melds.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.wasm.encode import Func
from rulelang.wasm.runtime_zones import SET, kind_of, zone_of
from rulelang.wasm.words import Var, Writer, call, load

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def placed(b: Builder, f: Func) -> None:
    """(sp, at, length): pairs of place (zone and position) and card of those in rows and stacks, in order; how many."""
    w = Writer(f)
    sp, at, length = w.params()
    n, card, zone = w.var(0), w.var(), w.var()
    with w.count(0, length) as i:
        card.set(load(at + (i << 2)))
        with w.when(card >= 0), w.when(call(b.runtime("place_of"), at, i, card) < 0):
            zone.set(zone_of(b, card))
            with w.when(zone >= 0), w.when(kind_of(b, zone).ne(SET)):
                w.store(sp + (n << 3), (zone << 16) + call(b.runtime("position"), card))
                w.store(sp + (n << 3), card, 4)
                n.add(1)
    w.do(b.runtime("sort_pairs"), sp, n)
    w.push(n)


def find_adjacent(b: Builder, number: int, f: Func) -> None:
    """(sp, at, length): parts side by side from the left, in the order of the pattern."""
    info = b.program.melds[number]
    w = Writer(f)
    sp, at, length = w.params()
    w.gset(b.melds, 0)
    w.gset(b.tried, 0)
    pairs, free = w.var(sp), w.var(sp + (length << 3))
    n = w.var(call(b.runtime("placed"), sp, at, length))
    start = w.var(free + (length << 2))
    end, bits, spot = w.var(start), w.var(), w.var()
    with w.count(0, n) as i:
        bits.set(0)
        for part, wanted in enumerate(info.parts):
            bits.set(bits | (b.calling(wanted.fits, start, load(pairs + (i << 3), 4)).eq(1) << part))
        w.store(free + (i << 2), bits)
    stop = w.var()
    with w.count(0, n) as first:
        stop.set(first + 1)
        with w.repeat((stop < n) & load(pairs + (stop << 3)).eq(load(pairs + (stop << 3) - 8) + 1)):
            stop.add(1)
        spot.set(end + 12)
        _cut_parts(b, number, (w, pairs, free, stop, end), 0, first, spot)
    w.push(start, end)


def _cut_parts(b: Builder, number: int, desk: tuple[Writer, Var, Var, Var, Var], part: int, at: Var, spot: Var) -> None:
    """Loops over where each part ends, inside each other; `spot` is where its count belongs."""
    info = b.program.melds[number]
    w, pairs, bits, stop, end = desk
    if part == len(info.parts):
        end.set(call(b.meld_part("valued", number), end))
        return
    wanted = info.parts[part]
    longest = w.var(at)
    fits = (load(bits + (longest << 2)) >> part) & 1
    with w.repeat((longest < stop) & (longest - at < wanted.high) & fits):
        longest.add(1)
    behind = w.var()
    with w.count(at + wanted.low, longest + 1) as until:
        # An accepted record has moved the end on: the parts before this one are copied from the last record.
        _write_part(w, pairs, at, until, spot)
        behind.set(spot + ((until - at) << 2) + 4)
        before = w.var(end)
        _cut_parts(b, number, desk, part + 1, until, behind)
        _follow(b, w, before, end, spot)


def _write_part(w: Writer, pairs: Var, at: Var, until: Var, spot: Var) -> None:
    w.store(spot, until - at)
    to = w.var(spot + 4)
    with w.count(at, until) as n:
        w.store(to, load(pairs + (n << 3), 4))
        to.add(4)


def _follow(b: Builder, w: Writer, before: Var, end: Var, spot: Var) -> None:
    """If the end has moved on, take the parts written so far along."""
    with w.when(end.ne(before)):
        w.do(b.runtime("copy_words"), end, before, (spot - before) >> 2)
        spot.set(spot + (end - before))


RUNTIME = {"placed": (placed, 3, 1)}
PATTERN = {"find_adjacent": (find_adjacent, 3, 2)}
