"""Fixed functions that move cards where knowledge and record follow, as `engine/movement.py` does in full play.

How cards move is one word: PICKED, NAMED and PLACED, why (`why_bits`), above them the seat that acts. Before cards
move, an entry for each is stored: card, zone, place that everybody can point at, mask of those who see it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulelang.engine.events import FLIP, REVEAL
from rulelang.ir.numbers import NONE
from rulelang.wasm.emit_moved import moved_one
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_events import PLACED, WHY, audience
from rulelang.wasm.runtime_keys import face_of
from rulelang.wasm.runtime_knowledge import NAMED, PICKED
from rulelang.wasm.runtime_moves import anchor_before, costs, goes_up, room_of
from rulelang.wasm.runtime_zones import STACK, base_of, kind_of, zone_of
from rulelang.wasm.words import Var, Word, Writer, call, load, pick

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def way(*, picked: bool, named: bool, placed: bool, why: int) -> int:
    """How cards move, but for the seat that acts."""
    return picked * PICKED | named * NAMED | placed * PLACED | why << WHY


def tell_one(b: Builder, f: Func) -> None:
    """(sp, card, zone, face, how, way): one card, if it is one and finds room."""
    w = Writer(f)
    sp, card, zone, face, how, flags = w.params()
    with w.when((card < 0) | (zone < 0)):
        w.give()
    source = w.var(zone_of(b, card))
    with w.when((room_of(b, zone) < 1) & source.ne(zone)):
        w.give()
    costs(b, w, 1)
    old_face, place, seen = w.var(face_of(b, card)), w.var(), w.var()
    if b.tells:
        place.set(call(b.runtime("pointed_place"), card))
        seen.set(call(b.runtime("card_mask"), card))
    w.do(b.runtime("take"), card)
    _put(b, w, card, zone, face, how)
    w.do(b.runtime("moved"), card, source, old_face, zone, flags)
    if b.tells:
        w.do(moved_one(b), sp, card, source, place, seen, zone, face, flags)


def _put(b: Builder, w: Writer, card: Word, zone: Word, face: Word, how: Word) -> None:
    """Put a card down that has been taken."""
    index = pick(goes_up(b, zone, how), load(base_of(b, zone)), 0)
    w.do(b.runtime("put"), card, zone, index, face)


def tell_list(b: Builder, f: Func) -> None:
    """(sp, at, length, zone, face, how, way): cards one after another."""
    _write_list(b, f, noted=True)


def follow_list(b: Builder, f: Func) -> None:
    """The same where nothing is told, and in what order they come to lie nobody minds or all see."""
    _write_list(b, f, noted=False)


def _write_list(b: Builder, f: Func, *, noted: bool) -> None:
    w = Writer(f)
    sp, at, length, zone, face, how, flags = w.params()
    with w.when(zone < 0):
        w.give()
    length.set(call(b.runtime("fit"), sp, at, length, zone))
    with _each_moving(b, w, (sp, length, face, flags), noted=noted) as (card, source, old_face):
        w.do(b.runtime("take"), card)
        _put(b, w, card, zone, face, how)
        w.do(b.runtime("moved"), card, source, old_face, zone, flags)


@contextmanager
def _each_moving(b: Builder, w: Writer, what: tuple[Var, Var, Var, Var], *, noted: bool) -> Iterator[
        tuple[Var, Var, Var]]:
    """What follows is done for each card of a list at `sp` (and where it lies); `noted`: they move as one statement."""
    sp, length, face, flags = what
    costs(b, w, length)
    entries = w.var(sp + (length << 2))
    if noted:
        with w.when(length > (0 if b.tells else 1)):
            w.do(b.runtime("note_lying"), entries, sp, length)
    card, source, old_face = w.var(), w.var(), w.var()
    with w.count(0, length) as n:
        card.set(load(sp + (n << 2)))
        source.set(zone_of(b, card))
        old_face.set(face_of(b, card))
        yield card, source, old_face
    if noted:
        with w.when(length > (0 if b.tells else 1)):
            w.do(b.runtime("tell_moves"), entries, length, face, flags)


def tell_block(b: Builder, f: Func) -> None:
    """(sp, at, length, zone, face, position, way): cards as a block before the card that stays at a position."""
    _write_block(b, f, noted=True)


def follow_block(b: Builder, f: Func) -> None:
    """The same as `follow_list` is of `tell_list`."""
    _write_block(b, f, noted=False)


def _write_block(b: Builder, f: Func, *, noted: bool) -> None:
    w = Writer(f)
    sp, at, length, zone, face, position, flags = w.params()
    with w.when((zone < 0) | position.eq(NONE)):
        w.give()
    length.set(call(b.runtime("fit"), sp, at, length, zone))
    base, stack = w.var(base_of(b, zone)), w.var(kind_of(b, zone).eq(STACK))
    anchor, index = anchor_before(b, w, (sp, length, zone, position), base), w.var()
    with _each_moving(b, w, (sp, length, face, flags), noted=noted) as (card, source, old_face):
        w.do(b.runtime("take"), card)
        index.set(pick(stack, 0, load(base)))
        with w.when(anchor >= 0):
            index.set(call(b.runtime("index_in"), base, anchor) + stack)
        w.do(b.runtime("put"), card, zone, index, face)
        w.do(b.runtime("moved"), card, source, old_face, zone, flags)


def tell_discard(b: Builder, f: Func) -> None:
    """(sp, at, length, table, face, way): each card to the zone of the table, those that fit by where they lie."""
    _write_discard(b, f, noted=True)


def follow_discard(b: Builder, f: Func) -> None:
    """The same as `follow_list` is of `tell_list`."""
    _write_discard(b, f, noted=False)


def _write_discard(b: Builder, f: Func, *, noted: bool) -> None:
    w = Writer(f)
    sp, at, length, table, face, flags = w.params()
    kept, zone = w.var(call(b.runtime("fit_by_table"), sp, at, length, table)), w.var()
    with _each_moving(b, w, (sp, kept, face, flags), noted=noted) as (card, source, old_face):
        zone.set(load(table + (card << 2)))
        w.do(b.runtime("move_up"), card, zone, face)
        w.do(b.runtime("moved"), card, source, old_face, zone, flags)


def tell_in(b: Builder, f: Func) -> None:
    """(at, length, zone, source): cards from a refill source into an empty zone, face up and shuffled."""
    w = Writer(f)
    at, length, zone, source = w.params()
    end = w.var(at + (length << 2))
    length.set(call(b.runtime("fit"), end, at, length, zone))
    card, old_face = w.var(), w.var()
    with w.count(0, length) as n:
        card.set(load(end + (n << 2)))
        old_face.set(face_of(b, card))
        w.do(b.runtime("move_up"), card, zone, 0)
        w.do(b.runtime("moved"), card, source, old_face, zone, 0)
    w.do(b.runtime("loosen"), zone)
    w.do(b.runtime("shuffled"), zone)
    if b.tells:
        w.do(b.runtime("tell_refill"), end, zone, source)


def tell_shuffle(b: Builder, f: Func) -> None:
    """(sp, zone): its cards lose their order."""
    w = Writer(f)
    sp, zone = w.params()
    with w.when(zone < 0):
        w.give()
    w.do(b.runtime("loosen"), zone)
    w.do(b.runtime("shuffled"), zone)
    if b.tells:
        w.do(b.runtime("tell_shuffled"), sp, zone)


def tell_flip(b: Builder, f: Func) -> None:
    """(at, length, face): cards are turned where they lie; those that were turned are listed in place."""
    w = Writer(f)
    at, length, face = w.params()
    cells = STATE + 4 * b.program.card_cells
    with w.when(face.eq(NONE)):
        w.give()
    card, turned = w.var(), w.var(0)
    with w.count(0, length) as n:
        card.set(load(at + (n << 2)))
        with w.when(card >= 0), w.when((zone_of(b, card) >= 0) & face_of(b, card).ne(face)):
            w.store(card << 3, face, cells + 4)
            w.store(at + (turned << 2), card)
            turned.add(1)
            w.do(b.runtime("flipped"), card)
    if b.tells:
        with w.when(turned):
            w.do(b.runtime("tell_shown"), at, turned, FLIP, face, b.layout.sight.everyone)


def tell_reveal(b: Builder, f: Func) -> None:
    """(at, length, seats): cards are shown to the seats of a mask; those that are cards are listed in place."""
    w = Writer(f)
    at, length, seats = w.params()
    with w.when(seats.eq(0)):
        w.give()
    card, shown = w.var(), w.var(0)
    with w.count(0, length) as n:
        card.set(load(at + (n << 2)))
        with w.when(card >= 0):
            w.store(at + (shown << 2), card)
            shown.add(1)
            w.do(b.runtime("revealed"), card, seats)
    if b.tells:
        w.do(b.runtime("tell_shown"), at, shown, REVEAL, seats & b.layout.sight.seats, audience(b, seats))


RUNTIME = {
    "tell_one": (tell_one, 6, 0), "tell_list": (tell_list, 7, 0), "follow_list": (follow_list, 7, 0),
    "tell_block": (tell_block, 7, 0), "follow_block": (follow_block, 7, 0),
    "tell_discard": (tell_discard, 6, 0), "follow_discard": (follow_discard, 6, 0), "tell_in": (tell_in, 4, 0),
    "tell_shuffle": (tell_shuffle, 2, 0), "tell_flip": (tell_flip, 3, 0), "tell_reveal": (tell_reveal, 3, 0),
}
