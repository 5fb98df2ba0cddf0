"""Expressions of the IR in, closures `f(s, r)` out: numbers, cells, tests, cards and calls (lists: `lists.py`)."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, ne
from typing import Any

from rulelang.engine.code import Code, ExprCode, IntCode, Ints, ListCode, Registers
from rulelang.engine.unseen import Withheld, open_entry
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import HIGHEST, LOWEST, NONE, divide_down, divide_up, modulo, saturate

Compiler = Callable[[Code, Any], ExprCode]
INTS: dict[type, Compiler] = {}
LISTS: dict[type, Compiler] = {}


def int_expr(code: Code, node: ir.IntExpr) -> IntCode:
    """The closure of an expression that gives an int."""
    return INTS[type(node)](code, node)


def list_expr(code: Code, node: ir.ListExpr) -> ListCode:
    """The closure of an expression that gives a list. Its result may be the program's own: never change it."""
    return LISTS[type(node)](code, node)


def any_expr(code: Code, node: ir.Expr) -> ExprCode:
    """The closure of an expression that gives an int or a list."""
    kind = type(node)
    return (INTS[kind] if kind in INTS else LISTS[kind])(code, node)


def compiles(table: dict[type, Compiler], kind: type) -> Callable[[Any], Any]:
    """Register the compiler of one kind of node."""
    def register(compiler: Any) -> Any:
        table[kind] = compiler
        return compiler
    return register


# ---------------------------------------------------------------- cells and tables


@compiles(INTS, ir.Const)
def _const(code: Code, node: ir.Const) -> IntCode:
    value = node.value
    return lambda s, r: value


@compiles(INTS, ir.Reg)
def _reg(code: Code, node: ir.Reg) -> IntCode:
    number = node.number
    return lambda s, r: r[number]


@compiles(INTS, ir.Cell)
def _cell(code: Code, node: ir.Cell) -> IntCode:
    at = node.at
    return lambda s, r: s[at]


@compiles(INTS, ir.CellIn)
def _cell_in(code: Code, node: ir.CellIn) -> IntCode:
    base, count, index = node.base, node.count, int_expr(code, node.index)

    def run(s: Ints, r: Registers) -> int:
        i = index(s, r)
        return s[base + i] if 0 <= i < count else NONE
    return run


@compiles(INTS, ir.MenuCount)
def _menu_count(code: Code, node: ir.MenuCount) -> IntCode:
    menu, name = int_expr(code, node.menu), node.name

    def run(s: Ints, r: Registers) -> int:
        at = menu(s, r)
        return s[at + name] if at > 0 else 0
    return run


@compiles(INTS, ir.FamilyIndex)
def _family_index(code: Code, node: ir.FamilyIndex) -> IntCode:
    base = node.base
    keys = [(int_expr(code, key), low, size, stride) for key, low, size, stride in node.keys]
    if len(keys) == 1:
        key, low, size, stride = keys[0]

        def single(s: Ints, r: Registers) -> int:
            i = key(s, r) - low
            return base + i * stride if 0 <= i < size else NONE
        return single

    def several(s: Ints, r: Registers) -> int:
        found = base
        for key, low, size, stride in keys:
            i = key(s, r) - low
            if not 0 <= i < size:
                return NONE
            found += i * stride
        return found
    return several


@compiles(INTS, ir.Lookup)
def _lookup(code: Code, node: ir.Lookup) -> IntCode:
    table, index = code.program.tables[node.table], int_expr(code, node.index)
    size = len(table)

    def run(s: Ints, r: Registers) -> int:
        i = index(s, r)
        try:
            return table[i] if 0 <= i < size else NONE
        except Withheld as unseen:
            return open_entry(table, unseen)
    return run


# ---------------------------------------------------------------- arithmetic and tests


@compiles(INTS, ir.Unary)
def _unary(code: Code, node: ir.Unary) -> IntCode:
    value = int_expr(code, node.value)
    if node.op == "not":
        return lambda s, r: 0 if value(s, r) == 1 else 1
    if node.op == "is_none":
        return lambda s, r: 1 if value(s, r) == NONE else 0
    if node.op == "neg":
        return lambda s, r: saturate(-value(s, r))

    def or_zero(s: Ints, r: Registers) -> int:
        x = value(s, r)
        return 0 if x == NONE else x
    return or_zero


