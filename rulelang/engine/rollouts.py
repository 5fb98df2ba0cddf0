"""A position in, what random games from it on have brought out: for the position, or for each of its moves.

Everything is decided by a seed, so every executor plays the same games: game n from a position has the chance that
`rollout_seed` gives, and the moves that `numbers.play_seed` gives for it. The games behind two moves have the same
chance, game by game, so that what differs between their sums comes from the moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.ir.numbers import below, play_seed, signed, word
from rulelang.ir.program import ANSWERS, COUNTER, DECIDING, EXPLICIT, OVER, SEED_HIGH, SEED_LOW, STATUS
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.engine.state import State


@dataclass(frozen=True, slots=True)
class Rollouts:
    """Sums of what each seat got in so many games; `moves`: for each move, in the order of `State.moves`."""

    games: int
    position: tuple[int, ...]
    moves: tuple[tuple[int, ...], ...] = ()


def rollout_seed(seed: int, n: int) -> tuple[int, int]:
    """The generator words of game n from a position."""
    return signed(word(seed, seed >> 32, 2 * n)), signed(word(seed, seed >> 32, 2 * n + 1))


def roll_out(state: State, games: int, seed: int = 0) -> Rollouts:
    """So many random games from a position on. Its own generator words have no part in them.

    Raises ValueError for a position in the middle of an answer or of chance.
    """
    check_start(state.s, games)
    return Rollouts(games, _summed(state, games, seed))


def roll_out_moves(state: State, games: int, seed: int = 0) -> Rollouts:
    """So many random games behind each move of a position; `position` sums up all of them. Raises ValueError."""
    check_start(state.s, games)
    found: list[tuple[int, ...]] = []
    for path in state.clone().first_paths() or () if state.s[STATUS] == DECIDING else ():
        behind = state.clone()
        behind.machine = state.game.machine(None)
        behind.take(path)
        found.append(_summed(behind, games, seed, onward=True))
    return summed_up(games, found, state.game.players)


def summed_up(games: int, found: Sequence[tuple[int, ...]], players: int) -> Rollouts:
    """The sums behind moves, and those of all of them."""
    return Rollouts(games * len(found), tuple(sum(row[seat] for row in found) for seat in range(players)), tuple(found))


def check_start(s: list[int], games: int) -> None:
    """Raises ValueError where random games cannot begin."""
    if games < 1:
        raise ValueError(f"at least one game is played, not {games}")
    if s[STATUS] not in (DECIDING, OVER) or s[ANSWERS]:
        raise ValueError("random games begin where a seat is to move and has not begun to answer")


def _summed(state: State, games: int, seed: int, *, onward: bool = False) -> tuple[int, ...]:
    """Sums over games; `onward`: the move has been taken, but its effects are still to come."""
    sums = [0] * state.game.players
    for n in range(games):
        game = type(state)(state.game, state.s[:], state.game.machine(None))
        low, high = rollout_seed(seed, n)
        game.s[SEED_LOW], game.s[SEED_HIGH], game.s[COUNTER], game.s[EXPLICIT] = low, high, 0, 0
        if onward:
            game.go_on()
        play_out(game)
        sums = [a + b for a, b in zip(sums, game.returns(), strict=True)]
    return tuple(sums)


def play_out(state: State) -> tuple[int, int, int, int]:
    """Play a position to its end with the moves that the generator of playouts draws.

    How many decisions there were, their moves in all, the most of one, how many had one only.
    """
    low, high = play_seed(state.s[SEED_LOW], state.s[SEED_HIGH])
    counter = asked = options = most = forced = 0
    while state.s[STATUS] == DECIDING:
        paths = state.first_paths()
        if paths is None:
            break
        n = len(paths)
        asked, options, most, forced = asked + 1, options + n, max(most, n), forced + (n == 1)
        place = 0
        if n > 1:
            place, counter = below(low, high, counter, n)
        state.play_path(paths[place])
    return asked, options, most, forced
