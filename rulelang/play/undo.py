"""Two moments of a game in, the reason why there is no way back from one to the other out.

Nobody marks what may be taken back: it is read off the record. A way back is closed by what somebody has come to know
since: a card not known before, an outcome of chance, a value that follows from hidden cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulelang.engine import events as ev
from rulelang.engine.errors import IllegalChoice
from rulelang.engine.events import Event, Field, told
from rulelang.ir.program import ANSWERS, EXPLICIT
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.engine.state import State


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The moment at which a person began to decide: the state, answers that had been forced, the record's length."""

    seat: int
    state: State
    picked: tuple[tuple[str, str], ...]
    entries: int


NOTHING = "There is nothing to take back yet."
TABLES = 24                                     # other tables that are tried, for each seat
_FACTS = (ev.STORE, ev.SCORE, ev.TOKENS, ev.ANNOUNCE, ev.OVER, ev.DECISION)

Moves = Sequence[Sequence[str]]


def why_final(before: State, now: State, seat: int, names: Sequence[str], moves: Moves) -> str:
    """Why a seat may not go back from `now` to `before`, in a sentence that gives away nothing more; "" if it may.

    `moves` are the seat's own answers that lead from one to the other, the first move from its beginning.
    """
    if _chance_decided(before, now):
        return "That cannot be taken back: chance has decided something since then."
    for row in range(1, now.program.players + 1):
        if _was_shown(before, now, row) or _has_concluded(before, now, row, moves):
            who = "you have" if row == seat else f"{names[row - 1]} has"
            return f"That cannot be taken back: {who} seen something since then that was hidden before."
    return ""


# ---------------------------------------------------------------- chance


def _chance_decided(before: State, now: State) -> bool:
    """Whether a random choice was made; orders of shuffled cards count once somebody sees a card of them."""
    return any(event[0] == ev.CHANCE for _, event in now.record.events(len(before.record)))


# ---------------------------------------------------------------- what a seat was shown


def _was_shown(before: State, now: State, seat: int) -> bool:
    """Whether a seat knows a card it did not know, or was told one meanwhile, or a value or sum hidden before."""
    knows_then, knows_now = before.knowledge.knows, now.knowledge.knows
    unknown = [card for card in range(len(now.program.cards)) if not knows_then(before.s, seat, card)]
    if any(knows_now(now.s, seat, card) for card in unknown):
        return True
    bit = 1 << (seat - 1)
    events = [event for _, event in now.record.events(len(before.record))]
    if any(_tells_value(event, bit) for event in events):
        return True
    sources = {zone for event in events for zone in _sources(event)}
    cells = now.program.card_cells
    hidden = {now.program.cards[card] for card in unknown if _place(before, before.s[cells + 2 * card]) in sources}
    return any(printed in hidden for event in events for printed in _prints(told(event, bit)))


def _tells_value(event: Event, bit: int) -> bool:
    """Whether a seat was told a value, that nothing is there to be shown, or a sum it could not have worked out."""
    if event[0] in (ev.VALUE, ev.REVEAL):
        shown = _parts(event[-1])
        empty = event[0] == ev.VALUE or len(_parts(shown[1])) < 2
        return empty and bool(_int(shown[2]) & bit)
    if event[0] == ev.SCORE:
        return any(not _int(_parts(line)[2]) & bit for line in _parts(event[7]))
    return False


def _place(state: State, zone: int) -> Field:
    """A zone as `_sources` names it: those that lie with cards by their family only."""
    if zone < 0:
        return -1
    family = state.program.zones[zone].family
    keyed = any(key.what == "card" for key in state.program.families[family].keys)
    return (family,) if keyed else zone


def _sources(event: Event) -> Iterator[Field]:
    """The zones that cards come out of, are turned over in or are shown in, whoever was told."""
    if event[0] == ev.MOVE:
        for part in _parts(event[5])[1:]:
            yield _family(_parts(_parts(part)[1])[0])
    elif event[0] in (ev.FLIP, ev.REVEAL):
        shown = event[3] if event[0] == ev.FLIP else _parts(event[3])[1]
        yield from (_family(_parts(card)[1]) for card in _parts(shown)[1:])


def _family(zone: Field) -> Field:
    return max(zone, -1) if isinstance(zone, int) else zone[:1]


def _prints(event: Event | None) -> Iterator[Field]:
    """The prints that a told event names as seen at a place."""
    if event is None:
        return
    if event[0] == ev.MOVE:
        for way in _parts(event[4]):
            yield from (_parts(card)[0] for card in _parts(_parts(way)[3]))
    elif event[0] in (ev.FLIP, ev.REVEAL):
        yield from (_parts(card)[0] for card in _parts(event[2]))


# ---------------------------------------------------------------- what a seat can conclude


def _has_concluded(before: State, now: State, seat: int, moves: Moves) -> bool:
    """Whether other hidden cards would have shown in what happened: values, scores, phases.

    Tables that the seat could not tell apart are played on with the same moves; where another fact comes up, the facts
    have told the seat something.
    """
    facts = _facts(now, len(before.record), seat)
    rng = random.Random(f"rulelang tables of {seat}")
    for _ in range(TABLES):
        table = before.resample(seat, rng)
        table.s[EXPLICIT] = 0
        begun = len(table.record)
        try:
            given = table.s[ANSWERS]
            for n, ids in enumerate(moves):
                table.apply(list(ids[given:] if n == 0 else ids))
        except IllegalChoice:
            continue                            # not a table for these moves; what they show was looked at before
        if _facts(table, begun, seat) != facts:
            return True
    return False


def _facts(state: State, since: int, seat: int) -> list[Field]:
    """What a seat was told behind an event, except for cards."""
    bit = 1 << (seat - 1)
    seen = (told(event, bit) for _, event in state.record.events(since) if event[0] in _FACTS)
    return [event[:2] if event[0] == ev.DECISION else event for event in seen if event is not None]


def _parts(field: Field) -> tuple[Field, ...]:
    return field if isinstance(field, tuple) else ()


def _int(field: Field) -> int:
    return field if isinstance(field, int) else 0
