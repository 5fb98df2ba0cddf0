"""A program in, nothing out: raises `VerifyError` where an executor could not trust it. Run on every load.

What is looked at: every number that refers to something, every address, the kinds of values and registers, that calls
cannot recurse, that blocks belong to one procedure and frames to themselves, how deeply things are nested.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.ir import nodes as ir
from rulelang.ir.flow import following
from rulelang.ir.program import ANSWER_BOUND, HEADER, Program
from rulelang.ir.wellformed import (
    ENDINGS,
    INTS,
    LISTS,
    PURE,
    Unit,
    VerifyError,
    body,
    cell,
    is_list,
    number,
    span,
    steps,
)

__all__ = ["VerifyError", "verify"]

# Nesting through calls: an executor may keep one host frame per level.
DEEPEST_CALLS = 500

Node = tuple[str, int]


def verify(program: Program) -> None:
    """Raise `VerifyError` unless the program is well-formed."""
    units: dict[Node, Unit] = {}
    _layout(program)
    for n, function in enumerate(program.functions):
        units["function", n] = _function(program, function)
    for n, action in enumerate(program.actions):
        units["head", n] = _head(program, action)
    for n, decision in enumerate(program.decisions):
        units["decision", n] = _decision(program, decision)
    for n, block in enumerate(program.blocks):
        units["block", n] = _block(program, n, block)
    _arguments(units.values(), [units["function", n] for n in range(len(program.functions))])
    _tables(program)
    _held(program)
    _procedures(program)
    _depth({name: (unit.deepest, _called(unit)) for name, unit in units.items()})


# ---------------------------------------------------------------- units


def _function(program: Program, function: ir.Function) -> Unit:
    unit = Unit(program, f"function {function.name}", function.registers)
    if not 0 <= function.parameters <= function.registers:
        unit.fail("more parameters than registers")
    body(unit, function.body)
    _pure(unit, function.body)
    _set_registers(unit, function.body)
    unit.node(function.result, LISTS if function.returns_list else INTS, "list" if function.returns_list else "int")
    span(unit, function.span)
    return unit


def _pure(unit: Unit, statements: Iterable[ir.Statement]) -> None:
    """Functions change registers only."""
    for statement in statements:
        if type(statement) not in PURE:
            unit.fail(f"a function contains {type(statement).__name__}")
        if isinstance(statement, ir.If):
            _pure(unit, (*statement.then, *statement.other))
        elif isinstance(statement, ir.Loop | ir.While):
            _pure(unit, statement.body)


def _set_registers(unit: Unit, statements: Iterable[ir.Statement]) -> None:
    """Registers that statements write hold what is written."""
    for statement in statements:
        if isinstance(statement, ir.SetReg):
            unit.register(statement.number, "list" if is_list(unit, statement.value) else "int")
        elif isinstance(statement, ir.If):
            _set_registers(unit, (*statement.then, *statement.other))
        elif isinstance(statement, ir.Loop | ir.While):
            _set_registers(unit, statement.body)


def _head(program: Program, action: ir.Action) -> Unit:
    unit = Unit(program, f"action {action.name}", action.registers)
    unit.within(action.procedure, 0, len(program.procedures), "procedure")
    steps(unit, action.steps)
    span(unit, action.span)
    return unit


def _decision(program: Program, decision: ir.Decision) -> Unit:
    unit = Unit(program, f"decision {decision.name}", decision.registers)
    if decision.kind not in ("choose", "either", "menu", "chance"):
        unit.fail(f"unknown kind {decision.kind!r}")
    number(unit, decision.decider)
    steps(unit, decision.steps)
    for at, bound in decision.nothing or ():
        cell(unit, at)
        cell(unit, at + bound)
    span(unit, decision.span)
    return unit


def _block(program: Program, n: int, block: ir.Block) -> Unit:
    unit = Unit(program, f"block {n}", block.registers)
    body(unit, block.statements)
    _set_registers(unit, block.statements)
    unit.node(block.ending, ENDINGS, "ending")
    return unit


def _arguments(units: Iterable[Unit], functions: list[Unit]) -> None:
    """Arguments are of the kind that the function's parameters hold."""
    for unit in units:
        for use in unit.uses:
            kinds = functions[use.function].kinds
            for n, argument in enumerate(use.args):
                kind = "list" if is_list(unit, argument) else "int"
                if kinds.get(n, kind) != kind:
                    unit.fail(f"argument {n + 1} of {functions[use.function].name} is no {kinds[n]}")


# ---------------------------------------------------------------- the whole


