"""A state and a seat in, a state out in which everything the seat cannot know is drawn anew.

The result is one of all tables that look to the seat as this one does, each equally likely: cards lie anywhere among
the places that the seat cannot tell apart, hidden counts of tokens add up to the same sum, orders and coming chance
are open again, and so are answers that others have given but that are not shown yet. What follows from the choices of
others (a suit they did not follow) is not concluded. Numbers that the rules have made of hidden cards stay as they are,
and so do hidden counts of cards.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from rulelang.engine.keys import UNSEEN, ZONE
from rulelang.engine.resample_deal import Dealer
from rulelang.engine.resample_places import Places
from rulelang.engine.resample_relabel import relabelled, running
from rulelang.ir.draws import Draws
from rulelang.ir.numbers import signed
from rulelang.ir.program import (
    ANSWERS,
    COUNTER,
    DECIDING,
    DECISION,
    HEADER,
    SEAT,
    SEED_HIGH,
    SEED_LOW,
    STATUS,
    STEPS,
    AtOnceInfo,
    HeldInfo,
    Program,
)

if TYPE_CHECKING:
    from rulelang.engine.state import State

Ints = list[int]

# Generator words that are tried until the unseen cards a seat may pick from are numbered as before.
MOST_SEEDS = 64
# Answers of others that are asked for anew inside one block, at most.
MOST_ANSWERS = 1000


def resample(state: State, seat: int, rng: random.Random, blind: bool = False) -> State:
    """A state that the seat cannot tell from this one. `blind`: to be played on only, without record and knowledge.

    The record holds what the seat was told. The result depends on what the seat knows and on `rng`, on nothing else.
    Raises `ValueError` for a seat that is not at the table.
    """
    return Sampler(state, seat).draw(Draws(signed(rng.getrandbits(32)), signed(rng.getrandbits(32))), blind)


class Sampler:
    """Draws states that a seat cannot tell from one state; what it knows of that state is worked out once."""

    __slots__ = ("_dealer", "_names", "_numbered", "_places", "_state", "seat")

    def __init__(self, state: State, seat: int) -> None:
        """Raises `ValueError` for a seat that is not at the table."""
        if not 1 <= seat <= state.program.players:
            raise ValueError(f"There is no seat {seat}: {state.program.players} play.")
        self.seat = seat
        self._state = state
        unknown = Places(state.game.secret_outside, state.program, state.knowledge, state.s, seat).unknown()
        self._places = unknown.places
        self._dealer = Dealer(unknown.spots, unknown.cards)
        self._names = running(state.program, state.s)
        self._numbered: list[int] | None = None

    @property
    def is_plain(self) -> bool:
        """Whether plain draws deal the unknown cards (see `resample_plain`)."""
        return self._dealer.is_plain

    def draw(self, draws: Draws, blind: bool = False) -> State:
        """One of these states, which offers the seat the same moves as this one."""
        made = self.imagine(draws, blind)
        if self._numbered is None:
            self._numbered = _numbered(self._state, self.seat)
        if self._numbered:
            _keep_numbers(self._numbered, made, draws)
        return made

    def imagine(self, draws: Draws, blind: bool = True) -> State:
        """One of these states. Unseen cards of a set may have other numbers, so moves may have other names."""
        state, seat, program = self._state, self.seat, self._state.program
        swap = list(range(len(program.cards)))
        for card, other in zip(self._places, self._dealer.deal(draws), strict=True):
            swap[card] = other
        s = _dealt(program, state.s, seat, swap, self._names, blind)
        _drop_others_answers(s, seat)
        _tokens(program, s, seat, draws)
        record = None if blind else state.record.told_to(program, 1 << (seat - 1))
        made = type(state)(state.game, s, state.game.machine(record))
        _new_seed(s, draws)
        _ask_again(made, seat, draws)
        return made


def _dealt(program: Program, s: Ints, seat: int, swap: list[int], names: list[HeldInfo], blind: bool) -> Ints:
    """The ints after the unknown cards have been dealt anew: card `swap[c]` in the place of each card c."""
    new = relabelled(program, s, swap, names)
    for row in range(program.players + 1):
        own = row == seat - 1
        if own or not blind:
            _remembered(program, s, new, row, swap, own)
        else:
            base = program.knowledge + row * len(swap)
            new[base:base + len(swap)] = range(0, 2 * len(swap), 2)
        if not own and row < program.players:
            at = program.info_keys + 2 * row
            new[at:at + 2] = [0, 0]             # they stand for what others were shown
    return new


def _remembered(program: Program, s: Ints, new: Ints, row: int, swap: list[int], own: bool) -> None:
    """Knowledge keeps to the places. The seat's own marks keep to the cards it knows of, those of others to places."""
    cards = len(program.cards)
    base = program.knowledge + row * cards
    words = s[base:base + cards]
    names: dict[int, int] = {}
    for card in sorted(range(cards), key=lambda c: swap[c]):
        names.setdefault(words[card] >> 1, swap[card])      # a group is named after its smallest card
    for card, other in enumerate(swap):
        known = words[other if own else card] & 1
        new[base + other] = 2 * names[words[card] >> 1] | known