def _equality(test: Callable[[int, int], bool], same: bool, code: Code, node: ir.Binary) -> IntCode:
    """Equality, with the frequent cases (a cell, a register, a constant) read in place."""
    left, right = int_expr(code, node.left), int_expr(code, node.right)
    yes, no = (1, 0) if same else (0, 1)
    if isinstance(node.right, ir.Const):
        constant = node.right.value
        if isinstance(node.left, ir.Cell):
            at = node.left.at
            return lambda s, r: yes if s[at] == constant else no
        return lambda s, r: yes if left(s, r) == constant else no
    if isinstance(node.right, ir.Cell):
        cell = node.right.at
        return lambda s, r: yes if left(s, r) == s[cell] else no
    return lambda s, r: 1 if test(left(s, r), right(s, r)) else 0


def _less(code: Code, node: ir.Binary) -> IntCode:
    left, right = int_expr(code, node.left), int_expr(code, node.right)
    if isinstance(node.right, ir.Const):
        constant = node.right.value
        return lambda s, r: 1 if NONE < left(s, r) < constant else 0
    return lambda s, r: 1 if NONE < left(s, r) < right(s, r) else 0


def _at_most(code: Code, node: ir.Binary) -> IntCode:
    left, right = int_expr(code, node.left), int_expr(code, node.right)
    if isinstance(node.right, ir.Const):
        constant = node.right.value
        return lambda s, r: 1 if NONE < left(s, r) <= constant else 0
    return lambda s, r: 1 if NONE < left(s, r) <= right(s, r) else 0


def _add(code: Code, node: ir.Binary) -> IntCode:
    left, right = int_expr(code, node.left), int_expr(code, node.right)

    def run(s: Ints, r: Registers) -> int:
        x = left(s, r) + right(s, r)
        return x if LOWEST <= x <= HIGHEST else saturate(x)
    return run


def _subtract(code: Code, node: ir.Binary) -> IntCode:
    left, right = int_expr(code, node.left), int_expr(code, node.right)

    def run(s: Ints, r: Registers) -> int:
        x = left(s, r) - right(s, r)
        return x if LOWEST <= x <= HIGHEST else saturate(x)
    return run


def _multiply(code: Code, node: ir.Binary) -> IntCode:
    left, right = int_expr(code, node.left), int_expr(code, node.right)
    return lambda s, r: saturate(left(s, r) * right(s, r))


def _by(compute: Callable[[int, int], int], code: Code, node: ir.Binary) -> IntCode:
    left, right = int_expr(code, node.left), int_expr(code, node.right)
    return lambda s, r: compute(left(s, r), right(s, r))


def _smaller(a: int, b: int) -> int:
    return a if a < b else b


def _larger(a: int, b: int) -> int:
    return a if a > b else b


_BINARY: dict[str, Callable[[Code, ir.Binary], IntCode]] = {
    "add": _add,
    "sub": _subtract,
    "mul": _multiply,
    "div_up": lambda code, node: _by(divide_up, code, node),
    "div_down": lambda code, node: _by(divide_down, code, node),
    "mod": lambda code, node: _by(modulo, code, node),
    "min": lambda code, node: _by(_smaller, code, node),
    "max": lambda code, node: _by(_larger, code, node),
    "eq": lambda code, node: _equality(eq, True, code, node),
    "ne": lambda code, node: _equality(ne, False, code, node),
    "lt": _less,
    "le": _at_most,
}


@compiles(INTS, ir.Binary)
def _binary(code: Code, node: ir.Binary) -> IntCode:
    return _BINARY[node.op](code, node)


@compiles(INTS, ir.All)
def _all(code: Code, node: ir.All) -> IntCode:
    parts = [int_expr(code, part) for part in node.parts]
    if len(parts) == 2:
        first, second = parts
        return lambda s, r: 1 if first(s, r) == 1 and second(s, r) == 1 else 0

    def run(s: Ints, r: Registers) -> int:
        for part in parts:
            if part(s, r) != 1:
                return 0
        return 1
    return run


@compiles(INTS, ir.Any)
def _any(code: Code, node: ir.Any) -> IntCode:
    parts = [int_expr(code, part) for part in node.parts]
    if len(parts) == 2:
        first, second = parts
        return lambda s, r: 1 if first(s, r) == 1 or second(s, r) == 1 else 0

    def run(s: Ints, r: Registers) -> int:
        for part in parts:
            if part(s, r) == 1:
                return 1
        return 0
    return run


@compiles(INTS, ir.Choice)
@compiles(LISTS, ir.Choice)
def _choice(code: Code, node: ir.Choice) -> ExprCode:
    condition = int_expr(code, node.condition)
    then, other = any_expr(code, node.then), any_expr(code, node.other)
    return lambda s, r: then(s, r) if condition(s, r) == 1 else other(s, r)


# ---------------------------------------------------------------- zones and cards


