"""The package in, the parts of the reference that only repeat it out: `make docs` writes them anew.

`errors.md` is written as a whole. In `commands.md` and `limits.md` what stands between `<!-- generated NAME -->` and
`<!-- end -->` is; the rest is written by hand. A test compares the pages with what this would write.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

from typer.main import get_command

from rulelang.cli.commands import app
from rulelang.codes import CODES, Code

REFERENCE = Path(__file__).parent / "reference"
PART = re.compile(r"<!-- generated (?P<name>[\w ]+) -->\n.*?<!-- end -->", re.S)


# ---------------------------------------------------------------- commands


def commands() -> dict[str, Any]:
    """The commands by name, in the order in which `rulelang --help` lists them."""
    found: dict[str, Any] = get_command(app).commands  # type: ignore[attr-defined]
    return found


def command(name: str) -> str:
    """What a command does, and its arguments and options as tables."""
    wanted = commands()[name]
    arguments = [each for each in wanted.params if each.param_type_name == "argument"]
    options = [each for each in wanted.params if each.param_type_name == "option"]
    lines = [wanted.help.strip().replace("\n", " "), ""]
    lines += _table(("argument", "meaning"), [(f"`{_argument(each)}`", each.help) for each in arguments])
    lines += _table(("option", "meaning"), [(f"`{_option(each)}`", _meaning(each)) for each in options])
    return "\n".join(lines).rstrip()


def _argument(argument: Any) -> str:
    return str(argument.name).upper() + ("..." if argument.nargs == -1 or argument.multiple else "")


def _option(option: Any) -> str:
    words = ", ".join(option.opts)
    if isinstance(option.default, Enum):
        return f"{words} " + "|".join(choice.value for choice in type(option.default))
    return words if option.is_flag else f"{words} {option.metavar or option.name.upper()}"


def _meaning(option: Any) -> str:
    default = option.default.value if isinstance(option.default, Enum) else option.default
    shown = f" Without it: `{default}`." if isinstance(default, str) and default else ""
    return f"{option.help}{shown}"


def _table(heads: tuple[str, str], rows: list[tuple[str, str]]) -> list[str]:
    if not rows:
        return []
    escaped = [tuple(cell.replace("|", "\\|") for cell in row) for row in rows]
    return [f"| {heads[0]} | {heads[1]} |", "|---|---|", *(f"| {left} | {right} |" for left, right in escaped), ""]


# ---------------------------------------------------------------- limits

LIMITS: dict[str, list[tuple[str, str, str]]] = {
    "text": [
        ("bytes of a rules file", "syntax.limits.MAX_TEXT", "RL001"),
        ("blocks or brackets inside each other", "syntax.limits.MAX_NESTING", "RL009"),
        ("signs and words that build on each other in one expression", "syntax.limits.MAX_DEPTH", "RL010"),
        ("letters of a name", "syntax.limits.MAX_NAME", "RL006"),
        ("largest number; the smallest is its negative", "syntax.limits.MAX_NUMBER", "RL005"),
        ("errors shown in full; the rest is counted", "render.MOST", ""),
    ],
    "declarations": [
        ("players, at least", "analysis.declare.frame.FEWEST", "RL209"),
        ("players, at most", "analysis.declare.frame.MOST", "RL209"),
        ("cards of a game", "analysis.deck.MOST_CARDS", "RL234"),
        ("values of an enum", "analysis.declare.values.MOST_VALUES", "RL213"),
        ("members of whatever is kept `per` something", "analysis.declare.types.LARGEST_FAMILY", "RL227"),
        ("cards in one part of a meld", "analysis.declare.course.MOST_IN_PART", "RL256"),
        ("links of a chain of calls", "analysis.check.callgraph.MOST_CALLS", "RL338"),
        ("zones of a game, each member of a family for itself", "lowering.layout.MOST_ZONES", "RL273"),
        ("places for cards, variables and lists that a game keeps", "lowering.layout.MOST_CELLS", "RL273"),
    ],
    "tables": [
        ("bytes of a card table", "analysis.project.MOST_BYTES", "RL073"),
        ("rows of a card table", "analysis.card_tables.csv_reader.MOST_RECORDS", "RL234"),
        ("characters of one cell", "analysis.card_tables.csv_reader.LONGEST_CELL", "RL241"),
        ("characters of a printed name", "analysis.card_tables.tables.LONGEST_NAME", "RL245"),
        ("characters of an expression in a `copies` cell", "syntax.cells.LONGEST", "RL245"),
    ],
    "play": [
        ("steps between two decisions: blocks of the rules and passes of loops", "engine.machine.STEP_LIMIT", "RL701"),
        ("single choices of players in one game; then it is evaluated and called adjudicated",
         "engine.machine.DECISION_LIMIT", ""),
        ("single picks in one answer", "ir.program.ANSWER_BOUND - 1", ""),
        ("candidates tried for one question", "engine.code.MOST_TRIES", "RL702"),
        ("elements that queries go through between two stops, or for one question", "engine.code.MOST_WORK", "RL703"),
        ("moves listed at once (`moves()`)", "engine.state.MOST_MOVES", ""),
        ("elements of a range that is counted through, and of any other calculated list", "engine.lists.LONGEST", ""),
        ("melds in one list of cards", "engine.melds.MOST_MELDS", "RL702"),
        ("lists of cards of the shape of a meld that are asked for its `where`", "engine.melds.MOST_SHAPES", "RL702"),
        ("ways from one remainder of a hand to the next that `best_melds` looks at", "engine.packing.MOST_WAYS",
         "RL702"),
        ("remainders of a hand that one `best_melds` looks at", "engine.packing.MOST_RESTS", "RL702"),
        ("outcomes of one `random` with a condition", "engine.chance.MOST_OUTCOMES", "RL702"),
        ("fixed seeds with which an example is tried", "examples.run.SEEDS", ""),
    ],
    "files": [
        ("bytes of a save, unpacked", "engine.saves.LARGEST", ""),
        ("bytes of a log", "match.reader.LARGEST", "RL750"),
        ("largest `--seed`", "play.setup.LARGEST_SEED", ""),
        ("characters of one line that is typed", "cli.terminal.LONGEST_LINE", ""),
        ("narrowest page, in columns", "play.cells.NARROWEST", ""),
        ("widest page, in columns", "play.cells.WIDEST", ""),
    ],
}
"""What is limited, the constant that says so (below `rulelang`), and the finding that tells, if there is one."""


def limits(name: str) -> str:
    """The table of one group of limits."""
    lines = ["| what | limit | finding |", "|---|---|---|"]
    for what, constant, code in LIMITS[name]:
        told = f"[{code}](errors.md#{code.lower()})" if code else ""
        lines.append(f"| {what} | {_constant(constant):,} | {told} |")
    return "\n".join(lines)


def _constant(wanted: str) -> int:
    """The number of `module.NAME`, or of `module.NAME - n`."""
    path, _, less = wanted.partition(" - ")
    module, _, name = path.rpartition(".")
    value: int = getattr(import_module(f"rulelang.{module}"), name)
    return value - int(less or 0)


# ---------------------------------------------------------------- findings

ROOMS = {
    "RL0": "Text and files", "RL1": "How it is written", "RL2": "Declarations, names, cards and variants",
    "RL3": "Values and statements", "RL4": "Secrets", "RL5": "Warnings", "RL6": "Examples",
    "RL7": "Play, saves and logs",
}
HEAD = """# Findings

