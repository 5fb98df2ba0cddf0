"""Enums, params and tables as written in, their symbols out."""

from __future__ import annotations

from rulelang.analysis.constants import NotConstant, Setting, Value, evaluate, fit
from rulelang.analysis.declare.names import Declaring
from rulelang.analysis.declare.types import not_constant, resolve, say
from rulelang.analysis.model import EnumSymbol, ParamSymbol, TableSymbol
from rulelang.analysis.types import EnumValue, Face, Flag, NoneValue, Number, Optional, Type, Unknown
from rulelang.diagnostics import Label
from rulelang.ir.numbers import NONE
from rulelang.source import Span
from rulelang.syntax import ast

MOST_VALUES = 1_000


def declare_enum(context: Declaring, node: ast.Enum) -> None:
    """An enum: its name among the types, its words among the names, its numbers ascending."""
    if not context.claim_type(node.name, "an enum"):
        return
    words: list[str] = []
    given: list[int | None] = []
    spans: list[Span] = []
    for value in node.values:
        for word, number in _values(context, value, MOST_VALUES - len(words)):
            words.append(word)
            given.append(number)
            spans.append(value.span)
    numbers = _numbers(given)
    _ascending(context, words, given, numbers, spans)
    distinct = dict(zip(words, numbers, strict=True))
    context.model.enums[node.name.text] = EnumSymbol(
        node.name.text, tuple(distinct), tuple(distinct.values()), all(number is None for number in given), node
    )


def declare_param(context: Declaring, node: ast.Param) -> None:
    """A param: a range, flag or enum with a default inside."""
    if not context.claim(node.name, "a param"):
        return
    kind = resolve(context, node.type)
    if not isinstance(kind, Number | Flag | EnumValue | Unknown):
        context.found.error(
            "RL204",
            f"The param `{node.name.text}` cannot be `{node.type.span.text}`",
            node.type.span,
            allowed="A param is a range such as 1..12, a flag, or a value of an enum.",
        )
        kind = Unknown()
    default = constant_of(context, node.value, kind, node.type, f"`{node.name.text}`")
    label = node.label.value if node.label else ""
    context.model.params[node.name.text] = ParamSymbol(node.name.text, kind, default or 0, label, node)


def declare_table(context: Declaring, node: ast.Table) -> None:
    """A table: constant keys, each once, of one kind; constant values of one kind."""
    if not context.claim(node.name, "a table"):
        return
    name = node.name.text
    keys = _column(context, [entry.key for entry in node.entries], f"The keys of `{name}`")
    values = _column(context, [entry.value for entry in node.entries], f"The values of `{name}`")
    entries: dict[int, int] = {}
    if keys is not None and values is not None:
        for entry, key, value in zip(node.entries, keys[1], values[1], strict=True):
            if key in entries:
                _key_twice(context, node, entry)
            entries.setdefault(key, value)
    key_type = keys[0] if keys else Unknown()
    value_type = values[0] if values else Unknown()
    context.model.tables[name] = TableSymbol(
        name, tuple(entries.items()), key_type, value_type, _is_total(context, key_type, entries), node
    )


def constant_of(
    context: Declaring, expr: ast.Expr, kind: Type, place: ast.Node, what: str, setting: Setting | None = None
) -> int | None:
    """The number that stands for a constant of a type; None, with a finding, if it is none or does not fit."""
    try:
        value = evaluate(context.model, expr, setting or Setting())
    except NotConstant as problem:
        not_constant(context, problem)
        return None
    if isinstance(kind, Unknown):
        return None
    number = fit(context.model, value, kind, expr)
    if number is None:
        context.found.error(
            "RL206",
            f"`{expr.span.text}` is no value for {what}",
            expr.span,
            _shown(value),
            others=[Label(place.span, "declared here")],
            allowed=f"Here stands {say(context.model, kind)}.",
        )
    return number


def _shown(value: Value) -> str:
    return f"this is {value.value}" if isinstance(value.type, Number) else ""


