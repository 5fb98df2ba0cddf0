"""What one function under construction knows: its registers, its free memory; and the tables of emitters.

`INTS` and `LISTS` hold for every kind of node the function that writes it: ints are left on the stack, lists in two
locals. `EACH` holds those that walk a list without storing it: what they need is written at once, the loop later, by
the walker they return. So what a loop collects lies in the arena without gaps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from rulelang.ir import nodes as ir
from rulelang.wasm.arena import Arena, Body, Listed
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.ranges import Range, numbers

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


class Unsupported(Exception):
    """A program that uses what modules cannot do; `what` says it for people."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Place(NamedTuple):
    """The place of a card in a row or stack: words from one address to another (locals), and some more."""

    start: int
    end: int
    more: int


IntEmitter = Callable[["Unit", Any], None]
ListEmitter = Callable[["Unit", Any], Listed]
Walker = Callable[[int, Body], None]            # gets the local for elements, and what is done with each
EachEmitter = Callable[["Unit", Any], Walker]

INTS: dict[type, IntEmitter] = {}
LISTS: dict[type, ListEmitter] = {}
EACH: dict[type, EachEmitter] = {}


def writes(table: dict[type, Any], kind: type) -> Callable[[Any], Any]:
    """Register the emitter of one kind of node."""
    def register(emitter: Any) -> Any:
        table[kind] = emitter
        return emitter
    return register


_TRUTHS = (ir.All, ir.Any, ir.Member, ir.SameList, ir.Can, ir.Knows, ir.IsMeld)


def is_truth(node: ir.Expr) -> bool:
    """Whether an expression gives nothing but 0 and 1."""
    match node:
        case ir.Const(value=value):
            return value in (0, 1)
        case ir.Unary(op=op):
            return op in ("not", "is_none")
        case ir.Binary(op=op):
            return op in ("eq", "ne", "lt", "le")
        case ir.Fold(op=op) | ir.FoldMelds(op=op):
            return op in ("any", "all")
        case ir.Choice(then=then, other=other):
            return is_truth(then) and is_truth(other)
    return isinstance(node, _TRUTHS)


def is_list(b: Builder, node: ir.Expr) -> bool:
    """Whether an expression gives a list."""
    if isinstance(node, ir.Choice):
        return is_list(b, node.then)
    if isinstance(node, ir.CallFunction):
        return b.program.functions[node.function].returns_list
    return type(node) in LISTS


