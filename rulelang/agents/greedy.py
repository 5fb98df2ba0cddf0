"""A perspective in, the move out after which the seat expects its position to look best by the rules' own estimate.

Each move is played in the same few imagined tables, chance included, up to the next decision that is really one. The
position there counts as the rules' `estimate` for the seat (by default the first criterion of `win`, or `payoff`). A
game that is over counts for more than anything an estimate can say: for its result.

All is done in whole numbers and with our own generator, so that modules (`wasm/runtime_bots.py`) choose the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rulelang.engine.bot_bounds import FEWEST_TABLES, MOST_FORCED, MOST_MOVES, MOST_TABLES, UNIT, WORK
from rulelang.engine.errors import IllegalChoice
from rulelang.engine.resample import Sampler
from rulelang.ir.draws import Draws
from rulelang.ir.program import DECIDING, SEAT, STATUS, TURN
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.agents.perspective import Perspective
    from rulelang.engine.options import Move
    from rulelang.engine.state import State


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move and what comes of it: the expected estimate, and the expected value that decides (see `weigh`)."""

    move: Move
    estimate: Fraction
    value: Fraction


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a move in all tables: the sum of the estimates, and `value`, by which moves are compared."""

    place: int
    estimates: int
    value: int


Outcome = tuple[int, int]                       # an estimate, and what the result is worth (see `_result`)
Trial = Callable[["State", Sequence[int]], "list[Outcome] | None"]


@dataclass(frozen=True, slots=True)
class GreedyAgent:
    """Takes the move with the best expected position, one move ahead; of equal ones any, equally often."""

    name: str = "greedy"
    imagines: bool = True

    def choose(self, perspective: Perspective, draws: Draws) -> Move:
        """The best move by `weigh`."""
        if len(perspective.moves) == 1:
            return perspective.moves[0]
        return perspective.moves[_best(_tried_from(perspective, draws)[0], draws)]


def choose_place(state: State, moves: int, draws: Draws) -> int:
    """The place among `State.first_paths`, of which there are so many, that the greedy bot chooses.

    It is the same move that it chooses with a perspective.
    """
    if moves == 1:
        return 0
    sampler = Sampler(state, state.s[SEAT])
    return _best(_tried(moves, sampler.imagine, lambda table, places: _all_played(table, moves, places), draws)[0],
                 draws)


def weigh(perspective: Perspective, draws: Draws) -> tuple[Weighed, ...]:
    """The moves that were looked at, best first; equal ones in the order in which they are offered.

    The value is the expected estimate; a result at hand adds or takes more than all estimates seen differ by.
    """
    tried, tables = _tried_from(perspective, draws)
    found = [Weighed(perspective.moves[each.place], Fraction(each.estimates, max(1, tables)),
                     Fraction(each.value, UNIT * max(1, tables))) for each in tried]
    return tuple(sorted(found, key=lambda entry: -entry.value))


def _tried_from(perspective: Perspective, draws: Draws) -> tuple[list[Tried], int]:
    moves, sampler = perspective.moves, perspective.table
    if sampler is None:
        raise ValueError("this perspective was made for a bot that does not imagine")
    if perspective.whole:
        return _tried(len(moves), sampler.imagine, lambda table, places: _all_played(table, len(moves), places), draws)

    def in_steps(table: State, places: Sequence[int]) -> list[Outcome] | None:
        luck = draws.another()
        found = [_in_steps(table, moves[place], Draws(luck.low, luck.high)) for place in places]
        return None if None in found else found         # type: ignore[return-value]
    return _tried(len(moves), lambda luck: sampler.draw(luck, blind=True), in_steps, draws)


def _best(tried: Sequence[Tried], draws: Draws) -> int:
    """The place of the best move, of equal ones any."""
    most = max(each.value for each in tried)
    best = [each.place for each in tried if each.value == most]
    return best[draws.below(len(best))]


def _tried(moves: int, imagine: Callable[[Draws], State], trial: Trial, draws: Draws) -> tuple[list[Tried], int]:
    """What comes of the moves that are looked at, and in how many tables they could be tried."""
    places = looked_at(moves, draws)
    seeds = [draws.another() for _ in range(tables_for(len(places)))]
    rows = [row for row in (trial(imagine(seed), places) for seed in seeds) if row is not None]
    seen = [estimate for row in rows for estimate, _ in row]
    stake = 1 + max(seen, default=0) - min(seen, default=0)
    found = []
    for n, place in enumerate(places):
        estimates, results = sum(row[n][0] for row in rows), sum(row[n][1] for row in rows)
        found.append(Tried(place, estimates, UNIT * estimates + stake * results))
    return found, len(rows)


def tables_for(moves: int) -> int:
    """In how many tables so many moves are tried."""
    return max(FEWEST_TABLES, min(MOST_TABLES, WORK // moves))


def looked_at(moves: int, draws: Draws) -> list[int]:
    """The places of all moves, or of as many as the bound allows, each choice of them equally likely, ascending.

    Floyd's sampling: one draw for each place (Bentley and Floyd 1987, A Sample of Brilliance).
    """
    if moves <= MOST_MOVES:
        return list(range(moves))
    found: list[int] = []
    for last in range(moves - MOST_MOVES, moves):
        place = draws.below(last + 1)
        found.append(last if place in found else place)
    return sorted(found)


# ---------------------------------------------------------------- one table


def _all_played(table: State, moves: int, places: Sequence[int]) -> list[Outcome] | None:
    """What comes of moves in a table, with the same luck for each; None if it does not offer as many moves."""
    seat, before = table.s[SEAT], table.s[:]
    paths = table.first_paths()
    if paths is None or len(paths) != moves:
        return None
    found = []
    for place in places:
        table.s[:] = before
        table.play_path(paths[place])
        found.append(_outcome(table, seat))
    return found


def _in_steps(table: State, move: Move, luck: Draws) -> Outcome | None:
    """What comes of a move that is perhaps only a first step: the others are drawn. None if it cannot be played."""
    state, seat, turn = table.clone(), table.s[SEAT], table.s[TURN]
    try:
        state.apply(move)
        while state.s[STATUS] == DECIDING and state.s[TURN] == turn:
            choices = state.choices()
            state.apply(choices[luck.below(len(choices))])
    except IllegalChoice:
        return None
    return _outcome(state, seat)


def _outcome(state: State, seat: int) -> Outcome:
    """How a position looks behind steps that are no choice."""
    for _ in range(MOST_FORCED):
        if state.s[STATUS] != DECIDING or state.s[SEAT] != seat or not state.play_forced():
            break
    return state.estimate(seat), _result(state, seat)


def _result(state: State, seat: int) -> int:
    """What a game that is won or lost is worth to a seat: `UNIT` if it is won alone, as much less than nothing if it is
    lost, nothing if all share it, and in proportion between. Payoffs are estimates already.
    """
    if not state.is_terminal or state.fault is not None or state.program.payoff >= 0:
        return 0
    returns = state.returns()
    players, winners = len(returns), sum(returns)
    if not returns[seat - 1]:
        return -UNIT
    return (players - winners) * UNIT // (winners * (players - 1)) if players > 1 else 0
