"""Counts in, shares with intervals, means and quantiles out: the few formulas that reports of games need."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, sqrt

from rulelang.records import dataclass

Z95 = 1.959963984540054         # of the standard normal distribution 95 % lie within so many deviations


@dataclass(frozen=True, slots=True)
class Share:
    """A share of n things, and the 95 % interval for the share in the long run."""

    share: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class Spread:
    """Numbers summed up. `quantiles` are the least numbers that 5, 25, 50, 75 and 95 % do not exceed."""

    n: int
    mean: float
    sd: float
    least: int
    most: int
    quantiles: tuple[int, int, int, int, int]


QUANTILES = (5, 25, 50, 75, 95)


def wilson(count: float, n: int, z: float = Z95) -> Share:
    """The share `count` of n with Wilson's score interval (Wilson 1927); 0 to 1 if n is 0.

    A `count` with fractions, as shared wins give, has an interval that is rather too wide than too narrow.
    """
    if n < 1:
        return Share(0.0, 0.0, 1.0, 0)
    p, z2 = count / n, z * z
    centre, width = p + z2 / (2 * n), z * sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return Share(p, max(0.0, (centre - width) / (1 + z2 / n)), min(1.0, (centre + width) / (1 + z2 / n)), n)


def least_sure(found: Share) -> float:
    """Of the shares in an interval the one that takes the most games to tell: that nearest to a half."""
    return min(max(found.low, 0.5), found.high)


def games_needed(share: float, difference: float, z: float = Z95) -> int:
    """How many games it takes until a share is known to within `difference`, more or less."""
    return ceil(share * (1 - share) * (z / difference) ** 2)


def quantile(counts: Mapping[int, int], percent: int) -> int:
    """The least number that at least so many percent of the numbers do not exceed. Raises ValueError for no numbers.

    `counts` says how often each number came up.
    """
    wanted, so_far = Fraction(sum(counts.values()) * percent, 100), 0
    for number in sorted(counts):
        so_far += counts[number]
        if so_far >= wanted and so_far:
            return number
    raise ValueError("no numbers")


def spread(counts: Mapping[int, int]) -> Spread | None:
    """Mean, standard deviation (of a sample) and quantiles of numbers by how often each came up; None for none.

    Sums are exact, so the order in which the numbers came does not matter.
    """
    n = sum(counts.values())
    if not n:
        return None
    total = sum(x * k for x, k in counts.items())
    squares = sum(x * x * k for x, k in counts.items())
    variance = Fraction(n * squares - total * total, n * (n - 1)) if n > 1 else Fraction(0)
    a, b, c, d, e = (quantile(counts, percent) for percent in QUANTILES)
    return Spread(n, total / n, sqrt(variance), min(counts), max(counts), (a, b, c, d, e))
