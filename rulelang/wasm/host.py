"""A game in, its module in action out: positions as lists of ints, moves, random games by the thousand.

`wasmtime` is imported when a module is first made. Without it, or for a program that modules cannot run, `Player` has
the interpreter do the same, slower, and `slow_because` says why.
"""

from __future__ import annotations

import ctypes
import struct
import threading
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any
from weakref import ref

from rulelang.engine.code import MOST_TRIES
from rulelang.engine.errors import Fault
from rulelang.engine.game import Game
from rulelang.engine.record import Record
from rulelang.engine.rollouts import Rollouts, check_start, play_out, summed_up
from rulelang.engine.state import State
from rulelang.ir.numbers import NONE, absorb, saturate, signed
from rulelang.ir.program import (
    ADJUDICATED,
    DECIDING,
    FAULT,
    FAULT_SPAN,
    STATUS,
    STEPS,
    TURN,
)
from rulelang.records import dataclass
from rulelang.wasm.counts import Counted, Counts
from rulelang.wasm.layout import OUT_BYTES, PAGE, STATE, Layout, packed
from rulelang.wasm.recorder import Recorder, array_of, fit_for_modules
from rulelang.wasm.runtime_play import FIXED, row_size
from rulelang.wasm.tape import Entry
from rulelang.wasm.unit import Unsupported

# Seconds that one call of a module may take, where functions hold loops.
PATIENCE = 60.0

Ints = list[int]
Path = tuple[int, ...]


class ModuleError(RuntimeError):
    """A module ran out of memory or was interrupted; the interpreter can go on."""


@dataclass(frozen=True, slots=True)
class Result:
    """One random game: how long it was, how it ended, what each seat got.

    `totals` holds for each score of the rules the total of each seat; `digest` two words that digest the final ints
    ((0, 0) unless asked for); `fault_span` is the span of a fault, -1 for none. `asked` counts decisions,
    `options` their moves in all, `most_options` those of the one with most, `forced` the decisions with one move.
    """

    seed: int
    turns: int
    answers: int
    adjudicated: int
    fault_span: int
    returns: tuple[int, ...]
    totals: tuple[tuple[int, ...], ...]
    digest: tuple[int, int]
    asked: int
    options: int
    most_options: int
    forced: int


