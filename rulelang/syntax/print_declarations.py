"""A declaration in, its lines out."""

from __future__ import annotations

from typing import assert_never

from rulelang.syntax import ast
from rulelang.syntax.print_examples import ExamplePrinter
from rulelang.syntax.print_expressions import COMMA, SUM, expression, postfix, quoted, type_text
from rulelang.syntax.print_lines import STEP, WIDTH
from rulelang.syntax.print_statements import where_text, with_value


class DeclarationPrinter(ExamplePrinter):
    """Prints declarations into lines."""

    def declaration(self, node: ast.Declaration, before: str = "", start: int | None = None) -> None:  # noqa: C901 - a table
        """The lines of a declaration; `before` are words such as `replace ` in front of it."""
        start = node.span.start if start is None else start
        match node:
            case ast.Replace(declaration=inner):
                self.declaration(inner, "replace ", start)
            case ast.ChangeCards(cards=cards):
                self.cards(cards, "change ", start)
            case ast.Cards():
                self.cards(node, before, start)
            case ast.Zones(zones=zones):
                self.lines.add(0, f"{before}zones:", start, start + 1)
                for zone in zones:
                    self.lines.add(STEP, zone_text(zone), zone.span.start, zone.span.end, hang=2 * STEP)
            case ast.Vars(vars=variables):
                self.lines.add(0, f"{before}vars:", start, start + 1)
                for var in variables:
                    self.lines.add(STEP, var_text(var), var.span.start, var.span.end)
            case ast.Pots():
                self.pots(node, before, start)
            case ast.Score(name=name, lines=lines):
                self.lines.add(0, f"{before}score {name.text}:", start, start + 1)
                for line in lines:
                    text = with_value(f"{quoted(line.label.value)}: ", line.value, STEP)
                    self.lines.add(STEP, text, line.span.start, line.span.end)
            case ast.Phase(name=name, body=body):
                self.headed(f"{before}phase {name.text}", body, 0, start)
            case ast.Hook(when=when, name=name, body=body):
                self.headed(f"{before}{when} {name.text}", body, 0, start)
            case ast.Effect():
                self.effect(node, before, start)
            case ast.Action():
                self.action(node, before, start)
            case ast.Example():
                self.example(node)
            case _:
                self.lines.add(0, before + one_line(node), start, node.span.end)

    def cards(self, node: ast.Cards, before: str, start: int) -> None:
        """A cards declaration, attributes and rows in their original order."""
        opener = f"{before}cards {node.name.text}" + (f" from {quoted(node.table.value)}" if node.table else "")
        inside = sorted((*node.attributes, *node.rows), key=lambda line: line.span.start)
        self.lines.add(0, opener + (":" if inside else ""), start, start + 1)
        for line in inside:
            self.lines.add(STEP, card_line(line), line.span.start, line.span.end)

    def pots(self, node: ast.Pots, before: str, start: int) -> None:
        """Pots on the line of their word if they stood there and fit, else below it."""
        texts = [f"{pot.name.text}{per_text(pot.per)}: {pot.token.text}" for pot in node.pots]
        line = f"{before}pots: " + ", ".join(texts)
        if self.behind_colon(node.pots[0].span.start) and len(line) <= WIDTH:
            self.lines.add(0, line, start, node.span.end)
            return
        self.lines.add(0, f"{before}pots:", start, start + 1)
        for pot, text in zip(node.pots, texts, strict=True):
            self.lines.add(STEP, text, pot.span.start, pot.span.end)

    def effect(self, node: ast.Effect, before: str, start: int) -> None:
        """An effect, which may have no block."""
        opener = f"{before}effect {target_text(node.target)}"
        if node.body is None:
            self.lines.add(0, opener, start, node.span.end)
        else:
            self.headed(opener, node.body, 0, start)

    def action(self, node: ast.Action, before: str, start: int) -> None:
        """An action: head, then body."""
        opener = f"{before}action {node.name.text}"
        opener += f" {quoted(node.label.value)}" if node.label else ""
        opener += f" in {node.group.text}" if node.group else ""
        if not node.head and node.body is None:
            self.lines.add(0, opener, start, node.span.end)
            return
        self.lines.add(0, f"{opener}:", start, start + 1)
        self.head(node.head, STEP)
        if node.body is not None:
            self.headed("do", node.body, STEP, self.word_before("do", node.body.span.start))


def per_text(types: tuple[ast.Type, ...]) -> str:
    """` per A per B`, or nothing."""
    return "".join(f" per {type_text(one)}" for one in types)


def target_text(target: ast.Ident | ast.Text) -> str:
    """A name, or a printed name in quotes."""
    return target.text if isinstance(target, ast.Ident) else quoted(target.value)


def zone_text(zone: ast.Zone) -> str:
    """A line of `zones:`."""
    holds = " or ".join(name.text for name in zone.holds)
    parts = [f"{zone.name.text}{per_text(zone.per)}: {zone.kind.text} of {holds}", *map(_option, zone.options)]
    return COMMA.join(parts)


