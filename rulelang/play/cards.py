"""Cards as a seat sees them in, words for them out.

A card lying face down stands in brackets, `[Name]` if the seat knows it and `[?]` if not, so that no colour is needed.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.engine.seen import SeenCard, SeenZone
from rulelang.play.cells import clean, counted
from rulelang.play.lines import Piece, Style

KNOWN_SHOWN = 4


def card_words(card: SeenCard) -> str:
    """A card at its place: its name, in brackets if it lies face down, `?` where only a back is seen."""
    name = "?" if card.name is None else clean(card.name)
    return f"[{name}]" if card.face_down else name


def card_piece(card: SeenCard) -> Piece:
    """The same as a piece of a page."""
    hidden = card.face_down or card.name is None
    return Piece(card_words(card), Style.DOWN if hidden else Style.PLAIN)


def tally(cards: Iterable[SeenCard]) -> list[str]:
    """Known cards in their order, equal ones together: `Name ×2`."""
    counts: dict[str, int] = {}
    for card in cards:
        if card.name is not None:
            counts[card_words(card)] = counts.get(card_words(card), 0) + 1
    return [name if n == 1 else f"{name} ×{n}" for name, n in counts.items()]


def zone_words(zone: SeenZone) -> str:
    """What lies in a zone, in one sentence: a pile by its number and top, a set by its cards."""
    if zone.count is None:
        return "nobody else sees how many cards" if zone.owner else "number of cards unknown"
    if zone.count == 0:
        return "empty"
    return _stack_words(zone) if zone.kind == "stack" else _set_words(zone)


def _stack_words(zone: SeenZone) -> str:
    known = [(k, card) for k, card in enumerate(zone.cards, 1) if card.name is not None]
    number = counted(len(zone.cards), "card")
    if not known:
        return number
    if len(known) == len(zone.cards):
        return f"{number}, top: {card_words(zone.cards[0])}"
    places = ", ".join(f"{k}. {card_words(card)}" for k, card in known[:KNOWN_SHOWN])
    more = f" and {len(known) - KNOWN_SHOWN} more" if len(known) > KNOWN_SHOWN else ""
    return f"{number}; known from the top: {places}{more}"


def _set_words(zone: SeenZone) -> str:
    known = tally(zone.cards)
    backs = sum(card.name is None for card in zone.cards)
    if not known:
        return counted(backs, "card")
    if not backs:
        return ", ".join(known)
    return f"{counted(len(zone.cards), 'card')}: {', '.join(known)} and {backs} unseen"
