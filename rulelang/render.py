"""Findings in, what a reader sees out: text with the lines concerned, one line each, or JSON.

The only module that knows how a message looks.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from rulelang.diagnostics import Diagnostic, Label, Severity
from rulelang.source import Source, Span

MOST = 20
"""Errors shown in full; the rest is counted."""
_WIDTH = 110
_TAB = "    "
_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "frame": "\x1b[34m", "hint": "\x1b[32m"}
_RESET = "\x1b[0m"


def render(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """Findings with excerpts, at most 20 and the number of others. Empty without findings; else ends in a line end."""
    found = list(diagnostics)
    blocks = [_block(one, colour) for one in found[:MOST]]
    if len(found) > MOST:
        blocks.append([f"... and {len(found) - MOST} more"])
    return "".join("\n".join(block) + "\n" for block in blocks)


def render_line(diagnostic: Diagnostic) -> str:
    """`file:line:column: error[RL101]: title`, without a line end."""
    line, column = diagnostic.span.line, diagnostic.span.column
    return f"{visible(diagnostic.span.source.name)}:{line}:{column}: {_title(diagnostic)}"


def to_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A JSON list of findings, each with its code, severity, title, places, what is allowed and the hint."""
    return json.dumps([_record(one) for one in diagnostics], indent=2)


def visible(text: str) -> str:
    """The text with characters that cannot be seen written as codes, so that it can be shown anywhere."""
    return "".join(_visible_char(char) for char in text)


def _visible_char(char: str) -> str:
    if char == "\t":
        return _TAB
    if char.isprintable() or char == "\u00a0":
        return char
    return f"<U+{ord(char):04X}>"


# ---------------------------------------------------------------- records


def _record(one: Diagnostic) -> dict[str, Any]:
    return {"code": one.code, "severity": str(one.severity), "title": one.title, **_place(one.span), "label": one.label,
            "others": [{**_place(other.span), "text": other.text} for other in one.others], "allowed": one.allowed,
            "hint": one.hint}


def _place(span: Span) -> dict[str, Any]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(max(span.start, span.end))
    return {"file": span.source.name, "line": line, "column": column, "end_line": end_line, "end_column": end_column}


# ---------------------------------------------------------------- blocks


def _title(one: Diagnostic) -> str:
    return f"{one.severity}[{one.code}]: {visible(one.title)}"


def _block(one: Diagnostic, colour: bool) -> list[str]:
    """The lines of one finding."""
    paint = _painter(colour)
    kind, _, title = _title(one).partition(":")
    out = [paint(str(one.severity), kind) + ":" + title]
    groups = _groups(one)
    wide = max(len(str(number)) for _, lines in groups for number, _ in lines)
    for source, lines in groups:
        out += _excerpt(source, lines, wide, paint, one)
    if len(groups) > 1:
        out.append(paint("frame", " " * (wide + 1) + "└─"))
    out += [visible(one.allowed)] if one.allowed else []
    out += [paint("hint", "Hint:") + " " + visible(one.hint)] if one.hint else []
    return out


Paint = Any


def _painter(colour: bool) -> Paint:
    def paint(kind: str, text: str) -> str:
        return f"{_COLOURS[kind]}{text}{_RESET}" if colour else text
    return paint


def _groups(one: Diagnostic) -> list[tuple[Source, list[tuple[int, list[tuple[Label, str]]]]]]:
    """Per file, in order of mention: line numbers with what is said there, the chief place marked by `^`."""
    files: list[tuple[Source, dict[int, list[tuple[Label, str]]]]] = []
    for label, mark in ((Label(one.span, one.label), "^"), *((other, "-") for other in one.others)):
        source = label.span.source
        lines = next((known for at, known in files if at is source), None)
        if lines is None:
            lines = {}
            files.append((source, lines))
        lines.setdefault(label.span.line, []).append((label, mark))
    return [(source, list(lines.items())) for source, lines in files]


def _excerpt(source: Source, lines: Sequence[tuple[int, list[tuple[Label, str]]]], wide: int, paint: Paint,
             one: Diagnostic) -> list[str]:
    first = lines[0][1][0][0].span
    out = [paint("frame", " " * (wide + 1) + "┌─ ") + f"{visible(source.name)}:{first.line}:{first.column}"]
    for number, labels in lines:
        start, text = _window(source.line(number), [label.span.column - 1 for label, _ in labels])
        out.append((paint("frame", f"{number:>{wide}} │ ") + text).rstrip())
        for label, mark in labels:
            pad, length = _extent(source.line(number), label.span, start, text)
            line = " " * pad + mark * length + (f" {visible(label.text)}" if label.text else "")
            out.append(paint("frame", " " * wide + " │ ") + paint(str(one.severity) if mark == "^" else "frame", line))
    return out


def _window(line: str, columns: list[int]) -> tuple[int, str]:
    """Where the shown part of a line begins, and that part: long lines are cut around the first place."""
    if len(line) <= _WIDTH:
        return 0, visible(line)
    start = max(0, min(columns[0] - _WIDTH // 3, len(line) - _WIDTH))
    part = visible(line[start : start + _WIDTH])
    return start, ("..." if start else "") + part + ("..." if start + _WIDTH < len(line) else "")


def _extent(line: str, span: Span, start: int, shown: str) -> tuple[int, int]:
    """How many columns are left free before the marks, and how many marks: at least one, at most to the line's end."""
    column = span.column - 1
    cut = 3 if start else 0
    end = min(len(line), max(column + 1, column + span.end - span.start))
    pad = cut + _columns(line[start:column])
    return pad, max(1, min(_columns(line[column:end]), _columns(shown) - pad))


def _columns(text: str) -> int:
    """Columns of a text on the screen: wide letters take two, marks upon letters none."""
    return sum(_char_columns(char) for char in text)


def _char_columns(char: str) -> int:
    if char.isascii() and char.isprintable():
        return 1
    if char == "\t":
        return len(_TAB)
    if unicodedata.combining(char) and char.isprintable():
        return 0
    shown = _visible_char(char)
    return len(shown) if shown != char else 2 if unicodedata.east_asian_width(char) in "WF" else 1


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`, or `no findings`."""
    found = [one.severity for one in diagnostics]
    counts = [(kind, found.count(kind)) for kind in Severity]
    words = [f"{count} {kind}{'s' if count != 1 else ''}" for kind, count in counts if count]
    return ", ".join(words) or "no findings"
