"""One node of the IR in, complaints out: what each kind of node may hold, as a table.

`FIELDS` lists for every kind its fields with the test each must pass. Tests work on a `Unit`: what is verified together
and shares registers (a block, a decision, a head, a function).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import HIGHEST, NONE
from rulelang.ir.program import Program

# Nesting of one unit, calls not counted: executors may recurse over it.
DEEPEST = 200


class VerifyError(ValueError):
    """A program that no executor may run."""


class Unit:
    """Registers and calls of one block, decision, head or function, and how deeply it is nested."""

    __slots__ = ("calls", "deepest", "depth", "heads", "kinds", "name", "program", "registers", "uses")

    def __init__(self, program: Program, name: str, registers: int) -> None:
        self.program = program
        self.name = name
        self.registers = registers
        self.kinds: dict[int, str] = {}
        self.calls: set[int] = set()                    # functions
        self.heads: set[int] = set()                    # actions whose heads are walked
        self.uses: list[ir.CallFunction] = []
        self.depth = 0
        self.deepest = 0

    def fail(self, problem: str) -> None:
        """Raise the error, naming the unit."""
        raise VerifyError(f"{self.name}: {problem}")

    def node(self, node: Any, allowed: frozenset[type], what: str) -> None:
        """Verify a node, which must be of one of these kinds."""
        kind = type(node)
        if kind not in allowed:
            self.fail(f"{kind.__name__} is no {what}")
        self.depth += 1
        if self.depth > self.deepest:
            self.deepest = self.depth
            if self.depth > DEEPEST:
                self.fail("nested too deeply")
        fields = CHOICES[what] if kind is ir.Choice else FIELDS[kind]
        for name, test in fields:
            test(self, getattr(node, name))
        if kind is ir.CallFunction:
            self.use(node, what)
        self.depth -= 1

    def use(self, node: ir.CallFunction, what: str) -> None:
        """A call must fit its function."""
        function = self.program.functions[node.function]
        if function.parameters != len(node.args):
            self.fail(f"{function.name} takes {function.parameters} arguments, not {len(node.args)}")
        if what != "value" and function.returns_list != (what == "list"):
            self.fail(f"the result of {function.name} is no {what}")
        self.calls.add(node.function)
        self.uses.append(node)

    def register(self, number: int, kind: str) -> None:
        """A register must exist and hold ints or lists throughout."""
        if not 0 <= number < self.registers:
            self.fail(f"register {number} of {self.registers}")
        if self.kinds.setdefault(number, kind) != kind:
            self.fail(f"register {number} holds both ints and lists")

    def within(self, number: int, low: int, high: int, what: str) -> None:
        """low <= number < high."""
        if not low <= number < high:
            self.fail(f"{what} {number} is not in {low}..{high - 1}")


Test = Callable[[Unit, Any], None]


# ---------------------------------------------------------------- tests


def number(u: Unit, node: Any) -> None:
    """An int expression."""
    u.node(node, INTS, "int")


def values(u: Unit, node: Any) -> None:
    """A list expression."""
    u.node(node, LISTS, "list")


def value(u: Unit, node: Any) -> None:
    """An expression of either kind."""
    u.node(node, BOTH, "value")


def maybe(u: Unit, node: Any) -> None:
    """An int expression or nothing."""
    if node is not None:
        u.node(node, INTS, "int")


def numbers(u: Unit, nodes: Any) -> None:
    """Int expressions."""
    for node in nodes:
        u.node(node, INTS, "int")


def arguments(u: Unit, nodes: Any) -> None:
    """Expressions of either kind."""
    for node in nodes:
        u.node(node, BOTH, "value")


def body(u: Unit, nodes: Any) -> None:
    """Statements."""
    for node in nodes:
        u.node(node, STATEMENTS, "statement")


def steps(u: Unit, nodes: Any) -> None:
    """Steps of a decision; each is walked inside the one before it."""
    for node in nodes:
        u.node(node, STEPS, "step")
        u.depth += 1
        u.deepest = max(u.deepest, u.depth)
    u.depth -= len(nodes)
    if u.deepest > DEEPEST:
        u.fail("nested too deeply")


def int_register(u: Unit, at: int) -> None:
    """A register of an int."""
    u.register(at, "int")


def list_register(u: Unit, at: int) -> None:
    """A register of a list."""
    u.register(at, "list")


def cell(u: Unit, at: int) -> None:
    """An address."""
    if not 0 <= at < u.program.size:
        u.fail(f"cell {at} of {u.program.size}")


def word(u: Unit, n: int) -> None:
    """A 32-bit number."""
    if not NONE <= n <= HIGHEST:
        u.fail(f"{n} is no 32-bit number")


def words(u: Unit, given: Any) -> None:
    """32-bit numbers."""
    for n in given:
        word(u, n)


def count(u: Unit, n: int) -> None:
    """A number of things."""
    if n < 0:
        u.fail(f"{n} is no number of things")


def index(table: str, optional: bool = False) -> Test:
    """A number of one of the program's tables, -1 for none where that is allowed."""
    low = -1 if optional else 0

    def test(u: Unit, n: int) -> None:
        u.within(n, low, len(getattr(u.program, table)), table)
    return test


