"""Text in, words and signs with their places out; whatever is no word of the language is reported here."""

from __future__ import annotations

import re
from typing import NamedTuple

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source, Span
from rulelang.syntax import signs
from rulelang.syntax.ast import Comment
from rulelang.syntax.limits import check_name, check_number, check_quoted
from rulelang.syntax.words import KEYWORDS, SOFT_WORDS


class Token(NamedTuple):
    """A word or sign. `kind` is NAME, INT, STRING, DOC, _NL, _INDENT, _DEDENT, or the word or sign itself."""

    kind: str
    text: str
    start: int
    end: int


class Scan(NamedTuple):
    """What a text consists of. A token of kind `\\n` ends every line; `faulty` holds starts of what was reported."""

    tokens: list[Token]
    comments: list[Comment]
    faulty: set[int]


_PATTERN = re.compile(r"""
    (?P<word>[^\W\d]\w*)
  | (?P<space>[ \t]+)
  | (?P<end>\r?\n)
  | (?P<wrong>==|!=|<>|&&|\|\||=>|:=|\*=|/=|\+\+|\*\*|\.\.\.)
  | (?P<sign>\.\.|->|\+=|-=|<=|>=|'s\b|[()\[\]:,.+\-*/<>=?])
  | (?P<badnumber>[0-9]+(?:\.[0-9]+|[^\W\d]\w*))
  | (?P<number>[0-9]+)
  | (?P<quoted>"[^"\n]*")
  | (?P<comment>\#[^\n]*)
  | (?P<open>"[^\n]*)
  | (?P<other>.)
""", re.VERBOSE | re.DOTALL)

_RESERVED = KEYWORDS | SOFT_WORDS


def scan(source: Source, found: Diagnostics) -> Scan:
    """Cut a text into tokens. Every character belongs to a token, a comment, a space or a finding."""
    text = source.text
    tokens: list[Token] = []
    comments: list[Comment] = []
    faulty: set[int] = set()
    fresh = True
    position = 1 if text.startswith("\ufeff") else 0
    scanner = _PATTERN.scanner(text, position)  # type: ignore[attr-defined]
    while (match := scanner.match()) is not None:
        group = match.lastgroup
        if group == "space":
            continue
        start, end = match.span()
        written = match.group()
        if group == "end":
            tokens.append(Token("\n", written, start, end))
            fresh = True
            continue
        if group == "comment":
            written = written.rstrip()
            comments.append(Comment(Span(source, start, start + len(written)), written, fresh))
            continue
        if fresh and written[0] == ">":
            scanner = _PATTERN.scanner(text, _add_doc(text, start, tokens))  # type: ignore[attr-defined]
            fresh = False
            continue
        fresh = False
        if group == "word":
            fine = written in _RESERVED or check_name(Span(source, start, end), found)
            kind = written if written in _RESERVED else "NAME"
        elif group == "sign":
            kind, fine = written, True
        elif group == "number":
            kind, fine = "INT", check_number(Span(source, start, end), found)
        elif group == "quoted":
            kind, fine = "STRING", check_quoted(Span(source, start, end), found)
        else:
            kind, fine = "?!", False
            signs.report(str(group), Span(source, start, end), found)
        tokens.append(Token(kind, written, start, end))
        if not fine:
            faulty.add(start)
    return Scan(tokens, comments, faulty)


def _add_doc(text: str, start: int, tokens: list[Token]) -> int:
    """Add a whole line of rule text and give the place behind it."""
    end = text.find("\n", start)
    line = text[start:] if end < 0 else text[start:end]
    stop = start + len(line.rstrip("\r"))
    tokens.append(Token("DOC", text[start:stop], start, stop))
    return stop
