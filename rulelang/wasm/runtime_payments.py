"""Fixed functions of payments: whether they can be made, making them, undoing them in the reverse order.

A journal holds for each card paid: the card, its zone, its index there, its face, the zone's u.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_zones import base_of, zone_of
from rulelang.wasm.words import Writer, call, load, opposite

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

ENTRY = 20


def cannot_pay(b: Builder, f: Func) -> None:
    """(source, target, price): whether a cell is missing or holds too little."""
    w = Writer(f)
    source, target, price = w.params()
    with w.when((source < 0) | (target < 0)):
        w.give(1)
    w.push(load(source << 2, STATE) < price)


def payable(b: Builder, f: Func) -> None:
    """(at, length, table): whether all cards have a zone to go to, with room for all of them together."""
    w = Writer(f)
    at, length, table = w.params()
    card = w.var()
    with w.count(0, length) as n:
        card.set(load(at + (n << 2)))
        with w.when(card < 0):
            w.give(0)
        with w.when(load(table + (card << 2)) < 0):
            w.give(0)
    with w.count(0, length) as n, w.when(opposite(call(b.runtime("finds_room"), at, length, table, n))):
        w.give(0)
    w.push(1)


def pay_cards(b: Builder, f: Func) -> None:
    """(journal, at, length, table): move the cards and note how they lay; the end of the journal."""
    w = Writer(f)
    journal, at, length, table = w.params()
    cells = STATE + 4 * b.program.card_cells
    card, zone = w.var(), w.var()
    with w.count(0, length) as n:
        card.set(load(at + (n << 2)))
        zone.set(zone_of(b, card))
        w.store(journal, card)
        w.store(journal, zone, 4)
        w.store(journal, load(card << 3, cells + 4), 12)
        with w.when(zone >= 0):
            w.store(journal, call(b.runtime("index_in"), base_of(b, zone), card), 8)
            w.store(journal, load(base_of(b, zone), 4), 16)
        w.do(b.runtime("move_up"), card, load(table + (card << 2)), 0)
        journal.add(ENTRY)
    w.push(journal)


def unpay_cards(b: Builder, f: Func) -> None:
    """(journal, entries): put the cards back as they lay."""
    w = Writer(f)
    journal, entries = w.params()
    cells = STATE + 4 * b.program.card_cells
    card, zone, face, base = w.var(), w.var(), w.var(), w.var()
    with w.count(entries - 1, -1, -1) as n:
        spot = journal + n * ENTRY
        card.set(load(spot))
        zone.set(load(spot, 4))
        face.set(load(spot, 12))
        w.do(b.runtime("take"), card)
        w.store(card << 3, face, cells + 4)
        with w.when(zone >= 0):
            w.do(b.runtime("put"), card, zone, load(spot, 8), face)
            base.set(base_of(b, zone))
            w.store(base, load(spot, 16), 4)


RUNTIME = {
    "cannot_pay": (cannot_pay, 3, 1), "payable": (payable, 3, 1), "pay_cards": (pay_cards, 4, 1),
    "unpay_cards": (unpay_cards, 2, 0),
}
