"""Bundled rules files in, a short entry for each out: what it is called, how many play, one line about it.

Texts are looked through, not parsed, so that a list of games needs no compiler.
"""

from __future__ import annotations

import re
from pathlib import Path

from rulelang.play.cells import clean, counted
from rulelang.records import dataclass
from rulelang.resources import bundled_games

_TITLE = re.compile(r'^(?:game|variant) "(?P<title>[^"\n]*)"(?: of "(?P<base>[^"\n]*)")?', re.M)
_RULE_TEXT = re.compile(r"(?:^>.*\n)+", re.M)
_WINNING = re.compile(r"(?:^>.*\n)+(?=win:)", re.M)
_PLAYERS = re.compile(r"^(?:replace )?players (?P<low>\d{1,3})(?:\.\.(?P<high>\d{1,3}))?", re.M)


@dataclass(frozen=True, slots=True)
class Listed:
    """A bundled game: the name to play it by, its title, player counts in words, one line about it."""

    name: str
    title: str
    players: str
    about: str


def list_games() -> list[Listed]:
    """All bundled games, in the order of their names, variants behind the games they change."""
    games = bundled_games()
    entries = [(_order(name, path, games), _listed(name, path, games)) for name, path in games.items()]
    return [entry for _, entry in sorted(entries, key=lambda pair: pair[0])]


def _listed(name: str, path: Path, games: dict[str, Path]) -> Listed:
    text = path.read_text(encoding="utf-8", errors="replace")
    title = _TITLE.search(text)
    return Listed(name, clean(title["title"]) if title else name, _players(path, games), clean(_about(text)))


def _base(path: Path, games: dict[str, Path]) -> Path | None:
    """The bundled game that a variant changes."""
    found = _TITLE.search(path.read_text(encoding="utf-8", errors="replace"))
    return games.get(Path(found["base"]).stem) if found and found["base"] else None


def _chain(path: Path, games: dict[str, Path]) -> list[Path]:
    """A file, its base, the base's base and so on, as far as they are bundled."""
    chain = [path]
    while (base := _base(chain[-1], games)) is not None and base not in chain:
        chain.append(base)
    return chain


def _order(name: str, path: Path, games: dict[str, Path]) -> tuple[str, ...]:
    return (*(part.stem for part in reversed(_chain(path, games)[1:])), name)


def _players(path: Path, games: dict[str, Path]) -> str:
    for part in _chain(path, games):
        found = _PLAYERS.search(part.read_text(encoding="utf-8", errors="replace"))
        if found:
            low, high = found["low"], found["high"]
            return f"{low}-{high} players" if high and high != low else counted(int(low), "player")
    return ""


def _about(text: str) -> str:
    """The rule text or comment at the head of a file; without one, what a variant changes, or the rule text about
    winning, or the first one.
    """
    title = _TITLE.search(text)
    head = _joined(text[: title.start()] if title else text)
    if head or title is None:
        return head
    if title["base"]:
        return f"changes {Path(title['base']).stem}"
    found = _WINNING.search(text) or _RULE_TEXT.search(text)
    return _joined(found[0]) if found else ""


def _joined(text: str) -> str:
    """The rule text and comments of some lines."""
    return " ".join(each.lstrip("># ").strip() for each in text.splitlines() if each[:1] in (">", "#"))
