"""A view and a word a person typed in, everything the seat may know about a card, a zone or an action out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.seen import SeenCard, SeenZone, View
from rulelang.play.cards import card_words, zone_words
from rulelang.play.cells import clean, counted, words
from rulelang.play.lines import Line, Piece, Style, indented, line
from rulelang.play.reasons import find_actions, quoted
from rulelang.play.table import zone_label

if TYPE_CHECKING:
    from rulelang.ir.program import Program

MOST_SHOWN = 4


def draw_look(view: View, typed: str, columns: int) -> list[Line]:
    """What is known about the zones, or the cards, of this name; empty if nothing is called so."""
    zones = find_zones(view, typed)
    if zones:
        return [each for zone in zones[:MOST_SHOWN] for each in draw_zone(view, zone, columns)]
    return [each for card in find_cards(view, typed)[:MOST_SHOWN] for each in draw_card(view, card, columns)]


# ---------------------------------------------------------------- zones


def find_zones(view: View, typed: str) -> tuple[SeenZone, ...]:
    """The zones called so at the table (`your hand`), or by their name (`hand`); else those that begin so."""
    wanted = " ".join(typed.split()).casefold()
    called = [(zone, zone_label(view, zone).casefold(), words(zone.name).casefold()) for zone in view.zones]
    labelled = [zone for zone, label, _ in called if label == wanted]
    named = [zone for zone, _, name in called if name == wanted]
    begun = [zone for zone, label, name in called if wanted and (label.startswith(wanted) or name.startswith(wanted))]
    return tuple(labelled or named or begun)


def draw_zone(view: View, zone: SeenZone, columns: int) -> list[Line]:
    """A zone: what its rule says, who sees it, every card in it as far as it is known, in order."""
    lines = [line(zone_label(view, zone), Style.TITLE)]
    if zone.doc:
        lines += indented(clean(zone.doc), columns, 2)
    lines += indented(f"{_KINDS.get(zone.kind, clean(zone.kind))}; {_amount(zone)}.", columns, 2, Style.QUIET)
    if zone.kind == "set":
        known = any(card.name is not None for card in zone.cards)
        return lines + (indented(f"{zone_words(zone)}.", columns, 2) if known else [])
    shown = [(place, card) for place, card in enumerate(zone.cards, 1) if card.name is not None or zone.kind == "row"]
    for place, card in shown:
        lines += indented(card_words(card), columns, 8, first=f"  {place:>4}.")
    unknown = len(zone.cards) - len(shown)
    if unknown:
        more = "The other cards are" if shown else "Its cards are"
        lines += indented(f"{more} unseen." if unknown > 1 else "One card is unseen.", columns, 2)
    return lines


_KINDS = {"stack": "A pile, from its top", "row": "A row, from the left", "set": "Cards without an order"}


def _amount(zone: SeenZone) -> str:
    if zone.count is None:
        return "how many cards it holds is hidden"
    seen = ", everybody sees what lies face up in it" if zone.public and zone.count else ""
    return ("empty" if zone.count == 0 else counted(zone.count, "card")) + seen


# ---------------------------------------------------------------- cards


def find_cards(view: View, typed: str) -> tuple[SeenCard, ...]:
    """The different cards on the table, as far as they are seen, whose name begins with what was typed."""
    wanted = " ".join(typed.split()).casefold()
    known = {card.name: card for zone in view.zones for card in zone.cards
             if wanted and card.name is not None and clean(card.name).casefold().startswith(wanted)}
    exact = tuple(card for name, card in known.items() if clean(name).casefold() == wanted)
    return exact or tuple(known.values())


def draw_card(view: View, card: SeenCard, columns: int) -> list[Line]:
    """What is printed on a card: its attributes and its text; and where such cards are known to lie."""
    lines: list[Line] = [(Piece(clean(card.name or "?"), Style.TITLE), Piece(f"  ({words(card.type)})", Style.QUIET))]
    for name, value in card.attributes:
        lines += indented(clean(value), columns, 16, first=f"  {words(name)}")
    if card.text:
        lines += indented(clean(card.text), columns, 2)
    places = [f"{zone_label(view, zone)}{_count(zone, card)}" for zone in view.zones
              if any(other.name == card.name for other in zone.cards)]
    return lines + indented(f"Known to lie in {', '.join(places)}.", columns, 2, Style.QUIET)


def _count(zone: SeenZone, card: SeenCard) -> str:
    count = sum(other.name == card.name for other in zone.cards)
    return f" ({count})" if count > 1 else ""


# ---------------------------------------------------------------- rules


def draw_rules(program: Program, typed: str, columns: int) -> list[Line]:
    """The rule text of the actions meant, and the line where each rule stands; empty if none is meant."""
    lines: list[Line] = []
    for number in find_actions(program, typed)[:MOST_SHOWN]:
        action = program.actions[number]
        doc = next((entry.doc for entry in program.action_docs if entry.name == action.name), action.doc)
        lines.append(line(clean(program.texts[action.label]), Style.TITLE))
        lines += indented(clean(doc) or "The rules file says no more about this action.", columns, 2)
        lines += indented(f"({quoted(program, action.span, heading=True)})", columns, 2, Style.QUIET)
    return lines
