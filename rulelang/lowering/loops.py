"""Checked loops and conditions in, blocks with jumps out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from rulelang.analysis.types import Collection, Type, may_be_none
from rulelang.ir import nodes as ir
from rulelang.ir.program import AtOnceInfo
from rulelang.lowering.scope import InCell
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lowering.code import Code
    from rulelang.lowering.game import GameLowering

Body = Callable[[], None]


def add(at: int, n: int) -> ir.SetCellTo:
    """Count a cell up or down."""
    return ir.SetCellTo(at, ir.Binary("add", ir.Cell(at), ir.Const(n)))


class Loops:
    """Lowers control statements. `self.body` writes a block with another player acting."""

    def __init__(self, game: GameLowering) -> None:
        self.game = game

    def _condition(self, node: ast.Expr, code: Code) -> ir.IntExpr:
        return self.game.expressions.truth(node, code.scope)

    def _acting(self, body: ast.Block, you: int, code: Code) -> None:
        """A block with the player in cell `you` acting."""
        before = code.scope.you
        code.scope = code.scope.acting(ir.Cell(you))
        self.game.statements.block(body, code)
        code.scope = replace(code.scope, you=before)

    # ------------------------------------------------------------ if, repeat

    def if_(self, node: ast.If, code: Code) -> None:
        """`if C: ... else: ...`."""
        self.game.settling.before(code, node.condition)
        then, other, after = code.new(), code.new(), code.new()
        code.end(ir.Fork2(self._condition(node.condition, code), then, other, self.game.span(node.condition)))
        code.open(then)
        self.game.statements.block(node.then, code)
        code.end(ir.Goto(after))
        code.open(other)
        if isinstance(node.other, ast.If):
            self.if_(node.other, code)
        elif node.other is not None:
            self.game.statements.block(node.other, code)
        code.go_on(after)

    def repeat(self, node: ast.Repeat, code: Code) -> None:
        """`repeat n times:`; n is read once."""
        self.game.settling.before(code, node.times)
        left, again, body, after = code.cell(), code.new(), code.new(), code.new()
        code.emit(ir.SetCellTo(left, self.game.expressions.number(node.times, code.scope), self.game.span(node)))
        code.go_on(again)
        code.end(ir.Fork2(ir.Binary("lt", ir.Const(0), ir.Cell(left)), body, after, self.game.span(node.times)))
        code.open(body)
        code.emit(add(left, -1))
        self.game.statements.block(node.body, code)
        code.end(ir.Goto(again))
        code.open(after)
        code.emit(ir.SetCellTo(left, ir.Const(0)))

    def until(self, node: ast.RepeatUntil, code: Code) -> None:
        """`repeat until C:`; C is read before each pass."""
        again, body, after = code.new(), code.new(), code.new()
        code.go_on(again)
        self.game.settling.before(code, node.condition)
        code.end(ir.Fork2(self._condition(node.condition, code), after, body, self.game.span(node.condition)))
        code.open(body)
        self.game.statements.block(node.body, code)
        code.end(ir.Goto(again))
        code.open(after)

    def forever(self, node: ast.RepeatForever, code: Code) -> None:
        """`repeat:`; what stands behind it is never reached."""
        again = code.new()
        code.go_on(again)
        self.game.statements.block(node.body, code)
        code.end(ir.Goto(again))
        code.open(code.new())

    # ------------------------------------------------------------ players

    def each_player(self, node: ast.EachPlayer, code: Code) -> None:
        """`each player [from p] [where C]:` clockwise, each seat once."""
        seat, left = code.cell(), code.cell()
        start = ir.Const(1) if node.start is None else self.game.expressions.scalar(node.start, code.scope)
        code.emit(ir.SetCellTo(seat, start, self.game.span(node)))
        none = ir.Unary("is_none", ir.Cell(seat))
        code.emit(ir.SetCellTo(left, ir.Choice(none, ir.Const(0), ir.Const(self.game.players)), self.game.span(node)))
        self.seats(seat, left, node.where, lambda: self._acting(node.body, seat, code), code)

    def seats(self, seat: int, left: int, where: ast.Expr | None, body: Body, code: Code) -> None:
        """Run `body` for `left` seats clockwise from `seat`, each if `where` holds when its turn comes."""
        again, test, run, step, after = (code.new() for _ in range(5))
        code.go_on(again)
        code.end(ir.Fork2(ir.Binary("lt", ir.Const(0), ir.Cell(left)), test, after))
        code.open(test)
        self._where(where, seat, run, step, code)
        code.open(run)
        body()
        code.go_on(step)
        code.emit(ir.SetCellTo(seat, ir.Lookup(self.game.neighbours("left"), ir.Cell(seat))))
        code.emit(add(left, -1))
        code.end(ir.Goto(again))
        code.open(after)
        code.emit(ir.SetCellTo(seat, ir.Const(0)))

    def _where(self, where: ast.Expr | None, seat: int, yes: int, no: int, code: Code) -> None:
        if where is None:
            code.end(ir.Goto(yes))
            return
        self.game.settling.before(code, where)
        scope = code.scope.acting(ir.Cell(seat))
        code.end(ir.Fork2(self.game.expressions.truth(where, scope), yes, no, self.game.span(where)))

    def turns(self, node: ast.Turns, code: Code) -> None:
        """`turns from P [where C] [until D]:` round after round; ends when nobody may take one."""
        seat, passed = code.cell(), code.cell()
        code.emit(ir.SetCellTo(seat, self.game.expressions.scalar(node.start, code.scope), self.game.span(node)))
        code.emit(ir.SetCellTo(passed, ir.Const(0)))
        again, test, run, skip, step, after = (code.new() for _ in range(6))
        code.go_on(again)
        nobody = ir.Any((ir.Unary("is_none", ir.Cell(seat)),
                         ir.Binary("le", ir.Const(self.game.players), ir.Cell(passed))))
        code.end(ir.Fork2(nobody, after, test, self.game.span(node)))
        code.open(test)
        self._where(node.where, seat, run, skip, code)
        code.open(skip)
        code.emit(add(passed, 1))
        code.end(ir.Goto(step))
        code.open(run)
        code.emit(ir.SetCellTo(passed, ir.Const(0)))
        self._acting(node.body, seat, code)
        self._until(node.until, seat, after, step, code)
        code.open(step)
        code.emit(ir.SetCellTo(seat, ir.Lookup(self.game.neighbours("left"), ir.Cell(seat))))
        code.end(ir.Goto(again))
        code.open(after)
        code.emit(ir.SetCellTo(seat, ir.Const(0)))

    def _until(self, until: ast.Expr | None, seat: int, after: int, step: int, code: Code) -> None:
        if until is None:
            code.end(ir.Goto(step))
            return
        self.game.settling.before(code, until)
        scope = code.scope.acting(ir.Cell(seat))
        code.end(ir.Fork2(self.game.expressions.truth(until, scope), after, step, self.game.span(until)))

    def as_(self, node: ast.As, code: Code) -> None:
        """`as p:`; nothing happens as nobody."""
        self.game.settling.before(code, node.player)
        seat = code.cell()
        code.emit(ir.SetCellTo(seat, self.game.expressions.scalar(node.player, code.scope), self.game.span(node)))
        after = code.new()
        if may_be_none(self.game.model.types[node.player]):
            some = code.new()
            code.end(ir.Fork2(ir.Unary("is_none", ir.Cell(seat)), after, some, self.game.span(node)))
            code.open(some)
        self._acting(node.body, seat, code)
        code.go_on(after)

    # ------------------------------------------------------------ at once

    def at_once(self, node: ast.AtOnce, code: Code) -> None:
        """All choices of all seats first, kept per seat; then the effects in seat order."""
        asking, effects = self._halves(node)
        seat, left = code.cell(), code.cell()
        stores: list[tuple[InCell, int]] = []
        entry, first = code.new(), len(self.game.tables.decisions)
        code.go_on(entry)

        def ask() -> None:
            code.once = True
            self._acting(asking, seat, code)
            code.once = False
            for place, kind in self._bound(asking, code):
                stores.append((place, self._stored(place, kind)))
            self._copy(stores, seat, code, save=True)

        self._around(seat, left, node.where, ask, code)
        self.game.layout.at_once.append(AtOnceInfo(entry, first, len(self.game.tables.decisions) - 1, tuple(
            (place.at, place.bound, base) for place, base in stores)))

        def run() -> None:
            self._copy(stores, seat, code, save=False)
            self._acting(effects, seat, code)

        self._around(seat, left, node.where, run, code)

    def _around(self, seat: int, left: int, where: ast.Expr | None, body: Body, code: Code) -> None:
        code.emit(ir.SetCellTo(seat, ir.Const(1)))
        code.emit(ir.SetCellTo(left, ir.Const(self.game.players)))
        self.seats(seat, left, where, body, code)

    def _halves(self, node: ast.AtOnce) -> tuple[ast.Block, ast.Block]:
        """The lines that ask and name, and the effects behind them."""
        lines = node.body.statements
        cut = next((i for i, s in enumerate(lines) if not isinstance(s, ast.Choose | ast.Let)), len(lines))
        return ast.Block(node.body.span, lines[:cut]), ast.Block(node.body.span, lines[cut:])

    def _stored(self, place: InCell, kind: Type) -> int:
        """Cells for what each seat has chosen."""
        layout, size = self.game.layout, 1 + place.bound
        base = layout.take(self.game.players * size)
        for number in range(self.game.players):
            layout.hold(base + number * size, place.bound, kind)
        return base

    def _bound(self, block: ast.Block, code: Code) -> list[tuple[InCell, Type]]:
        """Where the names bound in a block lie, and their types."""
        model, places = self.game.model, []
        for line in block.statements:
            for node in line.binders if isinstance(line, ast.Choose) else (line,):
                place = code.scope.where(model.locals[node])
                assert isinstance(place, InCell)
                places.append((place, model.locals[node].type))
        return places

    def _copy(self, stores: list[tuple[InCell, int]], seat: int, code: Code, *, save: bool) -> None:
        """Copy names to or from the cells of the seat in `seat`."""
        for number in range(1, self.game.players + 1):
            mine = ir.Binary("eq", ir.Cell(seat), ir.Const(number))
            copies = tuple(self._copied(place, base + (number - 1) * (1 + place.bound), save) for place, base in stores)
            if copies:
                code.emit(ir.If(mine, copies))

    def _copied(self, place: InCell, kept: int, save: bool) -> ir.Statement:
        source, target = (place.at, kept) if save else (kept, place.at)
        if place.bound:
            return ir.SetListTo(target, place.bound, ir.ListCell(source))
        return ir.SetCellTo(target, ir.Cell(source))

    # ------------------------------------------------------------ each

    def each(self, node: ast.Each, code: Code) -> None:
        """`each x in S [where C]:`; S is read once, C at each element."""
        game = self.game
        game.settling.before(code, node.source)
        place = code.keep(game.model.locals[node])
        bound = max(1, code.most_of(game.model.types[node.source]))
        items, index = game.layout.take(1 + bound), code.cell()
        game.layout.hold(items, bound, Collection("list", game.model.locals[node].type, bound))
        code.emit(ir.SetListTo(items, bound, game.expressions.listed(node.source, code.scope), game.span(node)))
        code.emit(ir.SetCellTo(index, ir.Const(0)))
        again, take, body, after = (code.new() for _ in range(4))
        code.go_on(again)
        code.end(ir.Fork2(ir.Binary("lt", ir.Cell(index), ir.Size(ir.ListCell(items))), take, after, game.span(node)))
        code.open(take)
        code.emit(add(index, 1))
        code.emit(ir.SetCellTo(place.at, ir.Element(ir.ListCell(items), ir.Cell(index))))
        if node.where is None:
            code.end(ir.Goto(body))
        else:
            game.settling.before(code, node.where)
            code.end(ir.Fork2(self._condition(node.where, code), body, again, game.span(node.where)))
        code.open(body)
        game.statements.block(node.body, code)
        code.end(ir.Goto(again))
        code.open(after)
        code.emit(ir.SetListTo(items, bound, ir.ConstList(())))
