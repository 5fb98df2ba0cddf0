"""Classes of cards in, the ways to fill the parts of a meld pattern with them out, as `engine/melds.py` tries them.

The rows of working memory are those of `runtime_melds.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.numbers import NONE
from rulelang.wasm.encode import Func
from rulelang.wasm.runtime_melds import CLASS, CLASS_BITS, FIRST, FREE, HELD, PART, PICKED, Desk, table_of
from rulelang.wasm.words import Writer, both, call, glob, load, opposite

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def combine(b: Builder, number: int, f: Func) -> None:
    """(sp, length, n, low, high, end): the ways to fill all parts from classes low to high; the end of the records."""
    w = Writer(f)
    sp, length, n, low, high, end = w.params()
    d, picks, part, place, step = Desk(w, sp, length), w.var(0), w.var(0), w.var(low), w.var()
    with f.block() as out, f.loop() as again:
        step.set(call(b.meld_part("next", number), sp, length, picks, part, place, low, high))
        with w.when(step < 0):
            picks.eq(0).write(f)
            f.br_if(out)
            picks.add(-1)
            part.set(d.get(PART, picks))
            place.set(d.get(PICKED, picks))
            d.put(FREE, place, d.get(FREE, place) + 1)
            place.add(1)
            f.br(again)
        part.set(step >> 16)
        place.set(step & 0xFFFF)
        d.put(PART, picks, part)
        d.put(PICKED, picks, place)
        d.put(FREE, place, d.get(FREE, place) - 1)
        picks.add(1)
        end.set(call(b.meld_part("close", number), sp, length, n, picks, end))
        opposite(glob(b.trouble)).write(f)
        f.br_if(again)
    w.push(end)


def count_part(b: Builder, f: Func) -> None:
    """(sp, length, picks, part): how many cards a part has."""
    w = Writer(f)
    sp, length, picks, part = w.params()
    d, found = Desk(w, sp, length), w.var(0)
    with w.count(0, picks) as n:
        found.add(d.get(PART, n).eq(part))
    w.push(found)


def next_step(b: Builder, number: int, f: Func) -> None:
    """(sp, length, picks, part, place, low, high): the next part * 65536 + class that takes a card, -1 for none."""
    info = b.program.melds[number]
    w = Writer(f)
    sp, length, picks, part, place, low, high = w.params()
    lows = b.layout.words(one.low for one in info.parts)
    highs = b.layout.words(one.high for one in info.parts)
    d, has = Desk(w, sp, length), w.var()
    with w.repeat(part < len(info.parts)):
        has.set(call(b.runtime("count_part"), sp, length, picks, part))
        with w.when(has < load(part << 2, highs)), w.repeat(place < high):
            with w.when(both((d.get(FREE, place) > 0) & (d.get(CLASS_BITS, place) >> part) & 1,
                             call(b.meld_part("extends", number), sp, length, picks, place))):
                w.give((part << 16) | place)
            place.add(1)
        with w.when(has < load(part << 2, lows)):
            w.give(-1)
        part.add(1)
        place.set(low)
    w.push(-1)


def extends(b: Builder, number: int, f: Func) -> None:
    """(sp, length, picks, class): whether it can join: new where different, within reach where consecutive."""
    info = b.program.melds[number]
    w = Writer(f)
    sp, length, picks, place = w.params()
    d, mine, other = Desk(w, sp, length), w.var(), w.var()
    longest = sum(part.high for part in info.parts)
    for table in (*info.different, *info.consecutive):
        mine.set(table_of(b, table, d.get(FIRST, place)))
        with w.when(mine.eq(NONE)):
            w.give(0)
        chain = table in info.consecutive and table == info.consecutive[0] and len(info.parts) == 1
        if chain and table not in info.different:
            with w.when(picks > 0), w.when(
                    mine.ne(table_of(b, table, d.get(FIRST, d.get(PICKED, picks - 1))) + 1)):
                w.give(0)
            continue
        with w.count(0, picks) as n:
            other.set(table_of(b, table, d.get(FIRST, d.get(PICKED, n))))
            with w.when(other.eq(mine)):
                w.give(0)
            if table in info.consecutive:
                with w.when((other - mine >= longest) | (mine - other >= longest)):
                    w.give(0)
    w.push(1)


def close(b: Builder, number: int, f: Func) -> None:
    """(sp, length, n, picks, end): if every part has enough, write the record; the end of the records."""
    info = b.program.melds[number]
    w = Writer(f)
    sp, length, n, picks, end = w.params()
    d, spot, size, card = Desk(w, sp, length), w.var(end + 12), w.var(), w.var()
    for part, wanted in enumerate(info.parts):
        with w.when(call(b.runtime("count_part"), sp, length, picks, part) < wanted.low):
            w.give(end)
    for part in range(len(info.parts)):
        size.set(0)
        with w.count(0, picks) as i, w.when(d.get(PART, i).eq(part)):
            card.set(call(b.runtime("card_of_pick"), sp, length, n, i))
            size.add(1)
            w.store(spot + (size << 2), card)
        w.store(spot, size)
        w.do(b.runtime("sort"), spot + 4, size)
        spot.set(spot + (size << 2) + 4)
    w.push(call(b.meld_part("valued", number), end))


def card_of_pick(b: Builder, f: Func) -> None:
    """(sp, length, n, pick): the card of a pick: of its class the first that no earlier pick has."""
    w = Writer(f)
    sp, length, n, picked = w.params()
    d, skip, first = Desk(w, sp, length), w.var(0), w.var()
    first.set(d.get(FIRST, d.get(PICKED, picked)))
    with w.count(0, picked) as i:
        skip.add(d.get(PICKED, i).eq(d.get(PICKED, picked)))
    with w.count(0, n) as i, w.when(d.get(CLASS, i).eq(first)):
        with w.when(skip.eq(0)):
            w.give(d.get(HELD, i))
        skip.add(-1)
    w.push(NONE)


RUNTIME = {"count_part": (count_part, 4, 1), "card_of_pick": (card_of_pick, 4, 1)}
PATTERN = {
    "combine": (combine, 6, 1), "next": (next_step, 7, 1), "extends": (extends, 4, 1), "close": (close, 5, 1),
}
