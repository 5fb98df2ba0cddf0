"""The place where a text stops making sense in, one finding in plain words out."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic
from rulelang.source import Source, Span
from rulelang.syntax.lalr import Misfit
from rulelang.syntax.tables import Tables


def explain(misfit: Misfit, tables: Tables, source: Source) -> Diagnostic:
    """Say what is wrong at a misfit and what could stand there."""
    token = misfit.token
    return Diagnostic("RL100", f"`{token.text}` does not fit here", Span(source, token.start, token.end))
