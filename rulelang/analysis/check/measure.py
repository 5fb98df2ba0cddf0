"""Declared cards in, how many of each type and name there can be out, over all params and player counts."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.counts import Counts, PrintFact
from rulelang.analysis.constants import default_params
from rulelang.analysis.deck import DeckCard, deck
from rulelang.diagnostics import Diagnostics
from rulelang.syntax import ast
from rulelang.syntax.walk import walk

Prints = dict[str, DeckCard]


def measure(model: m.GameModel) -> Counts:
    """The cards of the game as given, and what other params and player counts can add to them."""
    decks = [_prints(model, players, params) for players, params in _settings(model)]
    usual = _totals(model, decks[0])
    cards = dict(usual)
    for prints in decks[1:]:
        for name, total in _totals(model, prints).items():
            cards[name] += max(0, total - usual[name])
    facts: dict[str, PrintFact] = {}
    for prints in decks:
        for name, card in prints.items():
            if name not in facts:
                facts[name] = PrintFact(card.type, _copies(decks, name), dict(card.values))
    return Counts(model, cards, facts)


def _prints(model: m.GameModel, players: int, params: dict[str, int]) -> Prints:
    """The printed cards by name. What is wrong with them is reported where the deck is checked."""
    return {card.name: card for card in deck(model, players, params, Diagnostics()).prints}


def _totals(model: m.GameModel, prints: Prints) -> dict[str, int]:
    totals = dict.fromkeys(model.cards, 0)
    for card in prints.values():
        totals[card.type] += card.copies
    return totals


def _copies(decks: list[Prints], name: str) -> int | None:
    """How many cards bear a name; None if that depends, so that they may be several."""
    numbers = {prints[name].copies if name in prints else 0 for prints in decks}
    return max(numbers) if len(numbers) == 1 or max(numbers) <= 1 else None


def _settings(model: m.GameModel) -> Iterator[tuple[int, dict[str, int]]]:
    """The game as given for the most players first; then what its cards depend on, each alone at its ends, and all."""
    defaults = default_params(model)
    yield model.high, defaults
    used = {name for symbol in model.cards.values() for row in symbol.rows for name in _names(row)}
    if used & {"player_count", "players", *model.tables}:
        yield from ((players, defaults) for players in range(model.low, model.high))
    ends = {name: _ends(model, param.type) for name, param in model.params.items() if name in used}
    for name, (low, high) in ends.items():
        yield model.high, {**defaults, name: low}
        yield model.high, {**defaults, name: high}
    if len(ends) > 1:
        yield model.high, {**defaults, **{name: high for name, (_, high) in ends.items()}}


def _names(row: m.PrintSymbol | m.ProductSymbol) -> Iterator[str]:
    """The names that decide how many cards a row makes."""
    open_: list[ast.Expr | None] = [row.node.copies, row.node.where] if isinstance(row, m.ProductSymbol) else []
    if isinstance(row, m.PrintSymbol) and not isinstance(row.copies, int):
        open_ = [row.copies]
    for expr in open_:
        if expr is not None:
            yield from (part.text for part in walk(expr) if isinstance(part, ast.Name))


def _ends(model: m.GameModel, kind: t.Type) -> tuple[int, int]:
    match t.plain(kind):
        case t.Number(low, high):
            return low, high
        case t.EnumValue(enum):
            return 0, len(model.enums[enum].values) - 1
    return 0, 1
