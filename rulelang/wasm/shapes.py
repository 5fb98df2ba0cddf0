"""The shape of an event in, instructions out that write it on the tape and take it into the words of the seats.

A shape is built like the event itself (`engine/events.py`); where a number is known when the event happens only, it has
a `Word`. What is written is the event in front order, each part behind a word whose low three bits say what it is:
    SMALL    a number, in the bits above            WIDE   a number, in the next word
    TUPLE    so many parts follow                   BAG    likewise
    COVERED  a mask and a part: MASKED              LEFT_OUT  a mask and a part: OMIT
    KNOWN    a mask and a number: MASKED, or the number alone if everyone is in the mask
An entry of the tape is the number of moves made so far and an event, or a step of the track: CHOSEN and the place of a
move among all, ANSWERED and the key of an answer to one step, CHANCED and the key of what the host says chance brought.
BEGUN stands before the first entry of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rulelang.engine.events import HIDDEN
from rulelang.ir.program import TURN
from rulelang.records import dataclass
from rulelang.wasm.encode import I64, Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.words import Number, Var, Word, Writer, glob, load, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

SMALL, WIDE, TUPLE, BAG, COVERED, LEFT_OUT, KNOWN = range(7)
CHOSEN, BEGUN, ANSWERED, CHANCED = -1, -2, -3, -4
SMALLEST, GREATEST = -(1 << 28), (1 << 28) - 1

FACTOR = 0x9E3779B97F4A7C15 - (1 << 64)         # of `record.digest`
WHOLE = 1 << 64


@dataclass(frozen=True, slots=True)
class Num:
    """A number that is known when the event happens; `small`: between SMALLEST and GREATEST for sure."""

    word: Word
    small: bool = False


@dataclass(frozen=True, slots=True)
class Masked:
    """Hidden from all outside a mask. `known`: a plain number where everyone is in the mask."""

    inner: Node
    mask: Number
    known: bool = False


@dataclass(frozen=True, slots=True)
class Omitted:
    """Left out for all outside a mask."""

    inner: Node
    mask: Number


@dataclass(frozen=True, slots=True)
class OneBag:
    """A bag with one part."""

    inner: Node


Node = int | Num | Masked | Omitted | OneBag | tuple["Node", ...]
Shape = tuple[Node, ...]            # code, mask, fields


def tell(b: Builder, w: Writer, shape: Shape) -> None:
    """Write an event on the tape and take it in."""
    start = begin(b, w)
    words = list(flat(shape))
    store_words(w, start, words, 4)
    w.gset(b.tape, start + (4 + 4 * len(words)))
    Digest(b, w, shape).absorb()


def begin(b: Builder, w: Writer) -> Var:
    """Make sure of room on the tape, and write how many moves have been made; the address of the entry."""
    with w.when(glob(b.tape) > b.layout.tape_full):
        w.do(b.runtime("empty_tape"))
    start = w.var(glob(b.tape))
    w.store(start, load(STATE + 4 * TURN))
    return start


def store_words(w: Writer, at: Word, words: list[Number], offset: int = 0) -> None:
    """Words one behind the other; two constants are one store."""
    f, n = w.f, 0
    while n < len(words):
        first, second = words[n], words[n + 1] if n + 1 < len(words) else None
        at.write(f)
        if isinstance(first, int) and isinstance(second, int):
            f.const64(wrapped(first & 0xFFFFFFFF | (second & 0xFFFFFFFF) << 32))
            f.store64(offset + 4 * n)
            n += 2
        else:
            word(first).write(f)
            f.store(offset + 4 * n)
            n += 1


def flat(node: Node | Shape) -> Iterator[Number]:
    """The words of a part on the tape."""
    match node:
        case int():
            if SMALLEST <= node <= GREATEST:
                yield node << 3 | SMALL
            else:
                yield WIDE
                yield node
        case Num(value, small):
            if small:
                yield value << 3
            else:
                yield WIDE
                yield value
        case Masked(inner, mask, known):
            yield KNOWN if known else COVERED
            yield mask
            if known:
                yield inner.word if isinstance(inner, Num) else inner       # type: ignore[misc]
            else:
                yield from flat(inner)
        case Omitted(inner, mask):
            yield LEFT_OUT
            yield mask
            yield from flat(inner)
        case OneBag(inner):
            yield 1 << 3 | BAG
            yield from flat(inner)
        case tuple():
            yield len(node) << 3 | TUPLE
            for part in node:
                yield from flat(part)


def wrapped(x: int) -> int:
    """The low 64 bits as a signed number."""
    x &= WHOLE - 1
    return x - WHOLE if x >> 63 else x


class Sum:
    """The running sum of `record.digest` while it is written: (what the local holds) * factor + rest."""

    def __init__(self, f: Func) -> None:
        self.f = f
        self.local = f.local(I64)
        self.empty = True
        self.factor, self.rest = 1, 0

    def number(self, value: int) -> None:
        """Take in a number that is known."""
        self.factor = wrapped(self.factor * FACTOR)
        self.rest = wrapped(self.rest * FACTOR + value + 1)

    def close(self, length: int) -> None:
        """Take in the length of a tuple behind its parts."""
        self.number(length + 6)

    def word(self, value: Word) -> None:
        """Take in a number, or (as `close`) one less than a length and 7."""
        self.number(0)
        value.write(self.f)
        self.f.op("i64.extend_i32_s")
        self._add()

    def long(self, local: int) -> None:
        """Take in what a 64-bit local holds."""
        self.number(0)
        self.f.get(local)
        self._add()

    def _add(self) -> None:
        """Add the top of the stack to the sum, which is brought up to date by this."""
        f = self.f
        self._push()
        f.op("i64.add")
        self._hold()

    def flush(self) -> None:
        """Bring the local up to date."""
        if self.empty or self.factor != 1 or self.rest != 0:
            self._push()
            self._hold()

    def _push(self) -> None:
        f = self.f
        if self.empty:
            f.const64(self.rest)
            return
        f.get(self.local)
        if self.factor != 1:
            f.const64(self.factor)
            f.op("i64.mul")
        if self.rest:
            f.const64(self.rest)
            f.op("i64.add")

    def _hold(self) -> None:
        self.f.set(self.local)
        self.empty, self.factor, self.rest = False, 1, 0

    def stirred(self) -> None:
        """Push what a part of a bag comes to by itself."""
        self.flush()
        self.f.get(self.local)
        stir(self.f, self.local)

    def keep(self, address: int) -> None:
        """Put the sum there."""
        f = self.f
        f.const(address)
        self._push()
        f.store64()


def stir(f: Func, free: int) -> None:
    """`record._stirred` of the top of the stack; `free`: a local for it."""
    f.set(free)
    for n in range(2):
        f.get(free)
        f.get(free)
        f.const64(32)
        f.op("i64.shr_u", "i64.xor")
        if n == 0:
            f.const64(FACTOR)
            f.op("i64.mul")
            f.set(free)


class Digest:
    """The digest of an event, for all seats at once or for one, and how it is absorbed."""

    def __init__(self, b: Builder, w: Writer, shape: Shape) -> None:
        self.b = b
        self.w = w
        self.shape = shape
        self.bit: Var | None = None         # the seat that it is worked out for; None: one that is in every mask

    def absorb(self) -> None:
        """Take the event into the words of all seats that notice it."""
        b, w, seats = self.b, self.w, self.b.layout.sight.seats
        masks = list(secrets(self.shape))
        if all(isinstance(mask, int) and mask & seats == seats for mask in masks):
            self._sum()
            w.do(b.runtime("absorb_all"))
            return
        if all(isinstance(mask, int) and mask & seats == 0 for mask in masks[:1]):
            return
        common: Word = word(seats)
        for mask in masks:
            common = common & mask
        with w.when(common.eq(seats)):
            self._sum()
            w.do(b.runtime("absorb_all"))
            w.f.otherwise()
            self._each_seat(masks[0])

    def _each_seat(self, noticing: Number) -> None:
        b, w = self.b, self.w
        bit = self.bit = w.var(1)
        at = w.var(STATE + 4 * b.program.info_keys)
        with w.repeat(bit < 1 << b.program.players):
            with w.when(bit & noticing):
                self._sum()
                w.do(b.runtime("absorb_seat"), at)
            bit.set(bit << 1)
            at.add(8)

    def _sum(self) -> None:
        """Leave the sum in `layout.total`."""
        total = Sum(self.w.f)
        self._part(total, self.shape[0])
        for node in self.shape[2:]:
            self._part(total, node)
        total.keep(self.b.layout.total)

    def _sees(self, mask: Number) -> bool | Word:
        seats = self.b.layout.sight.seats
        if self.bit is None or (isinstance(mask, int) and mask & seats == seats):
            return True
        if isinstance(mask, int) and mask & seats == 0:
            return False
        return self.bit & mask

    def _part(self, total: Sum, node: Node) -> None:
        match node:
            case int():
                total.number(node)
            case Num(value):
                total.word(value)
            case Masked(inner, mask):
                self._masked(total, inner, self._sees(mask))
            case OneBag(inner):
                self._bag(total, inner)
            case tuple():
                self._tuple(total, node)
            case Omitted():
                raise AssertionError("only parts of tuples can be left out")

    def _masked(self, total: Sum, inner: Node, sees: bool | Word) -> None:
        f = self.w.f
        if isinstance(sees, bool):
            if sees:
                self._part(total, inner)
            else:
                total.number(HIDDEN)
            return
        if isinstance(inner, int | Num):
            shown = f.local(I64)
            word(inner.word if isinstance(inner, Num) else inner).write(f)
            f.op("i64.extend_i32_s")
            f.const64(HIDDEN)
            sees.write(f)
            f.op("select")
            f.set(shown)
            total.long(shown)
            return
        self._either(total, sees, lambda: self._part(total, inner), lambda: total.number(HIDDEN))

    def _either(self, total: Sum, sees: Word, yes: Callable[[], None], no: Callable[[], None]) -> None:
        """One way or the other; the local is up to date behind both."""
        total.flush()
        with self.w.when(sees):
            yes()
            total.flush()
            self.w.f.otherwise()
            no()
            total.flush()

    def _bag(self, total: Sum, part: Node) -> None:
        sees = self._sees(part.mask) if isinstance(part, Omitted) else True
        inner, f, alone = part.inner if isinstance(part, Omitted) else part, self.w.f, self.w.f.local(I64)
        f.const64(0)
        f.set(alone)
        if isinstance(sees, bool):
            if sees:
                self._alone(inner, alone)
            total.long(alone)
            total.close(int(sees))
            return
        told = self.w.var(0)
        with self.w.when(sees):
            self._alone(inner, alone)
            told.set(1)
        total.long(alone)
        total.word(told + 6)

    def _alone(self, node: Node, local: int) -> None:
        """Put into a local what a part of a bag comes to by itself."""
        one = Sum(self.w.f)
        self._part(one, node)
        one.stirred()
        self.w.f.set(local)

    def _tuple(self, total: Sum, parts: tuple[Node, ...]) -> None:
        fixed, counted = 0, None
        for part in parts:
            sees = self._sees(part.mask) if isinstance(part, Omitted) else True
            inner = part.inner if isinstance(part, Omitted) else part
            if isinstance(sees, bool):
                if sees:
                    self._part(total, inner)
                    fixed += 1
                continue
            counted = counted or self.w.var(0)
            total.flush()
            with self.w.when(sees):
                self._part(total, inner)
                total.flush()
                counted.add(1)
        if counted is None:
            total.close(fixed)
        else:
            total.word(counted + (fixed + 6))


def secrets(shape: Shape) -> Iterator[Number]:
    """The event's mask, then those of its secrets."""
    assert isinstance(shape[1], int | Num)
    yield shape[1].word if isinstance(shape[1], Num) else shape[1]
    waiting: list[Node] = [shape[2:]]
    for node in waiting:
        match node:
            case Masked(inner, mask) | Omitted(inner, mask):
                yield mask
                waiting.append(inner)
            case OneBag(inner):
                waiting.append(inner)
            case tuple():
                waiting += node
