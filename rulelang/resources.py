"""Nothing in, places of bundled files out: the grammar, the games, and the user's cache folder.

In a checkout `grammar/` and `games/` stand beside the package; in an installed package they lie in
`rulelang/_data/`.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_GAME_FOLDERS = ("", "variants", "classics")


def data_folder(name: str) -> Path:
    """The folder `grammar` or `games`, of the installed package if it carries one, else of the checkout.

    Raises FileNotFoundError if neither has it: the installation is damaged.
    """
    for root in (_PACKAGE / "_data", _PACKAGE.parent):
        folder = root / name
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"This installation of rulelang lacks its folder {name!r}; install it again.")


def grammar_text() -> str:
    """The grammar of the language, as written in `rules.lark`."""
    return (data_folder("grammar") / "rules.lark").read_text(encoding="utf-8")


def bundled_games() -> dict[str, Path]:
    """Name to file of every bundled game and variant, in the order of names."""
    folder = data_folder("games")
    files = [path for part in _GAME_FOLDERS for path in (folder / part).glob("*.rules")]
    return {path.stem: path for path in sorted(files, key=lambda path: path.stem)}


def cache_folder() -> Path | None:
    """The folder for files that can be made anew, not created here; None if the user has no place for it."""
    chosen = os.environ.get("XDG_CACHE_HOME") or (os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None)
    if chosen and Path(chosen).is_absolute():
        return Path(chosen) / "rulelang"
    try:
        return Path.home() / ".cache" / "rulelang"
    except RuntimeError:
        return None


def keep_in_cache(place: Path, content: bytes) -> bool:
    """Store a file in the cache, whole or not at all, and leave nothing else behind; whether it could be stored."""
    import tempfile

    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=place.stem, suffix=".part")
    except OSError:
        return False
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        os.replace(name, place)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(name)
        if not isinstance(error, OSError):
            raise
        return False
    return True
