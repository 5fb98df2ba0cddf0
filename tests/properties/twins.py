"""Two games that differ in something one seat cannot see, and what that seat sees with its own eyes.

What a seat sees is worked out here from the rules of the zones alone, card by card as it is moved, turned or shown;
what the engine remembers or writes down for the seat has no part in it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

import rulelang
from rulelang.engine import movement
from rulelang.engine.errors import TooManyMoves
from rulelang.engine.events import Events, told
from rulelang.engine.knowledge import Knowledge
from rulelang.engine.options import Move
from rulelang.engine.state import State
from rulelang.ir.nodes import Fork, Pick, PickSome
from rulelang.ir.numbers import NONE
from rulelang.ir.program import ADJUDICATED, DECISION, SEAT, STATUS, STEPS, TURN, Program

MOST_COMPLETIONS = 400


class Eyes:
    """What one seat sees of a state as it lies there."""

    def __init__(self, state: State, seat: int) -> None:
        self.program: Program = state.program
        self.sight = state.knowledge.sight
        self.seat = seat
        self.bit = 1 << (seat - 1)

    def cell(self, card: int) -> int:
        return self.program.card_cells + 2 * card

    def face(self, s: list[int], card: int) -> int | None:
        """The print of a card that is seen now."""
        return self.program.cards[card] if card >= 0 and self.sight.card_mask(s, card) & self.bit else None

    def zone(self, s: list[int], number: int) -> Any:
        """A zone as the seat can point at it: where its card lies, for one that lies with a card."""
        info = self.program.zones[number] if number >= 0 else None
        if info is None or info.host < 0:
            return number
        host = info.host
        return ("with", info.family, s[self.cell(host)], self.sight.position(s, host), self.face(s, host))

    def card(self, s: list[int], card: int) -> Any:
        """A card as the seat can point at it."""
        at = s[self.cell(card)]
        return (self.zone(s, at), self.sight.position(s, card), self.face(s, card))

    def table(self, s: list[int]) -> Any:
        """Everything on the table."""
        fixed = (s[STATUS], s[DECISION], s[SEAT], s[STEPS], s[TURN], s[ADJUDICATED])
        return fixed, Counter(self._zones(s)), Counter(self._values(s)), tuple(self._tokens(s))

    def _zones(self, s: list[int]) -> Iterator[Any]:
        for number, info in enumerate(self.program.zones):
            if not self.sight.count_mask(s, number) & self.bit:
                continue
            lying = s[info.at + 2:info.at + 2 + s[info.at]]
            loose = len(lying) if info.kind == "set" else s[info.at + 1]
            seen = [(self.face(s, c), s[self.cell(c) + 1]) for c in lying]
            yield repr((self.zone(s, number), len(lying), sorted(seen[:loose], key=repr), seen[loose:]))

    def _values(self, s: list[int]) -> Iterator[Any]:
        for number, var in enumerate(self.program.vars):
            cards = self.program.kinds[var.kind].what == "card"
            for instance in range(var.count):
                cells: list[Any] = s[var.base + instance * var.words:var.base + (instance + 1) * var.words]
                if cards:
                    cells = [None if c == NONE else self.card(s, c) for c in cells]
                keys, rest = [], instance
                for key in reversed(var.keys):
                    rest, place = divmod(rest, key.size)
                    keys.append(self.card(s, key.low + place) if key.what == "card" else key.low + place)
                yield repr((number, keys, cells))

    def _tokens(self, s: list[int]) -> Iterator[int]:
        for token in self.program.tokens:
            yield s[token.supply]
            for seat in range(1, self.program.players + 1):
                yield s[token.players + seat - 1] if token.seen_by == "all" or seat == self.seat else 0
            for _, base, count in token.pots:
                yield from s[base:base + count]

    def answer(self, state: State, options: Sequence[Any]) -> tuple[Any, ...]:
        """What is seen and heard of an answer of somebody else: labels, players, numbers, cards that lie in sight."""
        s, heard = state.s, []
        if state.program.decisions[s[DECISION]].secret:
            return ()
        for option in options:
            step = option.role.step
            if isinstance(step, Fork):
                if not step.public:
                    break
                heard.append(option.key)
            elif option.role.what in ("done", "nothing", "meld"):
                continue
            elif isinstance(step, Pick | PickSome) and state.program.kinds[step.kind].what != "card":
                heard.append(option.value)
            elif option.value >= 0:
                heard.append(self.card(s, option.value))
        return tuple(sorted(map(repr, heard)))


@dataclass
class Seen:
    """What a seat sees happen between two stops: faces in order, the rest in none."""

    eyes: Eyes
    things: Counter[str] = field(default_factory=Counter)
    faces: list[int] = field(default_factory=list)

    def note(self, *thing: Any, face: int | None = None) -> None:
        self.things[repr((*thing, face))] += 1
        if face is not None:
            self.faces.append(face)


@contextmanager
def watching(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Note what the seat sees while a state goes on."""
    eyes = seen.eyes
    carry, flipped, revealed, value = movement.carry, Knowledge.flipped, Knowledge.revealed, Events.value

    def see_carried(m: Any, s: list[int], moves: Any, place: Any, way: Any) -> None:
        before = [(eyes.card(s, card), eyes.zone(s, s[eyes.cell(card)])) for card, _ in moves]
        carry(m, s, moves, place, way)
        for (card, _), (lay, zone) in zip(moves, before, strict=True):
            printed = lay[2] if lay[2] is not None else eyes.face(s, card)
            if way.named:
                printed = eyes.program.cards[card]
            after = eyes.card(s, card)
            places = (lay[1], after[1]) if len(moves) == 1 else (after[1] if after[2] is not None else 0,)
            if eyes.sight.count_mask(s, s[eyes.cell(card)]) & eyes.bit or printed is not None:
                seen.note("moves", zone, after[0], way.face, places, face=printed)

    def see_flipped(self: Knowledge, s: list[int], card: int) -> None:
        flipped(self, s, card)
        at = eyes.cell(card)
        s[at + 1] ^= 1
        before = eyes.face(s, card)
        s[at + 1] ^= 1
        seen.note("turns", eyes.card(s, card), face=before)

    def see_revealed(self: Knowledge, s: list[int], card: int, seats: int) -> None:
        revealed(self, s, card, seats)
        if seats & eyes.bit:
            seen.note("shown", eyes.card(s, card), face=eyes.program.cards[card])

    def see_value(self: Events, s: list[int], kind: int, told: Any, seats: int) -> Any:
        seen.note("told", told if seats & eyes.bit else None)
        return value(self, s, kind, told, seats)

    with monkeypatch.context() as patch:
        patch.setattr(movement, "carry", see_carried)
        patch.setattr(Knowledge, "flipped", see_flipped)
        patch.setattr(Knowledge, "revealed", see_revealed)
        patch.setattr(Events, "value", see_value)
        yield


