"""Text of a CSV file in, its cells with their places out; strict, and without guessing what a cell means.

Written here and not read by the standard module, because every cell needs its place in the text.
"""

from __future__ import annotations

from dataclasses import field

from rulelang.diagnostics import Diagnostics
from rulelang.records import dataclass
from rulelang.source import Source, Span

LONGEST_CELL = 131_072
MOST_RECORDS = 10_000
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}


@dataclass(frozen=True, slots=True)
class Cell:
    """The words of one cell, without quotes and outer spaces, and where they stand."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Record:
    """One row of a table, counted from 1: a cell (or, in YAML, a list of cells) per column."""

    number: int
    span: Span
    cells: dict[str, Cell | tuple[Cell, ...]]


@dataclass(frozen=True, slots=True)
class RawTable:
    """Column names as written, and the records under them."""

    columns: tuple[Cell, ...]
    records: tuple[Record, ...]


@dataclass(slots=True)
class _Scanner:
    """Cuts a text into lines of cells; stops at the first mistake in the quoting."""

    source: Source
    separator: str
    found: Diagnostics
    at: int = 0
    broken: bool = False
    lines: list[list[Cell]] = field(default_factory=list)

    def run(self, most: int = MOST_RECORDS + 2) -> list[list[Cell]]:
        text = self.source.text
        self.at = 1 if text.startswith("\ufeff") else 0
        while self.at < len(text) and not self.broken and len(self.lines) < most:
            self.lines.append(self._line())
        return self.lines

    def _line(self) -> list[Cell]:
        cells = [self._cell()]
        text = self.source.text
        while not self.broken and self.at < len(text) and text[self.at] == self.separator:
            self.at += 1
            cells.append(self._cell())
        if self.at < len(text) and text[self.at] == "\n":
            self.at += 1
        return cells

    def _cell(self) -> Cell:
        text = self.source.text
        if text.startswith('"', self.at):
            return self._quoted()
        start = self.at
        ends = [end for end in (text.find(self.separator, start), text.find("\n", start)) if end >= 0]
        self.at = min(ends, default=len(text))
        written = text[start : self.at]
        left = start + len(written) - len(written.lstrip())
        right = max(left, start + len(written.rstrip()))
        return self._sized(Cell(text[left:right], Span(self.source, left, right)))

    def _quoted(self) -> Cell:
        text, start = self.source.text, self.at
        end = start + 1
        while True:
            end = text.find('"', end)
            if end < 0:
                return self._fail(start, "This quotation is never closed")
            if not text.startswith('""', end):
                break
            end += 2
        self.at = end + 1
        if self.at < len(text) and text[self.at] not in (self.separator, "\n"):
            return self._fail(self.at, "After a closing quote only the next cell may follow")
        return self._sized(Cell(text[start + 1 : end].replace('""', '"').strip(), Span(self.source, start, self.at)))

    def _sized(self, cell: Cell) -> Cell:
        if len(cell.text) > LONGEST_CELL:
            return self._fail(cell.span.start, f"This cell has more than {LONGEST_CELL:,} characters")
        return cell

    def _fail(self, at: int, title: str) -> Cell:
        span = Span(self.source, at, min(at + 1, len(self.source.text)))
        row, column = len(self.lines) + 1, span.column
        self.found.error(
            "RL241",
            f"Row {row}: {title[0].lower()}{title[1:]}",
            span,
            f"character {column} of the line",
            allowed="A cell with a separator, quote or line end stands in quotes; a quote in it is written twice.",
        )
        self.broken = True
        self.at = len(self.source.text)
        return Cell("", span)


def read_csv(source: Source, found: Diagnostics) -> RawTable | None:
    """The table of a CSV text; None, with findings, if it is no table. Empty rows are passed over."""
    separator = _separator(source)
    scanner = _Scanner(source, separator, found)
    lines = scanner.run()
    if scanner.broken:
        return None
    numbered = [(number, cells) for number, cells in enumerate(lines, 1) if any(cell.text for cell in cells)]
    if not numbered:
        found.error(
            "RL242",
            "This card table is empty",
            Span(source, 0, 0),
            allowed="Its first row names the columns: copies, name, and one per attribute.",
        )
        return None
    if len(lines) > MOST_RECORDS + 1:
        found.error("RL234", f"This table has more than {MOST_RECORDS:,} rows", lines[-1][0].span)
        return None
    (_, columns), *rest = numbered
    records = [record for number, cells in rest if (record := _record(number, columns, cells, separator, found))]
    return RawTable(tuple(columns), tuple(records))


def _separator(source: Source) -> str:
    """The separator with which the first row has the columns that every table has, else the comma."""
    for separator in SEPARATORS:
        header = _Scanner(source, separator, Diagnostics()).run(1)
        if header and {"copies", "name"} <= {cell.text for cell in header[0]}:
            return separator
    return ","


def _record(number: int, columns: list[Cell], cells: list[Cell], separator: str, found: Diagnostics) -> Record | None:
    span = cells[0].span.to(cells[-1].span)
    while len(cells) > len(columns) and not cells[-1].text:
        cells = cells[:-1]
    if len(cells) != len(columns):
        few = len(cells) < len(columns)
        found.error(
            "RL243",
            f"Row {number} has {len(cells)} cells; the first row names {len(columns)} columns",
            span,
            f"{'too few' if few else 'too many'} cells",
            hint="" if few else f"A cell that holds a {SEPARATORS[separator]} stands in quotes.",
        )
        return None
    return Record(number, span, {column.text: cell for column, cell in zip(columns, cells, strict=True)})
