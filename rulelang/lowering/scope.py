"""Where names live while code is lowered: `Scope` maps a checked name to a register or cell, and knows who acts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import TypeVar

from rulelang.analysis.model import Local
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.records import dataclass

E = TypeVar("E")
NO_MENU = ir.Const(0)
NOBODY = ir.Const(NONE)


@dataclass(slots=True)
class Registers:
    """Counts the registers of one block, decision or function."""

    used: int = 0

    def take(self) -> int:
        """Number of a new register."""
        self.used += 1
        return self.used - 1


@dataclass(frozen=True, slots=True)
class InReg:
    """A name in a register."""

    number: int


@dataclass(frozen=True, slots=True)
class InCell:
    """A name in the frame; `bound` > 0 says a list of at most that many elements lies there."""

    at: int
    bound: int = 0


@dataclass(frozen=True, slots=True)
class OneOf:
    """A meld part of exactly one card: the first card of a list register."""

    number: int


Location = InReg | InCell | OneOf


@dataclass(frozen=True, slots=True)
class Scope:
    """What can be named at a place. `you` is NOBODY where nobody acts; `menu` addresses the running menu."""

    registers: Registers
    you: ir.IntExpr = NOBODY
    menu: ir.IntExpr = NO_MENU
    names: dict[int, Location] = field(default_factory=dict)

    def bind(self, local: Local, location: Location) -> None:
        """Give a name its place; names are told apart by identity, so nothing is ever hidden."""
        self.names[id(local)] = location

    def where(self, local: Local) -> Location:
        """The place of a name."""
        return self.names[id(local)]

    def list_of(self, local: Local) -> ir.ListExpr:
        """The list that a name stands for."""
        place = self.where(local)
        return ir.ListCell(place.at) if isinstance(place, InCell) else ir.ListReg(place.number)

    def acting(self, you: ir.IntExpr) -> Scope:
        """The same names with another player acting."""
        return replace(self, you=you)

    def with_registers(self, registers: Registers) -> Scope:
        """The same names for code that counts registers of its own."""
        return replace(self, registers=registers)


def halved(parts: list[E], joined: Callable[[E, E], E]) -> E:
    """One expression of at least one part, put together in halves: many parts make no deep expression."""
    while len(parts) > 1:
        pairs = range(0, len(parts) - 1, 2)
        parts = [*(joined(parts[n], parts[n + 1]) for n in pairs), *parts[len(parts) // 2 * 2:]]
    return parts[0]
