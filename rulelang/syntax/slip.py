"""A misfit of the parser in, what surrounds it out: the words in front, the line, what could stand there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from rulelang.diagnostics import Diagnostic, Label
from rulelang.records import dataclass
from rulelang.source import Source, Span
from rulelang.syntax.lalr import Misfit, accepted
from rulelang.syntax.scanner import Token
from rulelang.syntax.tables import END, Tables

MARKS = frozenset(("_NL", "_INDENT", "_DEDENT"))


def line_around(tokens: Sequence[Token], index: int) -> tuple[int, int]:
    """Where the line of a token begins and ends among all tokens; behind the last one, the last line."""
    start = end = min(index, len(tokens) - 1)
    while start > 0 and tokens[start - 1].kind not in MARKS:
        start -= 1
    while end < len(tokens) and tokens[end].kind not in MARKS:
        end += 1
    return start, end


@dataclass(frozen=True)
class Slip:
    """A misfit with what surrounds it."""

    misfit: Misfit
    tables: Tables
    source: Source

    @cached_property
    def may(self) -> set[str]:
        """Kinds of tokens that could stand here."""
        return accepted(self.tables, self.misfit.stack)

    @property
    def token(self) -> Token:
        """What does not fit."""
        return self.misfit.token

    @property
    def kind(self) -> str:
        """The kind of what does not fit."""
        return self.misfit.token.kind

    @cached_property
    def before(self) -> Token | None:
        """The word or sign in front, on this line or the one above."""
        for token in reversed(self.misfit.tokens[: self.misfit.index]):
            if token.kind not in MARKS:
                return token
        return None

    @cached_property
    def line(self) -> list[Token]:
        """The words and signs of this line, up to its end."""
        start, end = line_around(self.misfit.tokens, self.misfit.index)
        return list(self.misfit.tokens[start:end])

    @property
    def starts_line(self) -> bool:
        """Whether nothing stands in front on this line."""
        index = self.misfit.index
        return index == 0 or self.misfit.tokens[index - 1].kind in MARKS

    @property
    def ends_line(self) -> bool:
        """Whether it is the end of the line that does not fit."""
        return self.kind in ("_NL", END)

    @cached_property
    def words(self) -> list[str]:
        """The words in front on this line."""
        return [t.kind for t in self.line if t.start < self.token.start]

    @cached_property
    def declaration(self) -> str:
        """The word that begins the declaration; what stands behind `replace` or `change`."""
        words = [t.kind for t in self.misfit.tokens[:8] if t.kind not in MARKS and t.kind != "DOC"]
        if words and words[0] in ("replace", "change") and len(words) > 1:
            return words[1]
        return words[0] if words else ""

    def say(self, code: str, title: str, label: str = "", *, at: Token | None = None, allowed: str = "", hint: str = "",
            others: tuple[Label, ...] = ()) -> Diagnostic:
        """A finding at this place or at another token."""
        return Diagnostic(code, title, self.span(at or self.place), label, others=others, allowed=allowed, hint=hint)

    @property
    def place(self) -> Token:
        """The token to point at: for the end of a line, the place behind its last word."""
        if self.kind in MARKS or self.kind == END:
            end = self.before.end if self.before else 0
            return Token(self.kind, "", end, end)
        return self.token

    def span(self, token: Token) -> Span:
        """Where a token stands."""
        return Span(self.source, token.start, token.end)