def one_of(*names: str) -> Test:
    """One of these words."""
    def test(u: Unit, name: str) -> None:
        if name not in names:
            u.fail(f"{name!r} is not one of {', '.join(names)}")
    return test


def all_of(test: Test) -> Test:
    """A tuple whose elements pass a test."""
    def each(u: Unit, given: Any) -> None:
        for item in given:
            test(u, item)
    return each


def keys(u: Unit, given: Any) -> None:
    """Keys of a family."""
    for key, low, size, stride in given:
        number(u, key)
        word(u, low)
        count(u, size)
        count(u, stride)


def heads(u: Unit, given: Any) -> None:
    """Actions whose heads are walked."""
    for action in given:
        index("actions")(u, action)
        u.heads.add(action)


def head(u: Unit, action: int) -> None:
    """An action whose head is walked."""
    heads(u, (action,))


def place(u: Unit, node: ir.Place) -> None:
    """Where cards go."""
    number(u, node.zone)
    one_of("arrive", "top", "bottom", "at")(u, node.how)
    maybe(u, node.position)
    if node.how == "at" and node.position is None:
        u.fail("a place at no position")


def ways(u: Unit, given: Any) -> None:
    """Branches of a fork, with keys of their own."""
    if len({way.key for way in given}) != len(given) or any(way.key < ir.DONE for way in given):
        u.fail("branches need different keys from -1")
    for way in given:
        index("texts", way.key == ir.DONE)(u, way.label)
        maybe(u, way.condition)
        steps(u, way.steps)
        span(u, way.span)


span = index("spans", optional=True)
block = index("blocks")


def cases(u: Unit, given: Any) -> None:
    """Values and the blocks they lead to."""
    for n, target in given:
        word(u, n)
        block(u, target)


# ---------------------------------------------------------------- the table

