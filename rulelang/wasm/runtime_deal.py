"""Fixed functions that draw a deal of the unknown cards by a plan (`runtime_plan.py`), by the playouts' generator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.resample_plain import MOST_DEALS
from rulelang.wasm.desk import MOST_CLASSES, item, put_item
from rulelang.wasm.encode import Func
from rulelang.wasm.runtime_plan import LOOSE
from rulelang.wasm.words import Word, Writer, call, load, opposite, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def deal(b: Builder, f: Func) -> None:
    """The card at each place, into `found`; whether all checked cards have come to their groups at last."""
    w, desk = Writer(f), b.layout.desk
    wrong, card = w.var(), w.var()
    with w.count(0, MOST_DEALS):
        w.do(b.runtime("deal_once"))
        wrong.set(0)
        with w.count(0, load(desk.plan)) as n:
            card.set(item(desk.found, n))
            wrong.set(wrong | (item(desk.tied, card).eq(LOOSE)
                               & item(desk.group, card).ne(item(desk.group, item(desk.spots, n)))))
        with w.when(opposite(wrong)):
            w.give(1)
    w.push(0)


def deal_once(b: Builder, f: Func) -> None:
    """The card at each place, drawn by the plan with the generator of playouts, into `found`."""
    w, desk = Writer(f), b.layout.desk
    places, classes = w.var(load(desk.plan)), w.var(load(desk.plan, 4))
    with w.count(0, places) as n:
        put_item(w, desk.found, n, -1)
    with w.count(0, load(desk.plan, 12)) as n:
        w.do(b.runtime("lay_bound"), item(desk.bound, n), places)
    at = w.var(0)
    with w.count(0, classes) as c:
        put_item(w, desk.pool_at, c, at)
        put_item(w, desk.pool_size, c, 0)
        at.add(item(desk.sizes, c))
    with w.count(0, load(desk.plan, 8)) as p:
        w.do(b.runtime("split_pile"), p, classes)
    number, size = w.var(), w.var()
    with w.count(0, places) as n, w.when(item(desk.found, n) < 0):
        number.set(item(desk.classes, n))
        size.set(item(desk.pool_size, number))
        put_item(w, desk.found, n, call(b.runtime("take_one"), (item(desk.pool_at, number) << 2) + desk.pool, size))
        put_item(w, desk.pool_size, number, size - 1)


def take_one(b: Builder, f: Func) -> None:
    """(at, how many): one of a pile, each equally likely; the last takes its place."""
    w = Writer(f)
    at, size = w.params()
    spot = w.var(at + (call(b.runtime("draw_below"), size) << 2))
    found = w.var(load(spot))
    w.store(spot, load(at + (size << 2) - 4))
    w.push(found)


def lay_bound(b: Builder, f: Func) -> None:
    """(card, places): a card that is bound to its group goes to one of the group's places that is free."""
    w, desk = Writer(f), b.layout.desk
    card, places = w.params()
    group, count = w.var(item(desk.group, card)), w.var(0)

    def free(n: Word) -> Word:
        return (item(desk.found, n) < 0) & item(desk.group, item(desk.spots, n)).eq(group)
    with w.count(0, places) as n:
        count.add(free(n))
    count.set(call(b.runtime("draw_below"), count))
    with w.count(0, places) as n, w.when(free(n)):
        with w.when(count.eq(0)):
            put_item(w, desk.found, n, card)
            w.give()
        count.add(-1)


def split_pile(b: Builder, f: Func) -> None:
    """(pile, classes): its cards go to the pools of its classes."""
    w, desk = Writer(f), b.layout.desk
    pile, classes = w.params()
    shares, ways, size = w.var(pile * MOST_CLASSES), w.var(0), w.var(item(desk.pile_size, pile))
    w.do(b.runtime("copy_words"), desk.work, (item(desk.pile_at, pile) << 2) + desk.cards, size)
    share, pool = w.var(), w.var()
    with w.count(0, classes) as c:
        ways.add(item(desk.shares, shares + c).ne(0))
    with w.count(0, classes) as c:
        share.set(item(desk.shares, shares + c))
        with w.when(share):
            pool.set(item(desk.pool_at, c) + item(desk.pool_size, c))
            put_item(w, desk.pool_size, c, item(desk.pool_size, c) + share)
            with w.when(ways.eq(1)):
                w.do(b.runtime("copy_words"), (pool << 2) + desk.pool, word(desk.work), share)
                f.otherwise()
                with w.count(0, share) as n:
                    put_item(w, desk.pool, pool + n, call(b.runtime("take_one"), desk.work, size))
                    size.add(-1)


RUNTIME = {
    "deal": (deal, 0, 1), "deal_once": (deal_once, 0, 0), "take_one": (take_one, 2, 1),
    "lay_bound": (lay_bound, 2, 0), "split_pile": (split_pile, 2, 0),
}
