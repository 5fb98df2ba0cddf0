"""Results of parts of a run in, the results of the whole run out, byte for byte as if it had been one."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from pathlib import Path

from rulelang.simulate.errors import ResultsError, results_error
from rulelang.simulate.keeping import check_key
from rulelang.simulate.reading import Fields, Line, Reader

MOST_NAMED = 5


class Joining:
    """Files of results that belong together. `header` is theirs; `games` gives each game once."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Raises ResultsError for files that hold no results, or results of something else than the first."""
        self._readers = [Reader(path) for path in paths]
        self.header = self._readers[0].header
        for reader in self._readers[1:]:
            check_key(reader, self.header.fields)

    @property
    def torn(self) -> tuple[Path, ...]:
        """Files whose last line was cut off, when all games have been read."""
        return tuple(reader.path for reader in self._readers if reader.torn)

    def games(self) -> Iterator[tuple[str, Fields]]:
        """Text and fields of each game in the order of their numbers.

        Raises ResultsError where two files say different things of a game, and in the end where games are missing.
        """
        parts = [_with_place(k, reader) for k, reader in enumerate(self._readers)]
        last: tuple[int, Line] | None = None
        gaps: list[tuple[int, int]] = []
        for _, k, line in heapq.merge(*parts, key=lambda part: part[:2]):
            n = line.fields["n"]
            if last is not None and last[1].fields["n"] == n:
                if last[1].text != line.text:
                    raise self._conflict(n, last, (k, line))
                continue
            if last is not None and n > last[1].fields["n"] + 1:
                gaps.append((last[1].fields["n"] + 1, n - 1))
            last = k, line
            yield line.text, line.fields
        if gaps:
            raise self._gap(gaps)

    def _conflict(self, n: int, one: tuple[int, Line], other: tuple[int, Line]) -> ResultsError:
        paths = [self._readers[k].path for k, _ in (one, other)]
        return results_error("RL774", f"Two files say different things about game {n}", paths[1], other[1].number,
                             other[1].text, label=f"not the same as line {one[1].number} of {paths[0]}",
                             hint="One of them was changed. Play the game again: simulate with --from and --games 1.")

    def _gap(self, gaps: Sequence[tuple[int, int]]) -> ResultsError:
        named = [f"game {a}" if a == b else f"games {a} to {b}" for a, b in gaps[:MOST_NAMED]]
        more = f" and {len(gaps) - MOST_NAMED} more gaps" if len(gaps) > MOST_NAMED else ""
        first, last = gaps[0]
        return results_error("RL775", f"Between the results, {', '.join(named)}{more} are missing",
                             self._readers[0].path, 1, self.header.text[:60],
                             hint=f"Play them: simulate with --from {first} --games {last - first + 1}.")


def _with_place(k: int, reader: Reader) -> Iterator[tuple[int, int, Line]]:
    for line in reader.games():
        yield line.fields["n"], k, line
