"""Views of a game as it goes on in, the events that were not shown before out."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.engine.seen import SeenEvent, View


class Feed:
    """Remembers how much of the log somebody has read."""

    def __init__(self) -> None:
        self._turn = 0
        self._read = 0      # events of turn `_turn` that were read

    def take(self, view_since: Callable[[int], View]) -> tuple[SeenEvent, ...]:
        """The events behind those given before. `view_since` gives a view whose log begins at a number of moves."""
        events = view_since(self._turn).log
        fresh = events[self._read:]
        if events:
            last = events[-1].turn
            self._turn, self._read = last, sum(event.turn == last for event in events)
        return fresh
