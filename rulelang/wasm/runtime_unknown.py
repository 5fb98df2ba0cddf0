"""Fixed functions that find what a seat does not know of the position: places, and what tells them apart.

They do what `engine/resample_places.py` does, and leave on the desk (`desk.py`): by card whether it is open to be
dealt, what its place takes, how it is told from others, its group; the places in their order; cells that name cards.
Where something lies by a card that is not known, they give up, and the interpreter imagines the tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from math import prod
from typing import TYPE_CHECKING

from rulelang.engine.resample_places import PRINT
from rulelang.ir.draws import fold
from rulelang.ir.numbers import NONE
from rulelang.ir.program import HeldInfo, KeyInfo, Program
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_keys import face_of
from rulelang.wasm.runtime_numbers import mixed
from rulelang.wasm.runtime_sight import row_base
from rulelang.wasm.runtime_zones import SET, STACK, base_of, kind_of, print_of, zone_of
from rulelang.wasm.unit import Unsupported
from rulelang.wasm.words import Number, Var, Word, Writer, both, call, load, opposite, pick, two, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

MOST_TYPES = 31


def types_of(program: Program) -> list[str]:
    """The cards types, each a bit."""
    found = sorted({info.type for info in program.prints})
    if len(found) > MOST_TYPES:
        raise Unsupported("so many types of cards")
    return found


def type_mask(program: Program, types: tuple[str, ...]) -> int:
    """The bits of these types, all if none are named."""
    every = types_of(program)
    return sum(1 << n for n, name in enumerate(every) if name in types or not types)


def type_bits(b: Builder) -> int:
    """The address of each card's bit."""
    program = b.program
    return b.layout.words(type_mask(program, (program.prints[printed].type,)) for printed in program.cards)


def of_card(area: int, card: Word) -> Word:
    """What a list on the desk holds for a card."""
    return load(card << 2, area)


def note(w: Writer, area: int, card: Word, value: Number) -> None:
    """Write it there."""
    w.store(card << 2, value, area)


def folded(w: Writer, digest: Word, value: Word) -> Var:
    """`draws.fold`."""
    return mixed(w, (digest ^ value) + 0x9E3779B9)


@contextmanager
def each_open(b: Builder, w: Writer) -> Iterator[Var]:
    """What follows is done for each card that the seat does not know."""
    with w.count(0, len(b.program.cards)) as card, w.when(of_card(b.layout.desk.open, card)):
        yield card


def find_unknown(b: Builder, f: Func) -> None:
    """(seat): fill the desk; whether everything can be imagined by a module."""
    w = Writer(f)
    seat, = w.params()
    base = w.var(row_base(b, seat - 1))
    w.do(b.runtime("find_open"), base, word(1) << (seat - 1))
    with w.when(opposite(call(b.runtime("find_names")))):
        w.give(0)
    for number, condition in enumerate(_burdened(b)):
        check = b.made(("burdened", number), 0, 1, condition)
        with w.when(call(check)):
            w.give(0)
    w.do(b.runtime("find_lying"))
    w.do(b.runtime("find_groups"), base)
    w.push(call(b.runtime("find_spots")) + 1)


def find_open(b: Builder, f: Func) -> None:
    """(base of the seat's knowledge, its bit): which cards are open, what their places take."""
    w, desk, secret = Writer(f), b.layout.desk, _secret_outside(b)
    base, bit = w.params()
    holds = b.layout.words(type_mask(b.program, b.program.families[zone.family].holds) for zone in b.program.zones)
    with w.count(0, len(b.program.cards)) as card:
        zone, known = w.var(zone_of(b, card)), w.var(int(not secret))
        with w.when((zone >= 0) | int(secret)):
            known.set((call(b.runtime("card_mask"), card) & bit).ne(0))
            with w.when(both(opposite(known), load(base + (card << 2)) & 1)):
                known.set(call(b.runtime("told"), base, card))
        note(w, desk.open, card, opposite(known))
        note(w, desk.takes, card, pick(zone < 0, type_mask(b.program, ()), load(pick(zone < 0, 0, zone) << 2, holds)))
        for area, value in ((desk.marks, 0), (desk.rank, -1), (desk.group, -1), (desk.index, -1), (desk.loose, 0)):
            note(w, area, card, value)


def _secret_outside(b: Builder) -> bool:
    from rulelang.engine.resample_places import picks_from_outside

    return picks_from_outside(b.source)


# ---------------------------------------------------------------- names


