"""A node in, the nodes inside it out: `children`, `walk`."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import fields
from functools import cache
from typing import Any, cast

from rulelang.syntax.ast import Node

# Types of fields that hold no nodes: most nodes have one, and it is not looked at.
_PLAIN = ("str", "int", "bool", "str | None", "int | None")


@cache
def _names(kind: Hashable) -> tuple[str, ...]:
    return tuple(f.name for f in fields(cast(Any, kind)) if f.name not in ("span", "comments") and f.type not in _PLAIN)


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in the order of its fields. Comments are no children."""
    for name in _names(cast(Hashable, type(node))):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from (part for part in value if isinstance(part, Node))


def walk(node: Node) -> Iterator[Node]:
    """A node and everything inside it, each before what is inside it, in the order of fields."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(list(children(current))))
