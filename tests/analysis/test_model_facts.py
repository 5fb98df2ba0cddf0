"""What the checker writes into the model: meanings of names, keys of families, types of expressions."""

import pytest

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.compiler import check
from rulelang.ir.numbers import NONE
from rulelang.syntax import ast
from rulelang.syntax.walk import walk

GAME = """game "G"
players 4
teams 1 and 3, 2 and 4
enum suit: clubs, hearts
enum rank: 2..10, jack
table beats: clubs -> hearts
tokens coin: 10
cards beast:
    suit: suit
    rank: rank?
    1 "Owl": suit hearts
    2 "Fox": suit clubs
cards tool:
    1 "Axe"
zones:
    deck: stack of beast, seen by nobody
    mixed: set of beast or tool, seen by all
    laid per player per 1..3: set of beast, seen by all
    won per team: set of beast, seen by all
    under per beast: set of beast, seen by all
vars:
    points per player: 0..9
    level: rank
    mate per beast: link
win: highest your total
score total:
    "Points": your points
define suit_of(x: beast) = x.suit
phase play:
    each player:
        let probe = PROBE
"""


def checked(probe):
    result = check(GAME.replace("PROBE", probe))
    assert result.ok, [d.title for d in result]
    lets = (node for node in walk(result.model.phases["play"].node) if isinstance(node, ast.Let))
    return result.model, next(node for node in lets if node.name.text == "probe")


BEAST = t.Card(frozenset({"beast"}))
TYPES = {
    "deck": t.Collection("list", BEAST, 3),
    "top of deck": t.Optional(BEAST),
    "(top of deck).suit": t.Optional(t.EnumValue("suit")),
    "size(deck)": t.Number(0, 3),
    "your points + 1": t.Number(1, 10),
    "first(players)": t.Player(),
    "first(mixed)": t.Optional(t.Card(frozenset({"beast", "tool"}))),
    "first([x in mixed where x is tool])": t.Optional(t.Card(frozenset({"tool"}))),
    "[x.suit for x in deck]": t.Collection("list", t.EnumValue("suit"), 3),
    "set(x.suit for x in deck)": t.Collection("set", t.EnumValue("suit"), 2),
    '"Owl"': BEAST,
    '"Owl"\'s mate': t.Optional(BEAST),
    'suit_of("Owl")': t.EnumValue("suit"),
    "suit_of(top of deck)": t.Optional(t.EnumValue("suit")),
    "beats[clubs]": t.Optional(t.EnumValue("suit")),
    "1..3": None,
    "all face": t.Collection("list", t.Face(), 2),
    "names(beast)": t.Collection("list", t.PrintedName(frozenset({"beast"})), 2),
    "clubs if yes else none": t.Optional(t.EnumValue("suit")),
}


@pytest.mark.parametrize("probe", [probe for probe, kind in TYPES.items() if kind is not None])
def test_the_type_of_a_local_name(probe):
    model, let = checked(probe)
    assert model.locals[let].type == TYPES[probe]


def test_a_zone_is_a_zone_until_it_is_copied():
    model, let = checked("deck")
    assert model.types[let.value] == t.Zone(frozenset({"beast"}))
    assert model.refs[let.value] == m.Instance(model.zones["deck"], ())


def test_keys_stand_in_declared_order_on_the_outermost_node():
    model, let = checked("your laid[2]")
    ref = model.refs[let.value]
    assert ref.of is model.zones["laid"]
    assert ref.keys[0] == m.You()
    assert ref.keys[1] is let.value.key


def test_what_belongs_to_a_team_is_found_through_its_players():
    model, let = checked("your won")
    assert model.refs[let.value].keys == (m.TeamOf(m.You()),)
    model, let = checked("left(you)'s won")
    assert model.refs[let.value].keys == (m.TeamOf(let.value.value),)


@pytest.mark.parametrize(
    ("probe", "table"), [("your points", "vars"), ("your coin", "tokens"), ("your total", "scores")]
)
def test_variables_counts_and_scores_are_instances(probe, table):
    model, let = checked(probe)
    ref = model.refs[let.value]
    assert ref.of is getattr(model, table)[probe.removeprefix("your ")]
    assert ref.keys == (m.You(),)


@pytest.mark.parametrize(("probe", "value"), [("none", NONE), ("yes", 1), ("up", 0), ("down", 1), ("hearts", 1)])
def test_words_with_a_fixed_value(probe, value):
    model, let = checked(probe)
    assert model.refs[let.value].value == value


def test_what_is_means():
    def meaning(probe):
        model, let = checked(probe)
        return model.refs[let.value], model

    assert meaning('first(mixed) is "Fox"')[0] == m.IsPrinted("Fox")
    assert meaning("first(mixed) is tool")[0] == m.IsCards("tool")
    assert meaning("top of deck is face up")[0] == m.IsFace()
    assert meaning("level is jack")[0] == m.IsValue(number=False)
    assert meaning("level is 8")[0] == m.IsValue(number=True)


def test_a_number_where_an_enum_value_is_wanted_is_that_value():
    model, _ = checked("3")
    text = GAME.replace("let probe = PROBE", "level = 8")
    model = check(text).model
    assign = next(node for node in walk(model.phases["play"].node) if isinstance(node, ast.Assign))
    assert model.refs[assign.value] == m.Constant(6, t.EnumValue("rank"))


def test_a_parameter_may_be_none_inside_its_define():
    model, _ = checked("3")
    (local,) = model.defines["suit_of"].parameters
    assert local.type == t.Optional(BEAST)
    assert model.defines["suit_of"].type == t.Optional(t.EnumValue("suit"))
