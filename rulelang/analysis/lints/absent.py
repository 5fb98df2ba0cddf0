"""A checked model in, the cards that its rules name and of which it has none out."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.analysis import model as m
from rulelang.analysis.constants import NotConstant, Setting, whole
from rulelang.diagnostics import Diagnostics, Label
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.walk import walk


def find_absent(model: m.GameModel, found: Diagnostics) -> None:
    """Warn, in the file that is checked, of rows without copies whose printed names the rules use."""
    rows = [row for cards in model.cards.values() for row in cards.rows if isinstance(row, m.PrintSymbol)]
    there = {row.name for row in rows if _copies(model, row) != 0}
    for row in rows:
        place = row.copies.span if isinstance(row.copies, ast.Node) else row.span
        if row.name in there or _is_of_a_base(model, place):
            continue
        uses = list(_uses(model, row.name))
        if uses:
            found.warning(
                "RL511",
                f'The rules name "{row.name}", but the game has none of them here',
                place,
                "no copies",
                others=[Label(use, "named here") for use in uses[:5]],
                hint="Change the rules that name it, too, or keep at least one.",
            )


def _copies(model: m.GameModel, row: m.PrintSymbol) -> int | None:
    """How many copies there are in every game; None if that depends."""
    if isinstance(row.copies, int):
        return row.copies
    try:
        return whole(model, row.copies, Setting())
    except NotConstant:
        return None


def _is_of_a_base(model: m.GameModel, place: Span) -> bool:
    return any(source is place.source and role == "base" for source, role in model.sources)


def _uses(model: m.GameModel, name: str) -> Iterator[Span]:
    """Where the rules, examples aside, write a printed name."""
    for item in model.merged.items:
        if not isinstance(item.declaration, ast.Example | ast.Cards):
            named = (node for node in walk(item.declaration) if isinstance(node, ast.Str))
            yield from (node.span for node in named if node.value == name)
