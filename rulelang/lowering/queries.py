"""Checked queries (`[c in S where P]`, `sum(E for c in S)`, ...) in, IR folds and filters out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.ir import nodes as ir
from rulelang.lowering.scope import InReg, Scope
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lowering.expressions import Expressions


class Queries:
    """Lowers queries."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions

    def scalar(self, node: ast.Query, scope: Scope) -> ir.IntExpr:
        """count first sum max min any all."""
        if self._over_melds(node):
            return self._melds(node, scope)
        reg, source, where = self._source(node, scope)
        if node.kind in ("any", "all"):
            return self._quantified(node, reg, source, where, scope)
        each: ir.IntExpr | None = None
        if node.kind in ("sum", "max", "min"):
            each = ir.Reg(reg) if node.each is None else self.expressions.scalar(node.each, scope)
        if node.kind == "first" and node.each is not None:
            mapped = ir.Mapped(reg, source, where, self.expressions.scalar(node.each, scope))
            return ir.Element(mapped, ir.Const(1))
        return ir.Fold(node.kind, reg, source, where, each)

    def _quantified(self, node: ast.Query, reg: int, source: ir.ListExpr, where: ir.IntExpr | None,
                    scope: Scope) -> ir.IntExpr:
        if node.each is None:
            return ir.Binary("lt", ir.Const(0), ir.Fold("count", reg, source, where, None))
        return ir.Fold(node.kind, reg, source, where, self.expressions.truth(node.each, scope))

    def listed(self, node: ast.Query, scope: Scope) -> ir.ListExpr:
        """Brackets, set, bag, highest, lowest."""
        reg, source, where = self._source(node, scope)
        if node.kind in ("highest", "lowest"):
            if where is not None:
                source = ir.Filter(reg, source, where)
            for by in node.by:
                source = ir.Extreme(node.kind == "highest", reg, source, self._criterion(by, scope))
            return source
        result = source if where is None else ir.Filter(reg, source, where)
        if node.each is not None:
            result = ir.Mapped(reg, source, where, self.expressions.scalar(node.each, scope))
        return result if node.kind == "list" else ir.Sorted(result, unique=node.kind == "set")

    def _source(self, node: ast.Query, scope: Scope) -> tuple[int, ir.ListExpr, ir.IntExpr | None]:
        """The register of an element, the elements, and what must hold for them."""
        source = self.expressions.listed(node.source, scope)
        reg = scope.registers.take()
        scope.bind(self.expressions.model.locals[node], InReg(reg))
        if isinstance(node.where, ast.Preference):
            return reg, self._preferred(node.where, reg, source, scope), None
        return reg, source, self._condition(node.where, scope)

    def _preferred(self, node: ast.Preference, reg: int, source: ir.ListExpr, scope: Scope) -> ir.ListExpr:
        """Those for which the first condition holds that holds for some."""
        conditions = [self.expressions.truth(condition, scope) for condition in node.conditions]
        chosen = source if node.or_any else ir.Filter(reg, source, conditions.pop())
        for condition in reversed(conditions):
            some = ir.Fold("any", reg, source, None, condition)
            chosen = ir.Choice(some, ir.Filter(reg, source, condition), chosen)
        return chosen

    def _criterion(self, node: ast.Expr, scope: Scope) -> ir.IntExpr:
        """What is compared; a condition that is none is no."""
        value = self.expressions.scalar(node, scope)
        return ir.Unary("or_zero", value) if isinstance(node, ast.Index) and self._is_flag(node) else value

    def _is_flag(self, node: ast.Expr) -> bool:
        return isinstance(t.plain(self.expressions.type(node)), t.Flag)

    def _condition(self, node: ast.Expr | None, scope: Scope) -> ir.IntExpr | None:
        return None if node is None else self.expressions.truth(node, scope)

    # ------------------------------------------------------------ over melds

    def _over_melds(self, node: ast.Query) -> bool:
        ref = self.expressions.model.refs.get(node.source)
        return isinstance(node.source, ast.Call) and isinstance(ref, m.Builtin) and ref.name == "melds"

    def _melds(self, node: ast.Query, scope: Scope) -> ir.IntExpr:
        assert isinstance(node.source, ast.Call)
        cards = self.expressions.listed(node.source.args[0], scope)
        numbers = self.expressions.calls.meld_numbers(node.source)
        reg = scope.registers.take()
        scope.bind(self.expressions.model.locals[node], InReg(reg))
        where = self._condition(node.where, scope)
        each = None if node.each is None else self.expressions.scalar(node.each, scope)
        if node.kind in ("any", "all") and each is None:
            return ir.Binary("lt", ir.Const(0), ir.FoldMelds("count", reg, cards, numbers, where, None))
        return ir.FoldMelds(node.kind, reg, cards, numbers, where, each)


def element(kind: t.Type) -> t.Type:
    """The type of the elements of a zone or collection."""
    kind = t.plain(kind)
    if isinstance(kind, t.Zone):
        return t.Card(kind.of)
    return kind.of if isinstance(kind, t.Collection) else kind
