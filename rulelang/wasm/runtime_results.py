"""Fixed functions of results: what each seat gets, totals of scores, a digest of the ints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.numbers import NONE
from rulelang.ir.program import ADJUDICATED, FAULT, FAULT_SPAN, OVER, STATUS, STEPS, TURN
from rulelang.wasm.emit_numbers import clamp
from rulelang.wasm.emit_payoffs import payoffs
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.words import Var, Word, Writer, call, glob, load, pick, word
from rulelang.wasm.work import GIVEN_UP

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def number(w: Writer, value: Word) -> Var:
    """A value, 0 for none."""
    x = w.var(value)
    x.set(pick(x.eq(NONE), 0, x))
    return x


def returns(b: Builder, f: Func) -> None:
    """(target): what each seat gets; all 0 before the end and after a fault."""
    w = Writer(f)
    if b.counts_work:
        w.gset(b.work, GIVEN_UP // 10)
    target, = w.params()
    players, program = b.program.players, b.program
    for n in range(players):
        w.store(target, 0, 4 * n)
    with w.when(load(STATE + 4 * STATUS).ne(OVER) | load(STATE + 4 * FAULT)):
        w.give()
    if program.payoff < 0:
        _winners(b, w, target)
    elif not payoffs(b, w, target):
        with w.count(1, players + 1) as seat:
            w.store(target + (seat << 2) - 4, number(w, b.calling(program.payoff, glob(b.arena), seat)))


def _winners(b: Builder, w: Writer, target: Var) -> None:
    """1 for each seat whose ranks are best, read from the first criterion on."""
    players, criteria = b.program.players, b.program.criteria
    ranks = w.var(glob(b.arena))
    size = 4 * max(1, len(criteria))
    free = ranks + size * players
    with w.count(0, players) as seat:
        for n, (highest, function) in enumerate(criteria):
            value = w.var(b.calling(function, free, seat + 1))
            w.store(ranks + seat * size, _rank(value, highest), 4 * n)
    best, order = w.var(0), w.var()
    with w.count(1, players) as seat:
        order.set(call(b.runtime("compare_ranks"), ranks + seat * size, ranks + best * size, len(criteria)))
        with w.when(order > 0):
            best.set(seat)
    with w.count(0, players) as seat:
        order.set(call(b.runtime("compare_ranks"), ranks + seat * size, ranks + best * size, len(criteria)))
        w.store(target + (seat << 2), order.eq(0))


def _rank(value: Word, highest: bool) -> Word:
    """Larger is better; NONE, the least pattern, stays worst."""
    return value if highest else pick(value.eq(NONE), NONE, word(0) - value)


def compare_ranks(b: Builder, f: Func) -> None:
    """(at, other, length): above 0 if the first are better, below 0 if the second are, else 0."""
    w = Writer(f)
    at, other, length = w.params()
    with w.count(0, length) as n:
        a, c = w.var(load(at + (n << 2))), w.var(load(other + (n << 2)))
        with w.when(a.ne(c)):
            w.give(pick(a > c, 1, -1))
    w.push(0)


def totals(b: Builder, f: Func) -> None:
    """(target): for each score the total of its lines, seat by seat."""
    w = Writer(f)
    if b.counts_work:
        w.gset(b.work, GIVEN_UP // 10)
    target, = w.params()
    value, total = w.var(), w.var()
    for score in b.program.scores:
        with w.count(1, b.program.players + 1) as seat:
            total.set(0)
            for _, function in score.lines:
                value.set(number(w, b.calling(function, glob(b.arena), seat)))
                total.set(call(b.runtime("add_numbers"), total, value))
            w.store(target, total)
            target.add(4)


def add_numbers(b: Builder, f: Func) -> None:
    """(a, b): their sum, saturated."""
    for n in (0, 1):
        f.get(n)
        f.op("i64.extend_i32_s")
    f.op("i64.add")
    clamp(f)


def digest(b: Builder, f: Func) -> None:
    """(target): two words that digest all ints of the state, by `numbers.absorb`."""
    w, f.apart = Writer(f), True
    target, = w.params()
    low, high = w.var(0), w.var(0)
    with w.count(0, b.program.size) as n:
        w.push(low, high, load(n << 2, STATE))
        f.call(b.runtime("absorb"))
        f.set(high.number)
        f.set(low.number)
    w.store(target, low)
    w.store(target, high, 4)


def write_row(b: Builder, f: Func) -> None:
    """(row, digest): the results of the game as it stands."""
    w, f.hot = Writer(f), True
    row, wanted = w.params()
    cells = (TURN, STEPS, STATUS, ADJUDICATED, FAULT, FAULT_SPAN)
    for n, at in enumerate(cells):
        w.store(row, load(STATE + 4 * at), 4 * n)
    offers = (b.offers, b.offered, b.offered_most, b.single)
    for n, counter in enumerate(offers, len(cells)):
        w.store(row, glob(counter), 4 * n)
    seats = row + 4 * (len(cells) + len(offers))
    w.do(b.runtime("returns"), seats)
    end = 4 * b.program.players * (1 + len(b.program.scores))
    w.do(b.runtime("totals"), seats + 4 * b.program.players)
    w.store(seats, 0, end)
    w.store(seats, 0, end + 4)
    with w.when(wanted):
        w.do(b.runtime("digest"), seats + end)


RUNTIME = {
    "returns": (returns, 1, 0), "compare_ranks": (compare_ranks, 3, 1), "totals": (totals, 1, 0),
    "add_numbers": (add_numbers, 2, 1), "digest": (digest, 1, 0), "write_row": (write_row, 2, 0),
}
