"""Candidates of a choice in, option keys out: what the chooser can tell apart, as small stable numbers.

A card in a set is keyed by its print, if the chooser sees it, else by a place among the cards it does not see there; a
card in a row or stack by its position. Other values are their own keys. Where candidates can lie in several zones the
zone counts too. The places of unseen cards follow an order drawn from the generator's seed and the number of moves:
the order in which a set is stored would tell what the cards are.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang.engine.code import Code, Ints
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import MASK, NONE, mix
from rulelang.ir.program import SEED_HIGH, SEED_LOW, TURN

Keyed = list[tuple[int, int]]                       # key, value
KeyCode = Callable[[Ints, int, Ints], Keyed]        # state, seat, candidates

UNSEEN = 16_384         # above every print and position (at most 10,000)
ZONE = 32_768           # one zone's keys


def value_keys(s: Ints, seat: int, values: Ints) -> Keyed:
    """Values that are not cards: each its own key."""
    return [(x, x) for x in values if x != NONE]


def card_keys(code: Code, source: ir.ListExpr) -> KeyCode:
    """The keys of cards from a source."""
    zones, sight = code.zones, code.zones.sight
    cells, prints, is_set = zones.card_cells, zones.prints, zones.is_set
    several = not one_zone(source)

    def run(s: Ints, seat: int, cards: Ints) -> Keyed:
        found: Keyed = []
        hidden: dict[int, Ints] = {}
        bit = 1 << (seat - 1) if seat else 0
        for card in cards:
            if card < 0:
                continue
            zone = s[cells + 2 * card]
            if zone < 0:
                key = prints[card]
            elif not is_set[zone]:
                key = zones.position(s, card)
            elif not seat or sight.mask(s, zone, s[cells + 2 * card + 1]) & bit:
                key = prints[card]
            else:
                if zone not in hidden:
                    hidden[zone] = _unseen_order(code, s, zone, bit)
                key = UNSEEN + hidden[zone].index(card) + 1
            found.append((key + (zone + 1) * ZONE if several and zone >= 0 else key, card))
        if hidden:
            found.sort()
        return found
    return run


def one_zone(source: ir.Expr) -> bool:
    """Whether all elements of a source lie in one zone, whichever it is."""
    while True:
        match source:
            case ir.ZoneCards():
                return True
            case ir.Filter(source=inner) | ir.Extreme(source=inner) | ir.Sorted(of=inner) | ir.Without(left=inner):
                source = inner
            case ir.Choice(then=then, other=other):
                return one_zone(then) and one_zone(other)
            case _:
                return False


def _unseen_order(code: Code, s: Ints, zone: int, bit: int) -> Ints:
    """The cards of a set that a seat does not see, in an order that tells nothing."""
    sight, cells = code.zones.sight, code.zones.card_cells
    salt = mix(mix(s[SEED_LOW]) ^ (s[SEED_HIGH] & MASK)) ^ mix(s[TURN])
    unseen = [c for c in code.zones.cards(s, zone) if not sight.mask(s, zone, s[cells + 2 * c + 1]) & bit]
    return sorted(unseen, key=lambda card: mix(salt ^ mix(card + 1)))
