"""Parts of an expression in, its node out; the lower half of `build`, one method per rule or alias."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulelang.diagnostics import Diagnostics, suggestion
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.syntax.scanner import Token

QUERIES = ("count", "first", "sum", "max", "min", "set", "bag", "any", "all", "highest", "lowest")
"""Words that may stand before a query in brackets."""


class NodeBuilder:
    """What all builders share: places, names and texts."""

    def __init__(self, source: Source, found: Diagnostics) -> None:
        self.source = source
        self.found = found

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _ident(self, token: Token) -> ast.Ident:
        return ast.Ident(Span(self.source, token.start, token.end), token.text)

    def _text(self, token: Token) -> ast.Text:
        return ast.Text(Span(self.source, token.start, token.end), token.text[1:-1])

    def _maybe_text(self, token: Token | None) -> ast.Text | None:
        return None if token is None else self._text(token)

    def _target(self, token: Token) -> ast.Ident | ast.Text:
        return self._text(token) if token.kind == "STRING" else self._ident(token)


class ExpressionBuilder(NodeBuilder):
    """Builds expressions."""

    def conditional(self, start: int, end: int, then: ast.Expr, condition: ast.Expr,
                    other: ast.Expr) -> ast.Conditional:
        return ast.Conditional(self._span(start, end), condition, then, other)

    def default(self, start: int, end: int, value: ast.Expr, other: ast.Expr) -> ast.Default:
        return ast.Default(self._span(start, end), value, other)

    def preferred(self, start: int, end: int, *conditions: ast.Expr) -> ast.Preference:
        return ast.Preference(self._span(start, end), conditions, or_any=False)

    def preferred_or_any(self, start: int, end: int, *parts: Any) -> ast.Preference:
        return ast.Preference(self._span(start, end), parts[:-1], or_any=True)

    def or_(self, start: int, end: int, *parts: ast.Expr) -> ast.Or:
        return ast.Or(self._span(start, end), parts)

    def and_(self, start: int, end: int, *parts: ast.Expr) -> ast.And:
        return ast.And(self._span(start, end), parts)

    def not_(self, start: int, end: int, value: ast.Expr) -> ast.Not:
        return ast.Not(self._span(start, end), value)

    def is_(self, start: int, end: int, left: ast.Expr, right: ast.Expr) -> ast.Is:
        return ast.Is(self._span(start, end), left, right)

    def is_not(self, start: int, end: int, left: ast.Expr, right: ast.Expr) -> ast.Is:
        return ast.Is(self._span(start, end), left, right, negated=True)

    def is_what(self, _start: int, _end: int, value: ast.Expr) -> ast.Expr:
        return value

    def face(self, start: int, end: int, value: ast.Expr) -> ast.FaceLiteral:
        return ast.FaceLiteral(self._span(start, end), value)

    def has(self, start: int, end: int, left: ast.Expr, right: ast.Expr) -> ast.Has:
        return ast.Has(self._span(start, end), left, right)

    def can(self, start: int, end: int, player: ast.Expr, action: Token) -> ast.Can:
        return ast.Can(self._span(start, end), player, self._ident(action))

    def knows(self, start: int, end: int, player: ast.Expr, card: ast.Expr) -> ast.Knows:
        return ast.Knows(self._span(start, end), player, card)

    def less(self, start: int, end: int, left: ast.Expr, right: ast.Expr) -> ast.Compare:
        return ast.Compare(self._span(start, end), "<", left, right)

    def at_most(self, start: int, end: int, left: ast.Expr, right: ast.Expr) -> ast.Compare:
        return ast.Compare(self._span(start, end), "<=", left, right)

    def more(self, start: int, end: int, left: ast.Expr, right: ast.Expr) -> ast.Compare:
        return ast.Compare(self._span(start, end), ">", left, right)

    def at_least(self, start: int, end: int, left: ast.Expr, right: ast.Expr) -> ast.Compare:
        return ast.Compare(self._span(start, end), ">=", left, right)

    def between(self, start: int, end: int, low: ast.Expr, high: ast.Expr) -> ast.Range:
        return ast.Range(self._span(start, end), low, high)

    def add(self, start: int, end: int, left: ast.Expr, right: ast.Expr) -> ast.Arithmetic:
        return ast.Arithmetic(self._span(start, end), "+", left, right)

    def subtract(self, start: int, end: int, left: ast.Expr, right: ast.Expr) -> ast.Arithmetic:
        return ast.Arithmetic(self._span(start, end), "-", left, right)

    def multiply(self, start: int, end: int, left: ast.Expr, right: ast.Expr) -> ast.Arithmetic:
        return ast.Arithmetic(self._span(start, end), "*", left, right)

    def divide_up(self, start: int, end: int, left: ast.Expr, right: ast.Expr) -> ast.Divide:
        return ast.Divide(self._span(start, end), left, right, up=True)

    def divide_down(self, start: int, end: int, left: ast.Expr, right: ast.Expr) -> ast.Divide:
        return ast.Divide(self._span(start, end), left, right, up=False)

    def negate(self, start: int, end: int, value: ast.Expr) -> ast.Negate:
        return ast.Negate(self._span(start, end), value)

    def at(self, start: int, end: int, zone: ast.Expr, index: ast.Expr) -> ast.At:
        if isinstance(index, ast.Attribute) and isinstance(index.value, ast.Int) and self._unbracketed(index):
            zone_text = self.source.text[start : index.value.span.end]
            self._needs_brackets(index, f"({zone_text}).{index.name.text}", f"`{index.value.value}` is a number")
        return ast.At(self._span(start, end), zone, index)

    def top(self, start: int, end: int, zone: ast.Expr) -> ast.Top:
        self._check_zone("top", zone)
        return ast.Top(self._span(start, end), zone)

    def bottom(self, start: int, end: int, zone: ast.Expr) -> ast.Bottom:
        self._check_zone("bottom", zone)
        return ast.Bottom(self._span(start, end), zone)

    def _check_zone(self, word: str, zone: ast.Expr) -> None:
        """A zone is never printed on a card: a dot behind it was meant for the card."""
        if isinstance(zone, ast.Attribute) and self._unbracketed(zone):
            inner = zone.value.span.text
            right = f"({word} of {inner}).{zone.name.text}"
            self._needs_brackets(zone, right, f"the {word} of `{zone.span.text}`, as written")

    def _unbracketed(self, node: ast.Attribute) -> bool:
        return self.source.text[node.span.end - 1] != ")"

    def _needs_brackets(self, node: ast.Expr, right: str, label: str) -> None:
        self.found.error("RL117", "Brackets are needed before this dot", node.span, label,
                         allowed="`at`, `top of` and `bottom of` take everything behind them, the dot too.",
                         hint=f"Write `{right}`." if len(right) < 80 else "")

    # ------------------------------------------------------------ postfix and atoms

    def attribute_of(self, start: int, end: int, value: ast.Expr, name: Token) -> ast.Attribute:
        return ast.Attribute(self._span(start, end), value, self._ident(name))

    def owned(self, start: int, end: int, value: ast.Expr, name: Token) -> ast.Owned:
        return ast.Owned(self._span(start, end), value, self._ident(name))

    def index(self, start: int, end: int, value: ast.Expr, key: ast.Expr) -> ast.Index:
        return ast.Index(self._span(start, end), value, key)

    def bare_name(self, start: int, end: int, name: Token) -> ast.Name:
        return ast.Name(self._span(start, end), name.text)

    def number(self, start: int, end: int, number: Token) -> ast.Int:
        return ast.Int(self._span(start, end), int(number.text))

    def string(self, start: int, end: int, text: Token) -> ast.Str:
        return ast.Str(self._span(start, end), text.text[1:-1])

    def your(self, start: int, end: int, name: Token) -> ast.Your:
        return ast.Your(self._span(start, end), name.text)

    def all_of(self, start: int, end: int, type_: Token) -> ast.All:
        return ast.All(self._span(start, end), type_.text)

    def brackets(self, start: int, end: int, value: Any) -> Any:
        return replace(value, span=self._span(start, end))

    def expr_list(self, _start: int, _end: int, *values: ast.Expr) -> tuple[ast.Expr, ...]:
        return values

    def call(self, start: int, end: int, name: Token, args: tuple[ast.Expr, ...] | None) -> ast.Call:
        return ast.Call(self._span(start, end), self._ident(name), args or ())

    def listed(self, start: int, end: int, items: tuple[ast.Expr, ...] | None) -> ast.ListOf:
        return ast.ListOf(self._span(start, end), items or ())

    def filter_query(self, start: int, end: int, name: Token, source: ast.Expr, where: ast.Expr | None,
                     by: tuple[ast.Expr, ...] | None) -> ast.Query:
        return ast.Query(self._span(start, end), "list", self._ident(name), source, None, where, by or ())

    def criteria(self, _start: int, _end: int, *by: ast.Expr) -> tuple[ast.Expr, ...]:
        return by

    def map_query(self, start: int, end: int, each: ast.Expr, name: Token, source: ast.Expr,
                  where: ast.Expr | None) -> ast.Query:
        return ast.Query(self._span(start, end), "list", self._ident(name), source, each, where)

    def listing(self, start: int, end: int, query: ast.Query) -> ast.Query:
        if query.by:
            self._query_error("A list has no `by`", query.by[0].span, "only `highest` and `lowest` have one")
        return replace(query, span=self._span(start, end))

    def query_call(self, start: int, end: int, word: Token, query: ast.Query) -> ast.Query:
        self._check_query(word, query)
        return replace(query, span=self._span(start, end), kind=word.text)

    def _check_query(self, word: Token, query: ast.Query) -> None:
        place = self._span(word.start, word.end)
        if word.text not in QUERIES:
            self._query_error(f"`{word.text}` cannot look through a collection", place, "stands before a query",
                              suggestion(word.text, QUERIES))
        elif word.text in ("highest", "lowest"):
            if not query.by:
                self._query_error(f"`{word.text}` needs a `by`", place, f"{word.text} by what?",
                                  f"Write `{word.text}(x in S by E)`.")
        elif query.by:
            self._query_error(f"`{word.text}` has no `by`", query.by[0].span, "only `highest` and `lowest` have one")
        elif query.each is None and word.text not in ("count", "first"):
            self._query_error(f"`{word.text}` needs to know of what", place, f"{word.text} of what?",
                              f"Write `{word.text}(E for x in S)`.")
        elif query.each is not None and word.text in ("count", "first"):
            self._query_error(f"`{word.text}` looks for elements, not for values", query.each.span, "a value",
                              f"Write `{word.text}(x in S where C)`.")

    def _query_error(self, title: str, span: Span, label: str, hint: str = "") -> None:
        self.found.error("RL123", title, span, label,
                         allowed="Queries are `count` and `first` `(x in S where C)`, `highest` and `lowest` "
                                 "`(x in S by E)`, `sum`, `max`, `min`, `set`, `bag`, `any` and `all` "
                                 "`(E for x in S where C)`.", hint=hint)
