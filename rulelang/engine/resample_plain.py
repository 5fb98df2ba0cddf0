"""Places and cards in, a way to deal them by plain draws out, where every legal deal then comes up equally often.

That is so where the numbers alone leave no choice how many cards of each pile come to the places of each class. A pile
are the free cards of a kind, or those that are bound to a group; a class are places that take the same kinds, those of
a group apart if it matters. Then each pile is split over its classes, and the cards of a class go to its places, all by
even draws. Where bound cards alone leave a choice, they are dealt as if they were free, again and again until each lies
in its group. Modules deal so, draw for draw (`wasm/runtime_deal.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.resample_spots import NO_GROUP, Loose, Spot
from rulelang.ir.draws import Draws
from rulelang.records import dataclass

MOST_DEALS = 64                     # before a checked deal is given up

Kinds = frozenset[str]
Pile = tuple[int, str]              # a group (or NO_GROUP), a kind
Class = tuple[int, Kinds]           # a group (or NO_GROUP), what the places take
Share = tuple[int, int]             # a class, and how many cards of a pile it gets


@dataclass(frozen=True, slots=True)
class Plain:
    """A deal but for the draws. `bound`: cards that are laid down first, with the places they may come to; `piles`:
    the others with their shares; `classes`: the class of each place; `checked`: cards that must come to these places.
    """

    bound: tuple[tuple[int, tuple[int, ...]], ...]
    piles: tuple[tuple[tuple[int, ...], tuple[Share, ...]], ...]
    classes: tuple[int, ...]
    checked: tuple[tuple[int, frozenset[int]], ...] = ()

    def deal(self, draws: Draws) -> list[int] | None:
        """The card at each place; None where checked cards have come elsewhere too often."""
        for _ in range(MOST_DEALS):
            found = self._dealt(draws)
            if all(found.index(card) in places for card, places in self.checked):
                return found
        return None

    def _dealt(self, draws: Draws) -> list[int]:
        found = [-1] * len(self.classes)
        for card, places in self.bound:
            free = [place for place in places if found[place] < 0]
            found[free[draws.below(len(free))]] = card
        pools: dict[int, list[int]] = {}
        for cards, shares in self.piles:
            pile = list(cards)
            for number, count in shares:
                pool = pools.setdefault(number, [])
                if len(shares) == 1:
                    pool += pile
                else:
                    pool += [taken(pile, draws) for _ in range(count)]
        for place, number in enumerate(self.classes):
            if found[place] < 0:
                found[place] = taken(pools[number], draws)
        return found


def taken(pile: list[int], draws: Draws) -> int:
    """One of a pile, each equally likely; the last takes its place."""
    place = draws.below(len(pile))
    found = pile[place]
    pile[place] = pile[-1]
    pile.pop()
    return found


def plain(spots: Sequence[Spot], cards: Sequence[Loose]) -> Plain | None:
    """How to deal by plain draws; None where that would not be even."""
    present = frozenset(card.kind for card in cards)
    takes = [spot.takes & present for spot in spots]
    full = {group for group in {spot.group for spot in spots} - {NO_GROUP}
            if sum(spot.group == group for spot in spots) == sum(card.group == group for card in cards)}
    tied = {card.card: card.group for card in cards if card.group in full or _is_tied(card, spots, full)}
    within = {group: {kind for spot, kind in zip(spots, takes, strict=True) if spot.group == group}
              for group in tied.values()}
    apart = {group for group, found in within.items() if len(found) > 1} - full
    kinds = merged(present, takes)
    table = _Table(spots, cards, takes, kinds, full)
    return table.plan(tied, apart) or (table.plan(tied, apart, loose=True) if apart else None)


@dataclass(frozen=True, slots=True)
class _Table:
    """What is dealt: places, cards, what places take of the kinds that are there, what kinds count as, full groups."""

    spots: Sequence[Spot]
    cards: Sequence[Loose]
    takes: Sequence[Kinds]
    kinds: dict[str, str]
    full: set[int]

    def plan(self, tied: dict[int, int], apart: set[int], *, loose: bool = False) -> Plain | None:
        """The plan for cards that are tied to groups, some of which have places that differ. `loose`: the cards of
        those are dealt as if they were free.
        """
        own = self.full if loose else self.full | apart
        numbers: dict[Class, int] = {}
        classes = tuple(numbers.setdefault((spot.group if spot.group in own else NO_GROUP, kind), len(numbers))
                        for spot, kind in zip(self.spots, self.takes, strict=True))
        rooms = [classes.count(number) for number in range(len(numbers))]
        bound: list[tuple[int, tuple[int, ...]]] = []
        checked: list[tuple[int, frozenset[int]]] = []
        piles: dict[Pile, list[int]] = {}
        for card in self.cards:
            group = tied.get(card.card, NO_GROUP)
            places = tuple(n for n, spot in enumerate(self.spots) if spot.group == group)
            if group != NO_GROUP and group not in self.full | apart:
                bound.append((card.card, places))
                rooms[classes[places[0]]] -= 1
                continue
            if loose and group in apart:
                checked.append((card.card, frozenset(places)))
                group = NO_GROUP
            piles.setdefault((group, self.kinds[card.kind]), []).append(card.card)
        shares = _shares({pile: len(found) for pile, found in sorted(piles.items())}, list(numbers), rooms, self.full)
        if shares is None:
            return None
        return Plain(tuple(bound), tuple((tuple(piles[pile]), found) for pile, found in shares.items()), classes,
                     tuple(checked))


def merged(present: Kinds, takes: Sequence[Kinds]) -> dict[str, str]:
    """Kinds that are taken by the same places count as the first of them."""
    first: dict[tuple[int, ...], str] = {}
    places = list(dict.fromkeys(takes))
    return {kind: first.setdefault(tuple(n for n, kinds in enumerate(places) if kind in kinds), kind)
            for kind in sorted(present)}


def _is_tied(card: Loose, spots: Sequence[Spot], full: set[int]) -> bool:
    """Whether the group of a card keeps it from somewhere; places of full groups are not for it anyway."""
    return card.group != NO_GROUP and any(card.kind in spot.takes for spot in spots
                                          if spot.group != card.group and spot.group not in full)


def _shares(left: dict[Pile, int], classes: Sequence[Class], rooms: list[int],
            full: set[int]) -> dict[Pile, tuple[Share, ...]] | None:
    """How many cards of each pile each class gets, if the numbers leave no choice; else None.

    What only one pile can fill is filled, what has only one way to go goes there, until nothing is left.
    """
    found: dict[Pile, list[Share]] = {pile: [] for pile in left}
    more = True
    while more:
        more = False
        for number, other in enumerate(classes):
            piles = [pile for pile in left if left[pile] and _fits(pile, other, full)] if rooms[number] else []
            if len(piles) == 1:
                _give(found, left, rooms, (piles[0], number), rooms[number])
                more = True
        for pile in left:
            ways = [n for n, other in enumerate(classes) if left[pile] and rooms[n] and _fits(pile, other, full)]
            if len(ways) == 1:
                _give(found, left, rooms, (pile, ways[0]), left[pile])
                more = True
    if any(left.values()) or any(rooms):
        return None
    return {pile: tuple(sorted(shares)) for pile, shares in found.items()}


def _fits(pile: Pile, other: Class, full: set[int]) -> bool:
    """A group is full where as many cards are bound to it as it has places."""
    return pile[1] in other[1] and (pile[0] == other[0] or (pile[0] == NO_GROUP and other[0] not in full))


def _give(found: dict[Pile, list[Share]], left: dict[Pile, int], rooms: list[int], what: tuple[Pile, int],
          count: int) -> None:
    pile, number = what
    found[pile].append((number, count))
    left[pile] -= count
    rooms[number] -= count