@dataclass
class Twins:
    """Plays one game and, at its hidden choices, twins of it. `made` twins were compared at `stops` stops."""

    game: rulelang.Game
    monkeypatch: pytest.MonkeyPatch
    made: int = 0
    stops: int = 0

    def play(self, seed: int, most: int, explicit: bool, length: int = 12, moves: int = 120) -> None:
        """Play a random game; up to `most` times, let a twin go another way for up to `length` moves.

        `explicit`: chance decides in the open, and its outcomes are hidden choices too.
        """
        rng = random.Random(seed)
        state = self.game.new_state(seed, explicit=explicit)
        made = 0
        for _ in range(moves):
            if state.is_terminal or made == most:
                return
            others = [seat for seat in range(1, state.program.players + 1) if seat != state.current_player]
            if rng.random() < 0.3:              # not only at the start
                made += self._twin(state, rng.choice(others), rng, length)
            state.play_random(rng)

    def _twin(self, state: State, seat: int, rng: random.Random, length: int) -> bool:
        """Two ways to go on from here that look the same to a seat; whether there were such."""
        eyes = Eyes(state, seat)
        pairs = list(_pairs(eyes, state, state, rng))[:2]
        for one, other in pairs:
            twins = self._both(eyes, state, state, one, other)
            if twins is not None and twins[0].s != twins[1].s:
                self.made += 1
                self._go_on(eyes, *twins, rng, length)
                return True
        return False

    def _both(self, eyes: Eyes, one: State, other: State, answer: Move, another: Move) -> tuple[State, State] | None:
        """Both states a move further, compared; None as soon as the seat sees a difference with its own eyes."""
        sights, states = [], []
        for state, move in ((one, answer), (other, another)):
            after, seen = state.clone(), Seen(eyes)
            with watching(seen, self.monkeypatch):
                after.apply(move.ids[0] if state.is_chance else move)
            states.append(after)
            sights.append((seen.things, seen.faces, eyes.table(after.s)))
        if sights[0] != sights[1]:
            return None
        self._compare(eyes.seat, *states)
        return states[0], states[1]

    def _compare(self, seat: int, one: State, other: State) -> None:
        self.stops += 1
        if one.current_player == seat:
            assert one.choices() == other.choices()
        mine, theirs = one.view(seat), other.view(seat)
        assert [event.text for event in mine.log] == [event.text for event in theirs.log]
        assert repr(mine) == repr(theirs)
        assert repr(one.view(None)) == repr(other.view(None))
        assert _told(one, seat) == _told(other, seat)
        assert one.information_key(seat) == other.information_key(seat)

    def _go_on(self, eyes: Eyes, one: State, other: State, rng: random.Random, length: int) -> None:
        for _ in range(length):
            if one.is_terminal:
                return
            for answer, another in list(_common(eyes, one, other, rng))[:3]:
                twins = self._both(eyes, one, other, answer, another)
                if twins is not None:
                    one, other = twins
                    break
            else:
                return


