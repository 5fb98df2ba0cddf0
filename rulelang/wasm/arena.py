"""Free memory of one function under construction: lists taken from it, collected in it, walked, given back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from rulelang.wasm.encode import Func

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


class Listed(NamedTuple):
    """A list: the locals of its address and its length."""

    at: int
    length: int


Body = Callable[[int], None]                    # gets the local of the element


class Arena:
    """The free memory from the address in local `sp` on."""

    __slots__ = ("b", "f", "sp", "used")

    def __init__(self, b: Builder, f: Func, sp: int) -> None:
        self.b = b
        self.f = f
        self.sp = sp
        self.used = False               # whether anything since the last look has taken memory

    def pair(self) -> Listed:
        """Locals for a list."""
        return Listed(self.f.local(), self.f.local())

    def grow(self, length: int) -> None:
        """Take memory for a number of elements (a local) from the arena."""
        f = self.f
        f.get(self.sp)
        f.get(length)
        f.const(2)
        f.op("i32.shl", "i32.add")
        f.set(self.sp)
        self.used = True

    def push(self, *locals_: int) -> None:
        """Store locals at the end of the arena's used part."""
        f = self.f
        for n, local in enumerate(locals_):
            f.get(self.sp)
            f.get(local)
            f.store(4 * n)
        f.get(self.sp)
        f.const(4 * len(locals_))
        f.op("i32.add")
        f.set(self.sp)
        self.used = True

    def released(self, body: Callable[[], None]) -> None:
        """Write something; what it takes from the arena is given back behind it."""
        f, mark = self.f, self.f.local()
        outer, self.used = self.used, False
        f.get(self.sp)
        f.set(mark)
        body()
        if self.used:
            f.get(mark)
            f.set(self.sp)
        self.used = outer or self.used

    def copied(self, found: Listed) -> Listed:
        """A list of its own with the same elements."""
        f, mine = self.f, self.pair()
        f.get(self.sp)
        f.tee(mine.at)
        f.get(found.at)
        f.get(found.length)
        f.tee(mine.length)
        f.call(self.b.runtime("copy_words"))
        self.grow(mine.length)
        return mine

    def collected(self, write: Callable[[], None]) -> Listed:
        """The list of what is pushed meanwhile."""
        f, found = self.f, self.pair()
        f.get(self.sp)
        f.set(found.at)
        write()
        f.get(self.sp)
        f.get(found.at)
        f.op("i32.sub")
        f.const(2)
        f.op("i32.shr_u")
        f.set(found.length)
        self.used = True
        return found

    def each_of(self, found: Listed, x: int, body: Body) -> None:
        """Write a loop over a stored list."""
        f, at, end = self.f, self.f.local(), self.f.local()
        f.get(found.at)
        f.tee(at)
        f.get(found.length)
        f.const(2)
        f.op("i32.shl", "i32.add")
        f.set(end)
        self.walk(at, end, 4, x, body)

    def walk(self, at: int, end: int, step: int, x: int, body: Body) -> None:
        """Write a loop over words from one address to another (both locals). The body releases what it takes."""
        f = self.f
        with f.block() as out, f.loop() as again:
            f.get(at)
            f.get(end)
            f.op("i32.eq")
            f.br_if(out)
            f.get(at)
            f.load()
            f.set(x)
            f.get(at)
            f.const(step)
            f.op("i32.add")
            f.set(at)
            body(x)
            f.br(again)
