"""What a rulebook is made of: blocks of plain text, before it is known whether they become Markdown or a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from rulelang.records import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `level` 2 is a chapter. Lines lead to it by its `name`: that of the phase it is about."""

    level: int
    text: str
    name: str = ""


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


@dataclass(frozen=True)
class Book:
    """A whole rulebook: its title and its parts in order."""

    title: str
    parts: tuple[Part, ...]

    @cached_property
    def headings(self) -> tuple[tuple[Heading, str], ...]:
        """The headings in their order, each with what links to it are called, as most viewers of Markdown make it.

        Those of equal texts are numbered, the title counts as the first; a text without letters may have "".
        """
        taken = {slug(self.title): 0}
        return tuple((part, _free(slug(part.text), taken)) for part in self.parts if isinstance(part, Heading))

    @cached_property
    def links(self) -> dict[str, tuple[str, str]]:
        """Text and anchor of the headings that have a name, by their names."""
        return {heading.name: (heading.text, anchor) for heading, anchor in self.headings if heading.name}


def slug(heading: str) -> str:
    """A heading as a word of an address."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def _free(wanted: str, taken: dict[str, int]) -> str:
    """An anchor that no heading has: with a number behind it where one has. `taken`: how often each was wanted."""
    found = wanted
    while found in taken:
        taken[wanted] += 1
        found = f"{wanted}-{taken[wanted]}"
    taken[found] = 0
    return found


_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")


def spans(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of a text, each with whether it is code: what stands between two single backticks."""
    for n, part in enumerate(_CODE.split(text)):
        if part:
            yield part, n % 2 == 1
