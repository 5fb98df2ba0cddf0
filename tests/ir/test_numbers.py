"""Arithmetic and the generator: the numbers that every executor must agree on."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.ir import numbers as n

ANY = st.integers(n.NONE, n.HIGHEST)


@pytest.mark.parametrize(("a", "b", "down", "up", "rest"), [
    (7, 2, 3, 4, 1), (-7, 2, -4, -3, 1), (7, -2, -4, -3, -1), (-7, -2, 3, 4, -1), (6, 3, 2, 2, 0), (5, 0, 0, 0, 0),
    (n.LOWEST, -1, n.HIGHEST, n.HIGHEST, 0), (0, 5, 0, 0, 0),
])
def test_division_is_rounded_as_written(a, b, down, up, rest):
    assert (n.divide_down(a, b), n.divide_up(a, b), n.modulo(a, b)) == (down, up, rest)


@given(ANY, ANY)
def test_what_is_divided_is_quotient_times_divisor_plus_rest(a, b):
    if b and n.LOWEST <= a // b <= n.HIGHEST:
        assert n.divide_down(a, b) * b + n.modulo(a, b) == a


def test_numbers_stop_at_the_ends():
    assert n.saturate(n.HIGHEST + 1) == n.HIGHEST
    assert n.saturate(n.NONE) == n.LOWEST


def test_the_first_words_of_the_generator():
    """Written down once: a change would make every saved game and log another game."""
    assert [n.word(0, 0, i) for i in range(4)] == [2856213345, 1817414107, 49140289, 965844201]
    assert [n.word(7, 1, i) for i in range(3)] == [1399298618, 2648105679, 3991984239]
    assert n.word(-1, -1, n.MASK) == 2339710323


@given(st.integers(1, 2**32 - 1), st.integers(0, n.MASK), ANY)
def test_draws_are_in_range_and_use_words_in_order(size, counter, seed):
    found, after = n.below(seed, 0, counter, size)
    assert 0 <= found < size
    assert (after - counter) & n.MASK >= 1


@pytest.mark.parametrize("size", [2, 3, 6, 52])
def test_draws_are_spread_evenly(size):
    counts, counter = Counter(), 0
    for _ in range(400 * size):
        found, counter = n.below(12345, 678, counter, size)
        counts[found] += 1
    chi_squared = sum((counts[x] - 400) ** 2 / 400 for x in range(size))
    assert chi_squared < size - 1 + 5 * (2 * size) ** 0.5


@given(ANY, ANY, ANY)
def test_a_digest_is_two_signed_words_and_depends_on_the_value(low, high, value):
    after = n.absorb(low, high, value)
    assert all(n.NONE <= word <= n.HIGHEST for word in after)
    assert after != n.absorb(low, high, n.signed(value + 1))
