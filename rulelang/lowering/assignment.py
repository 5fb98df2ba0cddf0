"""Checked changes of variables and token counts in, stores and token movements out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.ir import nodes as ir
from rulelang.ir.program import RecordInfo
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lowering.code import Code
    from rulelang.lowering.game import GameLowering
    from rulelang.lowering.scope import Scope


class Assignment:
    """Lowers `=`, `+=` and `-=`."""

    def __init__(self, game: GameLowering) -> None:
        self.game = game
        self.model = game.model
        self.records: set[tuple[int, int]] = set()

    def assign(self, node: ast.Assign, code: Code) -> None:
        """One change of a variable or a count."""
        self.game.settling.before(code, node.target, node.value)
        ref = self.model.refs[node.target]
        if isinstance(ref, m.ParamSymbol):
            self.store(self.game.layout.var_numbers[ref.name], ir.Const(0), node.value, ref.type, code, node)
            return
        assert isinstance(ref, m.Instance)
        if isinstance(ref.of, m.VarSymbol):
            self._variable(node, ref.of, ref, code)
        else:
            self._tokens(node, ref, code)

    def store(self, var: int, index: ir.IntExpr, value: ast.Expr, kind: t.Type, code: Code, node: ast.Node) -> None:
        """Store a plain value."""
        code.emit(ir.Store(var, index, self.game.expressions.as_type(value, kind, code.scope), self.game.span(node)))

    # ------------------------------------------------------------ variables

    def _variable(self, node: ast.Assign, symbol: m.VarSymbol, ref: m.Instance, code: Code) -> None:
        game, scope = self.game, code.scope
        var = game.layout.var_numbers[symbol.name]
        info = game.layout.vars[var]
        index = game.expressions.family_index(0, info.keys, ref.keys, scope)
        if node.op == "=":
            self.store(var, index, node.value, symbol.type, code, node)
            return
        if isinstance(t.plain(symbol.type), t.Collection):
            now: ir.ListExpr = ir.SetCell(info.base, index, info.count, info.low, info.set_count)
            other = game.expressions.listed(node.value, scope)
            changed = ir.Sorted(ir.Joined(now, other), True) if node.op == "+=" else ir.Without(now, other, False)
            code.emit(ir.Store(var, index, changed, game.span(node)))
            return
        self._record(node, var, index, code)
        number = ir.Unary("or_zero", ir.CellIn(info.base, index, info.count))
        op = "add" if node.op == "+=" else "sub"
        changed_number = ir.Binary(op, number, game.expressions.number(node.value, scope))
        code.emit(ir.Store(var, index, changed_number, game.span(node)))

    def _record(self, node: ast.Assign, var: int, index: ir.IntExpr, code: Code) -> None:
        """Scores that are added to a variable leave their lines beside it."""
        for _, ref, sign in scores_in(node.value, self.model):
            score = self.game.score_number(ref.of.name)
            self._reserve(var, score)
            player = self.game.expressions.key(ref.keys[0], code.scope)
            code.emit(ir.AddLines(var, index, score, player, sign if node.op == "+=" else -sign, self.game.span(node)))

    def _reserve(self, var: int, score: int) -> None:
        """Cells come behind all frames: those of a frame are cleared when it is left."""
        if (var, score) not in self.records:
            self.records.add((var, score))
            self.game.tables.records.append(RecordInfo(var, score, -1))

    # ------------------------------------------------------------ tokens

    def _tokens(self, node: ast.Assign, ref: m.Instance, code: Code) -> None:
        """`+=` takes from the supply or the count named, `-=` gives back there, `=` does what is needed of both."""
        game, scope = self.game, code.scope
        assert isinstance(ref.of, m.TokenSymbol | m.PotSymbol)
        token = game.layout.token_of(ref.of)
        mine = game.count_address(ref, scope)
        other: ir.IntExpr = ir.Const(game.layout.tokens[token].supply)
        amount = game.expressions.number(node.value, scope)
        source = self.model.refs.get(node.value)
        if node.op != "=" and isinstance(source, m.Instance) and isinstance(source.of, m.TokenSymbol | m.PotSymbol):
            other = game.count_address(source, scope)
        span = game.span(node)
        if node.op == "=":
            code.statements += self.set_count(ref, node.value, scope, span)
        elif node.op == "+=":
            code.emit(ir.MoveTokens(token, other, mine, amount, span))
        else:
            code.emit(ir.MoveTokens(token, mine, other, amount, span))

    def set_count(self, ref: m.Instance, value: ast.Expr, scope: Scope, span: int) -> list[ir.Statement]:
        """Make a count of tokens this number: the supply gives what is missing and takes what is too much."""
        game = self.game
        assert isinstance(ref.of, m.TokenSymbol | m.PotSymbol)
        token = game.layout.token_of(ref.of)
        mine, supply = game.count_address(ref, scope), ir.Const(game.layout.tokens[token].supply)
        now, amount = game.expressions.instance(ref, scope), game.expressions.number(value, scope)
        return [ir.MoveTokens(token, mine, supply, ir.Binary("sub", now, amount), span),
                ir.MoveTokens(token, supply, mine, ir.Binary("sub", amount, now), span)]


def scores_in(node: ast.Expr, model: m.GameModel) -> list[tuple[ast.Expr, m.Instance, int]]:
    """The scores that are terms of a sum, with their sign: their lines are recorded where the sum goes."""
    ref = model.refs.get(node)
    if isinstance(ref, m.Instance) and isinstance(ref.of, m.ScoreSymbol):
        return [(node, ref, 1)]
    if isinstance(node, ast.Arithmetic) and node.op in "+-":
        right = scores_in(node.right, model)
        return scores_in(node.left, model) + [(n, r, s if node.op == "+" else -s) for n, r, s in right]
    return []
