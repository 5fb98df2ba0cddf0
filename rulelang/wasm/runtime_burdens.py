"""Fixed functions that find what is counted by unknown cards and is not the same by all of them: it follows its place.

On the desk lie, for each such instance, the card, its address, what is usual there, how far the instances of two cards
are apart in bytes for each number between them, and what it holds.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from rulelang.ir.program import KeyInfo, Program
from rulelang.wasm.desk import BURDEN_WORDS, MOST_BURDENS, item, put_item
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_names import each_open, folded, hosts_of, type_bits
from rulelang.wasm.unit import Unsupported
from rulelang.wasm.words import Var, Word, Writer, both, call, load, two, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

ZONES, VARIABLE, POT = range(3)         # what a burden is, in the marks of `resample_places.py`


class Counted(NamedTuple):
    """Something that is counted for each card: its keys, cells, and how the marks of places call it. `fixed`: a module
    cannot carry it to another card.
    """

    keys: tuple[KeyInfo, ...]
    base: int
    words: int
    what: tuple[int, int]
    fixed: bool


def counted(program: Program) -> list[Counted]:
    """All that is counted for each card. Raises `Unsupported` for something that is counted for two cards."""
    found = []
    for number, var in enumerate(program.vars):
        recorded = any(record.var == number for record in program.records)
        fixed = program.kinds[var.kind].what == "card" or var.words > 1 or recorded
        found.append(Counted(var.keys, var.base, var.words, (VARIABLE, number), fixed))
    for token in program.tokens:
        for (_, base, _), keys in zip(token.pots, token.pot_keys, strict=False):
            found.append(Counted(keys, base, 1, (POT, base), False))
    found = [each for each in found if any(key.what == "card" for key in each.keys)]
    if any(sum(key.what == "card" for key in each.keys) > 1 for each in found):
        raise Unsupported("something for each two cards")
    return found


def burdens(b: Builder) -> list[Callable[[Func], None]]:
    """Functions that find burdens and say whether a module cannot follow them: (): 0 or 1."""
    def finds(each: Counted) -> Callable[[Func], None]:
        return lambda f: _find(b, f, each)
    lying: list[Callable[[Func], None]] = [lambda f: _lying_with(b, f)]
    return lying * any(host >= 0 for host in hosts_of(b.program)) + [finds(each) for each in counted(b.program)]


def _lying_with(b: Builder, f: Func) -> None:
    """Whether cards lie with one that is not known."""
    w, hosts = Writer(f), hosts_of(b.program)
    zones = [n for n, host in enumerate(hosts) if host >= 0]
    table = b.layout.words(value for n in zones for value in (STATE + 4 * b.program.zones[n].at, hosts[n]))
    with w.count(0, len(zones)) as n:
        host = item(b.layout.desk.open, load(n << 3, table + 4))
        with w.when(both(load(load(n << 3, table)), host)):
            w.give(1)
    w.push(0)


def _find(b: Builder, f: Func, each: Counted) -> None:
    """Instances of open cards that differ where the other keys are the same."""
    w = Writer(f)
    place = next(n for n, key in enumerate(each.keys) if key.what == "card")
    key, size = each.keys[place], 4 * each.words
    inner = prod(other.size for other in each.keys[place + 1:])
    outer = prod(other.size for other in each.keys[:place])
    first, at, differ, stride = w.var(), w.var(), w.var(), inner * size
    with w.count(0, outer * inner) as n:
        start = w.var(two("i32.div_u", n, inner) * (key.size * stride) + n % inner * size
                      + (STATE + 4 * each.base - key.low * stride))
        first.set(0)
        differ.set(0)
        with w.count(key.low, key.low + key.size) as card, w.when(item(b.layout.desk.open, card)):
            at.set(start + card * stride)
            with w.when(first):
                for k in range(each.words):
                    differ.set(differ | load(at, 4 * k).ne(load(first, 4 * k)))
                w.f.otherwise()
                first.set(at)
        with w.when(differ):
            if each.fixed:
                w.give(1)
            else:
                _note_all(b, w, each, place, (n, start, stride))
    w.push(0)


def _note_all(b: Builder, w: Writer, each: Counted, place: int, where: tuple[Var, Var, int]) -> None:
    n, start, stride = where
    key, desk = each.keys[place], b.layout.desk
    usual = w.var(call(b.runtime("usual_value"), start, key.low, key.low + key.size, stride))
    value, mark, count, at = w.var(), w.var(), w.var(), w.var()
    with w.count(key.low, key.low + key.size) as card, w.when(item(desk.open, card)):
        value.set(load(start + card * stride))
        with w.when(value.ne(usual)):
            count.set(load(desk.burdens))
            with w.when(count.eq(MOST_BURDENS)):
                w.give(1)
            w.store(desk.burdens, count + 1)
            at.set(count * (4 * BURDEN_WORDS) + (desk.burdens + 4))
            for k, part in enumerate((card, start + card * stride, usual, word(stride), value)):
                w.store(at, part, 4 * k)
            mark.set(item(desk.weights, card))
            for part in (word(place), *map(word, each.what), value, *_others(each.keys, place, n)):
                mark.set(folded(w, mark, part))
            put_item(w, desk.weights, card, mark)
            put_item(w, desk.takes, card, item(desk.takes, card) & load(card << 2, type_bits(b)))


def _others(keys: tuple[KeyInfo, ...], place: int, n: Var) -> list[Word]:
    """The values of the other keys in combination n."""
    others = [key for number, key in enumerate(keys) if number != place]
    return [two("i32.div_u", n, prod(key.size for key in others[number + 1:])) % key.size + key.low
            for number, key in enumerate(others)]


def usual_value(b: Builder, f: Func) -> None:
    """(start, low, end, stride): what most open cards have there, of values as frequent the least."""
    w = Writer(f)
    start, low, end, stride = w.params()
    best, most, value, count = w.var(), w.var(0), w.var(), w.var()
    with w.count(low, end) as card, w.when(item(b.layout.desk.open, card)):
        value.set(load(start + card * stride))
        count.set(0)
        with w.count(low, end) as other, w.when(item(b.layout.desk.open, other)):
            count.add(load(start + other * stride).eq(value))
        with w.when((count > most) | (count.eq(most) & (value < best))):
            most.set(count)
            best.set(value)
    w.push(best)


def carry(b: Builder, w: Writer, table: Var) -> None:
    """In a table whose cards lie as they were dealt: what was found follows the places."""
    desk = b.layout.desk
    at, end, spot = w.var(), w.var(), w.var()
    for carried in (False, True):
        at.set(desk.burdens + 4)
        end.set(load(desk.burdens) * (4 * BURDEN_WORDS) + (desk.burdens + 4))
        with w.repeat(at < end):
            spot.set(table + load(at, 4) - STATE)
            if carried:
                spot.add((item(desk.swap, load(at)) - load(at)) * load(at, 12))
            w.store(spot, load(at, 16 if carried else 8))
            at.add(4 * BURDEN_WORDS)


def clear_burdens(b: Builder, w: Writer) -> None:
    """Nothing is found yet."""
    w.store(b.layout.desk.burdens, 0)
    with each_open(b, w) as card:
        put_item(w, b.layout.desk.weights, card, 0)


RUNTIME = {"usual_value": (usual_value, 4, 1)}
