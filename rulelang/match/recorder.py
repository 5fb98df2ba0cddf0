"""A game as it goes on in, the transcript so far out, on the disk too if a log is kept.

Games are played in explicit mode with outcomes drawn from the seed: they go as seeded games do, and everything that
chance decides is on the record, so that a replay needs no generator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.chance import drawn_keys
from rulelang.match.transcript import Entry, Header, Transcript, ending_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulelang.engine.game import Game
    from rulelang.engine.state import State
    from rulelang.match.writer import LogWriter


class Recorder:
    """Collects moves and chance outcomes: `begin` gives the first state, `move` is called after each move."""

    def __init__(self, header: Header, log: LogWriter | None = None) -> None:
        self.header = header
        self.log = log
        self.entries: list[Entry] = []

    def resume(self, entries: Sequence[Entry]) -> None:
        """Go on behind entries of a game that was begun before; a log gets them too."""
        for entry in entries:
            self._add(entry.seat, entry.ids, entry.label)

    def take_back(self, count: int) -> None:
        """Forget everything behind the first `count` entries."""
        del self.entries[count:]
        if self.log is not None:
            self.log.take_back(count)

    def begin(self, game: Game) -> State:
        """A new game by the header, dealt up to the first choice."""
        state = game.new_state(self.header.seed, explicit=True, first_player=self.header.first_player)
        self._chance(state)
        return state

    def move(self, state: State, seat: int, ids: Sequence[str], label: str) -> None:
        """Record a move that has been applied; let chance decide what it has to decide now, and record that."""
        self._add(seat, tuple(ids), label)
        self._chance(state)

    def finish(self, state: State, reason: str) -> Transcript:
        """Close the record. `reason` counts only while the game is not over by itself."""
        ending = ending_of(state, reason)
        if self.log is not None:
            self.log.finish(ending)
        return Transcript(self.header, tuple(self.entries), ending)

    def _chance(self, state: State) -> None:
        while state.is_chance:
            for key in drawn_keys(state.game.code, state.s):
                outcome = next(outcome for outcome in state.chance_outcomes() if outcome.key == key)
                state.apply(outcome.id)
                self._add(0, (outcome.id,), outcome.label)

    def _add(self, seat: int, ids: tuple[str, ...], label: str) -> None:
        entry = Entry(len(self.entries) + 1, seat, ids, label)
        self.entries.append(entry)
        if self.log is not None:
            self.log.entry(entry)
