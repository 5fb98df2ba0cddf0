"""Fixed functions that follow the names of unknown cards.

What is found lies on the desk (`desk.py`): cells that name cards, what that says of the cards' places.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulelang.ir.program import HeldInfo, Program
from rulelang.wasm.desk import item, put_item
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_numbers import mixed
from rulelang.wasm.unit import Unsupported
from rulelang.wasm.words import Var, Word, Writer, call, load, pick, word

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


def folded(w: Writer, digest: Word, value: Word) -> Var:
    """`draws.fold`."""
    return mixed(w, (digest ^ value) + 0x9E3779B9)


@contextmanager
def each_open(b: Builder, w: Writer) -> Iterator[Var]:
    """What follows is done for each card that the seat does not know."""
    with w.count(0, len(b.program.cards)) as card, w.when(item(b.layout.desk.open, card)):
        yield card


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
    hosts = hosts_of(b.program)
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
            with w.when(host >= 0), w.when(item(b.layout.desk.open, host)):
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
        with w.when(card.under(len(b.program.cards))), w.when(item(desk.open, card)):
            put_item(w, desk.marks, card, folded(w, item(desk.marks, card), (at - STATE) >> 2))
            with w.when(types & load(card << 2, bits)):
                put_item(w, desk.takes, card, item(desk.takes, card) & types)
            _add(w, desk.names, at)
        at.add(4)
        count.add(-1)


def _add(w: Writer, area: int, value: Word) -> None:
    """Add to a list that holds its length before it."""
    n = w.var(load(area) + 1)
    w.store(area, n)
    w.store(n << 2, value, area)


def hosts_of(program: Program) -> list[int]:
    """For each zone the card it lies with, -1 for none."""
    found = []
    for zone in program.zones:
        keys = program.families[zone.family].keys
        cards = [value for key, value in zip(keys, zone.keys, strict=True) if key.what == "card"]
        if len(cards) > 1:
            raise Unsupported("zones that lie with two cards")
        found.append(cards[0] if cards else zone.host)
    return found


RUNTIME = {
    "find_names": (find_names, 0, 1), "length_within": (length_within, 2, 1), "note_names": (note_names, 3, 0),
}
