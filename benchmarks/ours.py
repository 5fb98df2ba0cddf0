"""A rules file in, sides that play it out: its module, blind and in full, and the interpreter, blind and in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import rulelang
from benchmarks.figures import Sample
from benchmarks.missing import Missing
from benchmarks.rounds import Side
from rulelang.engine.game import Game
from rulelang.engine.state import State
from rulelang.ir.numbers import play_seed
from rulelang.ir.program import TURN
from rulelang.wasm.course import CourseRunner
from rulelang.wasm.host import Runner, play_out, why_none
from rulelang.wasm.unit import Unsupported

GAMES = Path(__file__).parents[1] / "games"
# Of so many games one is stepped from Python, which takes long, for the options that its decisions have.
STEPPED = 20


@dataclass(frozen=True)
class Subject:
    """A game at a table, with settings."""

    file: str
    players: int
    settings: tuple[tuple[str, int | bool], ...] = ()

    @cached_property
    def game(self) -> Game:
        """The game, ready to play."""
        return rulelang.load(GAMES / self.file, players=self.players, **dict(self.settings))

    # ------------------------------------------------------------ sides

    def module(self, *, full: bool = False) -> Side:
        """The module; `full` with knowledge and courses. Its results are left where it has written them."""
        runner = self.runner(full=full)
        return Side("module", lambda seed, games: use_up(runner.rows(seed % 2**63, games)))

    def runner(self, *, full: bool = False) -> Runner:
        """An instance of the module. Raises Missing without wasmtime, or if modules cannot do it."""
        try:
            return CourseRunner(self.game) if full else Runner(self.game)
        except (ImportError, Unsupported) as error:
            raise Missing(why_none(error)) from None

    def interpreter(self, *, full: bool = False) -> Side:
        """The interpreter; `full` with knowledge and record: it writes every event as it happens."""
        def play(seed: int, games: int) -> None:
            for n in range(games):
                play_out(self.game.new_state(seed + n, knowledge=full))
        return Side("interpreter", play)

    # ------------------------------------------------------------ samples

    def samples(self, seed: int, games: int) -> dict[str, Sample]:
        """Decisions per game and the score of each seat, over so many games; options per game, over fewer."""
        runner = self.runner()
        decisions, scores = [], []
        for n in range(games):
            use_up(runner.rows(seed + n, 1))
            state = State(self.game, runner.ints, self.game.machine(None))
            decisions.append(state.s[TURN])
            scores.append(self._scores(state))
        return {"decisions": Sample.of(decisions),
                "options": Sample.of(_options(runner, seed + n) for n in range(max(1, games // STEPPED))),
                **{f"score {n + 1}": Sample.of(each) for n, each in enumerate(zip(*scores, strict=True))}}

    def _scores(self, state: State) -> tuple[int, ...]:
        """The payoff of each seat, or its points by the first criterion."""
        program = self.game.program
        if program.payoff >= 0:
            return state.returns()
        return tuple(self.game.code.outside(program.criteria[0][1], state.s, seat)
                     for seat in range(1, self.players + 1))


def _options(runner: Runner, seed: int) -> int:
    """The number of moves at all decisions of a random game."""
    runner.begin(seed)
    low, high = play_seed(seed, seed >> 32)
    counter = options = 0
    while moves := runner.count_moves():
        options += moves
        counter = runner.play_uniform(low, high, counter)
    return options


def use_up(rows: Iterator[object]) -> None:
    """Go through rows and keep none."""
    for _ in rows:
        pass
