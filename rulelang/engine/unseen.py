"""Stand-ins for what a seat may not know: they can be carried about, and raise `Withheld` when they are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn


class Withheld(Exception):
    """Something was read that the seat may not know. `among`: the cards it may be one of, as far as all can see."""

    def __init__(self, among: tuple[int, ...] = ()) -> None:
        super().__init__("not to be read")
        self.among = among


def open_entry(table: Sequence[int], unseen: Withheld) -> int:
    """The entry of a table of printed data for an unseen card, if it is the same whichever card it is.

    Raises `Withheld` again if it is not.
    """
    values = {table[card] for card in unseen.among if card < len(table)}
    if len(values) != 1 or unseen.among[-1] >= len(table):
        raise unseen
    return values.pop()


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

    __slots__ = ("_among", "_card", "_cards")

    def __init__(self, card: int, cards: int, among: tuple[int, ...]) -> None:
        self._card = card
        self._cards = cards
        self._among = among

    def __index__(self) -> int:
        raise Withheld(self._among)

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
