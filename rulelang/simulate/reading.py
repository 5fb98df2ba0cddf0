"""A file of results in, its header and one game after another out, each line checked for what it must say.

Files are read line by line, however long they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from rulelang.match.writer import reason
from rulelang.records import dataclass
from rulelang.simulate.errors import ResultsError, results_error
from rulelang.simulate.plan import FORMAT, VERSION
from rulelang.simulate.seeds import game_seed

LONGEST_LINE = 2**22
MOST_PLACES = LONGEST_LINE // 2         # numbers of scores, with a comma each, in a line
HIGHEST = 2**63                         # nothing that is counted comes near; sums stay far from where floats end
ENDS = ("over", "cap", "limit:", "fault:")
Fields: TypeAlias = dict[str, Any]
_HINT = "Results are written by `rulelang simulate FILE --out RESULTS`."


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file of results: its number from 1, its text without the end, what it says, where it ends (bytes)."""

    number: int
    text: str
    fields: Fields
    end: int


class Reader:
    """Reads a file of results. `header` is there at once; `games` gives the games, in the order of their numbers.

    A last line that was cut off is no error: `torn` then says so, when all games have been read.
    """

    def __init__(self, path: Path) -> None:
        """Raises ResultsError for a file that holds no results."""
        self.path = path
        self.torn = False
        self._lines = self._texts()
        self.header = self._header()

    def games(self) -> Iterator[Line]:
        """Each game. Raises ResultsError at a line that is damaged or out of its order."""
        last = -1
        for number, text, end in self._lines:
            fields = self._object(number, text, end)
            if fields is None:
                return
            problem = wrong_in(fields, self.header.fields)
            if not problem and fields["n"] <= last:
                problem = f"game {fields['n']} stands behind game {last}"
            if problem:
                raise self._damaged(number, text, problem)
            last = fields["n"]
            yield Line(number, text, fields, end)

    # ------------------------------------------------------------ lines

    def _texts(self) -> Iterator[tuple[int, str, int]]:
        """Number, text and end of each line; a last one without its line end has no end: -1."""
        try:
            with self.path.open("rb") as file:
                number = end = 0
                while data := file.readline(LONGEST_LINE):
                    number, end = number + 1, end + len(data)
                    whole = data.endswith(b"\n")
                    if not whole and len(data) == LONGEST_LINE:
                        raise self._damaged(number, data[:99].decode("utf-8", "replace"), "longer than any game")
                    yield number, data.decode("utf-8", "replace").removesuffix("\n"), end if whole else -1
        except (OSError, ValueError) as error:
            told = reason(error) if isinstance(error, OSError) else str(error)
            raise results_error("RL770", f"`{self.path}` cannot be read: {told}", self.path) from None

    def _header(self) -> Line:
        number, text, end = next(self._lines, (1, "", -1))
        fields = _object(text)
        if fields is None or fields.get("format") != FORMAT:
            raise results_error("RL770", f"`{self.path}` does not hold results", self.path, 1, text, hint=_HINT)
        if fields.get("version") != VERSION or not _is_number(fields["version"]):
            raise results_error("RL771", f"The results have format {str(fields.get('version'))[:20]}; this rulelang "
                                f"reads format {VERSION}", self.path, 1, text[:60],
                                hint="Play the games again into another file; they were written by rulelang "
                                     f"{str(fields.get('rulelang'))[:20]}.")
        problem = wrong_in_header(fields)
        if problem or end < 0:
            raise self._damaged(1, text, problem or "cut off")
        return Line(number, text, fields, end)

    def _object(self, number: int, text: str, end: int) -> Fields | None:
        """What a line says; None for a last line that was cut off."""
        if end < 0:
            self.torn = True
            return None
        fields = _object(text)
        if fields is None:
            raise self._damaged(number, text, "no JSON object")
        return fields

    def _damaged(self, number: int, text: str, problem: str) -> ResultsError:
        return results_error("RL773", f"Line {number} of `{self.path}` is not as it was written", self.path, number,
                             text, label=problem, hint="Play these games again into another file.")


def _object(text: str) -> Fields | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


# ---------------------------------------------------------------- what lines must say


