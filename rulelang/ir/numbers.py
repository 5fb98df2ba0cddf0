"""Two 32-bit integers in, one out: the arithmetic and the random generator that every executor follows.

Numbers run from -2147483647 to 2147483647 and stop there instead of wrapping. The one pattern left over, -2147483648,
is `NONE`: no value. The generator is counter-based: word n of seed s is `word(s_lo, s_hi, n)`, two rounds of the
32-bit finaliser of MurmurHash3 (Appleby 2011, public domain constants) over the mixed seed and counter; nothing but
its counter changes as it is used.
"""

from __future__ import annotations

NONE = -0x80000000
LOWEST = -0x7FFFFFFF
HIGHEST = 0x7FFFFFFF
MASK = 0xFFFFFFFF


def saturate(x: int) -> int:
    """The nearest representable number."""
    return LOWEST if x < LOWEST else HIGHEST if x > HIGHEST else x


def signed(x: int) -> int:
    """The low 32 bits of x read as a signed number."""
    x &= MASK
    return x - 0x100000000 if x & 0x80000000 else x


def divide_down(a: int, b: int) -> int:
    """The largest whole number not above a/b; 0 when b is 0."""
    return saturate(a // b) if b else 0


def divide_up(a: int, b: int) -> int:
    """The smallest whole number not below a/b; 0 when b is 0."""
    return saturate(-(-a // b)) if b else 0


def modulo(a: int, b: int) -> int:
    """`a - b * divide_down(a, b)`; 0 when b is 0."""
    return a % b if b else 0


def mix(x: int) -> int:
    """A permutation of the unsigned 32-bit numbers with good avalanche."""
    x &= MASK
    x ^= x >> 16
    x = (x * 0x85EBCA6B) & MASK
    x ^= x >> 13
    x = (x * 0xC2B2AE35) & MASK
    return x ^ (x >> 16)


def word(low: int, high: int, counter: int) -> int:
    """Unsigned 32-bit word number `counter` (unsigned 32 bits) of the generator with this 64-bit seed."""
    x = mix((counter + 0x9E3779B9) ^ (low & MASK))
    return mix((x + (high & MASK) + ((counter * 0x6A09E667) & MASK)) & MASK)


def below(low: int, high: int, counter: int, n: int) -> tuple[int, int]:
    """A uniform number from 0 to n-1 (n at least 1) and the counter after it.

    Words that would favour small results are passed over (rejection), so the result is exactly uniform over the
    generator's words.
    """
    limit = 0x100000000 - 0x100000000 % n
    while True:
        x = word(low, high, counter)
        counter = (counter + 1) & MASK
        if x < limit:
            return x % n, counter


def play_seed(low: int, high: int) -> tuple[int, int]:
    """The seed of the moves in a random playout of the game with this seed.

    Playouts draw moves, each equally likely, by a generator of their own that is no part of the state: `below` with
    this seed and a counter from 0, once for every decision with more than one move. The two words come from the end of
    the game's generator, which no game reaches. So every executor plays the same playout of a seed.
    """
    return signed(word(low, high, MASK)), signed(word(low, high, MASK - 1))


def absorb(low: int, high: int, value: int) -> tuple[int, int]:
    """A running 64-bit digest (two signed words) after taking in one more 32-bit value."""
    a = mix((low & MASK) ^ (value & MASK) ^ 0x3C6EF372)
    b = mix(((high & MASK) * 5 + a + 0x510E527F) & MASK)
    return signed(a), signed(b)
