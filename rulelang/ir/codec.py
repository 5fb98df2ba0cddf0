"""Programs in, plain JSON data out, and back: generic over the dataclasses of `nodes.py` and `program.py`.

A dataclass becomes a list: its class name, then its fields in order. Reading is strict: classes, number of fields and
the type of every value must be as declared; anything else raises `CodecError` naming the place.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache
from typing import Any

from rulelang.ir import nodes, program
from rulelang.ir.parts import names
from rulelang.ir.program import Program

FORMAT = 1

# Nested deeper than any program that passes verification.
DEEPEST = 250

Decoder = Callable[[Any, int], Any]


class CodecError(ValueError):
    """Data that is not a program in this format."""


def to_json(value: Program) -> dict[str, Any]:
    """The program as dicts, lists, numbers, strings, booleans and None."""
    return {"format": FORMAT, "program": encode(value)}


def from_json(data: Any) -> Program:
    """The program that `to_json` gave. Raises `CodecError` for anything else."""
    if not isinstance(data, dict) or set(data) != {"format", "program"}:
        raise CodecError("This is not a compiled game.")
    if data["format"] != FORMAT:
        raise CodecError("This compiled game has another format.")
    found: Program = decode(Program, data["program"])
    return found


def encode(value: Any) -> Any:
    """A dataclass, tuple or plain value as JSON data."""
    kind: Any = type(value)
    if _is_class(kind):
        return [kind.__name__, *(encode(getattr(value, name)) for name in names(kind))]
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    return value


def decode(kind: Any, data: Any) -> Any:
    """JSON data as a value of a type of the IR. Raises `CodecError` for anything that is none."""
    return _decoder(kind)(data, 0)


def _is_class(kind: Any) -> bool:
    return is_dataclass(kind)


@cache
def _hints(kind: Any) -> tuple[Any, ...]:
    space = {**vars(nodes), **vars(program)}
    hints = typing.get_type_hints(kind, space)
    return tuple(hints[name] for name in names(kind))


@cache
def _decoder(kind: Any) -> Decoder:
    """The reader of one declared type."""
    if kind in (int, str, bool):
        return lambda data, depth: _plain(kind, data)
    if kind is type(None):
        return lambda data, depth: _nothing(data)
    if _is_class(kind):
        return lambda data, depth: _one_of({kind.__name__: kind}, data, depth)
    if typing.get_origin(kind) is tuple:
        return _tuple_decoder(typing.get_args(kind))
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        return _union_decoder(typing.get_args(kind))
    raise TypeError(f"the IR declares a field of type {kind!r}")


def _plain(kind: type, data: Any) -> Any:
    if type(data) is not kind:
        raise CodecError(f"expected {kind.__name__}, found {_short(data)}")
    return data


def _nothing(data: Any) -> None:
    if data is not None:
        raise CodecError(f"expected nothing, found {_short(data)}")


def _tuple_decoder(args: tuple[Any, ...]) -> Decoder:
    if len(args) == 2 and args[1] is Ellipsis:
        each = args[0]
        return lambda data, depth: tuple(_decoder(each)(item, depth) for item in _list(data))

    def fixed(data: Any, depth: int) -> tuple[Any, ...]:
        items = _list(data)
        if len(items) != len(args):
            raise CodecError(f"expected {len(args)} values, found {len(items)}")
        return tuple(_decoder(arg)(item, depth) for arg, item in zip(args, items, strict=True))
    return fixed


def _union_decoder(args: tuple[Any, ...]) -> Decoder:
    classes = {arg.__name__: arg for arg in args if _is_class(arg)}
    optional = type(None) in args
    plain = [arg for arg in args if arg is not type(None) and not _is_class(arg)]

    def decode_union(data: Any, depth: int) -> Any:
        if data is None and optional:
            return None
        return _decoder(plain[0])(data, depth) if plain else _one_of(classes, data, depth)
    return decode_union


def _one_of(classes: dict[str, Any], data: Any, depth: int) -> Any:
    """A dataclass written as a list."""
    items = _list(data)
    kind = classes.get(items[0]) if items and isinstance(items[0], str) else None
    if kind is None:
        raise CodecError(f"expected {' or '.join(sorted(classes))}, found {_short(data)}")
    if depth > DEEPEST:
        raise CodecError("nested too deeply")
    hints = _hints(kind)
    if len(items) != len(hints) + 1:
        raise CodecError(f"{items[0]} has {len(hints)} fields, found {len(items) - 1}")
    values = []
    for name, hint, item in zip(names(kind), hints, items[1:], strict=True):
        try:
            values.append(_decoder(hint)(item, depth + 1))
        except CodecError as problem:
            raise CodecError(f"{items[0]}.{name}: {problem}") from None
    return kind(*values)


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise CodecError(f"expected a list, found {_short(data)}")
    return data


def _short(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 60 else f"{text[:57]}..."
