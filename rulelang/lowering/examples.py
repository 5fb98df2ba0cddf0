"""The examples of a checked game in, sets of compiled examples out, one set for each player count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.ir import nodes as ir
from rulelang.ir import program as p
from rulelang.lowering.code import Code
from rulelang.lowering.game import GameLowering
from rulelang.lowering.scope import Registers, Scope
from rulelang.syntax import ast


def example_sets(model: m.GameModel, params: Mapping[str, int]) -> list[p.ExampleSet]:
    """Compile all examples; those without a player count play with the fewest players."""
    by_players: dict[int, list[ast.Example]] = {}
    for example in model.examples:
        by_players.setdefault(example.players or model.low, []).append(example)
    return [
        ExampleLowering(model, players, params).lower(examples) for players, examples in sorted(by_players.items())
    ]


class ExampleLowering:
    """Lowers the examples for one player count."""

    def __init__(self, model: m.GameModel, players: int, params: Mapping[str, int]) -> None:
        self.game = GameLowering(model, players, params)
        self.model = model
        self.players = players

    def lower(self, examples: Sequence[ast.Example]) -> p.ExampleSet:
        """All examples, and the program they run on."""
        found: list[p.ExampleCode] = []
        settle: list[int] = []

        def more() -> None:
            settle.append(self._settle_procedure())
            found.extend(self._example(example) for example in examples)

        program = self.game.program(more)
        return p.ExampleSet(program, tuple(found), settle[0])

    def _settle_procedure(self) -> int:
        made = self.game.procedures.made
        code = Code.begin(self.game.tables, self.game.layout, "settle", len(made))
        self.game.settling.everything(code)
        made.append(code.finish("settle"))
        return len(made) - 1

    def _example(self, node: ast.Example) -> p.ExampleCode:
        steps = tuple(self._step(step) for step in node.steps)
        return p.ExampleCode(node.title.value, self.players, steps, self.game.span(node))

    def _step(self, node: ast.ExampleStep) -> p.ExampleStep:
        match node:
            case ast.Given():
                return self._given(node)
            case ast.WhenDoes(does=does):
                return p.RunAction(self._line(does), self.game.span(node))
            case ast.WhenRuns(phase=phase, seat=seat, script=script):
                lines = tuple(self._line(line) for line in script)
                procedure = self.game.phase_procedure(phase.text)
                return p.RunPhase(procedure, 0 if seat is None else self._seat(seat), lines, self.game.span(node))
            case ast.Expect():
                return self._expect(node)

    def _seat(self, ident: ast.Ident) -> int:
        """`p2` is seat 2."""
        return int(ident.text[1:])

    # ------------------------------------------------------------ functions and blocks

    def _function(self, node: ast.Expr, *, truth: bool = False) -> int:
        registers = Registers()
        e, scope = self.game.expressions, Scope(registers)
        result: ir.Expr = e.truth(node, scope) if truth else e.value(node, scope)
        is_list = not truth and e.is_list(node)
        return self.game.tables.function(ir.Function("example", 0, registers.used, (), result, is_list,
                                                     self.game.span(node)))

    def _block(self, statements: Sequence[ir.Statement], registers: Registers) -> int:
        number = self.game.tables.reserve_block()
        self.game.tables.blocks[number] = ir.Block(tuple(statements), ir.Return(), registers.used)
        return number

    # ------------------------------------------------------------ given

    def _given(self, node: ast.Given) -> p.GivenZone | p.GivenValue:
        ref = self.model.refs[node.target]
        if isinstance(ref, m.Instance) and isinstance(ref.of, m.ZoneSymbol):
            return p.GivenZone(self._function(node.target), self._cards(node.things), self.game.span(node))
        return self._given_value(node, ref)

    def _cards(self, things: Sequence[ast.Copies]) -> tuple[tuple[int, int], ...]:
        cards: list[tuple[int, int]] = []
        for thing in things:
            if not isinstance(thing.value, ast.Str):
                continue
            number = self.game.print_number(thing.value.value)
            cards += [(number, self._face(thing.face))] * thing.count
        return tuple(cards)

    def _face(self, node: ast.Expr | None) -> int:
        if isinstance(node, ast.FaceLiteral):
            node = node.value
        return 0 if node is None else self.game.constant(node)

    def _given_value(self, node: ast.Given, ref: m.Ref) -> p.GivenValue:
        registers = Registers()
        scope, span = Scope(registers), self.game.span(node)
        if isinstance(ref, m.ParamSymbol):
            store: list[ir.Statement] = [self._store(ref.name, ir.Const(0), node, ref.type, scope)]
        elif isinstance(ref, m.Builtin):
            store = [ir.SetCellTo(p.FIRST_PLAYER, self.game.expressions.scalar(node.things[0].value, scope))]
        else:
            assert isinstance(ref, m.Instance)
            if isinstance(ref.of, m.VarSymbol):
                var = self.game.layout.vars[self.game.layout.var_numbers[ref.of.name]]
                index = self.game.expressions.family_index(0, var.keys, ref.keys, scope)
                store = [self._store(ref.of.name, index, node, ref.of.type, scope)]
            else:
                store = self.game.statements.assignment.set_count(ref, node.things[0].value, scope, span)
        return p.GivenValue(self._block(store, registers), span)

    def _store(self, name: str, index: ir.IntExpr, node: ast.Given, kind: t.Type, scope: Scope) -> ir.Store:
        e, number = self.game.expressions, self.game.layout.var_numbers[name]
        if isinstance(t.plain(kind), t.Collection) and not e.is_list(node.things[0].value):
            items = tuple(e.scalar(thing.value, scope) for thing in node.things)
            value: ir.Expr = ir.Sorted(ir.Items(items, drop_none=True), unique=True)
        else:
            value = e.as_type(node.things[0].value, kind, scope)
        return ir.Store(number, index, value, self.game.span(node))

    # ------------------------------------------------------------ scripts and expectations

    def _line(self, node: ast.Does | ast.Picks) -> p.ScriptLine:
        answers = tuple(self._answer(answer) for answer in node.answers)
        action = -1
        if isinstance(node, ast.Does):
            action = next(i for i, a in enumerate(self.game.action_list) if a.name == node.action.text)
        return p.ScriptLine(self._seat(node.seat), action, answers, self.game.span(node))

    def _answer(self, node: ast.Answer) -> p.AnswerCode:
        span = self.game.span(node)
        if node.name is None:
            assert isinstance(node.value, ast.Str)
            return p.AnswerCode("", -1, node.value.value, span)
        prints = self._prints(node.value)
        if prints:
            return p.AnswerCode(node.name.text, -1, "", span, prints=prints)
        is_list = self.game.expressions.is_list(node.value)
        return p.AnswerCode(node.name.text, self._function(node.value), "", span, is_list)

    def _prints(self, node: ast.Expr) -> tuple[int, ...]:
        """Quoted names, one or a list of them."""
        names = node.items if isinstance(node, ast.ListOf) else (node,)
        if names and all(isinstance(name, ast.Str) for name in names):
            return tuple(self.game.print_number(name.value) for name in names if isinstance(name, ast.Str))
        return ()

    def _expect(self, node: ast.Expect) -> p.ExpectTrue | p.ExpectCan:
        value, span = node.value, self.game.span(node.value)
        if node.answers:
            negated = isinstance(value, ast.Not)
            can = value.value if isinstance(value, ast.Not) else value
            assert isinstance(can, ast.Can)
            actions = self.game.actions_of(self.model.refs[can])
            answers = tuple(self._answer(answer) for answer in node.answers)
            return p.ExpectCan(self._function(can.player), actions, answers, negated, span)
        parts = value.parts if isinstance(value, ast.And) else (value,)
        return p.ExpectTrue(tuple(self._part(part) for part in parts), span)

    def _part(self, node: ast.Expr) -> p.ExpectPart:
        """A test; of a comparison also its left side, so that a failure can say what it was."""
        test, span = self._function(node, truth=True), self.game.span(node)
        if not isinstance(node, ast.Is | ast.Compare) or isinstance(self.model.refs.get(node), m.IsDefine | m.IsCards):
            return p.ExpectPart(test, span)
        kind = t.plain(self.model.types[node.left])
        if isinstance(kind, t.Zone | t.NoneValue | t.Unknown) or self.game.expressions.is_list(node.left):
            return p.ExpectPart(test, span)
        return p.ExpectPart(test, span, self._function(node.left), self.game.layout.kind(kind))
