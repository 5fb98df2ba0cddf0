"""`rulelang rulebook FILE`: a rules file in, a book that players read out, on the screen or into a file."""

from __future__ import annotations

import sys
from pathlib import Path

from rulelang.cli.files import FINE, FOUND, Usage, rules_file, short
from rulelang.cli.saving import write_text

ENDINGS = {".md": "markdown", ".markdown": "markdown", ".html": "page", ".htm": "page"}


def run(file: str, *, out: str | None) -> int:
    """Write the book of a game; the exit code. Raises Usage."""
    path = rules_file(file)
    target = None if out in (None, "-") else Path(str(out))
    if target is not None and target.suffix.lower() not in ENDINGS:
        raise Usage(f"`{short(target)}` is neither Markdown nor a page: end its name with .md or .html.")
    if target is not None and _is_same(target, path):
        raise Usage(f"`{short(target)}` is the rules file itself; name another one.")
    told = _book(path, ENDINGS[target.suffix.lower()] if target is not None else "markdown")
    if told is None:
        return FOUND
    if target is None:
        sys.stdout.write(told)
    else:
        write_text(target, told)
    return FINE


def _is_same(target: Path, path: Path) -> bool:
    try:
        return target.samefile(path)
    except OSError:             # not there, or a name that cannot be: writing tells
        return False


def _book(path: Path, form: str) -> str | None:
    """The text of the book; None, with the findings printed, if the rules do not hold together."""
    from rulelang.compiler import check
    from rulelang.rulebook.book import rulebook
    from rulelang.rulebook.markdown import markdown
    from rulelang.rulebook.page import page

    result = check(path)
    if result.diagnostics:
        from rulelang.cli.colour import wants_colour
        from rulelang.render import render

        print(render(result.diagnostics, wants_colour(sys.stderr)), end="", file=sys.stderr)
    if result.model is None:
        return None
    book = rulebook(result.model)
    return page(book) if form == "page" else markdown(book)
