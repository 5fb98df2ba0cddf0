"""What stages have to say in, ordered findings out: `Diagnostic`, `Diagnostics`, `RulesError`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from enum import StrEnum

from rulelang.records import dataclass
from rulelang.source import Span


class Severity(StrEnum):
    """How bad a finding is. Errors stop a game from being played; warnings do not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Label:
    """A further place that matters, perhaps in another file, and what to say under it."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `title` stands alone in the one-line form and says no compiler words."""

    code: str
    title: str
    span: Span
    label: str = ""
    severity: Severity = Severity.ERROR
    others: tuple[Label, ...] = ()
    allowed: str = ""
    hint: str = ""

    @property
    def order(self) -> tuple[str, int, int, str]:
        """Sort key: file, position, code."""
        return (self.span.source.name, self.span.start, self.span.end, self.code)


@dataclass(slots=True)
class Diagnostics:
    """A bag that stages add to. Nothing is reported twice at one place."""

    found: list[Diagnostic] = field(default_factory=list)
    _places: set[tuple[str, Span]] = field(default_factory=set, repr=False, compare=False)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a finding, unless the same code was already given for the same span."""
        place = (diagnostic.code, diagnostic.span)
        if place not in self._places:
            self._places.add(place)
            self.found.append(diagnostic)

    def error(self, code: str, title: str, span: Span, label: str = "", *, others: Iterable[Label] = (),
              allowed: str = "", hint: str = "") -> None:
        """Add an error."""
        self.add(Diagnostic(code, title, span, label, Severity.ERROR, tuple(others), allowed, hint))

    def warning(self, code: str, title: str, span: Span, label: str = "", *, others: Iterable[Label] = (),
                allowed: str = "", hint: str = "") -> None:
        """Add a warning."""
        self.add(Diagnostic(code, title, span, label, Severity.WARNING, tuple(others), allowed, hint))

    @property
    def has_errors(self) -> bool:
        """Whether any finding is an error."""
        return any(d.severity is Severity.ERROR for d in self.found)

    def sorted(self) -> list[Diagnostic]:
        """All findings in the order of their places."""
        return sorted(self.found, key=lambda d: d.order)


class RulesError(Exception):
    """A rules file cannot be used; carries the diagnostics, text is made when it is shown."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__("; ".join(f"{d.span.source.name}:{d.span.line}:{d.span.column}: {d.title}"
                                   for d in self.diagnostics[:3]))


def series(words: Iterable[str], last: str = "and") -> str:
    """Words as a sentence has them: `a`, `a and b`, `a, b and c`; empty for none."""
    *first, end = list(words) or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def numbers(low: int, high: int) -> str:
    """`2 to 4`; `3` for a single number."""
    return str(low) if low == high else f"{low} to {high}"


def suggestion(word: str, known: Iterable[str], quote: str = "`") -> str:
    """A hint with the known word closest to `word`, between two of `quote`; empty if none is close."""
    near = did_you_mean(word, known)
    return f"Did you mean {quote}{near}{quote}?" if near else ""


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """The known word closest to `word` by edit distance with transpositions, if close enough.

    Distance is the optimal string alignment variant of Damerau-Levenshtein; at most a third of
    the word may differ. Words longer than 64 letters get no suggestion, so cost stays bounded. The same words in
    another order (`farmer rye`, `rye farmer`) are as close as can be.
    """
    if not word or len(word) > 64:
        return None
    known = list(known)
    turned = [candidate for candidate in known if other_order(word, candidate)]
    if turned:
        return min(turned)
    limit = max(1, len(word) // 3)
    best: tuple[int, str] | None = None
    for candidate in known:
        if candidate == word or abs(len(candidate) - len(word)) > limit:
            continue
        distance = _distance(word.lower(), candidate.lower(), limit)
        if distance <= limit and (best is None or (distance, candidate) < best):
            best = (distance, candidate)
    return best[1] if best else None


def other_order(word: str, other: str) -> bool:
    """Whether two texts are the same words in another order."""
    return word != other and " " in word and sorted(word.lower().split()) == sorted(other.lower().split())


def _distance(a: str, b: str, limit: int) -> int:
    """Edit distance of two short words, or a number above `limit` as soon as that is certain."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row = row, [i]
        for j, y in enumerate(b, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
        before = above
    return row[-1]
