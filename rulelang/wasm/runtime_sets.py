"""Fixed functions of knowledge where one of the cards of a set was picked that some seats cannot tell apart.

Whoever did not see which one it was may not learn it from what follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulelang.wasm.encode import Func
from rulelang.wasm.runtime_keys import face_of
from rulelang.wasm.runtime_knowledge import each_like, has_copies
from rulelang.wasm.runtime_rows import Groups, few_cards, join_groups, spot
from rulelang.wasm.runtime_sight import each_row, each_word
from rulelang.wasm.runtime_zones import base_of, print_of, zone_of
from rulelang.wasm.words import Var, Word, Writer, call, either, load, opposite

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def out_of_set(b: Builder, f: Func) -> None:
    """(card, zone, face, gained, lost): one of the cards that lie so in the zone, or the card, was picked: `gained` see
    its face now, `lost` see it neither before nor after.
    """
    w = Writer(f)
    card, zone, face, gained, lost = w.params()
    base = w.var(base_of(b, zone))
    at, n, added = w.var(base + 8), w.var(load(base)), w.var(0)
    if any(info.kind == "set" and number in b.face_down for number, info in enumerate(b.program.zones)):
        n.set(_lying_alike(b, w, base, card, face))
        at.set(b.layout.alike)
    else:                   # a card that has left is listed behind the others meanwhile: there is room
        with w.when(zone_of(b, card).ne(zone)):
            added.set(at + (n << 2))
            w.store(added, card)
            n.add(1)
    gained.set(gained & (lost ^ -1))
    with w.when(n < 2):
        with each_row(b, w, gained) as row:
            w.do(b.runtime("sight_one"), row, card)
        f.otherwise()
        with each_row(b, w, lost) as row:
            w.do(b.runtime("join"), row, at, n)
        with each_row(b, w, gained) as row:
            w.do(b.runtime("seen_out_of_set"), row, card, at, n)
    with w.when(added):
        w.store(added, 0)


def _lying_alike(b: Builder, w: Writer, base: Var, card: Var, face: Var) -> Var:
    """The card and the others of a set that lie with this face, stored in `alike`; how many."""
    n, other, size = w.var(1), w.var(), w.var(load(base))
    w.store(b.layout.alike, card)
    with w.count(0, size) as place:
        other.set(load(base + (place << 2), 8))
        with w.when(other.ne(card) & face_of(b, other).eq(face)):
            w.store((n << 2) + b.layout.alike, other)
            n.add(1)
    return n


def seen_out_of_set(b: Builder, f: Func) -> None:
    """(base, card, at, length): a row sees the face of a card that was one of a list, without having seen which.

    Where all of them are in one group, that group is the only one it can have come from; else it is one that is not
    wholly marked or has its print. Those that can have held it become one, or dissolve if all of them lie in the list.
    A group is named after one of its cards: if that one is not in the list, others are not.
    """
    w = Writer(f)
    if few_cards(b):
        _seen_of_few(b, w)
    else:
        _seen_of_many(b, w)


def _seen_of_few(b: Builder, w: Writer) -> None:
    base, card, at, length = w.params()
    groups, possible, listed = Groups(w), Groups(w), Groups(w)
    for made in (groups, possible, listed):
        made.clear()
    with _each_listed(w, base, at, length) as (other, found):
        listed.add(other)
        groups.add(found >> 1)
        possible.add(found >> 1, (found & 1) ^ 1)
    size = w.var()
    with w.when(groups.size() > 1):
        groups.remove(possible)
        with w.when(groups.size()):
            _add_possible(b, w, (base, card), groups, possible)
        with w.when(listed.holds(possible)):
            size.set(_size_of(b, w, base, possible, groups) - _count_within(w, (base, at, length), possible))
            with w.when(size <= 0):
                with _each_listed(w, base, at, length) as (other, found), w.when(possible.has(found >> 1)):
                    w.store((size << 2) + b.layout.within, other)
                    size.add(1)
                w.do(b.runtime("dissolve"), base, card, b.layout.within, size)
                w.give()
        with w.when(possible.size() > 1):
            join_groups(b, w, base, possible)
        w.f.otherwise()
        with w.when(listed.holds(groups)), w.when(call(b.runtime("group_size"), base, groups.least()) <= length):
            w.do(b.runtime("dissolve"), base, card, at, length)
            w.give()
    w.do(b.runtime("sight_one"), base, card)


@contextmanager
def _each_listed(w: Writer, base: Word, at: Word, length: Word) -> Iterator[tuple[Var, Var]]:
    """What follows is done for each card of a list, and its word."""
    place, card, found = w.var(at), w.var(), w.var()
    end = w.var(place + (length << 2))
    with w.repeat(place < end):
        card.set(load(place))
        found.set(load(spot(base, card)))
        yield card, found
        place.add(4)


def _add_possible(b: Builder, w: Writer, what: tuple[Word, Word], groups: Groups, possible: Groups) -> None:
    """Of groups (which are used up), those with an unmarked card elsewhere, or with the card's print."""
    (base, card), like, group = what, Groups(w), w.var()
    like.clear()
    with each_like(b, w, base, card) as found:
        like.add(found >> 1)
    with w.repeat(groups.size()):
        group.set(groups.least())
        groups.drop_least()
        with w.when(either(like.has(group), call(b.runtime("has_unmarked"), base, group))):
            possible.add(group)


