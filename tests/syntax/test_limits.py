"""What is too large, too deep or cannot be seen is refused with its place, quickly, and never by a crash."""


import pytest

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source
from rulelang.syntax.limits import MAX_NESTING
from rulelang.syntax.parser import parse
from tests.support.rules_texts import HEAD, codes, read

MANY = 10_000

DEEP = {
    "sum": "define a = " + "a + " * MANY + "a",
    "product": "define a = " + "a * " * MANY + "a",
    "division": "define a = a" + " / a rounded up" * MANY,
    "not": "define a = " + "not " * MANY + "a",
    "minus": "define a = " + "-" * MANY + "a",
    "attributes": "define a = x" + ".y" * MANY,
    "owners": "define a = x" + "'s y" * MANY,
    "keys": "define a = x" + "[1]" * MANY,
    "brackets": "define a = " + "(" * MANY + "a" + ")" * MANY,
    "lists": "define a = " + "[" * MANY + "]" * MANY,
    "calls": "define a = " + "f(" * MANY + "a" + ")" * MANY,
    "conditionals": "define a = " + "a if b else " * MANY + "a",
    "conditions": "define a = " + "a if " * MANY + "a",
    "chained": "define a = a" + " is a" * MANY,
    "top": "define a = " + "top of " * MANY + "a",
    "queries": "define a = " + "[x for x in " * MANY + "a" + "]" * MANY,
    "ifs on a line": "phase p:\n    " + "if a: " * MANY,
    "blocks": "phase p:\n" + "".join("    " * n + "if a:\n" for n in range(1, 300)) + "    " * 300 + "shuffle a",
    "else ifs": "phase p:\n    if a: shuffle a\n" + "    else if a: shuffle a\n" * 5_000,
    "nested else ifs": "phase p:\n" + "".join(
        ("    " * n + "if a: shuffle a\n") + ("    " * n + "else if a: shuffle a\n") * 9 + "    " * n + "else:\n"
        for n in range(1, 60)) + "    " * 60 + "shuffle a",
    "eithers": "action a:\n" + "".join("    " * n + 'either "A":\n' for n in range(1, 300)),
    "open brackets": "define a = " + "(" * MANY,
    "open over lines": "define a = " + "(\n" * MANY,
    "continued": "define a = b" + "\n    and not not not b" * 2_000,
}


@pytest.mark.parametrize("name", DEEP)
def test_depth_is_refused_before_a_tree_is_built(name):
    rules, found = read(HEAD + DEEP[name] + "\n")
    assert (rules is None) == found.has_errors
    if name != "continued":
        assert found.has_errors
        assert {d.code for d in found.found} <= {
            "RL009", "RL010", "RL100", "RL108", "RL112", "RL116", "RL118", "RL127", "RL128"}
    assert all(d.span.line >= 2 for d in found.found)


NONSENSE = [";", ")", "(\n", "x\n", '"\n', "> \n", "é ", "1.5 ", " ", "\n", "    x\n", "phase p:\n", "#\n", "a+", "= ",
            "\t\n", "else\n", ",", "9", "a", "\n\t\n x:\n", 'game "G"\n', "if a: ", "[x for x in a]"]


def refuse(bit, size):
    rules, found = read(HEAD + bit * ((size - len(HEAD)) // len(bit.encode())))
    assert rules is None or not bit.strip("# \n\t")
    assert len(found.found) <= 100


@pytest.mark.parametrize("bit", NONSENSE)
def test_much_nonsense_is_refused(bit):
    refuse(bit, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("bit", NONSENSE)
def test_a_megabyte_of_nonsense_is_refused(bit):
    refuse(bit, 999_000)


def test_nesting_just_below_the_limit_is_fine():
    for text in ("define a = " + "(" * MAX_NESTING + "a" + ")" * MAX_NESTING,
                 "define a = " + " + ".join(["a"] * 90),
                 "phase p:\n" + "".join("    " * n + "if a:\n" for n in range(1, 60)) + "    " * 60 + "shuffle a",
                 "phase p:\n    if a: shuffle a\n" + "    else if a: shuffle a\n" * 60):
        assert codes(HEAD + text + "\n") == [], text[:40]


def test_long_is_not_deep():
    for text in ("define a = " + " and ".join(["a + b"] * 1000), "enum a: " + ", ".join(f"v{n}" for n in range(2000)),
                 "define a = [" + ", ".join(["b.c + 1"] * 1000) + "]", "phase p:\n" + "    shuffle a\n" * 3_000):
        assert codes(HEAD + text + "\n") == []


@pytest.mark.parametrize(("text", "code", "line", "column"), [
    ("x" * 1_000_001, "RL001", 1, 1),
    ("é" * 500_001, "RL001", 1, 1),
    (HEAD + "players 2\x00\n", "RL002", 2, 10),
    (HEAD + '# \x1b[31m\n', "RL002", 2, 3),
    (HEAD + 'note "a\x7fb"\n', "RL002", 2, 8),
    (HEAD + 'note "a\u0085b"\n', "RL002", 2, 8),
    (HEAD + 'note "a\ud800b"\n', "RL002", 2, 8),
    (HEAD + "players 2\rplayers 3\n", "RL002", 2, 10),
    (HEAD + 'note "a\u202eb"\n', "RL003", 2, 8),
    (HEAD + "# \u2066\n", "RL003", 2, 3),
    (HEAD + "phase p:\n\tshuffle a\n", "RL004", 3, 1),
    (HEAD + "phase p:\n    \tshuffle a\n", "RL004", 3, 5),
    (HEAD + "define a = 2147483648\n", "RL005", 2, 12),
    (HEAD + "define a = " + "9" * 100_000 + "\n", "RL005", 2, 12),
    (HEAD + f"define {'a' * 65} = 1\n", "RL006", 2, 8),
    (HEAD + f"define {'a' * 100_000} = 1\n", "RL006", 2, 8),
    (HEAD + "define p\u0430per = 1\n", "RL007", 2, 9),
    (HEAD + "define \uff41 = 1\n", "RL007", 2, 8),
    (HEAD + "define a\u0301b = 1\n", "RL007", 2, 9),
    (HEAD + 'note "Cafe\u0301"\n', "RL008", 2, 10),
])
def test_a_limit_is_reported_at_its_place(text, code, line, column):
    rules, found = read(text)
    assert rules is None
    first = found.sorted()[0]
    assert (first.code, first.span.line, first.span.column) == (code, line, column)


@pytest.mark.parametrize("text", ["define a = 2147483647", "define a = 0000000000000000000001",
                                  f"define {'a' * 64} = 1",
                                  'note "Caf\u00e9 \u65e5\u672c \U0001f0a1"', "# \u00e9\u4e2d", "define a\t=\t1"])
def test_what_is_just_allowed(text):
    assert codes(HEAD + text + "\n") == []


def test_a_byte_order_mark_and_windows_line_ends_are_read_over():
    assert codes('\ufeffgame "G"\r\n\r\nphase p:\r\n    shuffle a\r\n# c\r\n') == []


def test_the_same_text_without_a_last_line_end():
    assert codes(HEAD + "players 2") == codes(HEAD + "players 2\n") == []
    assert codes(HEAD + "phase p:\n    shuffle a") == []


def test_nothing_is_added_to_what_was_found_before():
    found = Diagnostics()
    parse(Source("a", "define"), found)
    before = len(found.found)
    assert parse(Source("b", HEAD), found) is not None
    assert len(found.found) == before
