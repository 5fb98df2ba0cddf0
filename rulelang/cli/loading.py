"""A rules file in, a game ready to play out; mistakes in the rules are printed, wrong settings become usage errors."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from rulelang.compiler import load
from rulelang.diagnostics import RulesError
from rulelang.engine.game import Game
from rulelang.render import as_text


def load_game(path: Path, players: int | None, settings: Mapping[str, int | bool]) -> Game | None:
    """The game of a file; None, with the findings printed, if its rules have mistakes."""
    try:
        return load(path, players=players, **settings)
    except RulesError as error:
        print(as_text(error.diagnostics), file=sys.stderr)
        return None
