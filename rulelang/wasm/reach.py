"""Steps of a decision in, how far a walk through them can go out: what it tries, where it ends, what others read.

A walk that surely tries less than the limit need not count what it tries, and may leave out what cannot matter. A cell
that nothing but the walk's own steps reads need not be written while it is walked: a local holds its value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from rulelang.ir import nodes as ir
from rulelang.ir.parts import parts
from rulelang.wasm.emit_numbers import folded

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

MANY = 1 << 60
_LOOPS = (ir.Fold, ir.Filter, ir.Mapped, ir.Extreme, ir.FoldMelds)


class Reach(NamedTuple):
    """How many candidates a walk tries and how many ends it comes to, at most; which cells must lie in memory."""

    tries: int
    ends: int
    cells: frozenset[int]


def reach(b: Builder, nodes: Sequence[ir.Step]) -> Reach:
    """How far steps reach."""
    tries, ends = _Bounds(b).steps(tuple(nodes))
    return Reach(min(tries, MANY), min(ends, MANY), read_elsewhere(b, nodes))


class _Bounds:
    """Counts at most: candidates of the picks, times what comes behind each."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.heads: dict[int, int] = {}

    def steps(self, nodes: tuple[ir.Step, ...]) -> tuple[int, int]:
        """Candidates tried and ends of steps in order."""
        if not nodes:
            return 0, 1
        first, rest = nodes[0], nodes[1:]
        match first:
            case ir.Act(action=action):
                return self.steps(self.b.program.actions[action].steps + rest)
            case ir.Fork(ways=ways):
                found = [(1 + self.asked(way.condition), self.steps(way.steps + rest)) for way in ways]
                return sum(tries + inner for tries, (inner, _) in found), sum(ends for _, (_, ends) in found)
            case ir.PickMeld():
                return MANY, MANY
        tries, ends = self.steps(rest)
        match first:
            case ir.Pick():
                n = self.length(first.source)
                return self.asked(first.source) + n * (1 + self.asked(first.where) + tries), n * ends
            case ir.PickSome():
                n = self.combinations(first)
                return self.asked((first.source, first.low, first.high)) + n * (
                    1 + self.asked(first.where) + tries), n * ends
        return self.asked(first) + tries, ends

    def combinations(self, node: ir.PickSome) -> int:
        """How many combinations there are."""
        n, high = self.length(node.source), self.b.ranges.of(node.high, lambda _: None)
        most = min(n, node.bound, node.bound if high.none else max(0, high.high))
        return MANY if most > 8 else sum(comb(n, k) for k in range(most + 1))

    def length(self, source: ir.ListExpr) -> int:
        """How many candidates a source gives."""
        match source:
            case ir.ZoneCards(zone=zone):
                return max((self.b.layout.zones.room[n] for n in zones_of(self.b, zone)), default=0)
            case ir.Filter(source=inner) | ir.Extreme(source=inner) | ir.Sorted(of=inner) | ir.Without(left=inner):
                return self.length(inner)
        return self.b.ranges.length(source)

    def asked(self, node: Any) -> int:
        """What is tried while an expression asks whether heads can be completed."""
        asks = [one for one in parts(node) if isinstance(one, ir.Can)]
        if any(isinstance(inner, ir.Can) for loop in parts(node) if isinstance(loop, _LOOPS) for inner in parts(loop)):
            return MANY
        if any(isinstance(inner, ir.Can) for inner in inside_calls(self.b, node)):
            return MANY
        return sum(self.head(action) for one in asks for action in one.actions)

    def head(self, action: int) -> int:
        """What is tried in a head."""
        if action not in self.heads:
            self.heads[action] = MANY
            self.heads[action] = self.steps(self.b.program.actions[action].steps)[0]
        return self.heads[action]


def zones_of(b: Builder, node: ir.IntExpr) -> range:
    """The zones that an expression can name."""
    node = folded(node)
    if isinstance(node, ir.Const):
        return range(node.value, node.value + 1) if node.value >= 0 else range(0)
    if isinstance(node, ir.FamilyIndex):
        return range(node.base, node.base + 1 + sum((size - 1) * stride for _, _, size, stride in node.keys))
    return range(len(b.program.zones))


