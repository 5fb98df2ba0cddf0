"""Parts of a statement or of the head of an action in, its node out; one method per rule or alias."""

from __future__ import annotations

from rulelang.syntax import ast
from rulelang.syntax.build_expressions import ExpressionBuilder
from rulelang.syntax.scanner import Token

Bounds = tuple[ast.Expr, ast.Expr | None]


class StatementBuilder(ExpressionBuilder):
    """Builds statements and heads."""

    # ------------------------------------------------------------ what happens

    def phase(self, start: int, end: int, name: Token, body: ast.Block) -> ast.Phase:
        return ast.Phase(self._span(start, end), self._ident(name), body)

    def effect(self, start: int, end: int, target: Token, body: ast.Block | None = None) -> ast.Effect:
        return ast.Effect(self._span(start, end), self._target(target), body)

    def before(self, start: int, end: int, name: Token, body: ast.Block) -> ast.Hook:
        return ast.Hook(self._span(start, end), "before", self._ident(name), body)

    def after(self, start: int, end: int, name: Token, body: ast.Block) -> ast.Hook:
        return ast.Hook(self._span(start, end), "after", self._ident(name), body)

    def action(self, start: int, end: int, name: Token, label: Token | None, group: Token | None,
               head: tuple[ast.HeadStep, ...], body: ast.Block | None) -> ast.Action:
        return ast.Action(self._span(start, end), self._ident(name), self._maybe_text(label),
                          self._ident(group) if group else None, head, body)

    def action_body(self, start: int, end: int, name: Token, label: Token | None, group: Token | None,
                    body: ast.Block) -> ast.Action:
        return self.action(start, end, name, label, group, (), body)

    def bare_action(self, start: int, end: int, name: Token, label: Token | None, group: Token | None) -> ast.Action:
        return self.action(start, end, name, label, group, (), None)

    def body(self, _start: int, _end: int, block: ast.Block) -> ast.Block:
        return block

    def head(self, _start: int, _end: int, *steps: ast.HeadStep) -> tuple[ast.HeadStep, ...]:
        return steps

    def when(self, start: int, end: int, condition: ast.Expr, reason: Token | None) -> ast.When:
        return ast.When(self._span(start, end), condition, self._maybe_text(reason))

    def pay_cards(self, start: int, end: int, cards: ast.Expr) -> ast.Pay:
        return ast.Pay(self._span(start, end), cards)

    def pay_tokens(self, start: int, end: int, amount: ast.Expr, token: Token, pot: ast.Expr | None) -> ast.Pay:
        return ast.Pay(self._span(start, end), amount, self._ident(token), pot)

    def fork(self, start: int, end: int, *branches: ast.HeadBranch) -> ast.HeadEither:
        return ast.HeadEither(self._span(start, end), branches)

    def way(self, start: int, end: int, label: Token, head: tuple[ast.HeadStep, ...]) -> ast.HeadBranch:
        return ast.HeadBranch(self._span(start, end), self._text(label), head)

    def simple_head(self, _start: int, _end: int, step: ast.HeadStep) -> tuple[ast.HeadStep, ...]:
        return (step,)

    def block(self, _start: int, end: int, *statements: ast.Statement) -> ast.Block:
        return ast.Block(self._span(statements[0].span.start, end), statements)

    # ------------------------------------------------------------ simple statements

    def move(self, start: int, end: int, cards: ast.Expr, place: ast.Expr, face: ast.Expr | None) -> ast.Move:
        return ast.Move(self._span(start, end), cards, place, face)

    def draw(self, start: int, end: int, amount: ast.Expr, source: ast.Expr, place: ast.Expr, face: ast.Expr | None,
             name: Token | None) -> ast.Draw:
        return ast.Draw(self._span(start, end), amount, source, place, face, self._ident(name) if name else None)

    def deal(self, start: int, end: int, _word: Token, amount: ast.Expr | None, source: ast.Expr, zone: Token,
             face: ast.Expr | None, first: ast.Expr | None) -> ast.Deal:
        return ast.Deal(self._span(start, end), amount, source, self._ident(zone), face, first)

    def everything(self, _start: int, _end: int, _word: Token) -> None:
        return None

    def discard(self, start: int, end: int, cards: ast.Expr, face: ast.Expr | None) -> ast.Discard:
        return ast.Discard(self._span(start, end), cards, face)

    def shuffle(self, start: int, end: int, zone: ast.Expr) -> ast.Shuffle:
        return ast.Shuffle(self._span(start, end), zone)

    def shuffle_into(self, start: int, end: int, cards: ast.Expr, _word: Token, zone: ast.Expr) -> ast.Shuffle:
        return ast.Shuffle(self._span(start, end), zone, cards)

    def reveal(self, start: int, end: int, value: ast.Expr, to: ast.Expr | None) -> ast.Reveal:
        return ast.Reveal(self._span(start, end), value, to)

    def flip(self, start: int, end: int, cards: ast.Expr, face: ast.Expr) -> ast.Flip:
        return ast.Flip(self._span(start, end), cards, face)

    def choose(self, start: int, end: int, *binders: ast.Binder) -> ast.Choose:
        return ast.Choose(self._span(start, end), binders)

    def asks(self, start: int, end: int, decider: ast.Expr, *binders: ast.Binder) -> ast.Choose:
        return ast.Choose(self._span(start, end), binders, decider)

    def random(self, start: int, end: int, binder: ast.Binder) -> ast.Random:
        return ast.Random(self._span(start, end), binder)

    def binder(self, start: int, end: int, amount: Bounds | None, name: Token, prompt: Token | None, source: ast.Expr,
               where: ast.Expr | None) -> ast.Binder:
        low, high = amount or (None, None)
        return ast.Binder(self._span(start, end), self._ident(name), source, low, high, self._maybe_text(prompt), where)

    def amount(self, _start: int, _end: int, low: ast.Expr, high: ast.Expr | None) -> Bounds:
        return low, high

    def let(self, start: int, end: int, name: Token, value: ast.Expr) -> ast.Let:
        return ast.Let(self._span(start, end), self._ident(name), value)

    def set_to(self, start: int, end: int, target: ast.Expr, value: ast.Expr) -> ast.Assign:
        return ast.Assign(self._span(start, end), target, "=", value)

    def add_to(self, start: int, end: int, target: ast.Expr, value: ast.Expr) -> ast.Assign:
        return ast.Assign(self._span(start, end), target, "+=", value)

    def take_from(self, start: int, end: int, target: ast.Expr, value: ast.Expr) -> ast.Assign:
        return ast.Assign(self._span(start, end), target, "-=", value)

    def menu(self, start: int, end: int, *items: ast.MenuItem) -> ast.Menu:
        return ast.Menu(self._span(start, end), items)

    def exactly(self, start: int, end: int, amount: ast.Expr, name: Token) -> ast.MenuItem:
        return ast.MenuItem(self._span(start, end), "exactly", amount, self._ident(name))

    def up_to(self, start: int, end: int, amount: ast.Expr, name: Token) -> ast.MenuItem:
        return ast.MenuItem(self._span(start, end), "up_to", amount, self._ident(name))

    def any_of(self, start: int, end: int, name: Token) -> ast.MenuItem:
        return ast.MenuItem(self._span(start, end), "any", None, self._ident(name))

    def run(self, start: int, end: int, name: Token) -> ast.Run:
        return ast.Run(self._span(start, end), self._ident(name))

    def resolve(self, start: int, end: int, value: ast.Expr) -> ast.Resolve:
        return ast.Resolve(self._span(start, end), value)

    def end(self, start: int, end: int, name: Token) -> ast.End:
        return ast.End(self._span(start, end), self._ident(name))

    # ------------------------------------------------------------ statements with blocks

    def if_(self, start: int, end: int, condition: ast.Expr, then: ast.Block,
            other: ast.Block | ast.If | None) -> ast.If:
        return ast.If(self._span(start, end), condition, then, other)

    def each_player(self, start: int, end: int, first: ast.Expr | None, where: ast.Expr | None,
                    body: ast.Block) -> ast.EachPlayer:
        return ast.EachPlayer(self._span(start, end), body, first, where)

    def at_once(self, start: int, end: int, where: ast.Expr | None, body: ast.Block) -> ast.AtOnce:
        return ast.AtOnce(self._span(start, end), body, where)

    def turns(self, start: int, end: int, _word: Token, first: ast.Expr, where: ast.Expr | None, until: ast.Expr | None,
              body: ast.Block) -> ast.Turns:
        return ast.Turns(self._span(start, end), first, body, where, until)

    def each(self, start: int, end: int, name: Token, source: ast.Expr, where: ast.Expr | None,
             body: ast.Block) -> ast.Each:
        return ast.Each(self._span(start, end), self._ident(name), source, body, where)

    def times(self, start: int, end: int, times: ast.Expr, body: ast.Block) -> ast.Repeat:
        return ast.Repeat(self._span(start, end), times, body)

    def until(self, start: int, end: int, condition: ast.Expr, body: ast.Block) -> ast.RepeatUntil:
        return ast.RepeatUntil(self._span(start, end), condition, body)

    def forever(self, start: int, end: int, body: ast.Block) -> ast.RepeatForever:
        return ast.RepeatForever(self._span(start, end), body)

    def as_(self, start: int, end: int, player: ast.Expr, body: ast.Block) -> ast.As:
        return ast.As(self._span(start, end), player, body)

    def either(self, start: int, end: int, *branches: ast.Branch) -> ast.Either:
        return ast.Either(self._span(start, end), branches)

    def branch(self, start: int, end: int, label: Token, when: ast.Expr | None,
               body: ast.Block | None = None) -> ast.Branch:
        return ast.Branch(self._span(start, end), self._text(label), when, body)
