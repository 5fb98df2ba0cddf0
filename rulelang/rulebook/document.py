"""What a rulebook is made of: blocks of plain text, before it is known whether they become Markdown or a page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `level` 2 is a chapter. Others refer to it by its text."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Something said, in the author's words."""

    text: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the author decided where printed rules are silent."""

    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a list with what lies under it. `strong` stands in front; `see` names a heading it leads to."""

    text: str
    under: tuple[Item, ...] = ()
    strong: str = ""
    see: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """A list: numbered if its order matters."""

    items: tuple[Item, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; every row has as many cells as the head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Part = Heading | Paragraph | Ruling | Steps | Grid


@dataclass(frozen=True, slots=True)
class Book:
    """A whole rulebook: its title and its parts in order."""

    title: str
    parts: tuple[Part, ...]
