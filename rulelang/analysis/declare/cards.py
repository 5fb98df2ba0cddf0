"""Cards types and their rows in, symbols with typed values out."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from rulelang.analysis.constants import NotConstant, Setting, default_params, evaluate, fit
from rulelang.analysis.deck import MOST_CARDS, Deck, blank, deck, places
from rulelang.analysis.declare.names import Declaring, listed
from rulelang.analysis.declare.types import not_constant, resolve, say, size
from rulelang.analysis.model import AttributeSymbol, CardsSymbol, PrintSymbol, ProductSymbol
from rulelang.analysis.types import (
    Collection,
    EnumValue,
    Face,
    Flag,
    NoneValue,
    Number,
    Type,
    Unknown,
    may_be_none,
    plain,
)
from rulelang.diagnostics import Label, did_you_mean, suggestion
from rulelang.source import Span
from rulelang.syntax import ast


def name_cards(context: Declaring, nodes: Iterable[ast.Cards]) -> None:
    """Declare the names of all cards types, so that anything may refer to them."""
    for node in nodes:
        if context.claim_type(node.name, "a cards type"):
            context.model.cards[node.name.text] = CardsSymbol(node.name.text, {}, [], node)


def declare_cards(context: Declaring, node: ast.Cards) -> None:
    """The attributes and rows of a cards type whose name is declared."""
    symbol = context.model.cards.get(node.name.text)
    if symbol is None or symbol.node is not node:
        return
    for attribute in node.attributes:
        _attribute(context, symbol, attribute)
    for row in node.rows:
        if isinstance(row, ast.Row):
            _row(context, symbol, row)
        else:
            _product(context, symbol, row)


def check_deck(context: Declaring) -> Deck:
    """The deck for the default params and the most players; what is wrong with it, also for the fewest, is reported."""
    model = context.model
    if model.low != model.high:
        deck(model, model.low, default_params(model), context.found)
    return deck(model, model.high, default_params(model), context.found)


def _attribute(context: Declaring, symbol: CardsSymbol, node: ast.CardAttribute) -> None:
    name = node.name.text
    before = symbol.attributes.get(name)
    if before is not None:
        context.found.error(
            "RL230",
            f"`{symbol.name}` has two attributes `{name}`",
            node.name.span,
            "the second one",
            others=[Label(before.node.span, "the first")],
        )
        return
    kind = resolve(context, node.type)
    inner = kind.of if isinstance(kind, Collection) else plain(kind)
    possible = isinstance(inner, EnumValue | Unknown) or (
        not isinstance(kind, Collection) and isinstance(inner, Number | Flag | Face)
    )
    if not possible:
        context.found.error(
            "RL204",
            f"`{node.type.span.text}` cannot be printed on a card",
            node.type.span,
            allowed="An attribute is a range, flag, face, a value of an enum, or a set, bag or list of an enum.",
        )
        kind = Unknown()
    symbol.attributes[name] = AttributeSymbol(name, kind, node)


def _row(context: Declaring, symbol: CardsSymbol, row: ast.Row) -> None:
    values = blank(symbol)
    given: set[str] = set()
    for field in row.fields:
        name = field.name.text
        attribute = symbol.attributes.get(name)
        if attribute is None:
            _no_attribute(context, symbol, name, field.name.span)
        elif name in given:
            context.found.error(
                "RL230", f'`{name}` is given twice for "{row.name.value}"', field.name.span, "the second time"
            )
        else:
            value = _value(context, row, field, attribute)
            values[name] = values[name] if value is None else value
        given.add(name)
    _none_missing(context, symbol, row, given)
    origin = context.origins.get(row.name)
    symbol.rows.append(
        PrintSymbol(row.name.value, symbol.name, row.copies, values, origin.text if origin else "", row.span)
    )


def _value(
    context: Declaring, row: ast.Row, field: ast.Field, attribute: AttributeSymbol
) -> int | tuple[int, ...] | None:
    """The number or numbers for a field; None, with a finding, if its value is none of the attribute's."""
    kind = attribute.type
    if isinstance(kind, Unknown):
        return None
    if not isinstance(kind, Collection):
        return _single(context, row, field, field.value, kind, attribute)
    if isinstance(field.value, ast.Name) and field.value.text == "none":
        return ()
    parts = field.value.items if isinstance(field.value, ast.ListOf) else (field.value,)
    numbers = [_single(context, row, field, part, kind.of, attribute) for part in parts]
    kept = [number for number in numbers if number is not None]
    if kind.kind == "set" and len(set(kept)) < len(kept):
        context.found.error("RL231", f"{_where(context, row, field)}a set holds each value once", field.value.span)
    return tuple(kept) if kind.kind == "list" else tuple(sorted(set(kept) if kind.kind == "set" else kept))


