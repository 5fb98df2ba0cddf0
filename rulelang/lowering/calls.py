"""Checked calls of built-in functions and defines in, IR expressions out; defines become functions on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.ir import nodes as ir
from rulelang.ir.program import FIRST_PLAYER
from rulelang.lowering.scope import InReg, Registers, Scope, halved
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lowering.expressions import Expressions


class Calls:
    """Lowers calls. Every function takes the running menu's address as its last argument."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.model = expressions.model
        self.game = expressions.game
        self.functions: dict[int, int] = {}

    # ------------------------------------------------------------ defines

    def define(self, define: m.DefineSymbol, args: tuple[ir.Expr, ...], scope: Scope) -> ir.CallFunction:
        """A call of a define with lowered arguments."""
        return ir.CallFunction(self.function_of(define), (*args, scope.menu))

    def function_of(self, define: m.DefineSymbol) -> int:
        """Number of the function of a define."""
        if id(define) not in self.functions:
            number = self.game.tables.reserve_function()
            self.functions[id(define)] = number
            self.game.tables.functions[number] = self._compile(define)
        return self.functions[id(define)]

    def _compile(self, define: m.DefineSymbol) -> ir.Function:
        registers = Registers()
        scope = Scope(registers)
        for local in define.parameters:
            scope.bind(local, InReg(registers.take()))
        menu = registers.take()
        scope = Scope(registers, menu=ir.Reg(menu), names=scope.names)
        body = define.node.body
        result = self.expressions.as_type(body, define.type, scope)
        returns_list = isinstance(t.plain(define.type), t.Collection)
        return ir.Function(define.name, menu + 1, registers.used, (), result, returns_list,
                           self.game.tables.span(body.span))

    # ------------------------------------------------------------ calls

    def scalar(self, node: ast.Call, scope: Scope) -> ir.IntExpr:
        """A call that gives an int."""
        ref = self.model.refs[node]
        if isinstance(ref, m.DefineSymbol):
            return self.define(ref, self._arguments(ref, node, scope), scope)
        return self._builtin(node, scope)

    def listed(self, node: ast.Call, scope: Scope) -> ir.ListExpr:
        """A call that gives a list."""
        ref = self.model.refs[node]
        if isinstance(ref, m.DefineSymbol):
            return self.define(ref, self._arguments(ref, node, scope), scope)
        match node.name.text:
            case "clockwise":
                return ir.Seats(self.expressions.scalar(node.args[0], scope))
            case "others":
                return ir.Seats(self.expressions.scalar(node.args[0], scope), skip=True)
            case "names":
                return ir.ConstList(self.game.names_of(self.model.refs[node.args[0]]))
            case _:
                raise AssertionError(f"not a list function: {node.name.text}")

    def _arguments(self, define: m.DefineSymbol, node: ast.Call, scope: Scope) -> tuple[ir.Expr, ...]:
        pairs = zip(node.args, define.parameters, strict=True)
        return tuple(self.expressions.as_type(arg, local.type, scope) for arg, local in pairs)

    def _builtin(self, node: ast.Call, scope: Scope) -> ir.IntExpr:  # noqa: C901  one case per function
        e, args = self.expressions, node.args
        match node.name.text:
            case "size":
                return self._size(args[0], scope)
            case "first":
                return self._first(args[0], scope)
            case "position" | "owner" as what:
                return ir.CardInfo(what, e.scalar(args[0], scope))
            case "left" | "right" as side:
                return ir.Lookup(self.game.neighbours(side), e.scalar(args[0], scope))
            case "seat":
                return ir.Lookup(self.game.neighbours("seat"), e.number(args[0], scope))
            case "team":
                return ir.Lookup(self.game.team_table(), e.scalar(args[0], scope))
            case "number":
                return self._number(args[0], scope)
            case "min" | "max" as op:
                return self._extreme(op, node, scope)
            case "mod":
                return ir.Binary("mod", e.number(args[0], scope), e.number(args[1], scope))
            case "available":
                return ir.Available(e.scalar(args[0], scope))
            case "supply":
                return ir.Cell(self.game.supply_cell(self.model.refs[args[0]]))
            case "done":
                return ir.MenuCount(scope.menu, self.game.menu_number(self.model.refs[args[0]]))
            case "best_melds":
                return ir.BestMelds(e.listed(args[0], scope), self.meld_numbers(node))
            case "is_meld":
                return ir.IsMeld(e.listed(args[0], scope), self.meld_numbers(node))
            case other:
                raise AssertionError(f"no function {other}")

    def _extreme(self, op: str, node: ast.Call, scope: Scope) -> ir.IntExpr:
        e = self.expressions
        if len(node.args) == 1:
            reg = scope.registers.take()
            return ir.Fold(op, reg, e.listed(node.args[0], scope), None, ir.Reg(reg))
        result = e.number(node.args[0], scope)
        for arg in node.args[1:]:
            result = ir.Binary(op, result, e.number(arg, scope))
        return result

    def _size(self, arg: ast.Expr, scope: Scope) -> ir.IntExpr:
        if isinstance(t.plain(self.expressions.type(arg)), t.Zone):
            return ir.ZoneSize(self.expressions.scalar(arg, scope))
        ref = self.model.refs.get(arg)
        if isinstance(ref, m.ZoneSymbol):
            sizes: list[ir.IntExpr] = [ir.ZoneSize(ir.Const(zone)) for zone in self.expressions.zones_of(ref)]
            return halved(sizes, lambda left, right: ir.Binary("add", left, right))
        return ir.Size(self.expressions.listed(arg, scope))

    def _first(self, arg: ast.Expr, scope: Scope) -> ir.IntExpr:
        if isinstance(t.plain(self.expressions.type(arg)), t.Zone):
            return ir.CardAt(self.expressions.scalar(arg, scope), ir.Const(1))
        return ir.Element(self.expressions.listed(arg, scope), ir.Const(1))

    def _number(self, arg: ast.Expr, scope: Scope) -> ir.IntExpr:
        kind = t.plain(self.expressions.type(arg))
        value = self.expressions.scalar(arg, scope)
        if isinstance(kind, t.EnumValue):
            return ir.Lookup(self.game.tables.int_table(self.model.enums[kind.enum].numbers), value)
        return value

    def meld_numbers(self, node: ast.Call) -> tuple[int, ...]:
        """Numbers of the melds named behind the first argument."""
        names = (arg.text for arg in node.args[1:] if isinstance(arg, ast.Name))
        return tuple(self.game.meld_numbers[name] for name in names)

    # ------------------------------------------------------------ words with a fixed meaning

    def builtin_name(self, name: str, scope: Scope) -> ir.IntExpr:
        """you, player_count, first_player."""
        match name:
            case "you":
                return scope.you
            case "player_count":
                return ir.Const(self.game.players)
            case _:
                return ir.Cell(FIRST_PLAYER)

    def builtin_list(self, name: str, scope: Scope) -> ir.ListExpr:
        """players, opponents."""
        if name == "players":
            return ir.ConstList(tuple(range(1, self.game.players + 1)))
        return ir.Seats(scope.you, skip=True)