def _drop_others_answers(s: Ints, seat: int) -> None:
    """Answers that somebody else has begun to give are not shown yet."""
    if s[STATUS] == DECIDING and s[SEAT] == seat:
        return
    if s[DECISION] >= 0 and s[ANSWERS]:
        if s[SEAT]:
            s[STEPS] -= s[ANSWERS]
        s[HEADER:HEADER + s[ANSWERS]] = [0] * s[ANSWERS]
        s[ANSWERS] = 0


def _tokens(program: Program, s: Ints, seat: int, draws: Draws) -> None:
    """Hidden counts of others: every way to share their sum is equally likely."""
    for token in program.tokens:
        others = [token.players + n for n in range(program.players) if n != seat - 1]
        if token.seen_by == "all" or len(others) < 2:
            continue
        total, bars = sum(s[at] for at in others), len(others) - 1
        places: list[int] = []
        while len(places) < bars:
            place = draws.below(total + bars)
            if place not in places:
                places.append(place)
        before = -1
        for at, place in zip(others, [*sorted(places), total + bars], strict=True):
            s[at], before = place - before - 1, place


def _new_seed(s: Ints, draws: Draws) -> None:
    s[SEED_LOW], s[SEED_HIGH], s[COUNTER] = draws.word(), draws.word(), 0


def _numbered(state: State, seat: int) -> list[int]:
    """The keys that the seat may answer with now, if unseen cards of a set are among them."""
    if state.s[STATUS] != DECIDING or state.s[SEAT] != seat:
        return []
    keys = [option.key for option in state.open_options()]
    return keys if any(key % ZONE > UNSEEN for key in keys) else []


def _keep_numbers(wanted: list[int], made: State, draws: Draws) -> None:
    """Unseen cards of a set are numbered by the generator's words. Where one of them is not offered, because a name
    already speaks of it, its number must be the same.
    """
    for _ in range(MOST_SEEDS):
        if [option.key for option in made.open_options()] == wanted:
            return
        _new_seed(made.s, draws)


# ---------------------------------------------------------------- choices at once


def _ask_again(made: State, seat: int, draws: Draws) -> None:
    """While all choose at once, the answers of the others are secrets: they are drawn anew, uniformly over moves."""
    s, program = made.s, made.program
    block = next((b for b in program.at_once if b.first <= s[DECISION] <= b.last), None)
    if s[STATUS] != DECIDING or block is None or not block.stores:
        return
    again = type(made)(made.game, s[:], made.game.machine(None))
    again.go(block.entry)
    for _ in range(MOST_ANSWERS):
        if again.s[STATUS] != DECIDING or (again.s[SEAT], again.s[DECISION]) == (s[SEAT], s[DECISION]):
            break
        again.play_drawn(draws)
    if (again.s[STATUS], again.s[SEAT], again.s[DECISION]) == (DECIDING, s[SEAT], s[DECISION]):
        _take_answers(program.players, block, s, again.s, seat)


def _take_answers(players: int, block: AtOnceInfo, s: Ints, answered: Ints, seat: int) -> None:
    """What the others have answered; the names stand for the answers of whoever decides now."""
    for at, bound, base in block.stores:
        size = 1 + bound
        for other in range(1, players + 1):
            cells = slice(base + (other - 1) * size, base + other * size)
            if other != seat:
                s[cells] = answered[cells]
        if s[SEAT] != seat:
            s[at:at + size] = answered[at:at + size]
