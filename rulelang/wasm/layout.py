"""A program in, the addresses of everything in a module's memory out, and the constants that lie there."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from sys import byteorder

from rulelang.engine.sight import Sight
from rulelang.engine.zones import Zones
from rulelang.ir import nodes as ir
from rulelang.ir.program import ANSWER_BOUND, Program
from rulelang.wasm.desk import Desk

ARGUMENTS = 32              # what the host hands over to a function, word by word
STATE = 1024
PATH_CELLS = ANSWER_BOUND + 4
OUT_BYTES = 1 << 20
ARENA_BYTES = 1 << 24
PAGE = 1 << 16
MOST_MOVES = 100_000         # completions that are noted, and drawn from
TAPE_BYTES = 1 << 21         # the tape of events, in full modules; it is emptied when half full
MOST_LINES = 1 << 10         # results of seats, or masks of the lines of a score
SLOTS = 1 << 18             # rests that packing can remember


def packed(values: Iterable[int]) -> bytes:
    """Signed 32-bit words, lowest byte first."""
    words = array("i", values)
    if byteorder == "big":
        words.byteswap()
    return words.tobytes()


class Layout:
    """Addresses of one module. Constants are added while it is written; `arena` is known when all are there."""

    def __init__(self, program: Program, *, knowledge: bool = False, bots: bool = False, counters: int = 0) -> None:
        """`knowledge`: with scratch memory for knowledge and record; `bots`: for knowledge, and for imagined tables;
        `counters`: so many bytes for what is counted.
        """
        self.program = program
        self.zones = Zones(program)
        self.sight = Sight(program)
        self.path = STATE + 4 * program.size
        self.prefix = self.path + 4 * PATH_CELLS
        self.points = self.prefix + 4 * PATH_CELLS
        self.out = self.points + 4 * PATH_CELLS
        self.notes = self.out + OUT_BYTES
        self.rests = 0                  # address of the rests that packing remembers, 0 for none
        self.counts = self.notes + 64 * (MOST_MOVES + 1)
        self.tables = self.counts + -(-counters // 16) * 16
        if program.melds:
            self.rests = self.tables
            self.tables += 4 * SLOTS * (2 + -(-len(program.cards) // 4))
        self.alike = self.within = self.flags = self.tape_full = self.tables
        self.kept = self.masks = self.total = self.tape = self.tables
        if knowledge or bots:
            self._place_knowledge(4 * len(program.cards), TAPE_BYTES if knowledge else 0)
        self.desk = Desk(program, self.tables)
        if bots:
            self.tables = self.desk.end
        self.blob = bytearray()
        self.known: dict[bytes, int] = {}

    def _place_knowledge(self, size: int, tape: int) -> None:
        """Scratch memory for rows of knowledge words; a note; results and masks; a sum; the tape."""
        self.within, self.flags, self.kept = (self.tables + n * size for n in (1, 2, 3))
        self.kept_words = 2 + max((_kept_words(self.program, each.steps) for each in self.program.decisions), default=0)
        self.masks = self.kept + 4 * self.kept_words
        self.total = -(-(self.masks + 4 * MOST_LINES) // 8) * 8
        self.tape = self.total + 8
        self.tape_full = self.tape + tape // 2
        self.tables = self.tape + tape

    def words(self, values: Iterable[int]) -> int:
        """The address of constants; equal ones are kept once."""
        content = packed(values)
        found = self.known.get(content)
        if found is None:
            found = self.known[content] = self.tables + len(self.blob)
            self.blob += content
        return found

    @property
    def arena(self) -> int:
        """Where the arena begins: behind the constants."""
        return -(-(self.tables + len(self.blob)) // 16) * 16

    @property
    def pages(self) -> int:
        """Size of the memory."""
        return -(-(self.arena + ARENA_BYTES) // PAGE)

    # ------------------------------------------------------------ constants of the program

    def table(self, number: int) -> int:
        """A constant table."""
        return self.words(self.program.tables[number])

    def list_table(self, number: int) -> int:
        """Pairs of address and length of the entries of a table of lists."""
        pairs: list[int] = []
        for entry in self.program.list_tables[number]:
            pairs += (self.words(entry), len(entry))
        return self.words(pairs)

    def zone_addresses(self) -> int:
        """The address of each zone's first cell."""
        return self.words(STATE + 4 * at for at in self.zones.at)

    def zone_kinds(self) -> int:
        """For each zone 0 set, 1 stack, 2 row."""
        return self.words({"set": 0, "stack": 1, "row": 2}[zone.kind] for zone in self.program.zones)

    def zone_rooms(self) -> int:
        """How many cards each zone holds at most."""
        return self.words(self.zones.room)

    def card_cells(self) -> int:
        """The address of the zone of the first card."""
        return STATE + 4 * self.program.card_cells

    def prints(self) -> int:
        """The print of each card."""
        return self.words(self.program.cards)


def _kept_words(program: Program, steps: Sequence[ir.Step]) -> int:
    """Words that the note of one completion of these steps takes at most, each list whole and with two words before."""
    total = 0
    for step in steps:
        match step:
            case ir.PickSome(bound=bound) | ir.PickMeld(bound=bound) | ir.Bind(bound=bound):
                total += 2 + bound
            case ir.Act(action=action):
                total += 2 + _kept_words(program, program.actions[action].steps)
            case ir.Fork(ways=ways):
                total += 1 + max((_kept_words(program, way.steps) for way in ways), default=0)
            case _:
                total += 1
    return total
