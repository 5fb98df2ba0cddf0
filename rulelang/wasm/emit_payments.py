"""Payments in heads in, instructions out: made while the walk goes on behind them, undone from a journal after it."""

from __future__ import annotations

from rulelang.ir import nodes as ir
from rulelang.wasm.emit_steps import STEPS, Behind, Length, Walk
from rulelang.wasm.layout import STATE
from rulelang.wasm.unit import Unit, writes


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
    cards = u.listed(node.cards, own=True)
    f.get(u.sp)
    f.get(cards.at)
    f.get(cards.length)
    f.const(u.b.layout.table(node.zones))
    f.call(u.b.runtime("pay_cards"))
    f.op("drop")


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
    cards, table = u.listed(node.cards, own=True), u.b.layout.table(node.zones)
    with walk.skipping() as skip:
        f.get(cards.at)
        f.get(cards.length)
        f.const(table)
        f.call(u.b.runtime("payable"))
        f.op("i32.eqz")
        f.br_if(skip)
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
        walk.restoring(lambda: paid(walk, node, length, behind), restore)
