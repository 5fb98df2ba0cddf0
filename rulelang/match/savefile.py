"""A game that is not over in, a save on the disk out, and back: one JSON document with the rules and a checksum.

A save holds no position: what happened is played again, and must lead to the position it was written in.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rulelang.match.errors import LogError, log_error
from rulelang.match.reader import LARGEST, as_object, entry_of, header_of_fields
from rulelang.match.transcript import Entry, Header
from rulelang.match.writer import entry_fields, reason
from rulelang.records import dataclass
from rulelang.source import Source

FORMAT = "rulelang-save"
VERSION = 1
_SEAL = re.compile(r'^(?P<body>\{.*),"sha256":"(?P<sum>[0-9a-f]{64})"\}\n?$')
_HINT = "Saves are written by `rulelang play`; `rulelang play --resume` goes on with the latest."


@dataclass(frozen=True, slots=True)
class Save:
    """A game up to the answer that was given last.

    `picked` are id and label of the answers of an unfinished move, `gathered` the ids of a pick of several that is not
    complete, `seats` who sits where now, `digest` the hash of the
    position.
    """

    header: Header
    entries: tuple[Entry, ...]
    picked: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    digest: str
    gathered: tuple[str, ...] = ()


def save_text(save: Save) -> str:
    """The text of a save, sealed by a checksum over all of it."""
    header = asdict(save.header)
    header["params"] = dict(save.header.params)
    fields = {"format": FORMAT, "version": VERSION, "rulelang": save.header.rulelang, "header": header,
              "entries": [entry_fields(entry) for entry in save.entries],
              "picked": [list(pick) for pick in save.picked], "gathered": list(save.gathered),
              "seats": list(save.seats), "hash": save.digest}
    body = json.dumps(fields, ensure_ascii=True, separators=(",", ":"))[:-1]
    return f'{body},"sha256":"{_checksum(body)}"}}\n'


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


# ---------------------------------------------------------------- two generations on the disk


def previous(path: Path) -> Path:
    """Where the generation before a save lies."""
    return path.with_name(path.name + ".before")


def _temporary(path: Path) -> Path:
    return path.with_name(path.name + ".new")


def write_save(path: Path, save: Save) -> None:
    """Put a save in the place of the one before, which is kept beside it. Raises OSError.

    At every moment, also if the power goes, one of the two lies there whole.
    """
    new = _temporary(path)
    with new.open("w", encoding="ascii", newline="\n") as file:
        file.write(save_text(save))
        file.flush()
        os.fsync(file.fileno())
    if path.exists():
        os.replace(path, previous(path))
    os.replace(new, path)
    _sync_folder(path.parent)


def remove_save(path: Path) -> None:
    """Take away a save and what lies beside it."""
    for part in (path, previous(path), _temporary(path)):
        part.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Let the new names reach the disk too, on systems where folders can be opened."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


# ---------------------------------------------------------------- reading


def read_save(path: Path) -> Save:
    """The save in a file. Raises LogError, with the reason in plain words, for anything else."""
    source = Source(path.name, "")
    text = _text(path, source)
    fields = as_object(text)
    if fields is None and text.startswith(f'{{"format":"{FORMAT}"'):
        raise _damaged(source)
    if fields is None or fields.get("format") != FORMAT:
        raise _foreign(source)
    version = fields.get("version")
    if version != VERSION or not isinstance(version, int) or version is True:
        writer = str(fields.get("rulelang"))[:20]
        raise log_error("RL761", f"The save has format {version!r}; this rulelang reads format {VERSION}", source, 1,
                        hint=f"It was written by rulelang {writer}: use that version, or a later one.")
    seal = _SEAL.match(text)
    if seal is None or _checksum(seal["body"]) != seal["sum"]:
        raise _damaged(source)
    try:
        return _save(fields)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise _damaged(source) from None


def _save(fields: dict[str, Any]) -> Save:
    entries = tuple(entry_of(entry, n) for n, entry in enumerate(fields["entries"], 1))
    header = header_of_fields(fields["header"])
    picked = tuple((str(one), str(label)) for one, label in fields["picked"])
    seats = tuple(str(kind) for kind in fields["seats"])
    if len(seats) != header.players:
        raise ValueError("seats")
    gathered = tuple(str(id_) for id_ in fields.get("gathered", []))
    return Save(header, entries, picked, seats, str(fields["hash"]), gathered)


def _text(path: Path, source: Source) -> str:
    try:
        if not path.is_file():
            raise log_error("RL760", f"There is no save `{source.name}`", source, 1, hint=_HINT)
        if path.stat().st_size > LARGEST:
            title = f"`{source.name}` is larger than any save: {LARGEST // 2**20} MB at most"
            raise log_error("RL760", title, source, 1)
        return path.read_bytes().decode("ascii")
    except OSError as error:
        raise log_error("RL760", f"`{source.name}` cannot be read: {reason(error)}", source, 1) from None
    except UnicodeDecodeError as error:
        begun = bytes(error.object[:40]).startswith(f'{{"format":"{FORMAT}"'.encode())
        raise (_damaged(source) if begun else _foreign(source)) from None


def _foreign(source: Source) -> LogError:
    return log_error("RL760", f"`{source.name}` is not a save of a game", source, 1, hint=_HINT)


def _damaged(source: Source) -> LogError:
    return log_error("RL762", f"The save `{source.name}` is damaged", source, 1,
                     allowed="Its checksum, which is over all of it, does not fit: part of it was lost or changed.")
