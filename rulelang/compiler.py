"""Rules in, a checked model, a program or a playable game out: the compile tower's driver, its stages listed in order.

    text -> parse -> bases read -> tables written out -> variants merged -> declared -> checked
    -> leaks and oddities found -> lowered

What is wrong with rules is collected, never raised, until somebody asks for a game: then `RulesError` carries it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rulelang.diagnostics import Diagnostic, Diagnostics, RulesError, Severity, suggestion
from rulelang.records import dataclass
from rulelang.source import Source, Span

if TYPE_CHECKING:
    from rulelang.analysis.card_tables.tables import Origin
    from rulelang.analysis.model import GameModel, NodeMap
    from rulelang.analysis.project import Bundle
    from rulelang.engine.game import Game
    from rulelang.ir.program import Program
    from rulelang.syntax import ast

Where: TypeAlias = "str | Path | Mapping[str, str] | Bundle"
"""A path, the name of a bundled game, a rules text (anything with a line end in it), texts by name (the rules
first), or a bundle."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The findings of a check in the order of their places (it iterates over them), the model if none is an error."""

    model: GameModel | None
    diagnostics: tuple[Diagnostic, ...]
    bundle: Bundle | None = None

    @property
    def ok(self) -> bool:
        """Whether the game can be played."""
        return self.model is not None

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)


def check(where: Where) -> CheckResult:
    """Read and check rules. Never raises for what they say, nor for a file that is not there."""
    found = Diagnostics()
    bundle = _bundle(where, found)
    model = _model(bundle, found) if bundle is not None else None
    return CheckResult(None if found.has_errors else model, tuple(found.sorted()), bundle)


def compile_game(
    model: GameModel, players: int, params: Mapping[str, int] | None = None, bundle: Bundle | None = None
) -> Program:
    """The program of a checked game for one number of players.

    `params` are numbers as programs hold them (see `param_values`). With its bundle, the program names its files as the
    project does, the same on every machine. Raises SettingError (of `analysis.settings`) for players or params that the
    game does not allow, or with which its cards cannot be made.
    """
    from rulelang.analysis.settings import checked
    from rulelang.ir.program import SourceInfo
    from rulelang.lowering import lower

    settings = checked(model, players, params or {})
    program = lower(model, players, settings)
    if bundle is None:
        return program
    sources = (SourceInfo(bundle.key_of(source), source.text, role) for source, role in model.sources)
    return replace(program, sources=tuple(sources))


def load(where: Where, /, players: int | None = None, **params: int | bool | str) -> Game:
    """A game ready to play, for some number of players (default: 2 if allowed, else the fewest) and params.

    A param takes a number, True or False for a flag, or an enum's word. Raises RulesError with everything that is wrong
    with the rules, and SettingError, a ValueError too, for players or params that the game does not allow.
    """
    from rulelang.analysis.settings import default_players, param_values
    from rulelang.engine.game import Game

    result = check(where)
    if result.model is None:
        raise RulesError(d for d in result.diagnostics if d.severity is Severity.ERROR)
    model = result.model
    chosen = default_players(model) if players is None else players
    return Game(compile_game(model, chosen, param_values(model, params), result.bundle))


# ---------------------------------------------------------------- the stages


def _bundle(where: Where, found: Diagnostics) -> Bundle | None:
    """The files that are meant."""
    from rulelang.analysis.project import Bundle

    if isinstance(where, Bundle):
        return where
    if isinstance(where, Mapping):
        return Bundle.of_texts(where, next(iter(where), "<text>"))
    if isinstance(where, str) and "\n" in where:
        return Bundle.of_text(where)
    path = Path(where)
    if path.suffix or os.path.lexists(path):
        return Bundle.of_file(path)
    bundled = Bundle.of_game(str(where))
    if bundled is None and len(path.parts) == 1:
        _no_such_game(str(where), found)
        return None
    return bundled or Bundle.of_file(path)


def _model(bundle: Bundle, found: Diagnostics) -> GameModel | None:
    """All stages up to the checked model; those behind a broken one are left out, for they would only repeat it."""
    from rulelang.analysis.declare.game_model import declare
    from rulelang.analysis.model import NodeMap
    from rulelang.analysis.variants.merge import merge

    chain = _chain(bundle, found)
    if chain is None:
        return None
    origins: NodeMap[Origin] = NodeMap()
    merged = merge(_written_out(chain, bundle, origins, found), found)
    whole = not found.has_errors
    order = {"rules": 0, "base": 1, "cards": 2}
    model = declare(merged, sorted(bundle.sources.values(), key=lambda read: order[read[1]]), found, origins)
    if whole:
        from rulelang.analysis.check.driver import check_model

        check_model(model, found)
    if not found.has_errors:
        from rulelang.analysis.leaks.driver import find_leaks
        from rulelang.analysis.lints.driver import find_lints

        find_leaks(model, found)
        find_lints(model, found)
    return model


def _chain(bundle: Bundle, found: Diagnostics) -> list[ast.Rules] | None:
    """The rules and the bases under them, the rules first; None if one of them cannot be read."""
    from rulelang.syntax.parser import parse

    source = bundle.read_main(found)
    chain: list[ast.Rules] = []
    seen: list[tuple[str, str]] = []
    while source is not None:
        key = bundle.key_of(source)
        seen.append((bundle.identity(key), source.name))
        rules = parse(source, found)
        if rules is None:
            return None
        chain.append(rules)
        if rules.header.base is None:
            return chain
        base = rules.header.base
        source = bundle.read_base(base.value, key, base.span, found)
        if source is not None and any(bundle.identity(bundle.key_of(source)) == known for known, _ in seen):
            circle = " > ".join([*(name for _, name in seen), source.name])
            found.error("RL267", f"A variant cannot be its own base: {circle}", base.span, "leads back")
            return None
    return None


def _written_out(
    chain: list[ast.Rules], bundle: Bundle, origins: NodeMap[Origin], found: Diagnostics
) -> list[ast.Rules]:
    """The bases, then the rules, each with the rows of its card tables in it."""
    from rulelang.analysis.card_tables.tables import Tables

    def read(table: ast.Text) -> Source | None:
        return bundle.read_table(table.value, bundle.key_of(table.span.source), table.span, found)

    tables = Tables(read, found, origins)
    return [tables.write_out(rules) for rules in reversed(chain)]


def _no_such_game(name: str, found: Diagnostics) -> None:
    from rulelang.resources import bundled_games

    games = list(bundled_games())
    found.error(
        "RL268",
        f"There is no file and no bundled game called `{name}`",
        Span(Source(name, ""), 0, 0),
        allowed=f"Bundled games are {', '.join(games)}.",
        hint=suggestion(name, games),
    )
