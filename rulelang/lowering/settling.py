"""Expressions in, the zones out whose order they read: such orders are drawn before the statement runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.syntax import ast
from rulelang.syntax.walk import children, walk

if TYPE_CHECKING:
    from rulelang.lowering.code import Code
    from rulelang.lowering.game import GameLowering

ORDERLESS = {"count", "sum", "any", "all", "max", "min", "set", "bag"}


class Settling:
    """Knows which declared stacks can be without an order, and what reads one."""

    def __init__(self, game: GameLowering) -> None:
        self.game = game
        self.model = game.model
        self.loose = self._loose_families()

    def _loose_families(self) -> set[str]:
        """Stacks that something shuffles, or that are refilled."""
        found = {zone.name for zone in self.model.zones.values() if zone.refill}
        for node in walk(self.model.merged):
            if isinstance(node, ast.Shuffle) and node.zone in self.model.types:
                ref = self.model.refs.get(node.zone)
                if isinstance(ref, m.Instance) and isinstance(ref.of, m.ZoneSymbol):
                    found.add(ref.of.name)
                else:
                    found |= {zone.name for zone in self.model.zones.values() if zone.kind == "stack"}
        return {name for name in found if self.model.zones[name].kind == "stack"}

    def before(self, code: Code, *nodes: ast.Node | None) -> None:
        """Draw the orders that these expressions read, before they are evaluated."""
        for zone, depth in self._reads(nodes).items():
            self._settle(code, zone, depth)

    def all_of(self, code: Code, node: ast.Expr) -> None:
        """Draw the whole order of the zone an expression names (a card is put under or between its cards)."""
        for name in self._families(node):
            self._settle(code, name, None)

    def everything(self, code: Code) -> None:
        """Draw every order that may be open."""
        for name in sorted(self.loose):
            self._settle(code, name, None)

    def _settle(self, code: Code, name: str, depth: int | None) -> None:
        family = self.game.layout.families[self.game.layout.family_numbers[name]]
        for zone in range(family.first, family.first + family.count):
            after = code.new()
            code.end(ir.Settle(ir.Const(zone), ir.Const(NONE if depth is None else depth), after))
            code.open(after)

    def _families(self, node: ast.Expr) -> set[str]:
        ref = self.model.refs.get(node)
        if isinstance(ref, m.Instance) and isinstance(ref.of, m.ZoneSymbol):
            return {ref.of.name} & self.loose
        if isinstance(ref, m.ZoneSymbol):
            return {ref.name} & self.loose
        kind = t.plain(self.model.types.get(node) or t.Unknown())
        if isinstance(kind, t.Zone):
            return {name for name in self.loose if set(self.model.zones[name].holds) & kind.of}
        return set()

    # ------------------------------------------------------------ reads

    def _reads(self, nodes: tuple[ast.Node | None, ...]) -> dict[str, int | None]:
        if not self.loose:
            return {}
        found: dict[str, int | None] = {}
        seen: set[int] = set()
        for node in nodes:
            if node is not None:
                self._collect(node, found, seen)
        return dict(sorted(found.items()))

    def _note(self, found: dict[str, int | None], names: set[str], depth: int | None) -> None:
        for name in names:
            before = found.get(name, 0)
            found[name] = None if depth is None or before is None else max(before, depth)

    def _collect(self, node: ast.Node, found: dict[str, int | None], seen: set[int]) -> None:
        """Note what a node reads, and what lies inside it; zones whose order does not matter are passed over."""
        skipped = self._orderless(node)
        match node:
            case ast.Top(zone=zone):
                self._note(found, self._families(zone), 1)
                skipped = zone
            case ast.At(zone=zone, index=ast.Int(value=depth)):
                self._note(found, self._families(zone), depth)
                skipped = zone
            case ast.Call(name=name, args=args) if name.text == "first" and args:
                self._note(found, self._families(args[0]), 1)
                skipped = args[0]
            case ast.Call(name=name) if name.text == "position":
                self._note(found, set(self.loose), None)
            case ast.Name() | ast.Your() | ast.Owned() | ast.Index() | ast.All():
                self._note(found, self._families(node), None)
        for define in self._called(node):
            if id(define) not in seen:
                seen.add(id(define))
                self._collect(define.node.body, found, seen)
        for child in children(node):
            if child is not skipped:
                self._collect(child, found, seen)

    def _called(self, node: ast.Node) -> list[m.DefineSymbol]:
        ref = self.model.refs.get(node)
        if isinstance(ref, m.IsDefine):
            return [ref.define]
        return [ref] if isinstance(ref, m.DefineSymbol) else []

    def _orderless(self, node: ast.Node) -> ast.Node | None:
        """The zone inside a node that is used for what it holds, not for its order."""
        match node:
            case ast.Query(kind=kind, source=source) if kind in ORDERLESS:
                return source
            case ast.Has(left=left):
                return left
            case ast.Call(name=name, args=args) if name.text in ("size", "available") and args:
                return args[0]
            case _:
                return None
