"""A session and another version of its rules in, the session that goes on under them out.

What has happened is played again: moves by their stable ids, chance as it was recorded wherever that is possible. At
the first move that is no longer offered it stops, and says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rulelang.engine.chance import drawn_keys
from rulelang.engine.errors import IllegalChoice
from rulelang.engine.reasons import menu_actions, why_not_offered
from rulelang.match.match import is_finished
from rulelang.match.recorder import Recorder
from rulelang.match.replay import begins_stop
from rulelang.match.transcript import Entry, Header, header_of
from rulelang.play.cells import clean, counted, cut
from rulelang.play.reasons import reason_words
from rulelang.play.session import Session
from rulelang.play.setup import seat_names
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.engine.game import Game
    from rulelang.engine.state import State

LABEL = 60


@dataclass(frozen=True, slots=True)
class Reloaded:
    """The session under the new rules, how many of how many moves were played again, and why not all ("": all)."""

    session: Session
    moves: int
    of: int
    why: str

    @property
    def told(self) -> str:
        """What to tell the people."""
        if not self.why:
            return f"The rules were read again, and {_again(self.of)}."
        again = f"{self.moves} of {counted(self.of, 'move')} were played again"
        return f"The rules were read again, and {again}. {self.why}"


def _again(moves: int) -> str:
    return "there was no move yet" if not moves else (
        "the move so far was played again" if moves == 1 else f"all {moves} moves so far were played again")


def reload(session: Session, game: Game) -> Reloaded:
    """Go on with a session under the rules of a game with as many players."""
    old = session.header
    if game.players != old.players:
        raise ValueError(f"{old.players} play, not {game.players}")
    fresh = header_of(game, old.rulelang, session.kinds, old.seed, old.first_player, old.names)
    replayed = _Replayed(game, replace(fresh, start=old.start))
    game.labels.names = session.names
    why = replayed.play(session.entries, session.names)
    made = Session(game, session.seats, replayed.recorder, seat_names(game.players, old.names), replayed.state)
    if not why:
        _pick_again(made, [id_ for id_, _ in session.snapshot().picked])
    return Reloaded(made, replayed.moves, sum(entry.seat != 0 for entry in session.entries), why)


def _pick_again(session: Session, ids: Sequence[str]) -> None:
    """Answers of an unfinished move, as far as they are still offered."""
    for id_ in ids:
        try:
            session.pick([id_])
        except IllegalChoice:
            return


class _Replayed:
    """A game played again under other rules. `moves`: how many were."""

    def __init__(self, game: Game, header: Header) -> None:
        self.recorder = Recorder(header)
        self.state: State = game.new_state(header.seed, explicit=True, first_player=header.first_player)
        self.moves = 0

    def play(self, entries: Sequence[Entry], names: Sequence[str]) -> str:
        """Play entries up to the first move that cannot be made; why, "" if all could be."""
        at = 0
        while True:
            following = next((k for k in range(at, len(entries)) if entries[k].seat), len(entries))
            self._chance([entry.ids[0] for entry in entries[at:following]])
            if following == len(entries):
                return ""
            entry, at = entries[following], following + 1
            why = self._move(entry, names)
            if why:
                return why
            self.moves += 1

    def _chance(self, recorded: list[str]) -> None:
        """Let chance decide as it did where that is offered, in the order of the record; else it draws anew."""
        state, drawn = self.state, list[int]()
        while state.is_chance:
            if begins_stop(state):
                drawn = list(drawn_keys(state.game.code, state.s))
            outcomes = state.chance_outcomes()
            key = drawn.pop(0) if drawn else -1
            found = next((o for id_ in recorded for o in outcomes if o.id == id_), None)
            if found is not None:
                recorded.remove(found.id)
            else:
                found = next((o for o in outcomes if o.key == key), outcomes[0])
            state.apply(found.id)
            self._record(0, (found.id,), found.label)

    def _move(self, entry: Entry, names: Sequence[str]) -> str:
        state = self.state
        who, what = names[entry.seat - 1], f"\"{cut(clean(entry.label), LABEL)}\""
        if is_finished(state):
            return f"Under the new rules the game is over before the next move, {who}'s {what}."
        if state.current_player != entry.seat:
            return (f"It stopped before move {self.moves + 1}, {who}'s {what}: now it is "
                    f"{names[state.current_player - 1]} who decides.")
        before, done = state.clone(), state.record.moves
        try:
            state.apply(list(entry.ids))
        except IllegalChoice as error:
            self.state = before
            return (f"It stopped before move {self.moves + 1}, {who}'s {what}: that is no longer offered. "
                    f"{_reason(before, error.given)}").rstrip()
        if state.record.moves == done and not is_finished(state):
            self.state = before
            return f"It stopped before move {self.moves + 1}, {who}'s {what}: more must be chosen for it now."
        self._record(entry.seat, entry.ids, entry.label)
        return ""

    def _record(self, seat: int, ids: tuple[str, ...], label: str) -> None:
        self.recorder.resume([Entry(len(self.recorder.entries) + 1, seat, ids, label)])


def _reason(state: State, id_: str) -> str:
    """Why an action is not offered any more, if an action is meant and a rule stands against it."""
    program, name = state.program, id_.partition(":")[2]
    action = next((n for n, action in enumerate(program.actions) if action.name == name), None)
    if action is None or action not in menu_actions(state):
        return ""
    reason = why_not_offered(state, action)
    return reason_words(state, reason) if reason is not None else ""
