"""A plan and the number of a game in, its line out: played by the game's module, or by the interpreter.

Which of them plays cannot be seen in a line. Games are played by the module where there is one, which counts what
happens, with bots that look ahead too; else the interpreter is watched.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.agents import PLACES
from rulelang.engine.state import State
from rulelang.ir.draws import seat_draws
from rulelang.ir.numbers import below, play_seed
from rulelang.ir.program import DECIDING, SEAT, SEED_HIGH, SEED_LOW, STATUS
from rulelang.simulate.lines import Scribe
from rulelang.simulate.plan import Plan
from rulelang.simulate.seeds import game_seed
from rulelang.simulate.watching import Watch, WatchedBlocks, watched_state
from rulelang.wasm.bots import Bots, Played
from rulelang.wasm.counts import Counted
from rulelang.wasm.host import ModuleError, Player, Result


class Table:
    """Plays games of a plan. `modules` off: never by a module."""

    def __init__(self, plan: Plan, *, modules: bool = True) -> None:
        self.plan = plan
        self._scribe = Scribe(plan)
        self._player = Player(plan.game, counting=True)
        self._bots = Bots(plan.game, plan.seats)
        self._modules = modules
        self._blocks = WatchedBlocks(plan.game)

    @property
    def slow_because(self) -> str:
        """Why games that a module could play are played by the interpreter; "" if they are not."""
        plays = self._player if self.plan.plays_itself else self._bots
        return plays.slow_because if self._modules and plays.runner is None else ""

    def line(self, n: int) -> str:
        """Play game n; its line."""
        seed, game = game_seed(self.plan.seed, n), self.plan.game
        played = self._by_module(seed) if self._modules else None
        if played is not None:
            return self._scribe.line(n, seed, *played)
        state = watched_state(game, self._blocks, seed, record=not self.plan.plays_itself)
        watch = self._blocks.watch
        if self.plan.plays_itself:
            play_uniform(state, watch)
        else:
            play_bots(state, self.plan.seats, seed, watch)
        return self._scribe.line(n, seed, state, watch)

    def _by_module(self, seed: int) -> tuple[State, Watch] | None:
        """The last position of a game, and what was counted; None if no module can play it."""
        try:
            return self._drawn(seed) if self.plan.plays_itself else self._chosen(seed)
        except ModuleError:
            return None

    def _drawn(self, seed: int) -> tuple[State, Watch] | None:
        """A game of random moves."""
        runner, game = self._player.runner, self.plan.game
        if runner is None:
            return None
        result, = runner.playouts(seed, 1)
        return State(game, runner.ints, game.machine(None)), _watch(runner.counted, result)

    def _chosen(self, seed: int) -> tuple[State, Watch] | None:
        """A game of these bots."""
        games = self._bots.runner
        if games is None:
            return None
        played = games.play(seed)
        return played.state, _watch(played.counted, played)


def _watch(counted: Counted, result: Result | Played) -> Watch:
    return Watch(counted.actions, reached=counted.reached, asked=result.asked, options=result.options,
                 most=result.most_options, forced=result.forced, turns=counted.turns, ranges=counted.ranges)


def play_uniform(state: State, watch: Watch) -> None:
    """Play a position to its end with the moves of a playout (see `numbers.play_seed`)."""
    low, high = play_seed(state.s[SEED_LOW], state.s[SEED_HIGH])
    counter = 0
    while state.s[STATUS] == DECIDING:
        paths = state.first_paths()
        if paths is None:
            return
        watch.ask(state.s[SEAT], len(paths))
        place = 0
        if len(paths) > 1:
            place, counter = below(low, high, counter, len(paths))
        state.play_path(paths[place])


def play_bots(state: State, bots: Sequence[str], seed: int, watch: Watch) -> None:
    """Play a position to its end with a bot in each seat, as `match.play_match` does with this seed.

    Of more than 100,000 moves the first count; only there bots that see a perspective choose otherwise.
    """
    luck = [seat_draws(seed, seat) for seat in range(1, len(bots) + 1)]
    while state.s[STATUS] == DECIDING:
        seat = state.s[SEAT]
        paths = state.first_paths()
        if paths is None:
            return      # it was too much to work out: the game is over
        watch.ask(seat, len(paths))
        place = 0
        if len(paths) > 1:
            place = PLACES[bots[seat - 1]](state, len(paths), luck[seat - 1])
        state.play_path(paths[place])
