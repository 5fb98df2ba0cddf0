"""A type in, what it is called in a message out: in the words of the game, never of a compiler."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.analysis import types as t
from rulelang.diagnostics import series
from rulelang.ir.numbers import HIGHEST, LOWEST

PLAIN: dict[type, str] = {t.Flag: "yes or no", t.Player: "player", t.Team: "team", t.Face: "face", t.NoneValue: "none"}


def a(kind: t.Type) -> str:
    """A value of this type with its article: `a number`, `a suit`, `a card or none`."""
    if isinstance(kind, t.Optional):
        return f"{a(kind.of)} or none"
    words = noun(kind)
    if isinstance(kind, t.NoneValue | t.Flag | t.Unknown):
        return words
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"


def noun(kind: t.Type) -> str:
    """A value of this type without an article."""
    match t.plain(kind):
        case t.Number(low, high):
            return "number" if low in (LOWEST, high) or high == HIGHEST else f"number from {low} to {high}"
        case t.EnumValue(enum):
            return enum
        case t.Card(of):
            return either(of)
        case t.Zone(of):
            return f"zone of {either(of)}"
        case t.PrintedName(of):
            return f"printed name of {either(of)}"
        case t.MeldValue(of):
            return f"meld {either(of)}"
        case t.Collection(kind_, of, _):
            return f"{kind_} of {noun(of)}"
    return PLAIN.get(type(t.plain(kind)), "something unknown")


def either(names: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return series(sorted(names), "or") or "card"


def both(names: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return series(names)
