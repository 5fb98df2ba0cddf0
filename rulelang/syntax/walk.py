"""A syntax node in, the nodes below it out: `children` and `walk`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

from rulelang.syntax import ast


@cache
def _names(kind: type[ast.Node]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.name != "span")


def children(node: ast.Node) -> Iterator[ast.Node]:
    """The nodes directly inside a node, in the order of its fields."""
    for name in _names(type(node)):
        value = getattr(node, name)
        if isinstance(value, ast.Node):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, ast.Node))


def walk(node: ast.Node) -> Iterator[ast.Node]:
    """The node and everything inside it, parents before children, in reading order."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        waiting.extend(reversed(list(children(here))))
