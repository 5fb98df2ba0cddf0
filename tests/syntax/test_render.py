"""How findings look: the lines they speak of, with marks that stand where they should."""

import json
import re

import pytest

from rulelang.diagnostics import Diagnostic, Diagnostics, Label, Severity
from rulelang.render import MOST, render, render_line, summary, to_json
from rulelang.source import Source, Span

GAME = Source("games/six.rules", 'variant "Six" of "base"\nset roundz = 6\n')
BASE = Source("games/base.rules", 'game "Base"\nplayers 2\n\nparam rounds: 1..9 = 4\n')
PLAIN = Diagnostic("RL231", "Base has no parameter `roundz` to change", Span(GAME, 28, 34),
                   "changed here",
                   others=(Label(Span(BASE, 29, 35), "the only parameter"),),
                   allowed="A variant may change parameters that its base game declares.",
                   hint="Did you mean `rounds`?")


def test_a_finding_in_two_files():
    assert render([PLAIN]) == """\
error[RL231]: Base has no parameter `roundz` to change
  ┌─ games/six.rules:2:5
2 │ set roundz = 6
  │     ^^^^^^ changed here
  ┌─ games/base.rules:4:7
4 │ param rounds: 1..9 = 4
  │       ------ the only parameter
  └─
A variant may change parameters that its base game declares.
Hint: Did you mean `rounds`?
"""


def test_one_line_has_the_place_first():
    assert render_line(PLAIN) == "games/six.rules:2:5: error[RL231]: Base has no parameter `roundz` to change"


def test_json_holds_everything():
    (record,) = json.loads(to_json([PLAIN]))
    assert record["file"] == "games/six.rules"
    assert (record["line"], record["column"], record["end_line"], record["end_column"]) == (2, 5, 2, 11)
    assert record["others"][0]["line"] == 4
    assert (record["code"], record["severity"], record["hint"]) == ("RL231", "error", "Did you mean `rounds`?")
    assert json.loads(to_json([])) == []


def test_colours_are_added_and_nothing_else():
    coloured = render([PLAIN], colour=True)
    assert "\x1b[1;31merror[RL231]\x1b[0m: Base" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render([PLAIN])


def mark_line(text, start, end, label=""):
    """The line of marks under a text."""
    shown = render([Diagnostic("RL100", "t", Span(Source("x", text), start, end), label)])
    return shown.splitlines()[3].removeprefix("  │ ")


@pytest.mark.parametrize(("text", "start", "end", "expected"), [
    ("abc def", 4, 7, "    ^^^"),
    ("abc", 3, 3, "   ^"),
    ("", 0, 0, "^"),
    ("\tabc", 1, 4, "    ^^^"),
    ("日本 abc", 3, 6, "     ^^^"),
    ("日本", 1, 2, "  ^^"),
    ("e\u0301 x", 3, 4, "  ^"),
    ("a\x00b", 2, 3, " " * 9 + "^"),
    ("ab\ncd", 1, 4, " ^"),
    ("\U0001f0a1 x", 2, 3, "  ^"),
])
def test_marks_stand_under_their_letters(text, start, end, expected):
    assert mark_line(text, start, end) == expected


def test_characters_that_cannot_be_seen_are_shown_as_codes():
    span = Span(Source("na\nme", "x\x1b\u202ey"), 0, 1)
    shown = render([Diagnostic("RL100", "a\x1b[31m", span, "l\x00", hint="h\x07")])
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "x<U+001B><U+202E>y" in shown
    assert "na<U+000A>me:1:1" in shown


def test_long_lines_are_cut_around_the_place():
    text = "a" * 500 + "HERE" + "b" * 500
    shown = render([Diagnostic("RL100", "t", Span(Source("x", text), 500, 504))]).splitlines()
    assert max(map(len, shown)) < 125
    place = shown[3].index("^")
    assert shown[2][place : place + 4] == "HERE"
    assert shown[3].count("^") == 4
    begin = render([Diagnostic("RL100", "t", Span(Source("x", text), 2, 900))]).splitlines()
    assert begin[2].endswith("...")
    assert len(begin[3]) <= len(begin[2])


def test_several_places_on_one_line_and_lines_of_different_width():
    source = Source("x", "\n" * 8 + "one two\nthree\n")
    shown = render([Diagnostic("RL100", "t", Span(source, 8, 11), "a",
                               others=(Label(Span(source, 12, 15), "b"), Label(Span(source, 16, 21), "c")))])
    assert shown.splitlines()[1:] == ["   ┌─ x:9:1", " 9 │ one two", "   │ ^^^ a", "   │     --- b", "10 │ three",
                                      "   │ ----- c"]


def test_many_findings_are_counted():
    source = Source("x", "a" * 100)
    found = [Diagnostic("RL100", f"t{n}", Span(source, n, n + 1)) for n in range(MOST + 5)]
    shown = render(found)
    assert shown.endswith("... and 5 more\n")
    assert f"t{MOST - 1}\n" in shown
    assert f"t{MOST}\n" not in shown
    assert render([]) == ""


def test_a_summary_counts():
    found = Diagnostics()
    span = Span(GAME, 0, 1)
    assert summary(found.found) == "no findings"
    found.error("RL100", "a", span)
    found.error("RL101", "a", span)
    found.warning("RL500", "b", span)
    assert summary(found.found) == "2 errors, 1 warning"
    assert Severity.WARNING in [d.severity for d in found.found]
