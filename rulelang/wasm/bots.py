"""A game and a bot for each seat in, whole games out: played in a module, decision after decision, without crossing.

Only where a module cannot imagine what a seat does not know (see `runtime_imagine.py`) it stops, and the interpreter
imagines the tables for that decision. Every game is that of the interpreter, move for move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from time import monotonic

from rulelang.engine.game import Game
from rulelang.engine.resample import Sampler
from rulelang.engine.state import State
from rulelang.ir.draws import Draws
from rulelang.ir.numbers import NONE, signed
from rulelang.ir.program import SEAT
from rulelang.records import dataclass
from rulelang.wasm.counts import Counted, Counts
from rulelang.wasm.desk import SEAT_WORDS, Desk
from rulelang.wasm.host import Ints, ModuleError, Runner, why_none
from rulelang.wasm.layout import Layout
from rulelang.wasm.runtime_bots import ASKS, GREEDY, MORE, RANDOM
from rulelang.wasm.unit import Unsupported

KINDS = {"random": RANDOM, "greedy": GREEDY}
# Seconds that a call may take, so that an interruption is heard soon; decisions of one call, at most.
SLICE_SECONDS = 0.2
LARGEST_SLICE = 50


@dataclass(frozen=True, slots=True)
class Played:
    """A game's last position, what was counted, and (see `host.Result`) its decisions; how often the interpreter
    imagined.
    """

    state: State
    counted: Counted
    asked: int
    options: int
    most_options: int
    forced: int
    helped: int


class BotGames:
    """Plays games with these bots."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        """`seats`: a name of `KINDS` for each. Raises `Unsupported`, or ImportError without wasmtime."""
        if len(seats) != game.players:
            raise ValueError(f"{game.players} seats need {game.players} bots, not {len(seats)}")
        self.game = game
        self.seats = seats
        self.runner = Runner(game, bots=True, counting=True)
        self.desk: Desk = Layout(game.program, bots=True, counters=Counts(game.program).size).desk
        self._at_once = 1
        self._seat()

    def _seat(self) -> None:
        for n, name in enumerate(self.seats):
            self.runner.write(self.desk.seats + 4 * SEAT_WORDS * n, [KINDS[name]])

    def play(self, seed: int) -> Played:
        """The game of a seed. Raises `ModuleError`: the next one is played all the same."""
        try:
            return self._played(seed)
        except ModuleError:
            self.runner.open()
            self._seat()
            raise

    def _played(self, seed: int) -> Played:
        runner, helped = self.runner, 0
        runner.call("begin_with_bots", signed(seed), signed(seed >> 32), NONE)
        while why := self._slice():
            if why == ASKS:
                self._imagine()
                helped += 1
                runner.call("go_on_with_tables")
        runner.call("tell_offers")
        asked, options, most, forced = runner.words(runner.out, 4)
        return Played(State(self.game, runner.ints, self.game.machine(None)), runner.counted, asked, options, most,
                      forced, helped)

    def _slice(self) -> int:
        """Play on for a moment; why play stopped. How many decisions a call takes cannot be seen in a game."""
        start = monotonic()
        why: int = self.runner.call("play_with_bots", self._at_once)
        if why == MORE:
            most = int(self._at_once * SLICE_SECONDS / max(monotonic() - start, 1e-6))
            self._at_once = max(1, min(LARGEST_SLICE, 4 * self._at_once, most))
        return why

    def _imagine(self) -> None:
        """Tables for the seat that decides."""
        runner, desk = self.runner, self.desk
        real = runner.words(desk.real, self.game.program.size)
        count, = runner.words(desk.tables, 1)
        seeds = runner.words(desk.seeds, 2 * count)
        sampler = Sampler(State(self.game, real, self.game.machine(None)), real[SEAT])
        for n in range(count):
            table = sampler.imagine(Draws(seeds[2 * n], seeds[2 * n + 1])).s
            runner.write(desk.imagined + 4 * desk.kept * n, table[:desk.kept])

    def imagined(self, state: State, seat: int, seeds: Sequence[Draws]) -> list[Ints] | None:
        """The ints of tables that a seat imagines, without knowledge, one for each seed; None where modules cannot."""
        runner, desk = self.runner, self.desk
        runner.ints = state.s
        runner.write(desk.seeds, [word for each in seeds for word in (each.low, each.high)])
        if not runner.call("imagine_for", seat, len(seeds)):
            return None
        return [runner.words(desk.imagined + 4 * desk.kept * n, desk.kept) for n in range(len(seeds))]


class Bots:
    """`BotGames` of a game, where there can be a module."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        self.game = game
        self.seats = seats
        self.slow_because = ""

    @cached_property
    def runner(self) -> BotGames | None:
        """The games, or None: then `slow_because` says why."""
        try:
            return BotGames(self.game, self.seats)
        except (ImportError, Unsupported) as error:
            self.slow_because = why_none(error)
        return None
