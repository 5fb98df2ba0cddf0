"""Choices get numbers; what a person types finds the option meant."""

import pytest

from rulelang.play.lines import text_of
from rulelang.play.options import Entry, draw_options, find_option, number_entries


def options(*labels):
    """Options from labels; `group/label` stands under a heading."""
    entries = []
    for text in labels:
        group, _, label = text.rpartition("/")
        entries.append(Entry((f"x:{text}",), label, group))
    return number_entries(entries)


def picked(typed, *labels):
    meant = find_option(options(*labels), typed)
    return meant.option.label if meant.option else [each.label for each in meant.fitting]


def page(*labels, columns=80):
    return "\n".join(text_of(each) for each in draw_options(options(*labels), columns))


def test_options_are_numbered_from_one_in_their_order():
    assert [(each.number, each.label) for each in options("Add", "Repair", "Done")] == [
        (1, "Add"), (2, "Repair"), (3, "Done")]


def test_labels_that_are_numbers_are_their_own_numbers():
    assert [(each.number, each.label) for each in options("0", "2", "5", "Pass")] == [
        (0, "0"), (2, "2"), (5, "5"), (6, "Pass")]
    assert picked("2", "0", "2", "5", "Pass") == "2"
    assert picked("1", "0", "2", "5", "Pass") == []
    assert picked("-1", "-1", "0") == "-1"


def test_a_number_that_stands_twice_is_no_number_of_an_option():
    assert [each.number for each in options("3", "3", "4")] == [1, 2, 3]


@pytest.mark.parametrize(("typed", "label"), [
    ("1", "Add a card"), ("2", "Adopt"), ("01", "Add a card"),
    ("add", "Add a card"), ("ADD  A", "Add a card"), ("ado", "Adopt"), ("  done ", "Done"),
    ("card", "Add a card"), ("ÜB", "Überholen"),
])
def test_a_number_or_an_unambiguous_beginning_picks(typed, label):
    assert picked(typed, "Add a card", "Adopt", "Done", "Überholen") == label


@pytest.mark.parametrize(("typed", "fitting"), [
    ("ad", ["Add a card", "Adopt"]), ("x", []), ("0", []), ("4", []), ("-", []), ("1.0", []), ("99999999999999", []),
    ("²", []), ("a" * 10_000, []),
])
def test_anything_else_picks_nothing(typed, fitting):
    assert picked(typed, "Add a card", "Adopt", "Done") == fitting


def test_a_whole_label_wins_over_longer_ones_that_begin_with_it():
    assert picked("fox", "Fox", "Fox cub") == "Fox"


def test_equal_labels_can_only_be_picked_by_number():
    assert picked("fox", "Fox", "Fox") == ["Fox", "Fox"]
    assert picked("2", "Fox", "Fox") == "Fox"


def test_options_stand_under_the_headings_of_their_groups():
    assert page("Add/Fox, up", "Add/Fox, down", "Done") == """\
 Add
   1 Fox, up
   2 Fox, down
 3 Done"""


def test_the_beginning_of_a_heading_means_all_below_it():
    assert picked("add", "Add/Fox, up", "Add/Fox, down", "Done") == ["Fox, up", "Fox, down"]
    assert picked("add", "Add/Fox, up", "Done") == "Fox, up"


def test_many_short_options_stand_in_columns_read_downwards():
    lines = page(*[f"Card {k}" for k in range(1, 13)], columns=40).splitlines()
    assert lines == [
        "  1 Card 1      5 Card 5      9 Card 9",
        "  2 Card 2      6 Card 6     10 Card 10",
        "  3 Card 3      7 Card 7     11 Card 11",
        "  4 Card 4      8 Card 8     12 Card 12",
    ]


def test_long_labels_wrap_behind_their_number():
    assert page("a rather long label that needs a second line", columns=40).splitlines() == [
        " 1 a rather long label that needs a",
        "   second line",
    ]


def test_numbers_as_labels_are_written_once():
    assert page("0", "1", "Pass").splitlines() == [" 0", " 1", " 2 Pass"]
