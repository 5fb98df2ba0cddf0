"""Pieces of text with a meaning in, lines of a page out: what every screen is made of.

A style names what a piece is, never a colour; a page reads the same without any style. Terminals and browsers map
styles to what they can show.
"""

from __future__ import annotations

from enum import StrEnum

from rulelang.play.cells import pad, width, wrap
from rulelang.records import dataclass


class Style(StrEnum):
    """What a piece of text is."""

    PLAIN = ""
    TITLE = "title"
    LABEL = "label"
    QUIET = "quiet"
    OWN = "own"
    DOWN = "down"
    KEY = "key"
    ALERT = "alert"


@dataclass(frozen=True, slots=True)
class Piece:
    """A clean text and what it is."""

    text: str
    style: Style = Style.PLAIN


Line = tuple[Piece, ...]


def text_of(line: Line) -> str:
    """The line as plain text, without spaces at its end."""
    return "".join(piece.text for piece in line).rstrip()


def line(text: str, style: Style = Style.PLAIN) -> Line:
    """A line of one piece."""
    return (Piece(text, style),)


def labelled(label: str, text: str, columns: int, label_width: int, style: Style = Style.PLAIN) -> list[Line]:
    """A label, and beside it a text that wraps in its own column."""
    parts = wrap(text, max(8, columns - label_width - 1))
    heads = [label, *[""] * (len(parts) - 1)]
    return [(Piece(pad(head, label_width) + " ", Style.LABEL), Piece(part, style))
            for head, part in zip(heads, parts, strict=True)]


def indented(text: str, columns: int, indent: int, style: Style = Style.PLAIN, first: str = "") -> list[Line]:
    """A paragraph behind an indent; `first` stands in the indent of its first line."""
    parts = wrap(text, max(8, columns - indent))
    heads = [pad(first, indent) if first else " " * indent, *[" " * indent] * (len(parts) - 1)]
    return [(Piece(head), Piece(part, style)) for head, part in zip(heads, parts, strict=True)]


def in_columns(cells: list[Line], columns: int, gap: int = 3) -> list[Line]:
    """Short lines side by side, read downwards, in as many columns as fit."""
    widest = max((sum(width(piece.text) for piece in cell) for cell in cells), default=0)
    across = max(1, (columns + gap) // (widest + gap))
    height = -(-len(cells) // across)
    return [_row([cells[k] for k in range(top, len(cells), height)], widest + gap) for top in range(height)]


def _row(cells: list[Line], step: int) -> Line:
    pieces: list[Piece] = []
    for cell in cells:
        used = sum(width(piece.text) for piece in cell)
        pieces += [*cell, Piece(" " * (step - used))]
    return tuple(pieces)
