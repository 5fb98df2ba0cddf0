"""A 64-bit seed in, numbers below a bound out, one after another: the generator of `numbers.py` with its place kept.

Bots draw from it, and so do the tables they imagine, so every executor finds the same for a seed.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.ir.numbers import MASK, below, mix, signed, word

BITS = 32


@dataclass(slots=True)
class Draws:
    """A generator: the seed in two words, and how many words have been used."""

    low: int
    high: int
    counter: int = 0

    def word(self) -> int:
        """The next word, signed."""
        found = word(self.low, self.high, self.counter)
        self.counter = (self.counter + 1) & MASK
        return signed(found)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely; n is at least 1, and for 1 no word is used."""
        if n == 1:
            return 0
        if n <= MASK:
            found, self.counter = below(self.low, self.high, self.counter, n)
            return found
        bits = (n - 1).bit_length()
        while True:
            found = 0
            for _ in range(-(-bits // BITS)):
                found = found << BITS | self.word() & MASK
            found &= (1 << bits) - 1
            if found < n:
                return found

    def another(self) -> Draws:
        """A generator of its own, seeded by the next two words."""
        return Draws(self.word(), self.word())


def seat_draws(seed: int, seat: int) -> Draws:
    """The generator of the bot in a seat: its picks depend on the game's seed and the seat, on nothing else.

    Its seed comes from words at the end of the game's generator, behind those of `numbers.play_seed`.
    """
    low, high = seat_seed(signed(seed), signed(seed >> BITS), seat)
    return Draws(low, high)


def seat_seed(low: int, high: int, seat: int) -> tuple[int, int]:
    """The two words that seed the bot in a seat, for the two words of the game's seed."""
    return signed(word(low, high, MASK - 2 * seat)), signed(word(low, high, MASK - 2 * seat - 1))


def move_draws(seed: int, seat: int, turn: int) -> Draws:
    """What a bot draws from for one move: a game that goes on from a save, or was taken back, goes on as it would."""
    draws = seat_draws(seed, seat)
    draws.counter = (2 * turn) & MASK
    return draws.another()


def fold(digest: int, value: int) -> int:
    """A running 32-bit digest after taking in one more number."""
    return mix((digest ^ (value & MASK)) + 0x9E3779B9)
