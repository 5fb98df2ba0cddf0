"""A game in, its module with knowledge and the course of play out; events are worked out when somebody asks.

A game follows from its seed and the places of the moves that were chosen: that is its course, which the module keeps
beside what each seat knows. Another module, which is made when events are first asked for, plays the course once more
and tells them; it goes on from there the next time.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator

from rulelang.engine.game import Game
from rulelang.engine.record import Record
from rulelang.engine.state import State
from rulelang.ir.program import DECIDING, OVER, STATUS
from rulelang.wasm.host import Ints, Result, Runner
from rulelang.wasm.instance import ModuleError
from rulelang.wasm.layout import STATE
from rulelang.wasm.recorder import Mark
from rulelang.wasm.runtime_play import row_size
from rulelang.wasm.tape import Entry


class CourseRunner(Runner):
    """One instance of such a module: what a `Runner` with knowledge gives, and the last of the `playouts` as well."""

    def __init__(self, game: Game) -> None:
        """Raises `Unsupported`, or ImportError without wasmtime."""
        super().__init__(game, knowledge=True, tells=False)
        self._recording().keep()
        self._teller: Runner | None = None
        self._begins: Callable[[Runner], None] | None = None    # makes the teller begin; None: no game has been begun
        self._told = -1                                         # moves that the teller has made; -1: not yet begun

    # ------------------------------------------------------------ positions

    def begin(self, seed: int = 0, first_player: int | None = None, *, explicit: bool = False) -> None:
        """As `Runner.begin`."""
        super().begin(seed, first_player, explicit=explicit)
        self._begun(lambda teller: teller.begin(seed, first_player))

    def take(self, state: State) -> None:
        """As `Runner.take`."""
        super().take(state)
        kept = state.clone()
        self._begun(lambda teller: teller.take(kept))

    def rows(self, first_seed: int, count: int, *, digest: bool = False) -> Iterator[array[int]]:
        """As `Runner.rows`; the game that is held then is the last of those that were given.

        Raises `ValueError` if digests are wanted: the ints here are complete only when they are asked for.
        """
        if digest:
            raise ValueError("digests are for modules that write events or play blind")
        size = row_size(self.game.program)
        for found in super().rows(first_seed, count, digest=digest):
            first_seed += len(found) // size
            self._held(first_seed - 1)
            yield found

    def playouts(self, first_seed: int, count: int, *, digest: bool = False) -> Iterator[Result]:
        """As `Runner.playouts`, but each game is held until the next is asked for."""
        for n in range(count):
            row, = self.rows(first_seed + n, 1, digest=digest)
            yield self._result(first_seed + n, row.tolist())

    def _held(self, seed: int) -> None:
        self._begun(lambda teller: teller.begin(seed))

    def _begun(self, begins: Callable[[Runner], None]) -> None:
        self._begins, self._told = begins, -1

    # ------------------------------------------------------------ what is asked for

    @property
    def ints(self) -> Ints:
        """The position's ints."""
        with self.alone:
            found, keys = self.words(STATE, self.size), self.game.program.info_keys
            if self._begins is not None:
                more = 2 * self.game.players
                found[keys:keys + more] = self._caught_up().words(STATE + 4 * keys, more)
            return found

    @ints.setter
    def ints(self, s: Ints) -> None:
        Runner.ints.fset(self, s)           # type: ignore[attr-defined]
        self._begins = None

    def information_key(self, seat: int) -> tuple[int, int]:
        """As `Runner.information_key`."""
        with self.alone:
            return self._caught_up().information_key(seat)

    def events(self) -> list[Entry]:
        """As `Runner.events`."""
        with self.alone:
            return self._caught_up().events()

    def record(self) -> Record:
        """As `Runner.record`."""
        with self.alone:
            return self._caught_up().record()

    def _state_before(self, s: Ints, until: Mark | None) -> State:
        if self._begins is None:
            return State(self.game, s, self.game.machine(Record(self.game.program)))
        return self._caught_up(until).state()

    def _replace(self, state: State, error: ModuleError) -> None:
        super()._replace(state, error)
        kept = state.clone()
        self._begun(lambda teller: teller.resume(kept))

    def _caught_up(self, until: Mark | None = None) -> Runner:
        """The teller, where this module is, or was at a mark. Raises `ValueError` where no game has been begun."""
        if self._begins is None:
            raise ValueError("no game has been recorded")
        teller = self._teller = self._teller or Runner(self.game, knowledge=True)
        if self._told < 0:
            self._begins(teller)
            self._told = 0
        recorder = self._recording()
        for _, place in recorder.steps(until or recorder.mark(self.call("tape_end")), self._told):
            teller.choose(place)
            self._told += 1
        here, there = (each.words(STATE + 4 * STATUS, 1)[0] for each in (self, teller))
        if until is None and (here, there) == (OVER, DECIDING):
            teller.count_moves()            # the game ended because there was too much to count
        return teller
