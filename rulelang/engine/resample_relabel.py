"""A state's ints and a swap of cards in, the ints of the table at which each place holds the other card out.

Everything that lies with a card or speaks of it stays where it is and is about the new card: zones and counters of
cards, links, pots, names of running actions, what others know. Numbers that rules have made of cards stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.ir.numbers import NONE
from rulelang.ir.program import SETTLING, HeldInfo, KeyInfo, Program
from rulelang.records import dataclass

Ints = list[int]


@dataclass(frozen=True, slots=True)
class Held:
    """A cell that speaks of a card, and the cards types it may speak of (empty: all)."""

    at: int
    types: tuple[str, ...] = ()


def card_refs(program: Program, s: Ints) -> list[Held]:
    """Every cell of running procedures, and every variable, that holds a card."""
    found: list[Held] = []
    for held in running(program, s):
        if held.what != "zone":
            found += [Held(at, held.types) for at in cells_of(s, held) if s[at] >= 0]
    for var in program.vars:
        if program.kinds[var.kind].what == "card" and not var.set_count:
            types = tuple(sorted({program.prints[p].type for p in program.cards[var.low:var.high + 1]}))
            found += [Held(at, types) for at in range(var.base, var.base + var.count) if s[at] != NONE]
    return found


def running(program: Program, s: Ints) -> list[HeldInfo]:
    """The held cells of frames that are in use; the others are all 0, which stands for no card there."""
    frames = [(p.frame, p.frame + p.size) for p in program.procedures if s[p.frame]]
    return [held for held in program.held if any(first <= held.at < end for first, end in frames)]


def cells_of(s: Ints, held: HeldInfo) -> list[int]:
    """The cells in which the cards or zones of a held place lie now."""
    if not held.bound:
        return [held.at]
    first, length = held.at + 1, max(0, min(s[held.at], held.bound))
    if held.what != "meld":
        return list(range(first, first + length))
    found: list[int] = []
    at = first + 2                              # behind the meld's number and worth
    while at < first + length:
        found += range(at + 1, min(at + 1 + s[at], first + length))
        at += 1 + max(0, s[at])
    return found


def relabelled(program: Program, s: Ints, swap: Sequence[int], names: Sequence[HeldInfo]) -> Ints:
    """The ints with card `swap[c]` in the place of each card c. `names`: what `running` gives for these ints."""
    new = s[:]
    zones = _zone_swap(program, swap)
    _zones(program, s, new, swap, zones)
    _counters(program, s, new, swap)
    for held in names:
        for at in cells_of(s, held):
            new[at] = _other(zones if held.what == "zone" else swap, s[at])
        if held.ascending:
            _sort(new, held.at + 1, s[held.at])
    if s[SETTLING] != NONE:
        new[SETTLING] = zones[s[SETTLING]]
    return new


def _other(swap: Sequence[int], value: int) -> int:
    return swap[value] if 0 <= value < len(swap) else value


def _sort(new: Ints, at: int, count: int) -> None:
    new[at:at + count] = sorted(new[at:at + count])


# ---------------------------------------------------------------- zones


def _zone_swap(program: Program, swap: Sequence[int]) -> list[int]:
    """The zone that plays the part of each zone: those that lie with a card follow it."""
    found = list(range(len(program.zones)))
    for family in program.families:
        for number, other in enumerate(instances(family.keys, family.count, swap)):
            found[family.first + number] = family.first + other
    return found


def inside(key: KeyInfo, swap: Sequence[int]) -> dict[int, int]:
    """The swap within the values of a key. Cards that leave it have nothing by them: free values stand in for them."""
    values = range(key.low, key.low + key.size)
    found = {value: swap[value] for value in values if swap[value] in values}
    free = iter(sorted(set(values) - set(found.values())))
    for value in values:
        if value not in found:
            found[value] = next(free)
    return found


def _zones(program: Program, s: Ints, new: Ints, swap: Sequence[int], zones: list[int]) -> None:
    for number, zone in enumerate(program.zones):
        target, size = program.zones[zones[number]], s[zone.at]
        if not size and not s[target.at]:
            continue
        before = s[zone.at + 2:zone.at + 2 + size]
        cards = [swap[card] for card in before]
        if cards == before and zones[number] == number:
            continue
        new[target.at], new[target.at + 1] = size, s[zone.at + 1]
        new[target.at + 2:target.at + 2 + target.capacity] = cards + [0] * (target.capacity - size)
        _sort(new, target.at + 2, size if zone.kind == "set" else s[zone.at + 1])
    cells, follow = program.card_cells, zones != list(range(len(zones)))
    for card, other in enumerate(swap):
        if card == other and not follow:
            continue
        new[cells + 2 * other] = _other(zones, s[cells + 2 * card])
        new[cells + 2 * other + 1] = s[cells + 2 * card + 1]


# ---------------------------------------------------------------- counters


def _counters(program: Program, s: Ints, new: Ints, swap: Sequence[int]) -> None:
    """Variables, their records and pots: instances of cards follow them, values that are cards are swapped."""
    for number, var in enumerate(program.vars):
        places = instances(var.keys, var.count, swap)
        if program.kinds[var.kind].what == "card" and not var.set_count:
            for i, j in enumerate(places):
                new[var.base + j] = _other(swap, s[var.base + i])
        elif var.keys:
            _carried(s, new, var.base, places, var.words)
        for record in program.records:
            if record.var == number:
                for line in range(len(program.scores[record.score].lines)):
                    _carried(s, new, record.base + line * var.count, places, 1)
    for token in program.tokens:
        for (_, base, count), keys in zip(token.pots, token.pot_keys, strict=False):
            _carried(s, new, base, instances(keys, count, swap), 1)


def _carried(s: Ints, new: Ints, base: int, places: Sequence[int], words: int) -> None:
    for i, j in enumerate(places):
        if i != j:
            new[base + j * words:base + (j + 1) * words] = s[base + i * words:base + (i + 1) * words]


def instances(keys: Sequence[KeyInfo], count: int, swap: Sequence[int]) -> Sequence[int]:
    """Which instance of something per key values each instance becomes."""
    moving = [key.what == "card" and list(swap[key.low:key.low + key.size]) != list(
        range(key.low, key.low + key.size)) for key in keys]
    if not any(moving):
        return range(count)
    found = [0]
    for key, moves in zip(keys, moving, strict=True):
        places: Sequence[int] = range(key.size)
        if moves:
            other = inside(key, swap)
            places = [other[value] - key.low for value in range(key.low, key.low + key.size)]
        found = [index * key.size + place for index in found for place in places]
    return found[:count]


def values_of(keys: Sequence[KeyInfo], number: int) -> list[int]:
    """The values of the keys of an instance."""
    values: list[int] = []
    for key in reversed(keys):
        number, place = divmod(number, key.size)
        values.append(key.low + place)
    return values[::-1]