def _option(option: ast.SeenBy | ast.Refill | ast.ZoneOption) -> str:
    match option:
        case ast.SeenBy(viewer=viewer, down=down):
            return f"{'face down ' if down else ''}seen by {viewer.text}"
        case ast.Refill(sources=sources):
            return "refill " + COMMA.join(_refill_source(one, first=i == 0) for i, one in enumerate(sources))
        case ast.ZoneOption(word=word, value=value):
            return word.text if value is None else f"{word.text} {expression(value, SUM)}"
        case _:
            assert_never(option)


def _refill_source(node: ast.RefillSource, *, first: bool) -> str:
    text = postfix(node.zone) + where_text(node.where)
    if node.keep is None:
        return text
    plain_keep = first or node.where is not None or isinstance(node.keep, ast.Int | ast.Name)
    return text + (" " if plain_keep else COMMA) + f"keep {expression(node.keep, SUM)}"


def var_text(var: ast.Var) -> str:
    """A line of `vars:`."""
    initial = "" if var.initial is None else f" = {expression(var.initial)}"
    return f"{var.name.text}{per_text(var.per)}: {type_text(var.type)}{initial}"


def card_line(line: ast.CardAttribute | ast.Row | ast.ProductRow) -> str:
    """A line of `cards NAME:`."""
    match line:
        case ast.CardAttribute(name=name, type=kind):
            return f"{name.text}: {type_text(kind)}"
        case ast.Row(copies=copies, name=title, fields=fields):
            text = f"{expression(copies, SUM)} {quoted(title.value)}"
            values = COMMA.join(f"{one.name.text} {expression(one.value)}" for one in fields)
            return f"{text}: {values}" if fields else text
        case ast.ProductRow(copies=copies, attributes=attributes, where=where, pattern=pattern):
            names = COMMA.join(name.text for name in attributes)
            named = f" named {quoted(pattern.value)}" if pattern else ""
            return f"{expression(copies, SUM)} each {names}" + where_text(where) + named
        case _:
            assert_never(line)


def one_line(node: ast.Declaration) -> str:  # noqa: C901 - a table
    """A declaration that has no lines below it."""
    match node:
        case ast.Players(low=low, high=high):
            return f"players {numbers(low, high)}"
        case ast.Teams(teams=teams):
            return "teams " + COMMA.join(" and ".join(map(str, team)) for team in teams)
        case ast.Limit(phase=phase, times=times):
            return f"limit {phase.text} {expression(times, SUM)} times"
        case ast.Param(name=name, type=kind, value=value, label=label):
            text = f"param {name.text}: {type_text(kind)} = {expression(value)}"
            return text + (f" {quoted(label.value)}" if label else "")
        case ast.Enum(name=name, values=values):
            return f"enum {name.text}: " + COMMA.join(
                one.text if isinstance(one, ast.Ident) else numbers(one.low, one.high) for one in values)
        case ast.Table(name=name, entries=entries):
            return f"table {name.text}: " + COMMA.join(
                f"{expression(one.key, SUM)} -> {expression(one.value)}" for one in entries)
        case ast.Tokens(name=name, supply=supply, seen_by=seen_by):
            seen = f"{COMMA}seen by {seen_by.text}" if seen_by else ""
            return f"tokens {name.text}: {expression(supply, SUM)}{seen}"
        case ast.Define() | ast.Meld():
            return _meaning(node)
        case ast.Win(criteria=criteria):
            return "win: " + COMMA.join(f"{one.order.text} {expression(one.value)}" for one in criteria)
        case ast.Payoff(value=value):
            return with_value("payoff: ", value)
        case ast.Estimate(value=value):
            return with_value("estimate: ", value)
        case ast.Note(text=text):
            return f"note {quoted(text.value)}"
        case ast.Change(target=target, value=value):
            return f"change {target_text(target)} to {expression(value)}"
        case ast.Remove(what=what, target=target):
            return " ".join(word for word in ("remove", what, target_text(target) if target else "") if word)
        case _:
            raise AssertionError(f"{type(node).__name__} has lines below it")


def numbers(low: int, high: int) -> str:
    """`2..5`, or `4` for a single number."""
    return str(low) if low == high else f"{low}..{high}"


def _meaning(node: ast.Define | ast.Meld) -> str:
    if isinstance(node, ast.Define):
        parameters = COMMA.join(f"{one.name.text}: {type_text(one.type)}" for one in node.parameters)
        return with_value(f"define {node.name.text}" + (f"({parameters})" if parameters else "") + " = ", node.body)
    parts = [f"{numbers(part.low, part.high)} {part.type.text} {part.name.text}" for part in node.parts]
    options = [one.word.text + ("" if one.value is None else f" {expression(one.value)}") for one in node.options]
    return f"meld {node.name.text}: " + COMMA.join((*parts, *options))
