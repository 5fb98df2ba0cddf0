"""A state in, a copy out in which everything a seat may not know trips whoever looks at it.

Scores and estimates are functions of the whole state. Evaluated on such a copy they give their result if they read only
what the seat knows, and raise `Withheld` as soon as they read more: so they tell the seat nothing new, not even by
being withheld, as long as what they read first is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar, cast

from rulelang.engine.knowledge import Knowledge
from rulelang.engine.unseen import Secret, UnseenCard, Withheld
from rulelang.ir.numbers import NONE
from rulelang.ir.program import Program

T = TypeVar("T")


def redacted(program: Program, knowledge: Knowledge, s: list[int], bit: int) -> list[int]:
    """A copy of the state for the seat of a bit (bit `players`: the public). Only to be evaluated, never to be run."""
    unseen = unseen_cards(program, knowledge, s, bit)
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


def unseen_cards(program: Program, knowledge: Knowledge, s: list[int], bit: int) -> dict[int, UnseenCard]:
    """A stand-in for each card unknown to the seat of a bit. By where it lies it can be of the types held there."""
    row = bit.bit_length()
    types = [program.prints[printed].type for printed in program.cards]
    held = {f.holds: tuple(c for c, name in enumerate(types) if name in f.holds) for f in program.families}
    everything = tuple(range(len(types)))
    found: dict[int, UnseenCard] = {}
    for card in everything:
        if not knowledge.knows(s, row, card):
            zone = s[program.card_cells + 2 * card]
            family = program.families[program.zones[zone].family] if zone >= 0 else None
            found[card] = UnseenCard(card, len(types), held[family.holds] if family else everything)
    return found


def withheld(evaluate: Callable[[], T]) -> T | None:
    """The result of something evaluated on a redacted state, None if it read too much."""
    try:
        return evaluate()
    except (Withheld, TypeError, AttributeError):
        return None


def readers(program: Program, knowledge: Knowledge, s: list[int],
            values: Sequence[Callable[[list[int]], object]]) -> list[int]:
    """For each value, a function of the state's ints: the mask of the seats (and the public) that can work it out."""
    masks = [0] * len(values)
    for row in range(program.players + 1):
        copy = redacted(program, knowledge, s, 1 << row)
        for i, value in enumerate(values):
            if withheld(partial(value, copy)) is not None:
                masks[i] |= 1 << row
    return masks
