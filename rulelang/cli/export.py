"""`rulelang export FILE --ast`: a rules file in, its syntax tree as JSON out, on the screen or into a file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rulelang.cli.files import FINE, FOUND, Usage, rules_file, short
from rulelang.cli.reading import read_rules
from rulelang.cli.saving import write_text


def run(file: str, *, tree: bool, out: str | None) -> int:
    """Write the tree of a file; the exit code. Raises Usage."""
    if not tree:
        raise Usage("Say what to export: `--ast` writes the syntax tree as JSON.")
    path = rules_file(file)
    rules = read_rules(path)
    if rules is None:
        return FOUND
    from rulelang.syntax.export import to_json

    text = json.dumps(to_json(rules), indent=1) + "\n"
    if out is None or out == "-":
        sys.stdout.write(text)
        return FINE
    target = Path(out)
    if target.exists() and target.samefile(path):
        raise Usage(f"`{short(target)}` is the rules file itself; name another one.")
    write_text(target, text)
    return FINE
