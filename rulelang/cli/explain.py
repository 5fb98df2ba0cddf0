"""`rulelang explain CODE`: the code of a finding in, what it means out, with a wrong and a right example."""

from __future__ import annotations

from rulelang.cli.files import Usage
from rulelang.cli.terminal import Terminal
from rulelang.codes import CODES, Code
from rulelang.diagnostics import did_you_mean
from rulelang.play.cells import cut
from rulelang.play.lines import Line, Style, indented, line


def run(code: str) -> int:
    """Print the explanation; the exit code. Raises Usage for a code that does not exist."""
    wanted = code.strip().upper()
    entry = CODES.get(wanted)
    if entry is None:
        near = did_you_mean(wanted, CODES)
        hint = f" Did you mean {near}?" if near else " A finding shows its code in brackets, as in error[RL101]."
        raise Usage(f"There is no code `{code.strip()[:20]}`.{hint}")
    terminal = Terminal()
    terminal.show(_page(wanted, entry, min(terminal.width, 100)))
    return 0


def _page(code: str, entry: Code, columns: int) -> list[Line]:
    lines = [line(f"{code}: {entry.title}", Style.TITLE), line("")]
    for paragraph in entry.explanation.split("\n\n"):
        lines += indented(" ".join(paragraph.split()), columns, 0)
    for heading, text in (("Wrong:", entry.wrong), ("Right:", entry.right)):
        if text:
            lines += [line(""), line(heading, Style.LABEL)]
            lines += [line("    " + cut(each, columns - 4)) for each in text.strip("\n").splitlines()]
    return lines
