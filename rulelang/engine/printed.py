"""Meld patterns in, whether they look at nothing but what is printed out: then equal cards always give equal melds.

What such patterns give for a list of cards is remembered, for hands are asked about again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.engine.code import Code, Ints
from rulelang.ir import nodes as ir
from rulelang.ir.parts import parts

# Lists remembered at a time.
MOST_REMEMBERED = 100_000

_READ_STATE = (ir.Cell, ir.CellIn, ir.MenuCount, ir.ZoneSize, ir.CardAt, ir.Available, ir.Can, ir.Knows, ir.BestMelds,
               ir.FoldMelds, ir.IsMeld, ir.ListCell, ir.SetCell, ir.ZoneCards)


def only_printed(code: Code, numbers: Sequence[int]) -> bool:
    """Whether these patterns read printed data only: no place, no face, no variable."""
    waiting: list[int] = []
    for number in numbers:
        info = code.program.melds[number]
        if info.adjacent:
            return False
        waiting += [f for f in (info.where, info.worth, *(part.fits for part in info.parts)) if f >= 0]
    seen: set[int] = set()
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        for node in parts(code.program.functions[function]):
            if isinstance(node, _READ_STATE) or (isinstance(node, ir.CardInfo) and node.what != "print"):
                return False
            if isinstance(node, ir.CallFunction):
                waiting.append(node.function)
    return True


def remembering(code: Code, numbers: tuple[int, ...],
                compute: Callable[[Code, Ints, Sequence[int], tuple[int, ...]], int]) -> Callable[[Ints, Ints], int]:
    """The value of some patterns for a list of cards, remembered where it depends on the cards alone."""
    known: dict[tuple[int, ...], int] = {}
    if not only_printed(code, numbers):
        return lambda s, cards: compute(code, s, cards, numbers)

    def value(s: Ints, cards: Ints) -> int:
        if any(type(card) is not int for card in cards):    # stand-ins for unseen cards must be looked at
            return compute(code, s, cards, numbers)
        key = tuple(sorted(cards))
        found = known.get(key)
        if found is None:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            found = known[key] = compute(code, s, cards, numbers)
        return found
    return value
