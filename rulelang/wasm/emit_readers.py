"""A function of a score in, instructions out that tell who can work it out: those who may see whatever it reads.

The function is walked as the interpreter would evaluate it on what a seat may see (`engine/redact.py`), and each card
whose print is read takes those away who do not know it. What else could be withheld is not followed: `Unwatched` then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.ir import nodes as ir
from rulelang.ir.parts import parts
from rulelang.wasm.encode import Func
from rulelang.wasm.unit import Unit
from rulelang.wasm.words import Var, Writer, call, load

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

_PLAIN = (ir.Const, ir.Reg, ir.Cell)


class Unwatched(Exception):
    """A function that reads what cannot be followed."""


def readers_of(b: Builder, function: int) -> Func:
    """(sp, parameters): the mask of those who can work a function out. Raises `Unwatched`.

    Its parameters are those of the function; those that are used as cards hold cards that lie somewhere.
    """
    node = b.program.functions[function]
    if node.body or node.returns_list or any(b.parameter_kinds(function)):
        raise Unwatched
    cards = frozenset(range(len(b.parameter_kinds(function))))
    Watch(None, cards).look(b, node.result)             # raises before anything is declared

    def write(f: Func) -> None:
        u = Unit(b, f, 0)
        for n in range(len(b.parameter_kinds(function))):
            u.ints[n] = 1 + n
        watch = Watch(u, cards)
        watch.mask.set(b.layout.sight.everyone)
        watch.look(b, node.result)
        f.get(watch.mask.number)
    return b.made(("readers of", function), 1 + len(b.parameter_kinds(function)), 1, write)


class Watch:
    """Follows one expression. Without a unit nothing is written: that only says whether it can be followed."""

    def __init__(self, u: Unit | None, cards: frozenset[int]) -> None:
        self.u = u
        self.cards = cards              # registers that hold cards as they lie
        self.mask = Var(u.f, u.f.local()) if u else Var(Func(0, (), ()), 0)

    def look(self, b: Builder, node: ir.Expr) -> None:
        """What an expression reads takes away those who may not see it."""
        match node:
            case ir.Const() | ir.Reg() | ir.Cell() | ir.Seats() | ir.ConstList():
                self._cell(b, node)
            case ir.CellIn():
                self._cell(b, node)
                self.look(b, node.index)
            case ir.Unary():
                self.look(b, node.value)
            case ir.Binary():
                self._binary(b, node)
            case ir.All() | ir.Any():
                self._parts(b, node.parts, isinstance(node, ir.All))
            case ir.Choice():
                self.look(b, node.condition)
                self._either(b, node)
            case ir.Lookup():
                self.look(b, node.index)
                self._lookup(b, node)
            case ir.CallFunction():
                self._call(b, node)
            case _:
                self._look_at_cards(b, node)

    def _look_at_cards(self, b: Builder, node: ir.Expr) -> None:
        match node:
            case ir.CardInfo() if node.what in ("zone", "face", "position"):
                self.look(b, node.card)
            case ir.CardAt():
                self._zone(b, node.zone)
                self.look(b, node.position)
            case ir.ZoneSize() | ir.ZoneCards():
                self._zone(b, node.zone)
            case ir.Fold() if node.op in ("count", "sum", "max", "min"):
                self._loop(b, node.reg, node.source, (node.where, node.each))
            case ir.Filter():
                self._loop(b, node.reg, node.source, (node.where,))
            case ir.BestMelds():
                self._melds(b, node)
            case _:
                raise Unwatched

    # ------------------------------------------------------------ numbers

    def _cell(self, b: Builder, node: ir.Expr) -> None:
        """Cells of variables and frames are open, but for those that hold cards, and for hidden tokens."""
        if isinstance(node, ir.Cell | ir.CellIn):
            first, count = (node.at, 1) if isinstance(node, ir.Cell) else (node.base, node.count)
            if b.reads.hides(range(first, first + count)):
                raise Unwatched

    def _binary(self, b: Builder, node: ir.Binary) -> None:
        if node.op not in ("eq", "ne") and (self._is_card(node.left) or self._is_card(node.right)):
            raise Unwatched
        self.look(b, node.left)
        if node.op in ("lt", "le") and not _is_plain(node.right):
            self._when(lambda u: u.number(ir.Unary("not", ir.Unary("is_none", node.left))),
                       lambda: self.look(b, node.right))
        else:
            self.look(b, node.right)

    def _parts(self, b: Builder, nodes: tuple[ir.IntExpr, ...], every: bool) -> None:
        """One part after another, as long as they hold (`every`) or do not hold."""
        if not nodes:
            return
        self.look(b, nodes[0])
        if not all(map(_is_plain, nodes[1:])):
            first = nodes[0] if every else ir.Unary("not", nodes[0])
            self._when(lambda u: u.truth(first), lambda: self._parts(b, nodes[1:], every))

    def _either(self, b: Builder, node: ir.Choice) -> None:
        for condition, side in ((node.condition, node.then), (ir.Unary("not", node.condition), node.other)):
            if not _is_plain(side):
                self._when(lambda u, condition=condition: u.truth(condition),       # type: ignore[misc]
                           lambda side=side: self.look(b, side))                    # type: ignore[misc]

    def _when(self, condition: Callable[[Unit], None], body: Callable[[], None]) -> None:
        u = self.u
        if u is None:
            body()
            return
        u.released(lambda: condition(u))
        with u.f.when():
            body()

    # ------------------------------------------------------------ cards

    def _is_card(self, node: ir.Expr) -> bool:
        return isinstance(node, ir.CardAt) or (isinstance(node, ir.Reg) and node.number in self.cards)

    def _zone(self, b: Builder, zone: ir.IntExpr) -> None:
        if not b.reads.counted or isinstance(zone, ir.CardInfo):
            raise Unwatched
        if not isinstance(zone, ir.Const):
            if not isinstance(zone, ir.FamilyIndex):
                raise Unwatched
            for key, _, _, _ in zone.keys:
                self.look(b, key)

    def _lookup(self, b: Builder, node: ir.Lookup) -> None:
        """Printed data is read of cards that are known, and of all where it is the same on all that can lie there."""
        if not self._is_card(node.index):
            return
        open_in = b.reads.same_in_zones(node.table)
        if self.u is None:
            return
        u, w = self.u, Writer(self.u.f)
        card = w.var(Var(u.f, u.value(node.index)))
        with w.when(card >= 0):
            zone = w.var(load(card << 3, u.b.layout.card_cells()))
            with w.when(load((zone + 1) << 2, b.layout.words(map(int, open_in))).eq(0)):
                seen = call(b.runtime("card_mask"), card)
                self.mask.set(self.mask & call(b.runtime("known_mask"), card, seen))

    def _loop(self, b: Builder, reg: int, source: ir.ListExpr, nodes: tuple[ir.IntExpr | None, ...]) -> None:
        self.look(b, source)
        inner, before = [node for node in nodes if node is not None], self.cards
        if all(map(_is_plain, inner)):
            return
        if not isinstance(source, ir.ZoneCards | ir.Filter | ir.Seats | ir.Between):
            raise Unwatched
        self.cards = before | {reg} if not isinstance(source, ir.Seats | ir.Between) else before - {reg}
        if self.u is None:
            self._parts(b, tuple(inner), True)
        else:
            u = self.u
            u.each(source, u.reg(reg), lambda _: self._parts(b, tuple(inner), True))
        self.cards = before

    def _call(self, b: Builder, node: ir.CallFunction) -> None:
        """A function's parameters that it uses as cards must get cards; so must no others."""
        for arg in node.args:
            self.look(b, arg)
        used = _used_as_cards(b, node.function)
        if any((n in used) != self._is_card(arg) and n in used for n, arg in enumerate(node.args)):
            raise Unwatched
        inner = readers_of(b, node.function)
        if self.u is not None:
            u = self.u
            found = [Var(u.f, u.value(arg)) for arg in node.args]       # type: ignore[arg-type]
            self.mask.set(self.mask & call(inner, Var(u.f, u.sp), *found))

    def _melds(self, b: Builder, node: ir.BestMelds) -> None:
        """Patterns of neighbours that look at what fits alone: what fits is asked of every card for every part."""
        for number in node.melds:
            info = b.program.melds[number]
            if not info.adjacent or info.same or info.different or info.consecutive or info.where >= 0 or (
                    info.worth >= 0 and not _is_plain(b.program.functions[info.worth].result)):
                raise Unwatched
        if not isinstance(node.cards, ir.ZoneCards):
            raise Unwatched
        self.look(b, node.cards)
        fits = dict.fromkeys(part.fits for number in node.melds for part in b.program.melds[number].parts)
        found = [readers_of(b, function) for function in fits]
        if self.u is not None:
            u, card = self.u, self.u.f.local()

            def each(x: int) -> None:
                for inner in found:
                    self.mask.set(self.mask & call(inner, Var(u.f, u.sp), Var(u.f, x)))
            u.each(node.cards, card, each)


def _used_as_cards(b: Builder, function: int) -> set[int]:
    """Parameters of a function that are looked up, in it or in what it calls."""
    node = b.program.functions[function]
    used = {part.index.number for part in parts(node.result)
            if isinstance(part, ir.Lookup) and isinstance(part.index, ir.Reg)}
    for part in parts(node.result):
        if isinstance(part, ir.CallFunction):
            inner = _used_as_cards(b, part.function)
            used |= {arg.number for n, arg in enumerate(part.args) if n in inner and isinstance(arg, ir.Reg)}
    return used


def _is_plain(node: ir.Expr) -> bool:
    """Whether an expression reads nothing that could lie hidden."""
    return all(isinstance(part, _PLAIN) for part in parts(node))
