"""Checked blocks in, code of a procedure out: sends each statement to the room that lowers its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulelang.analysis import types as t
from rulelang.ir import nodes as ir
from rulelang.lowering.assignment import Assignment
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lowering.code import Code
    from rulelang.lowering.game import GameLowering


class Statements:
    """Lowers statements."""

    def __init__(self, game: GameLowering) -> None:
        self.game = game
        self.model = game.model
        self.assignment = Assignment(game)

    def block(self, node: ast.Block, code: Code) -> None:
        """All statements of a block."""
        for statement in node.statements:
            self.statement(statement, code)

    def statement(self, node: ast.Statement, code: Code) -> None:  # noqa: C901  one case per construct
        """One statement."""
        game = self.game
        match node:
            case ast.Move():
                game.movement.move(node, code)
            case ast.Draw():
                game.movement.draw(node, code)
            case ast.Deal():
                game.movement.deal(node, code)
            case ast.Discard():
                game.movement.discard(node, code)
            case ast.Shuffle():
                game.movement.shuffle(node, code)
            case ast.Flip():
                game.movement.flip(node, code)
            case ast.Reveal():
                game.movement.reveal(node, code)
            case ast.Let():
                self._let(node, code)
            case ast.Assign():
                self.assignment.assign(node, code)
            case ast.Choose():
                game.choices.choose(node, code)
            case ast.Random():
                game.choices.random(node, code)
            case ast.Either():
                game.choices.either(node, code)
            case ast.Menu():
                game.menus.menu(node, code)
            case ast.Run() | ast.Resolve() | ast.End():
                self._call(node, code)
            case _:
                self._control(node, code)

    def _control(self, node: ast.If | ast.Repeat | ast.RepeatUntil | ast.RepeatForever | ast.EachPlayer | ast.AtOnce
                 | ast.Turns | ast.Each | ast.As, code: Code) -> None:
        loops = self.game.loops
        match node:
            case ast.If():
                loops.if_(node, code)
            case ast.Repeat():
                loops.repeat(node, code)
            case ast.RepeatUntil():
                loops.until(node, code)
            case ast.RepeatForever():
                loops.forever(node, code)
            case ast.EachPlayer():
                loops.each_player(node, code)
            case ast.AtOnce():
                loops.at_once(node, code)
            case ast.Turns():
                loops.turns(node, code)
            case ast.Each():
                loops.each(node, code)
            case ast.As():
                loops.as_(node, code)

    def _let(self, node: ast.Let, code: Code) -> None:
        """`let x = E`: the value is copied into the frame."""
        self.game.settling.before(code, node.value)
        local = self.model.locals[node]
        value: Any = self.game.expressions.as_type(node.value, local.type, code.scope)
        place = code.keep(local)
        span = self.game.span(node)
        if place.bound:
            code.emit(ir.SetListTo(place.at, place.bound, value, span))
        else:
            code.emit(ir.SetCellTo(place.at, value, span))

    # ------------------------------------------------------------ phases and effects

    def _call(self, node: ast.Run | ast.Resolve | ast.End, code: Code) -> None:
        match node:
            case ast.Run(name=name):
                self.run(self.game.phase_procedure(name.text), code, node)
            case ast.Resolve(value=value):
                self._resolve(value, code, node)
            case ast.End(name=name):
                target = self.game.phase_procedure(name.text)
                code.end(ir.EndProcedure(target, self.game.inside(target), self.game.span(node)))
                code.open(code.new())

    def run(self, procedure: int, code: Code, node: ast.Node) -> None:
        """Call a procedure with the player who acts here."""
        after = code.new()
        code.end(ir.CallProcedure(procedure, code.scope.you, code.scope.menu, after, self.game.span(node)))
        code.open(after)

    def _resolve(self, value: ast.Expr, code: Code, node: ast.Node) -> None:
        """Switch on the print or enum value; what has no effect to run goes on behind."""
        self.game.settling.before(code, value)
        kind = t.plain(self.model.types[value])
        which = self.game.expressions.scalar(value, code.scope)
        if isinstance(kind, t.Card):
            which = ir.CardInfo("print", which)
        targets = self.game.effects_of(kind)
        after = code.new()
        blocks = [(key, code.new(), procedure) for key, procedure in targets]
        code.end(ir.Switch(which, tuple((key, block) for key, block, _ in blocks), after))
        for _, block, procedure in blocks:
            code.open(block)
            self.run(procedure, code, node)
            code.end(ir.Goto(after))
        code.open(after)
