"""Results in, a file of them out that can be gone on with: an interrupted run keeps what it has, and continues."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import IO

from rulelang.records import dataclass
from rulelang.simulate.errors import ResultsError, results_error
from rulelang.simulate.lines import encoded
from rulelang.simulate.plan import KEY
from rulelang.simulate.reading import Fields, Reader


@dataclass(slots=True)
class Kept:
    """A file of results, open at its end. `games` are in it already; `repaired`: a line that was cut off is gone."""

    file: IO[str]
    games: int
    repaired: bool = False
    flushed: float = 0.0

    def add(self, line: str) -> None:
        """Write a line; once a second all lines reach the disk. Raises OSError."""
        self.file.write(line + "\n")
        now = monotonic()
        if now - self.flushed >= 1:
            self.file.flush()
            self.flushed = now

    def close(self) -> None:
        """Close the file. Raises OSError."""
        self.file.close()


def keep(path: Path, header: Fields, first: int, use: Callable[[Fields], None]) -> Kept:
    """Open results of this header that begin with game `first`, new ones or those of an earlier run.

    `use` gets each game that is there. Raises ResultsError for another file, for results of something else, for games
    that are damaged or do not follow one another; OSError if the file cannot be written; ValueError for a folder, for
    a device, whose content may have no end, or while another run writes the file.
    """
    if path.exists() and not path.is_file():
        raise ValueError("it is no file")
    file = path.open("a", encoding="utf-8", newline="\n")
    try:
        _hold(file)
        return _gone_on_with(file, path, header, first, use)
    except BaseException:
        file.close()
        raise


def _hold(file: IO[str]) -> None:
    """Keep other runs from writing the file, where the system can, until it is closed. Raises ValueError."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise ValueError("another run is writing it") from None
    except OSError:
        return      # a file system without locks


def _gone_on_with(file: IO[str], path: Path, header: Fields, first: int, use: Callable[[Fields], None]) -> Kept:
    """The same for a file that is open at its end."""
    head = encoded(header)
    if _is_torn_header(path, head):
        file.truncate(0)
        file.write(head + "\n")
        file.flush()
        return Kept(file, 0)
    reader = Reader(path)
    check_key(reader, header)
    end, games = reader.header.end, 0
    for line in reader.games():
        if line.fields["n"] != first + games:
            raise _elsewhere(path, line.number, line.text, line.fields["n"], first + games)
        use(line.fields)
        end, games = line.end, games + 1
    if reader.torn:
        file.truncate(end)
    return Kept(file, games, reader.torn)


def _is_torn_header(path: Path, head: str) -> bool:
    """Whether a file holds the beginning of this header and nothing else."""
    if path.stat().st_size > len(head):
        return False
    return head.startswith(path.read_bytes().decode("utf-8", "replace"))


def _elsewhere(path: Path, number: int, text: str, found: int, wanted: int) -> ResultsError:
    return results_error("RL775", f"Game {found} stands in `{path}` where game {wanted} should stand", path, number,
                         text, allowed="A run goes on behind the last of its games, without a gap.",
                         hint="Name another file with --out, or the first game of this one with --from.")


def check_key(reader: Reader, header: Fields) -> None:
    """Raises ResultsError if a file holds results of something else than this header."""
    fields = reader.header.fields
    for name, what in KEY.items():
        if fields[name] != header[name]:
            raise results_error("RL772", f"`{reader.path}` holds results of something else: {what}", reader.path, 1,
                                _quoted(name, fields[name], header[name]),
                                label=_difference(name, fields[name], header[name]),
                                allowed="Results belong together if rules, settings, players, bots and seed are the "
                                        "same.",
                                hint="Name another file, or delete this one if its games are not wanted any more.")
    if reader.header.text != encoded(header):
        raise results_error("RL773", f"Line 1 of `{reader.path}` is not as it was written", reader.path, 1,
                            reader.header.text[:60], label="another header for the same rules",
                            hint="Files of the rules that have other names give another header.")


def _quoted(name: str, there: object, here: object) -> str:
    """What differs as it stands in the header: a field, or of the settings those that differ."""
    if isinstance(there, dict) and isinstance(here, dict):
        return encoded({each: there[each] for each in sorted(there) if there[each] != here.get(each)})[1:-1][:60]
    return encoded({name: there})[1:-1][:60]


def _difference(name: str, there: object, here: object) -> str:
    """What stands there, and here, as people say it."""
    if isinstance(there, dict) and isinstance(here, dict):
        names = [each for each in sorted({*there, *here}) if there.get(each) != here.get(each)]
        return "; ".join(f"{each} is {there.get(each)} there and {here.get(each)} here" for each in names[:4])
    if name == "rules_hash":
        return f"{str(there)[:12]} there and {str(here)[:12]} here"
    return f"{_words(there)} there and {_words(here)} here"


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
