"""What can go wrong while a game runs, as values and exceptions: faults of rules, illegal choices, damaged saves."""

from __future__ import annotations

from rulelang.records import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """The rules reached a limit of the engine: the span that ran (-1: unknown), the spans that took turns there."""

    span: int
    cycle: tuple[int, ...]
    limit: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why no head could be completed. kind: when, choose, pay or branch.

    `text` is a text number or -1, `span` a span number, `point` the decision point of a choice without options, `token`
    and `amount` what could not be paid (-1 for cards).
    """

    kind: str
    text: int
    span: int
    point: int = -1
    token: int = -1
    amount: int = 0


class IllegalChoice(ValueError):
    """A choice that is not offered. `offered` are the ids of the options there are."""

    def __init__(self, given: str, offered: tuple[str, ...]) -> None:
        shown = ", ".join(offered[:20]) + (", ..." if len(offered) > 20 else "")
        super().__init__(f"{given!r} is not offered here. The options are: {shown or 'none'}.")
        self.given = given
        self.offered = offered


class SaveError(ValueError):
    """A save that cannot be opened: damaged, of another version, or of other rules."""


class EngineFault(RuntimeError):
    """A mistake in the engine or in a program that passed no verification; never a mistake in the rules."""


class LimitReached(Exception):
    """Inside the engine only: work between two stops went past a limit; becomes the state's `Fault`."""

    def __init__(self, limit: str, span: int = -1) -> None:
        super().__init__(limit)
        self.limit = limit
        self.span = span


class TooManyMoves(ValueError):
    """A decision with more completions than were asked for: answer it step by step."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"This decision has more than {limit:,} moves; answer it step by step.")
        self.limit = limit
