"""The exported tree says what the text says, in the form that `grammar/ast.schema.json` describes."""

import json
from functools import cache

import pytest
from jsonschema import Draft202012Validator

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source
from rulelang.syntax.export import constructs, node_json, schema, to_json
from rulelang.syntax.parser import parse
from rulelang.syntax.walk import walk
from tests.support.project import ROOT, relative
from tests.support.rules_texts import FILES

SCHEMA = ROOT / "grammar" / "ast.schema.json"


@cache
def validator():
    return Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def tree(text):
    rules = parse(Source("test.rules", text), Diagnostics())
    assert rules is not None
    return rules


def test_the_schema_is_as_new_as_the_tree():
    again = "python -m rulelang.syntax.export > grammar/ast.schema.json"
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == schema(), f"make it anew: {again}"


def test_the_schema_is_a_schema_and_describes_every_construct():
    Draft202012Validator.check_schema(schema())
    definitions = schema()["$defs"]
    assert {kind.__name__ for kind in constructs()} <= set(definitions)
    assert all(definitions[kind.__name__]["description"] for kind in constructs())


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_the_export_of_a_rules_file_follows_the_schema(path):
    exported = json.loads(json.dumps(to_json(tree(path.read_text(encoding="utf-8")))))
    problems = [f"{list(error.absolute_path)}: {error.message[:200]}" for error in validator().iter_errors(exported)]
    assert not problems


def test_a_node_has_its_kind_its_place_and_its_fields():
    rules = tree('game "A"\nplayers 2..4\nwin: highest 1\nphase play:\n    shuffle deck\n')
    players, _, play = (item.declaration for item in rules.items)
    assert node_json(players) == {
        "node": "Players", "low": 2, "high": 4,
        "span": {"start": {"line": 2, "column": 1}, "end": {"line": 2, "column": 13}}}
    shuffle = node_json(play)["body"]["statements"][0]
    assert shuffle["node"] == "Shuffle"
    assert shuffle["zone"]["text"] == "deck"
    assert shuffle["span"]["start"] == {"line": 5, "column": 5}


def test_nothing_of_the_tree_is_left_out():
    rules = tree((ROOT / "games" / "classics" / "kuhn_poker.rules").read_text(encoding="utf-8"))
    text = json.dumps(to_json(rules))
    assert text.count('"node"') == sum(1 for _ in walk(rules)) + len(rules.comments)


@pytest.mark.parametrize("broken", [
    {"format": 1, "file": "x", "rules": {"node": "Players", "span": {}, "low": 2, "high": 4}},
    {"format": 2, "file": "x", "rules": None},
])
def test_the_schema_refuses_what_is_no_tree(broken):
    assert not validator().is_valid(broken)


def test_the_schema_refuses_a_wrong_node_deep_inside():
    exported = json.loads(json.dumps(to_json(tree('game "A"\nplayers 2\nphase play:\n    shuffle deck\n'))))
    assert validator().is_valid(exported)
    exported["rules"]["items"][1]["declaration"]["body"]["statements"][0]["zone"]["node"] = "Nothing"
    assert not validator().is_valid(exported)
