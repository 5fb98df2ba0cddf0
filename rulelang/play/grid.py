"""Rows of cards in, lines with position k of every row in one column out."""

from __future__ import annotations

from rulelang.play.cells import pad, width, wrap
from rulelang.play.lines import Line, Piece, Style
from rulelang.records import dataclass

GAP = 2
NARROW_CELL = 6


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled row of cards; `own` rows belong to the one who looks."""

    label: str
    cells: tuple[Piece, ...]
    own: bool = False


def draw_rows(rows: list[Row], columns: int, label_width: int) -> list[Line]:
    """Rows one above the other under numbered positions; cut into bands if they are wider than the page."""
    positions = max((len(row.cells) for row in rows), default=0)
    if positions == 0:
        return [_labelled(row, "empty", label_width) for row in rows]
    room = max(NARROW_CELL, columns - label_width - 1)
    cell = _cell_width(rows, positions, room)
    across = max(1, (room + GAP) // (cell + GAP))
    bands = -(-positions // across)
    across = -(-positions // bands)
    lines: list[Line] = []
    for start in range(0, positions, across):
        lines += _band(rows, range(start, min(start + across, positions)), cell, label_width)
    return lines


def _cell_width(rows: list[Row], positions: int, room: int) -> int:
    """The width of every cell: the whole names if they all fit side by side, else names on several lines."""
    texts = [piece.text for row in rows for piece in row.cells]
    whole = max(width(text) for text in texts)
    if positions * (whole + GAP) - GAP <= room:
        return max(whole, NARROW_CELL)
    word = max(width(part) for text in texts for part in text.split(" "))
    fair = (room + GAP) // positions - GAP
    return min(room, max(word, NARROW_CELL, min(fair, whole)))


def _band(rows: list[Row], places: range, cell: int, label_width: int) -> list[Line]:
    numbers = "".join(pad(str(k + 1), cell + GAP) for k in places)
    lines: list[Line] = [(Piece(" " * (label_width + 1)), Piece(numbers, Style.QUIET))]
    for row in rows:
        if not row.cells and places.start == 0:
            lines.append(_labelled(row, "empty", label_width))
        elif len(row.cells) > places.start:
            lines += _row_lines(row, places, cell, label_width)
    return lines


def _row_lines(row: Row, places: range, cell: int, label_width: int) -> list[Line]:
    shown = [row.cells[k] for k in places if k < len(row.cells)]
    wrapped = [wrap(piece.text, cell) for piece in shown]
    lines: list[Line] = []
    for depth in range(max(len(parts) for parts in wrapped)):
        pieces = [_label(row, row.label if depth == 0 else "", label_width)]
        for piece, parts in zip(shown, wrapped, strict=True):
            part = parts[depth] if depth < len(parts) else ""
            pieces.append(Piece(pad(part, cell + GAP), piece.style))
        lines.append(tuple(pieces))
    return lines


def _labelled(row: Row, text: str, label_width: int) -> Line:
    return (_label(row, row.label, label_width), Piece(text, Style.QUIET))


def _label(row: Row, text: str, label_width: int) -> Piece:
    return Piece(pad(text, label_width) + " ", Style.OWN if row.own else Style.LABEL)
