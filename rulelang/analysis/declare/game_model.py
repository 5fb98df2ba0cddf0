"""Merged rules in, the game's model with every declared thing out: `declare`. Types of expressions come later."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TypeVar

from rulelang.analysis.card_tables.tables import Origin
from rulelang.analysis.declare import course
from rulelang.analysis.declare import frame as game
from rulelang.analysis.declare.cards import check_deck, declare_cards, name_cards
from rulelang.analysis.declare.names import Declaring
from rulelang.analysis.declare.values import declare_enum, declare_param, declare_table
from rulelang.analysis.declare.vars import declare_var
from rulelang.analysis.declare.zones import declare_pot, declare_tokens, declare_zone, link_refills
from rulelang.analysis.model import GameModel, NodeMap
from rulelang.diagnostics import Diagnostics
from rulelang.source import Source
from rulelang.syntax import ast

D = TypeVar("D")


def declare(
    rules: ast.Rules, sources: list[tuple[Source, str]], found: Diagnostics, origins: NodeMap[Origin] | None = None
) -> GameModel:
    """The model of a game whose bases are merged and whose card tables are written out.

    `sources` are all files of the bundle with their roles; `origins` knows the rows that stand in tables. Whatever is
    wrong goes to `found`; what could be understood is in the model all the same.
    """
    model = GameModel(rules.header.name.value, rules.language or game.EDITION, 2, 2, rules, sources, ())
    context = Declaring(model, found, origins or NodeMap())
    _frame(context)
    _values(context)
    _table(context)
    _course(context)
    game.check_frame(context)
    model.lost = frozenset(context.doubtful)
    return model


def _frame(context: Declaring) -> None:
    rules = context.model.merged
    game.declare_edition(context, rules)
    for players in _all(rules, ast.Players):
        game.declare_players(context, players)
    for teams in _all(rules, ast.Teams):
        game.declare_teams(context, teams)
    context.model.notes.extend(_all(rules, ast.Note))


def _values(context: Declaring) -> None:
    """Types first, then what is constant, then the cards, whose numbers may depend on it."""
    rules = context.model.merged
    for enum in _all(rules, ast.Enum):
        context.declare(enum.name, partial(declare_enum, context, enum))
    cards = list(_all(rules, ast.Cards))
    name_cards(context, cards)
    for table in _all(rules, ast.Table):
        context.declare(table.name, partial(declare_table, context, table))
    for param in _all(rules, ast.Param):
        context.declare(param.name, partial(declare_param, context, param))
    for node in cards:
        declare_cards(context, node)


def _table(context: Declaring) -> None:
    rules = context.model.merged
    for tokens in _all(rules, ast.Tokens):
        context.declare(tokens.name, partial(declare_tokens, context, tokens))
    for pots in _all(rules, ast.Pots):
        for pot in pots.pots:
            context.declare(pot.name, partial(declare_pot, context, pot))
    for item in rules.items:
        if isinstance(item.declaration, ast.Zones):
            for zone in item.declaration.zones:
                context.declare(zone.name, partial(declare_zone, context, zone, "\n".join(item.doc)))
    link_refills(context)
    for variables in _all(rules, ast.Vars):
        for variable in variables.vars:
            context.declare(variable.name, partial(declare_var, context, variable))


def _course(context: Declaring) -> None:
    rules = context.model.merged
    deck = check_deck(context)
    for item in rules.items:
        _declare_part(context, item.declaration, "\n".join(item.doc))
    course.join_groups(context)
    for item in rules.items:
        match item.declaration:
            case ast.Effect() as effect:
                course.declare_effect(context, effect, "\n".join(item.doc), deck)
            case ast.Hook() as hook:
                course.declare_hook(context, hook)
            case ast.Limit() as limit:
                course.declare_limit(context, limit)


def _declare_part(context: Declaring, node: ast.Declaration, doc: str) -> None:
    match node:
        case ast.Define():
            course.declare_define(context, node)
        case ast.Meld():
            course.declare_meld(context, node)
        case ast.Score():
            course.declare_score(context, node)
        case ast.Phase():
            course.declare_phase(context, node, doc)
        case ast.Action():
            course.declare_action(context, node, doc)
        case ast.Win() | ast.Payoff():
            game.declare_win(context, node)
        case ast.Estimate():
            game.declare_estimate(context, node)
        case ast.Example():
            game.declare_example(context, node)


def _all(rules: ast.Rules, kind: type[D]) -> Iterator[D]:
    """All declarations of a kind, in file order."""
    return (item.declaration for item in rules.items if isinstance(item.declaration, kind))
