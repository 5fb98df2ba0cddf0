"""Fixed functions of numbers: the generator, rounding divisions, stretches of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.ir.program import COUNTER, SEED_HIGH, SEED_LOW
from rulelang.wasm.emit_numbers import clamp
from rulelang.wasm.encode import I32, I64, V128, Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.words import Var, Word, Writer, call, glob, load, two, wide, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def mixed(w: Writer, value: Word) -> Var:
    """`numbers.mix`, written in place."""
    x = w.var(value)
    x.set(x ^ (x >> 16))
    x.set(x * 0x85EBCA6B)
    x.set(x ^ (x >> 13))
    x.set(x * 0xC2B2AE35)
    x.set(x ^ (x >> 16))
    return x


def generator_word(b: Builder, f: Func) -> None:
    """(low, high, counter): word number `counter` of a seed."""
    w = Writer(f)
    low, high, counter = w.params()
    x = mixed(w, (counter + 0x9E3779B9) ^ low)
    w.push(mixed(w, x + high + counter * 0x6A09E667))


def seldom_word(b: Builder, f: Func) -> None:
    """`word`, where it is seldom asked."""
    f.apart = True
    generator_word(b, f)


def _drawn(w: Writer, n: Word, x: Var, draw: Callable[[], None]) -> None:
    """Push a number below n; `draw` gives x a word. One that is surely below the limit needs no division to say so."""
    f, limit = w.f, w.var()
    with f.block() as found, f.loop() as again:
        draw()
        x.under(word(0) - n).write(f)
        f.br_if(found)
        limit.set(word(0) - (word(0) - n) % n)
        (limit.eq(0) | x.under(limit)).write(f)
        f.br_if(found)
        f.br(again)
    w.push(x % n)


def below(b: Builder, f: Func) -> None:
    """(n): a number below n from the state's generator.

    A word takes long to work out and is needed at once: the next one is always begun when one is used. It counts only
    for its seed and place, as somebody may have changed the ints meanwhile.
    """
    w = Writer(f)
    n, = w.params()
    low, high, counter = (w.var(load(STATE + 4 * at)) for at in (SEED_LOW, SEED_HIGH, COUNTER))
    x, other = w.var(), w.var()

    def draw() -> None:
        with w.f.loop() as again:
            x.set(glob(b.next_word))
            other.set((glob(b.next_low) ^ low) | (glob(b.next_high) ^ high) | (glob(b.next_counter) ^ counter))
            counter.add(other.eq(0))
            get_ready(b, w, low, high, counter, call(b.runtime("word"), low, high, counter))
            other.write(w.f)
            w.f.br_if(again)
    _drawn(w, n, x, draw)
    w.store(STATE + 4 * COUNTER, counter)


def get_ready(b: Builder, w: Writer, low: Word, high: Word, counter: Word, value: Word) -> None:
    """Keep the word that is needed next."""
    for name, kept in ((b.next_low, low), (b.next_high, high), (b.next_counter, counter), (b.next_word, value)):
        w.gset(name, kept)


def mixed_four(w: Writer, begun: Word, lows: Word, highs: Word) -> Var:
    """`numbers.word` for four at once."""
    x = w.var(two("v128.xor", begun, lows), V128)
    _mix_four(w, x)
    x.set(two("i32x4.add", x, highs))
    _mix_four(w, x)
    return x


def _mix_four(w: Writer, x: Var) -> None:
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 0)):
        x.set(two("v128.xor", x, two("i32x4.shr_u", x, shift)))
        if factor:
            x.set(two("i32x4.mul", x, wide(*[factor] * 4)))


def play_below(b: Builder, f: Func) -> None:
    """(n): a number below n from the generator of playouts, whose next word is there."""
    w = Writer(f)
    n, = w.params()
    x = w.var()
    _drawn(w, n, x, lambda: x.set(call(b.runtime("play_word"))))


def play_word(b: Builder, f: Func) -> None:
    """The next word of the generator of playouts."""
    w = Writer(f)
    x = w.var(glob(b.play_word))
    w.gset(b.play_counter, glob(b.play_counter) + 1)
    w.gset(b.play_word, call(b.runtime("word"), glob(b.play_low), glob(b.play_high), glob(b.play_counter)))
    w.push(x)


def draw_below(b: Builder, f: Func) -> None:
    """(n): as `Draws.below`, from the generator of playouts: for 1 no word is used."""
    w = Writer(f)
    n, = w.params()
    with w.when(n < 2):
        w.give(0)
    w.push(call(b.runtime("play_below"), n))


# ---------------------------------------------------------------- division


def _division(f: Func, up: bool) -> None:
    """(a, b): a/b rounded down or up, saturated; 0 for b = 0. What was cut off says whether one is missing."""
    a, b, q, r = f.local(I64), f.local(I64), f.local(I64), f.local(I64)
    for n, long in enumerate((a, b)):
        f.get(n)
        f.op("i64.extend_i32_s")
        f.set(long)
    f.get(1)
    with f.when(I32):
        f.get(a)
        f.get(b)
        f.op("i64.div_s")
        f.tee(q)
        f.get(a)
        f.get(b)
        f.op("i64.rem_s")
        f.set(r)
        f.get(r)
        f.get(b)
        f.op("i64.xor")
        f.const64(0)
        f.op("i64.ge_s" if up else "i64.lt_s")
        f.get(r)
        f.op("i64.eqz", "i32.eqz", "i32.and", "i64.extend_i32_u", "i64.add" if up else "i64.sub")
        clamp(f)
        f.otherwise()
        f.const(0)


def div_down(b: Builder, f: Func) -> None:
    """`numbers.divide_down`."""
    _division(f, False)


def div_up(b: Builder, f: Func) -> None:
    """`numbers.divide_up`."""
    _division(f, True)


def mod(b: Builder, f: Func) -> None:
    """`numbers.modulo`: the rest has the sign of the divisor."""
    r, d = f.local(I64), f.local(I64)
    f.get(1)
    with f.when(I32):
        f.get(0)
        f.op("i64.extend_i32_s")
        f.get(1)
        f.op("i64.extend_i32_s")
        f.tee(d)
        f.op("i64.rem_s")
        f.tee(r)
        f.get(d)
        f.const64(0)
        f.get(r)
        f.op("i64.eqz", "i32.eqz")
        f.get(r)
        f.get(d)
        f.op("i64.xor")
        f.const64(0)
        f.op("i64.lt_s", "i32.and", "select", "i64.add", "i32.wrap_i64")
        f.otherwise()
        f.const(0)


def stretch(b: Builder, f: Func) -> None:
    """(low, high): how many numbers `Between` gives, low being one."""
    n = f.local(I64)
    f.get(1)
    f.op("i64.extend_i32_s")
    f.get(0)
    f.op("i64.extend_i32_s", "i64.sub")
    f.const64(1)
    f.op("i64.add")
    f.set(n)
    f.const64(0)
    f.get(n)
    f.const64(10_000)
    f.get(n)
    f.const64(10_000)
    f.op("i64.lt_s", "select")
    f.get(n)
    f.const64(0)
    f.op("i64.lt_s", "select", "i32.wrap_i64")


def absorb(b: Builder, f: Func) -> None:
    """(low, high, value): `numbers.absorb`."""
    w = Writer(f)
    low, high, value = w.params()
    a = mixed(w, low ^ value ^ 0x3C6EF372)
    w.push(a, mixed(w, high * 5 + a + 0x510E527F))


RUNTIME = {
    "word": (generator_word, 3, 1), "seldom_word": (seldom_word, 3, 1), "below": (below, 1, 1),
    "play_below": (play_below, 1, 1), "play_word": (play_word, 0, 1), "draw_below": (draw_below, 1, 1),
    "div_down": (div_down, 2, 1), "div_up": (div_up, 2, 1), "mod": (mod, 2, 1), "stretch": (stretch, 2, 1),
    "absorb": (absorb, 3, 2),
}
