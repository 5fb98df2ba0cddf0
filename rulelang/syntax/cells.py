"""A piece of any text in, the expression it says out: for numbers of copies in card tables."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.syntax.build import Builder
from rulelang.syntax.lalr import Misfit, run
from rulelang.syntax.parser import _makers
from rulelang.syntax.scanner import Token, scan
from rulelang.syntax.tables import tables

LONGEST = 200
"""Characters of an expression in a table; so short a text cannot be nested too deeply."""


def parse_expression(span: Span) -> ast.Expr | None:
    """The expression that a piece of one line says, with places in its source; None if it says none."""
    written = span.text
    if len(written) > LONGEST or "\n" in written:
        return None
    found = Diagnostics()
    tokens = [
        Token(token.kind, token.text, token.start + span.start, token.end + span.start)
        for token in scan(Source(span.source.name, written), found).tokens
    ]
    # The grammar reads whole declarations: the expression is dressed as the number of a limit.
    before = [Token(kind, text, span.start, span.start) for kind, text in (("limit", "limit"), ("NAME", "x"))]
    behind = [Token(kind, text, span.end, span.end) for kind, text in (("times", "times"), ("_NL", "\n"))]
    known = tables()
    item = run(known, _makers(known, Builder(span.source, found)), [*before, *tokens, *behind])
    if found.has_errors or isinstance(item, Misfit) or not isinstance(item.declaration, ast.Limit):
        return None
    times: ast.Expr = item.declaration.times
    return times
