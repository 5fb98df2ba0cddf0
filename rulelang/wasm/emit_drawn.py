"""A few cards drawn by chance from one set in, instructions out that read them where they lie.

The same draws as `emit_chance.py` makes with lists in memory: one place after another among those left; of each print
as many cards as were drawn, the first ones. Here locals hold the places, ascending.
"""

from __future__ import annotations

from rulelang.ir import nodes as ir
from rulelang.wasm.emit_candidates import is_card
from rulelang.wasm.emit_cards import zone_base, zone_kind
from rulelang.wasm.emit_numbers import folded
from rulelang.wasm.layout import STATE
from rulelang.wasm.reach import cards_of
from rulelang.wasm.unit import Unit
from rulelang.wasm.words import Var, Word, Writer, both, call, load, pick

# Cards that are drawn at most: each is a stretch of code.
MOST_DRAWN = 3


def is_drawn_in_place(u: Unit, node: ir.PickSome) -> bool:
    """Whether a few cards are picked from one set, whose cards lie in the order of their prints."""
    if not isinstance(node.source, ir.ZoneCards) or not is_card(u, node.kind) or not 1 <= node.bound <= MOST_DRAWN:
        return False
    prints = [u.b.program.cards[card] for card in cards_of(u.b, node.source)]
    zone = folded(node.source.zone)
    return zone_kind(u, zone) == "set" and prints == sorted(prints) and u.range(zone).low >= 0


def base_and_count(u: Unit, node: ir.PickSome) -> tuple[Var, Var]:
    """The address of the set, and how many cards lie in it."""
    assert isinstance(node.source, ir.ZoneCards)
    f, base = u.f, u.f.local()
    zone_base(u, u.value(folded(node.source.zone)))
    f.set(base)
    return Var(f, base), Writer(f).var(load(Var(f, base)))


def draw_in_place(u: Unit, node: ir.PickSome, base: Var, count: Var, size: Var) -> None:
    """Draw so many cards, and write them down."""
    w = Writer(u.f)
    places = [w.var(0) for _ in range(node.bound)]
    for n in range(node.bound):
        with w.when(size > n):
            _draw_place(u, w, places[:n + 1], count - n)
    group, used = w.var(-1), w.var(0)
    w.store(STATE + 4 * node.at, size)
    for n, place in enumerate(places):
        w.store(STATE + 4 * (node.at + 1 + n), 0)
        with w.when(size > n):
            _first_of_print(u, w, base, place)
            used.set(pick(place.eq(group), used + 1, place))
            group.set(place)
            w.store(STATE + 4 * (node.at + 1 + n), load(base + (used << 2), 8))


def _draw_place(u: Unit, w: Writer, places: list[Var], left: Word) -> None:
    """The last of some places is drawn among those left; then they are ascending again."""
    *before, new = places
    rest = w.var(left)
    with w.when(rest > 1):
        new.set(call(u.b.runtime("below"), rest))
    for place in before:
        new.add(new >= place)
    for place in before:
        lower = w.var(pick(new < place, new, place))
        new.set(pick(new < place, place, new))
        place.set(lower)


def _first_of_print(u: Unit, w: Writer, base: Var, place: Var) -> None:
    """Of equal prints the first place."""
    cards = u.b.program.cards
    if len(set(cards)) == len(cards):
        return
    with w.repeat(both(place > 0, _print_at(u, base, place - 1).eq(_print_at(u, base, place)))):
        place.add(-1)


def _print_at(u: Unit, base: Var, place: Word) -> Word:
    return load(load(base + (place << 2), 8) << 2, u.b.layout.prints())
