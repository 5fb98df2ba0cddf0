"""What is read off lists in, instructions out: sizes, elements, members, folds."""

from __future__ import annotations

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.wasm.arena import Body
from rulelang.wasm.emit_cards import card_cell
from rulelang.wasm.emit_numbers import clamp
from rulelang.wasm.encode import I32
from rulelang.wasm.hoist import before_loop
from rulelang.wasm.unit import EACH, INTS, Unit, Walker, writes


@writes(INTS, ir.Size)
def size(u: Unit, node: ir.Size) -> None:
    """How long a list is."""
    if isinstance(node.of, ir.ListCell) and node.of.at in u.held:
        u.f.const(len(u.held[node.of.at]))
    elif isinstance(node.of, ir.ZoneCards):
        u.number(ir.ZoneSize(node.of.zone))
    elif type(node.of) in EACH:
        count(u, node.of, None, u.f.local())
    else:
        u.f.get(u.listed(node.of).length)


@writes(INTS, ir.Element)
def element(u: Unit, node: ir.Element) -> None:
    """One element."""
    if isinstance(node.of, ir.ZoneCards):
        u.number(ir.CardAt(node.of.zone, node.position))
        return
    if isinstance(node.of, ir.ListCell) and node.of.at in u.held and isinstance(node.position, ir.Const):
        values, n = u.held[node.of.at], node.position.value
        if 1 <= n <= len(values):
            u.f.get(values[n - 1])
        else:
            u.f.const(NONE)
        return
    f, of, place = u.f, u.listed(node.of), u.f.local()
    u.number(node.position)
    f.const(1)
    f.op("i32.sub")
    f.tee(place)
    f.get(of.length)
    f.op("i32.lt_u")
    with f.when(I32):
        f.get(of.at)
        f.get(place)
        f.const(2)
        f.op("i32.shl", "i32.add")
        f.load()
        f.otherwise()
        f.const(NONE)


@writes(INTS, ir.Member)
def member(u: Unit, node: ir.Member) -> None:
    """Whether a value is in a list; for the cards of a zone, whether the card lies there."""
    f, value = u.f, u.value(node.value)
    if isinstance(node.of, ir.ZoneCards):
        _lies_in(u, value, u.value(node.of.zone))
        return
    walk, x = u.walker(node.of), f.local()
    with f.block(I32) as found:
        def look(one: int) -> None:
            f.const(1)
            f.get(one)
            f.get(value)
            f.op("i32.eq")
            f.br_if(found)
            f.op("drop")
        walk(x, look)
        f.const(0)


def _lies_in(u: Unit, card: int, zone: int) -> None:
    f = u.f
    f.get(zone)
    f.const(0)
    f.op("i32.ge_s")
    f.get(card)
    f.const(len(u.b.program.cards))
    f.op("i32.lt_u", "i32.and")
    with f.when(I32):
        card_cell(u, card, 0)
        f.get(zone)
        f.op("i32.eq")
        f.otherwise()
        f.const(0)


@writes(INTS, ir.SameList)
def same_list(u: Unit, node: ir.SameList) -> None:
    """Whether two lists are equal."""
    f, left, right = u.f, u.listed(node.left), u.listed(node.right)
    f.get(left.at)
    f.get(left.length)
    f.get(right.at)
    f.get(right.length)
    f.call(u.b.runtime("same_words"))


# ---------------------------------------------------------------- folds


@writes(INTS, ir.Fold)
def fold(u: Unit, node: ir.Fold) -> None:
    """One number from the elements of a list that count."""
    reg = u.reg(node.reg)
    walk = u.walker(node.source)
    each = ir.Reg(node.reg) if node.each is None else node.each
    with before_loop(u, node.where, each, reg=node.reg):
        fold_of(u, node.op, walk, (reg, node.where, each))


# The register's local, which elements count, what each gives.
Folding = tuple[int, ir.IntExpr | None, ir.IntExpr | None]


def fold_of(u: Unit, op: str, walk: Walker, what: Folding) -> None:
    """One number from what is walked."""
    if op == "count":
        _count(u, walk, what)
    elif op in ("any", "all", "first"):
        search(u, op, walk, what)
    else:
        total(u, op, walk, what)


def count(u: Unit, source: ir.ListExpr, where: ir.IntExpr | None, x: int) -> None:
    """How many elements count."""
    _count(u, u.walker(source), (x, where, None))


def _count(u: Unit, walk: Walker, what: Folding) -> None:
    f, n = u.f, u.f.local()
    f.const(0)
    f.set(n)

    def look(_: int) -> None:
        f.get(n)
        if what[1] is None:
            f.const(1)
        else:
            u.tested(what[1])
        f.op("i32.add")
        f.set(n)
    walk(what[0], look)
    f.get(n)


def passing(u: Unit, where: ir.IntExpr | None, body: Body) -> Body:
    """A body for the elements that count."""
    def look(x: int) -> None:
        if where is None:
            body(x)
            return
        u.tested(where)
        with u.f.when():
            body(x)
    return look


def search(u: Unit, op: str, walk: Walker, what: Folding) -> None:
    """any, all, first: stop where the answer is known."""
    f, (reg, where, each) = u.f, what
    with f.block(I32) as known:
        def look(x: int) -> None:
            if op == "first":
                f.get(x)
                f.br(known)
                return
            f.const(1 if op == "any" else 0)
            u.tested(each or ir.Const(1))
            if op == "all":
                f.op("i32.eqz")
            f.br_if(known)
            f.op("drop")
        walk(reg, passing(u, where, look))
        f.const({"any": 0, "all": 1, "first": NONE}[op])


def total(u: Unit, op: str, walk: Walker, what: Folding) -> None:
    """sum, max, min; NONE values are passed over."""
    f, best, value = u.f, u.f.local(), u.f.local()
    f.const(0 if op == "sum" else NONE)
    f.set(best)

    def look(_: int) -> None:
        u.counted(what[2] or ir.Const(0))
        f.set(value)
        if op == "sum":
            _add(u, best, value)
        else:
            _keep_better(u, op, best, value)
    walk(what[0], passing(u, what[1], look))
    f.get(best)


def _add(u: Unit, best: int, value: int) -> None:
    f = u.f
    f.get(best)
    f.op("i64.extend_i32_s")
    f.const(0)
    f.get(value)
    f.get(value)
    f.const(NONE)
    f.op("i32.eq", "select", "i64.extend_i32_s", "i64.add")
    clamp(f)
    f.set(best)


def _keep_better(u: Unit, op: str, best: int, value: int) -> None:
    """max: NONE is the least number anyway; min: NONE as best so far stands for nothing yet."""
    f = u.f
    f.get(value)
    f.get(best)
    f.get(value)
    f.get(best)
    f.op("i32.gt_s" if op == "max" else "i32.lt_s")
    if op == "min":
        f.get(best)
        f.const(NONE)
        f.op("i32.eq", "i32.or")
        f.get(value)
        f.const(NONE)
        f.op("i32.ne", "i32.and")
    f.op("select")
    f.set(best)
