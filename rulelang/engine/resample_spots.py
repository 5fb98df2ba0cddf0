"""What is dealt when a table is imagined: places that hold a card each, and cards that lie somewhere among them."""

from __future__ import annotations

from rulelang.records import dataclass

NO_GROUP = -1


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that holds one of the cards: the kinds it takes, the group it belongs to."""

    takes: frozenset[str]
    group: int = NO_GROUP


@dataclass(frozen=True, slots=True)
class Loose:
    """A card to be dealt: its kind, and the group at whose places it lies (`NO_GROUP`: anywhere)."""

    card: int
    kind: str
    group: int = NO_GROUP
