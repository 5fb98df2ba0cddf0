"""Card tables: strict, every finding with row and column, nothing guessed, whatever a spreadsheet writes."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.analysis.card_tables.csv_reader import read_csv
from rulelang.analysis.constants import default_params
from rulelang.analysis.deck import deck
from rulelang.analysis.project import decode
from rulelang.compiler import check
from rulelang.diagnostics import Diagnostics
from rulelang.source import Source, Span

RULES = """game "G"
players 2
enum suit: clubs, hearts
cards card from "list.{ending}":
    suit: suit?
    rank: 1..9
    wild: flag
    marks: bag of suit
win: highest number(you)
phase play: end play
"""
HEAD = "copies,name,suit,rank,wild,marks\n"


def of_table(text, ending="csv"):
    return check({"main.rules": RULES.format(ending=ending), f"list.{ending}": text})


def prints_of(result):
    model = result.model
    return {
        card.name: (card.copies, *card.values.values())
        for card in deck(model, 2, default_params(model), Diagnostics()).prints
    }


def test_cells_are_typed_by_the_attributes():
    result = of_table(HEAD + "2,Fox,clubs,3,yes,hearts clubs hearts\n1,Owl,,9,,\n")
    assert prints_of(result) == {"Fox": (2, 0, 3, 1, (0, 1, 1)), "Owl": (1, -0x80000000, 9, 0, ())}


def test_the_same_in_yaml():
    result = of_table(
        "- {copies: 2, name: Fox, suit: clubs, rank: 3, wild: yes, marks: [hearts, clubs, hearts]}\n"
        "- copies: 1\n  name: Owl\n  suit: ''\n  rank: 9\n  wild: no\n  marks: []\n",
        "yaml",
    )
    assert prints_of(result) == {"Fox": (2, 0, 3, 1, (0, 1, 1)), "Owl": (1, -0x80000000, 9, 0, ())}


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_separators_and_line_ends_of_spreadsheets(separator, line_end):
    text = (HEAD + "2,Fox,clubs,3,yes,hearts\n").replace(",", separator).replace("\n", line_end)
    text = decode(text.encode(), "list.csv", Span(Source("x", ""), 0, 0), Diagnostics(), table=True)
    assert prints_of(of_table(text)) == {"Fox": (2, 0, 3, 1, (1,))}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_that_say_what_they_are(encoding):
    data = (HEAD + "2,Füchsin,clubs,3,yes,\n").encode(encoding)
    text = decode(data, "list.csv", Span(Source("x", ""), 0, 0), Diagnostics(), table=True)
    assert prints_of(of_table(text)) == {"Füchsin": (2, 0, 3, 1, ())}


def test_an_older_encoding_is_not_guessed():
    found = Diagnostics()
    data = (HEAD + "2,Fuchs,clubs,3,yes,\n2,Füchsin,clubs,3,yes,\n").encode("cp1252")
    assert decode(data, "list.csv", Span(Source("x", ""), 0, 0), found, table=True) is None
    (finding,) = found.found
    assert "line 3" in finding.title
    assert "Windows-1252" in finding.hint


@pytest.mark.parametrize(
    ("row", "title"),
    [
        ("1,Fox,clubs,3,NO,", "Row 2, column `wild`: `NO` is neither `yes` nor `no`"),
        ("1,Fox,clubs,12:30,no,", "Row 2, column `rank`: `12:30` is neither a number nor one word"),
        ("1,Fox,club,3,no,", "Row 2, column `suit`: `club` is no value for `suit`"),
        ("1,Fox,clubs,,no,", "Row 2, column `rank`: the cell is empty; only a type with `?` may be left out"),
        ("1,Fox,clubs,3,no,clubs;hearts", "Row 2, column `marks`: `clubs;hearts` is neither a number nor one word"),
        ("=cmd|' /C calc'!A0,Fox,clubs,3,no,", "Row 2, column `copies`: `=cmd|' /C calc'!A0` is no number of cards"),
        ("9" * 5000 + ",Fox,clubs,3,no,", f"Row 2, column `copies`: `{'9' * 39}…` is too large"),
        ("9*9*9*9*9*9*9*9*9*9*9*9,Fox,clubs,3,no,", "The game has more than 10,000 cards"),
        ("((((((((((1,Fox,clubs,3,no,", "Row 2, column `copies`: `((((((((((1` is no number of cards"),
        ("1,F\x07ox,clubs,3,no,", "Row 2 holds a character that cannot be seen (U+0007)"),
        ("1,F\u202eox,clubs,3,no,", "Row 2 holds a character that cannot be seen (U+202E)"),
        ("1,F\x1b[31mox,clubs,3,no,", "Row 2 holds a character that cannot be seen (U+001B)"),
        ("1,F\0ox,clubs,3,no,", "Row 2 holds a character that cannot be seen (U+0000)"),
        ("1,Fox,clubs,3", "Row 2 has 4 cells; the first row names 6 columns"),
        ("1,Fox,clubs,3,no,,7", "Row 2 has 7 cells; the first row names 6 columns"),
        ('1,"Fox,clubs,3,no,', "Row 2: this quotation is never closed"),
        ('1,"Fox" ,clubs,3,no,', "Row 2: after a closing quote only the next cell may follow"),
        (
            '1,"Fox\nOwl",clubs,3,no,',
            "Row 2, column `name`: a name is one line of at most 200 characters without quotes",
        ),
    ],
)
def test_a_finding_names_row_and_column(row, title):
    assert [d.title for d in of_table(HEAD + row + "\n")] == [title]


def test_a_finding_points_into_the_table():
    (finding,) = of_table(HEAD + "1,Fox,clubs,3,no,\n\n1,Owl,clubs,3,maybe,\n")
    assert (finding.span.source.name, finding.span.line, finding.span.text) == ("list.csv", 4, "maybe")


def test_rows_are_counted_as_spreadsheets_do():
    (finding,) = of_table(
        HEAD.replace("marks", "marks,text") + '1,Fox,clubs,3,no,,"two\nlines"\n1,Owl,clubs,3,maybe,,\n'
    )
    assert finding.title.startswith("Row 3, column `wild`")


def test_a_cell_as_large_as_a_book_is_refused():
    text = HEAD.replace("marks", "marks,text") + f'1,Fox,clubs,3,no,,"{"x" * 200_000}"\n'
    assert [d.code for d in of_table(text)] == ["RL241"]


def test_too_many_rows_are_refused():
    assert [d.code for d in of_table("copies,name,suit,rank,wild,marks\n" + "1,F,,1,,\n" * 10_001)] == ["RL234"]


def test_the_rule_text_of_a_card_is_kept():
    result = of_table(HEAD.replace("marks", "marks,text") + '1,Fox,clubs,3,no,,"Draw one, then ""rest""."\n')
    assert result.model.cards["card"].rows[0].text == 'Draw one, then "rest".'


@pytest.mark.parametrize(
    "text",
    [
        "- &a {copies: 1, name: Fox}\n- *a\n",
        "- copies: !!python/object/apply:os.system ['true']\n  name: Fox\n",
        "- copies: !!int '1'\n  name: Fox\n",
        "- <<: {copies: 1}\n  name: Fox\n",
        "- copies: 1\n  copies: 2\n  name: Fox\n",
        "copies: 1\nname: Fox\n",
        "- [1, Fox]\n",
        "- copies: {a: 1}\n  name: Fox\n",
        "- copies: [[[[1]]]]\n  name: Fox\n",
        "- copies: 1\n---\n- copies: 1\n",
        "- copies: 1\n  name: 'Fox\n",
        "- copies: 1\n\tname: Fox\n",
        "[" * 5_000,
        "{" * 5_000,
        "",
        "# nothing\n",
        "a: &a [x,x]\nb: &b [*a,*a]\n",
        "%YAML 9.9\n---\n- copies: 1\n",
    ],
)
def test_yaml_that_is_no_plain_list_is_one_finding(text):
    findings = list(of_table(text, "yaml"))
    assert [d.code for d in findings] == ["RL247"]


def test_a_mistake_in_yaml_has_its_line():
    findings = list(of_table("- copies: 1\n  name: Fox\n  rank: 3\n  suit: clubs\n  wild: NO\n  marks:\n", "yaml"))
    assert [(d.span.line, d.span.text, d.title) for d in findings] == [
        (5, "NO", "Row 1, column `wild`: `NO` is neither `yes` nor `no`")
    ]


PLAIN = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp"), exclude_characters="\ufeff"),
    max_size=6,
)
CELLS = st.lists(
    st.lists(st.one_of(PLAIN, st.sampled_from(['a,"b"', "x\ny", '"', ";", "\t"])), min_size=3, max_size=3),
    min_size=1,
    max_size=5,
)


@given(CELLS, st.sampled_from(",;\t"))
def test_cells_are_those_that_the_standard_module_reads(rows, separator):
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\n").writerows([["copies", "name", "text"], *rows])
    expected = [
        [cell.strip() for cell in row]
        for row in csv.reader(io.StringIO(out.getvalue(), newline=""), strict=True, delimiter=separator)
    ][1:]
    found = Diagnostics()
    table = read_csv(Source("list.csv", out.getvalue()), found)
    assert not found.found
    read = [[record.cells[name].text for name in ("copies", "name", "text")] for record in table.records]
    assert read == [row for row in expected if any(row)]


@given(st.text(max_size=60))
def test_no_text_is_a_traceback(text):
    for ending in ("csv", "yaml"):
        for finding in of_table(HEAD + text if ending == "csv" else "- name: Fox\n" + text, ending):
            assert finding.span.start <= finding.span.end <= len(finding.span.source.text)