@compiles(INTS, ir.ZoneSize)
def _zone_size(code: Code, node: ir.ZoneSize) -> IntCode:
    if isinstance(node.zone, ir.Const) and node.zone.value >= 0:
        base = code.zones.at[node.zone.value]
        return lambda s, r: s[base]
    zone, at = int_expr(code, node.zone), code.zones.at

    def run(s: Ints, r: Registers) -> int:
        z = zone(s, r)
        return s[at[z]] if z >= 0 else 0
    return run


@compiles(INTS, ir.CardAt)
def _card_at(code: Code, node: ir.CardAt) -> IntCode:
    zone, position, card_at = int_expr(code, node.zone), int_expr(code, node.position), code.zones.card_at
    return lambda s, r: card_at(s, zone(s, r), position(s, r))


@compiles(INTS, ir.CardInfo)
def _card_info(code: Code, node: ir.CardInfo) -> IntCode:
    card, zones = int_expr(code, node.card), code.zones
    if node.what == "position":
        position = zones.position
        return lambda s, r: position(s, card(s, r))
    if node.what == "print":
        return _card_print(code, card)
    if node.what == "owner":
        return _card_owner(code, card)
    base = zones.card_cells + (1 if node.what == "face" else 0)

    def cell(s: Ints, r: Registers) -> int:
        c = card(s, r)
        return s[base + 2 * c] if c >= 0 else NONE
    return cell


def _card_print(code: Code, card: IntCode) -> IntCode:
    prints = code.program.cards

    def run(s: Ints, r: Registers) -> int:
        c = card(s, r)
        return prints[c] if c >= 0 else NONE
    return run


def _card_owner(code: Code, card: IntCode) -> IntCode:
    zones, base = code.zones, code.zones.card_cells

    def run(s: Ints, r: Registers) -> int:
        c = card(s, r)
        return zones.owner(s, s[base + 2 * c]) if c >= 0 else NONE
    return run


@compiles(INTS, ir.Available)
def _available(code: Code, node: ir.Available) -> IntCode:
    from rulelang.engine.movement import refill_cards

    zone, zones, program = int_expr(code, node.zone), code.zones, code.program

    def run(s: Ints, r: Registers) -> int:
        z = zone(s, r)
        if z < 0:
            return 0
        found: set[int] = set()
        for source in program.zones[z].refill:
            found.update(refill_cards(code, s, source))
        return zones.size(s, z) + len(found)
    return run


# ---------------------------------------------------------------- calls


@compiles(INTS, ir.CallFunction)
@compiles(LISTS, ir.CallFunction)
def _call_function(code: Code, node: ir.CallFunction) -> ExprCode:
    args = [any_expr(code, arg) for arg in node.args]
    number, function = node.function, code.function
    rest = [0] * (code.program.functions[number].registers - len(args))
    if len(args) == 1:
        only = args[0]
        return lambda s, r: function(number)(s, [only(s, r), *rest])
    return lambda s, r: function(number)(s, [*[arg(s, r) for arg in args], *rest])


@compiles(INTS, ir.Can)
def _can(code: Code, node: ir.Can) -> IntCode:
    from rulelang.engine.search import can_complete

    player, menu, actions = int_expr(code, node.player), int_expr(code, node.menu), node.actions

    def run(s: Ints, r: Registers) -> int:
        seat, at = player(s, r), menu(s, r)
        if seat < 1:
            return 0
        for action in actions:
            if can_complete(code, s, action, seat, at):
                return 1
        return 0
    return run


@compiles(INTS, ir.Knows)
def _knows(code: Code, node: ir.Knows) -> IntCode:
    from rulelang.engine.knowledge import Knowledge

    player, card, knowledge = int_expr(code, node.player), int_expr(code, node.card), Knowledge(code.program)

    def run(s: Ints, r: Registers) -> int:
        seat, c = player(s, r), card(s, r)
        return 1 if seat > 0 and c >= 0 and knowledge.knows(s, seat, c) else 0
    return run


@compiles(INTS, ir.BestMelds)
def _best_melds(code: Code, node: ir.BestMelds) -> IntCode:
    from rulelang.engine.packing import best_melds

    cards, melds = list_expr(code, node.cards), node.melds
    return lambda s, r: best_melds(code, s, cards(s, r), melds)


@compiles(INTS, ir.IsMeld)
def _is_meld(code: Code, node: ir.IsMeld) -> IntCode:
    from rulelang.engine.melds import is_meld

    cards, melds = list_expr(code, node.cards), node.melds
    return lambda s, r: 1 if is_meld(code, s, cards(s, r), melds) else 0
