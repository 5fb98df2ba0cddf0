"""A cards type of two games in, what is different about its attributes and cards out, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rulelang.analysis.model import CardsSymbol, PrintSymbol
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.print_declarations import card_line
from rulelang.syntax.print_expressions import expression, quoted, type_text
from rulelang.syntax.print_lines import plain

Told: TypeAlias = "tuple[str, str, Span]"
"""What is done (changed, added, removed), in words, and where."""


def card_changes(base: CardsSymbol, other: CardsSymbol) -> Iterator[Told]:
    """What is different about the cards of one type."""
    old, new = base.node, other.node
    if isinstance(old, ast.Cards) and isinstance(new, ast.Cards):
        yield from _attributes(old, new)
        yield from _products(old, new)
        yield from _rows(_named(old), _named(new))
    yield from _texts(base, other)


def _attributes(old: ast.Cards, new: ast.Cards) -> Iterator[Told]:
    before = {one.name.text: one for one in old.attributes}
    after = {one.name.text: one for one in new.attributes}
    for name, one in before.items():
        if name not in after:
            yield "removed", f"attribute {name} of {old.name.text}", one.span
        elif one.type != after[name].type:
            types = f"{plain(type_text(one.type))} → {plain(type_text(after[name].type))}"
            yield "changed", f"attribute {name} of {old.name.text}: {types}", after[name].span
    for name, one in after.items():
        if name not in before:
            yield "added", f"attribute {plain(card_line(one))} of {new.name.text}", one.span


def _products(old: ast.Cards, new: ast.Cards) -> Iterator[Told]:
    before, after = ([row for row in cards.rows if isinstance(row, ast.ProductRow)] for cards in (old, new))
    yield from (("removed", plain(card_line(row)), row.span) for row in before if row not in after)
    yield from (("added", plain(card_line(row)), row.span) for row in after if row not in before)


def _named(cards: ast.Cards) -> dict[str, ast.Row]:
    """The rows by what they are called; a second row of a name is numbered."""
    rows: dict[str, ast.Row] = {}
    for row in cards.rows:
        if isinstance(row, ast.Row):
            name, number = quoted(row.name.value), 2
            while name in rows:
                name, number = f"{quoted(row.name.value)} (row {number})", number + 1
            rows[name] = row
    return rows


def _rows(before: dict[str, ast.Row], after: dict[str, ast.Row]) -> Iterator[Told]:
    for name, row in before.items():
        if name not in after:
            yield "removed", name, row.span
        elif row != after[name]:
            yield "changed", f"{name}: {_row_words(row, after[name])}", after[name].span
    yield from (("added", plain(card_line(row)), row.span) for name, row in after.items() if name not in before)


def _row_words(old: ast.Row, new: ast.Row) -> str:
    said = []
    if old.copies != new.copies:
        said.append(f"{plain(expression(old.copies))} → {plain(expression(new.copies))} copies")
    before = {one.name.text: plain(expression(one.value)) for one in old.fields}
    after = {one.name.text: plain(expression(one.value)) for one in new.fields}
    for name in [*before, *(name for name in after if name not in before)]:
        if before.get(name) != after.get(name):
            said.append(f"{name} {before.get(name, 'nothing')} → {after.get(name, 'nothing')}")
    return ", ".join(said) or "attributes in another order"


def _texts(base: CardsSymbol, other: CardsSymbol) -> Iterator[Told]:
    """The rule text of a card: only tables have it."""
    before = {row.name: row.text for row in base.rows if isinstance(row, PrintSymbol)}
    for row in other.rows:
        if isinstance(row, PrintSymbol) and row.name in before and before[row.name] != row.text:
            yield "changed", f"rule text of {quoted(row.name)}: {before[row.name]!r} → {row.text!r}", row.span
