"""What the pages show is true: rules play, commands run, code runs, links lead somewhere.

A page's blocks run in order in a folder of its own, with the bundled games beside them:
`rules` is checked and played to its end (`file=NAME` also saves it there),
`sh` runs each `rulelang` command through the command line (`exit=1` expects findings) and looks up each `make` target,
`python` runs as it stands, `text` is left alone. Any other language is refused.
"""

import io
import random
import re
import shlex
import shutil
from contextlib import redirect_stderr, redirect_stdout

import pytest
from typer.main import get_command

import rulelang
from rulelang.cli.app import main
from rulelang.cli.commands import app
from tests.support.markdown import blocks, links
from tests.support.project import ROOT, relative

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "games").glob("*.md"),
                *(ROOT / "grammar").glob("*.md"), ROOT / "tests" / "README.md"])
MOST_CHOICES = 20_000
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))


def run_rules(block):
    """Check a game and play it with random choices until it ends."""
    if "file" in block.options:
        with open(block.options["file"], "w", encoding="utf-8") as file:
            file.write(block.text)
    game = rulelang.load(block.text)
    state, rng = game.new_state(seed=1), random.Random(1)
    for _ in range(MOST_CHOICES):
        if state.is_terminal:
            break
        state.apply(rng.choice(state.choices()).id)
    assert state.is_terminal, f"no end after {MOST_CHOICES} choices"


def run_python(block):
    exec(compile(block.text, f"<line {block.line}>", "exec"), {"__name__": "page"})


def run_shell(block):
    for line in block.text.splitlines():
        command = shlex.split(line.removeprefix("$ "), comments=True)
        if command:
            run_command(command, int(block.options.get("exit", 0)))


def run_command(command, expected):
    program, *arguments = command
    if program == "make":
        assert set(arguments) <= TARGETS, f"the Makefile has no target of {arguments}"
        return
    assert program.rpartition("/")[2] == "rulelang", f"a page may only run rulelang and make, not {program}"
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = exit_code(arguments)
    assert code == expected, f"`{shlex.join(command)}` ended with {code}:\n{said.getvalue()}"


def exit_code(arguments):
    try:
        main(arguments)
    except SystemExit as leaving:
        return leaving.code or 0
    return 0


RUNNERS = {"rules": run_rules, "python": run_python, "sh": run_shell, "text": lambda block: None}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the bundled games, as a reader of the page would have it."""
    shutil.copytree(ROOT / "games", tmp_path / "games")
    (tmp_path / "rulelang.toml").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_every_block_runs(page, folder):
    failed = []
    for block in blocks(page.read_text(encoding="utf-8")):
        place = f"{relative(page)}:{block.line}"
        assert block.language in RUNNERS, f"{place}: {block.language or 'no language'}: say rules, sh, python or text"
        try:
            RUNNERS[block.language](block)
        except Exception as problem:
            failed.append(f"{place}: {type(problem).__name__}: {problem}")
    assert not failed, "\n".join(failed)


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_every_link_leads_to_a_file(page):
    targets = (link.partition("#")[0] for link in links(page.read_text(encoding="utf-8")) if "://" not in link)
    missing = [target for target in targets if target and not (page.parent / target).exists()]
    assert not missing


def test_the_index_leads_to_every_page():
    seen, waiting = set(), [ROOT / "docs" / "index.md"]
    while waiting:
        page = waiting.pop()
        seen.add(page)
        targets = {(page.parent / link.partition("#")[0]).resolve() for link in links(page.read_text(encoding="utf-8"))}
        waiting += [target for target in targets - seen if target.suffix == ".md" and target.exists()]
    assert sorted(set((ROOT / "docs").rglob("*.md")) - seen) == []


def test_the_readme_shows_the_two_commands_and_a_short_game():
    shown = blocks((ROOT / "README.md").read_text(encoding="utf-8"))
    assert "make play" in shown[0].text
    assert "make test" in shown[0].text
    games = [block for block in shown if block.language == "rules"]
    assert len(games) == 1
    assert len(games[0].text.splitlines()) <= 25


def test_the_readme_lists_every_command():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `rulelang (\w+)", readme, re.M))
    assert listed == set(get_command(app).commands)


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_a_page_names_no_machine(page):
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"(?<![\w.])/(?:home|root|tmp|work|Users)/", text)
