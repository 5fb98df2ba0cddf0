"""Statements in, instructions out (those that move cards: `emit_movement.py`); events and knowledge have no part."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rulelang.engine.code import FUNCTION_PASSES, SCORE_STEPS
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.program import VarInfo
from rulelang.wasm.emit_counts import count_misfit, mark
from rulelang.wasm.emit_numbers import clamp, folded
from rulelang.wasm.layout import STATE
from rulelang.wasm.ranges import Range
from rulelang.wasm.unit import Unit, Unsupported, is_list, writes
from rulelang.wasm.words import Var

StatementEmitter = Callable[[Unit, Any], None]
STATEMENTS: dict[type, StatementEmitter] = {}

# Statements that say nothing of where they stand.
_PURE = (ir.SetReg, ir.Append, ir.SetItem)


def statements(u: Unit, nodes: Sequence[ir.Statement]) -> None:
    """Statements in order; the last that says where it stands is the place of a fault behind them."""
    last = max((n for n, node in enumerate(nodes) if not isinstance(node, _PURE)), default=-1)
    marks = set[int]()
    for n, node in enumerate(nodes):
        if n == last and u.counting:
            u.f.const(node.span)
            u.f.gset(u.b.span)
        if u.counting:
            mark(u, node, marks)
        if u.merged:
            u.merged = False
            continue
        u.following = nodes[n + 1] if n + 1 < len(nodes) else None
        emitter = u.b.statements.get(type(node))
        if emitter is None:
            raise Unsupported(type(node).__name__)
        if isinstance(node, _PURE):
            emitter(u, node)
        else:
            _kept(u, lambda emitter=emitter, node=node: emitter(u, node), _sets_lists(node))   # type: ignore[misc]


def _kept(u: Unit, write: Callable[[], None], keeps: bool) -> None:
    """Give memory back behind a statement, unless a list register may lie there."""
    if keeps or u.keeps:
        u.keeps = True
        write()
    else:
        u.released(write)


def _sets_lists(node: ir.Statement) -> bool:
    """Whether a statement, or one inside it, gives a list register what lies in the arena."""
    match node:
        case ir.SetReg() | ir.Append() | ir.SetItem():
            return True
        case ir.If():
            return any(_sets_lists(inner) for inner in (*node.then, *node.other))
        case ir.Loop() | ir.While():
            return any(_sets_lists(inner) for inner in node.body)
    return False


# ---------------------------------------------------------------- registers


@writes(STATEMENTS, ir.SetReg)
def set_reg(u: Unit, node: ir.SetReg) -> None:
    """A register."""
    if not is_list(u.b, node.value):
        u.number(node.value)                               # type: ignore[arg-type]
        u.f.set(u.reg(node.number))
        return
    found, to = u.listed(node.value, own=u.counting), u.list_reg(node.number)     # type: ignore[arg-type]
    for source, target in zip(found, to, strict=True):
        u.f.get(source)
        u.f.set(target)
    u.keeps = True


@writes(STATEMENTS, ir.Append)
def append(u: Unit, node: ir.Append) -> None:
    """One more at the end; where the list does not end the used memory it is copied first."""
    f, value, to = u.f, u.value(node.value), u.list_reg(node.number)
    f.get(to.at)
    f.get(to.length)
    f.const(2)
    f.op("i32.shl", "i32.add")
    f.get(u.sp)
    f.op("i32.ne")
    with f.when():
        mine = u.copied(to)
        f.get(mine.at)
        f.set(to.at)
    u.push(value)
    f.get(to.length)
    f.const(1)
    f.op("i32.add")
    f.set(to.length)
    u.keeps = True


@writes(STATEMENTS, ir.SetItem)
def set_item(u: Unit, node: ir.SetItem) -> None:
    """Another element at a place, in a copy: other registers may share the list."""
    f, position, value, to = u.f, u.value(node.position), u.value(node.value), u.list_reg(node.number)
    f.get(position)
    f.const(1)
    f.op("i32.sub")
    f.get(to.length)
    f.op("i32.lt_u")
    with f.when():
        mine = u.copied(to)
        f.get(mine.at)
        f.tee(to.at)
        f.get(position)
        f.const(2)
        f.op("i32.shl", "i32.add")
        f.const(4)
        f.op("i32.sub")
        f.get(value)
        f.store()
    u.keeps = True


# ---------------------------------------------------------------- cells


@writes(STATEMENTS, ir.SetCellTo)
def set_cell(u: Unit, node: ir.SetCellTo) -> None:
    """A cell."""
    u.put(node.at, lambda: u.number(node.value))


@writes(STATEMENTS, ir.SetListTo)
def set_list(u: Unit, node: ir.SetListTo) -> None:
    """A list in cells."""
    write_list(u, node.at, node.bound, node.value)


def write_list(u: Unit, at: int, bound: int, value: ir.ListExpr) -> None:
    """A list into cells, zeros behind it."""
    if isinstance(value, ir.ConstList) and bound <= 16:
        values = value.values[:bound]
        for n, x in enumerate((len(values), *values) if values else ()):
            u.put(at + n, x)
        filled = len(values) + 1 if values else 0
        u.f.zeros_at(STATE + 4 * (at + filled), bound + 1 - filled)
        return
    found = u.listed(value)
    u.f.const(STATE + 4 * at)
    u.f.const(bound)
    u.f.get(found.at)
    u.f.get(found.length)
    u.f.call(u.b.runtime("write_cells"))


@writes(STATEMENTS, ir.AddLines)
def add_lines(u: Unit, node: ir.AddLines) -> None:
    """Lines of a score into a record."""
    with recorded_lines(u, node):
        pass


@contextmanager
def recorded_lines(u: Unit, node: ir.AddLines, *, told: bool = False) -> Iterator[tuple[int, int, list[int]]]:
    """Put lines of a score into their record, if there is one; the locals of index, player and lines.

    What is written inside is done only where the score counts. `told`: lines are worked out without a record, too.
    """
    program, f = u.b.program, u.f
    base = next((rec.base for rec in program.records if (rec.var, rec.score) == (node.var, node.score)), -1)
    count = program.vars[node.var].count
    index, player = u.value(node.index), u.value(node.player)
    f.get(index)
    f.const(count)
    f.op("i32.lt_u")
    f.get(player)
    f.const(0)
    f.op("i32.gt_s", "i32.and")
    with f.when():
        f.gget(u.b.left)
        f.const(SCORE_STEPS)
        f.op("i32.sub")
        f.gset(u.b.left)
        worth: list[int] = []
        for _, function in program.scores[node.score].lines if told or base >= 0 else ():
            u.b.calling(function, Var(f, u.sp), Var(f, player)).write(f)
            worth.append(f.local())
            f.set(worth[-1])
        for line, value in enumerate(worth if base >= 0 else ()):
            add_to(u, index, STATE + 4 * (base + line * count), value, node.sign)
        yield index, player, worth


def add_to(u: Unit, index: int, offset: int, value: int, sign: int) -> None:
    """Add a number (a local) to a word of an array, or take it from it."""
    f = u.f
    for _ in range(2):
        f.get(index)
        f.const(2)
        f.op("i32.shl")
    f.load(offset)
    f.op("i64.extend_i32_s")
    f.get(value)
    f.op("i64.extend_i32_s")
    f.const64(sign)
    f.op("i64.mul", "i64.add")
    clamp(f)
    f.store(offset)


@writes(STATEMENTS, ir.MoveTokens)
def move_tokens(u: Unit, node: ir.MoveTokens) -> None:
    """Tokens that are there."""
    u.number(node.source)
    u.number(node.target)
    u.number(node.amount)
    u.f.call(u.b.runtime("move_tokens"))


# ---------------------------------------------------------------- variables


@writes(STATEMENTS, ir.Store)
def store(u: Unit, node: ir.Store) -> None:
    """A variable."""
    info = u.b.program.vars[node.var]
    if info.set_count:
        _store_set(u, node)
    elif info.link:
        u.number(node.index)
        u.number(node.value)                               # type: ignore[arg-type]
        for n in (STATE + 4 * info.base, info.count, info.first_card):
            u.f.const(n)
        u.f.call(u.b.runtime("store_link"))
    else:
        _store_number(u, node)


def _store_number(u: Unit, node: ir.Store) -> None:
    """The nearest value in range; NONE only where it is allowed."""
    f, info, index = u.f, u.b.program.vars[node.var], folded(node.index)
    fixed = index.value if isinstance(index, ir.Const) else None
    if fixed is not None and not 0 <= fixed < info.count:
        return
    between, value = u.range(node.value), u.value(node.value)           # type: ignore[arg-type]
    place = u.value(index) if fixed is None else -1

    def write() -> None:
        count_misfit(u, node, Var(f, value), between)
        if fixed is not None:
            u.put(info.base + fixed, lambda: _in_range(u, value, info, between))
            return
        f.get(place)
        f.const(2)
        f.op("i32.shl")
        _in_range(u, value, info, between)
        f.store(STATE + 4 * info.base)
    tests = []
    if fixed is None and not u.lies_in(index, 0, info.count - 1):
        tests.append((place, info.count, "i32.lt_u"))
    if between.none and not info.optional:
        tests.append((value, NONE, "i32.ne"))
    for n, (local, number, op) in enumerate(tests):
        f.get(local)
        f.const(number)
        f.op(op, *["i32.and"] * (n > 0))
    if not tests:
        write()
        return
    with f.when():
        write()


def _in_range(u: Unit, value: int, info: VarInfo, between: Range) -> None:
    """Push the nearest number in a variable's range; NONE stays."""
    f = u.f
    if not between.none and info.low <= between.low and between.high <= info.high:
        f.get(value)
        return
    _within(u, value, info.low, info.high)
    if info.optional and between.none:
        f.const(NONE)
        f.get(value)
        f.const(NONE)
        f.op("i32.ne", "select")


