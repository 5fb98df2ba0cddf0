"""Constant expression in, number out: what can be known before play, for given params and a player count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rulelang.analysis.model import GameModel, TableSymbol
from rulelang.analysis.types import EnumValue, Face, Flag, NoneValue, Number, Optional, Player, Type
from rulelang.diagnostics import Diagnostics
from rulelang.ir.numbers import NONE, divide_down, divide_up, modulo, saturate
from rulelang.records import dataclass
from rulelang.source import Span
from rulelang.syntax import ast

FIXED_WORDS: dict[str, tuple[int, Type]] = {
    "yes": (1, Flag()),
    "no": (0, Flag()),
    "none": (NONE, NoneValue()),
    "up": (0, Face()),
    "down": (1, Face()),
}
"""Words with a fixed value: its number and its type. Faces: up 0, down 1, as in `ir.nodes`."""


@dataclass(frozen=True, slots=True)
class Value:
    """A constant: a number, the place of an enum value (from 0), 0 or 1 for flags and faces, NONE."""

    value: int
    type: Type


@dataclass(frozen=True, slots=True)
class Setting:
    """What a constant may read: values of params (None: no param), the player count, further names."""

    params: Mapping[str, int] | None = None
    players: int | None = None
    names: Mapping[str, Value] = field(default_factory=dict)


class NotConstant(Exception):
    """An expression has no value before play; `title` says why, in the words of the game."""

    def __init__(self, span: Span, title: str, hint: str = "") -> None:
        super().__init__(title)
        self.span = span
        self.title = title
        self.hint = hint

    def report(self, found: Diagnostics, allowed: str = "") -> None:
        """Add this as a finding; `allowed` says what may stand there."""
        found.error("RL205", self.title, self.span, hint=self.hint, allowed=allowed)


def default_params(model: GameModel) -> dict[str, int]:
    """Every param with the value the rules give it."""
    return {name: param.default for name, param in model.params.items()}


def enum_value(model: GameModel, word: str) -> Value | None:
    """The enum value of that name."""
    for enum in model.enums.values():
        if word in enum.values:
            return Value(enum.values.index(word), EnumValue(enum.name))
    return None


def evaluate(model: GameModel, expr: ast.Expr, setting: Setting) -> Value:
    """The value of a constant expression. Raises NotConstant if it has none before play."""
    match expr:
        case ast.Int(value=value):
            return _number(saturate(value))
        case ast.Name():
            return _name(model, expr, setting)
        case ast.Negate(value=inner):
            return _number(saturate(-whole(model, inner, setting)))
        case ast.Arithmetic() | ast.Divide():
            return _number(_arithmetic(model, expr, setting))
        case ast.Conditional(condition=condition, then=then, other=other):
            return evaluate(model, then if truth(model, condition, setting) else other, setting)
        case ast.Default(value=inner, other=other):
            found = evaluate(model, inner, setting)
            return evaluate(model, other, setting) if found.value == NONE else found
        case ast.And() | ast.Or() | ast.Not() | ast.Compare() | ast.Is():
            return Value(int(truth(model, expr, setting)), Flag())
        case ast.Index(value=ast.Name(text=name), key=key) if name in model.tables:
            return _read(model, model.tables[name], key, setting)
        case ast.Call():
            return _call(model, expr, setting)
        case _:
            raise NotConstant(expr.span, f"`{expr.span.text}` is not known before play")


def truth(model: GameModel, expr: ast.Expr, setting: Setting) -> bool:
    """Whether a constant condition holds; `none` is no. Raises NotConstant like `evaluate`."""
    match expr:
        case ast.And(parts=parts):
            return all(truth(model, part, setting) for part in parts)
        case ast.Or(parts=parts):
            return any(truth(model, part, setting) for part in parts)
        case ast.Not(value=value):
            return not truth(model, value, setting)
        case ast.Compare(op=op, left=left, right=right):
            return _compare(op, *_pair(model, left, right, setting))
        case ast.Is(left=left, right=right, negated=negated):
            face = right.value if isinstance(right, ast.FaceLiteral) else right
            one, other = _pair(model, left, face, setting)
            return (one == other) != negated
    result = evaluate(model, expr, setting)
    if isinstance(result.type, Flag | NoneValue):
        return result.value == 1
    raise NotConstant(expr.span, f"`{expr.span.text}` is neither `yes` nor `no`")


def whole(model: GameModel, expr: ast.Expr, setting: Setting) -> int:
    """The number a constant expression gives; `none` is 0. Raises NotConstant like `evaluate`."""
    value = evaluate(model, expr, setting)
    if value.value == NONE:
        return 0
    if isinstance(value.type, Number):
        return value.value
    raise NotConstant(expr.span, f"`{expr.span.text}` is not a number")


def fit(model: GameModel, value: Value, kind: Type, expr: ast.Expr) -> int | None:
    """The number that stands for a value where `kind` is wanted, or None if it does not fit.

    A number literal in the place of an enum value means the value with that number.
    """
    if isinstance(kind, Optional):
        return NONE if value.value == NONE else fit(model, value, kind.of, expr)
    match kind, value.type:
        case Number(low=low, high=high), Number():
            return value.value if low <= value.value <= high else None
        case EnumValue(enum=enum), Number() if is_literal(expr):
            numbers = model.enums[enum].numbers
            return numbers.index(value.value) if value.value in numbers else None
        case (EnumValue(), EnumValue()) | (Flag(), Flag()) | (Face(), Face()) | (Player(), Player()):
            return value.value if kind == value.type else None
    return None


def is_player_count(expr: ast.Expr) -> bool:
    """Whether an expression is the number of players: `player_count` or `size(players)`."""
    match expr:
        case ast.Name(text="player_count"):
            return True
        case ast.Call(name=ast.Ident(text="size"), args=(ast.Name(text="players"),)):
            return True
    return False


def is_literal(expr: ast.Expr) -> bool:
    """Whether an expression is a number as written, perhaps with a sign."""
    return isinstance(expr, ast.Int) or (isinstance(expr, ast.Negate) and isinstance(expr.value, ast.Int))


def _number(value: int) -> Value:
    return Value(value, Number(value, value))


def _name(model: GameModel, name: ast.Name, setting: Setting) -> Value:
    word = name.text
    if word in setting.names:
        return setting.names[word]
    if word in FIXED_WORDS:
        return Value(*FIXED_WORDS[word])
    if word in model.params:
        if setting.params is None:
            raise NotConstant(name.span, f"`{word}` can be set for each game; here a fixed value is needed")
        return Value(setting.params[word], model.params[word].type)
    if word == "player_count" and setting.players is not None:
        return _number(setting.players)
    found = enum_value(model, word)
    if found is None:
        raise NotConstant(name.span, f"`{word}` is not known before play")
    return found


def _arithmetic(model: GameModel, expr: ast.Arithmetic | ast.Divide, setting: Setting) -> int:
    left, right = whole(model, expr.left, setting), whole(model, expr.right, setting)
    if isinstance(expr, ast.Divide):
        return divide_up(left, right) if expr.up else divide_down(left, right)
    results = {"+": left + right, "-": left - right, "*": left * right}
    return saturate(results[expr.op])


def _pair(model: GameModel, left: ast.Expr, right: ast.Expr, setting: Setting) -> tuple[int, int]:
    """Two values that can be compared, as numbers."""
    one, other = evaluate(model, left, setting), evaluate(model, right, setting)
    match one.type, other.type:
        case EnumValue(enum=enum), Number() if is_literal(right):
            return model.enums[enum].numbers[one.value], other.value
        case Number(), EnumValue(enum=enum) if is_literal(left):
            return one.value, model.enums[enum].numbers[other.value]
        case (NoneValue(), _) | (_, NoneValue()) | (Number(), Number()):
            return one.value, other.value
    if one.type != other.type:
        raise NotConstant(right.span, f"`{left.span.text}` and `{right.span.text}` cannot be compared")
    return one.value, other.value


def _compare(op: str, one: int, other: int) -> bool:
    if NONE in (one, other):
        return False
    return {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[op]


def _read(model: GameModel, table: TableSymbol, key: ast.Expr, setting: Setting) -> Value:
    place = evaluate(model, key, setting)
    index = place.value
    if isinstance(table.key, EnumValue) and isinstance(place.type, Number) and is_literal(key):
        numbers = model.enums[table.key.enum].numbers
        index = numbers.index(index) if index in numbers else NONE
    elif type(place.type) is not type(table.key) and index != NONE:
        raise NotConstant(key.span, f"`{key.span.text}` is no key of `{table.name}`")
    found = dict(table.entries).get(index, NONE)
    return Value(
        found, NoneValue() if found == NONE else table.value.of if isinstance(table.value, Optional) else table.value
    )


def _call(model: GameModel, call: ast.Call, setting: Setting) -> Value:
    name, args = call.name.text, call.args
    if name == "number" and len(args) == 1:
        value = evaluate(model, args[0], setting)
        if isinstance(value.type, EnumValue):
            return _number(model.enums[value.type.enum].numbers[value.value])
    elif name == "size" and is_player_count(call) and setting.players is not None:
        return _number(setting.players)
    elif name in ("min", "max") and args:
        numbers = [whole(model, arg, setting) for arg in args]
        return _number(min(numbers) if name == "min" else max(numbers))
    elif name == "mod" and len(args) == 2:
        return _number(modulo(*(whole(model, arg, setting) for arg in args)))
    raise NotConstant(call.span, f"`{call.span.text}` is not known before play")