def _layout(program: Program) -> None:
    """Sections lie inside the state and behind header and answers."""
    unit = Unit(program, "layout", 0)
    first = HEADER + ANSWER_BOUND
    parts = [(z.at, 2 + z.capacity) for z in program.zones]
    parts += [(v.base, v.count * v.words) for v in program.vars]
    parts += [(p.frame, p.size) for p in program.procedures]
    parts.append((program.card_cells, 2 * len(program.cards)))
    parts.append((program.info_keys, 2 * program.players))
    end = first
    for at, size in sorted(part for part in parts if part[1]):
        if at < end or size < 0 or at + size > program.size:
            unit.fail(f"cells {at} to {at + size - 1} overlap others or lie outside")
        end = at + size
    if program.players < 1:
        unit.fail("no players")


def _tables(program: Program) -> None:
    """Numbers in the tables refer to something."""
    unit = Unit(program, "tables", 0)
    functions = [f for _, f in program.criteria] + [f for s in program.scores for _, f in s.lines]
    functions += [part.fits for meld in program.melds for part in meld.parts]
    for function in functions:
        unit.within(function, 0, len(program.functions), "function")
    optional = [program.payoff, program.estimate, *(r.where for z in program.zones for r in z.refill)]
    for function in [*optional, *(f for meld in program.melds for f in (meld.where, meld.worth))]:
        unit.within(function, -1, len(program.functions), "function")
    for meld in program.melds:
        for table in (*meld.same, *meld.different, *meld.consecutive):
            unit.within(table, 0, len(program.tables), "table")
    for printed in program.cards:
        unit.within(printed, 0, len(program.prints), "print")
    for zone in program.zones:
        if zone.kind not in ("stack", "row", "set"):
            unit.fail(f"a zone is a {zone.kind}")
        if not {zone.host_seen, zone.host_down_seen} <= {"", "owner", "others", "team"}:
            unit.fail(f"a zone is seen by {zone.host_seen} and {zone.host_down_seen}")
        for source in zone.refill:
            unit.within(source.zone, 0, len(program.zones), "zone")


def _held(program: Program) -> None:
    """Cells that are said to hold cards, zones or answers lie inside the state."""
    unit = Unit(program, "held cells", 0)
    for held in program.held:
        unit.within(held.at, HEADER, program.size - held.bound, "cell")
        if held.what not in ("card", "zone", "meld"):
            unit.fail(f"a cell holds a {held.what}")
    for block in program.at_once:
        unit.within(block.entry, 0, len(program.blocks), "block")
        for at, bound, base in block.stores:
            unit.within(at, HEADER, program.size - bound, "cell")
            unit.within(base, HEADER, program.size - program.players * (1 + bound) + 1, "cell")


def _procedures(program: Program) -> None:
    """Blocks belong to one procedure each; procedures do not call themselves, directly or through others."""
    unit = Unit(program, "procedures", 0)
    owner: dict[int, int] = {}
    calls: dict[Node, tuple[int, set[Node]]] = {}
    unit.within(program.start, 0, len(program.procedures), "procedure")
    unit.within(program.play_block, 0, len(program.blocks), "block")
    for n, procedure in enumerate(program.procedures):
        if procedure.size < 3:
            unit.fail(f"the frame of {procedure.name} is too small")
        unit.within(procedure.entry, 0, len(program.blocks), "block")
        called: set[Node] = set()
        waiting = [procedure.entry]
        while waiting:
            block = waiting.pop()
            if owner.setdefault(block, n) != n:
                unit.fail(f"block {block} belongs to {procedure.name} and {program.procedures[owner[block]].name}")
            ending = program.blocks[block].ending
            if isinstance(ending, ir.CallProcedure):
                called.add(("procedure", ending.procedure))
            waiting += [b for b in following(ending) if owner.get(b) != n]
        calls["procedure", n] = (0, called)
    _depth(calls)


def _called(unit: Unit) -> set[Node]:
    return {("function", n) for n in unit.calls} | {("head", n) for n in unit.heads}


def _depth(graph: dict[Node, tuple[int, set[Node]]]) -> None:
    """Calls cannot recurse, and their nesting stays within the limit."""
    total: dict[Node, int] = {}
    open_: set[Node] = set()
    for start in graph:
        waiting = [start]
        while waiting:
            name = waiting[-1]
            own, called = graph[name]
            missing = [other for other in called if other not in total]
            if name in total or not missing:
                total.setdefault(name, own + 1 + max((total[other] for other in called), default=0))
                if total[name] > DEEPEST_CALLS:
                    raise VerifyError(f"{name[0]} {name[1]}: calls are nested too deeply")
                open_.discard(name)
                waiting.pop()
            elif name in open_:
                raise VerifyError(f"{name[0]} {name[1]} calls itself")
            else:
                open_.add(name)
                waiting += missing
