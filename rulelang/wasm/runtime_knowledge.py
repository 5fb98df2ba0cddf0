"""Fixed functions that keep the knowledge words, as `engine/knowledge.py` does: sightings, hidden picks, shuffles.

Each function does what the method of the same name does there; the cards that a seat cannot tell apart are stored in
the scratch memory `alike` first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.wasm.encode import Func
from rulelang.wasm.runtime_keys import face_of
from rulelang.wasm.runtime_sight import each_row, each_word, mask_of
from rulelang.wasm.runtime_zones import base_of, kind_of, print_of, zone_of
from rulelang.wasm.words import Var, Word, Writer, call, load, opposite, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

PICKED, NAMED = 1, 2            # how a card is moved


def has_copies(b: Builder) -> bool:
    """Whether some print is on several cards."""
    return len(set(b.program.cards)) < len(b.program.cards)


def all_but(b: Builder, mask: Word) -> Word:
    """Everyone outside a mask."""
    return (mask ^ -1) & b.layout.sight.everyone


def spot(base: Word, card: Word) -> Word:
    """The address of a card's word in a row."""
    return base + (card << 2)


# ---------------------------------------------------------------- events of play


def moved(b: Builder, f: Func) -> None:
    """(card, source, old face, target, flags): after one card has moved, the zones being the new ones already."""
    w = Writer(f)
    card, source, old_face, target, flags = w.params()
    everyone, before = b.layout.sight.everyone, w.var(0)
    with w.when(source >= 0):
        before.set(mask_of(b, w, source, old_face))
    after = w.var(mask_of(b, w, target, face_of(b, card)))
    after.set(pick(flags & NAMED, everyone, after))
    gained = w.var(after & (before ^ -1))
    with w.when(opposite(source >= 0) | kind_of(b, source)):
        with w.when(gained):
            w.do(b.runtime("sighted"), card, gained)
        with w.when((flags & PICKED) & (source < 0)):
            w.do(b.runtime("forgotten"), card, all_but(b, after))
        f.otherwise()
        limited = b.layout.words(int(zone.limit >= 0) for zone in b.program.zones)
        lost = w.var(0)
        with w.when((flags & PICKED) | kind_of(b, target) | load(target << 2, limited)):
            lost.set(all_but(b, before | after))
        with w.when(gained | lost):
            w.do(b.runtime("out_of_set"), card, source, old_face, gained, lost)
    _follow_hosts(b, w, card)


def _follow_hosts(b: Builder, w: Writer, card: Word) -> None:
    hosting = b.layout.sight.hosting
    if hosting:
        holds = b.layout.words(int(n in hosting) for n in range(len(b.program.cards)))
        with w.when(load(card << 2, holds)):
            w.do(b.runtime("host_moved"), card)


def flipped(b: Builder, f: Func) -> None:
    """(card): after it was turned over where it lies."""
    w = Writer(f)
    card, = w.params()
    zone, face = w.var(zone_of(b, card)), w.var(face_of(b, card))
    before, after = w.var(mask_of(b, w, zone, word(1) - face)), w.var(mask_of(b, w, zone, face))
    gained = w.var(after & (before ^ -1))
    with w.when(kind_of(b, zone)):
        w.do(b.runtime("sighted"), card, gained)
        f.otherwise()
        w.do(b.runtime("out_of_set"), card, zone, word(1) - face, gained, all_but(b, before | after))


def revealed(b: Builder, f: Func) -> None:
    """(card, seats): its face is shown; what all seats are shown is public."""
    w = Writer(f)
    card, seats = w.params()
    sight = b.layout.sight
    with w.when((seats & sight.seats).eq(sight.seats)):
        seats.set(seats | sight.public)
    zone = w.var(zone_of(b, card))
    with w.when(opposite(zone >= 0) | kind_of(b, zone)):
        w.do(b.runtime("sighted"), card, seats)
        w.give()
    face = w.var(face_of(b, card))
    w.do(b.runtime("out_of_set"), card, zone, face, seats & (mask_of(b, w, zone, face) ^ -1), 0)


# ---------------------------------------------------------------- steps


def sighted(b: Builder, f: Func) -> None:
    """(card, seats): its face is seen at its place."""
    w = Writer(f)
    card, seats = w.params()
    with each_row(b, w, seats) as base:
        w.do(b.runtime("sight_one"), base, card)


