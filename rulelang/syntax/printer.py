"""Syntax tree in, canonical text out: `print_rules`, and `declaration_lines` of a single declaration.

Reading the text again gives an equal tree, and printing that gives the same text. Spaces, brackets
and the breaking of lines follow one style; kept from the original are comments, blank lines (one at
most), and whether the only statement of a block stands behind its colon.
"""

from __future__ import annotations

from rulelang.syntax import ast
from rulelang.syntax.print_declarations import DeclarationPrinter
from rulelang.syntax.print_expressions import quoted
from rulelang.syntax.print_lines import Lines


def print_rules(rules: ast.Rules) -> str:
    """The canonical text of a file, with a line end behind its last line."""
    lines = Lines(rules.span.source)
    _header(rules, lines)
    printer = DeclarationPrinter(lines)
    for item in rules.items:
        _item(item, lines, printer)
    return lines.finish(rules.comments)


def declaration_lines(node: ast.Declaration) -> tuple[str, ...]:
    """The canonical lines of one declaration, without comments and blank lines."""
    lines = Lines(node.span.source)
    DeclarationPrinter(lines).declaration(node)
    return tuple(line for line in lines.finish(()).splitlines() if line.strip())


def _header(rules: ast.Rules, lines: Lines) -> None:
    header = rules.header
    name = quoted(header.name.value)
    text = f"game {name}" if header.base is None else f"variant {name} of {quoted(header.base.value)}"
    lines.add(0, text, header.span.start, header.span.end)
    if rules.language is not None:
        lines.add(0, f"language {rules.language}", header.span.end, header.span.end, close=True)


def _item(item: ast.Item, lines: Lines, printer: DeclarationPrinter) -> None:
    """The rule text of a declaration, then the declaration."""
    place = item.span.start
    text = lines.source.text
    for doc in item.doc:
        while text[place : place + 1] not in (">", ""):
            place = text.find("\n", place) + 1 or len(text)
        lines.add(0, f"> {doc}".rstrip(), place, place + 1)
        place = text.find("\n", place) + 1 or len(text)
    printer.declaration(item.declaration)


__all__ = ["declaration_lines", "print_rules"]
