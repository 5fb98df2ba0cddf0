"""A rulebook in, one HTML page out that needs nothing else: readable on a phone, printable."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rulelang.rulebook.document import Book, Grid, Heading, Item, Paragraph, Ruling, Steps, spans

_STYLE = """
body { font: 17px/1.5 Georgia, serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1, h2, h3, h4 { font-family: Helvetica, Arial, sans-serif; line-height: 1.2; }
h2 { margin-top: 2.2rem; border-bottom: 2px solid #888; padding-bottom: .2rem; }
h3 { margin-top: 1.6rem; }
nav { columns: 2; } nav ul { list-style: none; padding: 0; margin: 0; }
table { border-collapse: collapse; font-size: .9em; } td, th { border: 1px solid #bbb; padding: .2rem .5rem;
  text-align: left; } th { background: #eee; }
.ruling { font-style: italic; border-left: 3px solid #888; margin: .6rem 0; padding-left: .8rem; }
.said { font-size: 1.05em; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } h2, h3 { break-after: avoid; } }
@media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd; } th { background: #333; }
  a { color: #8ab4f8; } }
"""


def page(book: Book) -> str:
    """The whole book."""
    title = escape(book.title)
    anchors = iter(book.headings)
    body = "\n".join(_heading(*next(anchors)) if isinstance(part, Heading) else _part(part, book)
                     for part in book.parts)
    links = "".join(f"<li>{_link(heading.text, anchor)}</li>" for heading, anchor in book.headings
                    if heading.level == 2)
    return (f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" '
            f'content="width=device-width">\n<title>{title}: rules</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n'
            f"<h1>{_text(book.title)}</h1>\n<nav><ul>{links}</ul></nav>\n{body}\n</body>\n</html>\n")


def _heading(heading: Heading, anchor: str) -> str:
    level, named = heading.level, f' id="{escape(anchor)}"' if anchor else ""
    return f"<h{level}{named}>{_text(heading.text)}</h{level}>"


def _link(text: str, anchor: str) -> str:
    return f'<a href="#{escape(anchor)}">{_text(text)}</a>'


def _part(part: Paragraph | Ruling | Steps | Grid, book: Book) -> str:
    match part:
        case Paragraph(text=text):
            return f'<p class="said">{_text(text)}</p>'
        case Ruling(text=text):
            return f'<p class="ruling">{_text(text)}</p>'
        case Steps(items=items, numbered=numbered):
            return _list(items, "ol" if numbered else "ul", book)
        case Grid():
            return "<table>\n" + "\n".join(_rows(part)) + "\n</table>"


def _list(items: tuple[Item, ...], tag: str, book: Book) -> str:
    return f"<{tag}>\n" + "\n".join(f"<li>{_item(item, book)}</li>" for item in items) + f"\n</{tag}>"


def _item(item: Item, book: Book) -> str:
    strong = f"<strong>{_text(item.strong)}</strong>" if item.strong else ""
    see = _link(*book.links[item.see]) if item.see else ""
    line = " ".join(part for part in (strong, _text(item.text), see) if part)
    return line + (_list(item.under, "ul", book) if item.under else "")


def _text(text: str) -> str:
    """A text; what stands between backticks is code."""
    return "".join(f"<code>{escape(part)}</code>" if is_code else escape(part) for part, is_code in spans(text))


def _rows(grid: Grid) -> Iterator[str]:
    yield "<tr>" + "".join(f"<th>{_text(cell)}</th>" for cell in grid.head) + "</tr>"
    for row in grid.rows:
        yield "<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in row) + "</tr>"
