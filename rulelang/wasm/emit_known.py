"""Statements that move cards in, instructions out where knowledge follows them and nothing is told of them.

They move cards as blind modules do. What a movement can change of knowledge is worked out while it is written, as far
as the zones are known.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.engine.movement import in_places
from rulelang.ir import nodes as ir
from rulelang.wasm import emit_told
from rulelang.wasm.emit_movement import discard, expected_zones, gather, is_gathered, move_one
from rulelang.wasm.emit_statements import StatementEmitter
from rulelang.wasm.follow import Follow, sighted_at_most
from rulelang.wasm.runtime_told_moves import way
from rulelang.wasm.unit import Unit, writes

KNOWN: dict[type, StatementEmitter] = {}


@writes(KNOWN, ir.MoveCards)
def move_cards(u: Unit, node: ir.MoveCards) -> None:
    """Cards to a place."""
    cards, zone, how = node.cards, node.place.zone, node.place.how
    flags = way(picked=node.picked, named=node.named, placed=in_places(cards), why=0)
    if isinstance(cards, ir.Items) and len(cards.items) == 1 and how != "at":
        move_one(u, cards.items[0], zone, node.face, how, Follow(u, flags, node.face))
    elif _is_forgotten(u, node):
        gather(u, node)
    else:
        emit_told.move_list(u, node, flags, "tell" if _is_mixed(u, node) else "follow")


def _is_forgotten(u: Unit, node: ir.MoveCards) -> bool:
    """Whether cards are gathered where nobody sees them: then all that is known of them is that they are there (but for
    a seat that knows them all).
    """
    if not is_gathered(u, node) or node.picked or node.named or not isinstance(node.place.zone, ir.Const):
        return False
    assert isinstance(node.cards, ir.ConstList)
    hosting = u.b.layout.sight.hosting
    return len(node.cards.values) > 1 and not any(card in hosting for card in node.cards.values) and (
        sighted_at_most(u, range(node.place.zone.value, node.place.zone.value + 1), node.face) == 0)


def _is_mixed(u: Unit, node: ir.MoveCards) -> bool:
    """Whether cards may come to lie in an order that somebody does not see."""
    targets = expected_zones(u, node.place.zone)
    if not targets or not u.range(node.place.zone).inside(targets.start, targets.stop - 1):
        return True
    return mixes(u, targets, node.face)


def mixes(u: Unit, targets: Iterable[int], face: ir.IntExpr) -> bool:
    """The same of cards that come to lie in some zones."""
    sight, ordered = u.b.layout.sight, [zone for zone in targets if zone >= 0 and u.b.layout.sight.ordered[zone]]
    return bool(ordered) and sighted_at_most(u, ordered, face, least=True) != sight.everyone


@writes(KNOWN, ir.DiscardCards)
def discard_cards(u: Unit, node: ir.DiscardCards) -> None:
    """Each card to the zone that a table names."""
    if isinstance(node.cards, ir.Items) and len(node.cards.items) == 1:
        flags = way(picked=node.picked, named=False, placed=False, why=0)
        discard(u, node.cards, node.zones, node.face, Follow(u, flags, node.face))
    else:
        flags = way(picked=node.picked, named=False, placed=in_places(node.cards), why=0)
        mixed = mixes(u, u.b.program.tables[node.zones], node.face)
        emit_told.discard_list(u, node, flags, "tell" if mixed else "follow")


def pay_cards(u: Unit, node: ir.PayCards) -> None:
    """Make a payment of an answer that is kept."""
    cards, face = u.listed(node.cards, own=True), ir.Const(0)
    for local in (u.sp, cards.at, cards.length):
        u.f.get(local)
    u.f.const(u.b.layout.table(node.zones))
    u.number(face)
    u.f.const(way(picked=node.picked, named=False, placed=False, why=0))
    u.f.call(u.b.runtime("tell_discard" if mixes(u, u.b.program.tables[node.zones], face) else "follow_discard"))
