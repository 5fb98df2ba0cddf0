"""Phases, action bodies and effects in, procedures out: numbers first, then code, hooks included.

Procedure 0 is the start: it sets variables, draws the first player, runs `play` and ends the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.program import FIRST_PLAYER, VarInfo
from rulelang.lowering.code import Code
from rulelang.lowering.scope import Registers, Scope
from rulelang.syntax import ast
from rulelang.syntax.walk import walk

if TYPE_CHECKING:
    from rulelang.lowering.game import GameLowering


class Procedures:
    """Numbers and lowers procedures and the heads of actions."""

    def __init__(self, game: GameLowering) -> None:
        self.game = game
        self.model = game.model
        self.bodies: dict[int, list[ast.Block]] = {0: []}
        self.phases = {name: self._number(name, phase.node.body) for name, phase in self.model.phases.items()}
        self.actions = [self._number(a.name, a.node.body) for a in game.action_list]
        self.effects = {key: self._number(None, effect.node.body) for key, effect in self.model.effects.items()
                        if effect.node.body is not None}
        self.made: list[ir.Procedure] = []
        self.heads: list[ir.Action] = []
        self.start_block = 0
        self.limit_cells = {name: game.layout.take(1) for name in self.model.limits}

    def _number(self, name: str | None, body: ast.Block | None) -> int:
        number = len(self.bodies)
        hooks = [hook.body for hook in self.model.hooks if hook.name.text == name]
        self.bodies[number] = [*hooks, *([body] if body is not None else [])]
        return number

    def lower_all(self) -> None:
        """Every procedure in order of its number."""
        self.made.append(self._start())
        for name, phase in self.model.phases.items():
            self.made.append(self._phase(name, phase))
        for action in self.game.action_list:
            self.made.append(self._action(action))
        for key, number in self.effects.items():
            self.made.append(self._effect(self.model.effects[key], number))

    # ------------------------------------------------------------ start

    def _start(self) -> ir.Procedure:
        code = Code.begin(self.game.tables, self.game.layout, "start", 0)
        code.scope = Scope(Registers(), names=code.scope.names)
        for info in self.game.layout.vars:
            self._default(info, code)
        for token in self.game.layout.tokens:
            code.emit(ir.SetCellTo(token.supply, ir.Const(token.total)))
        self._first_player(code)
        for var in self.model.vars.values():
            if var.initial is not None:
                self._initial(var, code)
        self.start_block = code.new()
        code.go_on(self.start_block)
        finish = code.new()
        code.end(ir.CallProcedure(self.phases["play"], ir.Const(NONE), ir.Const(0), finish))
        code.open(finish)
        code.end(ir.Finish())
        return ir.Procedure("start", "start", code.entry, code.frame, self.game.layout.cells - code.frame)

    def _default(self, info: VarInfo, code: Code) -> None:
        """What a variable holds before anything is said: see LANGUAGE on defaults."""
        value = self.game.params[info.name] if info.param else 0
        if info.optional:
            value = NONE
        elif not info.set_count and not info.param and not info.low <= 0 <= info.high:
            value = info.low
        if value == 0 or info.set_count:
            return
        for at in range(info.base, info.base + info.count):
            code.emit(ir.SetCellTo(at, ir.Const(value)))

    def _initial(self, var: m.VarSymbol, code: Code) -> None:
        assert var.initial is not None
        number = self.game.layout.var_numbers[var.name]
        for index in range(self.game.layout.vars[number].count):
            self.game.statements.assignment.store(number, ir.Const(index), var.initial, var.type, code, var.node)

    def _first_player(self, code: Code) -> None:
        """Drawn first of all chance, unless it is given; not drawn where the rules never speak of it."""
        if not any(isinstance(node, ast.Name) and self._is_first_player(node) for node in walk(self.model.merged)):
            return
        tables = self.game.tables
        seats = ir.ConstList(tuple(range(1, self.game.players + 1)))
        pick = ir.Pick(tables.point("first_player", "first_player", None), FIRST_PLAYER, seats, None,
                       self.game.layout.kind(t.Player()))
        decision = tables.decision(ir.Decision("first_player", "chance", ir.Const(0), (pick,), None, 0))
        ask, after = code.new(), code.new()
        code.end(ir.Fork2(ir.Unary("is_none", ir.Cell(FIRST_PLAYER)), ask, after))
        code.open(ask)
        code.end(ir.Chance(decision, after))
        code.open(after)

    def _is_first_player(self, node: ast.Name) -> bool:
        ref = self.model.refs.get(node)
        return isinstance(ref, m.Builtin) and ref.name == "first_player"

    # ------------------------------------------------------------ phases, actions, effects

    def _phase(self, name: str, phase: m.PhaseSymbol) -> ir.Procedure:
        code = Code.begin(self.game.tables, self.game.layout, name, self.phases[name])
        if name in self.limit_cells:
            self._limit(name, code)
        code.emit(ir.Announce("phase", self.game.tables.text(name), code.scope.you, self.game.span(phase.node)))
        self._with_hooks(name, phase.node.body, code)
        return code.finish("phase")

    def _limit(self, name: str, code: Code) -> None:
        """The phase would begin once more than it may: the game ends, adjudicated."""
        limit, at = self.model.limits[name], self.limit_cells[name]
        over, go_on = code.new(), code.new()
        times = ir.Const(self.game.constant(limit.times))
        code.end(ir.Fork2(ir.Binary("le", times, ir.Cell(at)), over, go_on, self.game.span(limit)))
        code.open(over)
        code.end(ir.Finish(adjudicated=True, span=self.game.span(limit)))
        code.open(go_on)
        code.emit(ir.SetCellTo(at, ir.Binary("add", ir.Cell(at), ir.Const(1))))

    def _with_hooks(self, name: str, body: ast.Block | None, code: Code) -> None:
        hooks = [hook for hook in self.model.hooks if hook.name.text == name]
        for hook in hooks:
            if hook.when == "before":
                self.game.statements.block(hook.body, code)
        if body is not None:
            self.game.statements.block(body, code)
        for hook in hooks:
            if hook.when == "after":
                self.game.statements.block(hook.body, code)

    def _action(self, action: m.ActionSymbol) -> ir.Procedure:
        number = self.game.action_list.index(action)
        code = Code.begin(self.game.tables, self.game.layout, action.name, self.actions[number])
        registers = Registers()
        steps = self.game.choices.head(action.node.head, code, code.scope.with_registers(registers))
        self.heads.append(ir.Action(action.name, self.game.tables.text(action.label), self.actions[number], steps,
                                    registers.used, action.doc, self.game.span(action.node)))
        self._with_hooks(action.name, action.node.body, code)
        return code.finish("action")

    def _effect(self, effect: m.EffectSymbol, number: int) -> ir.Procedure:
        name = effect.key if isinstance(effect.key, str) else self.model.enums[effect.key[0]].values[effect.key[1]]
        code = Code.begin(self.game.tables, self.game.layout, name, number)
        assert effect.node.body is not None
        self.game.statements.block(effect.node.body, code)
        return code.finish("effect")
