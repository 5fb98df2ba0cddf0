"""Expressions of the IR in, closures `f(s, r)` out: tables, choices, cards and calls.

Arithmetic, tests and cells are in `inline.py`, lists in `lists.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.engine.code import Code, ExprCode, IntCode, Ints, ListCode, Registers
from rulelang.engine.inline import has_text, inlined
from rulelang.engine.unseen import Withheld, open_entry
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE

Compiler = Callable[[Code, Any], ExprCode]
INTS: dict[type, Compiler] = {}
LISTS: dict[type, Compiler] = {}


def int_expr(code: Code, node: ir.IntExpr) -> IntCode:
    """The closure of an expression that gives an int."""
    return inlined(code, node, _int_closure) if has_text(type(node)) else INTS[type(node)](code, node)


def _int_closure(code: Code, node: ir.IntExpr) -> IntCode:
    compiler = INTS.get(type(node))
    return inlined(code, node, _int_closure) if compiler is None else compiler(code, node)


def list_expr(code: Code, node: ir.ListExpr) -> ListCode:
    """The closure of an expression that gives a list. Its result may be the program's own: never change it."""
    return LISTS[type(node)](code, node)


def any_expr(code: Code, node: ir.Expr) -> ExprCode:
    """The closure of an expression that gives an int or a list."""
    return LISTS[type(node)](code, node) if type(node) in LISTS else int_expr(code, node)  # type: ignore[arg-type]


def compiles(table: dict[type, Compiler], kind: type) -> Callable[[Any], Any]:
    """Register the compiler of one kind of node."""
    def register(compiler: Any) -> Any:
        table[kind] = compiler
        return compiler
    return register


# ---------------------------------------------------------------- tables


@compiles(INTS, ir.MenuCount)
def _menu_count(code: Code, node: ir.MenuCount) -> IntCode:
    menu, name = int_expr(code, node.menu), node.name

    def run(s: Ints, r: Registers) -> int:
        at = menu(s, r)
        return s[at + name] if at > 0 else 0
    return run


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


@compiles(INTS, ir.Choice)
@compiles(LISTS, ir.Choice)
def _choice(code: Code, node: ir.Choice) -> ExprCode:
    condition = int_expr(code, node.condition)
    then, other = any_expr(code, node.then), any_expr(code, node.other)
    return lambda s, r: then(s, r) if condition(s, r) == 1 else other(s, r)


# ---------------------------------------------------------------- zones and cards


@compiles(INTS, ir.CardAt)
def _card_at(code: Code, node: ir.CardAt) -> IntCode:
    zone, position, card_at = int_expr(code, node.zone), int_expr(code, node.position), code.zones.card_at
    return lambda s, r: card_at(s, zone(s, r), position(s, r))


@compiles(INTS, ir.CardInfo)
def _card_info(code: Code, node: ir.CardInfo) -> IntCode:
    """Position, print and owner; zone and face are read in place (`inline.py`)."""
    card, position = int_expr(code, node.card), code.zones.position
    if node.what == "position":
        return lambda s, r: position(s, card(s, r))
    return _card_print(code, card) if node.what == "print" else _card_owner(code, card)


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
    function = code.callee(node.function)
    rest = [0] * (code.program.functions[node.function].registers - len(args))
    if len(args) == 1:
        only = args[0]
        return lambda s, r: function(s, [only(s, r), *rest])
    if len(args) == 2:
        first, second = args
        return lambda s, r: function(s, [first(s, r), second(s, r), *rest])
    return lambda s, r: function(s, [*[arg(s, r) for arg in args], *rest])


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
    from rulelang.engine.printed import remembering

    cards, best = list_expr(code, node.cards), remembering(code, node.melds, best_melds)
    return lambda s, r: best(s, cards(s, r))


@compiles(INTS, ir.IsMeld)
def _is_meld(code: Code, node: ir.IsMeld) -> IntCode:
    from rulelang.engine.melds import is_meld
    from rulelang.engine.printed import remembering

    cards, fits = list_expr(code, node.cards), remembering(code, node.melds, is_meld)
    return lambda s, r: 1 if fits(s, cards(s, r)) else 0
