"""A program in, for each of its functions out what it may read that can lie hidden: zones, and variables of cards.

If every card there is known to all, then all can work the function out: nothing in it depends on anything else that
some seats may not know.
"""

from __future__ import annotations

from typing import NamedTuple

from rulelang.ir import nodes as ir
from rulelang.ir.parts import parts
from rulelang.ir.program import Program

# What such a function may consist of: what is asked of zones and cells is looked at more closely.
_FINE = (ir.Const, ir.Reg, ir.ListReg, ir.Lookup, ir.ListLookup, ir.ConstList, ir.Items, ir.Between, ir.Seats, ir.Size,
         ir.Element, ir.Member, ir.SameList, ir.Fold, ir.Filter, ir.Mapped, ir.Extreme, ir.Sorted, ir.Joined,
         ir.Without, ir.Binary, ir.Unary, ir.All, ir.Any, ir.Choice, ir.CallFunction, ir.Function, ir.FamilyIndex,
         ir.SetReg, ir.Append, ir.SetItem, ir.If, ir.Loop, ir.While, ir.Cell, ir.CellIn, ir.SetCell)
_ZONES = (ir.ZoneCards, ir.ZoneSize, ir.CardAt)
_MELDS = (ir.BestMelds, ir.IsMeld, ir.FoldMelds)


class Read(NamedTuple):
    """Zones by their numbers, and cells that hold cards."""

    zones: frozenset[int]
    cells: frozenset[int]


class Reads:
    """What the functions of a program read. None: more than can be told before play."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[int, Read | None] = {}
        self.counted = all(not zone.count_hidden for zone in program.zones)
        self._cards = {at for var in program.vars if program.kinds[var.kind].what == "card"
                       for at in range(var.base, var.base + var.count)}
        self._secret = {at for token in program.tokens if token.seen_by != "all"
                        for at in range(token.players, token.players + program.players)}

    def of(self, functions: list[int]) -> Read | None:
        """What some functions read together."""
        found = [self._of(function) for function in functions]
        known = [read for read in found if read is not None]
        if len(known) < len(found):
            return None
        return Read(frozenset().union(*(read.zones for read in known)),
                    frozenset().union(*(read.cells for read in known)))

    def hides(self, cells: range) -> bool:
        """Whether some of these cells hold cards, or tokens that not all may count."""
        return any(at in self._cards or at in self._secret for at in cells)

    def same_in_zones(self, table: int) -> tuple[bool, ...]:
        """Whether a table of printed data holds one value for all cards that can lie outside, and in each zone."""
        program, values = self.program, self.program.tables[table]
        types = [program.prints[printed].type for printed in program.cards]

        def same(among: list[int]) -> bool:
            return bool(among) and among[-1] < len(values) and len({values[card] for card in among}) == 1
        held = [[card for card, name in enumerate(types) if name in family.holds] for family in program.families]
        each = [same(among) for among in held]
        return (same(list(range(len(types)))), *(each[zone.family] for zone in program.zones))

    def _of(self, function: int) -> Read | None:
        if function not in self._known:
            self._known[function] = self._read(function)
        return self._known[function]

    def _read(self, function: int) -> Read | None:
        zones: set[int] = set()
        cells: set[int] = set()
        called: list[int] = []
        for part in parts(self.program.functions[function]):
            if isinstance(part, _ZONES):
                named = self._named(part.zone)
                if named is None:
                    return None
                zones.update(named)
            elif isinstance(part, _MELDS):
                for number in part.melds:
                    meld = self.program.melds[number]
                    called += [meld.where, meld.worth, *(inner.fits for inner in meld.parts)]
            elif isinstance(part, ir.CardInfo):
                if part.what == "position" and not self.counted:
                    return None
            elif not isinstance(part, _FINE):
                return None
            if isinstance(part, ir.CallFunction):
                called.append(part.function)
            if isinstance(part, ir.Cell | ir.CellIn | ir.SetCell):
                cells.update(_cells(part))
        if cells & self._secret or any(self.program.zones[zone].count_hidden for zone in zones):
            return None
        inner = self.of([other for other in called if other >= 0])
        return None if inner is None else Read(inner.zones | zones, inner.cells | cells & self._cards)

    def _named(self, zone: ir.IntExpr) -> range | None:
        """The zones that an expression can name."""
        if isinstance(zone, ir.Const):
            return range(zone.value, zone.value + 1) if zone.value >= 0 else range(0)
        if isinstance(zone, ir.FamilyIndex):
            most = sum((size - 1) * stride for _, _, size, stride in zone.keys)
            return range(zone.base, zone.base + most + 1)
        return None


def _cells(part: ir.Cell | ir.CellIn | ir.SetCell) -> range:
    if isinstance(part, ir.Cell):
        return range(part.at, part.at + 1)
    if isinstance(part, ir.CellIn):
        return range(part.base, part.base + part.count)
    return range(part.base, part.base + part.instances * ((part.count + 31) // 32))
