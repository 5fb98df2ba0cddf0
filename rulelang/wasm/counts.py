"""A program in, where a module counts what happens in a game out; and what it has counted, read from there.

The counters are words: turns, the seat that moved last, how often each action was done, how often each assignment was
given a number that did not fit. Behind them lies a byte for each place in the rules, not 0 if it was reached.
"""

from __future__ import annotations

from array import array

from rulelang.ir import nodes as ir
from rulelang.ir.parts import parts
from rulelang.ir.places import place_of, places_of
from rulelang.ir.program import Program
from rulelang.records import dataclass

TURNS, LAST, ACTIONS = range(3)
WORD = 4
_DIGITS = bytes.maketrans(b"\0\1", b"01")


@dataclass(frozen=True, slots=True)
class Counted:
    """One game: `turns` as another seat came to move, `actions` by number, `ranges` by span and variable, and the
    places that were reached as bits of a number.
    """

    turns: int
    actions: list[int]
    ranges: dict[tuple[int, int], int]
    reached: int


class Counts:
    """The counters of one program: places of words, and behind the words those of bytes."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.places = {place: n for n, place in enumerate(places_of(program))}
        self.actions = {action.procedure: n for n, action in enumerate(program.actions, ACTIONS)}
        self.first_range = ACTIONS + len(program.actions)
        stores = sorted({(node.span, node.var) for node in parts(program.blocks) if isinstance(node, ir.Store)})
        self.ranges = {store: n for n, store in enumerate(stores, self.first_range)}
        self.marks = WORD * (self.first_range + len(stores))
        self.size = self.marks + len(self.places)

    def mark(self, span: int) -> int | None:
        """The byte of the place of a span; None where there is none."""
        bit = self.places.get(place_of(self.program, span)) if span >= 0 else None
        return None if bit is None else self.marks + bit

    def read(self, content: bytes, words: array[int]) -> Counted:
        """What the counters say: as bytes, and their words."""
        marks = content[self.marks:self.size]
        return Counted(words[TURNS], words[ACTIONS:self.first_range].tolist(),
                       {store: words[n] for store, n in self.ranges.items() if words[n]},
                       int(marks[::-1].translate(_DIGITS) or b"0", 2))
