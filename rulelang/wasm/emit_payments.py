"""Payments in heads in, instructions out: made while the walk goes on behind them, undone from a journal after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir import nodes as ir
from rulelang.wasm.arena import Listed
from rulelang.wasm.emit_steps import STEPS, Behind, Length, Walk
from rulelang.wasm.layout import STATE
from rulelang.wasm.reach import cards_of
from rulelang.wasm.unit import Unit, writes

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


@writes(STEPS, ir.PayTokens)
def pay_tokens(walk: Walk, node: ir.PayTokens, length: Length, behind: Behind) -> None:
    """Tokens that are there in full; an amount below 1 is paid already."""
    u, f = walk.u, walk.u.f
    source, target, price = u.value(node.source), u.value(node.target), u.f.local()
    u.number(node.amount)
    f.set(price)
    f.const(0)
    f.get(price)
    f.get(price)
    f.const(0)
    f.op("i32.lt_s", "select")
    f.set(price)
    last = last_payment(walk, behind)
    with walk.skipping() as skip:
        f.get(price)
        with f.when():
            f.get(source)
            f.get(target)
            f.get(price)
            f.call(u.b.runtime("cannot_pay"))
            f.br_if(skip)
            if not last:
                _pass(u, source, target, price)
        if last:
            paid(walk, node, length, behind)
            return

        def restore() -> None:
            f.get(price)
            with f.when():
                _pass(u, target, source, price)
        walk.restoring(lambda: paid(walk, node, length, behind), restore)


def paid(walk: Walk, node: ir.PayTokens | ir.PayCards, length: Length, behind: Behind) -> None:
    """What comes behind a payment."""
    with walk.after(node):
        behind(length)


def last_payment(walk: Walk, behind: Behind) -> bool:
    """Whether nothing looks at what was paid: then only a path that is kept pays, when it is written again."""
    return behind is walk.leaf and not (walk.keeps and walk.mixed)


def pay_at_last(u: Unit, node: ir.PayTokens | ir.PayCards) -> None:
    """Make a payment of a path that is kept."""
    f = u.f
    if isinstance(node, ir.PayTokens):
        for part in (node.source, node.target, node.amount):
            u.number(part)
        f.call(u.b.runtime("move_tokens"))
        return
    if isinstance(node.cards, ir.ListCell) and node.cards.at in u.held:
        for card in u.held[node.cards.at]:
            _give(u, card, node.zones)
    elif isinstance(node.cards, ir.Items) and len(node.cards.items) == 1:
        u.each(node.cards, f.local(), lambda card: _give(u, card, node.zones))
    else:
        u.each_of(u.listed(node.cards, own=not isinstance(node.cards, ir.ListCell)), f.local(),
                  lambda card: _give(u, card, node.zones))


def _give(u: Unit, card: int, zones: int) -> None:
    """A card that can be paid, to where a table says."""
    f, targets = u.f, {zone for zone in u.b.program.tables[zones] if zone >= 0}
    if len(targets) == 1 and u.b.program.zones[min(targets)].kind != "set":
        f.get(card)
        f.call(u.b.runtime("take"))
        f.get(card)
        f.const(min(targets))
        f.const(0)
        f.call(u.b.runtime("append"))
        return
    f.get(card)
    f.get(card)
    f.const(2)
    f.op("i32.shl")
    f.load(u.b.layout.table(zones))
    f.const(0)
    f.call(u.b.runtime("move_up"))


def _pass(u: Unit, source: int, target: int, amount: int) -> None:
    f = u.f
    for local, op in ((source, "i32.sub"), (target, "i32.add")):
        f.get(local)
        f.const(2)
        f.op("i32.shl")
        f.get(local)
        f.const(2)
        f.op("i32.shl")
        f.load(STATE)
        f.get(amount)
        f.op(op)
        f.store(STATE)


@writes(STEPS, ir.PayCards)
def pay_cards(walk: Walk, node: ir.PayCards, length: Length, behind: Behind) -> None:
    """Cards to their discard zones; each must have one with room."""
    u, f = walk.u, walk.u.f
    surely = surely_payable(walk, node)
    if surely and last_payment(walk, behind):
        paid(walk, node, length, behind)
        return
    cards, table = u.listed(node.cards, own=True), u.b.layout.table(node.zones)
    with walk.skipping() as skip:
        if not surely:
            _unless_payable(u, cards, table, skip)
        if last_payment(walk, behind):
            paid(walk, node, length, behind)
            return
        journal = f.local()
        f.get(u.sp)
        f.tee(journal)
        f.get(cards.at)
        f.get(cards.length)
        f.const(table)
        f.call(u.b.runtime("pay_cards"))
        f.set(u.sp)
        u.used = True

        def restore() -> None:
            f.get(journal)
            f.get(cards.length)
            f.call(u.b.runtime("unpay_cards"))
        with u.moved():
            walk.restoring(lambda: paid(walk, node, length, behind), restore)


def _unless_payable(u: Unit, cards: Listed, table: int, skip: int) -> None:
    """Skip cards that cannot all be paid."""
    f = u.f
    f.get(cards.at)
    f.get(cards.length)
    f.const(table)
    f.call(u.b.runtime("payable"))
    f.op("i32.eqz")
    f.br_if(skip)


def surely_payable(walk: Walk, node: ir.PayCards) -> bool:
    """Whether cards of every type that can be picked have a zone to go to that holds all cards of its types."""
    b = walk.u.b
    match node.cards:
        case ir.ListCell(at=at) | ir.Items(items=(ir.Cell(at=at),), drop_none=True) if at in walk.sources:
            cards = cards_of(b, walk.sources[at])
        case _:
            return False
    targets = {b.program.tables[node.zones][card] for card in cards}
    return all(zone >= 0 and holds_all(b, zone) for zone in targets)


def holds_all(b: Builder, zone: int) -> bool:
    """Whether a zone has room for all cards that it can ever hold."""
    return b.layout.zones.room[zone] >= len(cards_of(b, ir.ZoneCards(ir.Const(zone))))
