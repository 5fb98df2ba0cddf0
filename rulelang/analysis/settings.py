"""A checked game and what people ask for in, numbers for its program out: players and params that the rules allow."""

from __future__ import annotations

from collections.abc import Mapping
from re import fullmatch

from rulelang.analysis.constants import NotConstant, Setting, default_params, whole
from rulelang.analysis.deck import deck
from rulelang.analysis.declare.names import listed
from rulelang.analysis.declare.types import say
from rulelang.analysis.model import GameModel, ParamSymbol
from rulelang.analysis.types import EnumValue, Flag, Number
from rulelang.diagnostics import Diagnostic, Diagnostics, RulesError, Severity, numbers, suggestion
from rulelang.syntax import ast

FLAGS = {"yes": 1, "no": 0}
MOST_LISTED = 40
"""Values of an enum that a message lists one by one."""


class SettingError(RulesError, ValueError):
    """The rules are fine, but not for these players or this value of a param; the diagnostics say what is allowed."""


def default_players(model: GameModel) -> int:
    """2 if the game allows it, else the fewest it allows."""
    return 2 if model.low <= 2 <= model.high else model.low


def param_values(model: GameModel, given: Mapping[str, int | bool | str]) -> dict[str, int]:
    """Values of params as people give them, as numbers: an enum's word by its place, flags as 0 and 1.

    Raises SettingError for a param that is not there or a value it cannot have.
    """
    values: dict[str, int] = {}
    for name, value in given.items():
        param = _param(model, name)
        number = _number(model, param, value)
        if number is None or not _fits(model, param, number):
            raise _wrong_value(model, param, str(value))
        values[name] = number
    return values


def checked(model: GameModel, players: int, params: Mapping[str, int]) -> dict[str, int]:
    """All params of the game, those given with their values, the others with their defaults.

    Raises SettingError for players or values that the game does not allow, or if its cards cannot be made with them.
    """
    _players_allowed(model, players)
    for name, value in params.items():
        if not _fits(model, _param(model, name), value):
            raise _wrong_value(model, model.params[name], str(value))
    settings = {**default_params(model), **params}
    found = Diagnostics()
    deck(model, players, settings, found)
    _supplies_allowed(model, players, settings, found)
    if found.has_errors:
        raise SettingError(d for d in found.sorted() if d.severity is Severity.ERROR)
    return settings


def _players_allowed(model: GameModel, players: int) -> None:
    if model.low <= players <= model.high:
        return
    place = next(
        (item.declaration.span for item in model.merged.items if isinstance(item.declaration, ast.Players)),
        model.merged.header.span,
    )
    raise SettingError(
        [
            Diagnostic(
                "RL270",
                f"{model.title} is not for {players} players",
                place,
                "players declared here",
                allowed=f"It is for {numbers(model.low, model.high)}.",
            )
        ]
    )


def _param(model: GameModel, name: str) -> ParamSymbol:
    if name in model.params:
        return model.params[name]
    raise SettingError(
        [
            Diagnostic(
                "RL271",
                f"{model.title} has no param called `{name}`",
                model.merged.header.span,
                allowed=f"It has {listed(list(model.params))}." if model.params else "It has none.",
                hint=suggestion(name, model.params),
            )
        ]
    )


def _number(model: GameModel, param: ParamSymbol, value: int | bool | str) -> int | None:
    """The number that stands for a value of a param, or None."""
    match param.type, value:
        case Flag(), str():
            return FLAGS.get(value)
        case Flag(), int():
            return int(value)
        case EnumValue(enum=enum), (int() | str()) if not isinstance(value, bool):
            words = model.enums[enum].values
            return words.index(str(value)) if str(value) in words else None
        case Number(), int() if not isinstance(value, bool):
            return value
        case Number(), str() if fullmatch(r"-?[0-9]{1,10}", value):
            return int(value)
    return None


def _fits(model: GameModel, param: ParamSymbol, value: int) -> bool:
    match param.type:
        case Number(low=low, high=high):
            return low <= value <= high
        case Flag():
            return value in (0, 1)
        case EnumValue(enum=enum):
            return 0 <= value < len(model.enums[enum].values)
    return False


def _wrong_value(model: GameModel, param: ParamSymbol, value: str) -> SettingError:
    words = model.enums[param.type.enum].values if isinstance(param.type, EnumValue) else ()
    allowed = listed(list(words), "or") if 0 < len(words) <= MOST_LISTED else say(model, param.type)
    return SettingError(
        [
            Diagnostic(
                "RL272",
                f"`{param.name}` cannot be {value}",
                param.node.span,
                "declared here",
                allowed=f"It is {allowed}.",
                hint=suggestion(value, words),
            )
        ]
    )


def _supplies_allowed(model: GameModel, players: int, settings: Mapping[str, int], found: Diagnostics) -> None:
    for token in model.tokens.values():
        try:
            supply = whole(model, token.supply, Setting(settings, players))
        except NotConstant as problem:
            problem.report(found)
            continue
        if supply < 0:
            found.error("RL206", f"A supply of {supply} tokens cannot be", token.supply.span, f"this is {supply}")
