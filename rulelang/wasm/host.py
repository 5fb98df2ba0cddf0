"""A game in, its module in action out: positions as lists of ints, moves, random games by the thousand.

Where a module gives up, the interpreter does what was asked for, from the same position on. Without `wasmtime`, or for
a program that modules cannot run, `Player` has the interpreter play all games. `slow_because` says why.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator
from functools import cached_property

from rulelang.engine import rollouts
from rulelang.engine.game import Game
from rulelang.engine.record import Record
from rulelang.engine.rollouts import Rollouts, check_start, play_out, summed_up
from rulelang.engine.state import State
from rulelang.ir.numbers import NONE, absorb, saturate, signed
from rulelang.ir.program import ADJUDICATED, DECIDING, FAULT, FAULT_SPAN, STATUS, STEPS, TURN
from rulelang.records import dataclass
from rulelang.wasm.counts import Counted, Counts
from rulelang.wasm.held import Held
from rulelang.wasm.instance import PATIENCE, Interrupted, ModuleError
from rulelang.wasm.layout import STATE, Layout
from rulelang.wasm.recorder import Recorder, array_of, fit_for_modules
from rulelang.wasm.runtime_play import FIXED, row_size
from rulelang.wasm.tape import Entry
from rulelang.wasm.unit import Unsupported
from rulelang.wasm.variant import Variant

Ints = list[int]
Path = tuple[int, ...]

# Rows that are fetched at once: as many as processors hold near, which is a quarter of what finds room.
ROWS_BYTES = 1 << 18


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


class Runner(Held):
    """One instance of a game's module. Holds one position at a time; of threads that share it one waits for the other.
    """

    def __init__(self, game: Game, *, listing: bool = False, knowledge: bool = False, stepping: bool = False,
                 seconds: float = PATIENCE, tells: bool = True, counting: bool = False,
                 bots: bool = False) -> None:
        """`listing`: for `moves`; `knowledge`: with knowledge and record, else blind; `stepping`: for `stepper.py` and
        `batch.py`; `seconds`: how long one call may take where rules might hold it up for hours; `tells` off: with
        knowledge, but no more of the record than the places of the moves (`course.py` needs it); `counting`: for
        `counted`; `bots`: for `bots.py`.

        Raises `Unsupported`, or ImportError without wasmtime.
        """
        super().__init__(game, Variant(listing, knowledge, tells, stepping, counting, bots), seconds)
        self._counts = (Counts(game.program), Layout(game.program).counts) if counting else None

    # ------------------------------------------------------------ positions

    def begin(self, seed: int = 0, first_player: int | None = None, *, explicit: bool = False) -> None:
        """A new game, run to its first stop; `explicit`: it stops at chance too, where it can be stepped through.

        Raises ValueError for a first player who is none of the seats.
        """
        if first_player is not None:
            self.game.check_seat(first_player, "The first player")
        if explicit and not self.variant.stepping:
            raise ValueError("only modules that can be stepped through stop at chance")

        def first(knowledge: bool = True) -> State:
            return self.game.new_state(seed, explicit=explicit, first_player=first_player, knowledge=knowledge)

        def inside() -> None:
            if self.variant.stepping:
                self.call("set_explicit", int(explicit))
            if self.recorder:
                self.recorder.begin(first, Record(self.game.program), 0)
            self.call("begin", signed(seed), signed(seed >> 32), NONE if first_player is None else first_player)
        with self.alone:
            try:
                inside()
            except Interrupted:
                raise
            except ModuleError as error:
                self._replace(first(self.recorder is not None), error)

    def take(self, state: State) -> None:
        """Go on from a position of the interpreter. Raises `ValueError` where modules cannot go on."""
        if not self.variant.stepping:
            fit_for_modules(state)
        with self.alone:
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
        with self.alone:
            recorder = self._recording()
            return recorder.events(recorder.mark(self.call("tape_end")))

    def record(self) -> Record:
        """The interpreter's record of the game. Raises `ValueError` as `events` does."""
        with self.alone:
            recorder = self._recording()
            return recorder.record(recorder.mark(self.call("tape_end")), self.words(STATE + 4 * TURN, 1)[0])

    def state(self) -> State:
        """The position as a state of the interpreter: with its record, or (of a blind module) blind."""
        with self.alone:
            return State(self.game, self.ints, self.game.machine(self.record() if self.recorder else None))

    def _recording(self) -> Recorder:
        if self.recorder is None:
            raise ValueError("this module plays blind")
        return self.recorder

    # ------------------------------------------------------------ moves

    def moves(self) -> list[Path]:
        """The keys of all moves in the interpreter's order; of more than 100,000 the first."""
        return self.either(self._listed, _first_paths)

    def _listed(self) -> list[Path]:
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
        def inside() -> int:
            n: int = self.call("count_moves")
            return n or int(self.words(STATE + 4 * STATUS, 1)[0] == DECIDING)
        return self.either(inside, lambda state: len(_first_paths(state)))

    def choose(self, place: int) -> None:
        """Commit the move at a place of `moves` and run to the next stop. Raises IndexError where there is none."""
        def inside() -> None:
            n = self.call("count_moves")
            if self._is_move(place, n, self.words(STATE + 4 * STATUS, 1)[0]):
                self.call("choose", place, n)

        def outside(state: State) -> None:
            paths = _first_paths(state)
            if self._is_move(place, len(paths), state.s[STATUS]):
                state.play_path(paths[place])
        with self.alone:
            if self.words(STATE + 4 * STATUS, 1)[0] != DECIDING:
                raise IndexError("no seat is to move")
            self.either(inside, outside)

    @staticmethod
    def _is_move(place: int, moves: int, status: int) -> bool:
        """Whether there is a move at this place, False where it was too much to count them and the game is over.

        Raises IndexError.
        """
        if status != DECIDING:
            return False
        if not 0 <= place < max(moves, 1):
            raise IndexError(f"the moves have the places 0 to {max(moves, 1) - 1}, not {place}")
        return True

    def play_uniform(self, low: int, high: int, counter: int) -> int:
        """As `State.play_uniform`."""
        def inside() -> int:
            found: int = self.call("play_uniform", signed(low), signed(high), signed(counter))
            return found
        return self.either(inside, lambda state: signed(state.play_uniform(low, high, counter)))

    # ------------------------------------------------------------ whole games

    def roll_out(self, games: int, seed: int = 0) -> Rollouts:
        """As `rollouts.roll_out` from the position held here, which stays as it is. The games are blind ones."""
        with self.alone:
            if self.recorder:
                return self._here().roll_out(games, seed)
            check_start(self.words(STATE, self.size), games)
            return self.either(lambda: Rollouts(games, self._sums(-1, games, seed)),
                               lambda state: rollouts.roll_out(state, games, seed))

    def roll_out_moves(self, games: int, seed: int = 0) -> Rollouts:
        """As `rollouts.roll_out_moves` from the position held here, which stays as it is. The games are blind ones."""
        def inside() -> Rollouts:
            found = [self._sums(move, games, seed) for move in range(self._count_unchanged())]
            return summed_up(games, found, self.game.players)
        with self.alone:
            if self.recorder:
                return self._here().roll_out_moves(games, seed)
            check_start(self.words(STATE, self.size), games)
            return self.either(inside, lambda state: rollouts.roll_out_moves(state, games, seed))

    @cached_property
    def _blind(self) -> Runner:
        """The blind module of the same game."""
        return Runner(self.game)

    def _here(self) -> Runner:
        """The same position in the blind module."""
        self._blind.ints = self.words(STATE, self.size)
        return self._blind

    def _count_unchanged(self) -> int:
        """How many moves there are; where that is too much to work out, none, and the game goes on all the same."""
        before = self.ints
        n: int = self.call("count_moves") or int(before[STATUS] == DECIDING)
        self.ints = before
        return n

    def _sums(self, move: int, games: int, seed: int) -> tuple[int, ...]:
        self.call("roll_out", move, signed(seed), signed(seed >> 32), games)
        return struct.unpack(f"<{self.game.players}q", self.content(self.out, 8 * self.game.players))

    def playouts(self, first_seed: int, count: int, *, digest: bool = False) -> Iterator[Result]:
        """Random games of the seeds from `first_seed` on. Raises `ModuleError` where the module gives up."""
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
        most = max(1, ROWS_BYTES // (4 * size))
        while count > 0:
            n = min(count, most)
            with self.alone:
                try:
                    self.call("playouts", signed(first_seed), signed(first_seed >> 32), n, int(digest))
                except ModuleError:
                    self.open()
                    raise
                found = self.array(self.out, n * size)
            yield found
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


def _first_paths(state: State) -> list[Path]:
    """All moves; none where they are too much to work out, or nobody is to act."""
    return (state.first_paths() or []) if state.s[STATUS] == DECIDING else []


def why_none(error: ImportError | Unsupported) -> str:
    """Why a game has no module, for people."""
    return f"modules cannot do: {error.what}" if isinstance(error, Unsupported) else "wasmtime is not installed"


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
        except (ImportError, Unsupported) as error:
            self.slow_because = why_none(error)
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


def interpreted(game: Game, seed: int, *, digest: bool = False, knowledge: bool = False) -> Result:
    """One random game by the interpreter: the same as a module plays, blind or with knowledge."""
    state = game.new_state(seed, knowledge=knowledge)
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


__all__ = ["ModuleError", "Player", "Result", "Runner", "interpreted", "play_out", "why_none"]
