"""`rulelang new NAME`: a name in, a small commented game in a file of that name out, ready to be changed."""

from __future__ import annotations

import re
from pathlib import Path

from rulelang.cli.files import FINE, Usage, short
from rulelang.cli.starter import MOST_PLAYERS, starter_text
from rulelang.cli.terminal import Terminal
from rulelang.play.lines import Style

ENDING = ".rules"
LONGEST_NAME = 64
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_PLAYERS = re.compile(r"([0-9]{1,3})(?:(?:\.\.|-)([0-9]{1,3}))?")
# Names that one widespread system keeps for its devices, whatever their ending.
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}


def run(name: str, players: str) -> int:
    """Write the file and say what to do next; the exit code. Raises Usage."""
    low, high = _players(players)
    path = _path(name)
    title = re.sub(r"[_-]+", " ", path.stem).strip().title()
    _write(path, starter_text(title, low, high))
    shown = short(path)
    terminal = Terminal()
    terminal.say(f"{shown} is a small game for {players.replace('-', '..')} players, ready to be changed.", Style.TITLE)
    terminal.say("What next:")
    for command, what in (("validate", "checks it after every change"), ("play", "plays it with you, against a bot"),
                          ("test", "runs the examples at its end")):
        terminal.say(f"  rulelang {command:8} {shown}   {what}")
    return FINE


def _path(name: str) -> Path:
    """The file to be written. Raises Usage for a name that is none, or is taken."""
    path = Path(name.removesuffix(ENDING))
    stem = path.name
    if not _NAME.fullmatch(stem) or len(stem) > LONGEST_NAME or "\0" in name:
        raise Usage(f"`{name[:100]}` is no name for a game: letters without accents, digits, `_` and `-`, at most "
                    f"{LONGEST_NAME}, beginning with a letter.")
    if stem.lower() in _DEVICES:
        raise Usage(f"`{stem}` is the name of a device on some systems; choose another one.")
    if not path.parent.is_dir():
        raise Usage(f"There is no folder `{short(path.parent)}`.")
    return path.parent / f"{stem}{ENDING}"


def _players(given: str) -> tuple[int, int]:
    """Fewest and most players, of `4` or `2..4`. Raises Usage."""
    found = _PLAYERS.fullmatch(given.strip())
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 2 <= low <= high <= MOST_PLAYERS:
        raise Usage(f"`--players {given[:40]}` does not fit: write a number or a range such as 2..4, "
                    f"from 2 to {MOST_PLAYERS}.")
    return low, high


def _write(path: Path, text: str) -> None:
    """Make the file, never in the place of another one."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Usage(f"There is a file `{short(path)}` already; nothing was changed.") from None
    except OSError as error:
        raise Usage(f"`{short(path)}` cannot be written: {error.strerror or 'the system refuses it'}.") from None
