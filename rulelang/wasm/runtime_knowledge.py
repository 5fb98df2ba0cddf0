"""Fixed functions that keep the knowledge words, as `engine/knowledge.py` does: moves, flips, reveals, sightings.

Each function does what the method of the same name does there. What follows where one of several cards of a set was
picked is in `runtime_sets.py`, what is done with the words of one row in `runtime_rows.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulelang.wasm.encode import V128, Func
from rulelang.wasm.runtime_keys import face_of
from rulelang.wasm.runtime_rows import bits, is_short, leave_short, spot
from rulelang.wasm.runtime_sight import each_row, each_word, mask_of
from rulelang.wasm.runtime_zones import kind_of, zone_of
from rulelang.wasm.words import Var, Word, Writer, load, load_wide, one, opposite, pick, trailing, two, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

PICKED, NAMED = 1, 2            # how a card is moved


def has_copies(b: Builder) -> bool:
    """Whether some print is on several cards."""
    return len(set(b.program.cards)) < len(b.program.cards)


def all_but(b: Builder, mask: Word) -> Word:
    """Everyone outside a mask."""
    return (mask ^ -1) & b.layout.sight.everyone


# ---------------------------------------------------------------- events of play


def moved(b: Builder, f: Func) -> None:
    """(card, source, old_face, target, flags): after one card has moved, the zones being the new ones already."""
    w = Writer(f)
    card, source, old_face, target, flags = w.params()
    after = w.var(mask_of(b, w, target, face_of(b, card)))
    after.set(pick(flags & NAMED, b.layout.sight.everyone, after))
    limited = b.layout.words(int(zone.limit >= 0) for zone in b.program.zones)
    hidden = (flags & PICKED) | kind_of(b, target) | load(target << 2, limited)
    _follow_card(b, w, (card, source, old_face), after, flags & PICKED, hidden)
    follow_hosts(b, w, card)


def moved_to(b: Builder, targets: range, faces: tuple[int, ...], flags: int) -> Func:
    """(card, source, old_face, target, face): likewise but for hosts, to one of some zones, with one of some faces."""
    return b.made(("moved to", targets, faces, flags & (PICKED | NAMED)), 5, 0,
                  lambda f: _write_moved_to(b, f, targets, faces, flags))


def _write_moved_to(b: Builder, f: Func, targets: range, faces: tuple[int, ...], flags: int) -> None:
    w, sight = Writer(f), b.layout.sight
    card, source, old_face, target, face = w.params()
    masks = {sight.fixed[zone][side] for zone in targets for side in faces}
    if flags & NAMED:
        masks = {sight.everyone}
    elif any(sight.moving[zone][side] for zone in targets for side in faces):
        masks = set()
    after = word(masks.pop()) if len(masks) == 1 else w.var(mask_of(b, w, target, face))
    hides = {int(flags & PICKED or sight.ordered[zone] or b.program.zones[zone].limit >= 0) for zone in targets}
    limited = b.layout.words(int(zone.limit >= 0) for zone in b.program.zones)
    hidden = word(hides.pop()) if len(hides) == 1 else kind_of(b, target) | load(target << 2, limited)
    _follow_card(b, w, (card, source, old_face), after, word(flags & PICKED), hidden)


def _follow_card(b: Builder, w: Writer, what: tuple[Var, Var, Var], after: Word, picked: Word, hidden: Word) -> None:
    """A card has moved; `after` see it now. `picked`: by a hidden choice; `hidden`: the zones do not tell which."""
    card, source, old_face = what
    before = w.var(0)
    with w.when(source >= 0):
        before.set(mask_of(b, w, source, old_face))
    gained = w.var(after & (before ^ -1))
    with w.when(opposite(source >= 0) | kind_of(b, source)):
        with w.when(gained):
            w.do(b.runtime("sighted"), card, gained)
        with w.when(picked & (source < 0)):
            w.do(b.runtime("forgotten"), card, all_but(b, after))
        w.f.otherwise()
        lost = w.var(0)
        with w.when(hidden):
            lost.set(all_but(b, before | after))
        with w.when(gained | lost):
            w.do(b.runtime("out_of_set"), card, source, old_face, gained, lost)


def follow_hosts(b: Builder, w: Writer, card: Word) -> None:
    """Cards that lie with one that has moved."""
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
    if has_copies(b):
        with w.when(opposite(found & 1)):
            _unmark_like(b, w, base, card, found + 1)
    if is_short(b):
        leave_short(b, w, base, card)
    else:
        with w.when((found >> 1).eq(card)):
            w.do(b.runtime("leave"), base, card)
    w.store(spot(base, card), card * 2 + 1)


def _unmark_like(b: Builder, w: Writer, base: Word, card: Word, marked: Word) -> None:
    """The first card of the same print with this word loses its mark."""
    f = w.f
    if list(b.program.cards) == sorted(b.program.cards):
        _unmark_beside(b, w, base, card, w.var(marked))
        return
    first, count = _likes(b, card)
    place, other = w.var(first), w.var()
    end = w.var(place + (count << 2))
    with f.block() as out, w.repeat(place < end):
        other.set(spot(base, load(place)))
        with w.when(load(other).eq(marked)):
            w.store(other, marked - 1)
            f.br(out)
        place.add(4)


def _unmark_beside(b: Builder, w: Writer, base: Word, card: Word, marked: Var) -> None:
    """The same where cards of one print lie side by side: four words at a time."""
    f, prints = w.f, b.program.cards
    first = load(card << 2, b.layout.words(4 * prints.index(printed) for printed in prints))
    end = w.var(base + load(card << 2, b.layout.words(4 * (prints.index(printed) + prints.count(printed))
                                                      for printed in prints)))
    wanted, at, found = w.var(one("i32x4.splat", marked), V128), w.var(base + first), w.var()
    with f.block() as out, w.repeat(at.under(end)):
        found.set(bits(two("i32x4.eq", load_wide(at), wanted)))
        with w.when(found):
            at.set(at + (trailing(found) << 2))
            with w.when(at.under(end)):
                w.store(at, marked - 1)
            f.br(out)
        at.add(16)


def _likes(b: Builder, card: Word) -> tuple[Word, Word]:
    """Where the cards of the same print are listed, and how many there are."""
    prints = b.program.cards
    order = sorted(range(len(prints)), key=lambda n: (prints[n], n))
    at = b.layout.words(order)
    firsts = b.layout.words(at + 4 * next(n for n, other in enumerate(order) if prints[other] == printed)
                            for printed in prints)
    counts = b.layout.words(prints.count(printed) for printed in prints)
    return load(card << 2, firsts), load(card << 2, counts)


@contextmanager
def each_like(b: Builder, w: Writer, base: Word, card: Word) -> Iterator[Var]:
    """What follows is done for the word of each card of the same print."""
    first, count = _likes(b, card)
    place, found = w.var(first), w.var()
    end = w.var(place + (count << 2))
    with w.repeat(place < end):
        found.set(load(spot(base, load(place))))
        yield found
        place.add(4)


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
    "sight_one": (sight_one, 2, 0), "forgotten": (forgotten, 2, 0),
}
