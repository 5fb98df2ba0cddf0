"""A perspective in, the move out after which the seat expects its position to look best by the rules' own estimate.

Each move is played in the same few imagined tables, chance included, up to the next decision that is really one. The
position there counts as the rules' `estimate` for the seat (by default the first criterion of `win`, or `payoff`). A
game that is over counts for more than anything an estimate can say: for its result.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rulelang.engine.action_space import NoActionSpace
from rulelang.engine.errors import IllegalChoice
from rulelang.ir.program import ANSWERS, DECIDING, SEAT, STATUS, TURN
from rulelang.records import dataclass
from rulelang.wasm.ahead import Behind, LookAhead
from rulelang.wasm.host import ModuleError
from rulelang.wasm.unit import Unsupported

if TYPE_CHECKING:
    from rulelang.agents.perspective import Perspective
    from rulelang.engine.game import Game
    from rulelang.engine.options import Move
    from rulelang.engine.state import State
    from rulelang.ir.program import Program

# Bounds of the work for one decision: so many moves are looked at (drawn, if there are more), in so many tables.
MOST_MOVES = 48
FEWEST_TABLES, MOST_TABLES = 8, 16
WORK = 320                  # moves times tables, as far as the bounds above allow
MOST_FORCED = 20            # steps without a choice that are taken behind a move


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move and what comes of it: the expected estimate, and the expected value that decides (see `weigh`)."""

    move: Move
    estimate: Fraction
    value: Fraction


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where a move leads in one table: the estimate, and the result: 1 won alone, -1 lost, 0 shared by all or open."""

    estimate: int
    result: Fraction = Fraction(0)


class Ahead:
    """Tries moves of one game, in a module where that can be: what it finds is the same either way."""

    __slots__ = ("_module",)

    def __init__(self, game: Game) -> None:
        self._module: LookAhead | None = None
        try:
            self._module = LookAhead(game, MOST_MOVES, MOST_TABLES)
        except (ImportError, Unsupported, NoActionSpace):
            return

    @property
    def tries(self) -> bool:
        """Whether there is a module for the game."""
        return self._module is not None

    def outcomes(self, moves: Sequence[Move], tables: Sequence[State], seat: int) -> list[list[Outcome | None]] | None:
        """For each move and table what comes of it, as `_played` finds it; None where modules cannot say."""
        if self._module is None or any(table.s[ANSWERS] for table in tables):
            return None
        try:
            found = self._module.behind([move.keys for move in moves], [table.s for table in tables], seat, MOST_FORCED)
        except ModuleError:
            return None
        return None if found is None else [
            [None if each is None else _outcome(each, tables[0].program, seat) for each in row] for row in found]


def _outcome(behind: Behind, program: Program, seat: int) -> Outcome:
    if behind.returns is None or program.payoff >= 0:
        return Outcome(behind.estimate)
    return Outcome(behind.estimate, _share(behind.returns, seat))


@dataclass(frozen=True, slots=True)
class GreedyAgent:
    """Takes the move with the best expected position, one move ahead; of equal ones any, equally often.

    `ahead`: what tries moves faster, for a game of which many are played.
    """

    name: str = "greedy"
    imagines: bool = True
    ahead: Ahead | None = None

    def choose(self, perspective: Perspective, rng: random.Random) -> Move:
        """The best move by `weigh`."""
        if len(perspective.moves) == 1:
            return perspective.moves[0]
        weighed = weigh(perspective, rng, self.ahead)
        best = [entry.move for entry in weighed if entry.value == weighed[0].value]
        return best[int(rng.random() * len(best))]


def weigh(perspective: Perspective, rng: random.Random, ahead: Ahead | None = None) -> tuple[Weighed, ...]:
    """The moves that were looked at, best first; equal ones in the order in which they are offered.

    The value is the expected estimate; a result at hand adds or takes more than all estimates seen differ by.
    """
    moves = _looked_at(perspective.moves, rng)
    tables = perspective.samples(max(FEWEST_TABLES, min(MOST_TABLES, WORK // len(moves))), rng)
    luck = [random.Random(rng.getrandbits(64)).getstate() for _ in tables]
    tried = None if ahead is None else ahead.outcomes(moves, tables, perspective.seat)
    if tried is None:
        tried = [[_played(table, move, perspective.seat, state) for table, state in zip(tables, luck, strict=True)]
                 for move in moves]
    outcomes = [[outcome for outcome in row if outcome is not None] for row in tried]
    seen = [outcome.estimate for row in outcomes for outcome in row]
    stake = 1 + max(seen, default=0) - min(seen, default=0)
    found = [_weighed(move, row, stake) for move, row in zip(moves, outcomes, strict=True) if row]
    return tuple(sorted(found, key=lambda entry: -entry.value)) or tuple(Weighed(m, Fraction(0), Fraction(0))
                                                                         for m in moves)


def _looked_at(moves: Sequence[Move], rng: random.Random) -> list[Move]:
    """All moves, or as many as the bound allows, drawn evenly, in the order in which they are offered."""
    if len(moves) <= MOST_MOVES:
        return list(moves)
    left = list(range(len(moves)))
    return [moves[n] for n in sorted(left.pop(int(rng.random() * len(left))) for _ in range(MOST_MOVES))]


def _weighed(move: Move, outcomes: Sequence[Outcome], stake: int) -> Weighed:
    count = len(outcomes)
    estimate = Fraction(sum(outcome.estimate for outcome in outcomes), count)
    result = sum((outcome.result for outcome in outcomes), Fraction(0)) / count
    return Weighed(move, estimate, estimate + stake * result)


def _played(table: State, move: Move, seat: int, luck: tuple[object, ...]) -> Outcome | None:
    """Play a move in a copy of a table, with the same luck for every move; None if it cannot be played there."""
    state, turn = table.clone(), table.s[TURN]
    try:
        state.apply(move)
    except IllegalChoice:
        return None
    rest: random.Random | None = None
    while state.s[STATUS] == DECIDING and state.s[TURN] == turn:    # only a first step was chosen
        if rest is None:
            rest = random.Random()
            rest.setstate(luck)
        state.play_random(rest)
    for _ in range(MOST_FORCED):
        if state.s[STATUS] != DECIDING or state.s[SEAT] != seat or not state.play_forced():
            break
    return Outcome(state.estimate(seat), _result(state, seat))


def _result(state: State, seat: int) -> Fraction:
    """What a game that is won or lost is worth to a seat; payoffs are estimates already."""
    if not state.is_terminal or state.fault is not None or state.program.payoff >= 0:
        return Fraction(0)
    return _share(state.returns(), seat)


def _share(returns: Sequence[int], seat: int) -> Fraction:
    """1 for a game won alone, -1 for one that is lost, 0 for one that all share."""
    players = len(returns)
    share = Fraction(returns[seat - 1], max(1, sum(returns)))
    if share * players <= 1:
        return share * players - 1
    return (share * players - 1) / (players - 1)
