"""Patterns and a list of cards in, the melds in it out: through an index, never by trying all subsets.

Cards are sorted into classes of cards that no pattern can tell apart (one print, fitting the same parts); a meld is
found once per combination of classes. What all cards must share cuts the list first; a run goes from each card to the
next number only; adjacent cards are read off their row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.engine.code import Code, Ints
from rulelang.engine.errors import LimitReached
from rulelang.ir.numbers import NONE
from rulelang.ir.program import MeldInfo
from rulelang.records import dataclass

# Stated limits of the melds in one list of cards, and of what has the shape of one and is asked for its `where`.
MOST_MELDS = 100_000
MOST_SHAPES = 300_000


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld: its pattern's number, its worth, the cards of each part."""

    number: int
    worth: int
    parts: tuple[tuple[int, ...], ...]

    def flat(self) -> list[int]:
        """As it lies in cells: number, worth, then count and cards of each part."""
        found = [self.number, self.worth]
        for cards in self.parts:
            found.append(len(cards))
            found += cards
        return found

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards of the meld, part by part."""
        return tuple(card for cards in self.parts for card in cards)


def find_melds(code: Code, s: Ints, cards: Sequence[int], number: int) -> list[Meld]:
    """All melds of one pattern in a list of cards; equal cards counted once (adjacent ones: each place counts)."""
    info = code.program.melds[number]
    held = list(dict.fromkeys(card for card in cards if card >= 0))
    fits = [[code.call(part.fits, s, card) == 1 for part in info.parts] for card in held]
    found = (_adjacent if info.adjacent else _scattered)(code, s, info, held, fits)
    melds = []
    for tried, parts in enumerate(found):
        meld = _valued(code, s, number, info, parts)
        if meld is not None:
            melds.append(meld)
        if len(melds) > MOST_MELDS or tried > MOST_SHAPES:
            raise LimitReached("melds")
    return melds


def is_meld(code: Code, s: Ints, cards: Sequence[int], numbers: Sequence[int]) -> bool:
    """Whether all these cards together form a meld of one of the patterns."""
    if len(set(cards)) != len(cards):
        return False
    for number in numbers:
        info = code.program.melds[number]
        if not sum(p.low for p in info.parts) <= len(cards) <= sum(p.high for p in info.parts):
            continue
        if any(len(meld.cards) == len(cards) for meld in find_melds(code, s, cards, number)):
            return True
    return False


def _valued(code: Code, s: Ints, number: int, info: MeldInfo, parts: tuple[tuple[int, ...], ...]) -> Meld | None:
    """The meld with its worth, if its `where` holds."""
    if info.where >= 0 and code.call(info.where, s, *[list(cards) for cards in parts]) != 1:
        return None
    worth = code.call(info.worth, s, *[list(cards) for cards in parts]) if info.worth >= 0 else 1
    return Meld(number, worth, parts)


def agrees(code: Code, info: MeldInfo, cards: Sequence[int]) -> bool:
    """Whether cards together are same, different and consecutive as the pattern asks."""
    tables = code.program.tables
    for number in info.same:
        values = {tables[number][card] for card in cards}
        if len(values) > 1 or NONE in values:
            return False
    for number in info.different:
        different = {tables[number][card] for card in cards}
        if len(different) != len(cards) or NONE in different:
            return False
    for number in info.consecutive:
        run = {tables[number][card] for card in cards}
        if len(run) != len(cards) or NONE in run or (run and max(run) - min(run) != len(run) - 1):
            return False
    return True


# ---------------------------------------------------------------- adjacent cards of rows


def segments(code: Code, s: Ints, cards: Sequence[int]) -> list[list[int]]:
    """The cards that lie in rows or stacks, as stretches of consecutive positions, each in reading order."""
    zones = code.zones
    placed = []
    for card in cards:
        zone = s[zones.card_cells + 2 * card]
        if zone >= 0 and not zones.is_set[zone]:
            placed.append((zone, zones.position(s, card), card))
    found: list[list[int]] = []
    before = (-1, -1)
    for zone, position, card in sorted(placed):
        if before != (zone, position - 1):
            found.append([])
        found[-1].append(card)
        before = (zone, position)
    return found


def _adjacent(code: Code, s: Ints, info: MeldInfo, held: list[int],
              fits: list[list[bool]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Parts side by side from the left, in the order of the pattern."""
    fitting = dict(zip(held, fits, strict=True))
    for stretch in segments(code, s, held):
        for start in range(len(stretch)):
            for parts in _side_by_side(info, stretch, start, fitting):
                if agrees(code, info, [card for cards in parts for card in cards]):
                    yield parts