class Runner:
    """One instance of a game's module. Holds one position at a time, for one thread at a time."""

    def __init__(self, game: Game, *, listing: bool = False, knowledge: bool = False, stepping: bool = False,
                 seconds: float = PATIENCE, tells: bool = True, counting: bool = False) -> None:
        """`listing`: for `moves`; `knowledge`: with knowledge and record, else blind; `stepping`: for `stepper.py` and
        `batch.py`; `seconds`: how long one call may take where rules might hold it up for hours; `tells` off: with
        knowledge, but no more of the record than the places of the moves (`course.py` needs it); `counting`: for
        `counted`.

        Raises `Unsupported`, or ImportError without wasmtime.
        """
        from rulelang.wasm.compiled import instance, is_guarded

        self.game = game
        self.seconds = seconds if is_guarded(game.program) else None
        self.size = game.program.size
        self.recorder = Recorder(game, self._address()) if knowledge else None
        self._store, self._exports, self.address, self.out = instance(
            game.program, listing=listing, stepping=stepping, tells=tells, counting=counting,
            host=self.recorder.host() if self.recorder else None)
        self._counts = (Counts(game.program), Layout(game.program).counts) if counting else None
        self.call("set_limits", game.blocks.step_limit, game.blocks.decision_limit, MOST_TRIES)

    def _address(self) -> Callable[[], int]:
        """Where the memory of the module lies now; it does not keep the runner alive."""
        runner = ref(self)
        return lambda: runner().address     # type: ignore[union-attr]

    # ------------------------------------------------------------ positions

    def begin(self, seed: int = 0, first_player: int | None = None) -> None:
        """A new game, run to its first stop. Raises ValueError for a first player who is none of the seats."""
        if first_player is not None:
            self.game.check_seat(first_player, "The first player")
        if self.recorder:
            self.recorder.begin(lambda: self.game.new_state(seed, first_player=first_player),
                                Record(self.game.program), 0)
        self.call("begin", signed(seed), signed(seed >> 32), NONE if first_player is None else first_player)

    @property
    def ints(self) -> Ints:
        """The position's ints."""
        return self.words(STATE, self.size)

    @ints.setter
    def ints(self, s: Ints) -> None:
        if len(s) != self.size:
            raise ValueError(f"a position of this game has {self.size} ints, not {len(s)}")
        ctypes.memmove(self.address + STATE, packed(s), 4 * self.size)

    def take(self, state: State) -> None:
        """Go on from a position of the interpreter. Raises `ValueError` where modules cannot go on."""
        fit_for_modules(state)
        self.ints = state.s
        if self.recorder:
            self.call("reset_tape")
            kept = state.clone()
            self.recorder.begin(kept.clone, kept.record.clone(), state.s[TURN])

    def information_key(self, seat: int) -> tuple[int, int]:
        """As `State.information_key`: two words that are equal where all that the seat was told is equal."""
        self.game.check_seat(seat)
        low, high = self.words(STATE + 4 * (self.game.program.info_keys + 2 * (seat - 1)), 2)
        return low, high

    def events(self) -> list[Entry]:
        """What has happened since `begin` or `take`, as the interpreter records it, without what went before.

        Raises `ValueError` for a blind module, or where no game is recorded.
        """
        return self._recording().tape(self.call("tape_end"))[0]

    def record(self) -> Record:
        """The interpreter's record of the game. Raises `ValueError` as `events` does."""
        return self._recording().record(self.call("tape_end"), self.words(STATE + 4 * TURN, 1)[0])

    def state(self) -> State:
        """The position as a state of the interpreter: with its record, or (of a blind module) blind."""
        return State(self.game, self.ints, self.game.machine(self.record() if self.recorder else None))

    def _recording(self) -> Recorder:
        if self.recorder is None:
            raise ValueError("this module plays blind")
        return self.recorder

    def moves(self) -> list[Path]:
        """The keys of all moves in the interpreter's order; of more than 100,000 the first.

        Raises `ModuleError` where they find no room.
        """
        n = self.call("list_moves")
        if n < 0:
            raise ModuleError("more moves than find room")
        if not n and self.words(STATE + 4 * STATUS, 1)[0] == DECIDING:
            return [(-2,)]
        found, at = [], self.out
        for _ in range(n):
            length, = self.words(at, 1)
            found.append(tuple(self.words(at + 4, length)))
            at += 4 + 4 * length
        return found

    def count_moves(self) -> int:
        """How many moves there are, at most 100,000; 0 where nobody is to act."""
        n: int = self.call("count_moves")
        return n or int(self.words(STATE + 4 * STATUS, 1)[0] == DECIDING)

    def choose(self, place: int) -> None:
        """Commit the move at a place of `moves` and run to the next stop."""
        self.call("choose", place, self.call("count_moves"))

    def play_uniform(self, low: int, high: int, counter: int) -> int:
        """As `State.play_uniform`."""
        found: int = self.call("play_uniform", signed(low), signed(high), signed(counter))
        return found

    @property
    def fault(self) -> Fault | None:
        """The limit of the engine that the rules have reached, if any."""
        fault, span = self.words(STATE + 4 * FAULT, 2)
        return Fault(span, (span,), "steps" if self.call("fault_kind") == 1 else "choices") if fault else None

    # ------------------------------------------------------------ whole games

    def roll_out(self, games: int, seed: int = 0) -> Rollouts:
        """As `rollouts.roll_out` from the position held here, which stays as it is."""
        check_start(self.ints, games)
        return Rollouts(games, self._sums(-1, games, seed))

    def roll_out_moves(self, games: int, seed: int = 0) -> Rollouts:
        """As `rollouts.roll_out_moves` from the position held here, which stays as it is."""
        check_start(self.ints, games)
        found = [self._sums(move, games, seed) for move in range(self._count_unchanged())]
        return summed_up(games, found, self.game.players)

    def _count_unchanged(self) -> int:
        """How many moves there are; where that is too much to work out, none, and the game goes on all the same."""
        before = self.ints
        found = self.count_moves()
        self.ints = before
        return found

    def _sums(self, move: int, games: int, seed: int) -> tuple[int, ...]:
        if self.recorder:
            raise ValueError("rollouts are for blind modules")
        self.call("roll_out", move, signed(seed), signed(seed >> 32), games)
        return struct.unpack(f"<{self.game.players}q", self.content(self.out, 8 * self.game.players))

    def playouts(self, first_seed: int, count: int, *, digest: bool = False) -> Iterator[Result]:
        """Random games of the seeds from `first_seed` on."""
        if self.recorder:
            self.recorder.forget()
        size = row_size(self.game.program)
        for rows in self.rows(first_seed, count, digest=digest):
            for at in range(0, len(rows), size):
                yield self._result(first_seed, rows[at:at + size].tolist())
                first_seed += 1

    def rows(self, first_seed: int, count: int, *, digest: bool = False) -> Iterator[array[int]]:
        """The same as numbers, many games at once, their rows one behind the other (see `runtime_play`)."""
        size = row_size(self.game.program)
        most = OUT_BYTES // (4 * size)
        while count > 0:
            n = min(count, most)
            self.call("playouts", signed(first_seed), signed(first_seed >> 32), n, int(digest))
            yield self._array(self.out, n * size)
            first_seed, count = first_seed + n, count - n

    def _result(self, seed: int, row: Ints) -> Result:
        players, scores = self.game.players, len(self.game.program.scores)
        turns, answers, _, adjudicated, fault, span, *offers = row[:FIXED]
        each = [tuple(row[FIXED + k * players:FIXED + (k + 1) * players]) for k in range(1 + scores)]
        return Result(seed, turns, answers, adjudicated, span if fault else -1, each[0], tuple(each[1:]),
                      (row[-2], row[-1]), *offers)

    @property
    def counted(self) -> Counted:
        """What happened in the last of the games that were played. Raises ValueError where nothing is counted."""
        if self._counts is None:
            raise ValueError("this module counts nothing")
        counts, at = self._counts
        content = self.content(at, counts.size)
        return counts.read(content, array_of(content[:counts.marks]))

    # ------------------------------------------------------------ calls and memory

    def call(self, name: str, *args: int) -> Any:
        """What a function of the module gives. Raises `ModuleError`."""
        import wasmtime

        try:
            if self.seconds is None:
                return self._exports[name](self._store, *args)
            return self._watched(name, args, self.seconds)
        except wasmtime.Trap as trap:
            raise ModuleError(str(trap).splitlines()[-1].strip()) from trap

    def room(self, size: int) -> int:
        """More memory, so many bytes; where it begins. For modules that can be stepped through, once."""
        from rulelang.wasm.compiled import address_of

        memory = self._exports["memory"]
        memory.grow(self._store, -(-size // PAGE))
        self.address = address_of(self._store, memory)
        found: int = self.call("make_room", size)
        return found

    def _watched(self, name: str, args: tuple[int, ...], seconds: float) -> Any:
        """A call that is interrupted after some time."""
        from rulelang.wasm.compiled import engine

        self._store.set_epoch_deadline(1)
        watch = threading.Timer(seconds, engine(True).increment_epoch)
        watch.daemon = True
        watch.start()
        try:
            return self._exports[name](self._store, *args)
        finally:
            watch.cancel()

    def write(self, at: int, words: Iterable[int]) -> None:
        """Write words into the module's memory."""
        content = packed(words)
        ctypes.memmove(self.address + at, content, len(content))

    def content(self, at: int, size: int) -> bytes:
        """So many bytes of the module's memory."""
        return ctypes.string_at(self.address + at, size)

    def words(self, at: int, n: int) -> Ints:
        """So many words of the module's memory."""
        return self._array(at, n).tolist()

    def _array(self, at: int, n: int) -> array[int]:
        return array_of(self.content(at, 4 * n))


class Player:
    """Random games of a game, by its module if that can be, else by the interpreter."""

    def __init__(self, game: Game, *, counting: bool = False) -> None:
        """`counting`: see `Runner`."""
        self.game = game
        self._counting = counting
        self.slow_because = ""

    @cached_property
    def runner(self) -> Runner | None:
        """The module, or None: then `slow_because` says why."""
        try:
            return Runner(self.game, counting=self._counting)
        except ImportError:
            self.slow_because = "wasmtime is not installed"
        except Unsupported as missing:
            self.slow_because = f"modules cannot do: {missing.what}"
        return None

    def playouts(self, first_seed: int, count: int, *, digest: bool = False) -> Iterator[Result]:
        """Random games of the seeds from `first_seed` on; equal results either way."""
        runner, done = self.runner, 0
        if runner is not None:
            try:
                for result in runner.playouts(first_seed, count, digest=digest):
                    yield result
                    done += 1
                return
            except ModuleError as error:
                self.slow_because = str(error)
        for seed in range(first_seed + done, first_seed + count):
            yield interpreted(self.game, seed, digest=digest)


def interpreted(game: Game, seed: int, *, digest: bool = False) -> Result:
    """One random game by the interpreter: the same as a module plays."""
    state = game.new_state(seed, knowledge=False)
    offers = play_out(state)
    s, program = state.s, game.program
    low = high = 0
    for value in s if digest else ():
        low, high = absorb(low, high, value)
    totals = tuple(tuple(_total(state, [function for _, function in score.lines], seat)
                         for seat in range(1, game.players + 1)) for score in program.scores)
    return Result(seed, s[TURN], s[STEPS], s[ADJUDICATED], s[FAULT_SPAN] if s[FAULT] else -1, state.returns(), totals,
                  (low, high), *offers)


def _total(state: State, functions: list[int], seat: int) -> int:
    total = 0
    for function in functions:
        value = state.game.code.call(function, state.s, seat)
        total = saturate(total + (0 if value == NONE else value))
    return total


__all__ = ["ModuleError", "Player", "Result", "Runner", "interpreted", "play_out"]
