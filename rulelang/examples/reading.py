"""An expectation in, the params that it reads by way of defines, scores, melds and tables out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulelang.analysis.model import GameModel
from rulelang.analysis.types import EnumValue, Flag, plain
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.walk import walk

MOST_NAMED = 6


def settings_read(model: GameModel, place: Span, values: Mapping[str, int]) -> str:
    """What an expectation at this place was worked out with, as a sentence; empty if it reads no param.

    `values` are those that are set otherwise than by the rules; what the example gives itself is left out.
    """
    here = ((example, step) for example in model.examples for step in example.steps if _holds(step.span, place))
    example, step = next(here, (None, None))
    if example is None or not isinstance(step, ast.Expect):
        return ""
    own = {given.target.span.text for given in example.steps if isinstance(given, ast.Given)}
    read = [name for name in _params(model, step) if name not in own]
    if not read:
        return ""
    said = [f"`{name}` {_shown(model, name, values)}" for name in read[:MOST_NAMED]]
    more = ", ..." if len(read) > MOST_NAMED else ""
    return f"Worked out with {', '.join(said)}{more}; `rulelang test --set NAME=VALUE` tries other values."


def set_before(model: GameModel, place: Span) -> str:
    """Which variable keeps who began although the example around this place gives `first_player`; empty if none."""
    around = (example for example in model.examples if any(_holds(step.span, place) for step in example.steps))
    example = next(around, None)
    own = {step.target.span.text for step in example.steps if isinstance(step, ast.Given)} if example else set()
    kept = [name for name, symbol in model.vars.items()
            if isinstance(symbol.initial, ast.Name) and symbol.initial.text == "first_player" and name not in own]
    if "first_player" not in own or not kept:
        return ""
    return f"`{kept[0]}` was set from `first_player` before the example began: write `given {kept[0]} = ...` too."


def _holds(outer: Span, inner: Span) -> bool:
    return outer.source is inner.source and outer.start <= inner.start and inner.end <= outer.end


def _params(model: GameModel, step: ast.Expect) -> list[str]:
    """The params in the order in which they are met."""
    bodies: dict[str, ast.Node] = {
        name: symbol.node
        for symbols in (model.defines, model.scores, model.melds, model.tables)
        for name, symbol in symbols.items()
    }
    seen: dict[str, None] = {}
    open_: list[ast.Node] = [step]
    while open_:
        for word in _words(open_.pop()):
            if word not in seen:
                seen[word] = None
                open_ += [bodies[word]] if word in bodies else []
    return [word for word in seen if word in model.params]


def _words(node: ast.Node) -> Iterator[str]:
    for part in walk(node):
        match part:
            case ast.Name(text=word) | ast.Your(name=word):
                yield word
            case ast.Owned(name=name) | ast.Call(name=name):
                yield name.text


def _shown(model: GameModel, name: str, values: Mapping[str, int]) -> str:
    """The value of a param as the rules write it."""
    param = model.params[name]
    value = values.get(name, param.default)
    kind = plain(param.type)
    if isinstance(kind, EnumValue):
        return model.enums[kind.enum].values[value]
    return ("no", "yes")[value] if isinstance(kind, Flag) else str(value)
