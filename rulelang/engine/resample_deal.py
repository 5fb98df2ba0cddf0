"""Places and the cards that lie somewhere among them in, one of all ways to deal them out, each equally likely.

A place takes cards of some kinds. A card that is bound to a group lies at one of the group's places, a free card at any
place. Ways are counted, never listed: places that take the same kinds are filled together, by how many cards of each
kind come there, and these numbers are drawn with the number of ways as their weight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb, prod
from typing import TypeVar

from rulelang.engine.resample_plain import merged, plain
from rulelang.engine.resample_spots import NO_GROUP, Loose, Spot
from rulelang.ir.draws import Draws

T = TypeVar("T")
Counts = tuple[int, ...]

# Allocations that are looked at before counting is given up: then the deal is legal, but no longer exactly uniform.
MOST_ALLOCATIONS = 100_000


class TooManyWays(Exception):
    """The ways to deal cannot be counted with reasonable effort."""


def shuffled(draws: Draws, items: Sequence[T]) -> list[T]:
    """The items in an order, each equally likely."""
    left = list(items)
    for i in range(len(left) - 1, 0, -1):
        j = draws.below(i + 1)
        left[i], left[j] = left[j], left[i]
    return left


def deal(spots: Sequence[Spot], cards: Sequence[Loose], draws: Draws) -> list[int]:
    """The card at each place. There must be a way to deal; the result depends on nothing but the arguments."""
    return Dealer(spots, cards).deal(draws)


class Dealer:
    """Deals the same cards to the same places again and again; what does not change is worked out once."""

    __slots__ = ("_cards", "_counted", "_plain", "_spots")

    def __init__(self, spots: Sequence[Spot], cards: Sequence[Loose]) -> None:
        self._spots = spots
        self._cards = cards
        self._plain = plain(spots, cards)
        self._counted: Counted | None = None

    @property
    def is_plain(self) -> bool:
        """Whether plain draws do."""
        return self._plain is not None

    def deal(self, draws: Draws) -> list[int]:
        """The card at each place."""
        found = None if self._plain is None else self._plain.deal(draws)
        if found is not None:
            return found
        if self._counted is None:
            self._counted = Counted(self._spots, self._cards)
        try:
            return self._counted.deal(draws)
        except TooManyWays:
            return matched(self._spots, self._cards, draws)


class Counted:
    """Deals by the number of ways: wherever a deal is possible."""

    __slots__ = ("_alike", "_cards", "_classes", "_names", "_spots", "_ways")

    def __init__(self, spots: Sequence[Spot], cards: Sequence[Loose]) -> None:
        self._spots = spots
        self._cards = cards
        self._alike = alike = merged(frozenset(card.kind for card in cards), [spot.takes for spot in spots])
        self._classes = _classes(spots, alike)
        self._names = names = sorted(set(alike.values()))
        counts = {group: _counts(cards, group, alike, names) for group in {card.group for card in cards}}
        shape = tuple((group, tuple(names.index(kind) for kind in sorted(takes)), len(where))
                      for (group, takes), where in self._classes)
        self._ways = _ways(shape, counts.get(NO_GROUP, (0,) * len(names)), tuple(sorted(counts.items())))

    def deal(self, draws: Draws) -> list[int]:
        """The card at each place. Raises `TooManyWays`."""
        ways, names = self._ways, self._names
        ways.left = MOST_ALLOCATIONS
        piles: dict[tuple[int, str], list[int]] = {}
        for card in shuffled(draws, self._cards):
            piles.setdefault((card.group, self._alike[card.kind]), []).append(card.card)
        found = [0] * len(self._spots)
        free, held = ways.free, ways.nothing
        for number, ((group, _), where) in enumerate(self._classes):
            held = ways.start(number, held)
            bound, loose = _drawn(ways, number, free, held, draws)
            taken = _taken(piles, group, bound, names) + _taken(piles, NO_GROUP, loose, names)
            for place, chosen in zip(where, shuffled(draws, taken), strict=True):
                found[place] = chosen
            free = tuple(f - n for f, n in zip(free, loose, strict=True))
            held = tuple(h - n for h, n in zip(held, bound, strict=True))
        return found


def _classes(spots: Sequence[Spot], alike: dict[str, str]) -> list[tuple[tuple[int, frozenset[str]], list[int]]]:
    """The places that take the same cards, group by group; those of no group first."""
    found: dict[tuple[int, frozenset[str]], list[int]] = {}
    for number, spot in enumerate(spots):
        kinds = frozenset(alike[kind] for kind in spot.takes if kind in alike)
        found.setdefault((spot.group, kinds), []).append(number)
    return sorted(found.items(), key=lambda entry: (entry[0][0], sorted(entry[0][1])))


def _counts(cards: Sequence[Loose], group: int, alike: dict[str, str], names: list[str]) -> Counts:
    kinds = [alike[card.kind] for card in cards if card.group == group]
    return tuple(kinds.count(name) for name in names)


# ---------------------------------------------------------------- counting


class Ways:
    """Counts the ways to fill classes of places in order: (group, kinds they take, how many places)."""

    def __init__(self, shape: tuple[tuple[int, Counts, int], ...], free: Counts, bound: dict[int, Counts]) -> None:
        self.shape = shape
        self.free = free
        self.bound = bound
        self.nothing = (0,) * len(free)
        self.left = MOST_ALLOCATIONS
        self.known: dict[tuple[int, Counts, Counts], int] = {}

    def start(self, number: int, held: Counts) -> Counts:
        """The bound cards that class `number` may take, `held` being left of those of the class before."""
        group = self.shape[number][0]
        if number and self.shape[number - 1][0] == group:
            return held
        return self.bound.get(group, self.nothing) if group != NO_GROUP else self.nothing

    def count(self, number: int, free: Counts, held: Counts) -> int:
        """Ways to fill the classes from `number` on with these free cards and the bound ones still held."""
        if number == len(self.shape):
            return int(not any(free))
        key = (number, free, held)
        if key not in self.known:
            self.known[key] = sum(weight for weight, _, _ in self.allocations(number, free, held))
        return self.known[key]

    def allocations(self, number: int, free: Counts, held: Counts) -> Iterator[tuple[int, Counts, Counts]]:
        """How many free and bound cards of each kind can fill a class, with the ways that this leaves."""
        group, kinds, places = self.shape[number]
        ends = number + 1 == len(self.shape) or self.shape[number + 1][0] != group
        for bound in _parts(held, kinds, places):
            rest = tuple(h - b for h, b in zip(held, bound, strict=True))
            if ends and any(rest):
                continue
            for loose in _parts(free, kinds, places - sum(bound), exactly=True):
                self.left -= 1
                if self.left < 0:
                    raise TooManyWays
                after = tuple(f - n for f, n in zip(free, loose, strict=True))
                then = self.start(number + 1, rest) if number + 1 < len(self.shape) else self.nothing
                weight = prod(map(comb, free, loose)) * prod(map(comb, held, bound))
                yield weight * self.count(number + 1, after, then), bound, loose


@lru_cache(maxsize=32)
def _ways(shape: tuple[tuple[int, Counts, int], ...], free: Counts, bound: tuple[tuple[int, Counts], ...]) -> Ways:
    """Counting is done once for tables that look alike."""
    return Ways(shape, free, dict(bound))


def _parts(counts: Counts, kinds: Counts, most: int, exactly: bool = False) -> Iterator[Counts]:
    """All ways to take at most (or exactly) so many cards of these kinds."""
    if exactly and sum(counts[kind] for kind in kinds) < most:
        return
    if not kinds:
        yield (0,) * len(counts)
        return
    kind, others = kinds[0], kinds[1:]
    rest = sum(counts[other] for other in others)
    for n in range(max(0, most - rest) if exactly else 0, min(counts[kind], most) + 1):
        for part in _parts(counts, others, most - n, exactly):
            yield (*part[:kind], n, *part[kind + 1:])


# ---------------------------------------------------------------- dealing


def _drawn(ways: Ways, number: int, free: Counts, held: Counts, draws: Draws) -> tuple[Counts, Counts]:
    """One allocation of a class, by the ways that lead through it."""
    possible = [entry for entry in ways.allocations(number, free, held) if entry[0]]
    if len(possible) == 1:
        return possible[0][1:]
    place = draws.below(sum(weight for weight, _, _ in possible))
    for weight, bound, loose in possible:
        if place < weight:
            return bound, loose
        place -= weight
    raise ValueError("there is no way to deal these cards")


def _taken(piles: dict[tuple[int, str], list[int]], group: int, counts: Counts, names: list[str]) -> list[int]:
    return [piles[group, name].pop() for name, n in zip(names, counts, strict=True) for _ in range(n)]


def matched(spots: Sequence[Spot], cards: Sequence[Loose], draws: Draws) -> list[int]:
    """A legal deal found card by card in drawn order, others making room: every deal can come up, not equally often."""
    order = shuffled(draws, range(len(cards)))
    places = [shuffled(draws, [n for n, spot in enumerate(spots) if _fits(spot, cards[i])]) for i in range(len(cards))]
    holder: dict[int, int] = {}
    for first in order:
        came: dict[int, int] = {}
        waiting, free = [first], NO_GROUP
        for i in waiting:
            for place in places[i]:
                if place not in came:
                    came[place] = i
                    if place not in holder:
                        free = place
                        break
                    waiting.append(holder[place])
            if free != NO_GROUP:
                break
        while free != NO_GROUP:
            i = came[free]
            before = next((place for place, other in holder.items() if other == i), NO_GROUP)
            holder[free] = i
            free = before
    return [cards[holder[place]].card for place in range(len(spots))]


def _fits(spot: Spot, card: Loose) -> bool:
    return card.kind in spot.takes and card.group in (NO_GROUP, spot.group)
