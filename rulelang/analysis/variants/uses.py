"""Merged rules and removed names in, every use that is left out: nothing may refer to what a variant removes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from rulelang.analysis.variants.overlay import names_in
from rulelang.diagnostics import Diagnostics, Label
from rulelang.source import Span
from rulelang.syntax import ast

_BINDERS = (ast.Binder, ast.Let, ast.Draw, ast.Query, ast.Each, ast.Parameter, ast.MeldPart)
"""Nodes whose `name` is a local one."""


def report_uses(rules: ast.Rules, removed: list[tuple[ast.Remove, frozenset[str]]], found: Diagnostics) -> bool:
    """Report each removed thing that is still used, with all its uses; whether there was one."""
    reported = False
    again = {name for item in rules.items for name in _declared(item.declaration)}
    for node, names in removed:
        gone = names - again
        places = [span for item in rules.items for span in _uses(item.declaration, gone)] if gone else []
        if places:
            reported = True
            written = node.target.span.text if node.target else node.span.text
            shown = written if written.startswith('"') else f"`{written}`"
            found.error(
                "RL263",
                f"{shown} is removed but still used",
                node.span,
                "removed here",
                others=[Label(span, "used here") for span in places],
                hint="Replace or remove what uses it.",
            )
    return reported


def _declared(node: ast.Declaration) -> Iterator[str]:
    """The names that a declaration of the merged rules gives."""
    match node:
        case ast.Zones(zones=lines) | ast.Vars(vars=lines) | ast.Pots(pots=lines):
            yield from (line.name.text for line in lines)
        case ast.Cards(rows=rows):
            yield node.name.text
            yield from (f'"{row.name.value}"' for row in rows if isinstance(row, ast.Row))
        case ast.Effect():
            return
        case ast.Action(group=group):
            yield node.name.text
            if group is not None:
                yield group.text
        case _:
            yield from names_in(node)


def _uses(node: ast.Declaration, names: frozenset[str]) -> Iterator[Span]:
    """Where a declaration refers to one of the names, other than by a local name of its own."""
    own = {local for part in _walk(node) for local in _locals(part)}
    for part in _walk(node):
        for word, span in _words(part):
            if word in names and word not in own:
                yield span


def _walk(node: ast.Node) -> Iterator[ast.Node]:
    """A node and everything in it, in the order written."""
    stack: list[ast.Node] = [node]
    while stack:
        here = stack.pop()
        yield here
        inner: list[ast.Node] = []
        for part in fields(here):
            value = getattr(here, part.name)
            inner.extend(
                piece
                for piece in (value if isinstance(value, tuple) else (value,))
                if is_dataclass(piece) and isinstance(piece, ast.Node)
            )
        stack.extend(reversed(inner))


def _locals(node: ast.Node) -> Iterator[str]:
    if isinstance(node, _BINDERS) and node.name is not None:
        yield node.name.text


def _words(node: ast.Node) -> Iterator[tuple[str, Span]]:
    """The names that one node refers to by itself."""
    match node:
        case ast.Name(text=word) | ast.Your(name=word):
            yield word, node.span
        case ast.NamedType(name=word) | ast.All(type=word):
            yield word, node.span
        case ast.Str(value=word):
            yield f'"{word}"', node.span
        case ast.Effect(target=ast.Text(value=word)):
            yield f'"{word}"', node.target.span
        case ast.Effect(target=ast.Ident(text=word)):
            yield word, node.target.span
        case ast.Owned(name=name) | ast.Call(name=name) | ast.Run(name=name) | ast.End(name=name) | ast.Hook(name=name):
            yield name.text, name.span
        case ast.MenuItem(name=name) | ast.Can(action=name) | ast.Does(action=name) | ast.WhenRuns(phase=name):
            yield name.text, name.span
        case ast.Limit(phase=name) | ast.Pot(token=name) | ast.MeldPart(type=name) | ast.CollectionType(of=name):
            yield name.text, name.span
        case ast.Pay(token=ast.Ident() as name):
            yield name.text, name.span
        case ast.Zone(holds=holds):
            yield from ((name.text, name.span) for name in holds)
