"""Tokens in, top-level pieces out: lines are joined, indentation becomes block marks, each piece stands alone.

A piece begins with a line at the left margin, together with the `>` lines above it. A piece whose
lines cannot be put together is reported and marked `broken`; the others are not concerned.
"""

from __future__ import annotations

from dataclasses import field

from rulelang.diagnostics import Diagnostics, Label, series
from rulelang.records import dataclass
from rulelang.source import Source, Span
from rulelang.syntax.limits import MAX_NESTING, check_depth
from rulelang.syntax.scanner import Scan, Token
from rulelang.syntax.words import CONTINUATIONS, DECLARATIONS

_CLOSES = {")": "(", "]": "["}
_TAB_WIDTH = 4
_STATEMENT_OPENERS = frozenset(("if", "else", "each", "repeat", "as", "phase", "effect", "do", "turns"))
_OPENERS = _STATEMENT_OPENERS | {"zones", "vars", "pots", "cards", "score", "action", "example", "before", "after"}


@dataclass(slots=True)
class Line:
    """A whole line of the rules, perhaps written on several lines of the text."""

    indent: int
    tokens: list[Token]
    broken: bool = False

    @property
    def first(self) -> Token:
        """Its first token."""
        return self.tokens[0]

    @property
    def last(self) -> Token:
        """Its last token."""
        return self.tokens[-1]


@dataclass(slots=True)
class Piece:
    """The tokens of a declaration with its rule text, ready to be parsed unless `broken`."""

    tokens: list[Token] = field(default_factory=list)
    broken: bool = False


def pieces(scan: Scan, source: Source, found: Diagnostics) -> list[Piece]:
    """Cut the tokens of a text into top-level pieces."""
    return [_Blocks(source, found).piece(group) for group in _groups(_Lines(scan, source, found).lines())]


def _groups(lines: list[Line]) -> list[list[Line]]:
    """Lines of one declaration: rule text above, then a line at the margin, then deeper ones."""
    groups: list[list[Line]] = []
    open_doc = False
    for line in lines:
        is_doc = line.first.kind == "DOC" and line.indent == 0
        if groups and (line.indent > 0 or open_doc):
            groups[-1].append(line)
        else:
            groups.append([line])
        open_doc = is_doc or (open_doc and line.first.kind == "DOC")
    return groups


# ---------------------------------------------------------------- lines


class _Lines:
    """Joins what the text has on several lines: behind a comma, inside brackets, before where, and, or, else."""

    def __init__(self, scan: Scan, source: Source, found: Diagnostics) -> None:
        self.scan = scan
        self.source = source
        self.found = found
        self.done: list[Line] = []
        self.open: list[Token] = []

    def lines(self) -> list[Line]:
        """All lines of the rules."""
        for physical in self._physical():
            self._take(physical)
        self._close_brackets()
        for line in self.done:
            if not check_depth(line.tokens, self.source, self.found):
                line.broken = True
        return self.done

    def _physical(self) -> list[list[Token]]:
        lines: list[list[Token]] = [[]]
        for token in self.scan.tokens:
            if token.kind == "\n":
                if lines[-1]:
                    lines.append([])
            else:
                lines[-1].append(token)
        return [line for line in lines if line]

    def _take(self, tokens: list[Token]) -> None:
        indent = self._indent(tokens[0])
        if self.done and self._continues(tokens[0], indent):
            line = self.done[-1]
            line.tokens.extend(tokens)
        else:
            self._close_brackets()
            line = Line(indent, tokens)
            self.done.append(line)
        for token in tokens:
            if token.start in self.scan.faulty:
                line.broken = True
            if token.kind in ("(", "["):
                self._open_bracket(token, line)
            elif token.kind in _CLOSES:
                self._close_bracket(token, line)

    def _continues(self, first: Token, indent: int) -> bool:
        line = self.done[-1]
        if first.kind == "DOC" or line.first.kind == "DOC":
            return False
        if indent == 0 and first.text in DECLARATIONS and first.text != "players":
            return False
        if self.open or line.last.kind == ",":
            return True
        return first.kind in CONTINUATIONS and indent > line.indent and line.last.kind != ":"

    def _indent(self, first: Token) -> int:
        start = self.source.text.rfind("\n", 0, first.start) + 1
        return len(self.source.text[start:first.start].lstrip("\ufeff").expandtabs(_TAB_WIDTH))

    def _open_bracket(self, token: Token, line: Line) -> None:
        self.open.append(token)
        if len(self.open) == MAX_NESTING + 1:
            line.broken = True
            self.found.error("RL009", f"More than {MAX_NESTING} brackets are open here", self._span(token),
                             "one too many", hint="Name a part of it with `define` or `let`.")

    def _close_bracket(self, token: Token, line: Line) -> None:
        if not self.open:
            line.broken = True
            self.found.error("RL109", f"This `{token.text}` closes nothing", self._span(token),
                             "no bracket is open here")
            return
        opened = self.open.pop()
        if opened.kind != _CLOSES[token.kind]:
            line.broken = True
            self.found.error("RL109", f"`{opened.text}` is closed by `{token.text}`", self._span(token), "closed here",
                             others=[Label(self._span(opened), "opened here")])

    def _close_brackets(self) -> None:
        """Report the innermost bracket that is still open where a new line must begin."""
        if self.open:
            token = self.open[-1]
            self.done[-1].broken = True
            self.found.error("RL108", f"This `{token.text}` is never closed", self._span(token), "opened here",
                             allowed="A bracket must be closed before the next declaration begins.",
                             hint=f"Put a `{')' if token.kind == '(' else ']'}` where it ends.")
            self.open.clear()

    def _span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)


