"""A plan and the number of a game in, its line out: played by the game's module, by the interpreter, or by bots.

Which of them plays cannot be seen in a line. Random games are played by the module where there is one, which counts
what happens; else the interpreter is watched. Other bots are asked in any case, each with a perspective of its seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.agents import Agent, GreedyAgent, agent_named
from rulelang.agents.agent import seat_rng
from rulelang.agents.greedy import Ahead
from rulelang.agents.perspective import moves_of, perspective_of
from rulelang.engine.errors import TooManyMoves
from rulelang.engine.state import MOST_MOVES, State
from rulelang.ir.numbers import below, play_seed
from rulelang.ir.program import ANSWERS, DECIDING, SEAT, SEED_HIGH, SEED_LOW, STATUS
from rulelang.simulate.lines import Scribe
from rulelang.simulate.plan import Plan
from rulelang.simulate.seeds import game_seed
from rulelang.simulate.watching import Watch, WatchedBlocks, watched_state
from rulelang.wasm.host import ModuleError, Player

if TYPE_CHECKING:
    import random


class Table:
    """Plays games of a plan. `modules` off: never by a module."""

    def __init__(self, plan: Plan, *, modules: bool = True) -> None:
        self.plan = plan
        self._scribe = Scribe(plan)
        self._player = Player(plan.game, counting=True)
        self._modules = modules and plan.plays_itself
        self._blocks = WatchedBlocks(plan.game)
        self._bots = _bots(plan, modules)

    @property
    def slow_because(self) -> str:
        """Why games that a module could play are played by the interpreter; "" if they are not."""
        if self._modules and self._player.runner is None:
            return self._player.slow_because
        return ""

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
            play_bots(state, self._bots, seed, watch)
        return self._scribe.line(n, seed, state, watch)

    def _by_module(self, seed: int) -> tuple[State, Watch] | None:
        """The last position of a random game, and its moves counted; None if no module can play it."""
        runner = self._player.runner
        if runner is None:
            return None
        try:
            result, = runner.playouts(seed, 1)
        except ModuleError:
            return None
        game, counted = self.plan.game, runner.counted
        watch = Watch(counted.actions, reached=counted.reached, asked=result.asked, options=result.options,
                      most=result.most_options, forced=result.forced, turns=counted.turns, ranges=counted.ranges)
        return State(game, runner.ints, game.machine(None)), watch


def _bots(plan: Plan, modules: bool) -> list[Agent]:
    """The bots of the seats. The greedy ones try moves in one module."""
    ahead = Ahead(plan.game) if modules and "greedy" in plan.seats else None
    return [GreedyAgent(ahead=ahead) if kind == "greedy" else agent_named(kind) for kind in plan.seats]


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


def play_bots(state: State, bots: list[Agent], seed: int, watch: Watch) -> None:
    """Play a position to its end with a bot in each seat, as `match.play_match` does with this seed."""
    rngs = [seat_rng(seed, seat) for seat in range(1, len(bots) + 1)]
    while state.s[STATUS] == DECIDING:
        seat = state.s[SEAT]
        _answer(state, bots[seat - 1], rngs[seat - 1], watch)


def _answer(state: State, bot: Agent, rng: random.Random, watch: Watch) -> None:
    """Let a bot answer the pending decision, or its next step where there are too many moves to list."""
    try:
        moves = state.moves()
        options = len(moves)
    except TooManyMoves:
        moves, options = moves_of(state), MOST_MOVES
    if not moves:
        return      # it was too much to work out: the game is over
    if state.s[ANSWERS] == 0:
        watch.ask(state.s[SEAT], options)
    perspective = None if len(moves) == 1 else perspective_of(state, rng, imagines=bot.imagines, moves=moves)
    state.apply(moves[0] if perspective is None else bot.choose(perspective, rng))
