"""What is wrong with results in, a finding with its line out."""

from __future__ import annotations

from pathlib import Path

from rulelang.diagnostics import Diagnostic
from rulelang.source import Source, Span

SHOWN = 200


class ResultsError(Exception):
    """Results cannot be used; `diagnostic` says why in words, with the line."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(f"{diagnostic.span.source.name}:{diagnostic.span.line}: {diagnostic.title}")


class ProcessEnded(Exception):
    """A process that played was ended from outside."""


def results_error(code: str, title: str, path: Path, number: int = 1, text: str = "", *, label: str = "",
                  allowed: str = "", hint: str = "") -> ResultsError:
    """The error for a line (from 1) of results, of which the beginning is shown; the rest may be very long."""
    shown = "".join(char if char.isprintable() else "?" for char in text[:SHOWN])
    source = Source(str(path), "\n" * (number - 1) + shown)
    return ResultsError(Diagnostic(code, title, Span(source, number - 1, number - 1 + len(shown)), label,
                                   allowed=allowed, hint=hint))
