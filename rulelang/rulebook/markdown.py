"""A rulebook in, Markdown out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.rulebook.document import Book, Grid, Heading, Item, Paragraph, Part, Ruling, Steps, spans

_SPECIAL = re.compile(r"([\\*_\[\]<>#|~]|&(?=#?\w+;))")
_BAR = r"\|"        # tables are divided before code is seen
# What makes a list, or a line across the page, of the line it begins.
_MARK = re.compile(r"(\d{0,9})([-+](?=\s|$)|-(?=[-\s]*$)|(?<=\d)[.)](?=\s|$))")


def markdown(book: Book) -> str:
    """The whole book as CommonMark with tables."""
    blocks = [f"# {escaped(book.title)}", *(_part(part, book) for part in book.parts)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def escaped(text: str, bar: str = "|") -> str:
    """A text in which nothing is taken for Markdown; what stands between backticks is left as it is.

    `bar`: what a `|` there becomes.
    """
    return "".join(f"`{part.replace('|', bar)}`" if is_code else _SPECIAL.sub(r"\\\1", part.replace("`", "'"))
                   for part, is_code in spans(text))


def _line(text: str) -> str:
    """An escaped text that a line begins with."""
    return _MARK.sub(r"\1\\\2", escaped(text), count=1) if _MARK.match(text) else escaped(text)


def _part(part: Part, book: Book) -> str:
    match part:
        case Heading(level=level, text=text):
            return f"{'#' * level} {escaped(text)}"
        case Paragraph(text=text):
            return _line(text.strip())
        case Ruling(text=text):
            return f"> *{escaped(text.strip())}*" if text.strip() else ""
        case Steps(items=items, numbered=numbered):
            return "\n".join(_items(items, numbered, "", book))
        case Grid():
            return "\n".join(_grid(part))


def _items(items: tuple[Item, ...], numbered: bool, indent: str, book: Book) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        mark = f"{number}. " if numbered else "- "
        yield f"{indent}{mark}{_item(item, book)}"
        yield from _items(item.under, False, indent + " " * len(mark), book)


def _item(item: Item, book: Book) -> str:
    strong = f"**{escaped(item.strong.strip())}**" if item.strong else ""
    text = escaped(item.text) if strong else _line(item.text.strip())
    see = ""
    if item.see:
        heading, anchor = book.links[item.see]
        see = f"[{escaped(heading)}](#{anchor})"
    return " ".join(part for part in (strong, text, see) if part)


def _grid(grid: Grid) -> Iterator[str]:
    for n, row in enumerate((grid.head, *grid.rows)):
        yield f"| {' | '.join(escaped(cell, _BAR) for cell in row)} |"
        if n == 0:
            yield f"|{'---|' * len(row)}"
