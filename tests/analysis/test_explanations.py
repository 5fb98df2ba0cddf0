"""What the explanation of a code calls wrong is found wrong, with that code; what it calls right is fine."""

import re

import pytest

from rulelang.codes import CODES
from rulelang.compiler import check, load
from rulelang.diagnostics import RulesError

FOXES = 'cards card:\n    1 "Fox"\n'
BASE = """game "Base"
players 2..4
param rounds: 1..9 = 2
cards card:
    1 "Fox"
zones:
    spare: row of card, seen by all
win: highest number(you)
phase play:
    repeat rounds times: end play
"""
SHOWN = [code for code in sorted(CODES) if code.startswith("RL2") and CODES[code].wrong]


def files_of(text):
    """A whole game around an example of a code."""
    if text.startswith("variant"):
        return {"v.rules": text + "\n", "base.rules": BASE}
    if text.startswith(("copies,", "- copies")):
        name = "list.yaml" if text.startswith("-") else "list.csv"
        return {"main.rules": framed(f'cards card from "{name}"\n'), name: text + "\n"}
    return {"main.rules": framed(text + "\n")}


def framed(text):
    def lacks(*words):
        return not re.search(rf"^({'|'.join(words)})\b", text, re.M)

    head = (
        'game "G"\n' + text
        if text.startswith("language")
        else 'game "G"\n' + "players 2..4\n" * lacks("players") + text
    )
    return (
        head
        + "players 2..4\n" * text.startswith("language")
        + "win: highest number(you)\n" * lacks("win", "payoff")
        + "phase play: end play\n" * lacks("phase")
        + FOXES * lacks("cards")
    )


@pytest.mark.parametrize("code", SHOWN)
def test_the_wrong_example_is_wrong(code):
    assert code in codes_of(files_of(CODES[code].wrong))


def codes_of(files):
    """What is found by a check, and in a game without errors what is found when it is loaded."""
    result = check(files)
    found = {d.code for d in result}
    if result.ok:
        try:
            load(files)
        except RulesError as error:
            found |= {d.code for d in error.diagnostics}
    return found


@pytest.mark.parametrize("code", SHOWN)
def test_the_right_example_is_right(code):
    assert not [d.title for d in check(files_of(CODES[code].right)) if d.code.startswith(("RL0", "RL1", "RL2"))]
