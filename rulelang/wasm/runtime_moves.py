"""Fixed functions that move cards and tokens, as `engine/movement.py` and `engine/variables.py` have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.code import CARD_STEPS
from rulelang.ir.numbers import NONE
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_zones import STACK, base_of, kind_of, zone_of
from rulelang.wasm.words import Number, Var, Word, Writer, call, glob, load, opposite, pick, trailing, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

ARRIVE, TOP = 0, 1


def room_of(b: Builder, zone: Word) -> Word:
    """How many more cards find room."""
    return load(zone << 2, b.layout.zone_rooms()) - load(base_of(b, zone))


def goes_up(b: Builder, zone: Word, how: Word) -> Word:
    """Whether cards go to the end of the zone's cells."""
    return how.eq(ARRIVE) | how.eq(TOP).eq(kind_of(b, zone).eq(STACK))


def move_one(b: Builder, f: Func) -> None:
    """(card, zone, face, how): one card, if it is one and finds room."""
    w = Writer(f)
    card, zone, face, how = w.params()
    with w.when((card < 0) | (zone < 0)):
        w.give()
    with w.when((room_of(b, zone) < 1) & zone_of(b, card).ne(zone)):
        w.give()
    costs(b, w, 1)
    _put(b, w, card, zone, face, how)


def finds_no_room(b: Builder, f: Func) -> None:
    """(card, zone): whether a card lies elsewhere and the zone is full."""
    w = Writer(f)
    card, zone = w.params()
    w.push((room_of(b, zone) < 1) & zone_of(b, card).ne(zone))


def costs(b: Builder, w: Writer, cards: Number) -> None:
    """Moving cards counts as some steps."""
    w.gset(b.left, glob(b.left) - word(cards) * CARD_STEPS)


def _put(b: Builder, w: Writer, card: Word, zone: Word, face: Word, how: Word) -> None:
    with w.when(goes_up(b, zone, how)):
        w.do(b.runtime("move_up"), card, zone, face)
        w.f.otherwise()
        w.do(b.runtime("move_down"), card, zone, face)


def fit(b: Builder, f: Func) -> None:
    """(target, at, length, zone): the cards that find room, stored at `target`; how many."""
    w = Writer(f)
    target, at, length, zone = w.params()
    free, cards, card = w.var(room_of(b, zone)), w.var(0), w.var()
    to = w.var(target)
    with w.count(0, length) as n:
        cards.add(load(at + (n << 2)) >= 0)
    all_fit = w.var(free >= cards)
    with w.count(0, length) as n:
        card.set(load(at + (n << 2)))
        with w.when(card >= 0):
            stays = w.var(zone_of(b, card).eq(zone))
            with w.when(opposite(all_fit)):
                stays.set(stays | (call(b.runtime("place_of"), target, (to - target) >> 2, card) >= 0))
            with w.when(all_fit | stays | (free > 0)):
                w.store(to, card)
                to.add(4)
                free.set(free - opposite(stays))
    w.push((to - target) >> 2)


def move_list(b: Builder, f: Func) -> None:
    """(sp, at, length, zone, face, how): cards one after another."""
    w = Writer(f)
    sp, at, length, zone, face, how = w.params()
    with w.when(zone < 0):
        w.give()
    length.set(call(b.runtime("fit"), sp, at, length, zone))
    costs(b, w, length)
    with w.count(0, length) as n:
        card = w.var(load(sp + (n << 2)))
        _put(b, w, card, zone, face, how)


def move_block(b: Builder, f: Func) -> None:
    """(sp, at, length, zone, face, position): cards as a block before the card that stays at a position."""
    w = Writer(f)
    sp, at, length, zone, face, position = w.params()
    with w.when((zone < 0) | position.eq(NONE)):
        w.give()
    length.set(call(b.runtime("fit"), sp, at, length, zone))
    base, stack = w.var(base_of(b, zone)), w.var(kind_of(b, zone).eq(STACK))
    costs(b, w, length)
    anchor = anchor_before(b, w, (sp, length, zone, position), base)
    index = w.var()
    with w.count(0, length) as n:
        card = w.var(load(sp + (n << 2)))
        w.do(b.runtime("take"), card)
        index.set(pick(stack, 0, load(base)))
        with w.when(anchor >= 0):
            index.set(call(b.runtime("index_in"), base, anchor) + stack)
        w.do(b.runtime("put"), card, zone, index, face)


def anchor_before(b: Builder, w: Writer, what: tuple[Var, Var, Var, Var], base: Var) -> Var:
    """The card that the block comes to lie before, NONE for the end."""
    sp, length, zone, position = what
    position.set(pick(position < 1, 1, position))
    anchor, card, size = w.var(NONE), w.var(), w.var(load(base) + 1)
    with w.count(1, size) as place:
        card.set(call(b.runtime("card_at"), zone, place))
        with w.when(call(b.runtime("place_of"), sp, length, card) < 0):
            position.add(-1)
            with w.when(position.eq(0)):
                anchor.set(card)
    return anchor


