"""A checked model, a player count and params in, a `Program` out: the driver of lowering.

Numbers are given first (cards, zones, actions, procedures), then procedures, actions and scores are lowered one after
another, each with a frame of its own, then zones and cards get the cells behind the frames.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.constants import Setting, evaluate
from rulelang.analysis.deck import Deck, deck
from rulelang.diagnostics import Diagnostics, RulesError
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.program import ActionDoc, Program, ScoreInfo
from rulelang.lowering.assembly import assemble
from rulelang.lowering.callgraph import closures
from rulelang.lowering.choices import Choices
from rulelang.lowering.expressions import Expressions
from rulelang.lowering.layout import Layout
from rulelang.lowering.loops import Loops
from rulelang.lowering.menus import Menus
from rulelang.lowering.movement import Movement
from rulelang.lowering.procedures import Procedures
from rulelang.lowering.scope import Scope
from rulelang.lowering.scoring import Scoring
from rulelang.lowering.settling import Settling
from rulelang.lowering.statements import Statements
from rulelang.lowering.tables import Tables
from rulelang.syntax import ast


def _deck(model: m.GameModel, players: int, params: Mapping[str, int]) -> Deck:
    """The cards for these params. Raises RulesError where they make no deck."""
    found = Diagnostics()
    cards = deck(model, players, params, found)
    if found.has_errors:
        raise RulesError(found.sorted())
    return cards


class GameLowering:
    """Everything known while one game is lowered; the rooms ask it for numbers."""

    def __init__(self, model: m.GameModel, players: int, params: Mapping[str, int]) -> None:
        self.model = model
        self.players = players
        self.params = {name: params.get(name, param.default) for name, param in model.params.items()}
        self.setting = Setting(self.params, players)
        self.deck = _deck(model, players, self.params)
        self.tables = Tables.over(model.sources)
        self.layout = Layout(model, players, dict(self.params), list(self.deck.prints), list(self.deck.cards),
                             self.tables)
        self.action_list = list(model.actions.values())
        self.menu_names = (*model.actions, *(g for g in model.groups))
        self.meld_numbers = {name: number for number, name in enumerate(model.melds)}
        self.score_symbols = list(model.scores.values())
        self._lay_out()
        self.procedures = Procedures(self)
        self.expressions = Expressions(self)
        self.settling = Settling(self)
        self.movement = Movement(self)
        self.choices = Choices(self)
        self.menus = Menus(self)
        self.loops = Loops(self)
        self.statements = Statements(self)
        self.scoring = Scoring(self)
        self._closures = closures(self)

    def _lay_out(self) -> None:
        self.layout.index_cards()
        self.layout.place_vars()
        self.layout.place_tokens({name: self.constant(token.supply) for name, token in self.model.tokens.items()})
        self.layout.place_families()

    def program(self, more: Callable[[], None] | None = None) -> Program:
        """Lower everything, and what `more` adds before the tables are closed."""
        self.scoring.melds()
        self.procedures.lower_all()
        if more is not None:
            more()
        scores = [ScoreInfo(s.name, self.scoring.lines(s)) for s in self.score_symbols]
        for score in self.score_symbols:
            self.scoring.total(score.name)
        return assemble(self, tuple(scores))

    # ------------------------------------------------------------ constants

    def constant(self, node: ast.Expr) -> int:
        """The value of a constant expression under the game's params."""
        return evaluate(self.model, node, self.setting).value

    def span(self, node: ast.Node) -> int:
        """Number of a node's place in the rules."""
        return self.tables.span(node.span)

    # ------------------------------------------------------------ cards

    def print_number(self, name: str) -> int:
        """Number of the print of that name; NONE if the game has no such card here."""
        return next((i for i, p in enumerate(self.deck.prints) if p.name == name), NONE)

    def only_card(self, name: str) -> int:
        """The card of that name; NONE if there is none."""
        number = self.print_number(name)
        return next((c for c, p in enumerate(self.deck.cards) if p == number), NONE)

    def names_of(self, ref: m.Ref) -> tuple[int, ...]:
        """The prints of a cards type."""
        assert isinstance(ref, m.CardsSymbol)
        return tuple(i for i, p in enumerate(self.deck.prints) if p.type == ref.name)

    def type_table(self, cards: str) -> int:
        """Constant table: 1 for each card of a type, else 0."""
        return self.tables.int_table([int(self.deck.prints[p].type == cards) for p in self.deck.cards])

    def everything(self, ref: m.Ref) -> tuple[int, ...]:
        """All cards of a type, all values of an enum, all teams, seats, faces."""
        match ref:
            case m.CardsSymbol(name=name):
                first, count = self.layout.card_ranges[name]
                return tuple(range(first, first + count))
            case m.EnumSymbol(values=values):
                return tuple(range(len(values)))
            case m.Builtin(name="team"):
                return tuple(range(1, len(self.model.teams) + 1))
            case m.Builtin(name="player"):
                return tuple(range(1, self.players + 1))
            case _:
                return (0, 1)

    def discard_table(self) -> int:
        """Constant table: the zone where each card is discarded."""
        homes = {kind: self.layout.families[self.layout.family_numbers[zone.name]].first
                 for zone in self.model.zones.values() if zone.discards for kind in zone.holds}
        return self.tables.int_table([homes.get(self.deck.prints[p].type, NONE) for p in self.deck.cards])

    # ------------------------------------------------------------ seats and teams

    def neighbours(self, side: str) -> int:
        """Constant table by seat: left (clockwise next), right, or the seat itself; NONE for 0."""
        n = self.players
        seats = range(1, n + 1)
        rows = {"left": [s % n + 1 for s in seats], "right": [(s - 2) % n + 1 for s in seats], "seat": list(seats)}
        return self.tables.int_table([NONE, *rows[side]])

    def team_table(self) -> int:
        """Constant table by seat: its team."""
        return self.tables.int_table([NONE, *self.teams_by_seat()])

    def teams_by_seat(self) -> tuple[int, ...]:
        """The team of each seat; empty without teams."""
        teams = self.model.teams
        if not teams:
            return ()
        return tuple(next(i for i, team in enumerate(teams, 1) if s in team) for s in range(1, self.players + 1))

    # ------------------------------------------------------------ actions, phases, effects

    def actions_of(self, ref: m.Ref) -> tuple[int, ...]:
        """Numbers of an action or of all actions of a group, in file order."""
        names = {a.name for a in ref.actions} if isinstance(ref, m.GroupSymbol) else set()
        if isinstance(ref, m.ActionSymbol):
            names = {ref.name}
        return tuple(i for i, action in enumerate(self.action_list) if action.name in names)

    def menu_number(self, ref: m.Ref) -> int:
        """Place of an action or group among the counters of a menu."""
        assert isinstance(ref, m.ActionSymbol | m.GroupSymbol)
        offset = len(self.model.actions) if isinstance(ref, m.GroupSymbol) else 0
        names = list(self.model.groups if offset else self.model.actions)
        return offset + names.index(ref.name)

    def phase_procedure(self, name: str) -> int:
        """Procedure number of a phase."""
        return self.procedures.phases[name]

    def action_procedure(self, number: int) -> int:
        """Procedure number of an action's body."""
        return self.procedures.actions[number]

    def effects_of(self, kind: t.Type) -> list[tuple[int, int]]:
        """(value or print number, procedure) for each effect with a body that a value of this type can have."""
        found: list[tuple[int, int]] = []
        for key, procedure in self.procedures.effects.items():
            if isinstance(key, str) and isinstance(kind, t.Card):
                number = self.print_number(key)
                if number != NONE and (not kind.of or self.deck.prints[number].type in kind.of):
                    found.append((number, procedure))
            elif isinstance(key, tuple) and isinstance(kind, t.EnumValue) and key[0] == kind.enum:
                found.append((key[1], procedure))
        return found

    def bodies(self) -> dict[int, list[ast.Block]]:
        """The blocks of each procedure, hooks included."""
        return self.procedures.bodies

    def inside(self, procedure: int) -> tuple[int, ...]:
        """Everything that can run inside a procedure."""
        return self._closures.get(procedure, ())

    # ------------------------------------------------------------ scores, melds, counts

    def score_number(self, name: str) -> int:
        """Number of a score."""
        return list(self.model.scores).index(name)

    def score_total(self, name: str) -> int:
        """Function that gives a seat's total of a score."""
        return self.scoring.total(name)

    def part_number(self, meld: str, part: str) -> int:
        """Place of a named part in a meld, from 0; -1 if it has no such part."""
        return next((i for i, local in enumerate(self.model.melds[meld].parts) if local.name == part), -1)

    def supply_cell(self, ref: m.Ref) -> int:
        """Where the supply of a token is counted."""
        assert isinstance(ref, m.TokenSymbol)
        return self.layout.tokens[self.layout.token_numbers[ref.name]].supply

    def count_address(self, ref: m.Instance, scope: Scope) -> ir.IntExpr:
        """Address of a token or pot count."""
        base, keys = self.expressions.counts_of(ref)
        return self.expressions.family_index(base, keys, ref.keys, scope)

    def action_docs(self) -> tuple[ActionDoc, ...]:
        """What people are told of each action."""
        return tuple(ActionDoc(a.name, a.label, a.group or "", a.doc) for a in self.action_list)
