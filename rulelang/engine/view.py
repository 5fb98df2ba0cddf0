"""A state and a seat in, everything the seat may see out, as plain data: the only exit of a state to people and bots.

Nothing in a view depends on what the seat does not know: cards of sets come in the order of their prints, then backs;
zones and counters of cards come in the order of the places where those cards lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Protocol

from rulelang.engine import events as ev
from rulelang.engine.events import HIDDEN, Field
from rulelang.engine.knowledge import Knowledge
from rulelang.engine.labels import Words, seat_names
from rulelang.engine.log import seen_log
from rulelang.engine.record import Record
from rulelang.engine.redact import redacted, withheld
from rulelang.engine.seen import (
    SeenCard,
    SeenChoice,
    SeenDecision,
    SeenLine,
    SeenValue,
    SeenZone,
    View,
)
from rulelang.ir.numbers import NONE
from rulelang.ir.program import ADJUDICATED, DECIDING, OVER, SEAT, STATUS, TURN, KeyInfo, Program, VarInfo, ZoneInfo

ADJUDICATIONS = ("", "a stated limit", "the limit on the number of moves")
NOWHERE = 1 << 31
DEEPEST = 8                 # cards that lie with cards that lie with cards ...


class Viewable(Protocol):
    """What a view is made of. `s` are the state's ints."""

    program: Program
    knowledge: Knowledge
    record: Record
    s: list[int]

    def evaluate(self, function: int, s: list[int], seat: int) -> object:
        """A function of a seat, on these ints."""

    def question(self) -> tuple[str, str, tuple[SeenChoice, ...], tuple[str, ...]]:
        """The pending decision for its decider: prompt, kind, options, labels of the answers already given."""

    def returns(self) -> tuple[int, ...]:
        """What each seat gets at the end."""


def build_view(state: Viewable, seat: int | None, names: Sequence[str] | None = None, log_from: int = 0) -> View:
    """What `seat` (None: the public) may see. `log_from` is the number of the first event of the record to be told."""
    program, s = state.program, state.s
    eye = _Eye(state, seat, names)
    over = s[STATUS] == OVER
    return View(
        title=program.title, seat=seat, players=program.players, names=seat_names(program.players, names), turn=s[TURN],
        running=tuple(_running(program, s)), zones=tuple(eye.zones()), values=tuple(eye.values()),
        scores=tuple(eye.scores()), decision=_decision(state, seat),
        log=seen_log(program, state.record.events(log_from), seat, names), over=over,
        adjudicated=ADJUDICATIONS[s[ADJUDICATED]], returns=state.returns() if over else ())


def score_lines(program: Program, s: list[int],
                evaluate: Callable[[int, list[int], int], object]) -> Iterator[SeenLine]:
    """Every score line of every seat as it is, for those who may see everything."""
    for number, score in enumerate(program.scores):
        for seat in range(1, program.players + 1):
            for line, (label, function) in enumerate(score.lines):
                now = evaluate(function, s, seat)
                if isinstance(now, int):
                    recorded, into = _recorded(program, s, number, line, seat)
                    yield SeenLine(score.name, program.texts[label], seat, _number(now), recorded, into)


def _recorded(program: Program, s: list[int], score: int, line: int, seat: int) -> tuple[int | None, str]:
    """What a score line of a seat has added to a variable so far, and to which; for variables per player or for all."""
    for record in program.records:
        var = program.vars[record.var]
        if record.score == score and [key.what for key in var.keys] in ([], ["player"]):
            instance = seat - 1 if var.keys else 0
            return s[record.base + line * var.count + instance], var.name
    return None, ""


def _number(value: int) -> int:
    return 0 if value == NONE else value


def _decision(state: Viewable, seat: int | None) -> SeenDecision | None:
    """The others see who is asked, and nothing else."""
    if state.s[STATUS] != DECIDING:
        return None
    decider = state.s[SEAT]
    if seat != decider:
        return SeenDecision(decider, "", "", ())
    prompt, kind, choices, answered = state.question()
    return SeenDecision(decider, prompt, kind, choices, answered)


def _running(program: Program, s: list[int]) -> list[str]:
    """The phases whose frames are in use, from the outermost: a frame that was left is zeroed."""
    active = [n for n, p in enumerate(program.procedures) if any(s[p.frame:p.frame + min(p.size, 3)])]
    depth = {n: sum(n in program.procedures[outer].inside for outer in active) for n in active}
    return [program.procedures[n].name for n in sorted(active, key=lambda n: (depth[n], n))
            if program.procedures[n].kind == "phase"]


