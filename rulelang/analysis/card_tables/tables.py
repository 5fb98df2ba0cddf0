"""Cards declared `from` a table in, the same cards with the table's rows written out: `Tables`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field, replace

from rulelang.analysis.card_tables.csv_reader import Cell, RawTable, Record, read_csv
from rulelang.analysis.declare.names import listed
from rulelang.analysis.model import NodeMap
from rulelang.diagnostics import Diagnostics, Label, suggestion
from rulelang.ir.numbers import HIGHEST
from rulelang.records import dataclass
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.syntax.cells import parse_expression

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
WHOLE = re.compile(r"-?[0-9]+")
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
LONGEST_NAME = 200
LIKE_FLAGS = frozenset("y n true false on off 0 1 x ja nein oui non si".split())

ReadTable = Callable[[ast.Text], Source | None]
"""Gives the text of a table named in the rules; None, with a finding, if it cannot be read."""


@dataclass(slots=True)
class Origin:
    """The place in a table of a row that is no line of the rules: its rule text, and columns whose cells are wrong."""

    row: int
    text: str = ""
    faulty: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Tables:
    """Reads the card tables of one game. `attributes` are those of the cards types so far, which a variant adds to."""

    read: ReadTable
    found: Diagnostics
    origins: NodeMap[Origin]
    attributes: dict[str, tuple[ast.CardAttribute, ...]] = field(default_factory=dict)

    def write_out(self, rules: ast.Rules) -> ast.Rules:
        """The rules with every card table read: its records become rows, before the rows written in the rules.

        Of a game with bases, the bases come first.
        """
        return replace(
            rules, items=tuple(replace(item, declaration=self._part(item.declaration)) for item in rules.items)
        )

    def _part(self, node: ast.Declaration) -> ast.Declaration:
        match node:
            case ast.Cards():
                return self._cards(node)
            case ast.Replace(declaration=ast.Cards() as cards):
                return replace(node, declaration=self._cards(cards))
            case ast.ChangeCards(cards=cards):
                return replace(node, cards=self._cards(cards, self.attributes.get(cards.name.text, ())))
            case _:
                return node

    def _cards(self, cards: ast.Cards, before: tuple[ast.CardAttribute, ...] = ()) -> ast.Cards:
        own = {attribute.name.text for attribute in cards.attributes}
        attributes = (*(attribute for attribute in before if attribute.name.text not in own), *cards.attributes)
        self.attributes[cards.name.text] = attributes
        source = self.read(cards.table) if cards.table is not None else None
        table = _raw(source, self.found) if source is not None else None
        if table is None or not _columns_fit(table, cards.name, attributes, self.found):
            return replace(cards, table=None)
        types = {attribute.name.text: attribute.type for attribute in attributes}
        rows = [_row(record, types, self.found, self.origins) for record in table.records]
        return replace(cards, table=None, rows=(*(row for row in rows if row is not None), *cards.rows))


def _raw(source: Source, found: Diagnostics) -> RawTable | None:
    unseen = UNSEEN.search(source.text, 1 if source.text.startswith("\ufeff") else 0)
    if unseen:
        span = Span(source, unseen.start(), unseen.end())
        found.error(
            "RL244",
            f"Row {span.line} holds a character that cannot be seen (U+{ord(unseen.group()):04X})",
            span,
            f"character {span.column} of the line",
            hint="Delete it.",
        )
        return None
    if source.name.lower().endswith((".yaml", ".yml", ".json")):
        from rulelang.analysis.card_tables.yaml_reader import read_yaml

        return read_yaml(source, found)
    return read_csv(source, found)


def _columns_fit(
    table: RawTable, cards: ast.Ident, declared: tuple[ast.CardAttribute, ...], found: Diagnostics
) -> bool:
    """Whether the columns are copies, name, the attributes, and perhaps text; each once."""
    attributes = [attribute.name.text for attribute in declared]
    known = ["copies", "name", *attributes, "text"]
    fine = True
    seen: dict[str, Span] = {}
    for column in table.columns:
        if column.text in seen:
            found.error(
                "RL242",
                f"There are two columns `{column.text}`",
                column.span,
                "the second one",
                others=[Label(seen[column.text], "the first")],
            )
            fine = False
        elif column.text not in known:
            _unknown_column(column, known, cards, found)
            fine = False
        seen.setdefault(column.text, column.span)
    return _none_missing(table, ["copies", "name", *attributes], seen, cards, found) and fine


def _unknown_column(column: Cell, known: list[str], cards: ast.Ident, found: Diagnostics) -> None:
    title = f"The column `{column.text}` is no attribute of `{cards.text}`" if column.text else "A column has no name"
    found.error(
        "RL242",
        title,
        column.span,
        others=[Label(cards.span, "declared here")],
        allowed=f"Columns are {listed(known)}.",
        hint=suggestion(column.text, known),
    )


def _none_missing(
    table: RawTable, needed: list[str], seen: dict[str, Span], cards: ast.Ident, found: Diagnostics
) -> bool:
    missing = [name for name in needed if name not in seen]
    if not missing:
        return True
    span = table.columns[0].span.to(table.columns[-1].span) if table.columns else cards.span
    found.error(
        "RL242",
        f"This table has no column {listed(missing, 'or')}",
        span,
        "the columns",
        others=[Label(cards.span, "declared here")],
        hint="Cells are separated by commas, semicolons or tabs; the first row names the columns.",
    )
    return False


def _row(record: Record, types: dict[str, ast.Type], found: Diagnostics, origins: NodeMap[Origin]) -> ast.Row | None:
    reader = _Reader(record, found)
    name, copies = reader.name(), reader.copies()
    fields = [field for column, kind in types.items() if (field := reader.field(column, kind)) is not None]
    if name is None or copies is None:
        return None
    row = ast.Row(record.span, copies, name, tuple(fields))
    text = record.cells.get("text")
    # By the name and not the row: a variant that changes the number of copies makes a new row of the same name.
    origins[row.name] = Origin(
        record.number, text.text if isinstance(text, Cell) and "text" not in types else "", reader.faulty
    )
    return row


@dataclass(slots=True)
class _Reader:
    """Reads the cells of one record; every finding names its row and column."""

    record: Record
    found: Diagnostics
    faulty: set[str] = field(default_factory=set)

    def name(self) -> ast.Text | None:
        """The printed name."""
        cell = self._single("name")
        if cell is None or not cell.text:
            self._wrong("name", cell, "a card needs a name")
            return None
        if len(cell.text) > LONGEST_NAME or "\n" in cell.text or '"' in cell.text:
            self._wrong("name", cell, f"a name is one line of at most {LONGEST_NAME} characters without quotes")
            return None
        return ast.Text(cell.span, cell.text)

    def copies(self) -> ast.Expr | None:
        """The number of copies: a number, or an expression of params."""
        cell = self._single("copies")
        if cell is None or not cell.text:
            self._wrong("copies", cell, "the number of cards is missing")
            return None
        if WHOLE.fullmatch(cell.text):
            return self._number("copies", cell)
        quoted = cell.span.text.startswith('"')
        expr = parse_expression(Span(cell.span.source, cell.span.start + quoted, cell.span.end - quoted))
        if expr is None:
            self._wrong("copies", cell, f"`{_short(cell.text)}` is no number of cards")
        return expr

    def field(self, column: str, kind: ast.Type) -> ast.Field | None:
        """The value of an attribute; None for an empty cell that may be empty, or a wrong one."""
        value = self._value(column, kind)
        if value is None:
            return None
        return ast.Field(value.span, ast.Ident(value.span, column), value)

    def _value(self, column: str, kind: ast.Type) -> ast.Expr | None:
        cells = self.record.cells.get(column, ())
        if isinstance(kind, ast.CollectionType):
            return self._collection(column, cells)
        cell = self._single(column) if cells else None
        if cell is None or not cell.text:
            if kind.optional or (isinstance(kind, ast.NamedType) and kind.name == "flag") or column in self.faulty:
                return None
            self._wrong(column, cell, "the cell is empty; only a type with `?` may be left out")
            return None
        if isinstance(kind, ast.NamedType) and kind.name == "flag":
            return self._flag(column, cell)
        return self._atom(column, cell)

    def _collection(self, column: str, cells: Cell | tuple[Cell, ...]) -> ast.Expr | None:
        if isinstance(cells, Cell):
            cells = tuple(Cell(word, cells.span) for word in cells.text.split())
        items = [item for cell in cells if (item := self._atom(column, cell)) is not None]
        return ast.ListOf(cells[0].span.to(cells[-1].span), tuple(items)) if items else None

    def _flag(self, column: str, cell: Cell) -> ast.Expr | None:
        if cell.text in ("yes", "no"):
            return ast.Name(cell.span, cell.text)
        guess = (
            "Write it in small letters."
            if cell.text.lower() in ("yes", "no")
            else "Write `yes` or `no`."
            if cell.text.lower() in LIKE_FLAGS
            else ""
        )
        self._wrong(column, cell, f"`{_short(cell.text)}` is neither `yes` nor `no`", guess)
        return None

    def _atom(self, column: str, cell: Cell) -> ast.Expr | None:
        if WHOLE.fullmatch(cell.text):
            return self._number(column, cell)
        if WORD.fullmatch(cell.text):
            return ast.Name(cell.span, cell.text)
        self._wrong(column, cell, f"`{_short(cell.text)}` is neither a number nor one word")
        return None

    def _number(self, column: str, cell: Cell) -> ast.Expr | None:
        digits = cell.text.removeprefix("-")
        if len(digits.lstrip("0")) > 10 or int(digits) > HIGHEST:
            self._wrong(column, cell, f"`{_short(cell.text)}` is too large")
            return None
        number = ast.Int(cell.span, int(digits))
        return ast.Negate(cell.span, number) if cell.text.startswith("-") else number

    def _single(self, column: str) -> Cell | None:
        cell = self.record.cells.get(column)
        if isinstance(cell, tuple):
            self._wrong(column, cell[0] if cell else None, "one value stands here, no list")
            return None
        return cell

    def _wrong(self, column: str, cell: Cell | None, what: str, hint: str = "") -> None:
        """Report a cell, the first time."""
        if column in self.faulty:
            return
        self.faulty.add(column)
        span = cell.span if cell is not None else self.record.span
        self.found.error("RL245", f"Row {self.record.number}, column `{column}`: {what}", span, hint=hint)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
