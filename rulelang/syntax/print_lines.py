"""Lines of canonical text with their places of origin in, the finished text out.

Long lines are broken here, comments put back beside or above the line they stood at, and single
blank lines kept where the original had some.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from rulelang.records import dataclass
from rulelang.source import Source
from rulelang.syntax.ast import Comment
from rulelang.syntax.print_expressions import HARD, INNER, LEVEL, SOFT

WIDTH = 120
"""Columns of a printed line; only a name, a text or a comment that is longer itself is left so."""
STEP = 4
"""Spaces of one level of indentation."""


@dataclass(slots=True)
class Printed:
    """A line of the rules: its text with break marks, and where the original of it starts and ends."""

    indent: int
    text: str
    start: int
    end: int
    close: bool = False
    beside: Comment | None = None
    hang: int = STEP


@dataclass(slots=True)
class Lines:
    """Collects lines in their order."""

    source: Source
    lines: list[Printed] = field(default_factory=list)

    def add(self, indent: int, text: str, start: int, end: int, *, close: bool = False, hang: int = STEP) -> None:
        """Add a line; `close` allows no blank line above it, `hang` indents what is broken off it."""
        self.lines.append(Printed(indent, text, start, end, close, None, hang))

    def finish(self, comments: Iterable[Comment]) -> str:
        """The whole text."""
        entries = self._with_comments(comments)
        out: list[str] = []
        above = 0
        for number, entry in enumerate(entries):
            opens = number > 0 and entry.indent > above
            if number > 0 and not entry.close and not opens and self._blank_above(entry.start):
                out.append("")
            out.extend(self._written(entry))
            above = entry.indent
        return "\n".join(out) + "\n" if out else ""

    def _blank_above(self, start: int) -> bool:
        line = self.source.position(start)[0]
        return line > 1 and not self.source.line(line - 1).strip()

    # ------------------------------------------------------------ comments

    def _with_comments(self, comments: Iterable[Comment]) -> list[Printed]:
        """Lines and comments that have a line of their own, in their order."""
        above: dict[int, list[Comment]] = {}
        for comment in comments:
            number = self._line_of(comment.span.start)
            if number < 0 or (comment.own_line and comment.span.start >= self.lines[number].end):
                above.setdefault(number + 1, []).append(comment)
            elif comment.own_line or self.lines[number].beside is not None:
                above.setdefault(number, []).append(comment)
            else:
                self.lines[number].beside = comment
        entries: list[Printed] = []
        for number in range(len(self.lines) + 1):
            entries += [self._comment_line(comment, number) for comment in above.get(number, [])]
            entries += self.lines[number : number + 1]
        return entries

    def _line_of(self, place: int) -> int:
        """Number of the last line that starts before a place, -1 if there is none."""
        low, high = 0, len(self.lines)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.lines[middle].start <= place else (low, middle)
        return low - 1

    def _comment_line(self, comment: Comment, number: int) -> Printed:
        """A comment on a line of its own, indented like the block it stands in."""
        over = self.lines[number - 1].indent if number else 0
        under = self.lines[number].indent if number < len(self.lines) else 0
        column = (comment.span.column - 1) // STEP * STEP
        indent = under if under >= over else max(under, min(column, over))
        return Printed(indent, comment.text, comment.span.start, comment.span.end)

    # ------------------------------------------------------------ breaking

    def _written(self, entry: Printed) -> list[str]:
        lines = broken(entry.text, entry.indent, entry.hang) if not entry.text.startswith(("#", ">")) else [
            " " * entry.indent + entry.text]
        if entry.beside is not None:
            lines[-1] = self._beside(lines[-1], entry.beside)
        return lines

    def _beside(self, line: str, comment: Comment) -> str:
        """A line with the comment behind it, in the column where it stood if there is room."""
        column = max(comment.span.column - 1, len(line) + 2)
        if column + len(comment.text) > WIDTH:
            column = len(line) + 2
        return line.ljust(column) + comment.text


def broken(text: str, indent: int, hang: int = STEP) -> list[str]:
    """A text cut at its marks into lines of at most `WIDTH` columns, as far as the marks allow."""
    lines: list[str] = []
    depth = 0
    text = text.replace(LEVEL, HARD if indent + len(plain(text)) > WIDTH else "")
    for number, part in enumerate(text.split(HARD)):
        rest: str | None = part
        margin = indent if number == 0 else indent + hang
        while rest is not None:
            cut = None if margin + len(plain(rest)) <= WIDTH else _cut(rest, WIDTH - margin, depth)
            piece = rest if cut is None else rest[:cut]
            lines.append(" " * margin + plain(piece).strip())
            depth += _opened(piece)
            rest = None if cut is None else rest[cut:].lstrip(SOFT + INNER + " ")
            margin = indent + hang + (STEP if number else 0)
    return lines


def plain(text: str) -> str:
    """The text on one line, without marks."""
    return text.replace("," + SOFT, ", ").replace(SOFT, "").replace(INNER, "").replace(HARD, "").replace(LEVEL, "")


def _opened(text: str) -> int:
    count, inside = 0, False
    for char in text:
        if char == '"':
            inside = not inside
        elif not inside:
            count += (char in "([") - (char in ")]")
    return count


def _cut(text: str, room: int, depth: int) -> int | None:
    """Where to break: the outermost mark that still fits, the last of several; else the first mark of all."""
    best: tuple[int, int] | None = None
    width, inside = 0, False
    for place, char in enumerate(text):
        if char in (SOFT, INNER):
            allowed = char == SOFT or depth > 0
            if allowed and width > 0:
                fits = width <= room
                if not fits:
                    return best[1] if best else place
                if best is None or depth <= best[0] or width < room // 2:
                    best = (depth, place)
            continue
        if char == '"':
            inside = not inside
        elif not inside:
            depth += (char in "([") - (char in ")]")
        width += 2 if char == "," and text[place + 1 : place + 2] == SOFT else 1
    return best[1] if best else None
