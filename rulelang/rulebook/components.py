"""The cards and tokens of a game in, its chapter on components out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.deck import Deck, DeckCard, deck
from rulelang.analysis.settings import default_players
from rulelang.diagnostics import Diagnostics
from rulelang.ir.numbers import NONE
from rulelang.rulebook.document import Grid, Item, Paragraph, Part, Steps
from rulelang.rulebook.nouns import param
from rulelang.rulebook.words import capital, listed, plural, runs, sentence
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.rulebook.speaker import Speaker
MOST_LACKING = 6        # combinations that a row leaves out are named one by one up to here


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
            yield Paragraph(sentence(f"{heading}: {_product(say, symbol, row, cards)}"))
            return
    yield Paragraph(f"{heading}:")
    made = [row for row in symbol.rows if isinstance(row, m.ProductSymbol)]
    if made:
        yield Steps(tuple(Item(sentence(_product(say, symbol, row, cards))) for row in made))
    places = {row.node.span for row in made}
    rest = [card for card in cards if card.span not in places]
    if rest:
        yield _grid(say, symbol, rest)


def _product(say: Speaker, symbol: m.CardsSymbol, row: m.ProductSymbol, cards: list[DeckCard]) -> str:
    """The cards of a row that names attributes, and of which combinations there is none."""
    names = [name.text for name in row.node.attributes]
    made = [card.values for card in cards if card.span == row.node.span]
    there = {name: sorted({_place(values[name]) for values in made}) for name in names}
    varied = [name for name in names if len(there[name]) > 1] or names
    ranges = {name: _range_of(say, symbol.attributes[name].type, there[name]) for name in varied}
    told = listed([f"{say.words(name)} ({values})" for name, values in ranges.items()])
    lacking = [values for values in product(*there.values())
               if not any(all(card[name] == value for name, value in zip(names, values, strict=True)) for card in made)]
    copies = f"{say.noun(row.node.copies)} for each {told}"
    if not lacking:
        return copies
    if len(lacking) > MOST_LACKING:
        return f"{copies}, where {say.words(say.written(row.node.where or row.node.copies))}"
    called = [_called(say, symbol, row, dict(zip(names, values, strict=True))) for values in lacking]
    return f"{copies}, but no {listed(called, 'or')}"


def _place(value: int | tuple[int, ...]) -> int:
    """What a row combines is single values, never collections."""
    assert isinstance(value, int)
    return value


def _called(say: Speaker, symbol: m.CardsSymbol, row: m.ProductSymbol, values: dict[str, int]) -> str:
    """What a card of a combination would be called."""
    words = {name: _told(say, symbol.attributes[name].type, value) for name, value in values.items()}
    if row.node.pattern is None:
        return " ".join(words.values())
    told = row.node.pattern.value
    for name, word in words.items():
        told = told.replace("{" + name + "}", word)
    return told


def _range_of(say: Speaker, kind: t.Type, values: list[int]) -> str:
    """The values that cards have, numbers in a row as `2 to 10`."""
    return listed(runs([_told(say, kind, value) for value in values]))


def _grid(say: Speaker, symbol: m.CardsSymbol, cards: list[DeckCard]) -> Grid:
    names = list(symbol.attributes)
    texts = any(card.text for card in cards)
    head = ("Copies", "Card", *(capital(say.words(name)) for name in names), *(["Text"] if texts else []))
    rows = (
        (str(card.copies), card.name, *(_told(say, symbol.attributes[name].type, card.values[name]) for name in names),
         *([card.text] if texts else [])) for card in cards)
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