def find_names(b: Builder, f: Func) -> None:
    """The cells that name open cards, and what that says of their places; whether a module can follow them.

    At the beginning of `names` and `sorted` lies how many there are.
    """
    w, desk, program = Writer(f), b.layout.desk, b.program
    for area in (desk.names, desk.sorted):
        w.store(area, 0)
    frames = [(p.frame, p.frame + p.size) for p in program.procedures]
    for held in program.held:
        frame = next((first for first, end in frames if first <= held.at < end), -1)
        if frame >= 0:
            with w.when(load(STATE + 4 * frame)):
                _held(b, w, held)
    for var in program.vars:
        if program.kinds[var.kind].what == "card" and not var.set_count:
            types = {program.prints[p].type for p in program.cards[var.low:var.high + 1]}
            _cells(b, w, word(STATE + 4 * var.base), word(var.count), type_mask(program, tuple(types)))
    w.push(1)


def _held(b: Builder, w: Writer, held: HeldInfo) -> None:
    at = STATE + 4 * held.at
    if held.what == "zone":
        _held_zones(b, w, held)
        return
    types = type_mask(b.program, held.types)
    if not held.bound:
        _cells(b, w, word(at), word(1), types)
        return
    length = w.var(call(b.runtime("length_within"), at, held.bound))
    if held.what != "meld":
        before = w.var(load(b.layout.desk.names))
        _cells(b, w, word(at + 4), length, types)
        if held.ascending:
            with w.when(load(b.layout.desk.names).ne(before)):
                _add(w, b.layout.desk.sorted, word(at))
        return
    place, end = w.var(at + 12), w.var(length * 4 + (at + 4))
    count = w.var()
    with w.repeat(place < end):
        count.set(load(place))
        count.set(pick(count < 0, 0, count))
        fitting = w.var((end - place - 4) >> 2)
        _cells(b, w, place + 4, pick(count < fitting, count, fitting), types)
        place.set(place + 4 + (count << 2))


def length_within(b: Builder, f: Func) -> None:
    """(at, bound): the length of a list in cells, between 0 and a bound."""
    w = Writer(f)
    at, bound = w.params()
    n = w.var(load(at))
    n.set(pick(n < 0, 0, n))
    w.push(pick(n < bound, n, bound))


def _held_zones(b: Builder, w: Writer, held: HeldInfo) -> None:
    """A name of a zone that lies with an open card: a module cannot follow it."""
    hosts = _hosts(b.program)
    if all(host < 0 for host in hosts):
        return
    at, count = word(STATE + 4 * held.at), word(1)
    if held.bound:
        at, count = word(STATE + 4 * held.at + 4), w.var(call(b.runtime("length_within"), STATE + 4 * held.at,
                                                             held.bound))
    with w.count(0, count) as n:
        zone = w.var(load(at + (n << 2)))
        with w.when((zone >= 0) & (zone < len(hosts))):
            host = w.var(load(zone << 2, b.layout.words(hosts)))
            with w.when(host >= 0), w.when(of_card(b.layout.desk.open, host)):
                w.give(0)


def _cells(b: Builder, w: Writer, at: Word, count: Word, types: int) -> None:
    w.do(b.runtime("note_names"), at, count, types)


def note_names(b: Builder, f: Func) -> None:
    """(at, count, types): cells that may name cards of these types."""
    w, desk = Writer(f), b.layout.desk
    at, count, types = w.params()
    card, bits = w.var(), type_bits(b)
    with w.repeat(count > 0):
        card.set(load(at))
        with w.when(card.under(len(b.program.cards))), w.when(of_card(desk.open, card)):
            note(w, desk.marks, card, folded(w, of_card(desk.marks, card), (at - STATE) >> 2))
            with w.when(types & load(card << 2, bits)):
                note(w, desk.takes, card, of_card(desk.takes, card) & types)
            _add(w, desk.names, at)
        at.add(4)
        count.add(-1)


def _add(w: Writer, area: int, value: Word) -> None:
    """Add to a list that holds its length before it."""
    n = w.var(load(area) + 1)
    w.store(area, n)
    w.store(n << 2, value, area)


# ---------------------------------------------------------------- what lies by cards


def _hosts(program: Program) -> list[int]:
    """For each zone the card it lies with, -1 for none."""
    found = []
    for zone in program.zones:
        keys = program.families[zone.family].keys
        cards = [value for key, value in zip(keys, zone.keys, strict=True) if key.what == "card"]
        if len(cards) > 1:
            raise Unsupported("zones that lie with two cards")
        found.append(cards[0] if cards else zone.host)
    return found


