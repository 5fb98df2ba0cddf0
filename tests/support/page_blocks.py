"""A fenced block in, run out: what a page shows is done as a reader of the page would do it.

`rules` is checked and played to its end; `file=NAME` also saves it, `exit=1` expects findings instead.
`text file=NAME` saves a file (a card table), `text` alone is left alone.
`diff file=NAME` changes a file that `rules` has shown, for the next `sh` block: its `-` lines become its `+` lines.
`diff of=PATH` shows a change of the project itself and is left to the test of that page.
`sh` runs `rulelang` commands (`exit=1` expects findings) and looks up `make` targets. A block with lines `$ COMMAND` is
a transcript: the lines below a command must stand in its output, one after another; `...` skips any number of lines.
`python` runs as it stands.
"""

import io
import random
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import rulelang
from rulelang.cli.app import main
from rulelang.compiler import check
from rulelang.examples import run_examples
from tests.support.project import ROOT

MOST_CHOICES = 20_000
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))


class Page:
    """Runs the blocks of one page in order. Strict: rules have no warning, play at every table, their examples pass."""

    def __init__(self, strict=False):
        self.strict = strict
        self.shown = {}
        self.altered = set()

    def run(self, block):
        runners = {"rules": self.rules, "text": self.text, "diff": self.diff, "sh": self.shell, "python": python}
        assert block.language in runners, f"{block.language or 'no language'}: say {', '.join(runners)}"
        runners[block.language](block)

    def rules(self, block):
        if "file" in block.options:
            self.shown[block.options["file"]] = block.text
            save(block.options["file"], block.text)
        where = block.options.get("file", block.text)
        if "exit" in block.options:
            assert not check(where).ok, "findings were expected"
        elif self.strict:
            play_everywhere(where)
        else:
            play(where, None)

    def text(self, block):
        if "file" in block.options:
            save(block.options["file"], block.text)

    def diff(self, block):
        if "of" in block.options:
            return
        name = block.options["file"]
        save(name, changed(self.shown[name], block.text))
        self.altered.add(name)

    def shell(self, block):
        shell(block)
        while self.altered:
            name = self.altered.pop()
            save(name, self.shown[name])


def save(name, text):
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def changed(text, patch):
    """A text with the `-` lines of a patch replaced by its `+` lines; other lines say where and must be there."""
    before = "".join(f"{line[1:]}\n" for line in patch.splitlines() if not line.startswith("+"))
    after = "".join(f"{line[1:]}\n" for line in patch.splitlines() if not line.startswith("-"))
    assert text.count(before) == 1, f"these lines should stand in the file once:\n{before}"
    return text.replace(before, after)


def play_everywhere(where):
    """A game without a finding, played to its end at every number of players, whose examples pass."""
    result = check(where)
    findings = [f"{each.severity.value}: {each.title}" for each in result]
    assert not findings, findings
    for players in range(result.model.low, result.model.high + 1):
        for seed in range(3):
            play(where, players, seed)
    failed = [each.title for each in run_examples(where) if not each.passed]
    assert not failed, f"examples that do not hold: {failed}"


def play(where, players, seed=1):
    """A game of random choices, to its end."""
    state, chance = rulelang.load(where, players).new_state(seed=seed), random.Random(seed)
    for _ in range(MOST_CHOICES):
        if state.is_terminal:
            break
        state.apply(chance.choice(state.choices()).id)
    assert state.is_terminal, f"no end after {MOST_CHOICES} choices"


def python(block):
    exec(compile(block.text, f"<line {block.line}>", "exec"), {"__name__": "page"})


def shell(block):
    expected = int(block.options.get("exit", 0))
    for command, shown in transcript(block.text):
        code, said = run_command(shlex.split(command, comments=True))
        assert code == expected, f"`{command}` ended with {code}:\n{said}"
        missing = first_missing(shown, said)
        assert missing is None, f"`{command}` does not say `{missing}` there:\n{said}"


def transcript(text):
    """The commands of a block, each with the lines that are shown below it; without `$`, every line is a command."""
    lines = text.splitlines()
    if not any(line.startswith("$ ") for line in lines):
        return [(line, []) for line in lines if shlex.split(line, comments=True)]
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), []))
        else:
            found[-1][1].append(line)
    return found


def first_missing(shown, said):
    """The first shown line that the output does not have at its place, or None."""
    lines, at, anywhere = [line.rstrip() for line in said.splitlines()], 0, True
    for line in shown:
        if line.strip() == "...":
            anywhere = True
            continue
        places = range(at, len(lines)) if anywhere else range(at, min(at + 1, len(lines)))
        at = next((n + 1 for n in places if lines[n] == line.rstrip()), None)
        if at is None:
            return line
        anywhere = False
    return None


def run_command(command):
    """Exit code and output of a `rulelang` command; of a `make` target only that it is there."""
    program, *arguments = command
    if program == "make":
        assert set(arguments) <= TARGETS, f"the Makefile has no target of {arguments}"
        return 0, ""
    assert program.rpartition("/")[2] == "rulelang", f"a page may only run rulelang and make, not {program}"
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = _exit_code(arguments)
    return code, said.getvalue()


def _exit_code(arguments):
    try:
        main(arguments)
    except SystemExit as leaving:
        return leaving.code or 0
    return 0
