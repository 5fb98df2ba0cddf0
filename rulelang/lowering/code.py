"""Statements one by one in, blocks of a procedure out: `Code` cuts straight code at stops and jumps."""

from __future__ import annotations

from dataclasses import field

from rulelang.analysis.model import Local
from rulelang.analysis.types import Card, Collection, EnumValue, Face, Flag, MeldValue, Player, Team, Type, Zone, plain
from rulelang.ir import nodes as ir
from rulelang.lowering.layout import Layout
from rulelang.lowering.scope import InCell, Registers, Scope
from rulelang.lowering.tables import Tables
from rulelang.records import dataclass

RETURN, YOU, MENU = 0, 1, 2       # cells at the start of every frame


@dataclass(slots=True)
class Code:
    """The procedure being written: its frame, the open block, the scope of names so far."""

    tables: Tables
    layout: Layout
    name: str
    number: int
    frame: int
    scope: Scope
    block: int
    entry: int
    statements: list[ir.Statement] = field(default_factory=list)
    calls: set[int] = field(default_factory=set)
    once: bool = False          # inside `each player at once`: answers are secret

    @classmethod
    def begin(cls, tables: Tables, layout: Layout, name: str, number: int) -> Code:
        """Open a procedure with its three fixed cells and first block."""
        frame = layout.take(3)
        entry = tables.reserve_block()
        scope = Scope(Registers(), ir.Cell(frame + YOU), ir.Cell(frame + MENU))
        return cls(tables, layout, name, number, frame, scope, entry, entry)

    def emit(self, statement: ir.Statement) -> None:
        """Add a statement to the open block."""
        self.statements.append(statement)

    def end(self, ending: ir.Ending) -> None:
        """Close the open block."""
        self.tables.blocks[self.block] = ir.Block(tuple(self.statements), ending, self.scope.registers.used)
        self.statements = []

    def open(self, block: int) -> None:
        """Go on writing in a reserved block, with registers of its own."""
        self.block = block
        self.scope = self.scope.with_registers(Registers())

    def new(self) -> int:
        """Reserve a block."""
        return self.tables.reserve_block()

    def go_on(self, block: int) -> None:
        """Close the open block with a jump to `block` and go on there."""
        self.end(ir.Goto(block))
        self.open(block)

    def cell(self) -> int:
        """Address of a new cell of the frame."""
        return self.layout.take(1)

    def keep(self, local: Local) -> InCell:
        """A place in the frame for a name, as large as its type asks."""
        kind = plain(local.type)
        bound = 0
        if isinstance(kind, Collection):
            bound = max(1, min(kind.bound, self.most(kind)))
        if isinstance(kind, MeldValue):
            bound = 2 + 2 * len(self.layout.cards)
        place = InCell(self.layout.take(1 + bound if bound else 1), bound)
        self.layout.hold(place.at, bound, kind)
        self.scope.bind(local, place)
        return place

    def most(self, kind: Collection) -> int:
        """The most elements a collection of this type can have: cards and values of small types are counted."""
        if isinstance(kind.of, Card):
            names = kind.of.of or set(self.layout.card_ranges)
            return sum(self.layout.card_ranges[name][1] for name in names)
        if kind.kind == "set" and isinstance(kind.of, EnumValue | Face | Flag | Player | Team):
            return self.layout.key(kind.of).size
        if isinstance(kind.of, Player) and kind.bound <= 16:
            return max(self.layout.players, kind.bound)
        return kind.bound

    def most_of(self, kind: Type) -> int:
        """The most elements that a source of this type (a zone, a collection, one value) can have."""
        kind = plain(kind)
        if isinstance(kind, Zone):
            return self.most(Collection("list", Card(kind.of)))
        return min(kind.bound, self.most(kind)) if isinstance(kind, Collection) else 1

    def finish(self, kind: str) -> ir.Procedure:
        """Close the procedure: what follows the last statement is a return."""
        self.end(ir.Return())
        return ir.Procedure(self.name, kind, self.entry, self.frame, self.layout.cells - self.frame)
