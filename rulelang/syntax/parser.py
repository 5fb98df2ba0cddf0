"""Source in, syntax tree out: `parse`. Every top-level piece is read for itself, so every mistake is found."""

from __future__ import annotations

import keyword
from dataclasses import field
from typing import Any

from rulelang.diagnostics import Diagnostic, Diagnostics, Label
from rulelang.records import dataclass
from rulelang.source import Source, Span
from rulelang.syntax import ast, errors
from rulelang.syntax.build import Builder
from rulelang.syntax.lalr import Maker, Misfit, run
from rulelang.syntax.layout import pieces
from rulelang.syntax.limits import check_text
from rulelang.syntax.scanner import Token, scan
from rulelang.syntax.slip import line_around
from rulelang.syntax.tables import Tables, tables

_MOST_FINDINGS = 100
_MOST_TRIES = 12
"""Mistakes reported in one declaration; each costs reading it once more."""


def parse(source: Source, found: Diagnostics) -> ast.Rules | None:
    """The tree of a rules text; None if anything in it is reported as an error. Never raises for what a text says."""
    own = Diagnostics()
    rules = parse_parts(source, own)
    for finding in own.found:
        found.add(finding)
    return None if own.has_errors else rules


def parse_parts(source: Source, found: Diagnostics) -> ast.Rules | None:
    """The tree of what can be understood of a text, for tools that work on unfinished texts.

    None if the text has no first line `game "Name"` or `variant "Name" of "base"`. At most 100 findings are reported.
    """
    own = _Few()
    rules = _parse(source, own)
    for finding in own.found:
        found.add(finding)
    return rules


class _Few(Diagnostics):
    """Keeps the first findings only: a text that is nothing but mistakes takes no longer than another."""

    __slots__ = ()

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a finding while there are few."""
        if not self.full:
            Diagnostics.add(self, diagnostic)

    @property
    def full(self) -> bool:
        """Whether no more is kept."""
        return len(self.found) >= _MOST_FINDINGS


def _parse(source: Source, found: _Few) -> ast.Rules | None:
    if not check_text(source, found):
        return None
    known = tables()
    makers = _makers(known, Builder(source, found))
    scanned = scan(source, found)
    parts = _Parts(source, found)
    for piece in pieces(scanned, source, found):
        value = None if piece.broken or found.full else _read(piece.tokens, known, makers, source, found)
        if value is None:
            parts.broken(piece.tokens)
        else:
            parts.add(value)
    return parts.rules(tuple(scanned.comments))


def _read(tokens: list[Token], known: Tables, makers: list[Maker | None], source: Source, found: Diagnostics) -> Any:
    """The value of a piece; lines with mistakes are reported and left out. None if nothing can be made of the rest."""
    for _ in range(_MOST_TRIES):
        value = run(known, makers, tokens)
        if not isinstance(value, Misfit):
            return value
        found.add(errors.explain(value, known, source))
        rest = _without_line(tokens, value.index)
        if rest is None:
            return None
        tokens = rest
    return None


def _without_line(tokens: list[Token], index: int) -> list[Token] | None:
    """The tokens without the line of a mistake; None if other lines depend on it."""
    start, end = line_around(tokens, index)
    if start == end or end + 1 >= len(tokens) or not _inside_block(tokens[:start]):
        return None
    behind = tokens[end + 1].kind
    alone = tokens[start - 1].kind == "_INDENT" and behind == "_DEDENT"
    return None if alone or behind in ("_INDENT", "else", "or") else tokens[:start] + tokens[end + 1 :]


def _inside_block(tokens: list[Token]) -> bool:
    return sum((token.kind == "_INDENT") - (token.kind == "_DEDENT") for token in tokens) > 0


def _makers(known: Tables, builder: Builder) -> list[Maker | None]:
    """For each reduction the method that builds its value."""
    return [getattr(builder, rule.maker + "_" * keyword.iskeyword(rule.maker), None) if rule.maker else None
            for rule in known.reductions]


@dataclass(slots=True)
class _Parts:
    """Puts the pieces of a file together and watches over their order."""

    source: Source
    found: Diagnostics
    header: ast.Header | None = None
    language: Token | None = None
    items: list[ast.Item] = field(default_factory=list)
    begun: bool = False
    header_broken: bool = False

    def broken(self, tokens: list[Token]) -> None:
        """Note a piece that could not be read."""
        if not self.begun and any(token.kind in ("game", "variant") for token in tokens[:2]):
            self.header_broken = True
        self.begun = True

    def add(self, value: Any) -> None:
        """Take a piece."""
        if isinstance(value, ast.Item):
            self.items.append(value)
        elif isinstance(value, ast.Header):
            self._add_header(value)
        else:
            self._add_language(value)
        self.begun = True

    def _add_header(self, header: ast.Header) -> None:
        if self.header is not None:
            self.found.error("RL120", "A file holds one game", header.span, "a second one",
                             others=[Label(self.header.span, "the first")], hint="Put it into a file of its own.")
        elif self.begun:
            self.found.error("RL120", "This line must be the first of the file", header.span, "not the first")
            self.header = header
        else:
            self.header = header

    def _add_language(self, word: Token) -> None:
        span = Span(self.source, word.start, word.end)
        if self.language is not None or self.items:
            self.found.error("RL120", "The edition is written once, on the second line", span, "not the second line")
        self.language = word

    def rules(self, comments: tuple[ast.Comment, ...]) -> ast.Rules | None:
        """The whole file, or None without a first line."""
        if self.header is None:
            if not self.header_broken:
                self._no_header()
            return None
        language = int(self.language.text) if self.language else None
        everything = Span(self.source, 0, len(self.source.text))
        return ast.Rules(everything, self.header, language, tuple(self.items), comments)

    def _no_header(self) -> None:
        end = self.items[0].span.start if self.items else 0
        self.found.error("RL119", "This file does not say what game it is", Span(self.source, end, end),
                         "the file begins here",
                         allowed='The first line is `game "Name"` or `variant "Name" of "base"`.',
                         hint='Write `game "My game"` above everything else.')