def _size_of(b: Builder, w: Writer, base: Word, groups: Groups, left: Groups) -> Var:
    """How many cards groups have; `left` is used up."""
    size = w.var(0)
    left.set(groups)
    with w.repeat(left.size()):
        size.add(call(b.runtime("group_size"), base, left.least()))
        left.drop_least()
    return size


def _count_within(w: Writer, what: tuple[Word, Word, Word], groups: Groups) -> Var:
    """How many cards of a list are in some groups."""
    n = w.var(0)
    with _each_listed(w, *what) as (_, found):
        n.add(groups.has(found >> 1))
    return n


def _seen_of_many(b: Builder, w: Writer) -> None:
    base, card, at, length = w.params()
    group, several, named = w.var(load(spot(base, card)) >> 1), w.var(0), w.var(0)
    with _each_listed(w, base, at, length) as (other, found):
        several.set(several | (found >> 1).ne(group))
        named.set(named | group.eq(other))
    within, size = w.var(at), w.var(0)
    with w.when(several):
        within.set(b.layout.within)
        _note_possible(b, w, base, card, at, length)
        length.set(_possible(b, w, base, at, length))
        with each_word(b, w, base) as place:
            size.add(load((load(place) >> 1) << 2, b.layout.flags) > 1)
        w.f.otherwise()
        size.set(length + 1)
        with w.when(named):
            size.set(call(b.runtime("group_size"), base, group))
    with w.when(size > length):
        with w.when(several):
            w.do(b.runtime("join"), base, within, length)
        w.do(b.runtime("sight_one"), base, card)
        w.give()
    w.do(b.runtime("dissolve"), base, card, within, length)


def _possible(b: Builder, w: Writer, base: Word, at: Word, length: Word) -> Var:
    """The cards of a list in flagged groups, stored in `within`; how many."""
    n = w.var(0)
    with _each_listed(w, base, at, length) as (other, found), w.when(load((found >> 1) << 2, b.layout.flags) > 1):
        w.store((n << 2) + b.layout.within, other)
        n.add(1)
    return n


def _note_possible(b: Builder, w: Writer, base: Word, card: Word, at: Word, length: Word) -> None:
    """Flag the groups of a list: 1, those that can have held the card 3: not wholly marked, or with its print."""
    flags = b.layout.flags
    w.do(b.runtime("zero_words"), flags, len(b.program.cards))
    with _each_listed(w, base, at, length) as (_, found):
        w.store(((found >> 1) << 2) + flags, 1)
    with each_word(b, w, base) as place:
        found = w.var(load(place))
        with w.when(opposite(found & 1) & load((found >> 1) << 2, flags)):
            w.store(((found >> 1) << 2) + flags, 3)
    with each_like(b, w, base, card) as marked:
        found = w.var((marked >> 1) << 2)
        with w.when(load(found, flags)):
            w.store(found + flags, 3)


def dissolve(b: Builder, f: Func) -> None:
    """(base, card, at, length): each of some cards alone, with its mark; one mark of the card's print, if there is one,
    counts as the card.
    """
    w = Writer(f)
    base, card, at, length = w.params()
    if has_copies(b):
        with f.block() as out:
            (load(spot(base, card)) & 1).write(f)
            f.br_if(out)
            like = w.var(print_of(b, card))
            with _each_listed(w, base, at, length) as (other, found), w.when((found & 1) & print_of(b, other).eq(like)):
                w.store(spot(base, other), found - 1)
                f.br(out)
    with _each_listed(w, base, at, length) as (other, found):
        w.store(spot(base, other), (other << 1) | (found & 1))
    w.store(spot(base, card), card * 2 + 1)


RUNTIME = {
    "out_of_set": (out_of_set, 5, 0), "seen_out_of_set": (seen_out_of_set, 4, 0), "dissolve": (dissolve, 4, 0),
}
