"""Text with a name in, positions in it out: `Source`, `Span`, line and column arithmetic."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import field
from functools import cached_property

from rulelang.records import dataclass


@dataclass(frozen=True, eq=False)
class Source:
    """A text and the name it is shown under (a path relative to the reader, or `<text>`)."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        for offset, char in enumerate(self.text):
            if char == "\n":
                starts.append(offset + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both counted from 1, of a character offset."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (counted from 1), without its line end; empty past the end."""
        if not 1 <= number <= len(self._line_starts):
            return ""
        start = self._line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:].rstrip("\r") if end < 0 else self.text[start:end].rstrip("\r")

    @property
    def line_count(self) -> int:
        """How many lines the text has, at least 1."""
        return len(self._line_starts)


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` up to but not including `end` of one source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """Line (from 1) where the span starts."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """Column (from 1) where the span starts."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of the other."""
        return Span(self.source, self.start, other.end)
