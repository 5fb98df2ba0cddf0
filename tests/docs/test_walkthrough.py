"""The walkthrough that adds a construct names files and functions that exist, and its changes make a game play."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.support.markdown import blocks
from tests.support.page_blocks import changed
from tests.support.project import ROOT

PAGE = (ROOT / "docs" / "explanation" / "add-a-construct.md").read_text(encoding="utf-8")
STEPS = re.findall(r"^### \d+\. `([^`]+)`(?:: (.*))?$", PAGE, re.M)
CHANGES = [(block.options["of"], block.text) for block in blocks(PAGE) if block.language == "diff"]


def test_there_are_steps_and_changes():
    assert len(STEPS) >= 10
    assert {path for path, _ in CHANGES} == {path for path, _ in STEPS}


@pytest.mark.parametrize(("path", "names"), STEPS, ids=[path for path, _ in STEPS])
def test_a_step_names_what_is_there(path, names):
    text = (ROOT / path).read_text(encoding="utf-8")
    for name in re.findall(r"`(\w+)`", names):
        assert re.search(rf"^\s*(?:def|class) {name}\b|^{name}\b.* = ", text, re.M), f"{path} has no {name}"


@pytest.mark.parametrize("page", ["docs/explanation/add-a-construct.md", "CONTRIBUTING.md"])
def test_every_file_in_the_text_is_there(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    named = re.findall(r"`((?:rulelang|tests|docs|grammar|games)/[\w./*-]*)`", text)
    missing = [path for path in named if not (ROOT / path).exists()]
    assert named
    assert not missing


def test_the_changes_make_the_game_play(tmp_path):
    for folder in ("rulelang", "grammar", "games"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path, patch in CHANGES:
        place = tmp_path / path
        text = place.read_text(encoding="utf-8")
        for hunk in re.split(r"^\.\.\.\n", patch, flags=re.M):
            text = changed(text, hunk)
        place.write_text(text, encoding="utf-8")
    (game,) = (block for block in blocks(PAGE) if block.options.get("file") == "gather.rules")
    (tmp_path / "gather.rules").write_text(game.text, encoding="utf-8")
    for command in ("validate", "test", "fmt --check", "play --auto --seed 1"):
        done = rulelang(tmp_path, *command.split(), "gather.rules")
        assert done.returncode == 0, done.stdout + done.stderr


def rulelang(folder, *arguments):
    environment = os.environ | {"PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), "NO_COLOR": "1"}
    return subprocess.run([sys.executable, "-m", "rulelang", *arguments], cwd=folder, env=environment, check=False,
                          capture_output=True, encoding="utf-8")
