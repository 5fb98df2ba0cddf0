"""List expressions of the IR in, closures `f(s, r)` out, and what is read off a list: sizes, members, folds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulelang.engine.code import Code, IntCode, Ints, ListCode, Registers
from rulelang.engine.expressions import INTS, LISTS, compiles, int_expr, list_expr
from rulelang.engine.melds import find_melds
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE, saturate

LONGEST = 10_000

Folded = ir.Fold | ir.FoldMelds
Source = Callable[[Ints, Registers], Sequence[Any]]     # of ints, or of melds

# ---------------------------------------------------------------- sources


@compiles(LISTS, ir.Items)
def _items(code: Code, node: ir.Items) -> ListCode:
    items = [int_expr(code, item) for item in node.items]
    if node.drop_none:
        return lambda s, r: [x for item in items if (x := item(s, r)) != NONE]
    return lambda s, r: [item(s, r) for item in items]


@compiles(LISTS, ir.ConstList)
def _const_list(code: Code, node: ir.ConstList) -> ListCode:
    values = list(node.values)
    return lambda s, r: values


@compiles(LISTS, ir.ListReg)
def _list_reg(code: Code, node: ir.ListReg) -> ListCode:
    number = node.number
    return lambda s, r: r[number] or []


@compiles(LISTS, ir.ListCell)
def _list_cell(code: Code, node: ir.ListCell) -> ListCode:
    at = node.at
    return lambda s, r: s[at + 1:at + 1 + s[at]]


@compiles(LISTS, ir.MeldCards)
def _meld_cards(code: Code, node: ir.MeldCards) -> ListCode:
    """Number and worth, then count and cards of each part."""
    of, part = list_expr(code, node.of), node.part

    def run(s: Ints, r: Registers) -> Ints:
        meld, at = of(s, r), 2
        for _ in range(part):
            at += 1 + (meld[at] if at < len(meld) else 0)
        return meld[at + 1:at + 1 + meld[at]] if at < len(meld) else []
    return run


@compiles(LISTS, ir.SetCell)
def _set_cell(code: Code, node: ir.SetCell) -> ListCode:
    base, index, low, instances = node.base, int_expr(code, node.index), node.low, node.instances
    words = (node.count + 31) // 32
    places = [(i >> 5, 1 << (i & 31), low + i) for i in range(node.count)]

    def run(s: Ints, r: Registers) -> Ints:
        i = index(s, r)
        if not 0 <= i < instances:
            return []
        at = base + i * words
        return [value for word, bit, value in places if s[at + word] & bit]
    return run


@compiles(LISTS, ir.ZoneCards)
def _zone_cards(code: Code, node: ir.ZoneCards) -> ListCode:
    zone, cards = int_expr(code, node.zone), code.zones.cards
    return lambda s, r: cards(s, zone(s, r))


@compiles(LISTS, ir.Between)
def _between(code: Code, node: ir.Between) -> ListCode:
    low, high = int_expr(code, node.low), int_expr(code, node.high)

    def run(s: Ints, r: Registers) -> Ints:
        first, last = low(s, r), high(s, r)
        if first == NONE or last == NONE:
            return []
        return list(range(first, min(last, first + LONGEST - 1) + 1))
    return run


@compiles(LISTS, ir.Seats)
def _seats(code: Code, node: ir.Seats) -> ListCode:
    start, players = int_expr(code, node.start), code.program.players
    skip = 1 if node.skip else 0
    around = [[(seat + i) % players + 1 for i in range(skip, players)] for seat in range(players)]

    def run(s: Ints, r: Registers) -> Ints:
        seat = start(s, r)
        return around[seat - 1] if 1 <= seat <= players else []
    return run


@compiles(LISTS, ir.ListLookup)
def _list_lookup(code: Code, node: ir.ListLookup) -> ListCode:
    table = [list(entry) for entry in code.program.list_tables[node.table]]
    index, size = int_expr(code, node.index), len(table)

    def run(s: Ints, r: Registers) -> Ints:
        i = index(s, r)
        return table[i] if 0 <= i < size else []
    return run


# ---------------------------------------------------------------- lists from lists


@compiles(LISTS, ir.Joined)
def _joined(code: Code, node: ir.Joined) -> ListCode:
    left, right = list_expr(code, node.left), list_expr(code, node.right)
    return lambda s, r: left(s, r) + right(s, r)


@compiles(LISTS, ir.Without)
def _without(code: Code, node: ir.Without) -> ListCode:
    left, right = list_expr(code, node.left), list_expr(code, node.right)
    if node.once:
        return lambda s, r: _minus_once(left(s, r), right(s, r))

    def run(s: Ints, r: Registers) -> Ints:
        kept, gone = left(s, r), set(right(s, r))
        return [x for x in kept if x not in gone]
    return run


def _minus_once(left: Ints, right: Ints) -> Ints:
    left = left[:]
    for x in right:
        if x in left:
            left.remove(x)
    return left


@compiles(LISTS, ir.Sorted)
def _sorted(code: Code, node: ir.Sorted) -> ListCode:
    of = list_expr(code, node.of)
    if node.unique:
        return lambda s, r: sorted({x for x in of(s, r) if x != NONE})
    return lambda s, r: sorted(x for x in of(s, r) if x != NONE)


@compiles(LISTS, ir.Filter)
def _filter(code: Code, node: ir.Filter) -> ListCode:
    reg, source, where = node.reg, _counted(code, list_expr(code, node.source)), int_expr(code, node.where)

    def run(s: Ints, r: Registers) -> Ints:
        kept = []
        for x in source(s, r):
            r[reg] = x
            if where(s, r) == 1:
                kept.append(x)
        return kept
    return run


@compiles(LISTS, ir.Mapped)
def _mapped(code: Code, node: ir.Mapped) -> ListCode:
    reg, source, each = node.reg, _counted(code, list_expr(code, node.source)), int_expr(code, node.each)
    where = _where(code, node.where)

    def run(s: Ints, r: Registers) -> Ints:
        found = []
        for x in source(s, r):
            r[reg] = x
            if where is None or where(s, r) == 1:
                found.append(each(s, r))
        return found
    return run


@compiles(LISTS, ir.Extreme)
def _extreme(code: Code, node: ir.Extreme) -> ListCode:
    reg, source, by = node.reg, _counted(code, list_expr(code, node.source)), int_expr(code, node.by)
    sign = 1 if node.greatest else -1

    def run(s: Ints, r: Registers) -> Ints:
        kept: Ints = []
        best = NONE
        for x in source(s, r):
            r[reg] = x
            value = by(s, r)
            if value == NONE:
                continue
            value *= sign
            if value > best:
                best = value
                kept = [x]
            elif value == best:
                kept.append(x)
        return kept
    return run


def _where(code: Code, node: ir.IntExpr | None) -> IntCode | None:
    return None if node is None else int_expr(code, node)


def _counted(code: Code, source: ListCode) -> ListCode:
    """A source whose elements count as work, for queries that evaluate something for each of them."""
    go_through = code.go_through

    def run(s: Ints, r: Registers) -> Ints:
        found = source(s, r)
        go_through(len(found))
        return found
    return run


# ---------------------------------------------------------------- ints from lists


@compiles(INTS, ir.Size)
def _size(code: Code, node: ir.Size) -> IntCode:
    of = list_expr(code, node.of)
    return lambda s, r: len(of(s, r))


@compiles(INTS, ir.Element)
def _element(code: Code, node: ir.Element) -> IntCode:
    of, position = list_expr(code, node.of), int_expr(code, node.position)

    def run(s: Ints, r: Registers) -> int:
        values, i = of(s, r), position(s, r)
        return values[i - 1] if 1 <= i <= len(values) else NONE
    return run


@compiles(INTS, ir.Member)
def _member(code: Code, node: ir.Member) -> IntCode:
    of, value = list_expr(code, node.of), int_expr(code, node.value)
    return lambda s, r: 1 if value(s, r) in of(s, r) else 0


@compiles(INTS, ir.SameList)
def _same_list(code: Code, node: ir.SameList) -> IntCode:
    left, right = list_expr(code, node.left), list_expr(code, node.right)
    return lambda s, r: 1 if left(s, r) == right(s, r) else 0


@compiles(INTS, ir.Fold)
def _fold(code: Code, node: ir.Fold) -> IntCode:
    source = list_expr(code, node.source)
    return _FOLDS[node.op](code, node, source if node.where is node.each is None else _counted(code, source))


@compiles(INTS, ir.FoldMelds)
def _fold_melds(code: Code, node: ir.FoldMelds) -> IntCode:
    """Each meld is a list, as `PickMeld` stores it."""
    cards = list_expr(code, node.cards)

    def source(s: Ints, r: Registers) -> list[Ints]:
        held = cards(s, r)
        return [meld.flat() for number in node.melds for meld in find_melds(code, s, held, number)]
    return _FOLDS[node.op](code, node, source)


def _count(code: Code, node: Folded, source: Source) -> IntCode:
    reg, where = node.reg, _where(code, node.where)
    if where is None:
        return lambda s, r: len(source(s, r))

    def run(s: Ints, r: Registers) -> int:
        n = 0
        for x in source(s, r):
            r[reg] = x
            if where(s, r) == 1:
                n += 1
        return n
    return run


def _sum(code: Code, node: Folded, source: Source) -> IntCode:
    each_of = _each_of(code, node, source)

    def run(s: Ints, r: Registers) -> int:
        total = 0
        for value in each_of(s, r):
            if value != NONE:
                total = saturate(total + value)
        return total
    return run


def _most(code: Code, node: Folded, source: Source) -> IntCode:
    each_of = _each_of(code, node, source)
    return lambda s, r: max(each_of(s, r), default=NONE)


def _least(code: Code, node: Folded, source: Source) -> IntCode:
    each_of = _each_of(code, node, source)
    return lambda s, r: min((x for x in each_of(s, r) if x != NONE), default=NONE)


def _each_of(code: Code, node: Folded, source: Source) -> ListCode:
    """What `each` gives for the elements that count."""
    reg, where = node.reg, _where(code, node.where)
    each = int_expr(code, ir.Reg(reg) if node.each is None else node.each)

    def run(s: Ints, r: Registers) -> Ints:
        found = []
        for x in source(s, r):
            r[reg] = x
            if where is None or where(s, r) == 1:
                found.append(each(s, r))
        return found
    return run


def _some(code: Code, node: Folded, source: Source) -> IntCode:
    reg, test = node.reg, _tests(code, node)

    def run(s: Ints, r: Registers) -> int:
        for x in source(s, r):
            r[reg] = x
            if test(s, r) == 1:
                return 1
        return 0
    return run


def _every(code: Code, node: Folded, source: Source) -> IntCode:
    reg, where = node.reg, _where(code, node.where)
    each = int_expr(code, ir.Reg(reg) if node.each is None else node.each)

    def run(s: Ints, r: Registers) -> int:
        for x in source(s, r):
            r[reg] = x
            if (where is None or where(s, r) == 1) and each(s, r) != 1:
                return 0
        return 1
    return run


def _first(code: Code, node: Folded, source: Source) -> IntCode:
    reg, where = node.reg, _where(code, node.where)

    def run(s: Ints, r: Registers) -> int:
        for x in source(s, r):
            r[reg] = x
            if where is None or where(s, r) == 1:
                found: int = x
                return found
        return NONE
    return run


def _tests(code: Code, node: Folded) -> IntCode:
    """Whether an element counts and `each` holds for it."""
    each = ir.Reg(node.reg) if node.each is None else node.each
    return int_expr(code, each if node.where is None else ir.All((node.where, each)))


_FOLDS: dict[str, Callable[[Code, Folded, Source], IntCode]] = {
    "count": _count, "sum": _sum, "max": _most, "min": _least, "any": _some, "all": _every, "first": _first,
}
