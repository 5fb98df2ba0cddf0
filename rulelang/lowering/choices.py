"""Checked questions (choose, random, either, heads of actions) in, decisions out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.ir import nodes as ir
from rulelang.lowering.queries import element
from rulelang.lowering.scope import InReg, Registers, Scope
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lowering.code import Code
    from rulelang.lowering.game import GameLowering


class Choices:
    """Lowers questions."""

    def __init__(self, game: GameLowering) -> None:
        self.game = game
        self.model = game.model
        self.tables = game.tables
        self.expressions = game.expressions
        self.levels: dict[int, int] = {}        # by choice: the cell that tells which of its conditions applies

    # ------------------------------------------------------------ statements

    def choose(self, node: ast.Choose, code: Code) -> None:
        """`choose ...`, `p chooses ...` in a body: one decision for the whole statement."""
        self.game.settling.before(code, *node.binders)
        registers = Registers()
        scope = code.scope.with_registers(registers)
        decider = scope.you if node.decider is None else self.expressions.scalar(node.decider, scope)
        steps, nothing = self.binders(node.binders, code, scope)
        names = ", ".join(binder.name.text for binder in node.binders)
        self._ask(code, ir.Decision(f"{code.name}.{names}", "choose", decider, steps, nothing, registers.used,
                                    code.once, self.game.span(node)))

    def random(self, node: ast.Random, code: Code) -> None:
        """`random ...`: chance answers."""
        self.game.settling.before(code, node.binder)
        registers = Registers()
        steps, nothing = self.binders((node.binder,), code, code.scope.with_registers(registers))
        name = f"{code.name}.{node.binder.name.text}"
        decision = self.tables.decision(ir.Decision(name, "chance", ir.Const(0), steps, nothing, registers.used, False,
                                                    self.game.span(node)))
        after = code.new()
        code.end(ir.Chance(decision, after, self.game.span(node)))
        code.open(after)

    def either(self, node: ast.Either, code: Code) -> None:
        """`either "A": ... or "B": ...` in a body."""
        self.game.settling.before(code, *(branch.when for branch in node.branches))
        registers, at = Registers(), code.cell()
        scope = code.scope.with_registers(registers)
        ways = tuple(self._way(key, branch, scope) for key, branch in enumerate(node.branches))
        public = bool(self.model.public.get(node))
        fork = ir.Fork(self.tables.point(f"{code.name}.either", "", None), at, ways, public, self.game.span(node))
        self._ask(code, ir.Decision(f"{code.name}.either", "either", scope.you, (fork,), ((at, 0),), registers.used,
                                    code.once, self.game.span(node)))
        self._branches(node, at, code)

    def _way(self, key: int, branch: ast.Branch, scope: Scope) -> ir.Way:
        condition = None if branch.when is None else self.expressions.truth(branch.when, scope)
        return ir.Way(key, self.tables.text(branch.label.value), condition, (), self.game.span(branch))

    def _branches(self, node: ast.Either, at: int, code: Code) -> None:
        after = code.new()
        blocks = [after if branch.body is None else code.new() for branch in node.branches]
        code.end(ir.Switch(ir.Cell(at), tuple(enumerate(blocks)), after))
        for branch, block in zip(node.branches, blocks, strict=True):
            if branch.body is not None:
                code.open(block)
                self.game.statements.block(branch.body, code)
                code.end(ir.Goto(after))
        code.open(after)

    def _ask(self, code: Code, decision: ir.Decision) -> None:
        after = code.new()
        code.end(ir.Decide(self.tables.decision(decision), after, decision.span))
        code.open(after)

    # ------------------------------------------------------------ binders

    def binders(self, nodes: Sequence[ast.Binder], code: Code,
                scope: Scope) -> tuple[tuple[ir.Step, ...], tuple[tuple[int, int], ...]]:
        """Steps for binders in order, and the cells that stand empty if nothing can be picked."""
        steps: list[ir.Step] = []
        nothing: list[tuple[int, int]] = []
        for node in nodes:
            if isinstance(node.where, ast.Preference):
                steps.append(self._level(node, node.where, code, scope))
            step = self._binder(node, code, scope)
            steps.append(step)
            nothing.append((step.at, 0 if isinstance(step, ir.Pick) else step.bound))
        return tuple(steps), tuple(nothing)

    def _binder(self, node: ast.Binder, code: Code, scope: Scope) -> ir.Pick | ir.PickSome | ir.PickMeld:
        e, local = self.expressions, self.model.locals[node]
        prompt = None if node.prompt is None else node.prompt.value
        point = self.tables.point(f"{code.name}.{node.name.text}", node.name.text, prompt)
        span = self.game.span(node)
        if isinstance(t.plain(local.type), t.MeldValue):
            return self._meld(node, point, code, scope)
        source = e.listed(node.source, scope)
        kind = self.game.layout.kind(element(self.model.types[node.source]))
        low, high = self._amount(node, scope)
        place = code.keep(local)
        where = self._where(node, scope)
        if not place.bound:
            return ir.Pick(point, place.at, source, where, kind, span)
        return ir.PickSome(point, place.at, place.bound, low, high, source, where, kind, span)

    def _level(self, node: ast.Binder, where: ast.Preference, code: Code, scope: Scope) -> ir.Bind:
        """Which of the conditions of a preference applies, found once for all candidates."""
        source, reg, at = self.expressions.listed(node.source, scope), scope.registers.take(), code.cell()
        scope.bind(self.model.locals[node], InReg(reg))
        tried = where.conditions if where.or_any else where.conditions[:-1]
        level: ir.IntExpr = ir.Const(len(tried))
        for number, condition in reversed(list(enumerate(tried))):
            some = ir.Fold("any", reg, source, None, self.expressions.truth(condition, scope))
            level = ir.Choice(some, ir.Const(number), level)
        self.levels[id(node)] = at
        return ir.Bind(at, level, 0, self.game.span(where))

    def _where(self, node: ast.Binder, scope: Scope) -> ir.IntExpr | None:
        """What must hold for a candidate; of a preference the condition that applies."""
        if not isinstance(node.where, ast.Preference):
            return None if node.where is None else self.expressions.truth(node.where, scope)
        conditions = [self.expressions.truth(condition, scope) for condition in node.where.conditions]
        wanted: ir.IntExpr = ir.Const(1) if node.where.or_any else conditions.pop()
        for number, condition in reversed(list(enumerate(conditions))):
            applies = ir.Binary("eq", ir.Cell(self.levels[id(node)]), ir.Const(number))
            wanted = ir.Choice(applies, condition, wanted)
        return wanted

    def _amount(self, node: ast.Binder, scope: Scope) -> tuple[ir.IntExpr, ir.IntExpr]:
        if node.low is None:
            return ir.Const(1), ir.Const(1)
        low = self.expressions.number(node.low, scope)
        return low, low if node.high is None else self.expressions.number(node.high, scope)

    def _meld(self, node: ast.Binder, point: int, code: Code, scope: Scope) -> ir.PickMeld:
        assert isinstance(node.source, ast.Call)
        self.game.layout.kind(element(self.model.types[node.source.args[0]]))      # its cards are shown and told
        cards = self.expressions.listed(node.source.args[0], scope)
        place = code.keep(self.model.locals[node])
        where = None if node.where is None else self.expressions.truth(node.where, scope)
        numbers = self.expressions.calls.meld_numbers(node.source)
        return ir.PickMeld(point, place.at, place.bound, cards, numbers, where, self.game.span(node))

    # ------------------------------------------------------------ heads of actions

    def head(self, steps: Sequence[ast.HeadStep], code: Code, scope: Scope) -> tuple[ir.Step, ...]:
        """The steps of an action's head; names go into the frame of the action's procedure."""
        return tuple(made for step in steps for made in self._head_step(step, code, scope))

    def _head_step(self, node: ast.HeadStep, code: Code, scope: Scope) -> tuple[ir.Step, ...]:
        span = self.game.span(node)
        match node:
            case ast.When(condition=condition, reason=reason):
                text = -1 if reason is None else self.tables.text(reason.value)
                return (ir.Guard(self.expressions.truth(condition, scope), text, span),)
            case ast.Choose(binders=binders):
                return self.binders(binders, code, scope)[0]
            case ast.Let(value=value):
                place = code.keep(self.model.locals[node])
                local = self.model.locals[node]
                return (ir.Bind(place.at, self.expressions.as_type(value, local.type, scope), place.bound, span),)
            case ast.Pay():
                return (self._pay(node, scope),)
            case ast.HeadEither():
                return (self._head_either(node, code, scope),)

    def _head_either(self, node: ast.HeadEither, code: Code, scope: Scope) -> ir.Fork:
        ways = tuple(ir.Way(key, self.tables.text(branch.label.value), None, self.head(branch.head, code, scope),
                            self.game.span(branch)) for key, branch in enumerate(node.branches))
        point = self.tables.point(f"{code.name}.either", "", None)
        return ir.Fork(point, code.cell(), ways, True, self.game.span(node))

    def _pay(self, node: ast.Pay, scope: Scope) -> ir.PayTokens | ir.PayCards:
        span = self.game.span(node)
        if node.token is None:
            picked = self.game.movement.pointing(node.value).picked
            return ir.PayCards(self.expressions.listed(node.value, scope), self.game.discard_table(), picked, span)
        token = self.game.layout.token_numbers[node.token.text]
        info = self.game.layout.tokens[token]
        source = ir.FamilyIndex(info.players, ((scope.you, 1, self.game.players, 1),))
        target: ir.IntExpr = ir.Const(info.supply)
        if node.to is not None:
            ref = self.model.refs[node.to]
            assert isinstance(ref, m.Instance)
            target = self.game.count_address(ref, scope)
        return ir.PayTokens(token, source, target, self.expressions.number(node.value, scope), span)