def _burdened(b: Builder) -> list:                       # type: ignore[type-arg]
    """Functions that say whether something lies by a card that is open, of which other open cards have not the same."""
    program = b.program
    found = [lambda f: _lying_with(b, f)] if any(host >= 0 for host in _hosts(program)) else []
    kept = [(var.keys, var.base, var.words) for var in program.vars]
    kept += [(keys, base, 1) for token in program.tokens
             for (_, base, _), keys in zip(token.pots, token.pot_keys, strict=False)]
    for keys, base, words in kept:
        if any(key.what == "card" for key in keys):
            found.append(lambda f, keys=keys, base=base, words=words: _differ(b, f, keys, base, words))  # type: ignore[misc]
    return found


def _lying_with(b: Builder, f: Func) -> None:
    w, hosts = Writer(f), _hosts(b.program)
    zones = [n for n, host in enumerate(hosts) if host >= 0]
    table = b.layout.words(value for n in zones for value in (STATE + 4 * b.program.zones[n].at, hosts[n]))
    with w.count(0, len(zones)) as n:
        host = of_card(b.layout.desk.open, load(n << 3, table + 4))
        with w.when(both(load(load(n << 3, table)), host)):
            w.give(1)
    w.push(0)


def _differ(b: Builder, f: Func, keys: tuple[KeyInfo, ...], base: int, words: int) -> None:
    """Whether instances of open cards differ where the other keys are the same."""
    if sum(key.what == "card" for key in keys) > 1:
        raise Unsupported("something for each two cards")
    w = Writer(f)
    place = next(n for n, key in enumerate(keys) if key.what == "card")
    key, size = keys[place], 4 * words
    inner = prod(other.size for other in keys[place + 1:])
    outer = prod(other.size for other in keys[:place])
    first, at = w.var(), w.var()
    with w.count(0, outer * inner) as n:
        start = w.var(two("i32.div_u", n, inner) * (key.size * inner * size) + n % inner * size + (STATE + 4 * base))
        first.set(0)
        with w.count(0, key.size) as card, w.when(of_card(b.layout.desk.open, card + key.low)):
            at.set(start + card * (inner * size))
            with w.when(first):
                for k in range(words):
                    with w.when(load(at, 4 * k).ne(load(first, 4 * k))):
                        w.give(1)
                w.f.otherwise()
                first.set(at)
    w.push(0)


# ---------------------------------------------------------------- how cards lie


def find_lying(b: Builder, f: Func) -> None:
    """For each card in a zone whether it is loose: nobody can point at its place there; else its index."""
    w, desk = Writer(f), b.layout.desk
    card = w.var()
    with w.count(0, len(b.program.zones)) as zone:
        base = w.var(base_of(b, zone))
        size, free = w.var(load(base)), w.var(_free(b, zone, base))
        with w.count(0, size) as n:
            card.set(load(base + (n << 2), 8))
            note(w, desk.loose, card, n < free)
            note(w, desk.index, card, pick(n < free, -1, n))


def _free(b: Builder, zone: Word, base: Word) -> Word:
    """How many cards of a zone lie without places."""
    return pick(kind_of(b, zone).eq(SET), load(base), load(base, 4))


def find_groups(b: Builder, f: Func) -> None:
    """(base): the groups of which the seat knows a print, and how they are told from each other."""
    w, desk, some = Writer(f), b.layout.desk, None
    base, = w.params()
    marked, some = w.var(), w.var(0)
    w.do(b.runtime("zero_words"), desk.told, len(b.program.cards))
    w.do(b.runtime("zero_words"), desk.signs, len(b.program.cards))
    with each_open(b, w) as card:
        marked.set(load(base + (card << 2)))
        with w.when(marked & 1):
            note(w, desk.told, marked >> 1, 1)
            some.set(1)
    with w.when(opposite(some)):
        w.give()
    with each_open(b, w) as card:
        marked.set(load(base + (card << 2)))
        group = w.var(marked >> 1)
        with w.when(of_card(desk.told, group)):
            note(w, desk.group, card, group)
            sign = w.var(of_card(desk.signs, group) + mixed(w, call(b.runtime("place_sign"), card)))
            with w.when(marked & 1):
                sign.set(sign + mixed(w, print_of(b, card) + PRINT))
            note(w, desk.signs, group, sign)
    with each_open(b, w) as card, w.when(of_card(desk.group, card) >= 0):
        note(w, desk.rank, card, of_card(desk.signs, of_card(desk.group, card)) >> 1)


