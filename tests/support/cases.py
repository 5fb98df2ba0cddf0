"""A case file in, its cases out: chunks cut by `---`, named by `# case:`, with `#! CODE` on each guilty line.

A chunk may hold several files: a line `# file: NAME` begins the next one, the first is the rules. What a check says is
compared with the marks: file, line and code, neither more nor less.
"""

import re
from dataclasses import dataclass

NAME = re.compile(r"^# case: (.+)$", re.M)
FILE = re.compile(r"^# file: (\S+)\n", re.M)
MARK = re.compile(r"#! ((?:RL\d{3} ?)+)$")


@dataclass(frozen=True)
class Case:
    """A game of one or more files, and what is to be found in it: (file, line, code)."""

    name: str
    files: dict[str, str]
    expected: tuple[tuple[str, int, str], ...]


def read_cases(path):
    """All cases of a file, in order."""
    return [
        _case(chunk.strip("\n") + "\n") for chunk in re.split(r"^---$", path.read_text(encoding="utf-8"), flags=re.M)
    ]


def found_in(diagnostics, codes):
    """What a check found, as cases write it, of the codes that match a pattern."""
    return tuple(sorted((d.span.source.name, d.span.line, d.code) for d in diagnostics if re.match(codes, d.code)))


def _case(chunk):
    name = NAME.search(chunk)[1]
    first, *others = FILE.split(chunk)
    files = {"main.rules": first.replace(f"# case: {name}\n", "", 1)} | dict(
        zip(others[::2], others[1::2], strict=True)
    )
    expected = sorted(
        (file, number, code)
        for file, text in files.items()
        for number, line in enumerate(text.splitlines(), 1)
        for mark in MARK.findall(line)
        for code in mark.split()
    )
    return Case(name, {file: _without_marks(file, text) for file, text in files.items()}, tuple(expected))


def _without_marks(file, text):
    """The text as it is checked; in rules a mark is a comment, in tables it would be part of a cell."""
    return text if file.endswith(".rules") else re.sub(r" *#! [RL0-9 ]+$", "", text, flags=re.M)
