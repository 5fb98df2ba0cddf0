"""A node of a program in, all nodes inside it out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any


@cache
def names(kind: type) -> tuple[str, ...]:
    """The names of a node's fields."""
    return tuple(field.name for field in fields(kind))


@cache
def _inside(kind: type) -> tuple[str, ...] | None:
    """The names of a node's fields, None for what is no node; looked up once for each of many thousand values."""
    return names(kind) if is_dataclass(kind) else None


def parts(node: Any) -> Iterator[Any]:
    """A node, or the nodes of a tuple, and all nodes inside."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        kind: Any = type(found)
        inside = _inside(kind)
        if inside is not None:
            yield found
            waiting += [getattr(found, name) for name in inside]
        elif isinstance(found, tuple):
            waiting += found
