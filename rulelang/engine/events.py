"""Facts of play in, events as plain nested tuples out; and what one seat is told of an event.

An event is `(code, mask, field, ...)`: those in the mask (bit seat-1; bit `players` the public) notice it at all. A
field is an int, a tuple of fields, or a secret: `(MASKED, value, mask)` is HIDDEN to everybody outside its mask,
`(OMIT, value, mask)` is left out of its tuple for them. Masks are drawn up when the event happens, so that what an
event tells a seat never changes. Card numbers never enter an event, only prints: numbers would tell equal cards apart.
A bag `(BAG, field, ...)` is told sorted, after its secrets are covered: its order would tell what is hidden in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.engine.knowledge import Knowledge
from rulelang.engine.redact import readers
from rulelang.engine.sight import Sight
from rulelang.ir.numbers import NONE
from rulelang.ir.program import Program
from rulelang.records import dataclass

Field = int | tuple["Field", ...]
Event = tuple[Field, ...]

MASKED = -0x80000001    # outside the 32-bit numbers that rules can make
OMIT = -0x80000002
HIDDEN = -0x80000003
BAG = -0x80000004

MOVE, SHUFFLE, REFILL, FLIP, REVEAL, VALUE, STORE, RANGE, TOKENS, SCORE, ANNOUNCE, DECISION, CHANCE, OVER = range(1, 15)
WHYS = ("move", "draw", "discard", "pay")
ANNOUNCEMENTS = ("phase", "turn", "action", "skip")
SUPPLY, PLAYER, POT = range(3)                              # who holds tokens
LABEL_PART, VALUE_PART, CARD_PART, DONE_PART, NOTHING_PART = range(5)   # what an answer consists of


@dataclass(frozen=True, slots=True)
class Carried:
    """A card that a statement has moved, as it lay before: zone (below 0: outside), place that everybody can point at
    (0: none), mask of those who saw its face there.
    """

    card: int
    source: int
    place: int
    seen: int


def told(event: Event, bit: int) -> Event | None:
    """What the seat of this bit is told of the event: its code and fields; None if it notices nothing."""
    mask = event[1]
    if not isinstance(mask, int) or not mask & bit:
        return None
    return (event[0], *_uncovered(event[2:], bit))


def secrets(event: Event) -> list[int]:
    """The event's mask, then those of its secrets: seats that are in the same of them are told the same."""
    found: list[int] = []
    waiting: list[Field] = [(MASKED, event[2:], event[1])]
    for field in waiting:
        if isinstance(field, tuple) and field:
            if field[0] in (MASKED, OMIT):
                found.append(field[2])  # type: ignore[arg-type]
                waiting.append(field[1])
            else:
                waiting += [part for part in field if isinstance(part, tuple)]
    return found


def _uncovered(fields: tuple[Field, ...], bit: int) -> tuple[Field, ...]:
    found: list[Field] = []
    for field in fields:
        if isinstance(field, int):
            found.append(field)
        elif field and field[0] in (MASKED, OMIT):
            mask = field[2]
            if isinstance(mask, int) and mask & bit:
                found += _uncovered((field[1],), bit)
            elif field[0] == MASKED:
                found.append(HIDDEN)
        elif field and field[0] == BAG:
            found.append(tuple(sorted(_uncovered(field[1:], bit), key=_rank)))
        else:
            found.append(_uncovered(field, bit))
    return tuple(found)


def _rank(field: Field) -> tuple[object, ...]:
    """Numbers ascending, what is hidden behind them."""
    return (1, *map(_rank, field)) if isinstance(field, tuple) else (0, field == HIDDEN, field)


