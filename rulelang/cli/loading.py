"""A rules file in, a game ready to play out; mistakes in the rules are printed, wrong settings become usage errors."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from rulelang.analysis.settings import SettingError
from rulelang.cli.colour import wants_colour
from rulelang.cli.files import Usage
from rulelang.compiler import load
from rulelang.diagnostics import RulesError
from rulelang.engine.game import Game
from rulelang.render import render


def load_game(path: Path, players: int | None, settings: Mapping[str, int | bool | str]) -> Game | None:
    """The game of a file; None, with the findings printed, if its rules have mistakes. Raises Usage."""
    if "players" in settings:
        raise Usage("how many play is said with --players.")
    try:
        return load(path, players, **settings)
    except SettingError as error:
        print(render(error.diagnostics, wants_colour(sys.stderr)), end="", file=sys.stderr)
        raise Usage("the rules do not allow this number of players or this setting.") from None
    except RulesError as error:
        print(render(error.diagnostics, wants_colour(sys.stderr)), end="", file=sys.stderr)
        return None
