"""Constant expressions: one value, the same arithmetic as in play."""

import pytest

from rulelang.analysis.constants import NotConstant, Setting, evaluate, truth, whole
from rulelang.compiler import check
from rulelang.diagnostics import Diagnostics
from rulelang.ir.numbers import HIGHEST, LOWEST, NONE
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.parser import parse

GAME = """game "G"
players 2..4
param rounds: 1..12 = 4
param safe: flag = yes
enum suit: clubs, hearts, spades
enum rank: 2..4, jack, queen
table next: clubs -> hearts, hearts -> spades
table worth: 2 -> 20, jack -> 11
table bonus: 1 -> 5, 2 -> 7
win: highest number(you)
phase play: end play
define tested = {expr}
"""
MODEL = check(GAME.format(expr="1")).model


def expr_of(text):
    rules = parse(Source("x", GAME.format(expr=text)), Diagnostics())
    return next(item.declaration.body for item in rules.items if isinstance(item.declaration, ast.Define))


SETTING = Setting({"rounds": 4, "safe": 1}, 3)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3 * 4", 14),
        ("-(2 - 5)", 3),
        ("7 / 2 rounded down", 3),
        ("7 / 2 rounded up", 4),
        ("-7 / 2 rounded down", -4),
        ("7 / 0 rounded up", 0),
        ("mod(7, 3)", 1),
        ("mod(-7, 3)", 2),
        ("mod(7, 0)", 0),
        ("min(3, 1, 2)", 1),
        ("max(3, 1, 2)", 3),
        ("2147483647 + 1", HIGHEST),
        ("-2147483647 - 9", LOWEST),
        ("2147483647 * 2147483647 * 2147483647", HIGHEST),
        ("rounds * player_count", 12),
        ("3 if rounds > 3 else 4", 3),
        ("number(jack)", 5),
        ("number(hearts)", 2),
        ("bonus[2]", 7),
        ("bonus[9]", NONE),
        ("bonus[9] + 1", 1),
        ("worth[jack]", 11),
        ("worth[2]", 20),
        ("next[clubs]", 1),
        ("next[spades]", NONE),
        ("spades", 2),
        ("none", NONE),
    ],
)
def test_values(text, value):
    assert evaluate(MODEL, expr_of(text), SETTING).value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("safe", True),
        ("not safe", False),
        ("safe and rounds < 4", False),
        ("safe or rounds < 4", True),
        ("jack > 4", True),
        ("jack is 5", True),
        ("jack > queen", False),
        ("hearts < spades", True),
        ("hearts is clubs", False),
        ("hearts is not clubs", True),
        ("none is none", True),
        ("none < 3", False),
        ("bonus[9] >= 0", False),
        ("next[spades] is none", True),
        ("rounds is 4", True),
        ("none", False),
    ],
)
def test_conditions(text, value):
    assert truth(MODEL, expr_of(text), SETTING) is value


@pytest.mark.parametrize(
    "text",
    [
        "first_player",
        "you",
        "size([1])",
        "hearts is jack",
        "rounds is hearts",
        "hearts + 1",
        "1 if 3 else 4",
        "3 and safe",
        "tested",
        "missing",
        "[1, 2]",
        "bonus[hearts]",
        "count(x in 1..3)",
        "number(3)",
        '"Fox"',
        "mod(1)",
    ],
)
def test_what_has_no_value_before_play(text):
    with pytest.raises(NotConstant) as problem:
        whole(MODEL, expr_of(text), SETTING) if text != "3 and safe" else truth(MODEL, expr_of(text), SETTING)
    assert problem.value.title
    assert problem.value.span.text


def test_params_only_where_a_game_may_differ():
    with pytest.raises(NotConstant):
        evaluate(MODEL, expr_of("rounds"), Setting())
    with pytest.raises(NotConstant):
        evaluate(MODEL, expr_of("player_count"), Setting())
