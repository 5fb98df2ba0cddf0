"""Parts of a grammar rule in, a node of the syntax tree out: one method per rule or alias of `rules.lark`.

A method gets the place where its text starts and ends and the parts that matter; None stands for
what was left out. Methods never raise; what the grammar cannot tell is reported and built anyway.
A method whose rule is called like a word of Python ends in `_`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulelang.syntax import ast
from rulelang.syntax.build_statements import StatementBuilder
from rulelang.syntax.scanner import Token


class Builder(StatementBuilder):
    """Builds every node of one source."""

    # ------------------------------------------------------------ the file

    def game(self, start: int, end: int, name: Token) -> ast.Header:
        return ast.Header(self._span(start, end), self._text(name))

    def variant(self, start: int, end: int, name: Token, base: Token) -> ast.Header:
        return ast.Header(self._span(start, end), self._text(name), self._text(base))

    def edition(self, start: int, end: int, number: Token) -> Token:
        return Token("language", number.text, start, end)

    def doc(self, _start: int, _end: int, line: Token) -> Token:
        return line

    def item(self, start: int, end: int, *parts: Any) -> ast.Item:
        docs = tuple(line.text[1:].removeprefix(" ").rstrip() for line in parts[:-1])
        return ast.Item(self._span(start, end), docs, parts[-1])

    # ------------------------------------------------------------ what exists

    def players(self, start: int, end: int, low: Token, high: Token | None) -> ast.Players:
        return ast.Players(self._span(start, end), int(low.text), int((high or low).text))

    def teams(self, start: int, end: int, *teams: tuple[int, ...]) -> ast.Teams:
        return ast.Teams(self._span(start, end), teams)

    def team(self, _start: int, _end: int, *seats: Token) -> tuple[int, ...]:
        return tuple(int(seat.text) for seat in seats)

    def limit(self, start: int, end: int, phase: Token, times: ast.Expr) -> ast.Limit:
        return ast.Limit(self._span(start, end), self._ident(phase), times)

    def param(self, start: int, end: int, name: Token, type_: ast.Type, value: ast.Expr,
              label: Token | None) -> ast.Param:
        return ast.Param(self._span(start, end), self._ident(name), type_, value, self._maybe_text(label))

    def enum(self, start: int, end: int, name: Token, *values: ast.Ident | ast.EnumNumbers) -> ast.Enum:
        return ast.Enum(self._span(start, end), self._ident(name), values)

    def enum_value(self, _start: int, _end: int, name: Token) -> ast.Ident:
        return self._ident(name)

    def enum_numbers(self, start: int, end: int, low: Token, high: Token | None) -> ast.EnumNumbers:
        return ast.EnumNumbers(self._span(start, end), int(low.text), int((high or low).text))

    def table(self, start: int, end: int, name: Token, *entries: ast.Entry) -> ast.Table:
        return ast.Table(self._span(start, end), self._ident(name), entries)

    def entry(self, start: int, end: int, key: ast.Expr, value: ast.Expr) -> ast.Entry:
        return ast.Entry(self._span(start, end), key, value)

    def tokens(self, start: int, end: int, name: Token, supply: ast.Expr, seen_by: ast.Ident | None) -> ast.Tokens:
        return ast.Tokens(self._span(start, end), self._ident(name), supply, seen_by)

    def pots(self, start: int, end: int, _word: Token, *pots: ast.Pot) -> ast.Pots:
        return ast.Pots(self._span(start, end), pots)

    def pot(self, start: int, end: int, name: Token, per: tuple[ast.Type, ...], token: Token) -> ast.Pot:
        return ast.Pot(self._span(start, end), self._ident(name), per, self._ident(token))

    def cards(self, start: int, end: int, name: Token, table: Token | None, *lines: Any) -> ast.Cards:
        attributes = tuple(line for line in lines if isinstance(line, ast.CardAttribute))
        rows = tuple(line for line in lines if not isinstance(line, ast.CardAttribute))
        return ast.Cards(self._span(start, end), self._ident(name), self._maybe_text(table), attributes, rows)

    def bare_cards(self, start: int, end: int, name: Token, table: Token) -> ast.Cards:
        return self.cards(start, end, name, table)

    def attribute(self, start: int, end: int, name: Token, type_: ast.Type) -> ast.CardAttribute:
        return ast.CardAttribute(self._span(start, end), self._ident(name), type_)

    def row(self, start: int, end: int, copies: ast.Expr, name: Token, fields: tuple[ast.Field, ...] | None) -> ast.Row:
        return ast.Row(self._span(start, end), copies, self._text(name), fields or ())

    def fields(self, _start: int, _end: int, *fields: ast.Field) -> tuple[ast.Field, ...]:
        return fields

    def field(self, start: int, end: int, name: Token, value: ast.Expr) -> ast.Field:
        return ast.Field(self._span(start, end), self._ident(name), value)

    def product_row(self, start: int, end: int, copies: ast.Expr, attributes: tuple[ast.Ident, ...],
                    where: ast.Expr | None, pattern: Token | None) -> ast.ProductRow:
        return ast.ProductRow(self._span(start, end), copies, attributes, where, self._maybe_text(pattern))

    def name_list(self, _start: int, _end: int, *names: Token) -> tuple[ast.Ident, ...]:
        return tuple(self._ident(name) for name in names)

    names_or = name_list

    # ------------------------------------------------------------ zones and variables

    def zones(self, start: int, end: int, *zones: ast.Zone) -> ast.Zones:
        return ast.Zones(self._span(start, end), zones)

    def zone(self, start: int, end: int, name: Token, per: tuple[ast.Type, ...], kind: Token,
             holds: tuple[ast.Ident, ...], options: list[Any]) -> ast.Zone:
        return ast.Zone(self._span(start, end), self._ident(name), per, self._ident(kind), holds,
                        _join_refills(options))

    def zone_options(self, _start: int, _end: int, *options: Any) -> list[Any]:
        return list(options)

    def seen(self, start: int, end: int, viewer: ast.Ident) -> ast.SeenBy:
        return ast.SeenBy(self._span(start, end), viewer)

    def seen_down(self, start: int, end: int, viewer: ast.Ident) -> ast.SeenBy:
        return ast.SeenBy(self._span(start, end), viewer, down=True)

    def refill(self, start: int, end: int, _word: Token, zone: ast.Expr, where: ast.Expr | None, _keep: Token | None,
               keep: ast.Expr | None) -> ast.Refill:
        last = keep or where or zone
        source = ast.RefillSource(zone.span.to(last.span), zone, where, keep)
        return ast.Refill(self._span(start, end), (source,))

    def keep(self, start: int, end: int, word: Token, amount: ast.Expr) -> ast.ZoneOption:
        return ast.ZoneOption(self._span(start, end), self._ident(word), amount)

    def option(self, start: int, end: int, word: Token, value: ast.Expr | None) -> ast.ZoneOption:
        return ast.ZoneOption(self._span(start, end), self._ident(word), value)

    def option_where(self, start: int, end: int, zone: Token, where: ast.Expr, _keep: Token | None,
                     keep: ast.Expr | None) -> ast.RefillSource:
        return ast.RefillSource(self._span(start, end), self.bare_name(zone.start, zone.end, zone), where, keep)

    def option_keep(self, start: int, end: int, zone: Token, _keep: Token, keep: ast.Expr) -> ast.RefillSource:
        return ast.RefillSource(self._span(start, end), self.bare_name(zone.start, zone.end, zone), None, keep)

    def keep_amount(self, start: int, end: int, amount: Token) -> ast.Expr:
        return self.number(start, end, amount) if amount.kind == "INT" else self.bare_name(start, end, amount)

    def viewer(self, _start: int, _end: int, word: Token) -> ast.Ident:
        return self._ident(word)

    def per(self, _start: int, _end: int, *types: ast.Type) -> tuple[ast.Type, ...]:
        return types

    def vars(self, start: int, end: int, *variables: ast.Var) -> ast.Vars:
        return ast.Vars(self._span(start, end), variables)

    def var(self, start: int, end: int, name: Token, per: tuple[ast.Type, ...], type_: ast.Type,
            initial: ast.Expr | None) -> ast.Var:
        return ast.Var(self._span(start, end), self._ident(name), per, type_, initial)

    def named_type(self, start: int, end: int, name: Token, optional: Token | None) -> ast.NamedType:
        return ast.NamedType(self._span(start, end), name.text, optional is not None)

    def range_type(self, start: int, end: int, low: ast.Expr, high: ast.Expr, optional: Token | None) -> ast.RangeType:
        return ast.RangeType(self._span(start, end), low, high, optional is not None)

    def collection_type(self, start: int, end: int, kind: Token, of: Token) -> ast.CollectionType:
        return ast.CollectionType(self._span(start, end), kind.text, self._ident(of))

    # ------------------------------------------------------------ what words mean

    def define(self, start: int, end: int, name: Token, parameters: tuple[ast.Parameter, ...] | None,
               body: ast.Expr) -> ast.Define:
        return ast.Define(self._span(start, end), self._ident(name), parameters or (), body)

    def parameters(self, _start: int, _end: int, *parameters: ast.Parameter) -> tuple[ast.Parameter, ...]:
        return parameters

    def parameter(self, start: int, end: int, name: Token, type_: ast.Type) -> ast.Parameter:
        return ast.Parameter(self._span(start, end), self._ident(name), type_)

    def meld(self, start: int, end: int, name: Token, *lines: Any) -> ast.Meld:
        parts = tuple(line for line in lines if isinstance(line, ast.MeldPart))
        options = tuple(line for line in lines if isinstance(line, ast.MeldOption))
        return ast.Meld(self._span(start, end), self._ident(name), parts, options)

    def meld_part(self, start: int, end: int, low: Token, high: Token | None, type_: Token,
                  name: Token) -> ast.MeldPart:
        return ast.MeldPart(self._span(start, end), int(low.text), int((high or low).text), self._ident(type_),
                            self._ident(name))

    def worded(self, start: int, end: int, word: Token, value: ast.Expr | None) -> ast.MeldOption:
        return ast.MeldOption(self._span(start, end), self._ident(word), value)

    def score(self, start: int, end: int, name: Token, *lines: ast.ScoreLine) -> ast.Score:
        return ast.Score(self._span(start, end), self._ident(name), lines)

    def score_line(self, start: int, end: int, label: Token, value: ast.Expr) -> ast.ScoreLine:
        return ast.ScoreLine(self._span(start, end), self._text(label), value)

    def win(self, start: int, end: int, *criteria: ast.Criterion) -> ast.Win:
        return ast.Win(self._span(start, end), criteria)

    def criterion(self, start: int, end: int, order: Token, value: ast.Expr) -> ast.Criterion:
        return ast.Criterion(self._span(start, end), self._ident(order), value)

    def payoff(self, start: int, end: int, value: ast.Expr) -> ast.Payoff:
        return ast.Payoff(self._span(start, end), value)

    def estimate(self, start: int, end: int, value: ast.Expr) -> ast.Estimate:
        return ast.Estimate(self._span(start, end), value)

    def note(self, start: int, end: int, text: Token) -> ast.Note:
        return ast.Note(self._span(start, end), self._text(text))

    # ------------------------------------------------------------ examples

    def example(self, start: int, end: int, title: Token, players: Token | None,
                *steps: ast.ExampleStep) -> ast.Example:
        return ast.Example(self._span(start, end), self._text(title), int(players.text) if players else None, steps)

    def given(self, start: int, end: int, target: ast.Expr, *things: ast.Copies) -> ast.Given:
        return ast.Given(self._span(start, end), target, things)

    def thing(self, start: int, end: int, value: ast.Expr, face: ast.FaceLiteral | None) -> ast.Copies:
        return ast.Copies(self._span(start, end), 1, value, face)

    def copies(self, start: int, end: int, count: Token, value: Token, face: ast.FaceLiteral | None) -> ast.Copies:
        return ast.Copies(self._span(start, end), int(count.text), self.string(value.start, value.end, value), face)

    def when_does(self, start: int, end: int, does: ast.Does) -> ast.WhenDoes:
        return ast.WhenDoes(self._span(start, end), does)

    def when_runs(self, start: int, end: int, phase: Token, seat: Token | None,
                  script: tuple[ast.Does | ast.Picks, ...] = ()) -> ast.WhenRuns:
        return ast.WhenRuns(self._span(start, end), self._ident(phase), self._ident(seat) if seat else None, script)

    def script(self, _start: int, _end: int, *lines: ast.Does | ast.Picks) -> tuple[ast.Does | ast.Picks, ...]:
        return lines

    def does(self, start: int, end: int, seat: Token, action: Token,
             answers: tuple[ast.Answer, ...] | None) -> ast.Does:
        return ast.Does(self._span(start, end), self._ident(seat), self._ident(action), answers or ())

    def picks(self, start: int, end: int, seat: Token, answers: tuple[ast.Answer, ...]) -> ast.Picks:
        return ast.Picks(self._span(start, end), self._ident(seat), answers)

    def expect(self, start: int, end: int, value: ast.Expr, answers: tuple[ast.Answer, ...] | None) -> ast.Expect:
        return ast.Expect(self._span(start, end), value, answers or ())

    def with_(self, _start: int, _end: int, answers: tuple[ast.Answer, ...]) -> tuple[ast.Answer, ...]:
        return answers

    def answers(self, _start: int, _end: int, *answers: ast.Answer) -> tuple[ast.Answer, ...]:
        return answers

    def named(self, start: int, end: int, name: Token, value: ast.Expr) -> ast.Answer:
        return ast.Answer(self._span(start, end), self._ident(name), value)

    def labelled(self, start: int, end: int, label: Token) -> ast.Answer:
        return ast.Answer(self._span(start, end), None, self.string(label.start, label.end, label))

    # ------------------------------------------------------------ variants

    def change(self, start: int, end: int, target: Token, value: ast.Expr) -> ast.Change:
        return ast.Change(self._span(start, end), self._target(target), value)

    def change_cards(self, start: int, end: int, cards: ast.Cards) -> ast.ChangeCards:
        return ast.ChangeCards(self._span(start, end), cards)

    def remove(self, start: int, end: int, target: Token) -> ast.Remove:
        return ast.Remove(self._span(start, end), "", self._target(target))

    def remove_effect(self, start: int, end: int, target: Token) -> ast.Remove:
        return ast.Remove(self._span(start, end), "effect", self._target(target))

    def remove_limit(self, start: int, end: int, target: Token) -> ast.Remove:
        return ast.Remove(self._span(start, end), "limit", self._target(target))

    def remove_before(self, start: int, end: int, target: Token) -> ast.Remove:
        return ast.Remove(self._span(start, end), "before", self._target(target))

    def remove_after(self, start: int, end: int, target: Token) -> ast.Remove:
        return ast.Remove(self._span(start, end), "after", self._target(target))

    def remove_teams(self, start: int, end: int) -> ast.Remove:
        return ast.Remove(self._span(start, end), "teams", None)

    def remove_estimate(self, start: int, end: int) -> ast.Remove:
        return ast.Remove(self._span(start, end), "estimate", None)

    def replace(self, start: int, end: int, declaration: ast.Declaration) -> ast.Replace:
        return ast.Replace(self._span(start, end), declaration)


_PLAIN_OPTIONS = frozenset(("discards", "capacity", "count", "seen"))


def _join_refills(options: list[Any]) -> tuple[ast.SeenBy | ast.Refill | ast.ZoneOption, ...]:
    """Give each refill the zones and the `keep` that follow it behind commas."""
    done: list[ast.SeenBy | ast.Refill | ast.ZoneOption] = []
    for option in options:
        before = done[-1] if done else None
        if isinstance(before, ast.Refill):
            joined = _joined(before, option)
            if joined is not None:
                done[-1] = joined
                continue
        if isinstance(option, ast.RefillSource):
            assert isinstance(option.zone, ast.Name)
            word = ast.Ident(option.zone.span, option.zone.text)
            option = ast.ZoneOption(option.span, word, option.where or option.keep)
        done.append(option)
    return tuple(done)


def _joined(before: ast.Refill, option: Any) -> ast.Refill | None:
    """The refill with a further part, or None if the option is none."""
    *first, last = before.sources
    span = before.span.to(option.span)
    if isinstance(option, ast.RefillSource):
        return ast.Refill(span, (*before.sources, option))
    if not isinstance(option, ast.ZoneOption) or option.word.text in _PLAIN_OPTIONS:
        return None
    if option.word.text == "keep" and last.keep is None:
        kept = replace(last, keep=option.value, span=last.span.to(option.span))
        return ast.Refill(span, (*first, kept))
    if option.value is None:
        zone = ast.Name(option.word.span, option.word.text)
        return ast.Refill(span, (*before.sources, ast.RefillSource(option.span, zone)))
    return None
