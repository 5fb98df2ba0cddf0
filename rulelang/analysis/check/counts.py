"""The declarations in, sizes known before play out: cards of each type, printed names, bounds of collections."""

from __future__ import annotations

from rulelang.analysis import types as t
from rulelang.analysis.check.relations import LARGEST
from rulelang.analysis.model import GameModel
from rulelang.records import dataclass


@dataclass(frozen=True, slots=True)
class PrintFact:
    """A printed name: the cards type, how many cards bear it (None: it depends on params), printed values."""

    type: str
    copies: int | None
    values: dict[str, int | tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Counts:
    """Sizes of the largest game that the rules allow."""

    model: GameModel
    cards: dict[str, int]
    prints: dict[str, PrintFact]

    def all_types(self, of: frozenset[str]) -> frozenset[str]:
        """Named cards types; all of them for the empty set."""
        return of or frozenset(self.model.cards)

    def of_cards(self, of: frozenset[str]) -> int:
        """How many cards of these types there are at most."""
        return min(LARGEST, sum(self.cards.get(name, 0) for name in self.all_types(of)))

    def size(self, kind: t.Type) -> int:
        """The most elements that a source of this type can have."""
        match t.plain(kind):
            case t.Zone(of):
                return self.of_cards(of)
            case t.Collection(_, of, bound):
                return bound
            case t.NoneValue():
                return 0
        return LARGEST

    def values(self, kind: t.Type) -> int:
        """How many different values a type has at most."""
        match t.plain(kind):
            case t.Number(low, high):
                return min(LARGEST, high - low + 1)
            case t.EnumValue(enum):
                return len(self.model.enums[enum].values)
            case t.Player():
                return self.model.high
            case t.Team():
                return len(self.model.teams)
            case t.Flag() | t.Face():
                return 2
            case t.Card(of):
                return self.of_cards(of)
            case t.PrintedName(of):
                return sum(1 for fact in self.prints.values() if fact.type in self.all_types(of))
        return LARGEST

    def collection(self, kind: str, of: t.Type, bound: int) -> t.Collection:
        """A collection with at most `bound` elements, a set also with no more than there are values."""
        most = min(bound, LARGEST)
        return t.Collection(kind, of, min(most, self.values(of)) if kind == "set" else most)

    def names_of(self, of: frozenset[str]) -> list[str]:
        """The printed names of these types, in order."""
        types = self.all_types(of)
        return [name for name, fact in self.prints.items() if fact.type in types]
