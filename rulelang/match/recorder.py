"""A state as its game goes on in, the transcript so far out, on the disk too if a log is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.match.transcript import Entry, Header, Transcript, ending_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulelang.engine.state import State
    from rulelang.match.writer import LogWriter


class Recorder:
    """Collects moves and the chance outcomes between them; call `begin`, then `move` after each move was applied."""

    def __init__(self, header: Header, log: LogWriter | None = None) -> None:
        self.header = header
        self.log = log
        self.entries: list[Entry] = []
        self._mark = 0

    def begin(self, state: State) -> None:
        """Record what chance decided before the first choice."""
        self._chance(state)

    def move(self, state: State, seat: int, ids: Sequence[str], label: str) -> None:
        """Record a move that has been applied, then what chance decided behind it."""
        self._add(seat, tuple(ids), label)
        self._chance(state)

    def finish(self, state: State, reason: str) -> Transcript:
        """Close the record. `reason` counts only while the game is not over by itself."""
        ending = ending_of(state, reason)
        if self.log is not None:
            self.log.finish(ending)
        return Transcript(self.header, tuple(self.entries), ending)

    def _chance(self, state: State) -> None:
        outcomes = chance_ids(state, self._mark)
        self._mark = len(state.record.track)
        for id_ in outcomes:
            self._add(0, (id_,), "")

    def _add(self, seat: int, ids: tuple[str, ...], label: str) -> None:
        entry = Entry(len(self.entries) + 1, seat, ids, label)
        self.entries.append(entry)
        if self.log is not None:
            self.log.entry(entry)


def chance_ids(state: State, since: int) -> list[str]:
    """The chance outcomes of a state's record from a place on, in order."""
    return [entry[-1] for entry in state.record.track[since:] if entry[0] == "chance"]
