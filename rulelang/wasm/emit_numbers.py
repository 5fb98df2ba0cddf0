"""Expressions of numbers, tests and cells in, instructions out: what `nodes.py` and `numbers.py` say, word by word."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import HIGHEST, LOWEST, NONE
from rulelang.wasm.encode import I32, I64, Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.unit import INTS, Unit, writes

# How many nodes a short formula may have, about.
MOST_SHORT = 4


@writes(INTS, ir.Const)
def const(u: Unit, node: ir.Const) -> None:
    """A number."""
    u.f.const(node.value)


@writes(INTS, ir.Reg)
def reg(u: Unit, node: ir.Reg) -> None:
    """A register."""
    u.f.get(u.reg(node.number))


@writes(INTS, ir.Cell)
def cell(u: Unit, node: ir.Cell) -> None:
    """A cell."""
    u.cell(node.at)


def entry(u: Unit, base: int, index: ir.IntExpr, count: int) -> None:
    """Push word `index` of `count` words at an address; NONE outside."""
    f = u.f
    if isinstance(index, ir.Const):
        if 0 <= index.value < count:
            f.load_at(base + 4 * index.value)
        else:
            f.const(NONE)
        return
    if u.lies_in(index, 0, count - 1):
        u.number(index)
        f.const(2)
        f.op("i32.shl")
        f.load(base)
        return
    u.number(index)
    at = f.local()
    f.tee(at)
    f.const(count)
    f.op("i32.lt_u")
    with f.when(I32):
        f.get(at)
        f.const(2)
        f.op("i32.shl")
        f.load(base)
        f.otherwise()
        f.const(NONE)


@writes(INTS, ir.CellIn)
def cell_in(u: Unit, node: ir.CellIn) -> None:
    """A cell of several."""
    entry(u, STATE + 4 * node.base, folded(node.index), node.count)


@writes(INTS, ir.Lookup)
def lookup(u: Unit, node: ir.Lookup) -> None:
    """An entry of a constant table."""
    entry(u, u.b.layout.table(node.table), folded(node.index), len(u.b.program.tables[node.table]))


@writes(INTS, ir.MenuCount)
def menu_count(u: Unit, node: ir.MenuCount) -> None:
    """A counter of a menu."""
    f, menu = u.f, node.menu
    if isinstance(menu, ir.Cell) and menu.at in u.fixed:
        menu = ir.Const(u.fixed[menu.at])
    if isinstance(menu, ir.Const):
        if menu.value > 0:
            u.cell(menu.value + node.name)
        else:
            f.const(0)
        return
    u.number(menu)
    at = f.local()
    f.tee(at)
    f.const(0)
    f.op("i32.gt_s")
    with f.when(I32):
        f.get(at)
        f.const(2)
        f.op("i32.shl")
        f.load(STATE + 4 * node.name)
        f.otherwise()
        f.const(0)


def folded(node: ir.IntExpr) -> ir.IntExpr:
    """A family's index as a constant where its keys are constants."""
    if isinstance(node, ir.FamilyIndex) and all(isinstance(key, ir.Const) for key, _, _, _ in node.keys):
        found = node.base
        for key, low, size, stride in node.keys:
            assert isinstance(key, ir.Const)
            if not 0 <= key.value - low < size:
                return ir.Const(NONE)
            found += (key.value - low) * stride
        return ir.Const(found)
    return node


@writes(INTS, ir.FamilyIndex)
def family_index(u: Unit, node: ir.FamilyIndex) -> None:
    """The index of an instance."""
    f, plain = u.f, folded(node)
    if isinstance(plain, ir.Const):
        f.const(plain.value)
        return
    places, tests = [], 0
    for key, low, size, _ in node.keys:
        places.append(f.local())
        u.number(key)
        if low:
            f.const(low)
            f.op("i32.sub")
        if u.lies_in(key, low, low + size - 1):
            f.set(places[-1])
            continue
        f.tee(places[-1])
        f.const(size)
        f.op("i32.lt_u")
        if tests:
            f.op("i32.and")
        tests += 1
    if not tests:
        _instance(u, node, places)
        return
    with f.when(I32):
        _instance(u, node, places)
        f.otherwise()
        f.const(NONE)


def _instance(u: Unit, node: ir.FamilyIndex, places: Sequence[int]) -> None:
    f = u.f
    f.const(node.base)
    for place, (_, _, _, stride) in zip(places, node.keys, strict=True):
        f.get(place)
        if stride != 1:
            f.const(stride)
            f.op("i32.mul")
        f.op("i32.add")


# ---------------------------------------------------------------- arithmetic


def clamp(f: Func) -> None:
    """Pop a 64-bit number, push the nearest representable one."""
    wide = f.local(I64)
    f.tee(wide)
    f.const64(HIGHEST)
    f.get(wide)
    f.const64(HIGHEST)
    f.op("i64.lt_s", "select")
    f.tee(wide)
    f.const64(LOWEST)
    f.get(wide)
    f.const64(LOWEST)
    f.op("i64.gt_s", "select", "i32.wrap_i64")


@writes(INTS, ir.Unary)
def unary(u: Unit, node: ir.Unary) -> None:
    """One operand."""
    f = u.f
    if node.op == "not":
        u.truth(node.value)
        f.op("i32.eqz")
        return
    u.number(node.value)
    if node.op == "or_zero" and not u.range(node.value).none:
        return
    if node.op == "is_none":
        f.const(NONE)
        f.op("i32.eq")
        return
    x = f.local()
    f.set(x)
    if node.op == "neg":
        f.const(HIGHEST)
        f.const(0)
        f.get(x)
        f.op("i32.sub")
    else:
        f.const(0)
        f.get(x)
    f.get(x)
    f.const(NONE)
    f.op("i32.eq", "select")


