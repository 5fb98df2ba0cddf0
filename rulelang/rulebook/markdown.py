"""A rulebook in, Markdown out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.rulebook.document import Book, Grid, Heading, Item, Paragraph, Part, Ruling, Steps
from rulelang.rulebook.words import capital

_SPECIAL = re.compile(r"([\\*_\[\]<>#|~])")


def markdown(book: Book) -> str:
    """The whole book as CommonMark with tables."""
    blocks = [f"# {escaped(book.title)}", *(_part(part, book) for part in book.parts)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def escaped(text: str) -> str:
    """A text in which nothing is taken for Markdown; what stands between backticks is left as it is."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return _SPECIAL.sub(r"\\\1", text.replace("`", "'"))
    return "`".join(part if n % 2 else _SPECIAL.sub(r"\\\1", part) for n, part in enumerate(parts))


def anchor(heading: str) -> str:
    """What links to a heading are called, as most viewers of Markdown make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _part(part: Part, book: Book) -> str:
    match part:
        case Heading(level=level, text=text):
            return f"{'#' * level} {escaped(text)}"
        case Paragraph(text=text):
            return escaped(text)
        case Ruling(text=text):
            return f"> *{escaped(text)}*"
        case Steps(items=items, numbered=numbered):
            return "\n".join(_items(items, numbered, ""))
        case Grid():
            return "\n".join(_grid(part))


def _items(items: tuple[Item, ...], numbered: bool, indent: str) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        mark = f"{number}. " if numbered else "- "
        yield f"{indent}{mark}{_line(item)}"
        yield from _items(item.under, False, indent + " " * len(mark))


def _line(item: Item) -> str:
    strong = f"**{escaped(item.strong)}**" if item.strong else ""
    see = f"[{escaped(capital(item.see))}](#{anchor(item.see)})" if item.see else ""
    return " ".join(part for part in (strong, escaped(item.text), see) if part)


def _grid(grid: Grid) -> Iterator[str]:
    for n, row in enumerate((grid.head, *grid.rows)):
        yield f"| {' | '.join(escaped(cell) for cell in row)} |"
        if n == 0:
            yield f"|{'---|' * len(row)}"
