"""Any text becomes harmless text of a known width."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.play.cells import clamp_width, clean, counted, cut, pad, width, words, wrap

ANY = st.text(max_size=60)


@pytest.mark.parametrize(("text", "shown"), [
    ("Fox", "Fox"),
    ("[bold]Fox[/bold]", "[bold]Fox[/bold]"),
    ("\x1b[31mred\x1b[0m", "\N{REPLACEMENT CHARACTER}[31mred\N{REPLACEMENT CHARACTER}[0m"),
    ("two\nlines\tand\rmore", "two lines and more"),
    ("bell\a", "bell\N{REPLACEMENT CHARACTER}"),
    ("right\N{RIGHT-TO-LEFT OVERRIDE}left", "rightleft"),
    ("zero\N{ZERO WIDTH SPACE}width", "zerowidth"),
    ("e" + "\N{COMBINING ACUTE ACCENT}" * 10_000, "e" + "\N{COMBINING ACUTE ACCENT}" * 3),
    ("\ud800", "\N{REPLACEMENT CHARACTER}"),
    ("Œuvre 狐 ß", "Œuvre 狐 ß"),
])
def test_text_that_could_steer_a_terminal_is_neutralised(text, shown):
    assert clean(text) == shown


@given(ANY)
def test_clean_text_holds_no_control_characters_and_stays_clean(text):
    shown = clean(text)
    assert clean(shown) == shown
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in shown)


def test_wide_letters_take_two_columns_and_marks_none():
    assert (width("狐a"), width("e\N{COMBINING ACUTE ACCENT}"), width("")) == (3, 1, 0)


@given(ANY, st.integers(1, 30))
def test_a_cut_text_fits(text, columns):
    assert width(cut(clean(text), columns)) <= columns


@given(ANY, st.integers(1, 30), st.booleans())
def test_a_padded_text_fills_its_columns_exactly(text, columns, right):
    assert width(pad(clean(text), columns, right=right)) == columns


@given(ANY, st.integers(2, 30))
def test_wrapped_lines_fit_and_lose_no_letter(text, columns):
    shown = clean(text)
    lines = wrap(shown, columns)
    assert all(width(each) <= columns for each in lines)
    assert "".join(lines).replace(" ", "") == shown.replace(" ", "")


def test_words_stay_whole_where_they_fit():
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("abcdefgh", 3) == ["abc", "def", "gh"]
    assert wrap("", 5) == [""]


def test_names_and_numbers_as_people_read_them():
    assert words("discard_pile") == "discard pile"
    assert (counted(0, "card"), counted(1, "card"), counted(2, "card")) == ("0 cards", "1 card", "2 cards")


@pytest.mark.parametrize(("asked", "used"), [(1, 40), (40, 40), (80, 80), (200, 200), (10**9, 200), (-3, 40)])
def test_pages_are_40_to_200_columns_wide(asked, used):
    assert clamp_width(asked) == used