def _within(u: Unit, value: int, low: int, high: int) -> None:
    """Push the nearest number in a range."""
    f, x = u.f, u.f.local()
    f.const(low)
    f.get(value)
    f.get(value)
    f.const(low)
    f.op("i32.lt_s", "select")
    f.set(x)
    f.const(high)
    f.get(x)
    f.get(x)
    f.const(high)
    f.op("i32.gt_s", "select")


def _store_set(u: Unit, node: ir.Store) -> None:
    """A set as bits; what it cannot hold is left out."""
    f, info = u.f, u.b.program.vars[node.var]
    index = u.value(node.index)
    values = u.stored(node.value)                       # type: ignore[arg-type]
    f.get(index)
    f.const(info.count)
    f.op("i32.lt_u")
    with f.when():
        f.get(index)
        f.const(4 * info.words)
        f.op("i32.mul")
        f.const(STATE + 4 * info.base)
        f.op("i32.add")
        for n in (info.words, info.low, info.set_count):
            f.const(n)
        f.get(values.at)
        f.get(values.length)
        f.call(u.b.runtime("store_set"))


# ---------------------------------------------------------------- control


@writes(STATEMENTS, ir.If)
def when(u: Unit, node: ir.If) -> None:
    """One of two lists of statements."""
    u.truth(node.condition)
    with u.f.when():
        statements(u, node.then)
        if node.other:
            u.f.otherwise()
            statements(u, node.other)


