"""The types of the language and how they relate; pure data, no syntax."""

from __future__ import annotations

from rulelang.ir.numbers import HIGHEST, LOWEST
from rulelang.records import dataclass


@dataclass(frozen=True, slots=True)
class Number:
    """Whole numbers; low..high are the values it can take as far as is known."""

    low: int = LOWEST
    high: int = HIGHEST


@dataclass(frozen=True, slots=True)
class Flag:
    """yes or no."""


@dataclass(frozen=True, slots=True)
class EnumValue:
    """A value of a declared enum."""

    enum: str


@dataclass(frozen=True, slots=True)
class Player:
    """A seat."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team."""


@dataclass(frozen=True, slots=True)
class Face:
    """up or down."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of one of these cards types (names; empty: any card of the game)."""

    of: frozenset[str]


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone that holds these cards types."""

    of: frozenset[str]


@dataclass(frozen=True, slots=True)
class PrintedName:
    """The printed name of cards of these types."""

    of: frozenset[str]


@dataclass(frozen=True, slots=True)
class MeldValue:
    """A meld of one of these patterns, as bound by a choice or query over `melds`."""

    of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Optional:
    """A value of `of`, or none. Never nested."""

    of: Type


@dataclass(frozen=True, slots=True)
class Collection:
    """kind is list, set or bag; `bound` the most elements it can have (for the largest player count)."""

    kind: str
    of: Type
    bound: int = 10_000


@dataclass(frozen=True, slots=True)
class NoneValue:
    """The literal none."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """After a mistake that was reported: fits everything, silences what follows."""


Type = (Number | Flag | EnumValue | Player | Team | Face | Card | Zone | PrintedName | MeldValue | Optional | Collection
        | NoneValue | Unknown)


def plain(kind: Type) -> Type:
    """The type without its `?`."""
    return kind.of if isinstance(kind, Optional) else kind


def optional(kind: Type) -> Type:
    """The type with a `?`, where that means something."""
    return kind if isinstance(kind, Optional | Collection | NoneValue | Unknown | Flag) else Optional(kind)


def may_be_none(kind: Type) -> bool:
    """Whether a value of this type can be none."""
    return isinstance(kind, Optional | NoneValue)
