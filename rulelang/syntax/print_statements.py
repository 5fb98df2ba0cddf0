"""A block or the head of an action in, its lines out."""

from __future__ import annotations

from rulelang.syntax import ast
from rulelang.syntax.print_expressions import (
    COMMA,
    HARD,
    LEVEL,
    SOFT,
    SUM,
    expression,
    operand,
    postfix,
    quoted,
    source,
    wanted,
    whole,
)
from rulelang.syntax.print_lines import STEP, WIDTH, Lines, plain

_WITH_BLOCKS = (ast.If, ast.Repeat, ast.RepeatUntil, ast.RepeatForever, ast.EachPlayer, ast.AtOnce, ast.Turns, ast.Each,
                ast.As, ast.Either)

DEEP = 6 * STEP
"""Indentation reckoned with where it is not known."""


class StatementPrinter:
    """Prints statements into lines."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.text = lines.source.text

    # ------------------------------------------------------------ blocks

    def headed(self, opener: str, body: ast.Block, indent: int, start: int) -> None:
        """A line that opens a block, and the block: behind the colon if it stood there and fits, else below."""
        only = body.statements[0]
        if len(body.statements) == 1 and not isinstance(only, _WITH_BLOCKS) and self.behind_colon(body.span.start):
            text = f"{opener}: {simple(only)}"
            if indent + len(plain(text)) <= WIDTH and HARD not in text:
                self.lines.add(indent, text, start, body.span.end)
                return
        self.lines.add(indent, f"{opener}:", start, self.line_end_above(body.span.start))
        for statement in body.statements:
            self.statement(statement, indent + STEP)

    def behind_colon(self, place: int) -> bool:
        """Whether something stands in front of a place on its line."""
        return bool(self.text[self.text.rfind("\n", 0, place) + 1 : place].strip())

    def word_before(self, word: str, place: int) -> int:
        """Where the nearest `word` before a place stands."""
        return max(self.text.rfind(word, 0, place), 0)

    def line_end_above(self, place: int) -> int:
        """Where the line above a place ends, leaving out blank lines and comments: a line that opened a block."""
        end = self.text.rfind("\n", 0, place)
        while end > 0:
            line = self.text[self.text.rfind("\n", 0, end) + 1 : end].strip()
            if line and not line.startswith("#"):
                return end
            end = self.text.rfind("\n", 0, end)
        return place

    # ------------------------------------------------------------ statements

    def statement(self, node: ast.Statement, indent: int) -> None:
        """The lines of a statement."""
        start, end = node.span.start, node.span.end
        match node:
            case ast.If():
                self.conditional(node, indent)
            case ast.Either(branches=branches):
                for word, branch in zip(("either", *["or"] * len(branches)), branches, strict=False):
                    self.branch(word, branch, indent)
            case (ast.Repeat(body=body) | ast.RepeatUntil(body=body) | ast.RepeatForever(body=body)
                  | ast.EachPlayer(body=body) | ast.AtOnce(body=body) | ast.Turns(body=body) | ast.Each(body=body)
                  | ast.As(body=body)):
                self.headed(_opener(node), body, indent, start)
            case ast.Choose(binders=binders, decider=decider):
                word = "choose " if decider is None else f"{postfix(decider)} chooses "
                self.choice(word, binders, indent, start, end)
            case _:
                self.lines.add(indent, simple(node), start, end)

    def choice(self, word: str, binders: tuple[ast.Binder, ...], indent: int, start: int, end: int) -> None:
        """A choice: one binder per line, below each other, if there are several."""
        for number, binder in enumerate(binders):
            first, last = number == 0, number == len(binders) - 1
            text = (word if first else "") + binder_text(binder) + ("" if last else ",")
            margin = indent if first else indent + min(len(word), 24)
            self.lines.add(margin, text, start if first else binder.span.start, end if last else binder.span.end,
                           close=not first, hang=min(len(word), 24) if first else STEP)

    def conditional(self, node: ast.If, indent: int) -> None:
        """An `if` with everything that belongs to it."""
        self.headed(f"if {operand(node.condition)}", node.then, indent, node.span.start)
        other = node.other
        while isinstance(other, ast.If):
            start = self.word_before("else", other.span.start)
            self.headed(f"else if {operand(other.condition)}", other.then, indent, start)
            other = other.other
        if other is not None:
            self.headed("else", other, indent, self.word_before("else", other.span.start))

    def branch(self, word: str, node: ast.Branch, indent: int) -> None:
        """A branch of an `either`."""
        opener = f"{word} {quoted(node.label.value)}"
        if node.when is not None:
            opener += f" when {operand(node.when)}"
        start = self.word_before(word, node.span.start)
        if node.body is None:
            self.lines.add(indent, opener, start, node.span.end)
        else:
            self.headed(opener, node.body, indent, start)

    # ------------------------------------------------------------ heads

    def head(self, steps: tuple[ast.HeadStep, ...], indent: int) -> None:
        """The lines above `do:`."""
        for step in steps:
            start, end = step.span.start, step.span.end
            if isinstance(step, ast.HeadEither):
                for word, branch in zip(("either", *["or"] * len(step.branches)), step.branches, strict=False):
                    self.head_branch(word, branch, indent)
            elif isinstance(step, ast.Choose):
                self.statement(step, indent)
            else:
                self.lines.add(indent, head_step(step), start, end)

    def head_branch(self, word: str, node: ast.HeadBranch, indent: int) -> None:
        """A branch of an `either` in a head."""
        opener = f"{word} {quoted(node.label.value)}:"
        start = self.word_before(word, node.span.start)
        first = node.head[0]
        if len(node.head) == 1 and not isinstance(first, ast.HeadEither) and self.behind_colon(first.span.start):
            text = f"{opener} {simple(first) if isinstance(first, ast.Choose) else head_step(first)}"
            if indent + len(plain(text)) <= WIDTH:
                self.lines.add(indent, text, start, node.span.end)
                return
        self.lines.add(indent, opener, start, self.line_end_above(first.span.start))
        self.head(node.head, indent + STEP)


def _opener(node: ast.Repeat | ast.RepeatUntil | ast.RepeatForever | ast.EachPlayer | ast.AtOnce | ast.Turns | ast.Each
            | ast.As) -> str:
    match node:
        case ast.Repeat(times=times):
            return f"repeat {expression(times, SUM)} times"
        case ast.RepeatUntil(condition=condition):
            return f"repeat until {operand(condition)}"
        case ast.RepeatForever():
            return "repeat"
        case ast.EachPlayer(start=start, where=where):
            return "each player" + (f" from {postfix(start)}" if start is not None else "") + where_text(where)
        case ast.AtOnce(where=where):
            return "each player at once" + where_text(where)
        case ast.Turns(start=start, where=where, until=until):
            return f"turns from {postfix(start)}" + where_text(where) + (f" until {operand(until)}" if until else "")
        case ast.Each(name=name, source=elements, where=where):
            return f"each {name.text} in {source(elements)}" + where_text(where)
        case ast.As(player=player):
            return f"as {postfix(player)}"


def with_value(before: str, value: ast.Expr, indent: int = 0) -> str:
    """A text that ends in a value, which is divided into its cases if there is no room for it."""
    return before + whole(value, WIDTH - indent - len(plain(before)))


def where_text(where: ast.Expr | None) -> str:
    """` where C`, or nothing."""
    mark = LEVEL if isinstance(where, ast.Preference) else SOFT
    return "" if where is None else f"{mark} where {wanted(where, mark)}"


def face_text(face: ast.Expr | None) -> str:
    """` face F`, or nothing."""
    if face is None:
        return ""
    return f" face {postfix(face.value if isinstance(face, ast.FaceLiteral) else face)}"


def binder_text(node: ast.Binder) -> str:
    """`1..2 gifts "Prompt" from S where P`."""
    amount = "" if node.low is None else expression(node.low, SUM)
    if node.high is not None:
        amount += f"..{expression(node.high, SUM)}"
    words = [amount, node.name.text, quoted(node.prompt.value) if node.prompt else "", f"from {source(node.source)}"]
    return " ".join(word for word in words if word) + where_text(node.where)


def head_step(node: ast.When | ast.Pay | ast.Let) -> str:
    """A line of a head other than a choice or an `either`."""
    match node:
        case ast.When(condition=condition, reason=reason):
            return f"when {operand(condition)}" + (f" else {quoted(reason.value)}" if reason else "")
        case ast.Pay(value=value, token=None):
            return f"pay {expression(value, SUM)}"
        case ast.Pay(value=value, token=ast.Ident(text=token), to=to):
            return f"pay {expression(value, SUM)} {token}" + (f" to {postfix(to)}" if to is not None else "")
        case ast.Let():
            return simple(node)
        case _:
            raise AssertionError(node)


def simple(node: ast.Statement) -> str:
    """The text of a statement without a block of its own."""
    match node:
        case ast.Move(cards=cards, place=place, face=face):
            return f"move {operand(cards)} to {operand(place)}" + face_text(face)
        case ast.Draw(amount=amount, source=zone, place=place, face=face, name=name):
            text = f"draw {expression(amount, SUM)} from {operand(zone)} to {operand(place)}" + face_text(face)
            return text + (f" as {name.text}" if name else "")
        case ast.Discard(cards=cards, face=face):
            return f"discard {operand(cards)}" + face_text(face)
        case ast.Deal(amount=amount, source=zone, zone=to, face=face, start=start):
            text = f"deal {'all' if amount is None else postfix(amount)} from {operand(zone)} to {to.text}"
            return text + face_text(face) + (f" from {postfix(start)}" if start is not None else "")
        case ast.Shuffle(zone=zone, cards=None):
            return f"shuffle {operand(zone)}"
        case ast.Shuffle(zone=zone, cards=ast.Node() as cards):
            return f"shuffle {operand(cards)} into {operand(zone)}"
        case ast.Flip(cards=cards, face=face):
            return f"flip {operand(cards)}" + face_text(face)
        case ast.Reveal(value=value, to=to):
            return f"reveal {operand(value)}" + (f" to {operand(to)}" if to is not None else "")
        case ast.Let(name=name, value=value):
            return with_value(f"let {name.text} = ", value, DEEP)
        case ast.Assign(target=target, op=op, value=value):
            return with_value(f"{postfix(target)} {op} ", value, DEEP)
        case _:
            return _asking(node)


def _asking(node: ast.Statement) -> str:
    match node:
        case ast.Choose(binders=binders, decider=decider):
            word = "choose " if decider is None else f"{postfix(decider)} chooses "
            return word + COMMA.join(binder_text(binder) for binder in binders)
        case ast.Random(binder=binder):
            return f"random {binder_text(binder)}"
        case ast.Menu(items=items):
            return "do " + COMMA.join(_menu_item(item) for item in items)
        case ast.Run(name=name):
            return name.text
        case ast.Resolve(value=value):
            return f"resolve {expression(value)}"
        case ast.End(name=name):
            return f"end {name.text}"
        case _:
            raise AssertionError(f"{type(node).__name__} has a block")


def _menu_item(node: ast.MenuItem) -> str:
    if node.amount is None:
        return f"any {node.name.text}"
    return f"{'up to ' if node.quota == 'up_to' else ''}{expression(node.amount, SUM)} {node.name.text}"
