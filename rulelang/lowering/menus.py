"""A checked menu (`do 1 primary, up to 1 secondary, any trade`) in, its loop of decisions out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.ir import nodes as ir
from rulelang.lowering.scope import Registers, Scope
from rulelang.records import dataclass
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lowering.code import Code
    from rulelang.lowering.game import GameLowering


@dataclass(frozen=True, slots=True)
class Item:
    """A menu item: its quota, the cell that counts what was done of it, the actions it covers."""

    quota: str
    amount: ast.Expr | None
    used: int
    actions: tuple[int, ...]


class Menus:
    """Lowers menus."""

    def __init__(self, game: GameLowering) -> None:
        self.game = game

    def menu(self, node: ast.Menu, code: Code) -> None:
        """Ask until no item has quota left or the player is done."""
        game = self.game
        counters = game.layout.take(max(1, len(game.menu_names)))
        items = [self._item(item, code) for item in node.items]
        code.emit(ir.SetListTo(counters, max(1, len(game.menu_names)) - 1, ir.ConstList(()), game.span(node)))
        for item in items:
            code.emit(ir.SetCellTo(item.used, ir.Const(0)))
        fork, again, ask, chosen, after = code.cell(), code.new(), code.new(), code.new(), code.new()
        code.go_on(again)
        self._settle(node, items, code)
        code.end(ir.Fork2(ir.Any(tuple(self._open(i, code.scope) for i in items)), ask, after, game.span(node)))
        code.open(ask)
        code.end(ir.Decide(self._decision(node, items, fork, counters, code), chosen, game.span(node)))
        code.open(chosen)
        self._run(items, fork, counters, again, after, code)
        code.open(after)

    def _item(self, node: ast.MenuItem, code: Code) -> Item:
        return Item(node.quota, node.amount, code.cell(), self.game.actions_of(self.game.model.refs[node]))

    def _open(self, item: Item, scope: Scope) -> ir.IntExpr:
        """Whether an item has quota left."""
        if item.amount is None:
            return ir.Const(1)
        return ir.Binary("lt", ir.Cell(item.used), self.game.expressions.number(item.amount, scope))

    def _settle(self, node: ast.Menu, items: list[Item], code: Code) -> None:
        heads = [step for number in self._actions(items) for step in self.game.action_list[number].node.head]
        self.game.settling.before(code, *(item.amount for item in node.items), *heads)

    def _actions(self, items: list[Item]) -> list[int]:
        """Every action of the menu once, in the order of the items."""
        return list(dict.fromkeys(number for item in items for number in item.actions))

    def _decision(self, node: ast.Menu, items: list[Item], fork: int, counters: int, code: Code) -> int:
        game, registers = self.game, Registers()
        scope = code.scope.with_registers(registers)
        ways = [self._entry(number, items, counters, scope) for number in self._actions(items)]
        ways.append(ir.Way(ir.DONE, game.tables.text("Done"), self._done(items, counters, scope), (), game.span(node)))
        point = game.tables.point(code.name, "", None)
        step = ir.Fork(point, fork, tuple(ways), True, game.span(node))
        return game.tables.decision(ir.Decision(code.name, "menu", scope.you, (step,), None, registers.used, False,
                                                game.span(node)))

    def _entry(self, number: int, items: list[Item], counters: int, scope: Scope) -> ir.Way:
        action = self.game.action_list[number]
        covering = tuple(self._open(item, scope) for item in items if number in item.actions)
        condition = None if ir.Const(1) in covering else ir.Any(covering)
        return ir.Way(number, self.game.tables.text(action.label), condition, (ir.Act(number, ir.Const(counters)),),
                      self.game.span(action.node))

    def _done(self, items: list[Item], counters: int, scope: Scope) -> ir.IntExpr:
        """Every exact item is met or has no legal action."""
        met: list[ir.IntExpr] = []
        for item in items:
            if item.quota == "exactly":
                can = ir.Can(item.actions, scope.you, ir.Const(counters))
                met.append(ir.Any((ir.Unary("not", self._open(item, scope)), ir.Unary("not", can))))
        return ir.All(tuple(met))

    def _run(self, items: list[Item], fork: int, counters: int, again: int, after: int, code: Code) -> None:
        """Count what was picked and run its body."""
        numbers = self._actions(items)
        blocks = {number: code.new() for number in numbers}
        code.end(ir.Switch(ir.Cell(fork), tuple(blocks.items()), after))
        for number, block in blocks.items():
            code.open(block)
            covering = [item for item in items if number in item.actions]
            for counted in self._counted(number):
                at = counters + counted
                code.emit(ir.SetCellTo(at, ir.Binary("add", ir.Cell(at), ir.Const(1))))
            if used := self._use(covering, code.scope):
                code.emit(used)
            code.end(ir.CallProcedure(self.game.action_procedure(number), code.scope.you, ir.Const(counters), again,
                                      self.game.span(self.game.action_list[number].node)))

    def _counted(self, number: int) -> list[int]:
        action = self.game.action_list[number]
        names: list[m.ActionSymbol | m.GroupSymbol] = [action]
        if action.group is not None:
            names.append(self.game.model.groups[action.group])
        return [self.game.menu_number(name) for name in names]

    def _use(self, covering: list[Item], scope: Scope) -> ir.Statement | None:
        """An action counts for the first item that covers it and has quota left."""
        step: tuple[ir.Statement, ...] = ()
        for item in reversed(covering):
            count = ir.SetCellTo(item.used, ir.Binary("add", ir.Cell(item.used), ir.Const(1)))
            step = (ir.If(self._open(item, scope), (count,), step),)
        return step[0] if step else None
