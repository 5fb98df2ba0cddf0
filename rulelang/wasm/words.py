"""Formulas in, instructions out: how the fixed functions of the runtime are written, so that they can be read.

`Word` is something that pushes one 32-bit int; `Writer` writes statements into a function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from rulelang.wasm.encode import I32, Func

Number: TypeAlias = "Word | int"


class Word:
    """A formula: written where it is used, each time it is used."""

    __slots__ = ("write",)

    def __init__(self, write: Callable[[Func], None]) -> None:
        self.write = write

    def __add__(self, other: Number) -> Word:
        return two("i32.add", self, other)

    def __sub__(self, other: Number) -> Word:
        return two("i32.sub", self, other)

    def __mul__(self, other: Number) -> Word:
        return two("i32.mul", self, other)

    def __and__(self, other: Number) -> Word:
        return two("i32.and", self, other)

    def __or__(self, other: Number) -> Word:
        return two("i32.or", self, other)

    def __xor__(self, other: Number) -> Word:
        return two("i32.xor", self, other)

    def __lshift__(self, other: Number) -> Word:
        return two("i32.shl", self, other)

    def __rshift__(self, other: Number) -> Word:
        return two("i32.shr_u", self, other)

    def __mod__(self, other: Number) -> Word:
        return two("i32.rem_u", self, other)

    def __lt__(self, other: Number) -> Word:
        return two("i32.lt_s", self, other)

    def __le__(self, other: Number) -> Word:
        return two("i32.le_s", self, other)

    def __gt__(self, other: Number) -> Word:
        return two("i32.gt_s", self, other)

    def __ge__(self, other: Number) -> Word:
        return two("i32.ge_s", self, other)

    def eq(self, other: Number) -> Word:
        """Whether both are equal."""
        return two("i32.eq", self, other)

    def ne(self, other: Number) -> Word:
        """Whether both differ."""
        return two("i32.ne", self, other)

    def under(self, other: Number) -> Word:
        """Less, both read as numbers without sign."""
        return two("i32.lt_u", self, other)


def word(value: Number) -> Word:
    """A formula, also for a plain number."""
    return value if isinstance(value, Word) else Word(lambda f: f.const(value))


def two(op: str, left: Number, right: Number) -> Word:
    """An instruction with two operands."""
    a, b = word(left), word(right)

    def write(f: Func) -> None:
        a.write(f)
        b.write(f)
        f.op(op)
    return Word(write)


def opposite(condition: Word) -> Word:
    """1 for 0, else 0."""
    def write(f: Func) -> None:
        condition.write(f)
        f.op("i32.eqz")
    return Word(write)


def trailing(x: Word) -> Word:
    """The number of the lowest bit that is set."""
    def write(f: Func) -> None:
        x.write(f)
        f.op("i32.ctz")
    return Word(write)


def both(first: Word, second: Word) -> Word:
    """Whether both hold; the second is looked at only if the first does."""
    def write(f: Func) -> None:
        first.write(f)
        with f.when(I32):
            second.write(f)
            f.otherwise()
            f.const(0)
    return Word(write)


def either(first: Word, second: Word) -> Word:
    """Whether one of both holds; the second is looked at only if the first does not."""
    def write(f: Func) -> None:
        first.write(f)
        with f.when(I32):
            f.const(1)
            f.otherwise()
            second.write(f)
    return Word(write)


def load(address: Number, offset: int = 0) -> Word:
    """The int in memory."""
    if isinstance(address, int):
        known = address + offset
        return Word(lambda f: f.load_at(known))
    at = word(address)

    def write(f: Func) -> None:
        at.write(f)
        f.load(offset)
    return Word(write)


def load8(at: Word) -> Word:
    """The byte in memory."""
    def write(f: Func) -> None:
        at.write(f)
        f.load8()
    return Word(write)


def one(op: str, value: Word) -> Word:
    """An instruction with one operand."""
    def write(f: Func) -> None:
        value.write(f)
        f.op(op)
    return Word(write)


def load_wide(address: Number, offset: int = 0) -> Word:
    """Four ints in memory."""
    if isinstance(address, int):
        address, offset = 0, address + offset
    at = word(address)

    def write(f: Func) -> None:
        at.write(f)
        f.load_wide(offset)
    return Word(write)


def wide(*values: int) -> Word:
    """Four known ints, given with or without a sign."""
    kept = [(value + 0x80000000) % 0x100000000 - 0x80000000 for value in values]
    return Word(lambda f: f.wide(kept))


def glob(number: int) -> Word:
    """A global."""
    return Word(lambda f: f.gget(number))


def call(func: Func, *args: Number) -> Word:
    """What a function gives."""
    words = [word(arg) for arg in args]

    def write(f: Func) -> None:
        for arg in words:
            arg.write(f)
        f.call(func)
    return Word(write)


def pick(condition: Word, yes: Number, no: Number) -> Word:
    """One of two, both worked out."""
    a, b = word(yes), word(no)

    def write(f: Func) -> None:
        a.write(f)
        b.write(f)
        condition.write(f)
        f.op("select")
    return Word(write)


class Var(Word):
    """A local."""

    __slots__ = ("f", "number")

    def __init__(self, f: Func, number: int) -> None:
        super().__init__(lambda g: g.get(number))
        self.f = f
        self.number = number

    def set(self, value: Number) -> None:
        """Give it a value."""
        word(value).write(self.f)
        self.f.set(self.number)

    def add(self, value: Number) -> None:
        """Add to it."""
        self.set(self + value)


class Writer:
    """Writes statements into a function."""

    def __init__(self, f: Func) -> None:
        self.f = f

    def params(self) -> list[Var]:
        """The parameters."""
        return [Var(self.f, n) for n in range(len(self.f.params))]

    def var(self, value: Number | None = None, kind: int = I32) -> Var:
        """A new local; without a value it is 0 once per call of the function."""
        found = Var(self.f, self.f.local(kind))
        if value is not None:
            found.set(value)
        return found

    def store(self, address: Number, value: Number, offset: int = 0) -> None:
        """Write to memory."""
        if isinstance(address, int):
            self.f.store_at(address + offset, lambda: word(value).write(self.f))
            return
        word(address).write(self.f)
        word(value).write(self.f)
        self.f.store(offset)

    def store_wide(self, address: Number, value: Word, offset: int = 0) -> None:
        """Write four ints to memory."""
        if isinstance(address, int):
            address, offset = 0, address + offset
        word(address).write(self.f)
        value.write(self.f)
        self.f.store_wide(offset)

    def gset(self, number: int, value: Number) -> None:
        """Write a global."""
        word(value).write(self.f)
        self.f.gset(number)

    def do(self, func: Func, *args: Number) -> None:
        """Call a function; what it gives is dropped."""
        call(func, *args).write(self.f)
        for _ in func.result:
            self.f.op("drop")

    def give(self, *values: Number) -> None:
        """Return."""
        for value in values:
            word(value).write(self.f)
        self.f.op("return")

    def push(self, *values: Number) -> None:
        """Leave on the stack: the result at the end of a function."""
        for value in values:
            word(value).write(self.f)

    @contextmanager
    def when(self, condition: Word) -> Iterator[None]:
        """Do what follows if it holds."""
        condition.write(self.f)
        with self.f.when():
            yield

    @contextmanager
    def repeat(self, condition: Word) -> Iterator[int]:
        """Do what follows as long as it holds; the label leaves the loop."""
        f = self.f
        with f.block() as out, f.loop() as again:
            condition.write(f)
            f.op("i32.eqz")
            f.br_if(out)
            yield out
            f.br(again)

    @contextmanager
    def count(self, start: Number, end: Number, step: int = 1) -> Iterator[Var]:
        """A loop with a counter from start to before end (steps below 0: down to behind it)."""
        n = self.var(start)
        with self.repeat(n < end if step > 0 else n > end):
            yield n
            n.add(step)
