"""A finished position in, what each seat gets out; also estimates, and cards placed by examples."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.code import Code, Ints
from rulelang.ir.numbers import LOWEST, NONE, saturate
from rulelang.ir.program import FAULT, OVER, STATUS


def returns(code: Code, s: Ints) -> tuple[int, ...]:
    """Payoffs, or 1 for each winner and 0 for the others; all 0 before the end and after a fault."""
    program = code.program
    seats = range(1, program.players + 1)
    if s[STATUS] != OVER or s[FAULT]:
        return tuple(0 for _ in seats)
    if program.payoff >= 0:
        return tuple(_number(code.call(program.payoff, s, seat)) for seat in seats)
    ranks = [tuple(_rank(code.call(function, s, seat), highest) for highest, function in program.criteria)
             for seat in seats]
    best = max(ranks)
    return tuple(1 if rank == best else 0 for rank in ranks)


def estimate(code: Code, s: Ints, seat: int) -> int:
    """The rules' own measure of a position, else the payoff or the first criterion of winning."""
    program = code.program
    if program.estimate >= 0:
        return _number(code.outside(program.estimate, s, seat))
    if program.payoff >= 0:
        return _number(code.outside(program.payoff, s, seat))
    if not program.criteria:
        return 0
    highest, function = program.criteria[0]
    value = _number(code.outside(function, s, seat))
    return value if highest else saturate(-value)


def _rank(value: int, highest: bool) -> int:
    """Larger is better; no value is worst."""
    if value == NONE:
        return LOWEST - 1
    return value if highest else -value


def _number(value: int) -> int:
    return 0 if value == NONE else value


def place_given(code: Code, s: Ints, zone: int, cards: Sequence[tuple[int, int]]) -> None:
    """Replace the cards of a zone by (print, face) in reading order: copies from outside first, else moved."""
    zones = code.zones
    for card in zones.cards(s, zone):
        zones.take(s, card)
        s[zones.card_cells + 2 * card + 1] = 0
    for printed, face in cards:
        card = _free_card(code, s, printed, zone)
        zones.take(s, card)
        zones.put(s, card, zone, zones.index_for(s, zone, "bottom"), face)


def _free_card(code: Code, s: Ints, printed: int, zone: int) -> int:
    if printed == NONE:
        raise ValueError("A card named here is none of this game for so many players, with these settings.")
    cells = code.zones.card_cells
    copies = [card for card, other in enumerate(code.program.cards) if other == printed]
    outside = [card for card in copies if s[cells + 2 * card] < 0]
    elsewhere = [card for card in copies if s[cells + 2 * card] not in (NONE, zone)]
    if not outside and not elsewhere:
        name = code.program.prints[printed].name
        raise ValueError(f'There are only {len(copies)} cards called "{name}".')
    return (outside or elsewhere)[0]
