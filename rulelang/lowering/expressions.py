"""Checked expressions in, IR expressions out. Names, keys and types come from the model; nothing is checked again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.ir import nodes as ir
from rulelang.ir import program as p
from rulelang.ir.numbers import NONE
from rulelang.lowering.scope import InCell, InReg, OneOf, Scope
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lowering.game import GameLowering

ARITHMETIC = {"+": "add", "-": "sub", "*": "mul"}


class Expressions:
    """Lowers expressions of one game for one player count."""

    def __init__(self, game: GameLowering) -> None:
        self.game = game
        self.model = game.model
        self.layout = game.layout
        self.tables = game.tables
        from rulelang.lowering.calls import Calls
        from rulelang.lowering.lists import Lists
        from rulelang.lowering.queries import Queries

        self.calls = Calls(self)
        self.lists = Lists(self)
        self.queries = Queries(self)

    # ------------------------------------------------------------ three ways to ask for a value

    def type(self, node: ast.Expr) -> t.Type:
        """The checked type."""
        return self.model.types[node]

    def is_list(self, node: ast.Expr) -> bool:
        """Whether an expression gives a list (zones are ints until their cards are asked for)."""
        return isinstance(t.plain(self.type(node)), t.Collection)

    def number(self, node: ast.Expr, scope: Scope) -> ir.IntExpr:
        """An int for arithmetic: none counts as 0."""
        value = self.scalar(node, scope)
        return ir.Unary("or_zero", value) if t.may_be_none(self.type(node)) else value

    def truth(self, node: ast.Expr, scope: Scope) -> ir.IntExpr:
        """A condition; a collection counts as yes if it has elements."""
        if self.is_list(node):
            return ir.Binary("lt", ir.Const(0), ir.Size(self.listed(node, scope)))
        return self.scalar(node, scope)

    def listed(self, node: ast.Expr, scope: Scope) -> ir.ListExpr:
        """A list: a zone gives its cards, a single value a list of it."""
        kind = t.plain(self.type(node))
        if isinstance(kind, t.NoneValue):
            return ir.ConstList(())
        if isinstance(kind, t.Zone):
            return ir.ZoneCards(self.scalar(node, scope))
        if isinstance(kind, t.Collection):
            return self.lists.value(node, scope)
        return ir.Items((self.scalar(node, scope),), drop_none=True)

    def value(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        """An int or a list, as the type says."""
        return self.listed(node, scope) if self.is_list(node) else self.scalar(node, scope)

    def as_type(self, node: ast.Expr, kind: t.Type, scope: Scope) -> ir.Expr:
        """The value in the form that a name of type `kind` keeps: zones become lists, sets and bags ascend."""
        kind = t.plain(kind)
        if not isinstance(kind, t.Collection):
            return self.scalar(node, scope)
        value = self.listed(node, scope)
        mine = t.plain(self.type(node))
        if kind.kind != "list" and not (isinstance(mine, t.Collection) and mine.kind == kind.kind):
            return ir.Sorted(value, unique=kind.kind == "set")
        return value

    # ------------------------------------------------------------ ints

    def scalar(self, node: ast.Expr, scope: Scope) -> ir.IntExpr:  # noqa: C901  one case per construct
        """The int of a scalar expression (zones: their number)."""
        match node:
            case ast.Int(value=value):
                ref = self.model.refs.get(node)
                return ir.Const(ref.value if isinstance(ref, m.Constant) else value)
            case ast.Name() | ast.Your() | ast.Owned() | ast.Index() | ast.Str():
                return self._referred(node, scope)
            case ast.Attribute():
                return self._attribute(node, scope)
            case ast.FaceLiteral(value=value):
                return self.scalar(value, scope)
            case ast.Conditional(condition=condition, then=then, other=other):
                return ir.Choice(self.truth(condition, scope), self.scalar(then, scope), self.scalar(other, scope))
            case ast.Default(value=value, other=other):
                both = ir.Items((self.scalar(value, scope), self.scalar(other, scope)), drop_none=True)
                return ir.Element(both, ir.Const(1))
            case ast.And(parts=parts):
                return ir.All(tuple(self.truth(part, scope) for part in parts))
            case ast.Or(parts=parts):
                return ir.Any(tuple(self.truth(part, scope) for part in parts))
            case ast.Not(value=value):
                return ir.Unary("not", self.truth(value, scope))
            case ast.Compare() | ast.Is() | ast.Has():
                return self._comparison(node, scope)
            case ast.Can(player=player):
                return ir.Can(self.game.actions_of(self.model.refs[node]), self.scalar(player, scope), scope.menu)
            case ast.Knows(player=player, card=card):
                return ir.Knows(self.scalar(player, scope), self.scalar(card, scope))
            case ast.Arithmetic(op=op, left=left, right=right):
                return ir.Binary(ARITHMETIC[op], self.number(left, scope), self.number(right, scope))
            case ast.Divide(left=left, right=right, up=up):
                return ir.Binary("div_up" if up else "div_down", self.number(left, scope), self.number(right, scope))
            case ast.Negate(value=value):
                return ir.Unary("neg", self.number(value, scope))
            case ast.At() | ast.Top() | ast.Bottom():
                return self._position(node, scope)
            case ast.Query():
                return self.queries.scalar(node, scope)
            case ast.Call():
                return self.calls.scalar(node, scope)
            case _:
                raise AssertionError(f"not a scalar: {type(node).__name__} at {node.span.line}")

    def _position(self, node: ast.At | ast.Top | ast.Bottom, scope: Scope) -> ir.IntExpr:
        if isinstance(t.plain(self.type(node.zone)), t.Zone):
            zone = self.scalar(node.zone, scope)
            if isinstance(node, ast.At):
                return ir.CardAt(zone, self.number(node.index, scope))
            return ir.CardAt(zone, ir.Const(1) if isinstance(node, ast.Top) else ir.ZoneSize(zone))
        items = self.listed(node.zone, scope)
        if isinstance(node, ast.At):
            return ir.Element(items, self.number(node.index, scope))
        return ir.Element(items, ir.Const(1) if isinstance(node, ast.Top) else ir.Size(items))

    def _attribute(self, node: ast.Attribute, scope: Scope) -> ir.IntExpr:
        ref = self.model.refs[node]
        if isinstance(ref, m.MeldField):
            meld = self.meld(node.value, scope)
            if ref.name == "worth":
                return ir.Element(meld, ir.Const(2))
            return ir.Element(self.meld_cards(node, scope), ir.Const(1))
        table = self.tables.int_table(self.layout.attribute_table(node.name.text))
        return ir.Lookup(table, self.scalar(node.value, scope))

    def meld(self, node: ast.Expr, scope: Scope) -> ir.ListExpr:
        """The list that holds a meld bound by a choice or query."""
        local = self.model.refs[node]
        assert isinstance(local, m.Local)
        return scope.list_of(local)

    def meld_cards(self, node: ast.Attribute, scope: Scope) -> ir.ListExpr:
        """The cards of a named part of a meld."""
        kind = t.plain(self.type(node.value))
        assert isinstance(kind, t.MeldValue)
        meld = self.meld(node.value, scope)
        parts = {self.game.part_number(name, node.name.text): name for name in reversed(kind.of)}
        cards: ir.ListExpr | None = None
        for part in sorted(parts, reverse=True):
            here = ir.MeldCards(meld, part)
            owners = [n for n in kind.of if self.game.part_number(n, node.name.text) == part]
            numbers = ir.ConstList(tuple(self.game.meld_numbers[n] for n in owners))
            test = ir.Member(numbers, ir.Element(meld, ir.Const(1)))
            cards = here if cards is None else ir.Choice(test, here, cards)
        assert cards is not None
        return cards

    # ------------------------------------------------------------ comparisons

    def _comparison(self, node: ast.Compare | ast.Is | ast.Has, scope: Scope) -> ir.IntExpr:
        if isinstance(node, ast.Compare):
            left, right = self._pair(node.left, node.right, scope)
            op = "lt" if node.op in "<>" else "le"
            return ir.Binary(op, left, right) if node.op[0] == "<" else ir.Binary(op, right, left)
        if isinstance(node, ast.Has):
            return self._has(node, scope)
        test = self._is(node, scope)
        return ir.Unary("not", test) if node.negated else test

    def _pair(self, left: ast.Expr, right: ast.Expr, scope: Scope) -> tuple[ir.IntExpr, ir.IntExpr]:
        """Both sides; a number literal beside an enum value means the value with that number."""
        return self._side(left, right, scope), self._side(right, left, scope)

    def _side(self, node: ast.Expr, other: ast.Expr, scope: Scope) -> ir.IntExpr:
        beside = t.plain(self.type(other))
        if isinstance(node, ast.Int) and isinstance(beside, t.EnumValue):
            return self._numbered(beside, node.value)
        return self.scalar(node, scope)

    def _numbered(self, kind: t.EnumValue, number: int) -> ir.Const:
        """The value of an enum with this number; none if no value has it."""
        numbers = self.model.enums[kind.enum].numbers
        return ir.Const(numbers.index(number) if number in numbers else NONE)

    def _is(self, node: ast.Is, scope: Scope) -> ir.IntExpr:
        match self.model.refs[node]:
            case m.IsDefine(define):
                argument = self.as_type(node.left, define.parameters[0].type, scope)
                return self.calls.define(define, (argument,), scope)
            case m.IsCards(cards):
                return ir.Lookup(self.game.type_table(cards), self.scalar(node.left, scope))
            case m.IsPrinted():
                return ir.Binary("eq", self._print(node.left, scope), self._print(node.right, scope))
            case m.IsFace():
                lies = ir.CardInfo("face", self.scalar(node.left, scope))
                return ir.Binary("eq", lies, self.scalar(node.right, scope))
            case _:
                return self._equal(node.left, node.right, scope)

    def _print(self, node: ast.Expr, scope: Scope) -> ir.IntExpr:
        """The printed name of a card, or a printed name itself."""
        if isinstance(node, ast.Str):
            return ir.Const(self.game.print_number(node.value))
        value = self.scalar(node, scope)
        return ir.CardInfo("print", value) if isinstance(t.plain(self.type(node)), t.Card) else value

    def _equal(self, left: ast.Expr, right: ast.Expr, scope: Scope) -> ir.IntExpr:
        kinds = [t.plain(self.type(side)) for side in (left, right)]
        if all(isinstance(kind, t.Zone | t.NoneValue) for kind in kinds):
            return ir.Binary("eq", *self._pair(left, right, scope))
        if any(isinstance(kind, t.Collection) for kind in kinds):
            return ir.SameList(*self._alike(left, right, scope))
        return ir.Binary("eq", *self._pair(left, right, scope))

    def _alike(self, left: ast.Expr, right: ast.Expr, scope: Scope) -> tuple[ir.ListExpr, ir.ListExpr]:
        """Two lists in one form: where either side is a set or bag, both ascend."""
        kinds = [t.plain(self.type(side)) for side in (left, right)]
        forms = {kind.kind for kind in kinds if isinstance(kind, t.Collection)}
        lists = self.listed(left, scope), self.listed(right, scope)
        if forms <= {"list"}:
            return lists
        unique = "bag" not in forms
        return ir.Sorted(lists[0], unique), ir.Sorted(lists[1], unique)

    def _has(self, node: ast.Has, scope: Scope) -> ir.IntExpr:
        source = self.listed(node.left, scope)
        kind = t.plain(self.type(node.left))
        holds_cards = isinstance(kind, t.Zone) or (isinstance(kind, t.Collection) and isinstance(kind.of, t.Card))
        by_name = isinstance(node.right, ast.Str) or isinstance(t.plain(self.type(node.right)), t.PrintedName)
        if holds_cards and by_name:
            reg = scope.registers.take()
            test = ir.Binary("eq", ir.CardInfo("print", ir.Reg(reg)), self._print(node.right, scope))
            return ir.Fold("any", reg, source, None, test)
        element = kind.of if isinstance(kind, t.Collection) else kind
        if isinstance(node.right, ast.Int) and isinstance(element, t.EnumValue):
            return ir.Member(source, self._numbered(element, node.right.value))
        return ir.Member(source, self._print(node.right, scope) if by_name else self.scalar(node.right, scope))

    # ------------------------------------------------------------ names

    def _referred(self, node: ast.Expr, scope: Scope) -> ir.IntExpr:
        ref = self.model.refs[node]
        match ref:
            case m.Constant(value=value):
                return ir.Const(value)
            case m.Local():
                return self._local(ref, scope)
            case m.ParamSymbol(name=name):
                return ir.Cell(self.layout.vars[self.layout.var_numbers[name]].base)
            case m.DefineSymbol():
                return self.calls.define(ref, (), scope)
            case m.Instance():
                return self.instance(ref, scope)
            case m.Printed(name=name):
                return ir.Const(self.game.only_card(name))
            case m.Builtin(name=name):
                return self.calls.builtin_name(name, scope)
            case m.TableRead(table=table):
                assert isinstance(node, ast.Index)
                return self._table_read(table, node.key, scope)
            case _:
                raise AssertionError(f"not a value: {type(ref).__name__} at {node.span.line}")

    def _local(self, local: m.Local, scope: Scope) -> ir.IntExpr:
        match scope.where(local):
            case InReg(number=number):
                return ir.Reg(number)
            case InCell(at=at):
                return ir.Cell(at)
            case OneOf(number=number):
                return ir.Element(ir.ListReg(number), ir.Const(1))

    def _table_read(self, table: m.TableSymbol, key: ast.Expr, scope: Scope) -> ir.IntExpr:
        keys = [k for k, _ in table.entries]
        low, high = min(keys), max(keys)
        index = self.scalar(key, scope)
        if high - low > 10_000:
            return self._sparse(table, index, scope)
        values = dict(table.entries)
        number = self.tables.int_table([values.get(k, NONE) for k in range(low, high + 1)])
        if low:
            index = ir.FamilyIndex(0, ((index, low, high - low + 1, 1),))
        return ir.Lookup(number, index)

    def _sparse(self, table: m.TableSymbol, index: ir.IntExpr, scope: Scope) -> ir.IntExpr:
        """A table with far-apart keys: find the key's place in a list of the keys first."""
        entries = sorted(table.entries)
        places = ir.ConstList(tuple(range(len(entries))))
        keys = self.tables.int_table([k for k, _ in entries])
        reg = scope.registers.take()
        found = ir.Fold("first", reg, places, ir.Binary("eq", ir.Lookup(keys, ir.Reg(reg)), index), None)
        return ir.Lookup(self.tables.int_table([v for _, v in entries]), found)

    def instance(self, ref: m.Instance, scope: Scope) -> ir.IntExpr:
        """The value of a variable or count, the number of a zone, the total of a score."""
        match ref.of:
            case m.ZoneSymbol(name=name):
                family = self.layout.families[self.layout.family_numbers[name]]
                return self.family_index(family.first, family.keys, ref.keys, scope)
            case m.VarSymbol(name=name):
                var = self.layout.vars[self.layout.var_numbers[name]]
                if not var.keys:
                    return ir.Cell(var.base)
                return ir.CellIn(var.base, self.family_index(0, var.keys, ref.keys, scope), var.count)
            case m.ScoreSymbol(name=name):
                return ir.CallFunction(self.game.score_total(name), (self.key(ref.keys[0], scope), scope.menu))
            case m.TokenSymbol() | m.PotSymbol():
                return self._count(ref, scope)

    def zones_of(self, symbol: m.ZoneSymbol) -> range:
        """The numbers of a family's zones."""
        family = self.layout.families[self.layout.family_numbers[symbol.name]]
        return range(family.first, family.first + family.count)

    def _count(self, ref: m.Instance, scope: Scope) -> ir.IntExpr:
        base, keys = self.counts_of(ref)
        if not keys:
            return ir.Cell(base)
        size = 1
        for key in keys:
            size *= key.size
        return ir.CellIn(base, self.family_index(0, keys, ref.keys, scope), size)

    def counts_of(self, ref: m.Instance) -> tuple[int, tuple[p.KeyInfo, ...]]:
        """Where a token's or pot's counts start, and the keys that choose among them."""
        if isinstance(ref.of, m.TokenSymbol):
            seats = p.KeyInfo("player", 1, self.layout.players)
            return self.layout.tokens[self.layout.token_of(ref.of)].players, (seats,)
        assert isinstance(ref.of, m.PotSymbol)
        return self.layout.pots[ref.of.name], tuple(self.layout.key(kind) for kind in ref.of.per)

    def family_index(self, base: int, keys: tuple[p.KeyInfo, ...], values: tuple[m.Key, ...],
                     scope: Scope) -> ir.IntExpr:
        """`base` plus the index of an instance, or `base` alone where there are no keys."""
        if not keys:
            return ir.Const(base)
        parts: list[tuple[ir.IntExpr, int, int, int]] = []
        stride = 1
        for key, value in zip(reversed(keys), reversed(values), strict=True):
            parts.append((self.key(value, scope), key.low, key.size, stride))
            stride *= key.size
        return ir.FamilyIndex(base, tuple(reversed(parts)))

    def key(self, key: m.Key, scope: Scope) -> ir.IntExpr:
        """The int of a family key."""
        if isinstance(key, m.You):
            return scope.you
        if isinstance(key, m.TeamOf):
            return ir.Lookup(self.game.team_table(), self.key(key.player, scope))
        return self.scalar(key, scope)
