"""A session as it goes on in, its save on the disk out, after every answer; a disk that fails never stops a game."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import IO, TYPE_CHECKING

from rulelang.match.savefile import previous, remove_save, write_save
from rulelang.match.writer import reason
from rulelang.play.setup import WrongSetup

if TYPE_CHECKING:
    from rulelang.match.savefile import Save

ENDING = ".save"
MOST_SAVES = 50             # games that were left are kept up to this number; the oldest go first
_MOST_TRIES = 1000


class InUse(Exception):
    """Somebody else is playing this very game."""


class Lock:
    """Held by one process at a time, and given back by the system when that process ends in whatever way."""

    def __init__(self, path: Path) -> None:
        """Take the lock of a save. Raises InUse, or OSError if the folder cannot be written in."""
        self._path = _lock_of(path)
        self._file: IO[bytes] = self._path.open("ab")
        try:
            _lock(self._file)
        except BlockingIOError:
            self._file.close()
            raise InUse from None

    def give_back(self, *, remove: bool = False) -> None:
        """Let others play this game; `remove` the file too if the game is gone."""
        if remove:
            self._path.unlink(missing_ok=True)
        self._file.close()


def _lock(file: IO[bytes]) -> None:
    """Raises BlockingIOError if another process holds it. Disks that know no locks do without."""
    try:
        import fcntl
    except ImportError:                             # pragma: no cover - other systems
        import importlib

        msvcrt = importlib.import_module("msvcrt")
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            raise BlockingIOError from None
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return


class Keeper:
    """Writes the saves of one game. `trouble` says why the last one could not be written, "" if it was."""

    def __init__(self, path: Path | None, lock: Lock | None, trouble: str = "") -> None:
        self.path = path
        self.trouble = trouble
        self._lock = lock

    def keep(self, save: Save) -> None:
        """Write a save. A failure is only noted: the next one may succeed."""
        if self.path is None:
            return
        try:
            write_save(self.path, save)
            self.trouble = ""
        except OSError as error:
            self.trouble = reason(error)

    def close(self, *, over: bool) -> None:
        """The game is left, or over: then nothing of it needs to be kept."""
        if self.path is None or self._lock is None:
            return
        try:
            if over:
                remove_save(self.path)
            self._lock.give_back(remove=over or not self.path.exists())
        except OSError:
            self._lock.give_back()

    def refuse(self) -> None:
        """The file is no save that can be used: it stays as it is, and nothing is left beside it."""
        if self._lock is not None:
            self._lock.give_back(remove=True)


def saves_folder() -> Path | None:
    """Where this person's saves lie, None if the system names no place for them."""
    state = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(state):
        local = os.environ.get("LOCALAPPDATA", "")
        state = local if os.name == "nt" and local else os.path.expanduser("~/.local/state")
    return Path(state) / "rulelang" / "saves" if os.path.isabs(state) else None


def new_keeper(title: str, seed: int) -> Keeper:
    """The keeper of a new game, under a name nobody has yet."""
    folder = saves_folder()
    if folder is None:
        return Keeper(None, None, "there is no folder for it")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _thin_out(folder)
        path, lock = _free_name(folder, f"{_slug(title)}-{seed}")
    except OSError as error:
        return Keeper(None, None, reason(error))
    return Keeper(path, lock)


def old_keeper(path: Path) -> Keeper:
    """The keeper of a game that goes on. Raises WrongSetup if somebody else is playing it."""
    try:
        return Keeper(path, Lock(path))
    except InUse:
        raise WrongSetup(f"The game `{path.stem}` is being played by somebody else just now.") from None
    except OSError as error:
        return Keeper(path, None, reason(error))


def find_save(name: str | None) -> Path:
    """The save meant: a path, the name of a game, or (None) the latest nobody plays. Raises WrongSetup."""
    if name is not None:
        return _named(name)
    found = sorted(_saves(saves_folder()), key=_age, reverse=True)
    for path in found:
        if not is_in_use(path):
            return path
    raise WrongSetup("All games that were left are being played just now." if found else
                     "There is no game to go on with: none was left.")


def _named(name: str) -> Path:
    folder = saves_folder()
    places = [Path(name)] + ([folder / f"{name}{ENDING}"] if folder is not None and Path(name).name == name else [])
    try:
        found = next((path for path in places if path.is_file() or previous(path).is_file()), None)
    except (OSError, ValueError):
        found = None
    if found is not None:
        return found
    known = [path.stem for path in sorted(_saves(folder), key=_age, reverse=True)[:5]]
    more = f" The latest are {', '.join(known)}." if known else ""
    raise WrongSetup(f"There is no save `{name[:100]}`.{more}")


def is_in_use(path: Path) -> bool:
    """Whether somebody plays the game of this save."""
    try:
        Lock(path).give_back()
    except InUse:
        return True
    except OSError:
        return False
    return False


def _saves(folder: Path | None) -> list[Path]:
    """The saves in a folder; one of which only the generation before is left counts too."""
    if folder is None:
        return []
    try:
        names = {path.name.removesuffix(".before") for path in folder.iterdir()}
    except OSError:
        return []
    return [folder / name for name in names if name.endswith(ENDING)]


def _age(path: Path) -> float:
    """When it was written last."""
    for part in (path, previous(path)):
        try:
            return part.stat().st_mtime
        except OSError:
            continue
    return 0.0


def _thin_out(folder: Path) -> None:
    for path in sorted(_saves(folder), key=_age, reverse=True)[MOST_SAVES:]:
        if not is_in_use(path):
            remove_save(path)
            _lock_of(path).unlink(missing_ok=True)
    for stray in folder.glob(f"*{ENDING}.lock"):        # of games that were killed before their first save
        path = stray.with_name(stray.name.removesuffix(".lock"))
        if not path.exists() and not previous(path).exists() and not is_in_use(path):
            stray.unlink(missing_ok=True)


def _lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def _free_name(folder: Path, stem: str) -> tuple[Path, Lock]:
    for n in range(1, _MOST_TRIES):
        path = folder / (f"{stem}{ENDING}" if n == 1 else f"{stem}-{n}{ENDING}")
        if path.exists() or previous(path).exists():
            continue
        try:
            return path, Lock(path)
        except InUse:
            continue
    raise FileExistsError(17, "too many games of this name were left")


def _slug(title: str) -> str:
    """A title as a short file name for every system."""
    return re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")[:40] or "game"
