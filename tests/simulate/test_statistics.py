"""Formulas against values that are known from elsewhere."""

from collections import Counter

import pytest

from rulelang.simulate.statistics import games_needed, least_sure, quantile, spread, wilson


@pytest.mark.parametrize(("count", "n", "low", "high"), [
    # Newcombe 1998, Statistics in Medicine 17, table I, method 3
    (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718),
    (29, 29, 0.8830, 1.0),
])
def test_wilson_intervals_are_those_of_the_literature(count, n, low, high):
    found = wilson(count, n)
    assert found.share == count / n
    assert found.low == pytest.approx(low, abs=0.00006)
    assert found.high == pytest.approx(high, abs=0.00006)


def test_of_nothing_nothing_is_known():
    found = wilson(0, 0)
    assert (found.low, found.high, found.n) == (0.0, 1.0, 0)


def test_an_interval_mirrors_that_of_the_rest():
    part, rest = wilson(13, 40), wilson(27, 40)
    assert part.low == pytest.approx(1 - rest.high)


def test_quantiles_are_numbers_that_came_up():
    counts = Counter([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    assert [quantile(counts, q) for q in (0, 5, 10, 11, 50, 51, 95, 100)] == [1, 1, 1, 2, 5, 6, 10, 10]
    assert quantile(Counter({7: 99, 1000: 1}), 95) == 7
    with pytest.raises(ValueError, match="no numbers"):
        quantile(Counter(), 50)


def test_numbers_are_summed_up():
    found = spread(Counter([2, 4, 4, 4, 5, 5, 7, 9]))
    assert (found.n, found.mean, found.least, found.most) == (8, 5.0, 2, 9)
    assert found.sd == pytest.approx((32 / 7) ** 0.5)
    assert found.quantiles == (2, 4, 4, 5, 9)
    assert spread(Counter()) is None
    assert spread(Counter([3])).sd == 0


def test_sums_of_large_numbers_are_exact():
    big = 2**31 - 1
    assert spread(Counter({big: 10**6, big - 1: 10**6})).sd == pytest.approx(0.5, abs=1e-6)


def test_games_needed_for_two_points():
    assert games_needed(0.5, 0.02) == 2401
    assert games_needed(0.25, 0.02) == 1801


@pytest.mark.parametrize(("wins", "games", "needed"), [
    (1, 1, 2401),           # one game excludes nothing
    (400, 400, 91),         # 99.05 % is the least that is not excluded
    (200, 400, 2401), (120, 400, 2176),
])
def test_games_needed_follow_from_what_is_not_excluded(wins, games, needed):
    assert games_needed(least_sure(wilson(wins, games)), 0.02) == needed
