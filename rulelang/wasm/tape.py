"""What a module has written on its tape in, the events of the record and the steps of its track out.

`shapes.py` says what the words mean.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.events import BAG as BAG_MARK
from rulelang.engine.events import MASKED, OMIT, Event, Field
from rulelang.wasm.shapes import ANSWERED, BAG, BEGUN, CHANCED, CHOSEN, COVERED, KNOWN, LEFT_OUT, SMALL, TUPLE, WIDE

Entry = tuple[int, Event]
Step = tuple[int, int]          # CHOSEN, ANSWERED or CHANCED, and a number


def read(words: Sequence[int], everyone: int) -> tuple[list[Entry], list[Step]]:
    """The events of the last game, each with the number of moves completed before it; and what was chosen, answered,
    brought by chance. `everyone`: the mask of all seats and the public.
    """
    events: list[Entry] = []
    steps: list[Step] = []
    at = 0
    while at < len(words):
        if words[at] == BEGUN:
            events, steps = [], []
            at += 1
        elif words[at] in (CHOSEN, ANSWERED, CHANCED):
            steps.append((words[at], words[at + 1]))
            at += 2
        else:
            turn = words[at]
            event, at = _part(words, at + 1, everyone)
            assert isinstance(event, tuple)
            events.append((turn, event))
    return events, steps


def _part(words: Sequence[int], at: int, everyone: int) -> tuple[Field, int]:
    """The part that begins at a place, and the place behind it."""
    kind, more = words[at] & 7, words[at] >> 3
    if kind == SMALL:
        return more, at + 1
    if kind == WIDE:
        return words[at + 1], at + 2
    if kind == KNOWN:
        mask, number = words[at + 1], words[at + 2]
        return number if mask == everyone else (MASKED, number, mask), at + 3
    if kind in (COVERED, LEFT_OUT):
        inner, end = _part(words, at + 2, everyone)
        return (MASKED if kind == COVERED else OMIT, inner, words[at + 1]), end
    assert kind in (TUPLE, BAG)
    found: list[Field] = [BAG_MARK] if kind == BAG else []
    at += 1
    for _ in range(more):
        field, at = _part(words, at, everyone)
        found.append(field)
    return tuple(found), at