def discard_list(b: Builder, f: Func) -> None:
    """(sp, at, length, table, face): each card to the zone of the table, those that fit by where they lie before."""
    w = Writer(f)
    sp, at, length, table, face = w.params()
    kept, card = w.var(call(b.runtime("fit_by_table"), sp, at, length, table)), w.var()
    costs(b, w, kept)
    with w.count(0, kept) as n:
        card.set(load(sp + (n << 2)))
        w.do(b.runtime("move_up"), card, load(table + (card << 2)), face)


def fit_by_table(b: Builder, f: Func) -> None:
    """(target, at, length, table): the cards that a table names zones for where they find room; how many.

    A card that finds room does so each time that it is listed.
    """
    w = Writer(f)
    target, at, length, table = w.params()
    card, zone, kept, fits = w.var(), w.var(), w.var(0), w.var()
    with w.count(0, length) as n:
        card.set(load(at + (n << 2)))
        zone.set(NONE)
        with w.when(card >= 0):
            zone.set(load(table + (card << 2)))
        with w.when(zone >= 0):
            fits.set(call(b.runtime("finds_room"), at, length, table, n))
            with w.when(opposite(fits)):
                fits.set(call(b.runtime("place_of"), target, kept, card) >= 0)
            with w.when(fits):
                w.store(target + (kept << 2), card)
                kept.add(1)
    w.push(kept)


def finds_room(b: Builder, f: Func) -> None:
    """(at, length, table, place): whether the card at a place fits, with all others of the list that go where it goes.

    All fit if there is room for all; else those that lie there already and the first others, each counted once.
    """
    w = Writer(f)
    at, length, table, place = w.params()
    mine = w.var(load(at + (place << 2)))
    zone = w.var(load(table + (mine << 2)))
    free, group, before, card = w.var(room_of(b, zone)), w.var(0), w.var(0), w.var()
    with w.count(0, length) as n:
        card.set(load(at + (n << 2)))
        with w.when(card >= 0):
            group.add(load(table + (card << 2)).eq(zone))
    with w.when((free >= group) | zone_of(b, mine).eq(zone)):
        w.give(1)
    first = w.var(call(b.runtime("place_of"), at, length, mine))
    with w.count(0, first) as n:
        card.set(load(at + (n << 2)))
        with w.when(card >= 0), w.when(load(table + (card << 2)).eq(zone) & zone_of(b, card).ne(zone)):
            before.add(call(b.runtime("place_of"), at, n, card) < 0)
    w.push(before < free)


def move_tokens(b: Builder, f: Func) -> None:
    """(source, target, amount): as many of the tokens of a cell as there are, to another."""
    w = Writer(f)
    source, target, amount = w.params()
    with w.when((source < 0) | (target < 0) | source.eq(target)):
        w.give()
    there = w.var(load(source << 2, STATE))
    amount.set(pick(amount > there, there, amount))
    with w.when(amount > 0):
        w.store(source << 2, there - amount, STATE)
        w.store(target << 2, load(target << 2, STATE) + amount, STATE)


# ---------------------------------------------------------------- variables


def store_set(b: Builder, f: Func) -> None:
    """(cells, words, low, size, at, length): a set as bits; other values are left out."""
    w = Writer(f)
    cells, words, low, size, at, length = w.params()
    w.do(b.runtime("zero_words"), cells, words)
    bit, spot = w.var(), w.var()
    with w.count(0, length) as n:
        bit.set(load(at + (n << 2)) - low)
        with w.when(bit.under(size)):
            spot.set(cells + ((bit >> 5) << 2))
            w.store(spot, load(spot) | (word(1) << (bit & 31)))


def store_link(b: Builder, f: Func) -> None:
    """(index, partner, cells, count, first card): a link on both sides; former partners are free.

    What is written later holds: the sides named by the change come last.
    """
    w = Writer(f)
    index, partner, cells, count, first = w.params()
    other = w.var(partner - first)
    with w.when(opposite(index.under(count)) | (partner.ne(NONE) & opposite(other.under(count)))):
        w.give()
    mine, theirs = w.var(load(cells + (index << 2))), w.var(NONE)
    with w.when(partner.ne(NONE)):
        theirs.set(load(cells + (other << 2)))
    for former in (mine, theirs):
        with w.when(former.ne(NONE)):
            w.store(cells + ((former - first) << 2), NONE)
    with w.when(partner.ne(NONE)):
        w.store(cells + (other << 2), first + index)
    with w.when(partner.eq(NONE) | other.ne(index)):
        w.store(cells + (index << 2), partner)