def cards_of(b: Builder, source: ir.ListExpr) -> list[int]:
    """The cards that a source can give: those of the types that its zone holds."""
    match source:
        case ir.ZoneCards(zone=zone):
            program = b.program
            families = [program.families[program.zones[n].family] for n in zones_of(b, zone)]
            holds = {name for family in families for name in family.holds}
            if families and all(family.holds for family in families):
                return [n for n, printed in enumerate(program.cards) if program.prints[printed].type in holds]
        case ir.Filter(source=inner) | ir.Extreme(source=inner) | ir.Sorted(of=inner) | ir.Without(left=inner):
            return cards_of(b, inner)
    return list(range(len(b.program.cards)))


def zones_face_down(b: Builder) -> frozenset[int]:
    """The zones in which cards may ever lie face down: those to which a statement brings them so, or turns them in."""
    found: set[int] = set()
    for node in parts(b.program.blocks):
        match node:
            case ir.MoveCards(face=face) | ir.DiscardCards(face=face) | ir.FlipCards(face=face) if face == ir.Const(0):
                continue
            case ir.MoveCards(place=place):
                found |= set(zones_of(b, place.zone))
            case ir.DiscardCards(zones=table):
                found |= set(b.program.tables[table])
            case ir.FlipCards(cards=ir.ZoneCards(zone=zone)):
                found |= set(zones_of(b, zone))
            case ir.FlipCards():
                return frozenset(range(len(b.program.zones)))
    return frozenset(found)


# ---------------------------------------------------------------- what is read


def all_steps(b: Builder, nodes: Any) -> Iterator[Any]:
    """All nodes of steps, those of the heads that they go through among them."""
    for node in parts(nodes):
        yield node
        if isinstance(node, ir.Act):
            yield from all_steps(b, b.program.actions[node.action].steps)


def inside_calls(b: Builder, nodes: Any) -> Iterator[Any]:
    """All nodes of the functions that nodes lead to."""
    waiting, seen = list(_called(b, nodes)), set[int]()
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        function = b.program.functions[number]
        yield from parts((function.body, function.result))
        waiting += _called(b, (function.body, function.result))


def _called(b: Builder, nodes: Any) -> Iterator[int]:
    """The functions that nodes call, by name or as part of a question about melds or refills."""
    for node in parts(nodes):
        match node:
            case ir.CallFunction(function=function):
                yield function
            case ir.BestMelds(melds=melds) | ir.IsMeld(melds=melds) | ir.FoldMelds(melds=melds) | ir.PickMeld(
                    melds=melds):
                infos = [b.program.melds[n] for n in melds]
                found = [*(info.where for info in infos), *(info.worth for info in infos),
                         *(part.fits for info in infos for part in info.parts)]
                yield from (number for number in found if number >= 0)
            case ir.Available():
                yield from (given.where for zone in b.program.zones for given in zone.refill if given.where >= 0)


def read_elsewhere(b: Builder, nodes: Sequence[ir.Step]) -> frozenset[int]:
    """Cells that are read in a way that does not look into locals: by functions, by heads that are asked for."""
    own = tuple(all_steps(b, tuple(nodes)))
    found = _cells_in(own)
    for action in {action for node in own if isinstance(node, ir.Can) for action in node.actions}:
        found |= _read_by_head(b, action)
    return frozenset(found | _read_by_calls(b, own))


def _read_by_head(b: Builder, action: int) -> set[int]:
    """Cells that a head reads, but for those that it writes itself before."""
    nodes = tuple(all_steps(b, b.program.actions[action].steps))
    if any(isinstance(node, ir.Can) for node in nodes):
        return set(range(b.program.size))               # heads that ask for heads: rare
    frame = b.program.procedures[b.program.actions[action].procedure].frame
    found = {node.at for node in nodes if isinstance(node, ir.Cell | ir.ListCell)} - {frame + 1, frame + 2}
    for node in nodes:
        if isinstance(node, ir.Pick | ir.PickSome | ir.PickMeld | ir.Bind | ir.Fork):
            found.discard(node.at)
    return found | _cells_in(nodes) | _read_by_calls(b, nodes)


def _cells_in(nodes: tuple[Any, ...]) -> set[int]:
    return {at for node in nodes if isinstance(node, ir.CellIn) for at in range(node.base, node.base + node.count)}


def _read_by_calls(b: Builder, nodes: tuple[Any, ...]) -> set[int]:
    """Cells that functions read."""
    inside = tuple(inside_calls(b, nodes))
    if any(isinstance(node, ir.Can) for node in inside):
        return set(range(b.program.size))
    return {node.at for node in inside if isinstance(node, ir.Cell | ir.ListCell)} | _cells_in(inside)
