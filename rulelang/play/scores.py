"""The scores of a view in, a table out: per score line what it is worth now and what was recorded so far."""

from __future__ import annotations

from rulelang.engine.seen import SeenLine, View
from rulelang.play.cells import clean, cut, pad, words
from rulelang.play.lines import Line, Piece, Style, indented
from rulelang.play.people import seat_name, seats_in_order
from rulelang.records import dataclass

NOW_WIDTH = 5
SMALLEST_LABEL = 12
TOGETHER = "together"
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The lines of one score: labels in order, the variable it adds to, entries by label and seat."""

    score: str
    into: str
    labels: tuple[str, ...]
    entries: dict[tuple[str, int], SeenLine]


def draw_scores(view: View, columns: int) -> list[Line]:
    """All scores as tables with a column per player; where it gets too wide, a paragraph per player."""
    lines: list[Line] = []
    for sheet in _sheets(view):
        lines += _table(view, sheet, columns) if _fits(view, sheet, columns) else brief_scores(view, columns)
    return lines


def brief_scores(view: View, columns: int) -> list[Line]:
    """One paragraph per player: totals, then the lines that count now."""
    lines: list[Line] = []
    for sheet in _sheets(view):
        for seat in seats_in_order(view):
            lines += indented(_sentence(view, sheet, seat), columns, 2, first="")
    return lines


def total_of(view: View, name: str, seat: int) -> int | None:
    """What a seat's variable of this name holds, if it is a number that is seen."""
    found = (value.number for value in view.values if value.name == name and value.owner == seat)
    return next(found, None)


def _sheets(view: View) -> list[_Sheet]:
    sheets: list[_Sheet] = []
    for score in dict.fromkeys(entry.score for entry in view.scores):
        entries = [entry for entry in view.scores if entry.score == score]
        into = next((entry.into for entry in entries if entry.into), "")
        labels = tuple(dict.fromkeys(entry.label for entry in entries))
        sheets.append(_Sheet(score, into, labels, {(entry.label, entry.seat): entry for entry in entries}))
    return sheets


def _now(sheet: _Sheet, seat: int) -> int | None:
    """What a seat's score is worth now; None where the one who looks cannot work it out."""
    worth = [entry.now for (_, owner), entry in sheet.entries.items() if owner == seat]
    return sum(worth) if worth else None


def _total(view: View, sheet: _Sheet, seat: int) -> int:
    stored = total_of(view, sheet.into, seat)
    if stored is not None:
        return stored
    return sum(entry.recorded or 0 for (_, owner), entry in sheet.entries.items() if owner == seat)


def _sentence(view: View, sheet: _Sheet, seat: int) -> str:
    parts = [f"{clean(label)} {entry.now}" for label in sheet.labels
             if (entry := sheet.entries.get((label, seat))) and entry.now]
    worth = _now(sheet, seat)
    now = f"{words(sheet.score)} {UNKNOWN if worth is None else worth}" + (f" ({', '.join(parts)})" if parts else "")
    so_far = f"{words(sheet.into)} {_total(view, sheet, seat)}, " if sheet.into else ""
    return f"{seat_name(view, seat)}: {so_far}{now}"


# ---------------------------------------------------------------- as a table


def _column(view: View, sheet: _Sheet) -> int:
    """Columns of one player: the numbers beneath the names, no name cut below eight letters."""
    names = max(len(seat_name(view, seat)) for seat in seats_in_order(view))
    numbers = NOW_WIDTH + (max(len(sheet.into), 4) + 2 if sheet.into else 0)
    return max(numbers, min(names, 10)) + 2


def _label_width(sheet: _Sheet) -> int:
    return 2 + max(len(label) for label in (*sheet.labels, sheet.score, TOGETHER))


def _fits(view: View, sheet: _Sheet, columns: int) -> bool:
    return columns - _column(view, sheet) * view.players >= min(SMALLEST_LABEL + 8, _label_width(sheet))


def _table(view: View, sheet: _Sheet, columns: int) -> list[Line]:
    each = _column(view, sheet)
    room = min(_label_width(sheet), columns - each * view.players)
    seats = seats_in_order(view)
    lines: list[Line] = [(Piece(pad(words(sheet.score), room), Style.LABEL),
                          *(_heading(view, seat, each) for seat in seats))]
    if sheet.into:
        head = pad("now", each - len(words(sheet.into)) - 2, right=True) + "  " + words(sheet.into)
        lines.append((Piece(" " * room), *(Piece(pad(head, each, right=True), Style.QUIET) for _ in seats)))
    for label in sheet.labels:
        cells = (_entry(sheet, sheet.entries.get((label, seat)), each) for seat in seats)
        lines.append((Piece(pad(cut("  " + clean(label), room), room)), *cells))
    if len(sheet.labels) == 1 and not sheet.into:
        return lines
    sums = (Piece(_pair(sheet, _now(sheet, seat), _total(view, sheet, seat), each)) for seat in seats)
    lines.append((Piece(pad(f"  {TOGETHER}", room)), *sums))
    return lines


def _heading(view: View, seat: int, each: int) -> Piece:
    style = Style.OWN if seat == view.seat else Style.LABEL
    return Piece("  " + pad(seat_name(view, seat), each - 2, right=True), style)


def _entry(sheet: _Sheet, entry: SeenLine | None, each: int) -> Piece:
    if entry is None:
        return Piece(_pair(sheet, None, None, each))
    return Piece(_pair(sheet, entry.now, entry.recorded, each))


def _pair(sheet: _Sheet, now: int | None, so_far: int | None, each: int) -> str:
    """A number, `?` if it is not known, and behind it the recorded one in the column of the variable."""
    shown = UNKNOWN if now is None else str(now)
    if not sheet.into:
        return pad(shown, each, right=True)
    second = max(len(words(sheet.into)), 4) + 2
    recorded = "" if so_far is None else str(so_far)
    return pad(shown, each - second, right=True) + pad(recorded, second, right=True)