def sight_one(b: Builder, f: Func) -> None:
    """(base, card): one row sees the face of a card. If only another card of its group was marked with this print,
    that mark was about this card all along.
    """
    w = Writer(f)
    base, card = w.params()
    found = w.var(load(spot(base, card)))
    with w.when(found.eq(card * 2 + 1)), w.when(opposite(call(b.runtime("shared"), base, card))):
        w.give()
    if has_copies(b):
        with w.when(opposite(found & 1)):
            _unmark_like(b, w, base, card, found + 1)
    with w.when((found >> 1).eq(card)):
        w.do(b.runtime("leave"), base, card)
    w.store(spot(base, card), card * 2 + 1)


def _unmark_like(b: Builder, w: Writer, base: Word, card: Word, marked: Word) -> None:
    """The first card of the same print with this word loses its mark."""
    f = w.f
    first, count = _likes(b, card)
    place, other = w.var(first), w.var()
    end = w.var(place + (count << 2))
    with f.block() as out, w.repeat(place < end):
        other.set(spot(base, load(place)))
        with w.when(load(other).eq(marked)):
            w.store(other, marked - 1)
            f.br(out)
        place.add(4)


def _likes(b: Builder, card: Word) -> tuple[Word, Word]:
    """Where the cards of the same print are listed, and how many there are."""
    prints = b.program.cards
    order = sorted(range(len(prints)), key=lambda n: (prints[n], n))
    at = b.layout.words(order)
    firsts = b.layout.words(at + 4 * next(n for n, other in enumerate(order) if prints[other] == printed)
                            for printed in prints)
    counts = b.layout.words(prints.count(printed) for printed in prints)
    return load(card << 2, firsts), load(card << 2, counts)


def shared(b: Builder, f: Func) -> None:
    """(base, card): whether other cards are in the group that is named after the card."""
    w = Writer(f)
    base, card = w.params()
    with each_word(b, w, base, card + 1) as at, w.when((load(at) >> 1).eq(card)):
        w.give(1)
    w.push(0)


def leave(b: Builder, f: Func) -> None:
    """(base, card): take a card out of its group; the rest is named after its smallest card."""
    w = Writer(f)
    base, card = w.params()
    mark = w.var(load(spot(base, card)))
    with w.when((mark >> 1).eq(card)):
        first, n, found = w.var(-1), w.var(card), w.var()
        with each_word(b, w, base, card + 1) as at:
            n.add(1)
            found.set(load(at))
            with w.when((found >> 1).eq(card)):
                first.set(pick(first < 0, n, first))
                w.store(at, (first << 1) | (found & 1))
    w.store(spot(base, card), (card << 1) | (mark & 1))


def join(b: Builder, f: Func) -> None:
    """(base, at, length): the groups of these cards become one."""
    w = Writer(f)
    base, at, length = w.params()
    flags, group, least, several = b.layout.flags, w.var(), w.var(-1), w.var(0)
    with w.count(0, length) as n:
        group.set(load(spot(base, load(at + (n << 2)))) >> 1)
        several.set(several | (least.ne(group) & (least >= 0)))
        least.set(pick(group.under(least), group, least))
    with w.when(opposite(several)):
        w.give()
    w.do(b.runtime("zero_words"), flags, len(b.program.cards))
    with w.count(0, length) as n:
        group.set(load(spot(base, load(at + (n << 2)))) >> 1)
        w.store((group << 2) + flags, 1)
    with each_word(b, w, base) as place:
        found = w.var(load(place))
        with w.when(load((found >> 1) << 2, flags)):
            w.store(place, (least << 1) | (found & 1))


def out_of_set(b: Builder, f: Func) -> None:
    """(card, zone, face, gained, lost): one of the cards that lie so in the zone, or the card, was picked: `gained` see
    its face now, `lost` see it neither before nor after.
    """
    w = Writer(f)
    card, zone, face, gained, lost = w.params()
    alike, n, other = b.layout.alike, w.var(1), w.var()
    w.store(alike, card)
    base = w.var(base_of(b, zone))
    size = w.var(load(base))
    with w.count(0, size) as place:
        other.set(load(base + (place << 2), 8))
        with w.when(other.ne(card) & face_of(b, other).eq(face)):
            w.store((n << 2) + alike, other)
            n.add(1)
    with each_row(b, w, lost) as row:
        w.do(b.runtime("join"), row, alike, n)
    with each_row(b, w, gained & (lost ^ -1)) as row:
        w.do(b.runtime("seen_out_of_set"), row, card, n)


