"""Checked statements that touch cards in (move, draw, discard, shuffle, flip, reveal), IR statements and stops out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.lowering.scope import InCell
from rulelang.records import dataclass
from rulelang.syntax import ast
from rulelang.syntax.walk import children

if TYPE_CHECKING:
    from rulelang.lowering.code import Code
    from rulelang.lowering.game import GameLowering


@dataclass(frozen=True, slots=True)
class Pointing:
    """How cards of a movement are told apart by those who watch: picked, or named by their print."""

    picked: bool
    named: bool = False


class Movement:
    """Lowers movements of cards."""

    def __init__(self, game: GameLowering) -> None:
        self.game = game
        self.model = game.model
        self.expressions = game.expressions

    # ------------------------------------------------------------ move, discard, pay

    def move(self, node: ast.Move, code: Code) -> None:
        """`move C to P [face F]`."""
        self._before_insertion(node.place, code)
        self.game.settling.before(code, node.cards, *_read_for(node.place), node.face)
        pointing = self.pointing(node.cards)
        cards = self.expressions.listed(node.cards, code.scope)
        code.emit(ir.MoveCards(cards, self.place(node.place, code), self.face(node.face, code), pointing.picked,
                               pointing.named, "move", self.game.span(node)))

    def discard(self, node: ast.Discard, code: Code) -> None:
        """`discard C [face F]`."""
        self.game.settling.before(code, node.cards, node.face)
        cards = self.expressions.listed(node.cards, code.scope)
        code.emit(ir.DiscardCards(cards, self.game.discard_table(), self.face(node.face, code),
                                  self.pointing(node.cards).picked, "discard", self.game.span(node)))

    def pointing(self, node: ast.Expr) -> Pointing:
        """Whether everybody can point at the cards an expression gives."""
        match node:
            case ast.Str():
                return Pointing(False, named=True)
            case ast.All():
                return Pointing(False)
            case ast.ListOf(items=items) if items and all(isinstance(item, ast.Str) for item in items):
                return Pointing(False, named=True)
            case ast.Arithmetic(op="+", left=left, right=right):
                return Pointing(self.pointing(left).picked or self.pointing(right).picked)
            case ast.Conditional(then=then, other=other) | ast.Default(value=then, other=other):
                return Pointing(self.pointing(then).picked or self.pointing(other).picked)
            case _:
                whole = isinstance(t.plain(self.model.types[node]), t.Zone)
                return Pointing(not whole)

    def place(self, node: ast.Expr, code: Code) -> ir.Place:
        """Where cards go."""
        e, scope = self.expressions, code.scope
        match node:
            case ast.At(zone=zone, index=index):
                return ir.Place(e.scalar(zone, scope), "at", e.number(index, scope))
            case ast.Top(zone=zone):
                return ir.Place(e.scalar(zone, scope), "top")
            case ast.Bottom(zone=zone):
                return ir.Place(e.scalar(zone, scope), "bottom")
            case _:
                return ir.Place(e.scalar(node, scope))

    def face(self, node: ast.Expr | None, code: Code) -> ir.IntExpr:
        """The face given, else up."""
        return ir.Const(0) if node is None else self.expressions.scalar(node, code.scope)

    def _before_insertion(self, place: ast.Expr, code: Code) -> None:
        """Cards put under or between cards of a shuffled stack: that order is drawn first."""
        if isinstance(place, ast.At | ast.Bottom):
            self.game.settling.all_of(code, place.zone)

    # ------------------------------------------------------------ draw

    def draw(self, node: ast.Draw, code: Code) -> None:
        """`draw n from Z to P`: one card at a time, refilling; each card's order is drawn when it is needed."""
        self._before_insertion(node.place, code)
        self.game.settling.before(code, node.amount, node.face)
        zone = self._kept_zone(code, self.expressions.scalar(node.source, code.scope))
        place = self._kept_place(node.place, code)
        face = self._kept(code, self.face(node.face, code))
        drawn = self._drawn(node, code)
        if isinstance(node.amount, ast.Int) and node.amount.value == 1:
            after = code.new()
            self._draw_one(node, code, zone, place, face, drawn, after)
            code.go_on(after)
            return
        left = code.cell()
        code.emit(ir.SetCellTo(left, self.expressions.number(node.amount, code.scope), self.game.span(node)))
        again, one, after = code.new(), code.new(), code.new()
        code.go_on(again)
        code.end(ir.Fork2(ir.Binary("lt", ir.Const(0), ir.Cell(left)), one, after, self.game.span(node)))
        code.open(one)
        self._draw_one(node, code, zone, place, face, drawn, after)
        code.emit(ir.SetCellTo(left, ir.Binary("sub", ir.Cell(left), ir.Const(1))))
        code.end(ir.Goto(again))
        code.open(after)
        code.emit(ir.SetCellTo(left, ir.Const(0)))

    def deal(self, node: ast.Deal, code: Code) -> None:
        """`deal n from Z to zones [face F] [from p]`: one card at a time, each to the next player clockwise."""
        self.game.settling.before(code, node.amount, node.start, node.face)
        scope, span = code.scope, self.game.span(node)
        zone = self._kept_zone(code, self.expressions.scalar(node.source, scope))
        face = self._kept(code, self.face(node.face, code))
        seat, left = code.cell(), code.cell()
        start = ir.Const(1) if node.start is None else self.expressions.scalar(node.start, scope)
        code.emit(ir.SetCellTo(seat, start, span))
        code.emit(ir.SetCellTo(left, self._cards_dealt(node, zone, seat, code), span))
        again, one, after = code.new(), code.new(), code.new()
        code.go_on(again)
        code.end(ir.Fork2(ir.Binary("lt", ir.Const(0), ir.Cell(left)), one, after, span))
        code.open(one)
        self._draw_one(node, code, zone, ir.Place(self._zone_of(node, seat)), face, None, after)
        code.emit(ir.SetCellTo(seat, ir.Lookup(self.game.neighbours("left"), ir.Cell(seat))))
        code.emit(ir.SetCellTo(left, ir.Binary("sub", ir.Cell(left), ir.Const(1))))
        code.end(ir.Goto(again))
        code.open(after)
        code.emit(ir.SetCellTo(seat, ir.Const(0)))
        code.emit(ir.SetCellTo(left, ir.Const(0)))

    def _cards_dealt(self, node: ast.Deal, zone: ir.IntExpr, seat: int, code: Code) -> ir.IntExpr:
        """How many cards there are to deal; none if it is not known to whom."""
        dealt: ir.IntExpr = ir.Available(zone)
        if node.amount is not None:
            dealt = ir.Binary("mul", self.expressions.number(node.amount, code.scope), ir.Const(self.game.players))
        if node.start is None:
            return dealt
        return ir.Choice(ir.Unary("is_none", ir.Cell(seat)), ir.Const(0), dealt)

    def _zone_of(self, node: ast.Deal, seat: int) -> ir.IntExpr:
        """The zone of the player in a cell."""
        family = self.game.layout.families[self.game.layout.family_numbers[node.zone.text]]
        key = family.keys[0]
        return ir.FamilyIndex(family.first, ((ir.Cell(seat), key.low, key.size, 1),))

    def _draw_one(self, node: ast.Draw | ast.Deal, code: Code, zone: ir.IntExpr, place: ir.Place, face: ir.IntExpr,
                  drawn: InCell | None, none_left: int) -> None:
        span = self.game.span(node)
        some, ready = code.new(), code.new()
        code.end(ir.Fork2(ir.Binary("lt", ir.Const(0), ir.Available(zone)), some, none_left, span))
        code.open(some)
        code.emit(ir.Refill(zone, span))
        code.end(ir.Settle(zone, ir.Const(1), ready, span))
        code.open(ready)
        top = ir.CardAt(zone, ir.Const(1))
        if drawn is not None and drawn.bound:
            code.emit(ir.SetListTo(drawn.at, drawn.bound, ir.Joined(ir.ListCell(drawn.at), ir.Items((top,))), span))
        elif drawn is not None:
            code.emit(ir.SetCellTo(drawn.at, top, span))
        code.emit(ir.MoveCards(ir.Items((top,)), place, face, False, False, "draw", span))

    def _drawn(self, node: ast.Draw, code: Code) -> InCell | None:
        """The place of the name behind `as`, emptied."""
        if node.name is None:
            return None
        place = code.keep(self.model.locals[node])
        if place.bound:
            code.emit(ir.SetListTo(place.at, place.bound, ir.ConstList(())))
        else:
            code.emit(ir.SetCellTo(place.at, ir.Const(NONE)))
        return place

    def _kept_place(self, node: ast.Expr, code: Code) -> ir.Place:
        place = self.place(node, code)
        position = None if place.position is None else self._kept(code, place.position)
        return ir.Place(self._kept_zone(code, place.zone), place.how, position)

    def _kept_zone(self, code: Code, value: ir.IntExpr) -> ir.IntExpr:
        kept = self._kept(code, value)
        if isinstance(kept, ir.Cell):
            self.game.layout.hold(kept.at, 0, t.Zone(frozenset()))
        return kept

    def _kept(self, code: Code, value: ir.IntExpr) -> ir.IntExpr:
        """A value that must not change while a statement goes on over stops."""
        if isinstance(value, ir.Const):
            return value
        at = code.cell()
        code.emit(ir.SetCellTo(at, value))
        return ir.Cell(at)

    # ------------------------------------------------------------ shuffle, flip, reveal

    def shuffle(self, node: ast.Shuffle, code: Code) -> None:
        """`shuffle Z`, `shuffle C into Z`; a row gets its new order at once, a stack when it is used."""
        if node.cards is not None:
            self.move(ast.Move(node.span, node.cards, node.zone), code)
        zone = self.expressions.scalar(node.zone, code.scope)
        code.emit(ir.Shuffle(zone, self.game.span(node)))
        ref = self.model.refs.get(node.zone)
        if isinstance(ref, m.Instance) and isinstance(ref.of, m.ZoneSymbol) and ref.of.kind == "row":
            after = code.new()
            code.end(ir.Settle(zone, ir.Const(NONE), after, self.game.span(node)))
            code.open(after)

    def flip(self, node: ast.Flip, code: Code) -> None:
        """`flip C face F`."""
        self.game.settling.before(code, node.cards, node.face)
        code.emit(ir.FlipCards(self.expressions.listed(node.cards, code.scope), self.face(node.face, code),
                               self.game.span(node)))

    def reveal(self, node: ast.Reveal, code: Code) -> None:
        """`reveal E [to p]`."""
        self.game.settling.before(code, node.value, node.to)
        scope, kind = code.scope, t.plain(self.model.types[node.value])
        to = None if node.to is None else self.expressions.scalar(node.to, scope)
        by = scope.you
        if _cards(kind):
            code.emit(ir.RevealCards(self.expressions.listed(node.value, scope), to, by, self.game.span(node)))
            return
        number = self.game.layout.kind(self.model.types[node.value])
        code.emit(ir.RevealValue(self.expressions.value(node.value, scope), number, to, by, self.game.span(node)))


def _read_for(place: ast.Expr) -> Iterable[ast.Node]:
    """What is read to find a place. Cards are put on a shuffled stack without looking at it."""
    if isinstance(place, ast.At):
        return (*children(place.zone), place.index)
    return children(place.zone if isinstance(place, ast.Top | ast.Bottom) else place)


def _cards(kind: t.Type) -> bool:
    """Whether a value is cards: one, a zone's, or a collection of them."""
    if isinstance(kind, t.Collection):
        kind = t.plain(kind.of)
    return isinstance(kind, t.Card | t.Zone)