def _values(context: Declaring, node: ast.Ident | ast.EnumNumbers, room: int) -> list[tuple[str, int | None]]:
    """The values that one part of an enum stands for, with the numbers that are written."""
    if isinstance(node, ast.Ident):
        fine = context.claim(node, "an enum value") and _room(context, 1, room, node.span)
        return [(node.text, None)] if fine else []
    if node.low > node.high:
        context.found.error(
            "RL207",
            f"The range {node.low}..{node.high} is empty",
            node.span,
            hint=f"Write the smaller number first: {node.high}..{node.low}.",
        )
        return []
    if not _room(context, node.high - node.low + 1, room, node.span):
        return []
    return [(str(number), number) for number in range(node.low, node.high + 1)]


def _room(context: Declaring, count: int, room: int, span: Span) -> bool:
    if count > room:
        context.found.error("RL213", f"This enum has more than {MOST_VALUES:,} values", span, "too many with these")
    return count <= room


def _numbers(given: list[int | None]) -> list[int]:
    """The printed number of each value: as written, else counted on, before the first number counted back."""
    first = next((place for place, number in enumerate(given) if number is not None), None)
    number = 0 if first is None else (given[first] or 0) - first - 1
    numbers: list[int] = []
    for written in given:
        number = number + 1 if written is None else written
        numbers.append(number)
    return numbers


def _ascending(
    context: Declaring, words: list[str], given: list[int | None], numbers: list[int], spans: list[Span]
) -> None:
    for place in range(1, len(numbers)):
        before, here = numbers[place - 1], numbers[place]
        if here > before:
            continue
        word = words[place - 1]
        title = (
            f"`{word}` would be {before}, but {here} comes after it"
            if given[place - 1] is None
            else f"{here} comes after {before}"
        )
        context.found.error(
            "RL212",
            title,
            spans[place],
            others=[Label(spans[place - 1], f"this is {before}")],
            allowed="The numbers of an enum ascend; a word counts on from the value before it.",
        )
        return


def _column(context: Declaring, exprs: list[ast.Expr], what: str) -> tuple[Type, list[int]] | None:
    """The type of constants that stand in one column of a table, and the number for each."""
    values: list[Value] = []
    for expr in exprs:
        try:
            values.append(evaluate(context.model, expr, Setting()))
        except NotConstant as problem:
            not_constant(context, problem)
    if len(values) < len(exprs) or not values:
        return None
    kind = _kind(values)
    found: list[int] = []
    for expr, value in zip(exprs, values, strict=True):
        number = fit(context.model, value, kind, expr)
        if number is None:
            context.found.error(
                "RL214",
                f"{what} are of one kind; `{expr.span.text}` is another",
                expr.span,
                "differs",
                others=[Label(exprs[0].span, f"this is {say(context.model, kind)}")],
            )
            return None
        found.append(number)
    return kind, found


def _kind(values: list[Value]) -> Type:
    """The type the values have in common: of the first word, or the range of the numbers; with `?` if one is none."""
    plain = [value for value in values if value.value != NONE]
    word = next((value.type for value in plain if isinstance(value.type, EnumValue | Flag | Face)), None)
    numbers = [value.value for value in plain]
    kind = word or (Number(min(numbers), max(numbers)) if numbers else NoneValue())
    return kind if len(plain) == len(values) or not plain else Optional(kind)


def _key_twice(context: Declaring, node: ast.Table, entry: ast.Entry) -> None:
    context.found.error(
        "RL215",
        f"`{node.name.text}` has two entries for `{entry.key.span.text}`",
        entry.key.span,
        "the second one",
        hint="Keep one of the two.",
    )


def _is_total(context: Declaring, key: Type, entries: dict[int, int]) -> bool:
    """Whether there is an entry for every value a key of this type can have."""
    match key:
        case Number(low=low, high=high):
            return len(entries) == high - low + 1
        case EnumValue(enum=enum):
            return len(entries) == len(context.model.enums[enum].values)
        case Flag() | Face():
            return len(entries) == 2
        case _:
            return False
