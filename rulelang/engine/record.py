"""Events and answers in, an append-only memory out that clones share: what was seen, and what replays the game.

Adding an event also takes it into two words per seat in the state, which stand for everything the seat has been told:
equal words mean equal information. The track holds every answer and chance outcome by its stable id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar

from rulelang.engine.events import BAG, HIDDEN, MASKED, OMIT, Event, Field, secrets
from rulelang.engine.events import told as told_of
from rulelang.ir.numbers import MASK, signed
from rulelang.ir.program import TURN, Program

T = TypeVar("T")
Plain = int | str | list["Plain"]

Entry = tuple[int, Event]                       # moves completed before it, the event
Step = tuple[str, int, str]                     # "choice" or "chance", the seat (0 for chance), the id

_FACTOR = 0x9E3779B97F4A7C15                    # odd: small fields never cancel out modulo 2^64
_LONG = 0xFFFFFFFFFFFFFFFF


class Tape(Generic[T]):
    """A list that grows at its end only. Copies share it until one of them grows; then that one copies its part."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: list[T] | None = None) -> None:
        self._items: list[T] = [] if items is None else items
        self._length = len(self._items)

    def append(self, item: T) -> None:
        """Add an item at the end."""
        if len(self._items) != self._length:
            self._items = self._items[:self._length]
        self._items.append(item)
        self._length += 1

    def copy(self) -> Tape[T]:
        """A tape that grows on its own."""
        other: Tape[T] = Tape(self._items)
        other._length = self._length
        return other

    def read(self, start: int = 0) -> Iterator[T]:
        """The items from number `start` on."""
        return islice(self._items, start, self._length)

    def __len__(self) -> int:
        return self._length


class Record:
    """What has happened in one game. `moves` counts completed moves.

    Copies share what they have in common; comparing states never looks here.
    """

    __slots__ = ("_events", "_keys", "_seats", "_track", "moves")

    def __init__(self, program: Program) -> None:
        self._keys = program.info_keys
        self._seats = program.players
        self._events: Tape[Entry] = Tape()
        self._track: Tape[Step] = Tape()
        self.moves = 0

    def add(self, s: list[int], event: Event) -> None:
        """Append an event and take it into the information-set words of the seats that notice it."""
        self._events.append((s[TURN], event))
        masks = secrets(event)
        sums: dict[tuple[bool, ...], int] = {}
        at = self._keys
        for seat in range(self._seats):
            bit = 1 << seat
            if masks[0] & bit:
                # Seats that are let in on the same secrets are told the same.
                sharing = tuple([mask & bit != 0 for mask in masks])
                total = sums.get(sharing)
                if total is None:
                    total = sums[sharing] = digest(event, bit)
                s[at], s[at + 1] = taken_in(s[at], s[at + 1], total)
            at += 2

    def chose(self, seat: int, choice: str) -> None:
        """A seat has answered one step with an option's id."""
        self._track.append(("choice", seat, choice))

    def chanced(self, outcome: str) -> None:
        """Chance has answered with an outcome's id."""
        self._track.append(("chance", 0, outcome))

    def move_done(self) -> None:
        """A whole move is complete."""
        self.moves += 1

    def clone(self) -> Record:
        """A record that grows on its own."""
        other = Record.__new__(Record)
        other._keys = self._keys
        other._seats = self._seats
        other._events = self._events.copy()
        other._track = self._track.copy()
        other.moves = self.moves
        return other

    def resumed(self, events: Iterable[Entry], track: Iterable[Step], moves: int) -> Record:
        """A record that goes on with these: what another executor has played from here on."""
        other = self.clone()
        for entry in events:
            other._events.append(entry)
        for step in track:
            other._track.append(step)
        other.moves += moves
        return other

    def told_to(self, program: Program, bit: int) -> Record:
        """A record of the same length that holds what the seat of a bit was told of each event, and no answers."""
        other = Record(program)
        other.moves = self.moves
        for turn, event in self._events.read():
            seen = told_of(event, bit)
            other._events.append((turn, (event[0], 0) if seen is None else (seen[0], bit, *seen[1:])))
        return other

    @property
    def track(self) -> tuple[Step, ...]:
        """Every answer and chance outcome so far: replaying them from the start leads here."""
        return tuple(self._track.read())

    def events(self, start: int = 0) -> Iterator[Entry]:
        """The events from number `start` on, each with the number of moves completed before it."""
        return self._events.read(start)

    def __len__(self) -> int:
        return len(self._events)

    # ------------------------------------------------------------ as plain lists

    def to_plain(self) -> list[Plain]:
        """Lists, ints and strings only."""
        events: list[Plain] = [[turn, _plain(event)] for turn, event in self._events.read()]
        track: list[Plain] = [list(step) for step in self._track.read()]
        return [self.moves, events, track]

    @staticmethod
    def from_plain(program: Program, plain: object) -> Record:
        """The record that `to_plain` gave. Anything else raises `ValueError`."""
        match plain:
            case [int() as moves, list() as events, list() as track]:
                record = Record(program)
                record.moves = moves
                for entry in events:
                    record._events.append(_entry(entry))
                for step in track:
                    record._track.append(_step(step))
                return record
        raise ValueError("not a record")


