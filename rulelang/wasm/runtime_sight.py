"""Fixed functions of sight and of what rows of knowledge tell, as `engine/sight.py` and `engine/knowledge.py` ask.

Masks hold bit seat-1 for a seat and bit `players` for the public. Bases are addresses of a row of knowledge words.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_keys import VIEWERS, face_of
from rulelang.wasm.runtime_zones import STACK, base_of, kind_of, zone_of
from rulelang.wasm.words import Number, Var, Word, Writer, call, load, opposite, pick, trailing, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def row_base(b: Builder, row: Word) -> Word:
    """The address of a row of knowledge, from 0."""
    return row * (4 * len(b.program.cards)) + (STATE + 4 * b.program.knowledge)


@contextmanager
def each_row(b: Builder, w: Writer, mask: Number) -> Iterator[Var]:
    """What follows is done for the base of each row in a mask, in order."""
    left, base = w.var(mask), w.var()
    with w.repeat(left):
        base.set(row_base(b, trailing(left)))
        left.set(left & (left - 1))
        yield base


@contextmanager
def each_word(b: Builder, w: Writer, base: Word, first: Number = 0) -> Iterator[Var]:
    """What follows is done for the address of each word of a row, from that of a card on."""
    at, end = w.var(base + (word(first) << 2)), w.var(base + 4 * len(b.program.cards))
    with w.repeat(at.ne(end)):
        yield at
        at.add(4)


def mask_of(b: Builder, w: Writer, zone: Word, face: Word) -> Word:
    """Who sees a card that lies in a zone (0 or more) with a face; written without a call where zones never change
    hands.
    """
    sight = b.layout.sight
    if any(any(pair) for pair in sight.moving):
        return call(b.runtime("sight_mask"), zone, face)
    side = w.var((zone << 1) + face.ne(0))
    return load(side << 2, b.layout.words(mask for pair in sight.fixed for mask in pair))


def sight_mask(b: Builder, f: Func) -> None:
    """(zone, face): who sees a card that lies there so."""
    w = Writer(f)
    zone, face = w.params()
    sight = b.layout.sight
    side = w.var((zone << 1) + face.ne(0))
    viewer = w.var(load(side << 2, b.layout.words(VIEWERS.index(name) for pair in sight.moving for name in pair)))
    with w.when(viewer):
        owner = w.var(call(b.runtime("owner"), zone))
        with w.when(owner < 1):
            w.give(0)
        seats = [_viewers(b, owner, name) for name in VIEWERS[1:]]
        w.give(pick(viewer.eq(1), seats[0], pick(viewer.eq(2), seats[1], seats[2])))
    w.push(load(side << 2, b.layout.words(mask for pair in sight.fixed for mask in pair)))


def _viewers(b: Builder, owner: Word, name: str) -> Word:
    """The mask for each owner, from a table."""
    sight = b.layout.sight
    return load(owner << 2, b.layout.words(
        [0, *(sight._viewers(name, seat) for seat in range(1, b.program.players + 1))]))


def card_mask(b: Builder, f: Func) -> None:
    """(card): who sees it now; 0 outside every zone."""
    w = Writer(f)
    card, = w.params()
    zone = w.var(zone_of(b, card))
    with w.when(zone < 0):
        w.give(0)
    w.push(mask_of(b, w, zone, face_of(b, card)))


def count_mask(b: Builder, f: Func) -> None:
    """(zone): who sees how many cards it holds."""
    w = Writer(f)
    zone, = w.params()
    hidden = b.layout.words(int(info.count_hidden) for info in b.program.zones)
    with w.when(opposite(load(zone << 2, hidden))):
        w.give(b.layout.sight.everyone)
    w.push(mask_of(b, w, zone, word(0)) | mask_of(b, w, zone, word(1)))


def witnesses(b: Builder, f: Func) -> None:
    """(source, target): who notices a card going there; the source below 0: from outside."""
    w = Writer(f)
    source, target = w.params()
    found = w.var(call(b.runtime("count_mask"), target))
    with w.when(source >= 0):
        found.set(found | call(b.runtime("count_mask"), source))
    w.push(found)


def pointed_place(b: Builder, f: Func) -> None:
    """(card): its place, from 1, that everybody can point at; 0 in sets, outside, and where there is no order yet."""
    w = Writer(f)
    card, = w.params()
    zone = w.var(zone_of(b, card))
    with w.when(zone < 0):
        w.give(0)
    kind = w.var(kind_of(b, zone))
    with w.when(kind.eq(0)):
        w.give(0)
    base = w.var(base_of(b, zone))
    index = w.var(call(b.runtime("index_in"), base, card))
    with w.when(index < load(base, 4)):
        w.give(0)
    w.push(pick(kind.eq(STACK), load(base) - index, index + 1))


def known_mask(b: Builder, f: Func) -> None:
    """(card, mask of those who see it): those whose view prints its face."""
    w = Writer(f)
    card, seen = w.params()
    found = w.var(seen)
    left, row = w.var(word(b.layout.sight.everyone) & (seen ^ -1)), w.var()
    with w.repeat(left):
        row.set(trailing(left))
        left.set(left & (left - 1))
        with w.when(load(row_base(b, row) + (card << 2)) & 1):
            found.set(found | (call(b.runtime("told"), row_base(b, row), card) << row))
    w.push(found)


RUNTIME = {
    "sight_mask": (sight_mask, 2, 1), "card_mask": (card_mask, 1, 1), "count_mask": (count_mask, 1, 1),
    "witnesses": (witnesses, 2, 1), "pointed_place": (pointed_place, 1, 1),
    "known_mask": (known_mask, 2, 1),
}
