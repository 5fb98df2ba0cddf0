"""Fixed functions that take an event on the tape into the words of the seats that notice it, as `Record.add` does.

The sum of `record.digest` is worked out in one go over the words of the event. It lies in `layout.total`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.events import HIDDEN
from rulelang.wasm.encode import I64, Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_tape import signed_small
from rulelang.wasm.shapes import BAG, COVERED, FACTOR, KNOWN, LEFT_OUT, SMALL, TUPLE, WIDE, stir
from rulelang.wasm.words import Var, Word, Writer, both, call, glob, load, opposite, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def absorb_seat(b: Builder, f: Func) -> None:
    """(address of a seat's words): the seat takes in what lies in `layout.total`."""
    w = Writer(f)
    at, = w.params()
    _absorb(b, f, at, f.local(I64))


def absorb_all(b: Builder, f: Func) -> None:
    """Every seat takes in what lies in `layout.total`."""
    free = f.local(I64)
    for seat in range(b.program.players):
        _absorb(b, f, word(STATE + 4 * b.program.info_keys + 8 * seat), free)


def _absorb(b: Builder, f: Func, at: Word, free: int) -> None:
    """As `record.taken_in`."""
    at.write(f)
    at.write(f)
    f.load64()
    f.const(b.layout.total)
    f.load64()
    f.op("i64.xor")
    stir(f, free)
    f.store64()


# ---------------------------------------------------------------- sums


class Reading:
    """A sum on its way through parts that lie one behind the other: where it is, how many parts of the tuple around are
    left, how many of it were told. The tuples around that one wait on a stack.
    """

    def __init__(self, b: Builder, w: Writer) -> None:
        self.b, self.w = b, w
        self.sp, self.at, self.left, self.bit = w.params()
        self.told = w.var(0)
        self.total = w.f.local(I64)

    def fetch(self) -> None:
        """Go on with the sum in `layout.total`."""
        f = self.w.f
        f.const(self.b.layout.total)
        f.load64()
        f.set(self.total)

    def keep(self) -> None:
        """Put the sum there."""
        f = self.w.f
        f.const(self.b.layout.total)
        f.get(self.total)
        f.store64()

    def add(self, value: Word, more: int) -> None:
        """Take in a number."""
        f = self.w.f
        f.get(self.total)
        f.const64(FACTOR)
        f.op("i64.mul")
        value.write(f)
        f.op("i64.extend_i32_s")
        f.const64(more)
        f.op("i64.add", "i64.add")
        f.set(self.total)

    def part(self, value: Word, size: int) -> None:
        """Take in a number that stands in so many bytes."""
        self.add(value, 1)
        self.passed()
        self.at.add(size)

    def passed(self) -> None:
        """One part more was told."""
        self.left.add(-1)
        self.told.add(1)

    def hidden(self) -> None:
        """Take in that something is there."""
        self.add(word(0), HIDDEN + 1)
        self.passed()

    def go_in(self, found: Word) -> None:
        """On with the parts of a tuple."""
        w = self.w
        self.passed()
        w.store(self.sp, self.left)
        w.store(self.sp, self.told, 4)
        self.sp.add(8)
        self.left.set(found >> 3)
        self.told.set(0)
        self.at.add(4)

    def go_out(self) -> None:
        """The parts of a tuple are told: how many; on behind it."""
        self.add(self.told, 7)
        self.sp.add(-8)
        self.left.set(load(self.sp))
        self.told.set(load(self.sp, 4))

    def bag(self, found: Var) -> None:
        """Take in a bag: what each part comes to by itself, all added up."""
        w, b, f = self.w, self.b, self.w.f
        together, size, more, out = f.local(I64), w.var(0), w.var(found >> 3), w.var()
        f.const64(0)
        f.set(together)
        self.at.add(4)
        with w.repeat(more):
            more.add(-1)
            out.set((load(self.at) & 7).eq(LEFT_OUT))
            with w.when(both(out, opposite(load(self.at, 4) & self.bit))):
                self.at.set(call(b.runtime("next_part"), self.at))
                f.otherwise()
                size.add(1)
                f.const(b.layout.total)
                f.const64(0)
                f.store64()
                self.at.set(call(b.runtime("sum_parts"), self.sp, self.at + (out << 3), 1, self.bit))
                f.const(b.layout.total)
                f.load64()
                stir(f, f.local(I64))
                f.get(together)
                f.op("i64.add")
                f.set(together)
        self._long(together)
        self.add(size, 7)
        self.passed()

    def _long(self, local: int) -> None:
        """Take in the number in a 64-bit local."""
        f = self.w.f
        f.get(self.total)
        f.const64(FACTOR)
        f.op("i64.mul")
        f.get(local)
        f.const64(1)
        f.op("i64.add", "i64.add")
        f.set(self.total)


def sum_parts(b: Builder, f: Func) -> None:
    """(sp, part, how many, bit): take parts that lie one behind the other into the sum in `layout.total`, as a seat is
    told them; the address behind them.
    """
    w = Writer(f)
    r = Reading(b, w)
    base, found, kind = w.var(r.sp), w.var(), w.var()
    r.fetch()
    with f.block() as done, f.loop() as again:
        with w.when(r.left.eq(0)):
            r.sp.eq(base).write(f)
            f.br_if(done)
            r.go_out()
            f.br(again)
        found.set(load(r.at))
        kind.set(found & 7)
        with w.when(kind.eq(SMALL)):
            r.part(signed_small(found), 4)
            f.br(again)
        with w.when(kind.eq(WIDE)):
            r.part(load(r.at, 4), 8)
            f.br(again)
        with w.when(kind.eq(TUPLE)):
            r.go_in(found)
            f.br(again)
        with w.when(kind.eq(BAG)):
            r.bag(found)
            f.br(again)
        _sum_masked(r, kind, again)
        f.br(again)
    r.keep()
    w.push(r.at)


def _sum_masked(r: Reading, kind: Var, again: int) -> None:
    """A part with a mask: what is in it comes next, or it is passed over."""
    w = r.w
    with w.when(load(r.at, 4) & r.bit):
        with w.when(kind.eq(KNOWN)):
            r.part(load(r.at, 8), 12)
            w.f.br(again)
        r.at.add(8)
        w.f.br(again)
    with w.when(kind.eq(LEFT_OUT)):
        r.left.add(-1)
        w.f.otherwise()
        r.hidden()
    r.at.set(call(r.b.runtime("next_part"), r.at))


def digest_event(b: Builder, f: Func) -> None:
    """(sp, event, bit): leave the digest of what a seat is told in `layout.total`. Code and mask are small numbers."""
    w = Writer(f)
    sp, at, bit = w.params()
    f.const(b.layout.total)
    signed_small(load(at, 4)).write(f)
    f.op("i64.extend_i32_s")
    f.const64(1)
    f.op("i64.add")
    f.store64()
    w.push(call(b.runtime("sum_parts"), sp, at + 12, (load(at) >> 3) - 2, bit))
    f.op("drop")


# ---------------------------------------------------------------- events


def take_in(b: Builder, f: Func) -> None:
    """(sp, event): every seat that notices the last event on the tape takes in what it is told; once for all who are
    told everything.
    """
    w = Writer(f)
    sp, at = w.params()
    seats = b.layout.sight.seats
    mask = w.var(signed_small(load(at, 8)))
    common = w.var(call(b.runtime("common_mask"), at))
    with w.when((common & seats).eq(seats)):
        w.do(b.runtime("digest_event"), sp, at, 1)
        w.do(b.runtime("absorb_all"))
        w.give()
    bit, words = w.var(1), w.var(STATE + 4 * b.program.info_keys)
    with w.repeat(bit <= seats):
        with w.when(mask & bit):
            w.do(b.runtime("digest_event"), sp, at, bit)
            w.do(b.runtime("absorb_seat"), words)
        bit.set(bit << 1)
        words.add(8)


def common_mask(b: Builder, f: Func) -> None:
    """(event): who is in the mask of the last event on the tape and in those of all its secrets."""
    w = Writer(f)
    at, = w.params()
    found, kind = w.var(signed_small(load(at, 8))), w.var()
    at.add(12)
    with w.repeat(at < glob(b.tape)):
        kind.set(load(at) & 7)
        at.add(4)
        with w.when(kind >= COVERED):
            found.set(found & load(at))
            at.add(4)
        with w.when(kind.eq(WIDE) | kind.eq(KNOWN)):
            at.add(4)
    w.push(found)


RUNTIME = {
    "absorb_seat": (absorb_seat, 1, 0), "absorb_all": (absorb_all, 0, 0), "sum_parts": (sum_parts, 4, 1),
    "digest_event": (digest_event, 3, 0), "take_in": (take_in, 2, 0), "common_mask": (common_mask, 1, 1),
}
