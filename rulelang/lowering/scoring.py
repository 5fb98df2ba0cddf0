"""Checked scores, results and melds in, functions of seats and cards out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.ir import nodes as ir
from rulelang.ir.program import MeldInfo, MeldPartInfo
from rulelang.lowering.scope import InReg, OneOf, Registers, Scope
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lowering.game import GameLowering


class Scoring:
    """Lowers what points are given for. Functions of a seat have it in register 0, the menu's address in register 1."""

    def __init__(self, game: GameLowering) -> None:
        self.game = game
        self.model = game.model
        self._totals: dict[str, int] = {}
        self._lines: dict[str, tuple[tuple[int, int], ...]] = {}

    def of_seat(self, name: str, node: ast.Expr) -> int:
        """Function of a seat that gives the number of an expression with that seat as `you`."""
        registers = Registers(2)
        scope = Scope(registers, ir.Reg(0), ir.Reg(1))
        kind = t.plain(self.model.types[node])
        is_number = isinstance(kind, t.Number | t.NoneValue)
        result = self.game.expressions.number(node, scope) if is_number else self.game.expressions.scalar(node, scope)
        return self.game.tables.function(ir.Function(name, 2, registers.used, (), result, False, self.game.span(node)))

    def lines(self, score: m.ScoreSymbol) -> tuple[tuple[int, int], ...]:
        """(label, function) for each line."""
        if score.name not in self._lines:
            self._lines[score.name] = tuple((self.game.tables.text(line.label.value),
                                             self.of_seat(f"{score.name}: {line.label.value}", line.value))
                                            for line in score.node.lines)
        return self._lines[score.name]

    def total(self, name: str) -> int:
        """Function that adds up the lines of a score for a seat."""
        if name not in self._totals:
            number = self.game.tables.reserve_function()
            self._totals[name] = number
            symbol = self.model.scores[name]
            calls = [ir.CallFunction(f, (ir.Reg(0), ir.Reg(1))) for _, f in self.lines(symbol)]
            result: ir.IntExpr = calls[0]
            for call in calls[1:]:
                result = ir.Binary("add", result, call)
            self.game.tables.functions[number] = ir.Function(name, 2, 2, (), result, False, self.game.span(symbol.node))
        return self._totals[name]

    def criteria(self) -> tuple[tuple[bool, int], ...]:
        """What decides who wins, first to last."""
        win = self.model.win
        if win is None:
            return ()
        return tuple((c.order.text == "highest", self.of_seat("win", c.value)) for c in win.criteria)

    def payoff(self) -> int:
        """Function of a seat, or -1."""
        return -1 if self.model.payoff is None else self.of_seat("payoff", self.model.payoff.value)

    def estimate(self) -> int:
        """Function of a seat, or -1 where the default holds."""
        return -1 if self.model.estimate is None else self.of_seat("estimate", self.model.estimate.value)

    # ------------------------------------------------------------ melds

    def melds(self) -> None:
        """All patterns, in the order of their numbers."""
        for meld in self.model.melds.values():
            self.game.tables.melds.append(self._meld(meld))

    def _meld(self, meld: m.MeldSymbol) -> MeldInfo:
        options = meld.node.options
        words = {word: [o for o in options if o.word.text == word] for word in ("each", "where", "worth", "adjacent")}
        each = [o.value for o in words["each"] if o.value is not None]
        parts = tuple(MeldPartInfo(part.name.text, part.low, part.high, self._fits(meld.name, part, each))
                      for part in meld.node.parts)
        same, different, consecutive = (self._tables(options, word) for word in ("same", "different", "consecutive"))
        where = self._over_parts(meld, words["where"], truth=True)
        worth = self._over_parts(meld, words["worth"], truth=False)
        return MeldInfo(meld.name, parts, bool(words["adjacent"]), same, different, consecutive, where, worth)

    def _tables(self, options: tuple[ast.MeldOption, ...], word: str) -> tuple[int, ...]:
        names = [o.value.text for o in options if o.word.text == word and isinstance(o.value, ast.Name)]
        return tuple(self.game.tables.int_table(self.game.layout.attribute_table(name)) for name in names)

    def _fits(self, name: str, part: ast.MeldPart, each: list[ast.Expr]) -> int:
        """Function of a card: it is of the part's type and passes every `each`."""
        tests: list[ir.IntExpr] = [ir.Lookup(self.game.type_table(part.type.text), ir.Reg(0))]
        for predicate in each:
            define = self.model.refs[predicate]
            assert isinstance(define, m.DefineSymbol)
            tests.append(self.game.expressions.calls.define(define, (ir.Reg(0),), Scope(Registers(2))))
        return self.game.tables.function(ir.Function(f"{name}.{part.name.text}", 1, 2, (), ir.All(tuple(tests))))

    def _over_parts(self, meld: m.MeldSymbol, options: list[ast.MeldOption], *, truth: bool) -> int:
        """Function of the parts' card lists, or -1 without such an option."""
        values = [o.value for o in options if o.value is not None]
        if not values:
            return -1
        registers = Registers(len(meld.parts))
        scope = Scope(registers)
        for number, local in enumerate(meld.parts):
            is_list = isinstance(t.plain(local.type), t.Collection)
            scope.bind(local, InReg(number) if is_list else OneOf(number))
        e = self.game.expressions
        if truth:
            result: ir.IntExpr = ir.All(tuple(e.truth(value, scope) for value in values))
        else:
            result = e.number(values[0], scope)
        return self.game.tables.function(ir.Function(meld.name, len(meld.parts), registers.used, (), result))
