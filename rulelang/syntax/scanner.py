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
    (?P<word>[^\W\d][\w\u0300-\u036f]*)
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
    result = Scan([], [], set())
    text = source.text
    fresh = True
    position = 1 if text.startswith("\ufeff") else 0
    while (match := _PATTERN.match(text, position)) is not None:
        group, start, position = match.lastgroup, match.start(), match.end()
        if group == "space":
            continue
        if group == "end":
            result.tokens.append(Token("\n", "", start, position))
            fresh = True
            continue
        if fresh and text[start] == ">":
            position = _add_doc(text, start, result.tokens)
        elif group == "comment":
            _add_comment(Span(source, start, position), fresh, result.comments)
            continue
        else:
            _add_token(str(group), Span(source, start, position), match.group(), result, found)
        fresh = False
    return result


def _add_token(group: str, span: Span, written: str, result: Scan, found: Diagnostics) -> None:
    """Add a word or sign; one that is not of the language is reported and marked."""
    fine = True
    if group == "word":
        kind = written if written in _RESERVED else "NAME"
        fine = kind != "NAME" or check_name(span, found)
    elif group == "sign":
        kind = written
    elif group == "number":
        kind, fine = "INT", check_number(span, found)
    elif group == "quoted":
        kind, fine = "STRING", check_quoted(span, found)
    else:
        kind, fine = "?!", False
        signs.report(group, span, found)
    result.tokens.append(Token(kind, written, span.start, span.end))
    if not fine:
        result.faulty.add(span.start)


def _add_comment(span: Span, own_line: bool, comments: list[Comment]) -> None:
    """Add a comment without the spaces behind it."""
    written = span.text.rstrip()
    comments.append(Comment(Span(span.source, span.start, span.start + len(written)), written, own_line))


def _add_doc(text: str, start: int, tokens: list[Token]) -> int:
    """Add a whole line of rule text and give the place behind it."""
    end = text.find("\n", start)
    line = text[start:] if end < 0 else text[start:end]
    stop = start + len(line.rstrip("\r"))
    tokens.append(Token("DOC", text[start:stop], start, stop))
    return stop
