"""The choices of a decision in, numbered and grouped options out; what a person typed in, the option meant out.

Where labels are numbers themselves, a number means the option of that label.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.play.cells import width
from rulelang.play.lines import Line, Piece, Style, in_columns, indented, line
from rulelang.records import dataclass

MANY = 8
SHORT = 24


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to offer: the ids it answers with, its label, the heading it stands under, its rule text."""

    ids: tuple[str, ...]
    label: str
    group: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Option(Entry):
    """An entry and the number to type for it."""

    number: int = 0


@dataclass(frozen=True, slots=True)
class Meant:
    """What a typed text means: one option, or several that fit it, or none."""

    option: Option | None
    fitting: tuple[Option, ...] = ()


def number_entries(entries: Sequence[Entry]) -> tuple[Option, ...]:
    """Options in their order, numbered from 1. Labels that are whole numbers keep them; the others go on behind."""
    own = [int(entry.label) for entry in entries if _is_number(entry.label)]
    keep = bool(own) and len(set(own)) == len(own)
    following = max(own) + 1 if keep else 1
    options: list[Option] = []
    for entry in entries:
        number = int(entry.label) if keep and _is_number(entry.label) else following
        following += number == following and not (keep and _is_number(entry.label))
        options.append(Option(entry.ids, entry.label, entry.group, entry.doc, number))
    return tuple(options)


def _is_number(label: str) -> bool:
    digits = label.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= 10


def find_option(options: Sequence[Option], typed: str) -> Meant:
    """The option of a number, of a label or of the start of one; the start of a word in it will do if it is unique."""
    wanted = " ".join(typed.split()).casefold()
    if _is_number(wanted):
        return _of_number(options, int(wanted))
    labels = [(option, option.label.casefold()) for option in options]
    exact = [option for option, label in labels if label == wanted]
    starting = exact or [option for option, label in labels
                         if label.startswith(wanted) or option.group.casefold().startswith(wanted)]
    inside = starting or [option for option, label in labels if f" {wanted}" in label]
    if len(inside) == 1:
        return Meant(inside[0], tuple(inside))
    return Meant(None, tuple(inside))


def _of_number(options: Sequence[Option], number: int) -> Meant:
    fitting = tuple(option for option in options if option.number == number)
    return Meant(fitting[0] if len(fitting) == 1 else None, fitting)


def draw_options(options: Sequence[Option], columns: int) -> list[Line]:
    """The options with their numbers, under the headings of their groups."""
    digits = max((len(str(option.number)) for option in options), default=1)
    lines: list[Line] = []
    for group, members in _grouped(options):
        if group:
            lines.append(line(f" {group}", Style.LABEL))
        lines += _draw_group(members, columns, digits, 3 if group else 1)
    return lines


def _grouped(options: Sequence[Option]) -> list[tuple[str, list[Option]]]:
    """Options by heading, headings in the order of their first option."""
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(option.group, []).append(option)
    return list(groups.items())


def _draw_group(members: list[Option], columns: int, digits: int, indent: int) -> list[Line]:
    if len(members) > MANY and all(width(option.label) <= SHORT for option in members):
        cells: list[Line] = [(Piece(f"{option.number:>{indent + digits}} ", Style.KEY), Piece(_shown(option)))
                             for option in members]
        return in_columns(cells, columns)
    lines: list[Line] = []
    for option in members:
        first, *more = indented(_shown(option), columns, indent + digits + 1)
        number = Piece(f"{option.number:>{indent + digits}} ", Style.KEY)
        lines += [(number, *first[1:]), *more]
    return lines


def _shown(option: Option) -> str:
    """The label; nothing where the number to type already says it."""
    return "" if option.label == str(option.number) else option.label