def digest(event: Event, bit: int) -> int:
    """A 64-bit digest of what the seat of a bit is told of an event that it notices; the same in every executor."""
    return _sum((event[0], *event[2:]), bit, 0)[0]


def taken_in(low: int, high: int, total: int) -> tuple[int, int]:
    """The two words of a seat after it has been told something."""
    key = _stirred((low & MASK | (high & MASK) << 32) ^ total)
    return signed(key), signed(key >> 32)


def _stirred(x: int) -> int:
    """All bits of a 64-bit number matter to the lower half, most to the upper one."""
    x = (x ^ x >> 32) * _FACTOR & _LONG
    return x ^ x >> 32


def _sum(fields: Sequence[Field], bit: int, total: int) -> tuple[int, int]:
    """The sum gone on with, and how many of the fields are told."""
    count = 0
    for field in fields:
        count += 1
        if isinstance(field, int):
            total = (total * _FACTOR + field + 1) & _LONG
        elif field and field[0] in (MASKED, OMIT):
            if field[2] & bit:                                                      # type: ignore[operator]
                total, told = _sum((field[1],), bit, total)
                count += told - 1
            elif field[0] == MASKED:
                total = (total * _FACTOR + HIDDEN + 1) & _LONG
            else:
                count -= 1
        elif field and field[0] == BAG:
            total = _sum_bag(field[1:], bit, total)
        else:
            total, size = _sum(field, bit, total)
            total = (total * _FACTOR + size + 7) & _LONG
    return total, count


def _sum_bag(parts: Sequence[Field], bit: int, total: int) -> int:
    """Parts in any order: what each comes to by itself is stirred, so that parts cannot swap what is in them, and added
    up.
    """
    together = size = 0
    for part in parts:
        found, told = _sum((part,), bit, 0)
        if told:
            together += _stirred(found)
            size += 1
    return ((total * _FACTOR + together + 1) * _FACTOR + size + 7) & _LONG


def _plain(field: Field) -> Plain:
    return field if isinstance(field, int) else [_plain(part) for part in field]


def _entry(plain: object) -> Entry:
    match plain:
        case [int() as turn, list() as event]:
            found = _field(event, 0)
            if isinstance(found, tuple) and len(found) > 1 and isinstance(found[0], int) and isinstance(found[1], int):
                return turn, found
    raise ValueError("not an event")


def _field(plain: object, depth: int) -> Field:
    if isinstance(plain, int) and not isinstance(plain, bool):
        return plain
    if isinstance(plain, list) and depth < 12:
        return tuple(_field(part, depth + 1) for part in plain)
    raise ValueError("not a field of an event")


def _step(plain: object) -> Step:
    match plain:
        case ["choice" | "chance" as kind, int() as seat, str() as choice]:
            return str(kind), seat, choice
    raise ValueError("not a step of a game")