@writes(STATEMENTS, ir.Loop)
def loop(u: Unit, node: ir.Loop) -> None:
    """Statements for each element of a list, which is read before."""
    found, reg = u.stored(node.source), u.reg(node.reg)

    def body(_: int) -> None:
        if u.counting:
            u.b.count_step(u, node.span)
        statements(u, node.body)
    u.each_of(found, reg, body)


@writes(STATEMENTS, ir.While)
def repeat(u: Unit, node: ir.While) -> None:
    """Statements as long as a condition holds; functions stop by themselves."""
    f, passes = u.f, u.f.local()
    f.const(FUNCTION_PASSES)
    f.set(passes)
    with f.block() as out, f.loop() as again:
        if not u.counting:
            f.get(passes)
            f.op("i32.eqz")
            f.br_if(out)
            f.get(passes)
            f.const(1)
            f.op("i32.sub")
            f.set(passes)
        u.tested(node.condition)
        f.op("i32.eqz")
        f.br_if(out)
        if u.counting:
            u.b.count_step(u, node.span)
        statements(u, node.body)
        f.br(again)


@writes(STATEMENTS, ir.RevealCards)
@writes(STATEMENTS, ir.RevealValue)
@writes(STATEMENTS, ir.Announce)
def untold(u: Unit, node: ir.Statement) -> None:
    """Nobody is told anything in blind play."""