S = ("span", span)
FIELDS: dict[type, tuple[tuple[str, Test], ...]] = {
    ir.Const: (("value", word),),
    ir.Reg: (("number", int_register),),
    ir.Cell: (("at", cell),),
    ir.CellIn: (("base", cell), ("index", number), ("count", count)),
    ir.MenuCount: (("menu", number), ("name", count)),
    ir.FamilyIndex: (("base", count), ("keys", keys)),
    ir.Lookup: (("table", index("tables")), ("index", number)),
    ir.Unary: (("op", one_of("neg", "not", "or_zero", "is_none")), ("value", number)),
    ir.Binary: (("op", one_of("add", "sub", "mul", "div_up", "div_down", "mod", "min", "max", "eq", "ne", "lt", "le")),
                ("left", number), ("right", number)),
    ir.All: (("parts", numbers),),
    ir.Any: (("parts", numbers),),
    ir.ZoneSize: (("zone", number),),
    ir.CardAt: (("zone", number), ("position", number)),
    ir.CardInfo: (("what", one_of("zone", "position", "face", "owner", "print")), ("card", number)),
    ir.Available: (("zone", number),),
    ir.Size: (("of", values),),
    ir.Element: (("of", values), ("position", number)),
    ir.Member: (("of", values), ("value", number)),
    ir.SameList: (("left", values), ("right", values)),
    ir.Fold: (("op", one_of("count", "sum", "max", "min", "any", "all", "first")), ("reg", int_register),
              ("source", values), ("where", maybe), ("each", maybe)),
    ir.CallFunction: (("function", index("functions")), ("args", arguments)),
    ir.Can: (("actions", heads), ("player", number), ("menu", number)),
    ir.Knows: (("player", number), ("card", number)),
    ir.BestMelds: (("cards", values), ("melds", all_of(index("melds")))),
    ir.IsMeld: (("cards", values), ("melds", all_of(index("melds")))),
    ir.FoldMelds: (("op", one_of("count", "sum", "max", "min", "any", "all")), ("reg", list_register),
                   ("cards", values), ("melds", all_of(index("melds"))), ("where", maybe), ("each", maybe)),
    ir.MeldCards: (("of", values), ("part", count)),
    ir.Items: (("items", numbers),),
    ir.ConstList: (("values", words),),
    ir.ListReg: (("number", list_register),),
    ir.ListCell: (("at", cell),),
    ir.SetCell: (("base", cell), ("index", number), ("instances", count), ("low", word), ("count", count)),
    ir.ZoneCards: (("zone", number),),
    ir.Between: (("low", number), ("high", number)),
    ir.Seats: (("start", number),),
    ir.ListLookup: (("table", index("list_tables")), ("index", number)),
    ir.Joined: (("left", values), ("right", values)),
    ir.Without: (("left", values), ("right", values)),
    ir.Sorted: (("of", values),),
    ir.Filter: (("reg", int_register), ("source", values), ("where", number)),
    ir.Mapped: (("reg", int_register), ("source", values), ("where", maybe), ("each", number)),
    ir.Extreme: (("reg", int_register), ("source", values), ("by", number)),
    ir.SetReg: (("value", value), S),
    ir.SetCellTo: (("at", cell), ("value", number), S),
    ir.SetListTo: (("at", cell), ("bound", count), ("value", values), S),
    ir.Store: (("var", index("vars")), ("index", number), ("value", value), S),
    ir.AddLines: (("var", index("vars")), ("index", number), ("score", index("scores")), ("player", number),
                  ("sign", word), S),
    ir.MoveTokens: (("token", index("tokens")), ("source", number), ("target", number), ("amount", number), S),
    ir.MoveCards: (("cards", values), ("place", place), ("face", number),
                   ("why", one_of("move", "draw", "discard", "pay")), S),
    ir.DiscardCards: (("cards", values), ("zones", index("tables")), ("face", number),
                      ("why", one_of("move", "draw", "discard", "pay")), S),
    ir.Refill: (("zone", number), S),
    ir.Shuffle: (("zone", number), S),
    ir.FlipCards: (("cards", values), ("face", number), S),
    ir.RevealCards: (("cards", values), ("to", maybe), ("by", number), S),
    ir.RevealValue: (("value", value), ("kind", index("kinds")), ("to", maybe), ("by", number), S),
    ir.Announce: (("what", one_of("phase", "turn", "action", "skip")), ("name", index("texts")), ("player", number), S),
    ir.If: (("condition", number), ("then", body), ("other", body), S),
    ir.Loop: (("reg", int_register), ("source", values), ("body", body), S),
    ir.While: (("condition", number), ("body", body), S),
    ir.Append: (("number", list_register), ("value", number), S),
    ir.SetItem: (("number", list_register), ("position", number), ("value", number), S),
    ir.Goto: (("next", block),),
    ir.Fork2: (("condition", number), ("yes", block), ("no", block), S),
    ir.Switch: (("value", number), ("cases", cases), ("other", block)),
    ir.CallProcedure: (("procedure", index("procedures")), ("you", number), ("menu", number), ("next", block), S),
    ir.Return: (),
    ir.EndProcedure: (("procedure", index("procedures")), ("clears", all_of(index("procedures"))), S),
    ir.Decide: (("decision", index("decisions")), ("next", block), S),
    ir.Chance: (("decision", index("decisions")), ("next", block), S),
    ir.Settle: (("zone", number), ("depth", number), ("next", block), S),
    ir.Finish: (S,),
    ir.Guard: (("condition", number), ("reason", index("texts", optional=True)), S),
    ir.Bind: (("at", cell), ("value", value), ("bound", count), S),
    ir.Pick: (("point", index("points")), ("at", cell), ("source", values), ("where", maybe), ("kind", index("kinds")),
              S),
    ir.PickSome: (("point", index("points")), ("at", cell), ("bound", count), ("low", number), ("high", number),
                  ("source", values), ("where", maybe), ("kind", index("kinds")), S),
    ir.PickMeld: (("point", index("points")), ("at", cell), ("bound", count), ("cards", values),
                  ("melds", all_of(index("melds"))), ("where", maybe), S),
    ir.PayTokens: (("token", index("tokens")), ("source", number), ("target", number), ("amount", number), S),
    ir.PayCards: (("cards", values), ("zones", index("tables")), S),
    ir.Act: (("action", head), ("menu", number)),
    ir.Fork: (("point", index("points")), ("at", cell), ("ways", ways), S),
}
_CONDITION = ("condition", number)
CHOICES: dict[str, tuple[tuple[str, Test], ...]] = {
    "int": (_CONDITION, ("then", number), ("other", number)),
    "list": (_CONDITION, ("then", values), ("other", values)),
    "value": (_CONDITION, ("then", value), ("other", value)),
}
INTS = frozenset(ir.IntExpr.__args__)
LISTS = frozenset(ir.ListExpr.__args__)
BOTH = INTS | LISTS
STATEMENTS = frozenset(ir.Statement.__args__)
ENDINGS = frozenset(ir.Ending.__args__)
STEPS = frozenset(ir.Step.__args__)
PURE = frozenset({ir.SetReg, ir.If, ir.Loop, ir.While, ir.Append, ir.SetItem})


def is_list(unit: Unit, node: Any) -> bool:
    """Whether an expression that may be of either kind gives a list."""
    while isinstance(node, ir.Choice):
        node = node.then
    if isinstance(node, ir.CallFunction):
        return unit.program.functions[node.function].returns_list
    return type(node) in LISTS
