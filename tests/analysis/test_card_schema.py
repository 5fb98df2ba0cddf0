"""Card tables in YAML and JSON follow `grammar/cards.schema.json`; what does not is found at its record and field."""

import json
import sys

import pytest
from jsonschema import Draft202012Validator

from rulelang.analysis.card_tables import schema as card_schema
from rulelang.compiler import check
from tests.support.project import ROOT

SCHEMA = json.loads((ROOT / "grammar" / "cards.schema.json").read_text(encoding="utf-8"))
RULES = '''game "Table"
players 2
param owls: 1..4 = 2
enum suit: clubs, hearts
cards beast from "list.{ending}":
    suit: suit?
    rank: 1..9
    wild: flag
    marks: bag of suit
zones:
    deck: stack of beast, seen by nobody
win: highest count(c in deck where c.wild)
phase play: move all beast to deck
'''
GOOD = """\
- {copies: 2, name: Fox, suit: clubs, rank: 3, wild: yes, marks: [hearts, clubs], text: "Sly."}
- {copies: owls + 1, name: 7, rank: 9, marks: hearts hearts}
"""


def of_table(table, ending="yaml"):
    return check({"table.rules": RULES.replace("{ending}", ending), f"list.{ending}": table})


def titles(table, ending="yaml"):
    return [(d.code, d.span.line, d.span.column, d.title) for d in of_table(table, ending)]


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(SCHEMA)


def test_a_good_table_has_its_cards():
    result = of_table(GOOD)
    assert [row.name for row in result.model.cards["beast"].rows] == ["Fox", "7"], list(result)
    assert result.model.cards["beast"].rows[0].text == "Sly."


def test_the_same_table_in_json():
    table = json.dumps([{"copies": 2, "name": "Fox", "suit": "clubs", "rank": 3, "wild": "yes", "marks": ["hearts"]}],
                       indent=2)
    result = of_table(table, "json")
    assert [row.name for row in result.model.cards["beast"].rows] == ["Fox"], list(result)


@pytest.mark.parametrize(("table", "line", "column", "title"), [
    ("- name: Fox\n  rank: 3\n", 1, 3, "Row 1: there is no `copies`"),
    (GOOD + "- {copies: 1, rank: 3}\n", 3, 3, "Row 3: there is no `name`"),
    ("- copies: -2\n  name: Fox\n  rank: 3\n", 1, 11,
     "Row 1, column `copies`: this must be a whole number from 0 on, or an expression of params such as `owls + 1`"),
    ("- copies: [1, 2]\n  name: Fox\n  rank: 3\n", 1, 12,
     "Row 1, column `copies`: this must be a whole number from 0 on, or an expression of params such as `owls + 1`"),
    ("- copies: 2\n  name: ''\n  rank: 3\n", 2, 9,
     "Row 1, column `name`: this must be the printed name: one line of 1 to 200 characters without quotes"),
    ("- copies: 2\n  name: Fox\n  rank: 3.5\n", 3, 9,
     "Row 1, column `rank`: this must be a whole number, a word (flags: `yes` or `no`), words separated by spaces, "
     "or a list of them"),
    ("- copies: 2\n  name: Fox\n  rank: 3\n  marks: [hearts, a&b]\n", 4, 19,
     "Row 1, column `marks`: this must be a whole number, a word (flags: `yes` or `no`), words separated by spaces, "
     "or a list of them"),
    ("- copies: 2\n  name: Fox\n  text: [a, b]\n", 3, 10,
     "Row 1, column `text`: this must be the rule text of the card: one text, no list"),
])
def test_a_record_that_breaks_the_schema_is_found_at_its_place(table, line, column, title):
    assert titles(table) == [("RL246", line, column, title)]


def test_every_wrong_record_is_found():
    found = titles("- {copies: 1, name: Fox, rank: 3.5}\n- {name: Owl, rank: 2}\n- {copies: '', name: Elk, rank: 2}\n")
    assert [(code, line) for code, line, *_ in found] == [("RL246", 1), ("RL246", 2), ("RL246", 3)]


def test_what_lies_deeper_names_its_record_and_field():
    found = titles("- {copies: 1, name: Owl, rank: 2}\n- copies: 2\n  name: Fox\n  rank: {low: 1}\n")
    assert found == [("RL247", 4, 9, "Row 2, column `rank`: a value is one word, a text, or a list of words")]


def test_a_type_of_the_cards_is_checked_behind_the_schema():
    found = titles("- copies: 2\n  name: Fox\n  rank: 30\n  wild: perhaps\n  suit: clubs\n  marks: []\n")
    assert sorted((code, line) for code, line, *_ in found) == [("RL231", 3), ("RL245", 4)]


def test_the_schema_accepts_what_the_loader_accepts_and_refuses_what_it_refuses():
    validator = Draft202012Validator(SCHEMA)
    good = {"copies": 2, "name": "Fox", "rank": 3, "wild": "yes", "marks": ["a", "b"], "suit": None}
    assert validator.is_valid([good])
    for wrong in ({}, [{}], [{"copies": 1}], [{"copies": 1, "name": "Fox", "rank": 3.5}],
                  [{"copies": 1, "name": "Fox", "big rank": 3}], [{"copies": 1, "name": "Fox", "rank": {"a": 1}}]):
        assert not validator.is_valid(wrong), wrong


def test_without_the_library_the_checks_of_the_types_still_run(monkeypatch):
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    card_schema._validator.cache_clear()
    try:
        assert [row.name for row in of_table(GOOD).model.cards["beast"].rows] == ["Fox", "7"]
        assert [(code, line) for code, line, *_ in titles("- copies: 2\n  name: Fox\n  rank: 3.5\n  wild: no\n"
                                                          "  suit: clubs\n  marks: []\n")] == [("RL245", 3)]
    finally:
        card_schema._validator.cache_clear()


def test_a_csv_table_does_not_wait_for_the_library(monkeypatch):
    monkeypatch.setattr(card_schema, "_validator", lambda: pytest.fail("the schema was loaded"))
    assert of_table("copies,name,suit,rank,wild,marks\n1,Fox,clubs,3,no,\n", "csv").model is not None
