"""Fixed functions of knowledge for many cards at once: cards that lie with one that moves, mixed or shuffled ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.wasm.encode import Func
from rulelang.wasm.runtime_keys import face_of
from rulelang.wasm.runtime_knowledge import all_but
from rulelang.wasm.runtime_sight import each_row, mask_of
from rulelang.wasm.runtime_zones import base_of, kind_of, zone_of
from rulelang.wasm.words import Var, Word, Writer, both, call, load, opposite, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def host_moved(b: Builder, f: Func) -> None:
    """(card): cards that lie with one that has moved may be seen by others now, and so may those that lie with them."""
    w = Writer(f)
    card, = w.params()
    hosting, zones, done = b.layout.sight.hosting, b.layout.alike, b.layout.flags
    cards = len(b.program.cards)
    lists = [zone for n in range(cards) for zone in hosting.get(n, ())]
    counts = [len(hosting.get(n, ())) for n in range(cards)]
    firsts = [sum(counts[:n]) for n in range(cards)]
    w.do(b.runtime("zero_words"), done, cards)
    w.store((card << 2) + done, 1)
    w.store(zones, card)
    waiting, first, last, lying = w.var(1), w.var(), w.var(), w.var()
    with w.repeat(waiting > 0):
        waiting.add(-1)
        card.set(load(waiting << 2, zones))
        first.set(load(card << 2, b.layout.words(firsts)))
        last.set(first + load(card << 2, b.layout.words(counts)))
        with w.count(first, last) as n:
            base = w.var(base_of(b, load(n << 2, b.layout.words(lists))))
            size = w.var(load(base))
            with w.count(0, size) as place:
                lying.set(load(base + (place << 2), 8))
                w.do(b.runtime("sighted"), lying, call(b.runtime("card_mask"), lying))
                with w.when(opposite(load(lying << 2, done))):
                    w.store((lying << 2) + done, 1)
                    w.store((waiting << 2) + zones, lying)
                    waiting.add(1)


def mixed(b: Builder, f: Func) -> None:
    """(at, length): after these cards, which had no places, have moved together: those that lie in one row or stack
    cannot be told apart by who neither sees them there nor knows them all.
    """
    w = Writer(f)
    at, length = w.params()
    with w.when(length < 2):
        w.give()
    zone, several = w.var(zone_of(b, load(at))), w.var(0)
    with w.count(1, length) as n:
        several.set(several | zone_of(b, load(at + (n << 2))).ne(zone))
    with w.when(several):
        _mix_zone_by_zone(b, w, at, length)
        f.otherwise()
        with w.when(kind_of(b, zone)):
            _mix(b, w, at, length)


def _mix_zone_by_zone(b: Builder, w: Writer, at: Var, length: Var) -> None:
    alike, zone, first, n, card = b.layout.alike, w.var(), w.var(), w.var(), w.var()
    with w.count(0, length) as place:
        zone.set(zone_of(b, load(at + (place << 2))))
        first.set(kind_of(b, zone).ne(0))
        with w.count(0, place) as before:
            first.set(first & zone_of(b, load(at + (before << 2))).ne(zone))
        with w.when(first):
            n.set(0)
            with w.count(place, length) as other:
                card.set(load(at + (other << 2)))
                with w.when(zone_of(b, card).eq(zone)):
                    w.store((n << 2) + alike, card)
                    n.add(1)
            with w.when(n > 1):
                _mix(b, w, word(alike), n)


def _mix(b: Builder, w: Writer, cards: Word, n: Var) -> None:
    """Cards of one row or stack."""
    knows, other = w.var(), w.var()
    with each_row(b, w, all_but(b, call(b.runtime("card_mask"), load(cards)))) as base:
        knows.set(1)
        other.set(0)
        with w.repeat(both(other < n, knows)):
            knows.set(call(b.runtime("told"), base, load(cards + (other << 2))))
            other.add(1)
        with w.when(opposite(knows)):
            w.do(b.runtime("join"), base, cards, n)


def shuffled(b: Builder, f: Func) -> None:
    """(zone): after a shuffle or refill nobody can tell the cards apart that they do not see."""
    w = Writer(f)
    zone, = w.params()
    up, down = w.var(mask_of(b, w, zone, word(0))), w.var(mask_of(b, w, zone, word(1)))
    base = w.var(base_of(b, zone))
    size, n, card = w.var(load(base)), w.var(), w.var()
    with each_row(b, w, all_but(b, up | down)) as row:
        w.do(b.runtime("join"), row, base + 8, size)
    for seen, face in ((up, 1), (down, 0)):
        with w.when(seen & all_but(b, up & down)):
            n.set(0)
            with w.count(0, size) as place:
                card.set(load(base + (place << 2), 8))
                with w.when(face_of(b, card).eq(face)):
                    w.store((n << 2) + b.layout.alike, card)
                    n.add(1)
            with each_row(b, w, seen & all_but(b, up & down)) as row:
                w.do(b.runtime("join"), row, b.layout.alike, n)


RUNTIME = {"host_moved": (host_moved, 1, 0), "mixed": (mixed, 2, 0), "shuffled": (shuffled, 1, 0)}
