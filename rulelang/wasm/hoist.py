"""An expression that a loop asks again and again in, instructions out that work out before it what does not change.

Only what is cheap is worked out so, since the loop may ask for it rarely or never: expressions have no effects, so
nothing else can tell. Cheap tests are also asked together instead of one after another: a processor that guesses wrong
loses more than a few instructions.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rulelang.ir import nodes as ir
from rulelang.ir.parts import names, parts
from rulelang.wasm.unit import Unit

# Nodes whose values come from a few instructions.
CHEAP = (ir.Const, ir.Reg, ir.Cell, ir.CellIn, ir.MenuCount, ir.FamilyIndex, ir.Lookup, ir.Unary, ir.Binary, ir.All,
         ir.Any, ir.Choice, ir.ZoneSize, ir.CardAt)
_ATOMS = (ir.Const, ir.Reg, ir.Cell)


@contextmanager
def before_loop(u: Unit, *nodes: ir.Expr | None, reg: int = -1, cell: int = -1) -> Iterator[None]:
    """Write what does not change while a loop gives a register or a cell other values; the loop is written inside."""
    bound = {reg, *(part.reg for node in nodes for part in parts(node) if hasattr(part, "reg"))}
    found: list[int] = []
    for node in nodes:
        for part in _unchanging(node, bound, cell):
            if id(part) not in u.hoisted:
                local = u.f.local()
                u.number(part)
                u.f.set(local)
                u.hoisted[id(part)] = local
                found.append(id(part))
    yield
    for key in found:
        del u.hoisted[key]


def _unchanging(node: Any, bound: set[int], cell: int) -> Iterator[Any]:
    """The greatest cheap parts of an expression in which nothing changes."""
    if isinstance(node, tuple):
        for inner in node:
            yield from _unchanging(inner, bound, cell)
        return
    if not hasattr(node, "__dataclass_fields__") or isinstance(node, _ATOMS):
        return
    if isinstance(node, CHEAP) and is_cheap(node) and not _changes(node, bound, cell):
        yield node
        return
    kind: Any = type(node)
    for name in names(kind):
        yield from _unchanging(getattr(node, name), bound, cell)


def _changes(node: Any, bound: set[int], cell: int) -> bool:
    """Whether a loop may give an expression another value."""
    for part in parts(node):
        match part:
            case ir.Reg(number=number) if number in bound:
                return True
            case ir.Cell(at=at) if at == cell:
                return True
            case ir.CellIn(base=base, count=count) if base <= cell < base + count:
                return True
    return False


def is_cheap(node: Any) -> bool:
    """Whether a value comes from a few instructions."""
    found = list(parts(node))
    return len(found) <= 16 and all(isinstance(part, CHEAP) for part in found)
