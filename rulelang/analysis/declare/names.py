"""Declared names in, one name space out: every name means one thing, and none is a word of the language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING

from rulelang.analysis.model import GameModel, NodeMap
from rulelang.diagnostics import Diagnostics, Label, Severity, series
from rulelang.records import dataclass
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.words import CONSTANTS, FUNCTIONS, KEYWORDS, TYPE_WORDS, is_seat

if TYPE_CHECKING:
    from rulelang.analysis.card_tables.tables import Origin


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name is, in words (`a zone`), and where it was said."""

    what: str
    span: Span


@dataclass(slots=True)
class Declaring:
    """The model being filled, the findings, and every name declared so far.

    `origins` knows the rows that stand in card tables.
    """

    model: GameModel
    found: Diagnostics
    origins: NodeMap[Origin]
    names: dict[str, Meaning] = field(default_factory=dict)
    types: dict[str, Meaning] = field(default_factory=dict)
    singles: dict[str, Span] = field(default_factory=dict)
    doubtful: set[str] = field(default_factory=set)

    def declare(self, name: ast.Ident, declaring: Callable[[], None]) -> None:
        """Declare something; if anything about it is wrong, what is said of it is not to be relied on."""
        before = len(self.found.found)
        declaring()
        if any(finding.severity is Severity.ERROR for finding in self.found.found[before:]):
            self.doubtful.add(name.text)

    def is_lost(self, word: str) -> bool:
        """Whether something of this name was declared wrongly, so that what is said about it needs no finding."""
        return word in self.doubtful

    def claim(self, name: ast.Ident, what: str) -> bool:
        """Take a name of the one name space; False, with a finding, if it has a meaning already."""
        return self._reserved(name, CONSTANTS) and self._take(self.names, name, what)

    def claim_called(self, name: ast.Ident, what: str) -> bool:
        """Take the name of something that is called like a built-in function."""
        return self._reserved(name, CONSTANTS | FUNCTIONS) and self._take(self.names, name, what)

    def claim_type(self, name: ast.Ident, what: str) -> bool:
        """Take the name of a type; types live apart from all other names."""
        return self._reserved(name, TYPE_WORDS) and self._take(self.types, name, what)

    def once(self, what: str, span: Span) -> bool:
        """Note that something was said; False, with a finding, if it was said before."""
        before = self.singles.setdefault(what, span)
        if before is span:
            return True
        self.found.error(
            "RL211",
            f"{what} is said twice",
            span,
            "said again here",
            others=[Label(before, "first said here")],
            hint="Keep one of the two.",
        )
        return False

    def _take(self, space: dict[str, Meaning], name: ast.Ident, what: str) -> bool:
        here = Meaning(what, name.span)
        before = space.setdefault(name.text, here)
        if before is here:
            return True
        # Kinds are declared one after the other; the mistake is the one that comes later in the file.
        if before.span.source is here.span.source and before.span.start > here.span.start:
            before, here = here, before
        self.doubtful.add(name.text)
        self.found.error(
            "RL201",
            f"`{name.text}` is already {before.what} (line {before.span.line})",
            here.span,
            f"cannot be {here.what} too",
            others=[Label(before.span, f"{before.what} here")],
            allowed="Every name means one thing.",
            hint="Choose another name for one of the two.",
        )
        return False

    def _reserved(self, name: ast.Ident, words: frozenset[str]) -> bool:
        word = name.text
        if word in KEYWORDS or word in words:
            self.found.error("RL202", f"`{word}` is a word of the language; choose another name", name.span)
            return False
        if is_seat(word):
            self.found.error("RL202", f"`{word}` means a seat in examples; choose another name", name.span)
            return False
        return True


def listed(words: list[str], last: str = "and") -> str:
    """Words as a sentence has them: `a`, `b` and `c`."""
    return series([f"`{word}`" for word in words], last)