def _side_by_side(info: MeldInfo, stretch: list[int], start: int,
                  fitting: dict[int, list[bool]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Ways to cut parts from `start` on."""
    waiting: list[tuple[int, tuple[tuple[int, ...], ...]]] = [(start, ())]
    while waiting:
        at, parts = waiting.pop()
        number = len(parts)
        if number == len(info.parts):
            yield parts
            continue
        part = info.parts[number]
        longest = at
        while longest < len(stretch) and longest - at < part.high and fitting[stretch[longest]][number]:
            longest += 1
        for end in range(longest, at + part.low - 1, -1):
            waiting.append((end, (*parts, tuple(stretch[at:end]))))


# ---------------------------------------------------------------- cards anywhere


@dataclass(slots=True)
class Kind:
    """Cards that the patterns cannot tell apart, and what they fit."""

    cards: list[int]
    fits: list[bool]


def _scattered(code: Code, s: Ints, info: MeldInfo, held: list[int],
               fits: list[list[bool]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Parts from anywhere in the list; within what all cards must share, class by class."""
    for kinds in _indexed(code, info, held, fits):
        yield from _Combinations(code, info, kinds).walk()


def _indexed(code: Code, info: MeldInfo, held: list[int], fits: list[list[bool]]) -> list[list[Kind]]:
    """The cards cut by what the pattern wants to be the same, sorted by what it wants to be consecutive.

    Most cuts have too few cards for a meld, or none beside one another for a run; those are left out.
    """
    tables = code.program.tables
    cut: dict[tuple[int, ...], dict[tuple[int, ...], Kind]] = {}
    for card, fit in zip(held, fits, strict=True):
        shared = tuple(tables[number][card] for number in info.same)
        if not any(fit) or NONE in shared:
            continue
        name = (code.program.cards[card], *map(int, fit))
        kind = cut.setdefault(shared, {}).setdefault(name, Kind([], fit))
        kind.cards.append(card)
    least = sum(part.low for part in info.parts)
    groups = [list(kinds.values()) for kinds in cut.values()]
    if info.consecutive:
        groups = [stretch for kinds in groups for stretch in _stretches(kinds, tables[info.consecutive[0]])]
    return [kinds for kinds in groups if sum(len(kind.cards) for kind in kinds) >= least]


def _stretches(kinds: list[Kind], numbers: Sequence[int]) -> list[list[Kind]]:
    """Classes cut where a number is missing, for no run goes over the gap; each stretch in ascending order."""
    found: list[list[Kind]] = []
    before = NONE
    for kind in sorted(kinds, key=lambda kind: numbers[kind.cards[0]]):
        number = numbers[kind.cards[0]]
        if number == NONE:
            continue
        if not found or number > before + 1:
            found.append([])
        found[-1].append(kind)
        before = number
    return found


class _Combinations:
    """Walks the ways to fill a pattern's parts from classes of cards, without recursion."""

    def __init__(self, code: Code, info: MeldInfo, kinds: list[Kind]) -> None:
        self.code = code
        self.info = info
        self.kinds = kinds
        self.free = [len(kind.cards) for kind in kinds]
        self.tables = code.program.tables
        self.longest = sum(part.high for part in info.parts)
        self.chain = len(info.parts) == 1       # a run in one part goes from number to number

    def walk(self) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Every way to fill all parts."""
        picked: list[tuple[int, int]] = []      # part, class
        part, place = 0, 0
        while True:
            step = self._next(picked, part, place)
            if step is None:
                if not picked:
                    return
                part, place = picked.pop()
                self.free[place] += 1
                place += 1
                continue
            part, place = step
            picked.append(step)
            self.free[place] -= 1
            yield from self._close(picked)

    def _next(self, picked: list[tuple[int, int]], part: int, place: int) -> tuple[int, int] | None:
        """The next part and class from there on that can take a card."""
        counts = self._counts(picked)
        while part < len(self.info.parts):
            if counts[part] < self.info.parts[part].high:
                for k in range(place, len(self.kinds)):
                    if self.free[k] and self.kinds[k].fits[part] and self._extends(picked, k):
                        return part, k
            if counts[part] < self.info.parts[part].low:
                return None
            part, place = part + 1, 0
        return None

    def _counts(self, picked: list[tuple[int, int]]) -> list[int]:
        counts = [0] * len(self.info.parts)
        for part, _ in picked:
            counts[part] += 1
        return counts

    def _card(self, place: int) -> int:
        return self.kinds[place].cards[0]

    def _extends(self, picked: list[tuple[int, int]], place: int) -> bool:
        """Whether a class can join what is picked: new where different, within reach where consecutive."""
        card = self._card(place)
        cards = [self._card(other) for _, other in picked]
        for number in self.info.different:
            table = self.tables[number]
            if table[card] == NONE or any(table[other] == table[card] for other in cards):
                return False
        for n, number in enumerate(self.info.consecutive):
            table = self.tables[number]
            if table[card] == NONE:
                return False
            values = [table[other] for other in cards]
            if values and n == 0 and self.chain:
                if table[card] != values[-1] + 1:
                    return False
            elif table[card] in values or any(abs(value - table[card]) >= self.longest for value in values):
                return False
        return True

    def _close(self, picked: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, ...], ...]]:
        """The parts as cards, if every part has enough and the whole agrees."""
        counts = self._counts(picked)
        if any(count < part.low for count, part in zip(counts, self.info.parts, strict=True)):
            return
        used = [0] * len(self.kinds)
        parts: list[list[int]] = [[] for _ in self.info.parts]
        for part, place in picked:
            parts[part].append(self.kinds[place].cards[used[place]])
            used[place] += 1
        if picked and agrees(self.code, self.info, [card for cards in parts for card in cards]):
            yield tuple(tuple(sorted(cards)) for cards in parts)
