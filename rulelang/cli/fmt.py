"""`rulelang fmt FILE...`: rules files in, the same rules in the standard layout out."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Sequence
from pathlib import Path

from rulelang.cli.files import FINE, FOUND, Usage, rules_file, short
from rulelang.cli.saving import write_text
from rulelang.diagnostics import Diagnostics
from rulelang.match.writer import reason
from rulelang.source import Source


def run(files: Sequence[str], *, check: bool, diff: bool) -> int:
    """Lay files out, or only tell what would change; the exit code."""
    paths = [rules_file(given) for given in files]
    codes = [_one(path, check=check, diff=diff) for path in paths]
    return max(codes, default=FINE)


def _one(path: Path, *, check: bool, diff: bool) -> int:
    try:
        before = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Usage(f"`{short(path)}` is not UTF-8 text.") from None
    except OSError as error:
        raise Usage(f"`{short(path)}` cannot be read: {reason(error)}.") from None
    after = _laid_out(path, before)
    if after is None:
        return FOUND
    if after == before:
        return FINE
    if diff:
        sys.stdout.writelines(_difference(path, before, after))
    if check or diff:
        print(f"{short(path)} would change", file=sys.stderr)
        return FOUND if check else FINE
    write_text(path, after)
    print(f"{short(path)} changed", file=sys.stderr)
    return FINE


def _laid_out(path: Path, text: str) -> str | None:
    """The text in the standard layout; None, with the findings printed, if it cannot be read as rules."""
    from rulelang.syntax.parser import parse
    from rulelang.syntax.printer import print_rules

    found = Diagnostics()
    rules = parse(Source(short(path), text), found)
    if rules is None or found.has_errors:
        from rulelang.render import render

        print(render(found.sorted()), end="", file=sys.stderr)
        return None
    return print_rules(rules)


def _difference(path: Path, before: str, after: str) -> list[str]:
    return list(difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True),
                                     short(path), f"{short(path)} (laid out)"))
