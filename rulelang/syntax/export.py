"""A syntax tree in, the same tree as JSON out: `to_json`; and the JSON Schema of such trees, from the tree's classes.

A node is an object: `node` is its construct, `span` where it stands, the rest its fields as `ast.py` names them. Run as
a program (`python -m rulelang.syntax.export`) this prints the schema, which is kept in `grammar/ast.schema.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from rulelang.source import Span
from rulelang.syntax import ast

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | bool | None"

FORMAT = 1
"""Grows when a reader of older exports could misread a newer one."""
_PLAIN: dict[type, str] = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}


def to_json(rules: ast.Rules) -> dict[str, Json]:
    """The tree of a rules file, with the edition of this form and the file's name."""
    return {"format": FORMAT, "file": rules.span.source.name, "rules": node_json(rules)}


def node_json(node: ast.Node) -> dict[str, Json]:
    """A node and everything inside it. Rules nest at most 64 deep, and so does this."""
    written: dict[str, Json] = {"node": type(node).__name__, "span": _span(node.span)}
    written.update((field.name, _value(getattr(node, field.name))) for field in fields(node) if field.name != "span")
    return written


def _value(value: Any) -> Json:
    if isinstance(value, ast.Node):
        return node_json(value)
    if isinstance(value, tuple):
        return [_value(part) for part in value]
    if isinstance(value, str | int | NoneType):
        return value
    raise AssertionError(f"{type(value).__name__} cannot stand in a tree")


def _span(span: Span) -> dict[str, Json]:
    """Lines and columns, counted from 1; the end is the place behind the last character."""
    places = (span.source.position(place) for place in (span.start, span.end))
    start, end = ({"line": line, "column": column} for line, column in places)
    return {"start": {**start}, "end": {**end}}


# ---------------------------------------------------------------- the schema


def schema() -> dict[str, Json]:
    """The JSON Schema of exports: one definition for each construct of the tree."""
    single = {kind.__name__: _definition(kind) for kind in sorted(constructs(), key=lambda each: each.__name__)}
    used = json.dumps(single)
    families = {name: _one_of(kinds) for name, kinds in _FAMILIES if json.dumps(_ref(name)) in used}
    definitions: dict[str, Json] = {"Place": _PLACE, "Span": _SPAN, **families, **single}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Syntax tree of a rules file",
        "description": "What `rulelang export FILE --ast` writes. Made from the classes of the tree; do not edit.",
        **_object({"format": {"const": FORMAT}, "file": {"type": "string"}, "rules": _ref("Rules")}),
        "$defs": definitions,
    }


def constructs() -> list[type[ast.Node]]:
    """The classes of the tree."""
    kinds = [kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.Node)]
    return [kind for kind in kinds if kind is not ast.Node]


def _definition(kind: type[ast.Node]) -> dict[str, Json]:
    hints = get_type_hints(kind)
    properties: dict[str, Json] = {"node": {"const": kind.__name__}, "span": _ref("Span")}
    properties.update((field.name, _type(hints[field.name])) for field in fields(kind) if field.name != "span")
    return {"description": " ".join((kind.__doc__ or "").split()), **_object(properties)}


def _type(hint: Any) -> dict[str, Json]:
    """The schema of a field's type."""
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if get_origin(hint) in (Union, UnionType):
        return _union(list(get_args(hint)))
    if get_origin(hint) is tuple:
        inner, rest = get_args(hint)
        assert rest is Ellipsis
        return {"type": "array", "items": _type(inner)}
    return _ref(hint.__name__)


def _union(parts: list[Any]) -> dict[str, Json]:
    """One of several types; families such as all expressions by their name."""
    found: list[Json] = [{"type": _PLAIN[part]} for part in parts if part in _PLAIN]
    nodes = [part for part in parts if part not in _PLAIN]
    for name, kinds in _FAMILIES:
        if all(kind in nodes for kind in kinds):
            found.append(_ref(name))
            nodes = [kind for kind in nodes if kind not in kinds]
    if nodes:
        found.append(_ref(nodes[0].__name__) if len(nodes) == 1 else _one_of(nodes))
    return {"anyOf": found}


def _one_of(kinds: Iterable[type[ast.Node]]) -> dict[str, Json]:
    """One of several constructs, by its `node`."""
    names = [kind.__name__ for kind in kinds]
    return {"type": "object", "required": ["node"], "properties": {"node": {"enum": [*names]}}, **_decided(names)}


def _decided(names: list[str]) -> dict[str, Json]:
    """The construct that `node` names, found by halving: validators are slow where they must try all of many."""
    if len(names) == 1:
        return _ref(names[0])
    half = len(names) // 2
    return {"if": {"properties": {"node": {"enum": [*names[:half]]}}},
            "then": _decided(names[:half]), "else": _decided(names[half:])}


def _object(properties: dict[str, Json]) -> dict[str, Json]:
    return {"type": "object", "required": [*properties], "properties": properties, "additionalProperties": False}


def _ref(name: str) -> dict[str, Json]:
    return {"$ref": f"#/$defs/{name}"}


# Constructs that stand for one another: every union that the tree's module names, the larger first.
_FAMILIES: list[tuple[str, tuple[type[ast.Node], ...]]] = sorted(
    ((name, get_args(kinds)) for name, kinds in vars(ast).items() if isinstance(kinds, UnionType)),
    key=lambda family: -len(family[1]))
_PLACE = {"description": "A place in the text, counted from 1.",
          **_object({"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}})}
_SPAN = {"description": "From the first character to the place behind the last one.",
         **_object({"start": _ref("Place"), "end": _ref("Place")})}


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
