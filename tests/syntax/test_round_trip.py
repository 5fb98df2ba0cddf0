"""Printing loses nothing: the printed text reads as the same tree, and prints as itself."""

import re

import pytest

from rulelang.syntax.printer import print_rules
from rulelang.syntax.walk import walk
from tests.support.rules_texts import FILES, HEAD, ids, tree_of


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_a_printed_file_is_the_same_file(path):
    rules = tree_of(path.read_text(encoding="utf-8"))
    printed = print_rules(rules)
    again = tree_of(printed)
    assert again == rules
    assert print_rules(again) == printed


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_comments_stay_in_their_order(path):
    rules = tree_of(path.read_text(encoding="utf-8"))
    again = tree_of(print_rules(rules))
    assert [comment.text for comment in again.comments] == [comment.text for comment in rules.comments]


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_printed_lines_are_at_most_120_columns_wide(path):
    """Only a line with a long text or comment may be wider: it has no place to be broken."""
    for line in print_rules(tree_of(path.read_text(encoding="utf-8"))).splitlines():
        assert len(line) <= 120 or re.match(r'(> |note "|#|.*"[^"]{60,}"|.*#)', line), line


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_every_node_lies_inside_the_node_around_it(path):
    rules = tree_of(path.read_text(encoding="utf-8"))
    for item in rules.items:
        for node in walk(item):
            assert item.span.start <= node.span.start <= node.span.end <= item.span.end, node
            assert node.span.text.strip() == node.span.text != "", node


def test_names_and_texts_point_at_themselves():
    for path in FILES:
        for node in walk(tree_of(path.read_text(encoding="utf-8"))):
            if type(node).__name__ == "Ident":
                assert node.span.text == node.text
            elif type(node).__name__ == "Text":
                assert node.span.text == f'"{node.value}"'


@pytest.mark.parametrize(("written", "printed"), [
    ("define a=(b)", "define a = b"),
    ("define a = (b or c) or d and e", "define a = (b or c) or (d and e)"),
    ("define a = ((b + c)) * d - (e - f)", "define a = (b + c) * d - (e - f)"),
    ("define a = - ( - b )", "define a = --b"),
    ("define a = (b if c else d) if e else (f if g else h)", "define a = (b if c else d) if e else f if g else h"),
    ("define a = (top of b).c is (b at 2).c", "define a = (top of b).c is (b at 2).c"),
    ("define a = not (b is c) and (not d) is e", "define a = not b is c and (not d) is e"),
    ("phase p:\n  shuffle   a", "phase p:\n    shuffle a"),
    ("phase p: shuffle a", "phase p: shuffle a"),
    ("phase p:\n    move a to (b if c else d)", "phase p:\n    move a to (b if c else d)"),
    ("zones:\n    a: stack of b, seen by all, refill c, keep 2",
     "zones:\n    a: stack of b, seen by all, refill c keep 2"),
    ("enum a: 2 , 3..4,b", "enum a: 2, 3..4, b"),
])
def test_there_is_one_way_to_write_it(written, printed):
    assert print_rules(tree_of(HEAD + written + "\n")) == HEAD + printed + "\n"


def test_blank_lines_are_kept_and_never_doubled():
    text = 'game "G"\n\n\n\nplayers 2\nplayers 3\n\n# c\n\n\nvars:\n\n    a: flag\n\n\n    b: flag\n'
    assert print_rules(tree_of(text)) == (
        'game "G"\n\nplayers 2\nplayers 3\n\n# c\n\nvars:\n    a: flag\n\n    b: flag\n')


def test_comments_stay_beside_and_above_what_they_speak_of():
    text = ('# first\ngame "G"  # name\n> Rule.\nphase p:   # all\n    # above\n    shuffle a      # beside\n'
            "    # below\n\n# at the margin\nphase q:\n    if a:\n        shuffle a\n        # inner\n    # outer\n"
            "    shuffle b\n# end\n")
    assert print_rules(tree_of(text)) == text


def test_comments_inside_a_line_that_is_joined_move_above_it():
    text = 'game "G"\nenum a: b, # one\n    c, # two\n    # three\n    d\n'
    assert print_rules(tree_of(text)) == 'game "G"\n# two\n# three\nenum a: b, c, d  # one\n'


def test_a_long_list_is_broken_behind_commas():
    names = [f"value_number_{n}" for n in range(20)]
    printed = print_rules(tree_of(HEAD + "enum a: " + ", ".join(names) + "\n"))
    lines = printed.splitlines()[1:]
    assert all(line.endswith(",") for line in lines[:-1])
    assert all(line.startswith("    value") for line in lines[1:])
    assert max(map(len, lines)) <= 120


def test_a_long_conditional_gets_a_line_for_each_case():
    cases = " ".join(f"value_number_{n} if condition_number_{n} else" for n in range(4))
    printed = print_rules(tree_of(HEAD + f"define a = {cases} 0\n")).splitlines()[1:]
    assert printed[0] == "define a = ("
    assert printed[1] == "    value_number_0 if condition_number_0 else"
    assert printed[-1] == "    0)"
