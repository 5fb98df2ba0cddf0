"""A log file in, its transcript out, or a finding that names the line where it cannot be read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from rulelang.ir.program import SourceInfo
from rulelang.match.errors import LogError, log_error
from rulelang.match.transcript import FAULT, LEFT, OVER, Ending, Entry, Header, Transcript
from rulelang.match.writer import FORMAT, SUM_LENGTH, VERSION, checksum_of, reason
from rulelang.source import Source

LARGEST = 64 * 2**20
_SEAL = re.compile(rf'^(?P<body>\{{.*),"sum":"(?P<sum>[0-9a-f]{{{SUM_LENGTH}}})"\}}$')
_HINT = "A log is written by `rulelang play FILE --log LOG`."

Fields = dict[str, Any]
_Part = TypeVar("_Part", Header, Entry, Ending)


def read_log(path: Path, name: str | None = None) -> tuple[Transcript, Source, LogError | None]:
    """The transcript of a log, its text, and what is wrong behind the last line that could be read.

    A log that was cut off, by a power cut say, gives the moves up to there and an error for the place.
    Raises LogError if nothing can be shown: not a log, a later format, a damaged header or entry.
    """
    source = _text(path, name or str(path))
    lines = source.text.split("\n")
    if lines[-1] == "":
        lines.pop()
    header, checksum = _read_header(source, lines[0] if lines else "")
    entries: list[Entry] = []
    for number, text in enumerate(lines[1:], 2):
        last = number == len(lines)
        if last and not source.text.endswith("\n"):
            return Transcript(header, tuple(entries), None), source, _cut_off(source, number)
        fields, checksum = _open(source, number, text, checksum)
        if "end" in fields:
            if not last:
                raise log_error("RL752", "The log goes on behind its end", source, number + 1)
            return Transcript(header, tuple(entries), _ending(source, number, fields)), source, None
        entries.append(_entry(source, number, fields, len(entries) + 1))
    return Transcript(header, tuple(entries), None), source, _no_end(source, len(lines))


def _text(path: Path, name: str) -> Source:
    """The text of the file, with line ends as they were written."""
    nothing = Source(name, "")
    try:
        if not path.is_file():
            raise log_error("RL750", f"There is no file `{name}`", nothing, 1, hint=_HINT)
        if path.stat().st_size > LARGEST:
            raise log_error("RL750", f"`{name}` is larger than any log: {LARGEST // 2**20} MB at most", nothing, 1)
        data = path.read_bytes()
    except OSError as error:
        raise log_error("RL750", f"`{name}` cannot be read: {reason(error)}", nothing, 1) from None
    try:
        return Source(name, data.decode("utf-8").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        if not before.startswith("{"):
            raise log_error("RL750", f"`{name}` is not a log of a game", nothing, 1, hint=_HINT) from None
        source = Source(name, data.decode("utf-8", "replace").replace("\r\n", "\n"))
        raise _changed(source, before.count("\n") + 1) from None


# ---------------------------------------------------------------- findings


def _changed(source: Source, number: int) -> LogError:
    return log_error("RL752", f"Line {number} of the log is not as it was written", source, number,
                     label="this line, or one taken out before it, was changed",
                     allowed="Every line ends in a checksum over the lines before it; here it does not fit.")


def _cut_off(source: Source, number: int) -> LogError:
    return log_error("RL753", f"The log is cut off in line {number}", source, number, label="incomplete",
                     hint="The game can be shown up to the move before.")


def _no_end(source: Source, number: int) -> LogError:
    return log_error("RL753", f"The log stops at line {number} without an end", source, number,
                     label="the last move that was written",
                     hint="The game was interrupted, or the end of the file is lost.")


# ---------------------------------------------------------------- lines


def as_object(text: str) -> Fields | None:
    """A text as a JSON object, None if it is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _read_header(source: Source, text: str) -> tuple[Header, str]:
    fields = as_object(text)
    if fields is None and text.startswith(f'{{"format":"{FORMAT}"'):
        raise _changed(source, 1) if "\n" in source.text else _cut_off(source, 1)
    if fields is None or fields.get("format") != FORMAT:
        raise log_error("RL750", f"`{source.name}` is not a log of a game", source, 1, hint=_HINT)
    version = fields.get("version")
    if version != VERSION or not isinstance(version, int) or version is True:
        writer = str(fields.get("rulelang"))[:20]
        raise log_error("RL751", f"The log has format {version!r}; this rulelang reads format {VERSION}", source, 1,
                        hint=f"It was written by rulelang {writer}: use that version, or a later one.")
    fields, checksum = _open(source, 1, text, "")
    return _checked(source, 1, lambda: header_of_fields(fields)), checksum


def _open(source: Source, number: int, text: str, before: str) -> tuple[Fields, str]:
    """The fields of a line whose checksum fits, and the checksum."""
    seal = _SEAL.match(text)
    if seal is None or checksum_of(seal["body"], before) != seal["sum"]:
        raise _changed(source, number)
    fields = as_object(text)
    if fields is None:
        raise _changed(source, number)
    return fields, seal["sum"]


def _checked(source: Source, number: int, make: Callable[[], _Part]) -> _Part:
    """What `make` builds from a line; a line that lacks a field or has another type in it is an error."""
    try:
        return make()
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise log_error("RL754", f"Line {number} of the log does not say what such a line must say", source, number,
                        label=f"missing or of another kind: {error}") from None


def _entry(source: Source, number: int, fields: Fields, n: int) -> Entry:
    return _checked(source, number, lambda: entry_of(fields, n))


def _ending(source: Source, number: int, fields: Fields) -> Ending:
    return _checked(source, number, lambda: _ending_of(fields))


def entry_of(fields: Fields, n: int) -> Entry:
    """Entry number n of a game from its fields. Raises KeyError, TypeError or ValueError for others."""
    if _number(fields["n"]) != n:
        raise ValueError(f"number {n}")
    if "chance" in fields:
        return Entry(n, 0, (_word(fields["id"]),), _word(fields["label"]))
    seat = _number(fields["seat"])
    ids = tuple(_word(part) for part in _list(fields["ids"]))
    if seat < 1 or not ids:
        raise ValueError("a seat and its picks")
    return Entry(n, seat, ids, _word(fields["label"]))


def _ending_of(fields: Fields) -> Ending:
    reason_word = _word(fields["end"])
    if reason_word not in (OVER, LEFT, FAULT):
        raise ValueError("end")
    return Ending(reason_word, _word(fields["hash"]), tuple(_number(value) for value in _list(fields["returns"])))


def header_of_fields(fields: Fields) -> Header:
    """A header from its fields. Raises KeyError, TypeError or ValueError for others."""
    sources = tuple(SourceInfo(_word(part["name"]), _word(part["text"]), _word(part["role"]))
                    for part in _list(fields["sources"]))
    params = tuple((name, _number(value)) for name, value in dict(fields["params"]).items())
    first = fields["first_player"]
    return Header(_word(fields["rulelang"]), _word(fields["title"]), sources, _word(fields["rules_hash"]), params,
                  _number(fields["players"]), tuple(_word(seat) for seat in _list(fields["seats"])),
                  _number(fields["seed"]), None if first is None else _number(first),
                  tuple(_word(name) for name in _list(fields.get("names", []))), _word(fields.get("start", "")))


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("a number")
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("a list")
    return value