def _told(state: State, seat: int) -> list[Any]:
    """The events as the seat is told them, without what it is not told of at all."""
    return [seen for _, event in state.record.events() if (seen := told(event, 1 << (seat - 1))) is not None]


def _ways(eyes: Eyes, state: State) -> dict[Any, list[Move]]:
    """The moves of whoever decides, by what the seat sees and hears of them (all of its own)."""
    if state.is_chance:
        drawn: dict[Any, list[Move]] = {}
        options = {option.key: option for option in state.open_options()}
        for outcome in state.chance_outcomes():
            sign = eyes.answer(state, [options[outcome.key]]) if options else ()
            drawn.setdefault(sign, []).append(Move((outcome.id,), (outcome.key,), ""))
        return drawn
    try:
        found = state.completions(MOST_COMPLETIONS)
    except TooManyMoves:
        return {}
    ways: dict[Any, list[Move]] = {}
    for options in found:
        keys = tuple(option.key for option in options)
        ids = tuple(state.game.options.id(state.s, state._question(), option) for option in options)
        sign = ids if state.current_player == eyes.seat else eyes.answer(state, options)
        ways.setdefault(sign, []).append(Move(ids, keys, ""))
    return ways


def _pairs(eyes: Eyes, one: State, other: State, rng: random.Random) -> Iterator[tuple[Move, Move]]:
    """Different moves that the seat cannot tell apart when they are made."""
    groups = [moves for moves in _ways(eyes, one).values() if len(moves) > 1]
    rng.shuffle(groups)
    for moves in groups:
        first, second = rng.sample(moves, 2)
        yield first, second


def _common(eyes: Eyes, one: State, other: State, rng: random.Random) -> Iterator[tuple[Move, Move]]:
    """Moves of both games that the seat cannot tell apart, the same ones where there are such."""
    here, there = _ways(eyes, one), _ways(eyes, other)
    signs = [sign for sign in here if sign in there]
    rng.shuffle(signs)
    for sign in signs:
        names = {move.ids: move for move in there[sign]}
        same = [move for move in here[sign] if move.ids in names]
        if same:
            move = rng.choice(same)
            yield move, names[move.ids]
        yield rng.choice(here[sign]), rng.choice(there[sign])
