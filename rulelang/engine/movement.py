"""Statements that touch cards in, closures out: moves, discards, refills, shuffles, flips, reveals.

A movement is decided before it starts: which cards fit, and where. Then one card after another leaves its zone and is
put down; knowledge and record follow each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulelang.engine.code import CARD_STEPS, Code, IntCode, Ints, Registers, StatementCode
from rulelang.engine.events import Carried
from rulelang.engine.expressions import int_expr, list_expr
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.program import RefillInfo

if TYPE_CHECKING:
    from rulelang.engine.machine import Machine

# ---------------------------------------------------------------- which cards, and where to


def fitting(code: Code, s: Ints, cards: Ints, zone: int) -> Ints:
    """The cards that find room in a zone: those that lie there already, and the first others up to its capacity.

    A card that comes again needs no more room.
    """
    zones = code.zones
    free = zones.room[zone] - s[zones.at[zone]]
    if free >= len(cards):
        return cards
    kept, counted, cells = [], set(), zones.card_cells
    for card in cards:
        if s[cells + 2 * card] != zone and card not in counted:
            if free <= 0:
                continue
            counted.add(card)
            free -= 1
        kept.append(card)
    return kept


def anchor_at(code: Code, s: Ints, cards: Ints, zone: int, position: int) -> int:
    """The card that a block put down at `position` comes to lie before, NONE for the end of the zone.

    The position counts the cards of the zone that stay.
    """
    moving = set(cards)
    staying = [card for card in code.zones.cards(s, zone) if card not in moving]
    position = max(1, position)
    return staying[position - 1] if position <= len(staying) else NONE


def index_before(code: Code, s: Ints, zone: int, anchor: int) -> int:
    """The index of a zone's cells at which a card lies directly before another in reading order (NONE: at the end)."""
    zones = code.zones
    base = zones.at[zone]
    n = s[base]
    if anchor == NONE:
        return 0 if zones.is_stack[zone] else n
    index = s.index(anchor, base + 2, base + 2 + n) - base - 2
    return index + 1 if zones.is_stack[zone] else index


def refill_cards(code: Code, s: Ints, source: RefillInfo) -> Ints:
    """The cards a refill source can give now: all behind the first `keep` in reading order for which `where` holds."""
    cards = code.zones.cards(s, source.zone)[max(0, source.keep):]
    if source.where < 0:
        return cards
    return [card for card in cards if code.call(source.where, s, card) == 1]


# ---------------------------------------------------------------- moving


class Way(NamedTuple):
    """How the cards of one statement are moved, and by whom (0: nobody)."""

    face: int
    picked: bool = False
    named: bool = False
    why: str = "move"
    actor: int = 0
    in_places: bool = False         # the list of cards follows their places, not what they are


def carry(m: Machine, s: Ints, moves: Sequence[tuple[int, int]], place: Callable[[int], int], way: Way) -> None:
    """Move cards one after another, each to its zone; `place` gives the index there once the card has left.

    For knowledge and record they move together: the order in which a statement takes cards that have no places is
    that of their declarations, which would tell what they are.
    """
    zones, events = m.code.zones, m.events
    m.left -= CARD_STEPS * len(moves)
    carried = [] if events is None else [_lying(m, s, card) for card, _ in moves]
    for card, zone in moves:
        old_face = s[zones.card_cells + 2 * card + 1]
        source = zones.take(s, card)
        zones.put(s, card, zone, place(zone), way.face)
        if events is not None:
            m.knowledge.moved(s, card, source, old_face, zone, way.picked, way.named)
    if events is not None and carried:
        loose = [one.card for one in carried if not (one.place and way.in_places)]
        m.knowledge.mixed(s, loose)
        m.note(s, events.move(s, way.why, carried, way.face, way.actor, loose if len(carried) > 1 else ()))


def _lying(m: Machine, s: Ints, card: int) -> Carried:
    sight = m.knowledge.sight
    return Carried(card, s[m.code.zones.card_cells + 2 * card], sight.position(s, card), sight.card_mask(s, card))


def in_places(cards: ir.ListExpr) -> bool:
    """Whether a list holds cards of one zone as they lie there; other lists may follow what the cards are."""
    while isinstance(cards, ir.Filter | ir.Extreme | ir.Without):
        cards = cards.left if isinstance(cards, ir.Without) else cards.source
    return isinstance(cards, ir.ZoneCards)


def move_cards(m: Machine, s: Ints, cards: Ints, zone: int, how: str, position: int, way: Way) -> None:
    """Move cards in order to a zone. NONE cards, and all if the zone is NONE, stay where they are."""
    if zone < 0 or (how == "at" and position == NONE):
        return
    code, zones = m.code, m.code.zones
    cards = fitting(code, s, [card for card in cards if card >= 0], zone)
    if m.events is None and how != "at":
        m.left -= CARD_STEPS * len(cards)
        for card in cards:
            zones.move(s, card, zone, how, way.face)
        return
    if how == "at":
        anchor = anchor_at(code, s, cards, zone, position)
        place: Callable[[int], int] = lambda to: index_before(code, s, to, anchor)  # noqa: E731
    else:
        place = lambda to: zones.index_for(s, to, how)  # noqa: E731
    carry(m, s, [(card, zone) for card in cards], place, way)