class Events:
    """Builds the events of one program; `s` is the state right after the fact (before it, for `answer` parts)."""

    __slots__ = ("_all", "_card_keyed", "_evaluate", "_knowledge", "_program", "_sight")

    def __init__(self, program: Program, knowledge: Knowledge,
                 evaluate: Callable[[int, list[int], int], object] | None = None) -> None:
        """`evaluate(function, s, seat)` gives a function's result: what a seat can work out of a score it is told.

        Without it the lines of scores are told to nobody.
        """
        self._program = program
        self._evaluate = evaluate
        self._knowledge = knowledge
        self._sight: Sight = knowledge.sight
        self._all = knowledge.sight.everyone
        self._card_keyed = tuple(any(key.what == "card" for key in f.keys) for f in program.families)

    # ------------------------------------------------------------ cards

    def move(self, s: list[int], why: str, carried: Sequence[Carried], face: int, actor: int = 0,
             loose: Sequence[int] = ()) -> Event:
        """One statement has moved cards (after `Knowledge.moved`): one event, by where they lay and where they lie.

        Where each of the `loose` cards came to lie is told to those who see it there; the others are told where the
        block begins. `why`: move, draw, discard or pay; `actor`: the seat that acts, 0 for nobody.
        """
        zones = self._program.card_cells
        groups: dict[tuple[int, int], list[Carried]] = {}
        for one in carried:
            groups.setdefault((one.source, s[zones + 2 * one.card]), []).append(one)
        parts: list[Field] = []
        mask = 0
        for (source, target), ones in groups.items():
            witnesses = self._knowledge.witnesses(s, source, target)
            mask |= witnesses
            begin = min(self._sight.position(s, one.card) for one in carried if s[zones + 2 * one.card] == target)
            cards: Field = (BAG, *(self._carried(s, one, one.card in loose) for one in ones))
            parts.append((OMIT, (self.zone(s, source), self.zone(s, target), begin, cards), witnesses))
        return (MOVE, mask, WHYS.index(why), actor, face, (BAG, *parts))

    def _carried(self, s: list[int], one: Carried, loose: bool) -> Field:
        printed, place = self._program.cards[one.card], self._sight.position(s, one.card)
        seen = self._knowledge.sees_mask(s, one.card)
        known = self._knowledge.known_mask(s, one.card) | one.seen
        return ((MASKED, printed, known), one.place, (MASKED, place, seen) if loose else place)

    def shuffle(self, s: list[int], zone: int) -> Event:
        """The cards of a zone were shuffled."""
        return (SHUFFLE, self._all, self.zone(s, zone))

    def refill(self, s: list[int], zone: int, source: int, count: int) -> Event:
        """`count` cards were brought in from a refill source and shuffled."""
        return (REFILL, self._all, self.zone(s, zone), self.zone(s, source),
                (MASKED, count, self._knowledge.witnesses(s, source, zone)))

    def flip(self, s: list[int], cards: Sequence[int], face: int) -> Event:
        """Cards were turned over together (after `Knowledge.flipped`)."""
        at = self._program.card_cells
        turned: Field = (BAG, *((self._print(s, card), self.zone(s, s[at + 2 * card]), self._sight.position(s, card))
                                for card in cards))
        return (FLIP, self._all, face, turned)

    def reveal(self, s: list[int], cards: Sequence[int], seats: int) -> Event:
        """Cards were shown to the seats of a mask. The others notice that, but neither which nor how many."""
        prints = self._program.cards
        seen = self._audience(seats)
        cells = self._program.card_cells
        shown: Field = (BAG, *((prints[c], self.zone(s, s[cells + 2 * c]), self._sight.position(s, c)) for c in cards))
        return (REVEAL, self._all, seats & self._sight.seats, (MASKED, shown, seen))

    # ------------------------------------------------------------ values

    def value(self, s: list[int], kind: int, value: int | Sequence[int], seats: int) -> Event:
        """A value of a kind was told to the seats of a mask."""
        values = (value,) if isinstance(value, int) else tuple(value)
        element = self._program.kinds[kind].of if self._program.kinds[kind].what == "list" else kind
        covered = tuple(self._covered(s, element, v) for v in values)
        return (VALUE, self._all, seats & self._sight.seats, element, int(not isinstance(value, int)),
                (MASKED, covered, self._audience(seats)))

    def store(self, s: list[int], var: int, index: int, old: int | Sequence[int], new: int | Sequence[int]) -> Event:
        """Instance `index` of a variable has changed."""
        return (STORE, self._all, var, self.index(s, var, index), self._stored(s, var, old), self._stored(s, var, new))

    def range(self, s: list[int], var: int, index: int, asked: int, stored: int, span: int) -> Event:
        """A number did not fit into a variable. The one event that names its rules line: it is a fault of the rules."""
        return (RANGE, self._all, var, self.index(s, var, index), asked, stored, span)

    def tokens(self, s: list[int], token: int, source: int, target: int, amount: int) -> Event:
        """Tokens went from one cell to another. Hidden counts are noticed by those whose counts change."""
        info = self._program.tokens[token]
        ends = (self._holder(token, source), self._holder(token, target))
        mask = self._all
        if info.seen_by != "all":
            mask = sum(1 << (seat - 1) for what, seat in ends if what == PLAYER) or self._all
        return (TOKENS, mask, token, ends[0], ends[1], amount)

    def score(self, s: list[int], var: int, index: int, score: int, player: int, lines: Sequence[int],
              sign: int = 1) -> Event:
        """The lines of a player's score are being added to (sign 1) or taken from (-1) an instance of a variable.

        The variable is public; what each line was worth is told to those who could work it out themselves.
        """
        functions = [function for _, function in self._program.scores[score].lines]
        masks = self.line_readers(s, functions, player)
        told = tuple((MASKED, value, mask) for value, mask in zip(lines, masks, strict=True))
        before = s[self._program.vars[var].base + index]
        return (SCORE, self._all, var, self.index(s, var, index), score, player, sign, told, before)

    # ------------------------------------------------------------ course of play

    def announce(self, what: str, name: int, player: int) -> Event:
        """A phase, turn, action or skip begins; `name` a text number. An action shows by its decision, not by this."""
        return (ANNOUNCE, 0 if what == "action" else self._all, ANNOUNCEMENTS.index(what), name, player)

    def part(self, s: list[int], seat: int, kind: int, value: int) -> Event:
        """One picked value, as a part of an answer of `seat` (0: chance). Cards show to those who see them lie."""
        if self._program.kinds[kind].what != "card" or value == NONE:
            return (OMIT, (VALUE_PART, kind, self._covered(s, kind, value)), self._all)
        own = 1 << (seat - 1) if seat else 0
        seen = self._knowledge.sees_mask(s, value)
        known = seen | self._knowledge.known_mask(s, value) & own
        zone = self.zone(s, s[self._program.card_cells + 2 * value])
        printed = (MASKED, self._program.cards[value], known)
        return (OMIT, (CARD_PART, printed, zone, self._sight.position(s, value)), seen | own)

    def label(self, seat: int, text: int, public: bool) -> Event:
        """A branch or action was picked by its label; only `seat` (0: chance, nobody) is told if it is not public."""
        return (OMIT, (LABEL_PART, text), self._all if public else 1 << (seat - 1) if seat else 0)

    def done(self, seat: int) -> Event:
        """A pick of several was ended."""
        return (OMIT, (DONE_PART,), 1 << (seat - 1) if seat else 0)

    def nothing(self, seat: int) -> Event:
        """Nothing could be picked, which only the one who was asked knows."""
        return (OMIT, (NOTHING_PART,), 1 << (seat - 1) if seat else 0)

    def decision(self, decision: int, seat: int, parts: Sequence[Event]) -> Event:
        """A seat has answered a decision. Behind a label that others may not see they see nothing of the answer."""
        own = 1 << (seat - 1)
        cover = own if self._program.decisions[decision].secret else self._all
        covered: list[Field] = []
        for mark, part, mask in parts:
            assert isinstance(part, tuple)
            assert isinstance(mask, int)
            if part[0] == LABEL_PART:
                cover &= mask | own
            covered.append((mark, part, mask & cover))
        return (DECISION, self._all, seat, (MASKED, decision, own), tuple(covered))

    def chance(self, parts: Sequence[Event]) -> Event:
        """Chance has answered a `random` choice."""
        return (CHANCE, self._all, tuple(parts))

    def over(self, adjudicated: int, returns: Sequence[int]) -> Event:
        """The game is over: how it was ended (0: by its rules) and what each seat gets."""
        return (OVER, self._all, adjudicated, tuple(returns))

    # ------------------------------------------------------------ references

    def zone(self, s: list[int], zone: int) -> Field:
        """A zone's number (NONE: outside); for a zone that lies with a card its family and the card's print."""
        if zone < 0:
            return NONE
        info = self._program.zones[zone]
        if not self._card_keyed[info.family]:
            return zone
        keys = self._program.families[info.family].keys
        return (info.family, *(self._print(s, value) if key.what == "card" else value
                               for key, value in zip(keys, info.keys, strict=True)))

    def index(self, s: list[int], var: int, index: int) -> Field:
        """The values of a variable's keys, cards by their print."""
        values: list[Field] = []
        for key in reversed(self._program.vars[var].keys):
            index, place = divmod(index, key.size)
            value = key.low + place
            values.append(self._print(s, value) if key.what == "card" else value)
        return tuple(reversed(values))

    def line_readers(self, s: list[int], functions: Sequence[int], player: int) -> list[int]:
        """For each function of a score's lines the mask of those who could work it out for a player."""
        evaluate = self._evaluate
        if evaluate is None:
            return [0] * len(functions)
        return readers(self._program, self._knowledge, s,
                       [lambda copy, f=f: evaluate(f, copy, player) for f in functions])  # type: ignore[misc]

    def _print(self, s: list[int], card: int) -> Field:
        mask = self._knowledge.known_mask(s, card)
        printed = self._program.cards[card]
        return printed if mask == self._all else (MASKED, printed, mask)

    def _covered(self, s: list[int], kind: int, value: int) -> Field:
        what = self._program.kinds[kind].what
        if value == NONE or what not in ("card", "zone"):
            return value
        return self._print(s, value) if what == "card" else self.zone(s, value)

    def _stored(self, s: list[int], var: int, value: int | Sequence[int]) -> Field:
        kind = self._program.vars[var].kind
        if isinstance(value, int):
            return self._covered(s, kind, value)
        return tuple(self._covered(s, kind, v) for v in value)

    def _audience(self, seats: int) -> int:
        return self._all if seats & self._sight.seats == self._sight.seats else seats & self._sight.seats

    def _holder(self, token: int, cell: int) -> tuple[int, int]:
        info = self._program.tokens[token]
        if cell == info.supply:
            return SUPPLY, 0
        if info.players <= cell < info.players + self._program.players:
            return PLAYER, cell - info.players + 1
        for number, (_, base, count) in enumerate(info.pots):
            if base <= cell < base + count:
                return POT, number
        return SUPPLY, 0
