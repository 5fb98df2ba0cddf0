"""Any text in, harmless text of a known width on a terminal out: cleaning, measuring, cutting, wrapping."""

from __future__ import annotations

import unicodedata

NARROWEST = 40
WIDEST = 200
_MARKS_KEPT = 3


def clamp_width(columns: int) -> int:
    """A width that pages can be laid out for: 40 to 200 columns, whatever the terminal says."""
    return max(NARROWEST, min(WIDEST, columns))


def clean(text: str) -> str:
    """One line of text that cannot steer a terminal: no control, escape or direction characters, few marks in a row.

    Line ends and tabs become spaces, characters without a meaning become the replacement character.
    """
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= _MARKS_KEPT:
            kept.append(_harmless(char, category))
    return "".join(kept)


def _harmless(char: str, category: str) -> str:
    if category == "Cf":
        return ""
    if char in "\t\n\r\v\f\x85" or category in ("Zl", "Zp"):
        return " "
    return "\N{REPLACEMENT CHARACTER}" if category[0] == "C" else char


def width(text: str) -> int:
    """How many columns a clean text takes: wide letters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def cut(text: str, columns: int) -> str:
    """The text, shortened with an ellipsis if it is wider than `columns` (at least 1)."""
    if width(text) <= columns:
        return text
    return _head(text, columns - 1).rstrip() + "…"


def _head(text: str, columns: int) -> str:
    """As much of the start as fits into `columns`."""
    used = 0
    for index, char in enumerate(text):
        used += _columns(char)
        if used > columns:
            return text[:index]
    return text


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """The text cut or filled with spaces to exactly `columns`, on its left if `right` (for numbers)."""
    shown = cut(text, columns)
    gap = " " * (columns - width(shown))
    return gap + shown if right else shown + gap


def wrap(text: str, columns: int) -> list[str]:
    """The words of a text on lines of at most `columns`; a longer word is broken. Never empty."""
    lines: list[str] = []
    current = ""
    for word in text.split(" "):
        joined = f"{current} {word}" if current else word
        if width(joined) <= columns:
            current = joined
            continue
        if current:
            lines.append(current)
        *full, current = _broken(word, columns)
        lines.extend(full)
    return [*lines, current]


def _broken(word: str, columns: int) -> list[str]:
    """A word in pieces that fit; usually one."""
    pieces: list[str] = []
    while width(word) > columns:
        head = _head(word, columns) or word[0]
        pieces.append(head)
        word = word[len(head):]
    return [*pieces, word]


def words(name: str) -> str:
    """A name of the rules as people read it: `discard_pile` is "discard pile"."""
    return clean(name.replace("_", " "))


def counted(number: int, noun: str) -> str:
    """`1 card`, `4 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
