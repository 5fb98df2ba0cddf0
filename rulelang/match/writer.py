"""Entries of a running game in, a log file out: JSON Lines, each line on the disk before the game goes on.

Every line ends in a short checksum over all lines so far, so a changed, missing or moved line is found at its place.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rulelang.match.transcript import Ending, Entry, Header

FORMAT = "rulelang-log"
VERSION = 1
SUM_LENGTH = 16


class LogWriter:
    """Writes a log as the game goes on. A full disk never stops a game: writing ends and `failed` says why."""

    def __init__(self, path: Path, header: Header) -> None:
        """Begin a new file. Raises OSError (FileExistsError too) if it cannot be made."""
        self.path = path
        self.failed = ""
        self._sum = ""
        self._ends: list[tuple[int, str]] = []      # behind each line: the length of the file, the checksum
        self._file = path.open("x", encoding="utf-8", newline="\n")
        self._line(header_fields(header))

    def entry(self, entry: Entry) -> None:
        """Write a move or a chance outcome."""
        self._line(entry_fields(entry))

    def take_back(self, count: int) -> None:
        """Cut off everything behind the first `count` entries."""
        if self.failed or self._file.closed:
            return
        length, self._sum = self._ends[count]
        del self._ends[count + 1:]
        try:
            self._file.seek(length)
            self._file.truncate()
            self._file.flush()
        except OSError as error:
            self.failed = reason(error)
            self.close()

    def finish(self, ending: Ending) -> None:
        """Write the last line and close the file."""
        self._line(ending_fields(ending))
        self.close()

    def close(self) -> None:
        """Close the file as it is; the game can be played again up to here."""
        try:
            self._file.close()
        except OSError as error:
            self.failed = self.failed or reason(error)

    def _line(self, fields: dict[str, Any]) -> None:
        if self.failed or self._file.closed:
            return
        text, self._sum = sealed(fields, self._sum)
        try:
            self._file.write(text + "\n")
            self._file.flush()
        except OSError as error:
            self.failed = reason(error)
            self.close()
        else:
            self._ends.append(((self._ends[-1][0] if self._ends else 0) + len(text) + 1, self._sum))


def reason(error: OSError) -> str:
    """Why a file could not be written or read, in the system's words."""
    return error.strerror or str(error)


def sealed(fields: dict[str, Any], before: str) -> tuple[str, str]:
    """A line with its checksum, and the checksum, which covers the checksum of the line before."""
    body = json.dumps(fields, ensure_ascii=True, separators=(",", ":"))[:-1]
    checksum = checksum_of(body, before)
    return f'{body},"sum":"{checksum}"}}', checksum


def checksum_of(body: str, before: str) -> str:
    """The checksum of a line's text up to its checksum."""
    return hashlib.sha256((before + body).encode()).hexdigest()[:SUM_LENGTH]


def header_fields(header: Header) -> dict[str, Any]:
    """The first line: what kind of file this is, then the header."""
    fields = {"format": FORMAT, "version": VERSION, **asdict(header)}
    fields["params"] = dict(header.params)
    return fields


def entry_fields(entry: Entry) -> dict[str, Any]:
    """A line for a move or a chance outcome."""
    if entry.seat == 0:
        return {"n": entry.n, "chance": True, "id": entry.ids[0], "label": entry.label}
    return {"n": entry.n, "seat": entry.seat, "ids": list(entry.ids), "label": entry.label}


def ending_fields(ending: Ending) -> dict[str, Any]:
    """The last line."""
    return {"end": ending.reason, "hash": ending.digest, "returns": list(ending.returns)}
