"""`rulelang validate FILE...`: rules files in, what is wrong with them out."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rulelang.cli.files import FINE, FOUND, rules_file
from rulelang.compiler import check
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.render import as_json, as_lines, as_text


def run(files: Sequence[str], form: str) -> int:
    """Check all files and print what was found as text, line or json; the exit code."""
    paths = [rules_file(given) for given in files]
    found: list[Diagnostic] = []
    for path in paths:
        found += check(path)
    wrong = any(each.severity is Severity.ERROR for each in found)
    if form == "json":
        print(as_json(found))
    elif form == "line":
        print(as_lines(found), end="")
    else:
        print(as_text(found), end="")
        if not found:
            print(f"{', '.join(map(str, paths))}: nothing found", file=sys.stderr)
    return FOUND if wrong else FINE
