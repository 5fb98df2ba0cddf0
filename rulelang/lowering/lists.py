"""Checked collections in (`[a, b]`, `1..5`, `all T`, names of lists), IR lists out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.ir import nodes as ir
from rulelang.lowering.scope import Scope, halved
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lowering.expressions import Expressions


class Lists:
    """Lowers collections."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.model = expressions.model
        self.layout = expressions.layout
        self.tables = expressions.tables

    def value(self, node: ast.Expr, scope: Scope) -> ir.ListExpr:
        """The elements of a collection, in its order."""
        e = self.expressions
        match node:
            case ast.ListOf(items=items):
                return ir.Items(tuple(e.scalar(item, scope) for item in items))
            case ast.Range(low=low, high=high):
                return ir.Between(e.number(low, scope), e.number(high, scope))
            case ast.All():
                return self._all(self.model.refs[node])
            case ast.Query():
                return e.queries.listed(node, scope)
            case ast.Call():
                return e.calls.listed(node, scope)
            case ast.Conditional(condition=condition, then=then, other=other):
                return ir.Choice(e.truth(condition, scope), e.listed(then, scope), e.listed(other, scope))
            case ast.Default(value=value, other=other):
                some = e.listed(value, scope)
                return ir.Choice(ir.Binary("lt", ir.Const(0), ir.Size(some)), some, e.listed(other, scope))
            case ast.Arithmetic():
                return self._combined(node, scope)
            case ast.Attribute():
                return self._list_attribute(node, scope)
            case _:
                return self._referred_list(node, scope)

    def _all(self, ref: m.Ref) -> ir.ListExpr:
        """All values of a type; all cards of a family's zones, in the order of the keys."""
        if not isinstance(ref, m.ZoneSymbol):
            return ir.ConstList(self.expressions.game.everything(ref))
        cards: list[ir.ListExpr] = [ir.ZoneCards(ir.Const(zone)) for zone in self.expressions.zones_of(ref)]
        return halved(cards, ir.Joined)

    def _combined(self, node: ast.Arithmetic, scope: Scope) -> ir.ListExpr:
        kind = t.plain(self.expressions.type(node))
        assert isinstance(kind, t.Collection)
        left, right = self.expressions.listed(node.left, scope), self.expressions.listed(node.right, scope)
        if node.op == "-":
            return ir.Without(left, right, once=kind.kind == "bag")
        joined = ir.Joined(left, right)
        return joined if kind.kind == "list" else ir.Sorted(joined, unique=kind.kind == "set")

    def _list_attribute(self, node: ast.Attribute, scope: Scope) -> ir.ListExpr:
        if isinstance(self.model.refs[node], m.MeldField):
            return self.expressions.meld_cards(node, scope)
        table = self.tables.list_table(self.layout.attribute_lists(node.name.text))
        return ir.ListLookup(table, self.expressions.scalar(node.value, scope))

    def _referred_list(self, node: ast.Expr, scope: Scope) -> ir.ListExpr:
        ref = self.model.refs[node]
        match ref:
            case m.Local():
                return scope.list_of(ref)
            case m.DefineSymbol():
                return self.expressions.calls.define(ref, (), scope)
            case m.Instance(of=m.VarSymbol(name=name), keys=keys):
                var = self.layout.vars[self.layout.var_numbers[name]]
                index = self.expressions.family_index(0, var.keys, keys, scope)
                return ir.SetCell(var.base, index, var.count, var.low, var.set_count)
            case m.Builtin(name=name):
                return self.expressions.calls.builtin_list(name, scope)
            case _:
                raise AssertionError(f"not a list: {type(ref).__name__} at {node.span.line}")