def _single(
    context: Declaring, row: ast.Row, field: ast.Field, expr: ast.Expr, kind: Type, attribute: AttributeSymbol
) -> int | None:
    place = _where(context, row, field)
    try:
        value = evaluate(context.model, expr, Setting())
    except NotConstant as problem:
        if not isinstance(expr, ast.Name) or expr.text in context.model.params:
            not_constant(context, problem)
            return None
        value = None
    number = fit(context.model, value, kind, expr) if value is not None else None
    if number is None:
        written = expr.text if isinstance(expr, ast.Name) else expr.span.text
        context.found.error(
            "RL231",
            f"{place}`{written}` is no value for `{field.name.text}`",
            expr.span,
            others=[Label(attribute.node.span, "declared here")],
            allowed=f"Here stands {say(context.model, kind)}.",
            hint=suggestion(written, _words(context, kind)) if isinstance(expr, ast.Name) else "",
        )
    return number


def _words(context: Declaring, kind: Type) -> tuple[str, ...]:
    inner = plain(kind)
    return context.model.enums[inner.enum].values if isinstance(inner, EnumValue) else ("yes", "no")


def _where(context: Declaring, row: ast.Row, field: ast.Field) -> str:
    """The row and column of a cell, for rows that stand in a table."""
    origin = context.origins.get(row.name)
    return f"Row {origin.row}, column `{field.name.text}`: " if origin else ""


def _none_missing(context: Declaring, symbol: CardsSymbol, row: ast.Row, given: set[str]) -> None:
    origin = context.origins.get(row.name)
    for name, attribute in symbol.attributes.items():
        kind = attribute.type
        free = may_be_none(kind) or isinstance(kind, Flag | Collection | NoneValue | Unknown)
        if name not in given and not free and not (origin and name in origin.faulty):
            context.found.error(
                "RL236",
                f'"{row.name.value}" has no `{name}`',
                row.name.span,
                others=[Label(attribute.node.span, "every card has one")],
                hint=f"Give it one, or let cards be without: `{name}: {attribute.node.type.span.text}?`.",
            )


def _no_attribute(context: Declaring, symbol: CardsSymbol, name: str, span: Span) -> None:
    known = listed(list(symbol.attributes))
    context.found.error(
        "RL230",
        f"`{symbol.name}` has no attribute `{name}`",
        span,
        allowed=f"It has {known}." if known else "It has no attributes.",
        hint=suggestion(name, symbol.attributes),
    )


def _product(context: Declaring, symbol: CardsSymbol, row: ast.ProductRow) -> None:
    fine = True
    named: set[str] = set()
    for name in row.attributes:
        attribute = symbol.attributes.get(name.text)
        if attribute is None:
            _no_attribute(context, symbol, name.text, name.span)
        elif name.text in named:
            context.found.error("RL230", f"`{name.text}` is named twice in this row", name.span, "the second time")
        elif isinstance(attribute.type, Collection):
            context.found.error(
                "RL233", f"`{name.text}` holds several values; `each` goes through single ones", name.span
            )
        else:
            fine = fine and not isinstance(attribute.type, Unknown)
            named.add(name.text)
            continue
        fine = False
    if not fine or not _pattern_fits(context, row) or not _few_enough(context, symbol, row):
        return
    if _others_may_be_left_out(context, symbol, row, named):
        symbol.rows.append(ProductSymbol(symbol.name, row))


def _pattern_fits(context: Declaring, row: ast.ProductRow) -> bool:
    names = [name.text for name in row.attributes]
    if row.pattern is None:
        return True
    wrong = [place for place in places(row.pattern.value) if place not in names]
    for place in wrong[:1]:
        near = did_you_mean(place, names)
        context.found.error(
            "RL233",
            f"`{place}` is no attribute of this row",
            row.pattern.span,
            allowed=f"In curly brackets stands {listed(names, 'or')}.",
            hint=f"Did you mean `{{{near}}}`?" if near else "",
        )
    return not wrong


def _few_enough(context: Declaring, symbol: CardsSymbol, row: ast.ProductRow) -> bool:
    count = prod(size(context, plain(symbol.attributes[name.text].type)) for name in row.attributes)
    if count > MOST_CARDS:
        context.found.error(
            "RL234",
            f"This row stands for {count:,} cards",
            row.span,
            "too many",
            allowed=f"A game has at most {MOST_CARDS:,} cards.",
        )
    return count <= MOST_CARDS


def _others_may_be_left_out(context: Declaring, symbol: CardsSymbol, row: ast.ProductRow, named: set[str]) -> bool:
    for name, attribute in symbol.attributes.items():
        kind = attribute.type
        if name not in named and isinstance(kind, Number | EnumValue | Face):
            context.found.error(
                "RL236",
                f"These cards have no `{name}`",
                row.span,
                "not named here",
                others=[Label(attribute.node.span, "every card has one")],
                hint=f"Add `{name}` to the row, or a `?` to its type.",
            )
            return False
    return True
