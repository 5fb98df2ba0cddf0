"""A program in, whether its queries may go through very much out: then they are counted where they are played.

The interpreter counts the elements of queries and stops the game at a limit. Modules work much out before play, so they
cannot count the same; but what goes far beyond everything usual is given up, and the interpreter says where it stops.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulelang.engine.code import FUNCTION_PASSES, MOST_WORK
from rulelang.ir import nodes as ir
from rulelang.ir.parts import names
from rulelang.ir.program import ANSWER_BOUND

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

# Elements that one expression may go through without being counted; elements counted until a game is given up.
LIGHT = 100_000
GIVEN_UP = MOST_WORK // 8

MOST = 1 << 62
# How long lists are at most whose length nobody knows before play.
LONGEST = 10_000

QUERIES = (ir.Fold, ir.Filter, ir.Mapped, ir.Extreme)


class Weights:
    """How many elements expressions go through at most."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.functions: dict[int, int] = {}

    def heavy(self) -> bool:
        """Whether something in the program goes through more than is light."""
        program = self.b.program
        units = (*program.functions, *program.actions, *program.decisions, *program.blocks)
        return any(self.most(unit) > LIGHT for unit in units)

    def most(self, node: Any) -> int:
        """The greatest number of elements of one evaluation of a node, everything inside it taken together."""
        if isinstance(node, tuple):
            return sum(self.most(part) for part in node)
        if not hasattr(node, "__dataclass_fields__"):
            return 0
        kind: Any = type(node)
        inside = {name: self.most(getattr(node, name)) for name in names(kind)}
        total = sum(inside.values())
        if isinstance(node, QUERIES):
            return min((1 + total - inside["source"]) * self.length(node.source) + inside["source"], MOST)
        if isinstance(node, ir.Loop):
            return min((1 + inside["body"]) * self.length(node.source) + inside["source"], MOST)
        if isinstance(node, ir.While):
            return FUNCTION_PASSES * (1 + total)
        if isinstance(node, ir.CallFunction):
            return min(total + self.function(node.function), MOST)
        return total

    def length(self, source: ir.ListExpr) -> int:
        """How long a list is at most, or usually is."""
        match source:
            case ir.ListCell() | ir.MeldCards():
                return ANSWER_BOUND
            case ir.Joined(left=left, right=right):
                return self.length(left) + self.length(right)
            case ir.Choice(then=then, other=other):
                return max(self.length(then), self.length(other))               # type: ignore[arg-type]
            case ir.ListLookup(table=table):
                return max((len(entry) for entry in self.b.program.list_tables[table]), default=0)
            case ir.CallFunction(function=function):
                return self.length(self.b.program.functions[function].result)   # type: ignore[arg-type]
            case ir.Filter(source=inner) | ir.Mapped(source=inner) | ir.Extreme(source=inner) | ir.Sorted(
                    of=inner) | ir.Without(left=inner):
                return self.length(inner)
        return min(self.b.ranges.length(source), LONGEST)

    def function(self, number: int) -> int:
        """The same for a call of a function."""
        if number not in self.functions:
            self.functions[number] = 0
            self.functions[number] = self.most(self.b.program.functions[number])
        return self.functions[number]