def wrong_in_header(fields: Fields) -> str:
    """What a header lacks, "" if nothing."""
    checks: dict[str, Callable[[Any], bool]] = {
        "rulelang": _is_text, "title": _is_text, "rules_hash": _is_text,
        "players": lambda x: _is_number(x) and 0 < x < 99,
        "params": lambda x: isinstance(x, dict) and all(map(_is_number, x.values())),
        "seats": lambda x: _is_list(x, _is_text, fields.get("players")),
        "seed": lambda x: isinstance(x, int) and not isinstance(x, bool),
        "payoff": lambda x: isinstance(x, bool),
        "limits": lambda x: _is_list(x, _is_text), "scores": lambda x: _is_list(x, _is_sheet) and sum(
            max(1, len(sheet["lines"])) * sheet["places"] for sheet in x) <= MOST_PLACES,
        "actions": lambda x: _is_list(x, _is_text), "files": lambda x: _is_list(x, _is_text),
        "places": lambda x: _is_list(x, lambda place: _is_list(place, _is_number, 3)
                                     and 0 <= place[0] < len(fields["files"])),
    }
    return _first_wrong(fields, checks)


def _is_sheet(x: Any) -> bool:
    return (isinstance(x, dict) and _is_text(x.get("score")) and _is_text(x.get("into"))
            and _is_list(x.get("lines"), _is_text) and _is_count(x.get("places")))


def wrong_in(fields: Fields, header: Fields) -> str:
    """What a game's line lacks, "" if nothing."""
    players, sheets, files = header["players"], header["scores"], len(header["files"])
    faulty = str(fields.get("end")).startswith("fault:")
    checks: dict[str, Callable[[Any], bool]] = {
        "n": lambda x: _is_number(x) and x >= 0,
        "seed": lambda x: _is_number(x) and x == game_seed(header["seed"], fields["n"]),
        "end": lambda x: _is_text(x) and (x in ENDS[:2] or x.startswith(ENDS[2:])),
        "first": lambda x: x is None or (_is_number(x) and 1 <= x <= players),
        "moves": _is_count, "decisions": _is_count, "asked": _is_count,
        "forced": lambda x: _is_count(x) and x <= fields["asked"],
        "options": lambda x: _is_list(x, _is_count, 2) and _can_be_offered(x[0], x[1], fields),
        "turns": lambda x: _is_count(x) and min(1, fields["asked"]) <= x <= fields["asked"],
        "returns": lambda x: _is_list(x, _is_number, players),
        "points": lambda x: x is None if faulty else _is_list(x, lambda y: y is None or _is_number(y), players),
        "scores": lambda x: x is None if faulty else _is_list(x, lambda y: isinstance(y, list), len(sheets)) and all(
            _is_list(rows, lambda row, k=sheet["places"]: _is_list(row, _is_number, k),  # type: ignore[misc]
                     len(sheet["lines"])) for rows, sheet in zip(x, sheets, strict=True)),
        "actions": lambda x: _is_list(x, _is_count, len(header["actions"])),
        "range": lambda x: _is_list(x, lambda y: _is_list(y, lambda z: True, 4) and _is_count(y[0]) and y[0] < files
                                    and _is_count(y[1]) and _is_text(y[2]) and _is_count(y[3])),
        "reached": lambda x: _is_text(x) and _is_hexadecimal(x, len(header["places"])),
    }
    return _first_wrong(fields, checks)


def _can_be_offered(options: int, most: int, fields: Fields) -> bool:
    """Whether there can have been so many moves: of `asked` decisions `forced` had one, the others two or more."""
    asked: int = fields["asked"]
    forced: int = fields["forced"]
    free = asked - forced
    least_of_most = min(asked, 1) + min(free, 1)
    return forced + 2 * free <= options <= forced + most * free and least_of_most <= most <= options


def _first_wrong(fields: Fields, checks: dict[str, Callable[[Any], bool]]) -> str:
    for name, check in checks.items():
        if name not in fields:
            return f"no `{name}`"
        if not check(fields[name]):
            return f"`{name}` cannot be this"
    return ""


def _is_text(x: Any) -> bool:
    return isinstance(x, str)


def _is_number(x: Any) -> bool:
    return isinstance(x, int) and not isinstance(x, bool) and -HIGHEST < x < HIGHEST


def _is_count(x: Any) -> bool:
    return _is_number(x) and x >= 0


def _is_list(x: Any, fits: Callable[[Any], bool], size: int | None = None) -> bool:
    return isinstance(x, list) and (size is None or len(x) == size) and all(fits(each) for each in x)


def _is_hexadecimal(text: str, bits: int) -> bool:
    return 0 < len(text) <= bits // 4 + 1 and not set(text) - set("0123456789abcdef")