# ---------------------------------------------------------------- refills


def bring_in(b: Builder, f: Func) -> None:
    """(at, length, zone): cards into an empty zone, face up and shuffled."""
    w = Writer(f)
    at, length, zone = w.params()
    end = w.var(at + (length << 2))
    length.set(call(b.runtime("fit"), end, at, length, zone))
    with w.count(0, length) as n:
        w.do(b.runtime("move_up"), load(end + (n << 2)), zone, 0)
    w.do(b.runtime("loosen"), zone)


def refill(b: Builder, f: Func) -> None:
    """(sp, zone): if the zone is empty, the cards of the first source that has any."""
    w = Writer(f)
    sp, zone = w.params()
    with w.when(zone < 0):
        w.give()
    with w.when(load(base_of(b, zone))):
        w.give()
    for number, info in enumerate(b.program.zones):
        if info.refill:
            with w.when(zone.eq(number)):
                _first_source(b, w, sp, number)


def _first_source(b: Builder, w: Writer, sp: Var, zone: int) -> None:
    card, n = w.var(), w.var()
    for source in b.program.zones[zone].refill:
        _given(b, w, sp, source.zone, source.where, source.keep, card, n)
        with w.when(n > 0):
            if b.knowledge:
                w.do(b.runtime("tell_in"), sp, n, zone, source.zone)
            else:
                w.do(b.runtime("bring_in"), sp, n, zone)
            w.give()


def _given(b: Builder, w: Writer, sp: Var, zone: int, where: int, keep: int, card: Var, n: Var) -> None:
    """Store what a source gives at `sp` (from place `keep` on); `n` becomes how many."""
    n.set(call(b.runtime("zone_cards"), sp, zone))
    found, free = w.var(sp), w.var(sp + (n << 2))
    with w.count(max(0, keep), n) as place:
        card.set(load(sp + (place << 2)))
        with w.when(b.calling(where, free, card).eq(1) if where >= 0 else word(1)):
            w.store(found, card)
            found.add(4)
    n.set((found - sp) >> 2)


def available(b: Builder, f: Func) -> None:
    """(sp, zone): its cards and all that its sources could give, each once."""
    w = Writer(f)
    sp, zone = w.params()
    with w.when(zone < 0):
        w.give(0)
    total = w.var(load(base_of(b, zone)))
    for number, info in enumerate(b.program.zones):
        if info.refill:
            with w.when(zone.eq(number)):
                _count_sources(b, w, sp, number, total)
    w.push(total)


def _count_sources(b: Builder, w: Writer, sp: Var, zone: int, total: Var) -> None:
    """A source without a condition gives what its zone holds; others are listed, together where zones are shared."""
    given = b.program.zones[zone].refill
    simple = len({source.zone for source in given}) == len(given)
    card, n, start = w.var(), w.var(), w.var(sp)
    for source in given:
        if simple and source.where < 0:
            size = w.var(load(STATE + 4 * b.layout.zones.at[source.zone]) - max(0, source.keep))
            total.add(pick(size > 0, size, 0))
            continue
        _given(b, w, sp, source.zone, source.where, source.keep, card, n)
        if simple:
            total.add(n)
        else:
            sp.add(n << 2)
    if not simple:
        n.set((sp - start) >> 2)
        w.do(b.runtime("sort"), start, n)
        total.add(call(b.runtime("drop_repeats"), start, n))


def set_values(b: Builder, f: Func) -> None:
    """(target, cells, words, low): the values of a set that is kept as bits, ascending; how many."""
    w = Writer(f)
    target, cells, words, low = w.params()
    to, bits, bit = w.var(target), w.var(), w.var()
    with w.count(0, words) as n:
        bits.set(load(cells + (n << 2)))
        with w.repeat(bits):
            bit.set(bits & (word(0) - bits))
            bits.set(bits ^ bit)
            w.store(to, low + (n << 5) + trailing(bit))
            to.add(4)
    w.push((to - target) >> 2)


RUNTIME = {
    "finds_no_room": (finds_no_room, 2, 1),
    "move_one": (move_one, 4, 0), "fit": (fit, 4, 1), "move_list": (move_list, 6, 0),
    "move_block": (move_block, 6, 0), "discard_list": (discard_list, 5, 0),
    "fit_by_table": (fit_by_table, 4, 1), "finds_room": (finds_room, 4, 1),
    "move_tokens": (move_tokens, 3, 0), "store_set": (store_set, 6, 0),
    "set_values": (set_values, 4, 1), "store_link": (store_link, 5, 0),
    "bring_in": (bring_in, 3, 0), "refill": (refill, 2, 0), "available": (available, 2, 1),
}
