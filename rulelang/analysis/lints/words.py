"""A node in, the declared word that it reads or changes out."""

from __future__ import annotations

from rulelang.syntax import ast


def word_of(node: ast.Node) -> str | None:
    """The word that a node names: a bare one, behind `your` or `'s`, or before brackets."""
    match node:
        case ast.Name(text=word) | ast.Your(name=word):
            return word
        case ast.Owned(name=name) | ast.Call(name=name):
            return name.text
    return None


def target_of(node: ast.Expr) -> ast.Expr:
    """What an assignment changes, without its keys in brackets."""
    while isinstance(node, ast.Index):
        node = node.value
    return node
