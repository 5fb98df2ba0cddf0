"""Syntax tree in, checked game model out: every mistake that can be found before play is found here."""

from __future__ import annotations

from rulelang.analysis.model import GameModel
from rulelang.diagnostics import Diagnostics


def check_model(model: GameModel, found: Diagnostics) -> None:
    """Fill `types`, `refs` and `locals` of a declared model; whatever is wrong goes to `found`."""
    from rulelang.analysis.check import driver as check

    check.check_model(model, found)
