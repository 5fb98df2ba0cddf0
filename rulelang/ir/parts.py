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


def parts(node: Any) -> Iterator[Any]:
    """A node, or the nodes of a tuple, and all nodes inside."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        if isinstance(found, tuple):
            waiting += found
        elif is_dataclass(found):
            yield found
            kind: Any = type(found)
            waiting += [getattr(found, name) for name in names(kind)]
