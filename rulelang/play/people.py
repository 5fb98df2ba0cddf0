"""A view and a seat in, the words for that seat out: "you" for the one who looks, the name for everybody else."""

from __future__ import annotations

from rulelang.engine.seen import View
from rulelang.play.cells import clean


def seat_name(view: View, seat: int) -> str:
    """The name of a seat, `You` for one's own."""
    return "You" if seat == view.seat else clean(view.names[seat - 1])


def whose(view: View, seat: int, thing: str) -> str:
    """`your hand`, `Player 2's hand`, `Hans' hand`."""
    name = clean(view.names[seat - 1])
    return f"your {thing}" if seat == view.seat else f"{name}' {thing}" if name.endswith("s") else f"{name}'s {thing}"


def seats_in_order(view: View) -> tuple[int, ...]:
    """All seats clockwise, the one who looks first."""
    start = (view.seat or 1) - 1
    return tuple((start + k) % view.players + 1 for k in range(view.players))


def further_keys(view: View, keys: tuple[str, ...], owner: int) -> tuple[str, ...]:
    """The keys of a family's member that do not merely name its owner."""
    if owner and keys and keys[0] in (view.names[owner - 1], "you"):
        return tuple(clean(key) for key in keys[1:])
    return tuple(clean(key) for key in keys)
