"""Terminals without letters, streams that are closed or full, folders that cannot be written: commands still answer."""

import json
import os
import subprocess
import sys

import pytest

from tests.hostile.process import run
from tests.hostile.texts import DECK

NAMES = ["\u0141\u00f3d\u017a \U0001f0a1", "[bold]x[/bold]", "[/]", "<img src=x onerror=alert(1)>", "i\u0307I",
         "a" * 200, "\u0639\u0631\u0628", "{x.__class__}", "%s %n", "javascript:alert(1)", "\u6f22" * 200, "=1+1",
         "__proto__", "\U0001f468\u200d\U0001f469\u200d\U0001f467"]
GAME = DECK.replace("    1 each rank, suit\n", "".join(f'    2 "{name}": rank 1, suit a\n' for name in NAMES)) + (
    "phase play:\n    move all card to deck\n    shuffle deck\n    each player: draw 12 from deck to your hand\n"
    "    each player: do 1 turn\n"
    'action lay "Lay a card" in turn:\n    choose card from your hand\n    do: move card to your won\n')
TYPED = b"1\n?\n\n\xff\xfe\n" + b"9" * 100_000 + b"\n\x00\n\x1b[31m\n-1\n1e9\nlay\n\xe2\x80\xae\nhint\nundo\n"

ENVIRONMENTS = {
    "letters are bytes": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "plain letters only": {"PYTHONIOENCODING": "ascii"},
    "western letters": {"PYTHONIOENCODING": "latin-1"},
    "a strict terminal": {"PYTHONIOENCODING": "utf-8:strict"},
    "Turkish": {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
    "no home": {"HOME": None, "XDG_CACHE_HOME": None, "XDG_STATE_HOME": None, "XDG_DATA_HOME": None},
    "a home that is no folder": {"HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null/a", "XDG_STATE_HOME": "/dev/null/b"},
    "one column": {"COLUMNS": "1", "LINES": "1"},
    "columns that are no number": {"COLUMNS": "abc", "LINES": "-5"},
    "a dumb terminal": {"TERM": "dumb"},
}
COMMANDS = [("play", "g.rules", "--seed", "1"), ("play", "g.rules", "--auto", "--seed", "1"),
            ("validate", "g.rules", "wrong.rules")]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "g.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "wrong.rules").write_text(GAME.replace("highest", 'higest "\u6f22[bold]"'), encoding="utf-8")
    (tmp_path / "rulelang.toml").write_text("")
    return tmp_path


@pytest.mark.parametrize("name", [pytest.param(name, marks=[] if n % 3 == 1 else pytest.mark.slow)
                                  for n, name in enumerate(ENVIRONMENTS)])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_environment_is_answered(folder, name, command):
    ended = run(folder, *command, typed=TYPED, **ENVIRONMENTS[name])
    assert ended.is_clean, ended.said[-2000:]
    assert "\x1b" not in ended.said


def test_findings_as_json_are_json_everywhere(folder):
    query = 'count(c in your won where c is "\u6f22 \U0001f0a1")'
    (folder / "wrong.rules").write_text(GAME.replace("size(your won)", query), encoding="utf-8")
    ended = run(folder, "validate", "--json", "wrong.rules", PYTHONIOENCODING="ascii")
    assert [finding for finding in json.loads(ended.out) if "\u6f22 \U0001f0a1" in finding["title"]]


def shell(folder, script):
    """How a shell command ends in which $R is the command line."""
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, timeout=60, check=False,
                          env={**os.environ, "R": f"{sys.executable} -m rulelang"})
    assert "Traceback" not in done.stdout + done.stderr, done.stderr[-2000:]
    assert "Exception ignored" not in done.stderr
    return done


@pytest.mark.parametrize(("script", "code"), [
    ("$R play g.rules <&-", 0),
    ("$R play g.rules --auto --seed 1 >&-", 0),
    ("$R validate wrong.rules >&- 2>&-", 1),
    ("$R validate wrong.rules >/dev/full", 2),
    ("$R play g.rules --auto >/dev/full", 2),
    ("$R play g.rules --auto | head -1", 0),
])
def test_streams_may_be_closed_or_full(folder, script, code):
    done = shell(folder, script)
    assert done.returncode == code, done.stderr[-500:]
    if "full" in script:
        assert done.stderr == "rulelang: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize("setting", ["players=9", "where=1", "self=1", "__class__=1", "=", "rank=" + "9" * 5_000])
def test_a_setting_that_is_none_is_a_wrong_use(folder, setting):
    ended = run(folder, "play", "g.rules", "--auto", "--set", setting)
    assert (ended.is_clean, ended.code) == (True, 2), ended.said[-2000:]


def test_escapes_in_arguments_do_not_reach_the_terminal(folder):
    for command in ("new", "explain", "validate", "replay", "diff", "test", "fmt"):
        ended = run(folder, command, "no\x1b[31m")
        assert (ended.is_clean, ended.code in (1, 2), "\x1b" in ended.said) == (True, True, False), command
