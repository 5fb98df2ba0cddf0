"""A state in, a copy out in which everything a seat may not know trips whoever looks at it.

Scores and estimates are functions of the whole state. Evaluated on such a copy they give their result if they read only
what the seat knows, and raise `Withheld` as soon as they read more: so they tell the seat nothing new, not even by
being withheld, as long as what they read first is known.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NoReturn, TypeVar, cast

from rulelang.engine.knowledge import Knowledge
from rulelang.ir.numbers import NONE
from rulelang.ir.program import Program

T = TypeVar("T")


class Withheld(Exception):
    """Something was read that the seat may not know."""


class Secret:
    """A number that nobody may use in any way."""

    __slots__ = ()

    def _refuse(self, *_: object) -> NoReturn:
        raise Withheld

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __mod__ = __neg__ = _refuse
    __index__ = _refuse
    __and__ = __rand__ = __rshift__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __int__ = _refuse
    __eq__ = __ne__ = __hash__ = _refuse


class UnseenCard:
    """A card whose place, face and owner may be read (they lie open) but not its print.

    Tables of printed data are indexed by card numbers; a position in the state is computed from them. So arithmetic is
    allowed, use as an index is not. Card numbers are given in the order of the prints: comparing two is refused too.
    """

    __slots__ = ("_card", "_cards")

    def __init__(self, card: int, cards: int) -> None:
        self._card = card
        self._cards = cards

    def __index__(self) -> int:
        raise Withheld

    def __mul__(self, other: int) -> int:
        return self._card * other

    __rmul__ = __mul__

    def __add__(self, other: int) -> int:
        return self._card + other

    __radd__ = __add__

    def __sub__(self, other: int) -> int:
        return self._card - other

    def __eq__(self, other: object) -> bool:
        return self._card == (other._card if isinstance(other, UnseenCard) else other)

    def __hash__(self) -> int:
        return hash(self._card)

    def _bounded(self, other: object) -> int:
        if isinstance(other, int) and (other <= 0 or other >= self._cards):
            return other
        raise Withheld

    def __lt__(self, other: object) -> bool:
        return self._card < self._bounded(other)

    def __le__(self, other: object) -> bool:
        return self._card <= self._bounded(other)

    def __gt__(self, other: object) -> bool:
        return self._card > self._bounded(other)

    def __ge__(self, other: object) -> bool:
        return self._card >= self._bounded(other)


def redacted(program: Program, knowledge: Knowledge, s: list[int], bit: int) -> list[int]:
    """A copy of the state for the seat of a bit (bit `players`: the public). Only to be evaluated, never to be run."""
    cards = len(program.cards)
    unseen = {c: UnseenCard(c, cards) for c in range(cards) if not knowledge.known_mask(s, c) & bit}
    copy = cast("list[object]", list(s))
    for number, zone in enumerate(program.zones):
        if not knowledge.sight.count_mask(s, number) & bit:
            copy[zone.at] = Secret()
            continue
        lying = s[zone.at + 2:zone.at + 2 + s[zone.at]]
        # Cards without an order are kept in the order of the prints: which comes first is as secret as the cards.
        loose = len(lying) if zone.kind == "set" else s[zone.at + 1]
        faces = program.card_cells + 1
        lying[:loose] = sorted(lying[:loose], key=lambda c: (c in unseen, s[faces + 2 * c] if c in unseen else 0))
        copy[zone.at + 2:zone.at + 2 + len(lying)] = [unseen.get(c, c) for c in lying]
    for var in program.vars:
        if program.kinds[var.kind].what == "card":
            for at in range(var.base, var.base + var.count):
                if s[at] != NONE:
                    copy[at] = unseen.get(s[at], s[at])
    for token in program.tokens:
        if token.seen_by != "all":
            for seat in range(program.players):
                if bit != 1 << seat:
                    copy[token.players + seat] = Secret()
    return cast("list[int]", copy)


def withheld(evaluate: Callable[[], T]) -> T | None:
    """The result of something evaluated on a redacted state, None if it read too much."""
    try:
        return evaluate()
    except (Withheld, TypeError, AttributeError):
        return None


def readers(program: Program, knowledge: Knowledge, s: list[int], evaluate: Callable[[list[int]], object]) -> int:
    """Mask of the seats (and the public) that can evaluate something from what they know."""
    mask = 0
    for row in range(program.players + 1):
        if withheld(partial(evaluate, redacted(program, knowledge, s, 1 << row))) is not None:
            mask |= 1 << row
    return mask
