"""A game's cards types in, its printed cards and single cards out, for given params and a player count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice, product

from rulelang.analysis.constants import NotConstant, Setting, Value, truth, whole
from rulelang.analysis.model import CardsSymbol, GameModel, PrintSymbol, ProductSymbol
from rulelang.analysis.types import Collection, EnumValue, Face, Flag, Number, Type, plain
from rulelang.diagnostics import Diagnostics, Label
from rulelang.ir.numbers import NONE
from rulelang.records import dataclass
from rulelang.source import Span
from rulelang.syntax import ast

MOST_CARDS = 10_000
_PLACE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A printed card with its number of copies (0: not in this game). Values are as in `PrintSymbol`."""

    name: str
    type: str
    values: Mapping[str, int | tuple[int, ...]]
    copies: int
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Deck:
    """All printed cards in the order of the declarations, and every single card as the number of its print."""

    prints: tuple[DeckCard, ...]
    cards: tuple[int, ...]

    def index(self, name: str) -> int | None:
        """The number of the print of that name."""
        return next((number for number, card in enumerate(self.prints) if card.name == name), None)


def deck(model: GameModel, players: int, params: Mapping[str, int], found: Diagnostics) -> Deck:
    """The cards of a game. What is wrong with their numbers and names for these params is reported in `found`."""
    setting = Setting(params, players)
    prints: dict[str, DeckCard] = {}
    total = 0
    for symbol in model.cards.values():
        for card in _cards(model, symbol, setting, found):
            total += card.copies
            if total > MOST_CARDS or len(prints) > MOST_CARDS:
                found.error("RL234", f"The game has more than {MOST_CARDS:,} cards", card.span, "too many with these")
                return Deck(tuple(prints.values()), ())
            _add(model, prints, card, found)
    cards = tuple(number for number, card in enumerate(prints.values()) for _ in range(card.copies))
    return Deck(tuple(prints.values()), cards)


def combinations(model: GameModel, symbol: CardsSymbol, row: ast.ProductRow) -> Iterator[dict[str, Value]]:
    """Every combination of the values of the attributes a row names, in their order, the last running fastest."""
    kinds = [plain(symbol.attributes[name.text].type) for name in row.attributes]
    for values in product(*(_values(model, kind) for kind in kinds)):
        yield {name.text: value for name, value in zip(row.attributes, values, strict=True)}


def printed_name(model: GameModel, row: ast.ProductRow, values: Mapping[str, Value]) -> str:
    """The name printed on the card of one combination: by the row's pattern, else its values in order."""
    words = {name: _word(model, value) for name, value in values.items()}
    if row.pattern is None:
        return " ".join(words[name.text] for name in row.attributes)
    return _PLACE.sub(lambda match: words.get(match[1], match[0]), row.pattern.value)


def places(pattern: str) -> list[str]:
    """The attribute names in the curly brackets of a pattern."""
    return _PLACE.findall(pattern)


def blank(symbol: CardsSymbol) -> dict[str, int | tuple[int, ...]]:
    """The values of a card on which nothing is printed: none, no or empty by type."""
    return {name: nothing(attribute.type) for name, attribute in symbol.attributes.items()}


def nothing(kind: Type) -> int | tuple[int, ...]:
    """What an attribute of this type holds when it is left out."""
    return () if isinstance(kind, Collection) else 0 if isinstance(kind, Flag) else NONE


def _cards(model: GameModel, symbol: CardsSymbol, setting: Setting, found: Diagnostics) -> Iterator[DeckCard]:
    for row in symbol.rows:
        if isinstance(row, PrintSymbol):
            copies = _copies(model, row.copies, setting, found)
            yield DeckCard(row.name, row.type, row.values, copies, row.text, row.span)
        else:
            yield from _product(model, symbol, row, setting, found)


def _product(
    model: GameModel, symbol: CardsSymbol, row: ProductSymbol, setting: Setting, found: Diagnostics
) -> Iterator[DeckCard]:
    node = row.node
    copies = _copies(model, node.copies, setting, found)
    for values in islice(combinations(model, symbol, node), MOST_CARDS + 1):
        try:
            fits = node.where is None or truth(model, node.where, replace(setting, names=values))
        except NotConstant as problem:
            problem.report(found, "Which cards there are is fixed before play.")
            return
        if fits:
            numbers = {name: value.value for name, value in values.items()}
            yield DeckCard(
                printed_name(model, node, values), row.type, {**blank(symbol), **numbers}, copies, "", node.span
            )


def _copies(model: GameModel, copies: ast.Expr | int, setting: Setting, found: Diagnostics) -> int:
    if isinstance(copies, int):
        return copies
    try:
        number = whole(model, copies, setting)
    except NotConstant as problem:
        problem.report(found, "How many cards there are is fixed before play: numbers, params, tables, arithmetic.")
        return 0
    if 0 <= number <= MOST_CARDS:
        return number
    title = f"{number} copies of a card cannot be" if number < 0 else f"The game has more than {MOST_CARDS:,} cards"
    found.error(
        "RL235" if number < 0 else "RL234",
        title,
        copies.span,
        f"this is {number}" if number < 0 else "too many with these",
    )
    return 0


def _add(model: GameModel, prints: dict[str, DeckCard], card: DeckCard, found: Diagnostics) -> None:
    before = prints.get(card.name)
    if before is None:
        prints[card.name] = card
    elif before.type == card.type and before.values == card.values:
        prints[card.name] = replace(before, copies=before.copies + card.copies, text=before.text or card.text)
    else:
        _differ(before, card, found)


def _differ(before: DeckCard, card: DeckCard, found: Diagnostics) -> None:
    what = (
        f"one is a {before.type}, one a {card.type}"
        if before.type != card.type
        else "they differ in "
        + ", ".join(f"`{name}`" for name in card.values if card.values[name] != before.values.get(name))
    )
    found.error(
        "RL232",
        f'Two different cards are called "{card.name}": {what}',
        card.span,
        "the other one",
        others=[Label(before.span, "one of them")] if before.span != card.span else [],
        allowed="Cards with one printed name are identical in everything printed on them.",
        hint="Give them different names.",
    )


def _values(model: GameModel, kind: Type) -> list[Value]:
    match kind:
        case Number(low=low, high=high):
            return [Value(number, Number(number, number)) for number in range(low, min(high, low + MOST_CARDS) + 1)]
        case EnumValue(enum=enum):
            return [Value(place, kind) for place in range(len(model.enums[enum].values))]
        case Flag() | Face():
            return [Value(0, kind), Value(1, kind)]
        case _:
            return []


def _word(model: GameModel, value: Value) -> str:
    match value.type:
        case EnumValue(enum=enum):
            return model.enums[enum].values[value.value]
        case Flag():
            return "yes" if value.value else "no"
        case Face():
            return "down" if value.value else "up"
        case _:
            return str(value.value)
