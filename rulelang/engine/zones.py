"""A program's zones and a state's ints in, cards taken out and put in: the one place that changes where cards lie.

A zone is its length, `u` (its lowest cards that have no order yet, at the start of its cells) and its cards: rows and
sets in reading order, sets ascending by card, stacks from the bottom. Cells behind the last card are 0. `u` is never 1:
a single card left without order has its place.
"""

from __future__ import annotations

from bisect import bisect_left

from rulelang.engine.sight import Sight
from rulelang.ir.numbers import NONE
from rulelang.ir.program import FamilyInfo, Program, ZoneInfo

Ints = list[int]


class Zones:
    """Where the zones of a program lie, and how cards move between them. Holds no state of its own."""

    __slots__ = ("at", "card_cells", "hosts", "is_set", "is_stack", "owners", "prints", "room", "sight")

    def __init__(self, program: Program) -> None:
        self.at = tuple(zone.at for zone in program.zones)
        self.is_stack = tuple(zone.kind == "stack" for zone in program.zones)
        self.is_set = tuple(zone.kind == "set" for zone in program.zones)
        self.room = tuple(min(z.limit, z.capacity) if z.limit >= 0 else z.capacity for z in program.zones)
        self.owners = tuple(zone.owner for zone in program.zones)
        self.hosts = tuple(_host(program.families[zone.family], zone) for zone in program.zones)
        self.card_cells = program.card_cells
        self.prints = program.cards
        self.sight = Sight(program)

    # ------------------------------------------------------------ reading

    def cards(self, s: Ints, zone: int) -> Ints:
        """The cards of a zone in reading order; empty below 0."""
        if zone < 0:
            return []
        base = self.at[zone]
        n = s[base]
        if self.is_stack[zone]:
            return s[base + n + 1:base + 1:-1]
        return s[base + 2:base + 2 + n]

    def size(self, s: Ints, zone: int) -> int:
        """How many cards a zone holds; 0 below 0."""
        return s[self.at[zone]] if zone >= 0 else 0

    def card_at(self, s: Ints, zone: int, position: int) -> int:
        """The card at a position from 1 in reading order; NONE outside."""
        if zone < 0:
            return NONE
        base = self.at[zone]
        n = s[base]
        if 0 < position <= n:
            return s[base + 2 + n - position] if self.is_stack[zone] else s[base + 1 + position]
        return NONE

    def position(self, s: Ints, card: int) -> int:
        """The position of a card from 1 in reading order; NONE outside every zone."""
        if card < 0:
            return NONE
        zone = s[self.card_cells + 2 * card]
        if zone < 0:
            return NONE
        base = self.at[zone]
        n = s[base]
        index = s.index(card, base + 2, base + 2 + n) - base - 2
        return n - index if self.is_stack[zone] else index + 1

    def owner(self, s: Ints, zone: int) -> int:
        """The seat of the zone's player key, else of whoever owns the card it lies with; NONE for nobody's.

        Cards that lie with each other in a ring belong to nobody: the walk ends after one step per zone.
        """
        for _ in self.at:
            if zone < 0:
                return NONE
            if self.owners[zone]:
                return self.owners[zone]
            host = self.hosts[zone]
            if host < 0:
                return NONE
            zone = s[self.card_cells + 2 * host]
        return NONE

    def visible(self, s: Ints, seat: int, card: int) -> bool:
        """Whether a seat sees the face of a card as it lies; chance (seat 0) sees everything."""
        return seat == 0 or bool(self.sight.card_mask(s, card) >> (seat - 1) & 1)

    # ------------------------------------------------------------ changing

    def take(self, s: Ints, card: int) -> int:
        """Take a card out of its zone, whose places close up; the zone it lay in (NONE: none)."""
        cell = self.card_cells + 2 * card
        zone = s[cell]
        if zone < 0:
            return NONE
        base = self.at[zone]
        n = s[base]
        end = base + 1 + n
        index = s.index(card, base + 2, end + 1)
        s[index:end] = s[index + 1:end + 1]
        s[end] = 0
        s[base] = n - 1
        u = s[base + 1]
        if index - base - 2 < u:
            s[base + 1] = u - 1 if u > 2 else 0
        s[cell] = NONE
        return zone

    def put(self, s: Ints, card: int, zone: int, index: int, face: int) -> None:
        """Put a card that lies nowhere into a zone at an index of its cells (sets: where it belongs)."""
        base = self.at[zone]
        n = s[base]
        if self.is_set[zone]:
            index = bisect_left(s, card, base + 2, base + 2 + n) - base - 2
        at = base + 2 + index
        if index < n:
            s[at + 1:base + 3 + n] = s[at:base + 2 + n]
        s[at] = card
        s[base] = n + 1
        if index < s[base + 1]:
            s[base + 1] = index if index > 1 else 0
        cell = self.card_cells + 2 * card
        s[cell] = zone
        s[cell + 1] = face

    def index_for(self, s: Ints, zone: int, how: str) -> int:
        """The index of a zone's cells at which a card comes to lie: how is arrive, top or bottom."""
        if how == "arrive" or (how == "top") == self.is_stack[zone]:
            return s[self.at[zone]]
        return 0

    def move(self, s: Ints, card: int, zone: int, how: str, face: int) -> None:
        """Take a card out of where it lies and put it down: how is arrive, top or bottom."""
        self.take(s, card)
        n = s[self.at[zone]]
        self.put(s, card, zone, n if how == "arrive" or (how == "top") == self.is_stack[zone] else 0, face)

    def loosen(self, s: Ints, zone: int) -> None:
        """Shuffle: the cards of a stack or row lose their order (a set has none)."""
        if self.is_set[zone]:
            return
        base = self.at[zone]
        n = s[base]
        s[base + 2:base + 2 + n] = sorted(s[base + 2:base + 2 + n])
        s[base + 1] = n if n > 1 else 0

    def settle(self, s: Ints, zone: int, index: int) -> int:
        """Give the card at an index of the part without order its place at the upper end of that part; the card.

        Of equal prints the lowest card is taken, so that nothing depends on which of them was drawn.
        """
        base = self.at[zone]
        u = s[base + 1]
        first = base + 2
        prints = self.prints
        printed = prints[s[first + index]]
        for i in range(index):
            if prints[s[first + i]] == printed:
                index = i
                break
        card = s[first + index]
        s[first + index:first + u - 1] = s[first + index + 1:first + u]
        s[first + u - 1] = card
        s[base + 1] = u - 1 if u > 2 else 0
        return card


def _host(family: FamilyInfo, zone: ZoneInfo) -> int:
    """The card a zone lies with, -1 for none."""
    return next((value for key, value in zip(family.keys, zone.keys, strict=True) if key.what == "card"), -1)