class _Eye:
    """Reads a state for one seat."""

    def __init__(self, state: Viewable, seat: int | None, names: Sequence[str] | None) -> None:
        self.state = state
        self.program = state.program
        self.s = state.s
        self.row = self.program.players + 1 if seat is None else seat
        self.bit = 1 << (self.row - 1)
        self.words = Words(self.program, seat, names)
        self.sight = state.knowledge.sight
        knows = state.knowledge.knows
        self.untold = self._untold_lines()
        self.known = {card for card in range(len(self.program.cards)) if knows(self.s, self.row, card)}

    def printed(self, card: int) -> int:
        """The card's print, HIDDEN if the seat does not know it."""
        return self.program.cards[card] if card in self.known else HIDDEN

    def place(self, card: int, depth: int = DEEPEST) -> tuple[int, ...]:
        """What orders cards by where they lie and what is known of them, never by their numbers."""
        zone = self.s[self.program.card_cells + 2 * card]
        if zone < 0:
            return NOWHERE, 0, self._rank(card)
        info = self.program.zones[zone]
        keys = self.program.families[info.family].keys
        host = next((v for key, v in zip(keys, info.keys, strict=True) if key.what == "card"), -1)
        at: tuple[int, ...] = (zone,)
        if host >= 0:
            at = (self.program.families[info.family].first, *(self.place(host, depth - 1) if depth else ()))
        return (*at, self.sight.position(self.s, card), self._rank(card))

    def _rank(self, card: int) -> int:
        return self.program.cards[card] if card in self.known else NOWHERE

    # ------------------------------------------------------------ zones

    def zones(self) -> Iterator[SeenZone]:
        """Zones in the order of their declarations; those that lie with cards only if they hold something."""
        for family in self.program.families:
            numbers = range(family.first, family.first + family.count)
            hosts = [i for i, key in enumerate(family.keys) if key.what == "card"]
            if not hosts:
                yield from (self._zone(number) for number in numbers)
                continue
            shown = [n for n in numbers if self.s[self.program.zones[n].at] and self._counts(n)]
            keyed = sorted(((self._order(family.keys, self.program.zones[n].keys), self._zone(n)) for n in shown),
                           key=lambda entry: (entry[0], repr(entry[1].cards)))
            yield from (zone for _, zone in keyed)

    def _counts(self, zone: int) -> bool:
        return bool(self.sight.count_mask(self.s, zone) & self.bit)

    def _order(self, keys: tuple[KeyInfo, ...], values: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        return tuple(self.place(v) if key.what == "card" else (v,) for key, v in zip(keys, values, strict=True))

    def _zone(self, number: int) -> SeenZone:
        info = self.program.zones[number]
        family = self.program.families[info.family]
        counted = self._counts(number)
        owner = self.sight.owner_of_zone(self.s, number)
        return SeenZone(info.name, self._keys(family.keys, info.keys), owner, info.kind,
                        self._cards(info) if counted else (), self.s[info.at] if counted else None, family.doc,
                        bool(self.sight.mask(self.s, number, 0) & self.sight.public),
                        self._host(family.keys, info.keys))

    def _host(self, keys: tuple[KeyInfo, ...], values: Sequence[int]) -> tuple[str, tuple[str, ...], int] | None:
        """Where the card lies that a zone lies with."""
        card = next((v for key, v in zip(keys, values, strict=True) if key.what == "card"), -1)
        zone = self.s[self.program.card_cells + 2 * card] if card >= 0 else NONE
        if zone < 0:
            return None
        info = self.program.zones[zone]
        family = self.program.families[info.family]
        return info.name, self._keys(family.keys, info.keys), self.sight.position(self.s, card)

    def _cards(self, info: ZoneInfo) -> tuple[SeenCard, ...]:
        """Cards without an order, those of sets and those under a shuffle, are told by what is known of them."""
        size, loose = self.s[info.at], self.s[info.at + 1]
        cards = self.s[info.at + 2:info.at + 2 + size]
        loose = size if info.kind == "set" else loose
        faces = self.program.card_cells + 1
        cards[:loose] = sorted(cards[:loose], key=lambda c: (self._rank(c), self.s[faces + 2 * c]))
        if info.kind == "stack":
            cards.reverse()
        return tuple(self._card(card, info) for card in cards)

    def _card(self, card: int, info: ZoneInfo) -> SeenCard:
        face_down = bool(self.s[self.program.card_cells + 2 * card + 1])
        if card not in self.known:
            holds = self.program.families[info.family].holds
            return SeenCard(None, face_down, holds[0] if len(holds) == 1 else "")
        printed = self.program.prints[self.program.cards[card]]
        return SeenCard(printed.name, face_down, printed.type, printed.attributes, printed.text)

    def _keys(self, keys: tuple[KeyInfo, ...], values: Sequence[int]) -> tuple[str, ...]:
        """Keys in words; players by their name, whoever looks."""
        said: list[str] = []
        for key, value in zip(keys, values, strict=True):
            if key.what == "player":
                said.append(self.words.names[value - 1])
            else:
                said.append(self.words.key(key, self.printed(value) if key.what == "card" else value))
        return tuple(said)

    # ------------------------------------------------------------ values

    def values(self) -> Iterator[SeenValue]:
        """Params, variables, then tokens. Counters of cards that hold nothing are left out."""
        for number, var in enumerate(self.program.vars):
            instances = [(self._values_of(var, i), i) for i in range(var.count)]
            if not any(key.what == "card" for key in var.keys):
                yield from (self._value(number, var, keys, i) for keys, i in instances)
                continue
            nothing = NONE if self.program.kinds[var.kind].what == "card" else 0    # card 0 is a card like others
            held = [(keys, i) for keys, i in instances if not {nothing, NONE}.issuperset(self._cells(var, i))]
            said = [(self._order(var.keys, keys), self._value(number, var, keys, i)) for keys, i in held]
            yield from (value for _, value in sorted(said, key=lambda entry: (entry[0], entry[1].words)))
        for token in range(len(self.program.tokens)):
            yield from self._tokens(token)

    def _values_of(self, var: VarInfo, index: int) -> tuple[int, ...]:
        values: list[int] = []
        for key in reversed(var.keys):
            index, place = divmod(index, key.size)
            values.append(key.low + place)
        return tuple(reversed(values))

    def _cells(self, var: VarInfo, index: int) -> list[int]:
        return self.s[var.base + index * var.words:var.base + (index + 1) * var.words]

    def _value(self, number: int, var: VarInfo, keys: Sequence[int], index: int) -> SeenValue:
        cells = self._cells(var, index)
        owner = next((v for key, v in zip(var.keys, keys, strict=True) if key.what == "player"), 0)
        what = self.program.kinds[var.kind].what
        if var.set_count:
            members = tuple(var.low + i for i in range(var.set_count) if cells[i // 32] >> i % 32 & 1)
            words, amount = self.words.value(var.kind, members), None
        elif what == "card" and cells[0] != NONE:
            words, amount = self.words.card(self.printed(cells[0])) or "an unseen card", None
        else:
            words = self.words.value(var.kind, cells[0])
            amount = cells[0] if what == "number" and cells[0] != NONE else None
        return SeenValue(var.name, self._keys(var.keys, keys), owner, words, amount, "param" if var.param else what)

    def _tokens(self, number: int) -> Iterator[SeenValue]:
        token = self.program.tokens[number]
        yield SeenValue(token.name, (), 0, str(self.s[token.supply]), self.s[token.supply], "supply")
        for seat in range(1, self.program.players + 1):
            count = self.s[token.players + seat - 1]
            shown = token.seen_by == "all" or self.row == seat
            yield SeenValue(token.name, (self.words.names[seat - 1],), seat, str(count) if shown else "hidden",
                            count if shown else None, "tokens")
        for name, base, count in token.pots:
            yield from self._pots(name, base, count)

    def _pots(self, name: str, base: int, count: int) -> Iterator[SeenValue]:
        """Pots on the table; of several of one name those that hold something, largest first: they have no keys."""
        amounts = self.s[base:base + count]
        for amount in amounts if count == 1 else sorted((a for a in amounts if a), reverse=True):
            yield SeenValue(name, (), 0, str(amount), amount, "pot")

    # ------------------------------------------------------------ scores

    def scores(self) -> Iterator[SeenLine]:
        """Score lines that the seat can work out from what it knows; of a score all lines of a player or none."""
        if not self.program.scores:
            return
        copy = redacted(self.program, self.state.knowledge, self.s, self.bit)
        for number in range(len(self.program.scores)):
            for seat in range(1, self.program.players + 1):
                yield from self._score(number, seat, copy)

    def _score(self, number: int, seat: int, copy: list[int]) -> list[SeenLine]:
        score = self.program.scores[number]
        lines: list[SeenLine] = []
        for line, (label, function) in enumerate(score.lines):
            now = withheld(partial(self.state.evaluate, function, copy, seat))
            if not isinstance(now, int):
                return []
            recorded, into = _recorded(self.program, self.s, number, line, seat)
            if (number, line, seat) in self.untold:
                recorded, into = None, ""
            lines.append(SeenLine(score.name, self.program.texts[label], seat, _number(now), recorded, into))
        return lines

    def _untold_lines(self) -> set[tuple[Field, int, Field]]:
        """Score lines (score, line, seat) that were once added to a variable unseen by this seat."""
        found: set[tuple[Field, int, Field]] = set()
        for _, event in self.state.record.events():
            seen = ev.told(event, self.bit) if event[0] == ev.SCORE else None
            if seen is not None and isinstance(seen[6], tuple):
                found |= {(seen[3], line, seen[4]) for line, value in enumerate(seen[6]) if value == HIDDEN}
        return found
