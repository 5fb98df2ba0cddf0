"""What the pages show is true: rules play, commands run, code runs, links lead somewhere.

A page's blocks run in order in a folder of its own, with the bundled games beside them; `tests/support/page_blocks.py`
says what each kind of block does. In the tutorial, the how-to pages and the explanations every game must be free of
warnings, play at every number of players, and pass its examples.
"""

import io
import re
import shutil

import pytest
from typer.main import get_command

from rulelang.cli.commands import app
from tests.support.markdown import blocks, links
from tests.support.page_blocks import Page
from tests.support.project import ROOT, relative

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "games").glob("*.md"),
                *(ROOT / "grammar").glob("*.md"), ROOT / "tests" / "README.md"])
STRICT = {"tutorial", "how-to", "explanation"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the bundled games, as a reader of the page would have it."""
    shutil.copytree(ROOT / "games", tmp_path / "games")
    (tmp_path / "rulelang.toml").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".state"))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_every_block_runs(page, folder):
    failed, runner = [], Page(strict=page.parent.name in STRICT)
    for block in blocks(page.read_text(encoding="utf-8")):
        try:
            runner.run(block)
        except Exception as problem:
            failed.append(f"{relative(page)}:{block.line}: {type(problem).__name__}: {problem}")
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
