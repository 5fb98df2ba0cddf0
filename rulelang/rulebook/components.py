"""The cards and tokens of a game in, its chapter on components out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.deck import Deck, DeckCard, deck
from rulelang.analysis.settings import default_players
from rulelang.diagnostics import Diagnostics
from rulelang.ir.numbers import NONE
from rulelang.rulebook.document import Grid, Item, Paragraph, Part, Steps
from rulelang.rulebook.nouns import param
from rulelang.rulebook.words import capital, listed, plural, sentence
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.rulebook.speaker import Speaker

MOST_ROWS = 60      # printed cards in one table; longer ones say how many more there are


def components(say: Speaker) -> list[Part]:
    """Cards by type, then tokens."""
    model = say.model
    usual = {name: symbol.default for name, symbol in model.params.items()}
    found = deck(model, default_players(model), usual, Diagnostics())
    parts: list[Part] = []
    for symbol in model.cards.values():
        parts += _cards(say, symbol, found)
    if model.tokens:
        parts.append(Steps(tuple(Item(_tokens(say, symbol)) for symbol in model.tokens.values())))
    return parts


def _tokens(say: Speaker, symbol: m.TokenSymbol) -> str:
    hidden = "" if symbol.seen_by in ("", "all") else " Only their owner sees how many a player has."
    return f"{say.noun(symbol.supply)} {plural(say.words(symbol.name))}.{hidden}"


def _cards(say: Speaker, symbol: m.CardsSymbol, found: Deck) -> Iterator[Part]:
    cards = [card for card in found.prints if card.type == symbol.name and card.copies]
    total = sum(card.copies for card in cards)
    heading = f"{total} {plural(say.card_word(symbol.name), total)}"
    match symbol.rows:
        case [m.ProductSymbol() as row]:
            yield Paragraph(sentence(f"{heading}: {_product(say, symbol, row)}"))
            return
    yield Paragraph(f"{heading}:")
    yield _grid(say, symbol, cards)
    if len(cards) > MOST_ROWS:
        yield Paragraph(f"And {len(cards) - MOST_ROWS} more kinds of cards.")


def _product(say: Speaker, symbol: m.CardsSymbol, row: m.ProductSymbol) -> str:
    names = [f"{say.words(name.text)} ({_values(say, symbol.attributes[name.text].type)})"
             for name in row.node.attributes]
    where = "" if row.node.where is None else f", as far as {say.written(row.node.where)}"
    return f"{say.noun(row.node.copies)} for each {listed(names)}{where}"


def _values(say: Speaker, kind: t.Type) -> str:
    match t.plain(kind):
        case t.Number(low=low, high=high):
            return f"{low} to {high}"
        case t.EnumValue(enum=enum):
            return listed(say.values(enum))
    return "yes or no"


def _grid(say: Speaker, symbol: m.CardsSymbol, cards: list[DeckCard]) -> Grid:
    names = list(symbol.attributes)
    texts = any(card.text for card in cards)
    head = ("Copies", "Card", *(capital(say.words(name)) for name in names), *(["Text"] if texts else []))
    rows = (
        (str(card.copies), card.name, *(_told(say, symbol.attributes[name].type, card.values[name]) for name in names),
         *([card.text] if texts else [])) for card in cards[:MOST_ROWS])
    return Grid(head, tuple(rows))


def _told(say: Speaker, kind: t.Type, value: int | tuple[int, ...]) -> str:
    plain = t.plain(kind)
    if isinstance(value, tuple):
        assert isinstance(plain, t.Collection)
        return listed([_told(say, plain.of, each) for each in value], "and")
    if value == NONE:
        return "–"
    match plain:
        case t.Flag():
            return "yes" if value else "–"
        case t.EnumValue(enum=enum):
            return say.words(say.model.enums[enum].values[value])
        case t.Face():
            return "down" if value else "up"
    return str(value)


def params(say: Speaker) -> list[Item]:
    """What may be agreed on before play, with what is usual."""
    return [Item(f"{symbol.label or say.words(symbol.name)}: {_range(say, symbol)}.")
            for symbol in say.model.params.values()]


def _range(say: Speaker, symbol: m.ParamSymbol) -> str:
    usual = param(say, symbol)
    match symbol.type:
        case t.Number(low=low, high=high):
            return f"{usual} ({low} to {high} are possible)"
        case t.EnumValue(enum=enum):
            return f"{usual} (or {listed(say.values(enum), 'or')})"
    return usual


def tables(say: Speaker) -> list[Item]:
    """The constant tables: what belongs to what."""
    return [item for item in (_table(say, symbol) for symbol in say.model.tables.values()) if item is not None]


def _table(say: Speaker, symbol: m.TableSymbol) -> Item | None:
    if not isinstance(symbol.node, ast.Table):
        return None
    pairs = [f"{say.words(say.written(entry.key))} → {say.words(say.written(entry.value))}"
             for entry in symbol.node.entries]
    return Item(f"{listed(pairs)}.", strong=f"{capital(say.words(symbol.name))}:")