def seen_out_of_set(b: Builder, f: Func) -> None:
    """(base, card, length): a row sees the face of a card that was one of `alike`, without having seen which.

    Where all of them are in one group, that group is the only one it can have come from. A group is named after one of
    its cards: if that one is not among them, others are not.
    """
    w = Writer(f)
    base, card, length = w.params()
    group, several, named, other = w.var(load(spot(base, card)) >> 1), w.var(0), w.var(), w.var()
    named.set(group.eq(card))
    with w.count(1, length) as n:
        other.set(load((n << 2) + b.layout.alike))
        several.set(several | (load(spot(base, other)) >> 1).ne(group))
        named.set(named | group.eq(other))
    within, size = w.var(b.layout.alike), w.var(0)
    with w.when(several):
        within.set(b.layout.within)
        _note_possible(b, w, base, card, length)
        length.set(_possible(b, w, base, length))
        with each_word(b, w, base) as at:
            size.add(load((load(at) >> 1) << 2, b.layout.flags) > 1)
        f.otherwise()
        with w.when(named):
            with each_word(b, w, base, group) as at:
                size.add((load(at) >> 1).eq(group))
            f.otherwise()
            w.do(b.runtime("sight_one"), base, card)
            w.give()
    with w.when(size > length):
        w.do(b.runtime("join"), base, within, length)
        w.do(b.runtime("sight_one"), base, card)
        w.give()
    _dissolve(b, w, (base, card), within, length)


def _possible(b: Builder, w: Writer, base: Word, length: Word) -> Var:
    """The cards of `alike` in flagged groups, stored in `within`; how many."""
    found, other = w.var(0), w.var()
    with w.count(0, length) as n:
        other.set(load((n << 2) + b.layout.alike))
        with w.when(load((load(spot(base, other)) >> 1) << 2, b.layout.flags) > 1):
            w.store((found << 2) + b.layout.within, other)
            found.add(1)
    return found


def _note_possible(b: Builder, w: Writer, base: Word, card: Word, length: Word) -> None:
    """Flag the groups of `alike`: 1, those that can have held the card 3: not wholly marked, or with its print."""
    alike, flags, found = b.layout.alike, b.layout.flags, w.var()
    w.do(b.runtime("zero_words"), flags, len(b.program.cards))
    with w.count(0, length) as n:
        w.store(((load(spot(base, load((n << 2) + alike))) >> 1) << 2) + flags, 1)
    with each_word(b, w, base) as at:
        found.set(load(at))
        with w.when(opposite(found & 1) & load((found >> 1) << 2, flags)):
            w.store(((found >> 1) << 2) + flags, 3)
    first, count = _likes(b, card)
    place = w.var(first)
    end = w.var(place + (count << 2))
    with w.repeat(place < end):
        found.set((load(spot(base, load(place))) >> 1) << 2)
        with w.when(load(found, flags)):
            w.store(found + flags, 3)
        place.add(4)


def _dissolve(b: Builder, w: Writer, what: tuple[Word, Word], cards: Word, length: Word) -> None:
    """Each of some cards alone, with its mark; one mark of the card's print, if there is one, counts as the card."""
    f, (base, card), other, at = w.f, what, w.var(), w.var()
    if has_copies(b):
        with f.block() as out:
            (load(spot(base, card)) & 1).write(f)
            f.br_if(out)
            with w.count(0, length) as n:
                other.set(load(cards + (n << 2)))
                at.set(spot(base, other))
                with w.when((load(at) & 1) & print_of(b, other).eq(print_of(b, card))):
                    w.store(at, load(at) - 1)
                    f.br(out)
    with w.count(0, length) as n:
        other.set(load(cards + (n << 2)))
        at.set(spot(base, other))
        w.store(at, (other << 1) | (load(at) & 1))
    w.store(spot(base, card), card * 2 + 1)


def forgotten(b: Builder, f: Func) -> None:
    """(card, seats): it becomes unknown and leaves its group, whose marks go too: they may have been about it."""
    w = Writer(f)
    card, seats = w.params()
    marked = w.var()
    with each_row(b, w, seats) as base:
        marked.set(load(spot(base, card)) | 1)
        with each_word(b, w, base) as at, w.when(load(at).eq(marked)):
            w.store(at, marked - 1)
        w.do(b.runtime("leave"), base, card)


RUNTIME = {
    "moved": (moved, 5, 0), "flipped": (flipped, 1, 0), "revealed": (revealed, 2, 0), "sighted": (sighted, 2, 0),
    "sight_one": (sight_one, 2, 0), "shared": (shared, 2, 1), "leave": (leave, 2, 0), "join": (join, 3, 0),
    "out_of_set": (out_of_set, 5, 0), "seen_out_of_set": (seen_out_of_set, 3, 0), "forgotten": (forgotten, 2, 0),
}
