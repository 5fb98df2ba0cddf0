"""Common slips and what the writer is told: each case of `tests/cases/syntax/slips.txt`, word by word.

A case is a line `== name`, the text, a line `--`, and the message as it is shown. To accept new
wording: run this file with the environment variable UPDATE_SLIPS=1 and read the difference.
"""

import os
import re

import pytest

from rulelang.codes import CODES
from rulelang.render import render
from tests.support.project import ROOT
from tests.support.rules_texts import HEAD, codes, read

PLACE = ROOT / "tests/cases/syntax/slips.txt"


def cases():
    """Name, text and message of every case."""
    parts = re.split(r"^== (.*)\n", PLACE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for name, body in zip(parts[1::2], parts[2::2], strict=True):
        text, _, message = body.partition("\n--\n")
        yield name, text + "\n", message.strip("\n") + "\n"


CASES = list(cases())


def shown(text):
    rules, found = read(HEAD + text)
    assert rules is None
    return render(found.sorted())


@pytest.mark.parametrize(("text", "message"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_message(text, message):
    assert shown(text) == message


@pytest.mark.parametrize("text", [case[1] for case in CASES], ids=[case[0] for case in CASES])
def test_messages_speak_no_compiler_language(text):
    for finding in read(HEAD + text)[1].found:
        words = f"{finding.title} {finding.label} {finding.allowed} {finding.hint}"
        assert not re.search(r"\b(token|terminal|lark|lexer|parser|AST|(un)?expected)\b", words, re.IGNORECASE)
        assert not re.search(r"_NL|_INDENT|_DEDENT|__ANON|\b(NAME|INT|STRING|DOC|OPT|END)\b", words), words


@pytest.mark.parametrize("code", sorted(c for c in CODES if (c < "RL011" or "RL100" <= c < "RL200") and CODES[c].wrong))
def test_the_wrong_example_of_a_code_shows_it_and_the_right_one_is_right(code):
    assert codes(HEAD + CODES[code].wrong + "\n") == [code]
    assert codes(HEAD + CODES[code].right + "\n") == []


def test_one_broken_declaration_hides_no_other():
    text = ("players 2-4\nphase p:\n    shufle deck\n    move a b\n    discard\nenum a: b c\n"
            "zones:\n    reveal: set of a, seen by all\n    b set of c\nphase q: shuffle deck\nwin: points\n")
    assert codes(HEAD + text) == ["RL100", "RL126", "RL136", "RL127", "RL104", "RL102", "RL100", "RL134"]


def test_a_text_without_a_first_line():
    assert codes("players 2\n") == codes("") == codes("# nothing\n") == ["RL119"]
    assert codes("gam \"X\"\nplayers 2\n") == ["RL101", "RL119"]
    assert codes("game X\nplayers 2\n") == ["RL100"]


if os.environ.get("UPDATE_SLIPS"):
    PLACE.write_text("".join(f"== {name}\n{text}--\n{shown(text)}\n" for name, text, _ in CASES), encoding="utf-8")
    CASES = list(cases())