# ---------------------------------------------------------------- blocks


class _Blocks:
    """Turns the indentation of the lines of one piece into marks."""

    def __init__(self, source: Source, found: Diagnostics) -> None:
        self.source = source
        self.found = found
        self.result = Piece()
        self.levels = [0]
        self.chains = [0]
        self.before: Line | None = None

    def piece(self, lines: list[Line]) -> Piece:
        """The piece made of these lines."""
        if any(line.broken for line in lines):
            return Piece([token for line in lines for token in line.tokens], broken=True)
        for line in lines:
            if not self._place(line):
                self.result.broken = True
                return self.result
            self.result.tokens.extend(line.tokens)
            self._mark("_NL")
            self.before = line
        self._end_block_line(None)
        for _ in self.levels[1:]:
            self._mark("_DEDENT")
        return self.result

    def _mark(self, kind: str) -> None:
        end = self.result.tokens[-1].end
        self.result.tokens.append(Token(kind, "", end, end))

    def _place(self, line: Line) -> bool:
        """Open or close blocks before a line; False if it stands where no line can stand."""
        if self.before is None or self.before.first.kind == "DOC":
            return self._place_first(line)
        if line.first.kind == "DOC":
            self._error("RL130", "Rule text stands above a declaration, at the left margin", line.first,
                        "inside a block", hint="Write a comment: `# ...`.")
            return False
        if not self._end_block_line(line):
            return False
        if self.before.last.kind == ":":
            self.levels.append(line.indent)
            self.chains.append(0)
            self._mark("_INDENT")
        elif line.indent > self.levels[-1]:
            return self._too_deep(line)
        return self._dedent(line) and self._shallow(line)

    def _place_first(self, line: Line) -> bool:
        if line.indent > 0:
            self._error("RL110", "The first line of a declaration stands at the left margin", line.first, "indented")
        return line.indent == 0

    def _end_block_line(self, line: Line | None) -> bool:
        """Whether a line behind a colon is deeper, as it must be."""
        before = self.before
        if before is None or before.last.kind != ":" or (line is not None and line.indent > self.levels[-1]):
            return True
        self._error("RL112", "Nothing stands in this block", before.last, "a block begins here",
                    allowed="What belongs to it stands deeper, on the lines below, or behind the colon.",
                    hint="Indent the next lines by four spaces." if line is not None else "")
        self.result.broken = True
        return False

    def _too_deep(self, line: Line) -> bool:
        before = self.before
        assert before is not None
        colon = next((t for t in before.tokens if t.kind == ":"), None)
        if before.first.kind in _OPENERS and colon is None:
            end = Token("", "", before.last.end, before.last.end)
            self._error("RL103", f"A colon is missing behind this `{before.first.text}`", end, "here",
                        hint="Put a `:` there.")
        elif colon is not None and before.first.kind in _STATEMENT_OPENERS:
            self._error("RL118", "A block begins behind the colon and goes on below", line.first, "goes on here",
                        others=[Label(Span(self.source, colon.start, colon.end), "begins here")],
                        allowed="One statement may follow its colon; several stand below it.",
                        hint="Put the first statement on a line of its own, too.")
        else:
            hint = "A block needs a colon at the end of the line above it." if line.first.kind != "(" else ""
            if line.indent - self.levels[-1] < _TAB_WIDTH - 1 and len(self.levels) > 1:
                hint = f"Begin it with {self.levels[-1]} spaces, as the line above it does."
            self._error("RL110", "This line stands deeper than the line it follows", line.first, "deeper",
                        allowed="A line continues after a comma, inside brackets, or with `where`, `and`, `or`, "
                                "`else`.",
                        hint=hint)
        return False

    def _dedent(self, line: Line) -> bool:
        above = list(self.levels)
        while line.indent < self.levels[-1]:
            self.levels.pop()
            self.chains.pop()
            self._mark("_DEDENT")
        if line.indent == self.levels[-1]:
            return True
        self._error("RL111", "This line is lined up with no line above it", line.first,
                    f"{line.indent} space{'s' * (line.indent != 1)}; above are lines with {series(map(str, above))}",
                    hint=f"Begin it with {_nearest(above, line.indent)} spaces, as a line above does.")
        return False

    def _shallow(self, line: Line) -> bool:
        """Count blocks inside each other; an `else if` is inside its `if`."""
        is_chain = [t.kind for t in line.tokens[:2]] == ["else", "if"]
        self.chains[-1] = self.chains[-1] + 1 if is_chain else 0 if line.first.kind != "else" else self.chains[-1]
        if len(self.levels) - 1 + sum(self.chains) <= MAX_NESTING:
            return True
        self._error("RL009", f"More than {MAX_NESTING} blocks are inside each other here", line.first, "one too many",
                    hint="Put a part of it into a phase of its own.")
        return False

    def _error(self, code: str, title: str, token: Token, label: str, *, others: list[Label] | None = None,
               allowed: str = "", hint: str = "") -> None:
        self.found.error(code, title, Span(self.source, token.start, token.end), label, others=others or (),
                         allowed=allowed, hint=hint)


def _nearest(levels: list[int], indent: int) -> int:
    """The level that is probably meant: the nearest but the margin, the deeper one of two."""
    return min((level for level in levels if level), key=lambda level: (abs(level - indent), -level), default=0)
