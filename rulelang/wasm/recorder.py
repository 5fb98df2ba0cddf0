"""What a module with knowledge and record hands out while it plays in, the interpreter's record and states out.

The tape in the module's memory is small: whenever it is half full the module calls `drain`, and what it held is kept
here. Events are read off the tape; the ids of answers are words, which only the interpreter knows how to make: it plays
the moves again that the tape names by their places, and gives the answers that it names by their keys.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from sys import byteorder
from weakref import WeakMethod

from rulelang.engine.game import Game
from rulelang.engine.record import Record
from rulelang.engine.state import State
from rulelang.ir.program import ANSWERS, EXPLICIT, TURN
from rulelang.wasm.layout import STATE, Layout, packed
from rulelang.wasm.shapes import BEGUN, CHANCED, CHOSEN
from rulelang.wasm.tape import Entry, Step, read

Ints = list[int]
Mark = tuple[int, int]          # a place on the tape: so many parts given to the host before, and where in memory


def array_of(content: bytes | ctypes.Array[ctypes.c_char]) -> array[int]:
    """Signed 32-bit words, lowest byte first."""
    found = array("i")
    found.frombytes(content)
    if byteorder == "big":
        found.byteswap()
    return found


def words(content: bytes) -> Ints:
    """The same as a list."""
    return array_of(content).tolist()


class Recorder:
    """Collects the tape of one module's game, from a position of the interpreter on."""

    def __init__(self, game: Game, address: Callable[[], int]) -> None:
        """`address`: where the memory of the module lies now."""
        self.game = game
        self.address = address
        self.layout = Layout(game.program, knowledge=True)
        self._drained: list[bytes] | None = None        # None: nobody wants the record
        self._first: Callable[[], State] | None = None
        self._before = game.no_record
        self._moves = 0                 # moves made before the tape begins
        self._since = 0                 # the first event of what it goes on from that is told as well

    def host(self) -> dict[str, Callable[..., None]]:
        """What the module calls. It does not keep the recorder alive."""
        drain, readers = WeakMethod(self.drain), WeakMethod(self.readers)
        return {"drain": lambda start, end: drain()(start, end),                               # type: ignore[misc]
                "readers": lambda score, player, target: readers()(score, player, target)}     # type: ignore[misc]

    def drain(self, start: int, end: int) -> None:
        """The tape is half full; nobody wants what it held before the game that begins on it."""
        if self._drained is not None:
            found = ctypes.string_at(self.address() + start, end - start)
            self._drained = [found] if words(found[:4]) == [BEGUN] else [*self._drained, found]

    def readers(self, score: int, player: int, target: int) -> None:
        """Who could work out the lines of a score for a player, as a mask for each line."""
        functions = [function for _, function in self.game.program.scores[score].lines]
        s = words(ctypes.string_at(self.address() + STATE, 4 * self.game.program.size))
        masks = self.game.events.line_readers(s, functions, player)
        ctypes.memmove(self.address() + target, packed(masks), 4 * len(masks))

    # ------------------------------------------------------------ games

    def begin(self, first: Callable[[], State], before: Record, moves: int) -> None:
        """A game begins; `first` makes the interpreter's state of its first stop, `before` is what it goes on from,
        `moves` have been made before.
        """
        self._drained, self._first, self._before, self._moves = [], first, before, moves
        self._since = len(before)

    def go_on(self, state: State) -> None:
        """The interpreter has played on to this state."""
        since, kept = self._since, state.clone()
        if self.recording:
            self.begin(kept.clone, kept.record.clone(), state.s[TURN])
            self._since = since

    @property
    def recording(self) -> bool:
        """Whether a game is recorded."""
        return self._drained is not None

    def keep(self) -> None:
        """Games follow, of each of which the tape is wanted until the next one begins."""
        self._drained = []

    def forget(self) -> None:
        """Games follow whose records nobody wants."""
        self._drained = self._first = None

    def events(self, until: Mark) -> list[Entry]:
        """The events since the beginning. Raises `ValueError` as `tape` does."""
        return [*self._before.events(self._since), *self.tape(until)[0]]

    def mark(self, end: int) -> Mark:
        """Where the tape ends now: `end` in memory."""
        return len(self._drained or ()), end

    def tape(self, until: Mark) -> tuple[list[Entry], list[Step]]:
        """The events and the steps of the track that are on the tape, up to a mark.

        Raises `ValueError` where no game has been recorded.
        """
        return read(words(b"".join(self._parts(until))), self.layout.sight.everyone)

    def steps(self, until: Mark, since: int) -> list[Step]:
        """The steps of the track from number `since` on, from a tape that holds nothing else, up to a mark.

        Raises `ValueError` as `tape` does.
        """
        parts = self._parts(until)
        begins = [n for n, part in enumerate(parts) if words(part[:4]) == [BEGUN]]
        content = b"".join(parts[begins[-1]:])[4:] if begins else b"".join(parts)
        found = words(content[8 * since:])
        return list(zip(found[::2], found[1::2], strict=True))

    def _parts(self, until: Mark) -> list[bytes]:
        if self._drained is None:
            raise ValueError("no game has been recorded")
        parts, end = until
        size = end - self.layout.tape
        behind = self._drained[parts:]
        last = behind[0][:size] if behind else ctypes.string_at(self.address() + self.layout.tape, size)
        return [*self._drained[:parts], last]

    def record(self, until: Mark, moves: int) -> Record:
        """The record of the game up to a mark, with so many moves made. Raises `ValueError` as `tape` does."""
        events, steps = self.tape(until)
        assert self._first is not None
        state = self._first()
        for kind, number in steps:
            _play_again(state, kind, number)
        return self._before.resumed(events, state.record.track[len(self._before.track):], moves - self._moves)


def _play_again(state: State, kind: int, number: int) -> None:
    """One step of the track, as the tape names it."""
    if kind == CHOSEN:
        paths = state.first_paths()
        assert paths is not None
        state.play_path(paths[number])
        return
    offered = state.chance_outcomes() if kind == CHANCED else state.choices()
    state.apply(next(each.id for each in offered if each.key == number))


def fit_for_modules(state: State) -> None:
    """Raises `ValueError` for a position that modules do not go on from: chance stopped, or a move half made."""
    if state.s[EXPLICIT] or state.s[ANSWERS]:
        raise ValueError("modules draw chance themselves, and go on from whole moves")
