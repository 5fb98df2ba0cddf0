"""Questions about melds and picks of melds in, instructions out; the melds are found by `runtime_melds.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.keys import one_zone
from rulelang.ir import nodes as ir
from rulelang.ir.nodes import DONE
from rulelang.ir.program import ANSWER_BOUND
from rulelang.wasm.arena import Body, Listed
from rulelang.wasm.emit_folds import fold_of
from rulelang.wasm.emit_options import pass_like, skip_passed
from rulelang.wasm.emit_rows import best_in_row
from rulelang.wasm.emit_steps import STEPS, Asked, Behind, Length, Walk, WrittenCells, restore_list, saved_list
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.unit import INTS, Unit, writes
from rulelang.wasm.words import Var, Word, Writer, call, load, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


@writes(INTS, ir.BestMelds)
def best_melds(u: Unit, node: ir.BestMelds) -> None:
    """The best total."""
    if best_in_row(u, node):
        return
    f, cards = u.f, u.listed(node.cards)
    f.get(u.sp)
    f.get(cards.at)
    f.get(cards.length)
    f.call(u.b.best_melds(node.melds))


def records(u: Unit, cards: Listed, number: int) -> tuple[Var, Var]:
    """The records of a pattern, from and to; they stay in the arena."""
    f = u.f
    start, end = Var(f, f.local()), Var(f, f.local())
    f.get(u.sp)
    f.get(cards.at)
    f.get(cards.length)
    f.call(u.b.find_melds(number))
    f.tee(end.number)
    f.set(u.sp)
    f.set(start.number)
    u.used = True
    return start, end


@writes(INTS, ir.IsMeld)
def is_meld(u: Unit, node: ir.IsMeld) -> None:
    """Whether all cards together are a meld: one that leaves none out, no card twice."""
    w, f, cards = Writer(u.f), u.f, u.listed(node.cards)
    at, length = Var(f, cards.at), Var(f, cards.length)
    answer = w.var(0)
    with f.block() as out:
        with w.count(0, length) as n, w.when(
                call(u.b.runtime("place_of"), at, n, load(at + (n << 2))) >= 0):
            f.br(out)
        for number in node.melds:
            info = u.b.program.melds[number]
            low, high = sum(part.low for part in info.parts), sum(part.high for part in info.parts)
            with w.when((length >= low) & (length <= high)):
                start, end = records(u, cards, number)
                with w.repeat(start < end):
                    with w.when(load(start).eq(length + 2 + len(info.parts))):
                        answer.set(1)
                        f.br(out)
                    start.add((load(start) << 2) + 4)
    f.get(answer.number)


@writes(INTS, ir.FoldMelds)
def fold_melds(u: Unit, node: ir.FoldMelds) -> None:
    """A fold over melds, each a list in a register."""
    cards, reg = u.listed(node.cards), u.list_reg(node.reg)
    found = [records(u, cards, number) for number in node.melds]

    def walk(_: int, body: Body) -> None:
        f, w = u.f, Writer(u.f)
        for start, end in found:
            with w.repeat(start < end):
                Var(f, reg.at).set(start + 4)
                Var(f, reg.length).set(load(start))
                start.add((load(start) << 2) + 4)
                body(reg.at)
    fold_of(u, node.op, walk, (reg.at, node.where, node.each))


# ---------------------------------------------------------------- picks


@writes(STEPS, ir.PickMeld)
def pick_meld(walk: Walk, node: ir.PickMeld, length: Length, behind: Behind) -> None:
    """The melds by ascending paths; of equal paths the first."""
    u, f, w = walk.u, walk.u.f, Writer(walk.u.f)
    cards = u.listed(node.cards, own=True)
    kept = saved_list(u, node.at, node.bound)
    entries = _entries(walk, node, cards)
    spot, end, entry, size = Var(f, entries.at), w.var(), w.var(), w.var()
    end.set(spot + (Var(f, entries.length) << 2))
    passed, before = w.var(0), w.var(0)

    def inside() -> None:
        with w.repeat(spot < end):
            entry.set(load(spot))
            spot.add(4)
            size.set(load(entry))
            with walk.skipping() as skip:
                if walk.held:
                    skip_passed(walk, length, entry, (passed, before), skip)
                _candidate(walk, node, entry, skip)
                _copy_path(walk, length, entry, size, node.point)
                after = w.var(size)
                if length.local >= 0:
                    after.add(Var(f, length.local))
                with walk.after(Asked(node), (node.at, WrittenCells(node.bound))):
                    u.released(lambda: walk.go_on(length, lambda: behind(Length(after.number, length.plus)),
                                                  lambda: pass_like(walk, length, entry, (passed, before))))
    walk.restoring(inside, lambda: restore_list(u, node.at, kept))


def _candidate(walk: Walk, node: ir.PickMeld, entry: Var, skip: int) -> None:
    """Write the meld of an entry into its cells; skip it unless it passes."""
    u, f = walk.u, walk.u.f
    walk.try_one(node.span)
    record = load(entry, 4)
    Writer(f).do(u.b.runtime("write_cells"), STATE + 4 * node.at, node.bound, record + 4, load(record))
    if node.where is not None:
        u.tested(node.where)
        f.op("i32.eqz")
        f.br_if(skip)


def _copy_path(walk: Walk, length: Length, entry: Var, size: Var, point: int) -> None:
    if walk.keeps:
        w, b = Writer(walk.u.f), walk.u.b
        base: Word = Var(walk.u.f, length.local) << 2 if length.local >= 0 else word(0)
        w.do(b.runtime("copy_words"), base + (b.layout.path + 4 * length.plus), entry + 8, size)
        if b.stepping:
            with w.count(0, size) as n:
                w.store(base + (n << 2), point, b.layout.points + 4 * length.plus)


def _entries(walk: Walk, node: ir.PickMeld, cards: Listed) -> Listed:
    """Addresses of entries (length of the path, record, path), ascending by path."""
    u, f = walk.u, walk.u.f
    w, b = Writer(f), walk.u.b
    found = [records(u, cards, number) for number in node.melds]
    sp, total = Var(f, u.sp), w.var(0)
    for start, end in found:
        spot = w.var(start)
        with w.repeat(spot < end):
            spot.add((load(spot) << 2) + 4)
            total.add(1)
    entries, n = w.var(sp), w.var(0)
    sp.add(total << 2)
    u.used = True
    for number, (start, end) in zip(node.melds, found, strict=True):
        path = b.meld_part("path", number)
        with w.repeat(start < end):
            w.store(sp, call(path, sp + 8, start, Var(f, walk.seat), int(not one_zone(node.cards)),
                             int(len(node.melds) > 1)))
            w.store(sp, start, 4)
            with w.when(load(sp) < ANSWER_BOUND), w.when(call(b.runtime("insert_entry"), entries, n, sp)):
                n.add(1)
                sp.add((load(sp) << 2) + 8)
            start.add((load(start) << 2) + 4)
    return Listed(entries.number, n.number)


def path(b: Builder, number: int, f: Func) -> None:
    """(target, record, seat, several zones, several patterns): the path of a meld; its length."""
    info = b.program.melds[number]
    w = Writer(f)
    target, record, seat, several, named = w.params()
    to, spot, size, start = w.var(target), w.var(record + 12), w.var(), w.var()
    with w.when(named):
        w.store(to, number)
        to.add(4)
    for part in info.parts:
        size.set(load(spot))
        start.set(to)
        with w.count(0, size) as n:
            w.store(to, call(b.runtime("card_key"), load(spot + (n << 2), 4), seat, several))
            to.add(4)
        w.do(b.runtime("sort"), start, size)
        with w.when(size < part.high):
            w.store(to, DONE)
            to.add(4)
        spot.add((size << 2) + 4)
    w.push((to - target) >> 2)


def insert_entry(b: Builder, f: Func) -> None:
    """(entries, n, entry): put an entry where its path belongs, unless the path is there already; whether it is new."""
    w = Writer(f)
    entries, n, entry = w.params()
    spot, order = w.var(entries + (n << 2)), w.var()
    with w.repeat(spot > entries) as out:
        order.set(call(b.runtime("compare_paths"), load(spot - 4), entry))
        with w.when(order.eq(0)):
            w.give(0)
        (order < 0).write(f)
        f.br_if(out)
        spot.add(-4)
    place = w.var(entries + (n << 2))
    with w.repeat(place > spot):
        w.store(place, load(place - 4))
        place.add(-4)
    w.store(spot, entry)
    w.push(1)


def compare_paths(b: Builder, f: Func) -> None:
    """(entry, entry): below 0, 0 or above 0, as the first path comes before the second, is the same or comes after."""
    w = Writer(f)
    first, second = w.params()
    size = w.var(pick(load(first) < load(second), load(first), load(second)))
    with w.count(0, size) as n:
        a, c = w.var(load(first + (n << 2), 8)), w.var(load(second + (n << 2), 8))
        with w.when(a.ne(c)):
            w.give(pick(a < c, -1, 1))
    w.push(load(first) - load(second))


RUNTIME = {"insert_entry": (insert_entry, 3, 1), "compare_paths": (compare_paths, 2, 1)}
