"""Expressions in, the zones out whose order they read: such orders are drawn before the statement runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
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
    from rulelang.lowering.scope import Scope

ORDERLESS = {"count", "sum", "any", "all", "max", "min", "set", "bag"}
CHOOSING = {"list", "first", "highest", "lowest"}       # queries that give cards of their source

Families = frozenset[str]


@dataclass(slots=True)
class Reads:
    """What expressions read: for each zone how deep (None: all), or whose places (by zone, names of cards).

    `lies`: for each name given inside the expressions (by identity) in which zones its cards lie, None: not known;
    `paid`: where a payment among the expressions may bring cards.
    """

    scope: Scope
    paid: Families
    depths: dict[str, int | None] = field(default_factory=dict)
    places: dict[str, list[ast.Name]] = field(default_factory=dict)
    lies: dict[int, Families | None] = field(default_factory=dict)
    seen: set[tuple[int, tuple[Families | None, ...]]] = field(default_factory=set)

    def note(self, names: Iterable[str], depth: int | None) -> None:
        """The order of these zones is read as far as a depth."""
        for name in names:
            before = self.depths.get(name, 0)
            self.depths[name] = None if depth is None or before is None else max(before, depth)


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
        if not self.loose:
            return
        reads = Reads(code.scope, self._paid(nodes))
        for node in nodes:
            if node is not None:
                self._collect(node, reads)
        for zone in sorted({*reads.depths, *reads.places}):
            if zone in reads.places and reads.depths.get(zone, 0) is not None:
                self._settle_around(code, zone, reads.places[zone])
            if zone in reads.depths:
                self._settle(code, zone, reads.depths[zone])

    def all_of(self, code: Code, node: ast.Expr) -> None:
        """Draw the whole order of the zone an expression names (a card is put under or between its cards)."""
        for name in self._families(node):
            self._settle(code, name, None)

    def everything(self, code: Code) -> None:
        """Draw every order that may be open."""
        for name in sorted(self.loose):
            self._settle(code, name, None)

    def _settle(self, code: Code, name: str, depth: int | None) -> None:
        for zone in self._zones(name):
            self._draw(code, ir.Const(zone), depth)

    def _settle_around(self, code: Code, name: str, cards: list[ast.Name]) -> None:
        """Draw the whole order of a zone if one of these cards lies there."""
        lying = [ir.CardInfo("zone", self.game.expressions.scalar(card, code.scope)) for card in cards]
        for zone in map(ir.Const, self._zones(name)):
            here = ir.Any(tuple(ir.Binary("eq", place, zone) for place in lying))
            self._draw(code, ir.Choice(here, zone, ir.Const(-1)), None)

    def _draw(self, code: Code, zone: ir.IntExpr, depth: int | None) -> None:
        after = code.new()
        code.end(ir.Settle(zone, ir.Const(NONE if depth is None else depth), after))
        code.open(after)

    def _zones(self, name: str) -> range:
        family = self.game.layout.families[self.game.layout.family_numbers[name]]
        return range(family.first, family.first + family.count)

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

    def _collect(self, node: ast.Node, reads: Reads) -> None:
        """Note what a node reads, and what lies inside it; zones whose order does not matter are passed over."""
        skipped = self._orderless(node)
        match node:
            case ast.Top(zone=zone):
                reads.note(self._families(zone), 1)
                skipped = zone
            case ast.At(zone=zone, index=ast.Int(value=depth)):
                reads.note(self._families(zone), depth)
                skipped = zone
            case ast.Call(name=name, args=args) if name.text == "first" and args:
                reads.note(self._families(args[0]), 1)
                skipped = args[0]
            case ast.Call(name=name, args=(card,)) if name.text == "position":
                self._place_of(card, reads)
            case ast.Name() | ast.Your() | ast.Owned() | ast.Index() | ast.All():
                reads.note(self._families(node), None)
            case ast.Binder() | ast.Query():
                self._bind(self.model.locals.get(node), self._lies(node.source, reads), reads)
            case ast.Let():
                self._bind(self.model.locals.get(node), self._lies(node.value, reads), reads)
        self._follow(node, reads)
        for child in children(node):
            if child is not skipped:
                self._collect(child, reads)

    def _follow(self, node: ast.Node, reads: Reads) -> None:
        """What a define reads, given where its cards lie."""
        define = self._called(node)
        if define is None:
            return
        args = node.args if isinstance(node, ast.Call) else (node.left,) if isinstance(node, ast.Is) else ()
        lies = tuple(self._lies(arg, reads) for arg in args)
        if (id(define), lies) in reads.seen:
            return
        reads.seen.add((id(define), lies))
        for local, places in zip(define.parameters, lies, strict=False):
            self._bind(local, places, reads)
        self._collect(define.node.body, reads)

    def _bind(self, local: m.Local | None, places: Families | None, reads: Reads) -> None:
        if local is not None:
            reads.lies[id(local)] = places

    # ------------------------------------------------------------ where cards lie

    def _place_of(self, card: ast.Expr, reads: Reads) -> None:
        """The place of a card is read: an order matters only in the zone where it lies."""
        known, named = self._lies(card, reads), self.model.refs.get(card)
        if known is not None:
            reads.note(known & self.loose, None)
        elif isinstance(card, ast.Name) and id(named) in reads.scope.names and id(named) not in reads.lies:
            for name in self._holding(card):
                reads.places.setdefault(name, []).append(card)
        else:
            reads.note(self._holding(card), None)

    def _holding(self, card: ast.Expr) -> set[str]:
        """The zones in which a card of this type may lie."""
        kind = t.plain(self.model.types.get(card) or t.Unknown())
        of = kind.of if isinstance(kind, t.Card) else frozenset[str]()
        return {name for name in self.loose if not of or not self.model.zones[name].holds
                or of & set(self.model.zones[name].holds)}

    def _lies(self, node: ast.Expr, reads: Reads) -> Families | None:
        """The zones in which the cards of an expression surely lie when it is evaluated; None if that is not known."""
        ref = self.model.refs.get(node)
        match node:
            case ast.Query(kind=kind, source=source, each=None) if kind in CHOOSING:
                return self._lies(source, reads)
            case ast.Name() if isinstance(ref, m.Local):
                return reads.lies.get(id(ref))
        of = ref.of if isinstance(ref, m.Instance) else ref
        return reads.paid | {of.name} if isinstance(of, m.ZoneSymbol) else None

    def _paid(self, nodes: tuple[ast.Node | None, ...]) -> Families:
        """Where payments among expressions may bring cards."""
        pays = any(isinstance(part, ast.Pay) and part.token is None
                   for node in nodes if node is not None for part in walk(node))
        return frozenset(name for name in self.loose if pays and self.model.zones[name].discards)

    def _called(self, node: ast.Node) -> m.DefineSymbol | None:
        ref = self.model.refs.get(node)
        if isinstance(ref, m.IsDefine):
            return ref.define
        return ref if isinstance(ref, m.DefineSymbol) else None

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
