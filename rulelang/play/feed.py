"""A session as it goes on in, the events that somebody has not read yet out."""

from __future__ import annotations

from rulelang.engine.seen import SeenEvent
from rulelang.play.session import Session


class Feed:
    """Remembers how much of a log somebody has read."""

    def __init__(self, session: Session, read: int = 0) -> None:
        """`read`: how many events are old already."""
        self._session = session
        self._read = read

    def take(self, seat: int | None) -> tuple[SeenEvent, ...]:
        """The events behind those given before, as a seat (None: everybody) may see them."""
        events = self._session.view(seat, min(self._read, self._session.events)).log
        self._read = self._session.events
        return events
