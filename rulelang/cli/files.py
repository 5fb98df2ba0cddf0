"""What a person typed as FILE in, the path of a rules file out: a path, or the name of a bundled game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

from rulelang.diagnostics import did_you_mean
from rulelang.resources import bundled_games

FINE = 0
FOUND = 1
USAGE = 2
INTERRUPTED = 130


class Usage(Exception):
    """A command was used wrongly; the text says how, and what is possible."""


def rules_file(given: str) -> Path:
    """The rules file meant. Raises Usage if there is none."""
    path = Path(given)
    if _is_there(path):
        return path
    games = bundled_games()
    if given in games:
        return games[given]
    if _is_folder(path):
        raise Usage(f"`{_shown(given)}` is a folder, not a rules file.")
    _not_found(given, games)


def short(path: Path) -> str:
    """A path as people read it: from the present folder if it lies below, else whole."""
    from rulelang.play.cells import clean

    try:
        return clean(str(Path(os.path.realpath(path)).relative_to(Path.cwd().resolve())))
    except (OSError, ValueError):
        return clean(str(path))


def _not_found(given: str, games: dict[str, Path]) -> NoReturn:
    near = did_you_mean(Path(given).stem, games)
    hint = f" Did you mean `{near}`?" if near else " `rulelang games` lists the bundled games."
    what = "file" if "/" in given or given.endswith(".rules") else "file or bundled game"
    raise Usage(f"There is no {what} `{_shown(given)}`.{hint}")


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _shown(given: str) -> str:
    from rulelang.play.cells import clean, cut

    return cut(clean(given), 100)
