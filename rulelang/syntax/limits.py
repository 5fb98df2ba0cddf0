"""Text and tokens in, findings about their sizes out, before any tree is built.

Everything behind this module may recurse over a tree: nothing deeper than these limits gets there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source, Span

if TYPE_CHECKING:
    from rulelang.syntax.scanner import Token

MAX_TEXT = 1_000_000
"""Bytes of a rules file (as UTF-8)."""
MAX_NESTING = 64
"""Brackets or blocks inside each other."""
MAX_DEPTH = 100
"""Signs and brackets that make one expression deeper."""
MAX_NAME = 64
"""Letters of a name."""
MAX_NUMBER = 2**31 - 1
"""Largest number that can be written."""

MOST_SHOWN = 5
"""Forbidden characters that are reported: a file full of them needs no longer list."""

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
                        "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\r(?!\n)|(?<!^)\ufeff", re.ASCII)
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_TAB = re.compile(r"^ *\t", re.MULTILINE)


def check_text(source: Source, found: Diagnostics) -> bool:
    """Report a text that is too long or holds characters that cannot be seen; whether it may be read on."""
    text = source.text
    if len(text) > MAX_TEXT or (not text.isascii() and len(text.encode("utf-8", "surrogatepass")) > MAX_TEXT):
        found.error("RL001", "This file is larger than 1 MB", Span(source, 0, 0), "the file begins here",
                    allowed="A rules file has at most 1,000,000 bytes.",
                    hint="Put long lists of cards into a table file.")
        return False
    fine = True
    for match in islice(_FORBIDDEN.finditer(text), MOST_SHOWN):
        _forbidden(match, source, found)
        fine = False
    tab = _TAB.search(text)
    if tab is not None:
        found.error("RL004", "This line is indented with a tab", Span(source, tab.end() - 1, tab.end()), "a tab",
                    allowed="Lines are indented with spaces, by convention four.", hint="Replace all tabs by spaces.")
    return fine


def _forbidden(match: re.Match[str], source: Source, found: Diagnostics) -> None:
    char = match.group()
    span = Span(source, match.start(), match.start() + 1)
    if char in _BIDI:
        found.error("RL003", f"A character that turns the direction of writing (U+{ord(char):04X}) stands here", span,
                    "it cannot be seen", allowed="Such characters make a text look different from what it says.",
                    hint="Delete it.")
    else:
        found.error("RL002", f"A control character (U+{ord(char):04X}) stands here", span, "it cannot be seen",
                    allowed="Only spaces and ends of lines may stand between the words.", hint="Delete it.")


def check_name(span: Span, found: Diagnostics) -> bool:
    """Report a name that is too long or not written in plain letters."""
    name = span.text
    if len(name) > MAX_NAME:
        found.error("RL006", f"This name has {len(name)} letters", span, "a name",
                    allowed=f"A name has at most {MAX_NAME} letters.", hint="Shorten it.")
        return False
    if name.isascii():
        return True
    at, char = next((i, c) for i, c in enumerate(name) if not c.isascii())
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    found.error("RL007", f"Names are written in the letters a to z; this one holds {_describe(char)}",
                Span(span.source, span.start + at, span.start + at + 1), "not one of the letters a to z",
                allowed='Other letters may stand in "quotations" and in comments.',
                hint=f"Write `{plain}`." if len(plain) == len(name) else "")
    return False


def _describe(char: str) -> str:
    return f"U+{ord(char):04X} ({unicodedata.name(char, 'unnamed').capitalize()})"


def check_number(span: Span, found: Diagnostics) -> bool:
    """Report a number beyond 32 bits. Long digits are never converted."""
    digits = span.text.lstrip("0")
    if len(digits) < 10 or (len(digits) == 10 and int(digits) <= MAX_NUMBER):
        return True
    shown = span.text if len(span.text) <= 24 else f"{span.text[:12]}...{span.text[-4:]}"
    found.error("RL005", f"{shown} is too large", span, "a number",
                allowed="Numbers reach from -2,147,483,647 to 2,147,483,647.")
    return False


def check_quoted(span: Span, found: Diagnostics) -> bool:
    """Report a quotation whose letters are written in an unusual way: two that look alike must be alike."""
    written = span.text
    if written.isascii() or unicodedata.is_normalized("NFC", written):
        return True
    plain = unicodedata.normalize("NFC", written)
    at = next((i for i, (a, b) in enumerate(zip(written, plain, strict=False)) if a != b), len(plain) - 1)
    found.error("RL008", "This quotation holds a letter whose accent is a character of its own",
                Span(span.source, span.start + at, min(span.start + at + 2, span.end)), "two characters for one letter",
                allowed="Letters with accents are one character, so that equal looking names are equal.",
                hint=f"Write {plain} anew.")
    return False


# ---------------------------------------------------------------- depth of expressions

_TIGHT = frozenset(("+", "-", "*", "/", "not", ".", "'s", "is", "has", "can", "knows", "<", "<=", ">", ">=", "at",
                    "of", "[", "("))
_LOOSE = frozenset(("if", "else"))
_RESET = frozenset((",", "and", "or", "for", "where", "by", "in"))


def check_depth(line: Sequence[Token], source: Source, found: Diagnostics) -> bool:
    """Report an expression that would make a deep tree: counted on the words of one line, nothing is built."""
    levels = [[0, 0]]
    depth = 0
    for token in line:
        kind = token.kind
        if kind in _TIGHT:
            levels[-1][0] += 1
            depth += 1
        elif kind in _LOOSE or kind in _RESET:
            depth -= levels[-1][0]
            levels[-1][0] = 0
            if kind in _LOOSE:
                levels[-1][1] += 1
                depth += 1
            elif kind == ",":
                depth -= levels[-1][1]
                levels[-1][1] = 0
        elif kind in (")", "]"):
            if len(levels) > 1:
                depth -= sum(levels.pop())
            continue
        if kind in ("(", "["):
            levels.append([0, 0])
        if depth > MAX_DEPTH:
            found.error("RL010", "This expression is too long", Span(source, token.start, token.end),
                        "too much up to here",
                        allowed=f"At most {MAX_DEPTH} signs, words and brackets may build on each other in one.",
                        hint="Name a part of it with `define` or `let`.")
            return False
    return True