class Unit(Arena):
    """One function while its expressions are written. `sp` is the local of its first free address."""

    __slots__ = ("alias", "bounds", "counting", "fixed", "following", "free", "held", "hoisted", "inside", "ints",
                 "keeps", "limit", "lists", "merged", "places", "spent")

    def __init__(self, b: Builder, f: Func, sp: int, spent: int = -1) -> None:
        super().__init__(b, f, sp)
        self.spent = spent              # local: steps that `left` does not know of yet; -1 in functions
        self.limit = 0                  # label: where the run stops when the steps are used up
        self.counting = spent >= 0      # whether passes of loops count: in blocks, not in functions
        self.inside = 0                 # how many functions are open that are written in place
        self.bounds: dict[int, Range] = {}              # ranges of locals, where they are known
        self.alias: dict[int, int] = {}                 # cells whose value a local holds as well
        self.fixed: dict[int, int] = {}                 # cells whose number is known
        self.hoisted: dict[int, int] = {}               # locals of expressions (by identity) worked out already
        self.places: dict[int, Place] = {}              # where in its zone the card in a local lies
        self.held: dict[int, list[int]] = {}            # lists in cells whose elements locals hold
        self.free = False               # whether what is tried in heads need not be counted
        self.following: ir.Statement | None = None      # what comes behind the statement that is written
        self.merged = False             # whether that is written already
        self.ints: dict[int, int] = {}
        self.lists: dict[int, Listed] = {}
        self.keeps = False              # whether list registers hold what lies in the arena

    def fresh(self) -> None:
        """Registers as they are at the start of a block: 0 and empty."""
        self.ints, self.lists, self.keeps = {}, {}, False

    def settle_steps(self) -> None:
        """Take the steps spent from those that are left, before somebody else counts."""
        f = self.f
        f.gget(self.b.left)
        f.get(self.spent)
        f.op("i32.sub")
        f.gset(self.b.left)
        f.const(0)
        f.set(self.spent)

    # ------------------------------------------------------------ registers and cells

    def reg(self, n: int) -> int:
        """The local of an int register."""
        if n not in self.ints:
            self.ints[n] = self.f.local()
        return self.ints[n]

    def list_reg(self, n: int) -> Listed:
        """The locals of a list register."""
        if n not in self.lists:
            self.lists[n] = self.pair()
        return self.lists[n]

    def cell(self, at: int) -> None:
        """Push a cell."""
        if at in self.fixed:
            self.f.const(self.fixed[at])
            return
        if at in self.alias:
            self.f.get(self.alias[at])
            return
        self.f.load_at(STATE + 4 * at)

    def put(self, at: int, value: int | Callable[[], None]) -> None:
        """Write a number, or what is pushed, into a cell."""
        self.f.store_at(STATE + 4 * at, (lambda: self.f.const(value)) if isinstance(value, int) else value)

    @contextmanager
    def knowing(self, local: int, bounds: Range | None) -> Iterator[None]:
        """Between which values a local lies, as far as what is written inside goes."""
        before = self.bounds.pop(local, None)
        if bounds is not None:
            self.bounds[local] = bounds
        yield
        self.bounds.pop(local, None)
        if before is not None:
            self.bounds[local] = before

    @contextmanager
    def holding(self, cell: int, number: int | None, local: int) -> Iterator[None]:
        """A cell is given a number, or what a local holds, as far as what is written inside goes."""
        before = self.fixed.pop(cell, None), self.alias.pop(cell, None)
        if number is None:
            self.alias[cell] = local
        else:
            self.fixed[cell] = number
        yield
        for held, old in zip((self.fixed, self.alias), before, strict=True):
            held.pop(cell, None)
            if old is not None:
                held[cell] = old

    @contextmanager
    def register(self, local: int) -> Iterator[int]:
        """A register that nothing else uses, held by a local, as far as what is written inside goes."""
        number = min(0, *self.ints, 0) - 1
        self.ints[number] = local
        yield number
        del self.ints[number]

    @contextmanager
    def placing(self, card: int, place: Place | None) -> Iterator[None]:
        """Where the card in a local lies, as far as what is written inside goes."""
        before = self.places.pop(card, None)
        if place is not None:
            self.places[card] = place
        yield
        self.places.pop(card, None)
        if before is not None:
            self.places[card] = before

    @contextmanager
    def moved(self) -> Iterator[None]:
        """Cards may lie elsewhere, as far as what is written inside goes."""
        before, self.places = self.places, {}
        yield
        self.places = before

    @contextmanager
    def listing(self, cell: int, values: list[int]) -> Iterator[None]:
        """Locals hold the elements of a list in cells, as far as what is written inside goes."""
        self.held[cell] = values
        yield
        del self.held[cell]

    def known(self, node: ir.Reg | ir.Cell) -> Range | None:
        """The range of a register or a cell, as far as it is known here."""
        if isinstance(node, ir.Cell) and node.at in self.fixed:
            return numbers(self.fixed[node.at], self.fixed[node.at])
        local = self.ints.get(node.number, -1) if isinstance(node, ir.Reg) else self.alias.get(node.at, -1)
        return self.bounds.get(local)

    def range(self, node: ir.Expr) -> Range:
        """Between which numbers a value lies."""
        return self.b.ranges.of(node, self.known)

    def lies_in(self, node: ir.IntExpr, low: int, high: int) -> bool:
        """Whether a value surely lies between two numbers."""
        return self.range(node).inside(low, high)

    # ------------------------------------------------------------ expressions

    def number(self, node: ir.IntExpr) -> None:
        """Push the value of an expression."""
        if id(node) in self.hoisted:
            self.f.get(self.hoisted[id(node)])
            return
        emitter = INTS.get(type(node))
        if emitter is None:
            raise Unsupported(type(node).__name__)
        emitter(self, node)

    def value(self, node: ir.IntExpr) -> int:
        """A local with the value of an expression."""
        if id(node) in self.hoisted:
            return self.hoisted[id(node)]
        if isinstance(node, ir.Reg):
            return self.reg(node.number)
        if isinstance(node, ir.Cell) and node.at in self.alias:
            return self.alias[node.at]
        self.number(node)
        found = self.f.local()
        self.f.set(found)
        return found

    def truth(self, node: ir.IntExpr) -> None:
        """Push something that is not 0 exactly if the value is 1."""
        if isinstance(node, ir.Unary) and node.op == "not" and id(node) not in self.hoisted:
            self.truth(node.value)
            self.f.op("i32.eqz")
            return
        self.number(node)
        if not is_truth(node):
            self.f.const(1)
            self.f.op("i32.eq")

    def listed(self, node: ir.ListExpr, *, own: bool = False) -> Listed:
        """The value of a list expression; `own`: not in cells that may change."""
        emitter = LISTS.get(type(node))
        if emitter is None:
            raise Unsupported(type(node).__name__)
        found = emitter(self, node)
        return self.copied(found) if own and views_cells(node) else found

    def walker(self, node: ir.ListExpr) -> Walker:
        """What writes a loop over the elements. The loop's body may change nothing that the list reads."""
        emitter = EACH.get(type(node))
        if emitter is not None:
            walk = emitter(self, node)
        else:
            found = self.listed(node)

            def walk(x: int, body: Body) -> None:
                self.each_of(found, x, body)
        known = self.b.ranges.element(node)

        def knowing(x: int, body: Body) -> None:
            def inside(x: int) -> None:
                if self.b.counts_work:
                    self.count_work()
                with self.knowing(x, known):
                    body(x)
            walk(x, inside)
        return knowing

    def count_work(self) -> None:
        """One more element that a query goes through; far beyond what is usual the module gives up."""
        f = self.f
        f.gget(self.b.work)
        f.const(1)
        f.op("i32.sub")
        f.gset(self.b.work)
        f.gget(self.b.work)
        f.const(0)
        f.op("i32.lt_s")
        with f.when():
            f.op("unreachable")

    def each(self, node: ir.ListExpr, x: int, body: Body) -> None:
        """Write a loop over the elements of a list, in local x. The body may change nothing that the list reads."""
        self.walker(node)(x, body)

    def stored(self, node: ir.ListExpr) -> Listed:
        """The elements that are walked, stored in the arena."""
        walk, x = self.walker(node), self.f.local()
        return self.collected(lambda: walk(x, self.push))

    def tested(self, node: ir.IntExpr) -> None:
        """`truth` inside a loop: what it takes from the arena is given back."""
        self.released(lambda: self.truth(node))

    def counted(self, node: ir.IntExpr) -> None:
        """`number` inside a loop: what it takes from the arena is given back."""
        self.released(lambda: self.number(node))


def views_cells(node: ir.ListExpr) -> bool:
    """Whether a list may be read where it lies in the state."""
    if isinstance(node, ir.Choice):
        return views_cells(node.then) or views_cells(node.other)            # type: ignore[arg-type]
    return isinstance(node, ir.ListCell | ir.ZoneCards | ir.ListReg | ir.CallFunction | ir.MeldCards)