Every finding has a code. `rulelang explain CODE` shows what stands here. The page is written by `make docs` from
`rulelang/codes.py`.
"""


def errors() -> str:
    """The page of all findings."""
    lines = [HEAD, "| codes | about |", "|---|---|"]
    lines += [f"| [{room}xx](#{_anchor(title)}) | {title} |" for room, title in ROOMS.items()]
    for room, title in ROOMS.items():
        lines += ["", f"## {title}"]
        for code in sorted(code for code in CODES if code.startswith(room)):
            lines += ["", f"### {code}", "", *_entry(CODES[code])]
    return "\n".join(lines) + "\n"


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z ]", "", title.lower()).replace(" ", "-")


def _entry(entry: Code) -> Iterator[str]:
    yield f"**{entry.title}.**"
    yield ""
    yield entry.explanation
    for heading, text in (("Wrong:", entry.wrong), ("Right:", entry.right)):
        if text:
            yield from ("", heading, "", "```text", *map(_visible, text.strip("\n").split("\n")), "```")


def _visible(line: str) -> str:
    """A line with characters that cannot be seen as codes; very long ones are cut."""
    from rulelang.play.cells import cut
    from rulelang.render import visible

    return cut(visible(line), 100)


# ---------------------------------------------------------------- pages


def filled(page: str, part: Callable[[str], str]) -> str:
    """A page with its generated parts written anew."""
    return PART.sub(lambda found: f"<!-- generated {found['name']} -->\n{part(found['name'])}\n<!-- end -->", page)


def pages() -> dict[Path, str]:
    """Every page with generated parts, as it should be."""
    parts = {"commands.md": command, "limits.md": limits}
    found = {REFERENCE / name: filled((REFERENCE / name).read_text(encoding="utf-8"), part)
             for name, part in parts.items()}
    return {REFERENCE / "errors.md": errors(), **found}


def main() -> None:
    """Write the pages that are not up to date."""
    for path, text in pages().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name} written")


if __name__ == "__main__":
    main()
