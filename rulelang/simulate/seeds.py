"""The seed of a run and the number of a game in, the seed of that game out: the same on every machine."""

from __future__ import annotations

from rulelang.ir.numbers import MASK, word

MOST_GAMES = 2**32
# Words that no game of the run's own seed reaches; `numbers.play_seed` takes the two behind them.
_LOW, _HIGH = MASK - 2, MASK - 3


def game_seed(seed: int, n: int) -> int:
    """The seed of game n (from 0, below `MOST_GAMES`) of a run; below 2^63, so that `rulelang play` takes it.

    The seeds of a run follow one another from a start that the run's seed decides, so that a range of games is a range
    of seeds, and runs of different seeds share no game.
    """
    high = word(seed, seed >> 32, _HIGH) & 0x3FFFFFFF
    return ((high << 32) | word(seed, seed >> 32, _LOW)) + n