def place_sign(b: Builder, f: Func) -> None:
    """(card): a number for where it lies and the names that speak of it."""
    w, desk = Writer(f), b.layout.desk
    card, = w.params()
    zone, digest, mark = w.var(zone_of(b, card)), w.var(reduce(fold, (NONE,), 0)), w.var(of_card(desk.marks, card))
    with w.when(zone >= 0):
        digest.set(load(zone << 2, b.layout.words(_signed(_zone_sign(b.program, n))
                                                  for n in range(len(b.program.zones)))))
        base, index = w.var(base_of(b, zone)), w.var(of_card(desk.index, card))
        place = pick(index < 0, 0, pick(kind_of(b, zone).eq(STACK), load(base) - index, index + 1))
        digest.set(folded(w, digest, place))
        digest.set(folded(w, digest, face_of(b, card)))
    with w.when(mark):
        digest.set(folded(w, digest, mark))
    w.push(digest)


def _signed(value: int) -> int:
    return value - (1 << 32) if value >> 31 else value


def _zone_sign(program: Program, number: int) -> int:
    """The beginning of `Places.where`, folded: the family and the keys, known cards among them."""
    zone = program.zones[number]
    family = program.families[zone.family]
    values = [family.first]
    for key, value in zip(family.keys, zone.keys, strict=True):
        values += [0, value] if key.what == "card" else [value]
    return reduce(fold, values, 0)


# ---------------------------------------------------------------- the order of places


def find_spots(b: Builder, f: Func) -> None:
    """The open places in the order that all can tell; how many."""
    w, desk = Writer(f), b.layout.desk
    n, card, start = w.var(0), w.var(), w.var(0)

    def take(ordered: bool) -> None:
        with w.when(of_card(desk.open, card)):
            if ordered:
                w.store(n << 2, card, desk.spots)
            else:
                w.do(b.runtime("insert_spot"), start, n, card)
            n.add(1)
    if _secret_outside(b):
        with w.count(0, len(b.program.cards)) as each, w.when(zone_of(b, each) < 0):
            card.set(each)
            take(False)
    with w.count(0, len(b.program.zones)) as zone:
        base = w.var(base_of(b, zone))
        size, free, stack = w.var(load(base)), w.var(_free(b, zone, base)), w.var(kind_of(b, zone).eq(STACK))
        start.set(n)
        with w.count(0, free) as k:
            card.set(load(base + (k << 2), 8))
            take(False)
        with w.count(free, size) as k:
            card.set(load(base + (pick(stack, size + free - 1 - k, k) << 2), 8))
            take(True)
    w.push(n)


def insert_spot(b: Builder, f: Func) -> None:
    """(start, end, card): put it where it belongs among the places from `start` on, behind those that are like it."""
    w, desk = Writer(f), b.layout.desk
    start, end, card = w.params()
    other = w.var()
    with w.repeat(end > start) as out:
        other.set(load(end << 2, desk.spots - 4))
        opposite(call(b.runtime("lies_before"), card, other)).write(f)
        f.br_if(out)
        w.store(end << 2, other, desk.spots)
        end.add(-1)
    w.store(end << 2, card, desk.spots)


def lies_before(b: Builder, f: Func) -> None:
    """(card, other): whether its place comes first, of two without places in one zone."""
    w, desk = Writer(f), b.layout.desk
    card, other = w.params()
    inside = w.var(zone_of(b, card) >= 0)
    pairs = [(face_of(b, card) * inside, face_of(b, other) * inside)]
    pairs += [(of_card(area, card), of_card(area, other)) for area in (desk.marks, desk.rank, desk.group)]
    for n, (one, two_) in enumerate(pairs):
        a, c = w.var(one), w.var(two_)
        with w.when(a.ne(c)):
            w.give(a.under(c) if n == 1 else a < c)
    w.push(0)


RUNTIME = {
    "find_unknown": (find_unknown, 1, 1), "find_open": (find_open, 2, 0), "find_names": (find_names, 0, 1),
    "length_within": (length_within, 2, 1), "note_names": (note_names, 3, 0), "find_lying": (find_lying, 0, 0),
    "find_groups": (find_groups, 1, 0), "place_sign": (place_sign, 1, 1), "find_spots": (find_spots, 0, 1),
    "insert_spot": (insert_spot, 3, 0), "lies_before": (lies_before, 2, 1),
}
