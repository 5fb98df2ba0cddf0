"""`rulelang validate FILE...`: rules files in, what is wrong with them out."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rulelang.cli.files import FINE, FOUND, rules_file, short
from rulelang.compiler import check
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.render import render, render_line, summary, to_json


def run(files: Sequence[str], form: str) -> int:
    """Check all files and print what was found as text, line or json; the exit code."""
    paths = [rules_file(given) for given in files]
    found: list[Diagnostic] = []
    for path in paths:
        found += check(path)
    _print(found, form)
    if form == "text":
        print(f"{', '.join(map(short, paths))}: {summary(found)}")
    return FOUND if any(each.severity is Severity.ERROR for each in found) else FINE


def _print(found: Sequence[Diagnostic], form: str) -> None:
    if form == "json":
        print(to_json(found))
    elif form == "line":
        for each in found:
            print(render_line(each))
    else:
        print(render(found, _colour()), end="")


def _colour() -> bool:
    from rulelang.cli.colour import wants_colour

    return wants_colour(sys.stdout)
