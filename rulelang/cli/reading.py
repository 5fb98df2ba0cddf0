"""The path of a rules file in, what is written in it out; what cannot be read is printed as findings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.diagnostics import Diagnostics

if TYPE_CHECKING:
    from rulelang.syntax import ast


def read_rules(path: Path) -> ast.Rules | None:
    """The syntax tree of a file, without its base; None, with the findings printed, if it cannot be read."""
    from rulelang.analysis.project import Bundle
    from rulelang.syntax.parser import parse

    found = Diagnostics()
    source = Bundle.of_file(path).read_main(found)
    rules = parse(source, found) if source is not None else None
    if rules is not None and not found.has_errors:
        return rules
    from rulelang.cli.colour import wants_colour
    from rulelang.render import render

    print(render(found.sorted(), wants_colour(sys.stderr)), end="", file=sys.stderr)
    return None
