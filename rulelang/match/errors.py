"""What is wrong with a log or a save in, a finding with its line out."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic
from rulelang.source import Source, Span


class LogError(Exception):
    """A log or save cannot be used, or a log only up to a line; `diagnostic` says why in words, with the line."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(f"{diagnostic.span.source.name}:{diagnostic.span.line}: {diagnostic.title}")


def log_error(code: str, title: str, source: Source, number: int, *, label: str = "", allowed: str = "",
              hint: str = "") -> LogError:
    """The error for a line (from 1) of a log."""
    return LogError(Diagnostic(code, title, line_span(source, number), label, allowed=allowed, hint=hint))


def line_span(source: Source, number: int) -> Span:
    """The place of a whole line, without its end."""
    start = 0
    for _ in range(number - 1):
        start = source.text.find("\n", start) + 1
    return Span(source, start, start + len(source.line(number)))
