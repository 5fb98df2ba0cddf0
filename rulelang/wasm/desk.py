"""A program in, the addresses out of what bots work with in a module's memory: the real position, imagined ones, deals.

All are counted in bytes; lists of cards have room for all cards of the program.
"""

from __future__ import annotations

from rulelang.engine.bot_bounds import MOST_MOVES, MOST_TABLES
from rulelang.ir.program import Program
from rulelang.wasm.words import Number, Word, Writer, load

NOTE_BYTES = 64
SEAT_WORDS = 4              # of a seat: its bot, the generator's two words, how many were used
MOST_CLASSES = MOST_PILES = MOST_BURDENS = 64
BURDEN_WORDS = 5


class Desk:
    """Where everything lies, from a first address on; `end` is behind it."""

    def __init__(self, program: Program, start: int) -> None:
        self.end = -(-start // 16) * 16
        cards, words = len(program.cards), 4 * MOST_CLASSES
        self.kept = program.knowledge               # ints of an imagined table
        # ---- decisions
        self.seats = self._take(4 * SEAT_WORDS * program.players)
        self.moves = self._take(4)                  # how many moves there are
        self.looked = self._take(4)                 # how many of them are looked at
        self.places = self._take(4 * MOST_MOVES)    # their places
        self.tables = self._take(4)                 # how many tables are imagined
        self.seeds = self._take(8 * MOST_TABLES)
        self.sums = self._take(16 * MOST_MOVES)     # of each move: estimates and results, in 64 bits
        self.stake = self._take(8)                  # what a result is worth in estimates
        self.notes = self._take(NOTE_BYTES * MOST_MOVES)
        self.got = self._take(4 * program.players)
        self.real = self._take(4 * program.size)
        self.imagined = self._take(4 * self.kept * MOST_TABLES)
        # ---- by card
        (self.open, self.takes, self.marks, self.rank, self.group, self.index, self.loose, self.swap, self.signs,
         self.told, self.tied, self.members, self.marked, self.weights) = (self._take(4 * cards) for _ in range(14))
        # ---- by place, in their order
        self.spots, self.classes, self.found = (self._take(4 * cards) for _ in range(3))
        # ---- names of cards: their addresses; lists that are kept in order
        self.names = self._take(4 + 4 * name_cells(program))
        self.sorted = self._take(4 + 4 * len(program.held))
        self.burdens = self._take(4 + 4 * BURDEN_WORDS * MOST_BURDENS)
        # ---- the deal: how many places, classes, piles, bound cards
        self.plan = self._take(16)
        self.bound, self.cards, self.work, self.pool = (self._take(4 * cards) for _ in range(4))
        self.kinds = self._take(4 * 32)
        (self.class_group, self.class_takes, self.class_full, self.rooms, self.sizes, self.pool_at, self.pool_size) = (
            self._take(words) for _ in range(7))
        self.pile_group, self.pile_kind, self.left, self.pile_at, self.pile_size = (self._take(words) for _ in range(5))
        self.shares = self._take(4 * MOST_PILES * MOST_CLASSES)
        self.next_in = self._take(4 * max(1, len(program.zones)))

    def _take(self, size: int) -> int:
        at = self.end
        self.end += -(-size // 16) * 16
        return at


def item(area: int, n: Word) -> Word:
    """Element n of a list: on the desk, or among the constants of the program."""
    return load(n << 2, area)


def put_item(w: Writer, area: int, n: Word, value: Number) -> None:
    """Write element n of a list on the desk."""
    w.store(n << 2, value, area)


def name_cells(program: Program) -> int:
    """How many cells may name cards, at most."""
    held = sum(max(1, each.bound) for each in program.held)
    return held + sum(var.count for var in program.vars if program.kinds[var.kind].what == "card")