def discard_to(m: Machine, s: Ints, cards: Ints, table: tuple[int, ...], way: Way) -> None:
    """Move each card to the zone a table names for it, where it arrives, as far as there is room."""
    zones = m.code.zones
    by_zone: dict[int, Ints] = {}
    for card in cards:
        if card >= 0 and table[card] >= 0:
            by_zone.setdefault(table[card], []).append(card)
    room = {card for zone, group in by_zone.items() for card in fitting(m.code, s, group, zone)}
    moves = [(card, table[card]) for card in cards if card in room]
    carry(m, s, moves, lambda zone: zones.index_for(s, zone, "arrive"), way)


# ---------------------------------------------------------------- statements


def compile_move(code: Code, node: ir.MoveCards) -> StatementCode:
    """Move cards to a place."""
    cards, zone, face = list_expr(code, node.cards), int_expr(code, node.place.zone), int_expr(code, node.face)
    position: IntCode = int_expr(code, node.place.position or ir.Const(1))
    how, picked, named, why, span = node.place.how, node.picked, node.named, node.why, node.span
    kept = in_places(node.cards)

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        move_cards(m, s, cards(s, r), zone(s, r), how, position(s, r), Way(face(s, r), picked, named, why, 0, kept))
    return run


def compile_discard(code: Code, node: ir.DiscardCards) -> StatementCode:
    """Move each card to its discard zone."""
    cards, face, table = list_expr(code, node.cards), int_expr(code, node.face), code.program.tables[node.zones]
    picked, why, span, kept = node.picked, node.why, node.span, in_places(node.cards)

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        discard_to(m, s, cards(s, r), table, Way(face(s, r), picked, False, why, 0, kept))
    return run


def compile_refill(code: Code, node: ir.Refill) -> StatementCode:
    """Fill an empty zone from the first source that has cards."""
    zone, span, sources = int_expr(code, node.zone), node.span, [z.refill for z in code.program.zones]

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        z = zone(s, r)
        if z < 0 or s[code.zones.at[z]]:
            return
        for source in sources[z]:
            cards = refill_cards(code, s, source)
            if cards:
                _bring_in(m, s, z, source.zone, cards)
                return
    return run


def _bring_in(m: Machine, s: Ints, zone: int, source: int, cards: Ints) -> None:
    zones = m.code.zones
    for card in fitting(m.code, s, cards, zone):
        old_face = s[zones.card_cells + 2 * card + 1]
        zones.take(s, card)
        zones.put(s, card, zone, zones.index_for(s, zone, "arrive"), 0)
        if m.events is not None:
            m.knowledge.moved(s, card, source, old_face, zone, False, False)
    zones.loosen(s, zone)
    if m.events is not None:
        m.knowledge.shuffled(s, zone)
        m.note(s, m.events.refill(s, zone, source, zones.size(s, zone)))


def compile_shuffle(code: Code, node: ir.Shuffle) -> StatementCode:
    """Forget the order of a zone."""
    zone, span = int_expr(code, node.zone), node.span

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        z = zone(s, r)
        if z < 0:
            return
        code.zones.loosen(s, z)
        if m.events is not None:
            m.knowledge.shuffled(s, z)
            m.note(s, m.events.shuffle(s, z))
    return run


def compile_flip(code: Code, node: ir.FlipCards) -> StatementCode:
    """Turn cards over where they lie; a card outside every zone has no side."""
    cards, face, cells, span = list_expr(code, node.cards), int_expr(code, node.face), code.zones.card_cells, node.span

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        to, turned = face(s, r), []
        for card in cards(s, r):
            if card < 0 or s[cells + 2 * card] < 0 or s[cells + 2 * card + 1] == to or to == NONE:
                continue
            s[cells + 2 * card + 1] = to
            turned.append(card)
            if m.events is not None:
                m.knowledge.flipped(s, card)
        if m.events is not None and turned:
            m.note(s, m.events.flip(s, turned, to))
    return run


def compile_reveal_cards(code: Code, node: ir.RevealCards) -> StatementCode:
    """Show cards to all or to two seats."""
    cards, seats, span = list_expr(code, node.cards), audience(code, node.to, node.by), node.span

    def run(m: Machine, s: Ints, r: Registers) -> None:
        m.span = span
        shown, mask = [card for card in cards(s, r) if card >= 0], seats(s, r)
        if m.events is None or not mask:
            return
        for card in shown:
            m.knowledge.revealed(s, card, mask)
        m.note(s, m.events.reveal(s, shown, mask))
    return run


def audience(code: Code, to: ir.IntExpr | None, by: ir.IntExpr) -> IntCode:
    """Bit mask of the seats that learn something: all, or one (NONE: nobody) and the one who acts."""
    everybody = (1 << code.program.players) - 1
    if to is None:
        return lambda s, r: everybody
    one, other = int_expr(code, to), int_expr(code, by)

    def run(s: Ints, r: Registers) -> int:
        seat, acting = one(s, r), other(s, r)
        if seat < 1:
            return 0
        return 1 << (seat - 1) | (1 << (acting - 1) if acting > 0 else 0)
    return run
