"""The texts of a game's rules files in, what their author says to players out: rule texts, tables and notes.

Read line by line from the bundle that the program carries, bases first: `>` lines belong to the declaration below them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulelang.play.cells import clean
from rulelang.play.lines import Line, Style, indented, line
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.ir.program import Program

_DECLARED = re.compile(r'(replace )?(?P<kind>[a-z]+) ?(?P<name>[a-zA-Z_]\w*)?(?: from)? ?(?:"(?P<label>[^"]*)")?')
_PARAM = re.compile(r'(?:replace )?param (?P<name>\w+):.*?"(?P<label>[^"]*)"')
_REMOVED = re.compile(r"remove (?:\w+ )?(?P<name>\w+)")
_UNNAMED = {"win", "payoff", "estimate", "players", "zones", "vars", "pots", "teams"}


@dataclass(frozen=True, slots=True)
class Said:
    """A declaration its author says something about: its name in words, the text, what a table maps."""

    name: str
    heading: str
    text: str
    table: str = ""


def rule_texts(program: Program) -> list[Said]:
    """Everything said, in the order of the files; what a variant says of a name takes the place of its base's."""
    found: dict[str, Said] = {}
    for source in reversed([s for s in program.sources if s.name.endswith(".rules") or s.role in ("rules", "base")]):
        for name in _REMOVED.findall(source.text):
            found.pop(name, None)
        for said in _said(source.text):
            found[said.name or said.heading] = said
    return list(found.values())


def _said(text: str) -> list[Said]:
    lines, doc, found = text.splitlines(), [], []
    for row in lines:
        if row.startswith(">"):
            doc.append(row[1:].strip())
        elif row and not row[0].isspace() and not row.startswith("#"):
            table = row.partition(":")[2].partition("#")[0].strip() if "table " in row else ""
            if doc or table:
                found.append(_entry(row, " ".join(doc), table))
            doc = []
    return found


def _entry(row: str, text: str, table: str) -> Said:
    match = _DECLARED.match(row)
    if match is None:
        return Said("", "", text, table)
    kind, name = match["kind"], match["name"] or ""
    if kind in _UNNAMED:
        return Said("", kind, text, table)
    return Said(name, match["label"] or name.replace("_", " ") or kind, text, table)


def notes(program: Program) -> list[str]:
    """The rulings that the rules file notes."""
    return [clean(text) for text in program.notes]


def param_labels(program: Program) -> dict[str, str]:
    """What each param sets, in its author's words."""
    texts = (source.text for source in reversed(program.sources))
    return {match["name"]: match["label"] for text in texts for match in _PARAM.finditer(text)}


def draw_rule_texts(program: Program, columns: int) -> list[Line]:
    """The rules as their author tells them, then the rulings."""
    lines: list[Line] = []
    for said in rule_texts(program):
        lines += _draw(said, columns)
    told = notes(program)
    if told:
        lines.append(line("Rulings", Style.TITLE))
        for text in told:
            lines += indented(text, columns, 4, first="  - ")
    return lines


def draw_rule_text(program: Program, typed: str, columns: int) -> list[Line]:
    """What is said about things whose name begins with what was typed, or has it as a word."""
    wanted = " ".join(typed.split()).casefold()
    meant = [said for said in rule_texts(program) if wanted and _is_meant(said, wanted)]
    return [each for said in meant for each in _draw(said, columns)]


def _is_meant(said: Said, wanted: str) -> bool:
    called = f"{said.heading} {said.name.replace('_', ' ')}".casefold()
    return called.startswith(wanted) or f" {wanted}" in f" {called}"


def _draw(said: Said, columns: int) -> list[Line]:
    heading = clean(said.heading)
    lines = [line(heading[:1].upper() + heading[1:], Style.TITLE)]
    if said.text:
        lines += indented(clean(said.text), columns, 2)
    if said.table:
        lines += indented(clean(said.table), columns, 2, Style.QUIET)
    return lines
