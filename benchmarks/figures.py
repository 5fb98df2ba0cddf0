"""Measured ratios in, verdicts out: medians, ranges, whether a gate is passed, whether two samples agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from statistics import median

# Means that lie further apart than so many standard errors of their difference are not those of one game.
MOST_ERRORS = 4.0


@dataclass(frozen=True, slots=True)
class Gate:
    """What is asked for: a value of at least `bound`, or at most if `at_most`; `unit` follows the value in print."""

    name: str
    bound: float
    unit: str = "x"
    at_most: bool = False

    def verdict(self, value: float) -> str:
        """`pass` or `miss`."""
        return "pass" if (value <= self.bound if self.at_most else value >= self.bound) else "miss"

    @property
    def asked(self) -> str:
        """The bound in print."""
        return f"{'<=' if self.at_most else '>='} {shown(self.bound)}{self.unit}"


@dataclass(frozen=True, slots=True)
class Line:
    """One gate as it was measured: a value for each round; or why it was `skipped`, or how the peers `differ`."""

    gate: Gate
    values: tuple[float, ...] = ()
    skipped: str = ""
    differs: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """`pass`, `miss`, `differs` (the two sides do not play the same game) or `skipped: why`."""
        if self.skipped:
            return f"skipped: {self.skipped}"
        return "differs" if self.differs else self.gate.verdict(self.median)

    @property
    def median(self) -> float:
        """The median of all rounds."""
        return median(self.values)

    @property
    def range(self) -> tuple[float, float]:
        """The smallest and the largest value."""
        return min(self.values), max(self.values)


def shown(value: float) -> str:
    """A number with three digits that count."""
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


@dataclass(frozen=True, slots=True)
class Sample:
    """A quantity over games: how many games, the sum, the sum of squares."""

    games: int
    total: float
    squares: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Sample:
        """The sample of these values."""
        known: Sequence[float] = list(values)
        return cls(len(known), sum(known), sum(x * x for x in known))

    @property
    def mean(self) -> float:
        """The mean over games."""
        return self.total / self.games

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        spread = max(0.0, self.squares / self.games - self.mean ** 2)
        return sqrt(spread / self.games)


def errors_apart(a: Sample, b: Sample) -> float:
    """How many standard errors of their difference two means lie apart."""
    gap, error = abs(a.mean - b.mean), sqrt(a.error ** 2 + b.error ** 2)
    return 0.0 if gap == 0 else gap / error if error else inf


def differences(ours: Mapping[str, Sample], theirs: Mapping[str, Sample]) -> str:
    """The quantities whose means cannot be those of one game, as text; "" if all agree."""
    found = [f"{name} {ours[name].mean:.3f} against {theirs[name].mean:.3f}" for name in ours
             if errors_apart(ours[name], theirs[name]) > MOST_ERRORS]
    return "; ".join(found)


def agreement(ours: Mapping[str, Sample], theirs: Mapping[str, Sample]) -> dict[str, str]:
    """Both means of each quantity, as facts of a line."""
    return {name: f"{ours[name].mean:.3f} | {theirs[name].mean:.3f} ({errors_apart(ours[name], theirs[name]):.1f} se)"
            for name in ours}
