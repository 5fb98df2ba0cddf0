"""A recording in, its positions one by one out, forward and back, and new games that begin at any of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import rulelang
from rulelang.match.recorder import Recorder
from rulelang.match.replay import Follower
from rulelang.play.session import Session
from rulelang.play.setup import HUMAN, seat_agents, seat_names

if TYPE_CHECKING:
    from rulelang.engine.state import State
    from rulelang.match.transcript import Entry
    from rulelang.match.writer import LogWriter
    from rulelang.play.replaying import Recording

SPACING = 10                # every so many steps a position is kept to go back to


class Stepper:
    """The positions of a recorded game: step 0 is before the first move, step k after move k and what chance did then.

    `now` is the present step, `last` the last one, `begun` how many events there were before the present step.
    """

    def __init__(self, recording: Recording) -> None:
        """Raises LogError if already the start of the game differs from the log."""
        self.recording = recording
        header = recording.transcript.header
        self.names = seat_names(header.players, header.names)
        recording.game.labels.names = self.names
        entries = recording.transcript.entries
        moves = [k for k, entry in enumerate(entries) if entry.seat]
        self._ends = [*moves, len(entries)]         # how many entries lead to each step
        start = recording.game.new_state(header.seed, explicit=True, first_player=header.first_player)
        self._kept = {0: self._played(start, entries[:self._ends[0]])}
        self.now = self.begun = 0
        self.state = self._kept[0].clone()

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self._ends) - 1

    def move_of(self, step: int) -> Entry | None:
        """The move that leads to a step; None for the start."""
        return self.recording.transcript.entries[self._ends[step - 1]] if step else None

    def go(self, step: int) -> None:
        """Go to a step; past an end to that end. Raises LogError, and stays, where the game differs from the log."""
        step = max(0, min(self.last, step))
        if step == self.now:
            return
        base = self.now if self.now < step <= self.now + SPACING else max(k for k in self._kept if k < max(step, 1))
        state = (self.state if base == self.now else self._kept[base]).clone()
        begun = 0
        for k in range(base + 1, step + 1):
            begun = len(state.record)
            self._played(state, self.recording.transcript.entries[self._ends[k - 1]:self._ends[k]])
            if k % SPACING == 0:
                self._kept.setdefault(k, state.clone())
        self.now, self.state, self.begun = step, state, begun

    def fork(self, kinds: Sequence[str] = (), log: LogWriter | None = None) -> Session:
        """A new game from the present step. `kinds` say who sits where, else those of the log; with no person there,
        the seat that decides gets one. Raises WrongSetup for a bot that there is not.
        """
        header = self.recording.transcript.header
        seats = tuple(kinds) or header.seats
        if HUMAN not in seats and not kinds and self.state.current_player > 0:
            seat = self.state.current_player
            seats = (*seats[:seat - 1], HUMAN, *seats[seat:])
        agents = seat_agents(seats)
        recorder = Recorder(replace(header, seats=seats, rulelang=rulelang.__version__), log)
        recorder.resume(self.recording.transcript.entries[:self._ends[self.now]])
        return Session(self.recording.game, agents, recorder, self.names, self.state.clone())

    def _played(self, state: State, entries: Sequence[Entry]) -> State:
        follower = Follower(state)
        for entry in entries:
            follower.apply(entry, self.recording.source)
        return state