@writes(INTS, ir.Binary)
def binary(u: Unit, node: ir.Binary) -> None:
    """Two operands."""
    f = u.f
    if node.op in ("add", "sub", "mul"):
        if not u.b.ranges.saturates(node, u.known):
            u.number(node.left)
            u.number(node.right)
            f.op(f"i32.{node.op}")
            return
        if node.op != "mul" and isinstance(node.right, ir.Const) and 0 < abs(node.right.value) <= HIGHEST:
            _moved_by(u, u.value(node.left), node.right.value if node.op == "add" else -node.right.value)
            return
        u.number(node.left)
        f.op("i64.extend_i32_s")
        u.number(node.right)
        f.op("i64.extend_i32_s", f"i64.{node.op}")
        clamp(f)
    elif node.op in ("div_up", "div_down", "mod"):
        u.number(node.left)
        u.number(node.right)
        f.call(u.b.runtime(node.op))
    elif node.op in ("min", "max"):
        left, right = u.value(node.left), u.value(node.right)
        f.get(left)
        f.get(right)
        f.get(left)
        f.get(right)
        f.op("i32.lt_s" if node.op == "min" else "i32.gt_s", "select")
    elif node.op in ("eq", "ne"):
        u.number(node.left)
        u.number(node.right)
        f.op(f"i32.{node.op}")
    else:
        compare(u, node)


def compare(u: Unit, node: ir.Binary) -> None:
    """Less, or at most: no if either is NONE (no number is less than NONE, so the left one counts)."""
    f, op = u.f, f"i32.{node.op}_s"
    if not u.range(node.left).none:
        u.number(node.left)
        u.number(node.right)
        f.op(op)
        return
    u.number(node.left)
    left = f.local()
    f.tee(left)
    u.number(node.right)
    f.op(op)
    f.get(left)
    f.const(NONE)
    f.op("i32.ne", "i32.and")


# ---------------------------------------------------------------- tests


def _moved_by(u: Unit, value: int, by: int) -> None:
    """Push a local plus a number that is not 0; beyond what can be represented (as NONE is) the nearest number."""
    f = u.f
    f.get(value)
    f.const(by)
    f.op("i32.add")
    f.const(HIGHEST if by > 0 else LOWEST)
    f.get(value)
    f.const(HIGHEST - by if by > 0 else LOWEST - by)
    f.op("i32.le_s" if by > 0 else "i32.ge_s", "select")


@writes(INTS, ir.All)
def all_parts(u: Unit, node: ir.All) -> None:
    """Whether all parts hold."""
    chain(u, node.parts, True)


@writes(INTS, ir.Any)
def any_part(u: Unit, node: ir.Any) -> None:
    """Whether some part holds."""
    chain(u, node.parts, False)


def chain(u: Unit, parts: Sequence[ir.IntExpr], all_of: bool) -> None:
    """Parts from the left, stopping where the result is known; cheap ones are asked together with the one before."""
    f = u.f
    if not parts:
        f.const(int(all_of))
        return
    u.truth(parts[0])
    n = 1
    while n < len(parts) and costs_little(u, parts[n]):
        u.truth(parts[n])
        f.op("i32.and" if all_of else "i32.or")
        n += 1
    if n == len(parts):
        return
    with f.when(I32):
        if all_of:
            chain(u, parts[n:], all_of)
        else:
            f.const(1)
        f.otherwise()
        if all_of:
            f.const(0)
        else:
            chain(u, parts[n:], all_of)


def costs_little(u: Unit, node: ir.IntExpr) -> bool:
    """Whether a test is a few instructions without a branch: a wrong guess about whether to ask it would cost more."""
    if id(node) in u.hoisted:
        return True
    match node:
        case ir.Const() | ir.Reg() | ir.Cell() | ir.ZoneSize(zone=ir.Const()):
            return True
        case ir.Unary(op="not" | "is_none", value=value):
            return costs_little(u, value)
        case ir.Binary(op="eq" | "ne" | "lt" | "le", left=left, right=right):
            return costs_little(u, left) and costs_little(u, right)
        case ir.Lookup(table=table, index=index):
            return isinstance(index, ir.Reg | ir.Cell) and u.lies_in(index, 0, len(u.b.program.tables[table]) - 1)
        case ir.CardInfo(what="face" | "print" | "zone", card=card):
            return isinstance(card, ir.Reg | ir.Cell) and u.lies_in(card, 0, len(u.b.program.cards) - 1)
    return False


def is_short(u: Unit, node: ir.Expr, nodes: int = MOST_SHORT) -> bool:
    """Whether a number comes from very few instructions without a branch."""
    if nodes <= 0:
        return False
    match node:
        case ir.Const() | ir.Reg() | ir.Cell():
            return True
        case ir.Unary(op="or_zero" | "neg", value=value):
            return is_short(u, value, nodes - 1)
        case ir.Binary(op="add" | "sub", left=left, right=right):
            return not u.b.ranges.saturates(node, u.known) and (
                is_short(u, left, nodes // 2) and is_short(u, right, nodes // 2))
    return False


@writes(INTS, ir.Choice)
def choice(u: Unit, node: ir.Choice) -> None:
    """One of two numbers. Short formulas are both worked out: a processor that guesses wrong loses more."""
    f = u.f
    if is_short(u, node.then) and is_short(u, node.other):
        u.number(node.then)                # type: ignore[arg-type]
        u.number(node.other)               # type: ignore[arg-type]
        u.truth(node.condition)
        f.op("select")
        return
    u.truth(node.condition)
    with f.when(I32):
        u.number(node.then)            # type: ignore[arg-type]
        f.otherwise()
        u.number(node.other)           # type: ignore[arg-type]
