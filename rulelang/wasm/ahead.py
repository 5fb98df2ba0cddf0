"""Moves and positions in, how each position looks behind each move out: one call of a module for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from rulelang.engine.action_space import ActionSpace
from rulelang.engine.game import Game
from rulelang.records import dataclass
from rulelang.wasm.host import Runner
from rulelang.wasm.layout import OUT_BYTES
from rulelang.wasm.runtime_ahead import ILLEGAL, PATH_WORDS, ROW_WORDS, UNFINISHED

Ints = Sequence[int]


@dataclass(frozen=True, slots=True)
class Behind:
    """A position behind a move: the estimate for a seat, and what each seat gets if the game is over (None: it is not,
    or came to no result).
    """

    estimate: int
    returns: tuple[int, ...] | None


class LookAhead:
    """The module of a game that tries moves. Holds room for so many positions and moves."""

    def __init__(self, game: Game, moves: int, positions: int) -> None:
        """Raises `Unsupported`, `NoActionSpace`, or ImportError without wasmtime."""
        self._runner = runner = Runner(game, stepping=True)
        self._size, self._players = game.program.size, game.players
        self._row = ROW_WORDS + game.players
        self._room = min(moves, OUT_BYTES // (4 * self._row * positions)), positions
        size = 4 * PATH_WORDS * self._room[0], 4 * self._size * positions
        marks = -(-len(ActionSpace(game.program)) // 16) * 16
        self._paths = runner.room(marks + sum(size)) + marks
        self._positions = self._paths + size[0]

    def behind(self, paths: Sequence[Ints], positions: Sequence[Ints], seat: int,
               forced: int) -> list[list[Behind | None]] | None:
        """For each move (its keys) and position (its ints) what comes of it: None where it is not offered.

        Behind a move the seat goes on as long as it has one move only, so many times at most. None for all if a path
        is not a whole move, or if there is no room. Raises `ModuleError`.
        """
        (most, room), runner = self._room, self._runner
        if len(paths) > most or len(positions) > room or any(len(path) >= PATH_WORDS for path in paths):
            return None
        runner.write(self._paths, list(chain.from_iterable(
            (len(path), *path, *[0] * (PATH_WORDS - 1 - len(path))) for path in paths)))
        runner.write(self._positions, list(chain.from_iterable(positions)))
        runner.call("look_ahead", self._paths, len(paths), self._positions, len(positions), seat, forced)
        words, row = runner.words(runner.out, self._row * len(paths) * len(positions)), self._row
        if any(came == UNFINISHED for came in words[::row]):
            return None
        each = [self._behind(words[at:at + row]) for at in range(0, len(words), row)]
        return [each[n:n + len(positions)] for n in range(0, len(each), len(positions))]

    def _behind(self, row: list[int]) -> Behind | None:
        came, estimate, over, *returns = row
        return None if came == ILLEGAL else Behind(estimate, tuple(returns) if over else None)
