"""Who meets a need: owners, others, teams; keys of players that are certainly equal or different."""

from rulelang.analysis.leaks.publicness import (
    NOTHING,
    UNKNOWN,
    YOU,
    Need,
    Value,
    Viewer,
    element,
    instead,
    met,
    shown,
    together,
    unmet,
)
from rulelang.source import Source, Span
from rulelang.syntax import ast

HERE = ast.Int(Span(Source("g.rules", "1"), 0, 1), 1)
RIVAL = ("name", 1)


def need(what, key, apart=()):
    return Need(frozenset((Viewer(what, key, frozenset(apart)),)), HERE)


SECRET = Need(frozenset(), HERE)


def test_an_owner_is_known_by_an_equal_key_only():
    assert met(need("owner", YOU), YOU)
    assert not met(need("owner", RIVAL), YOU)
    assert not met(need("owner", UNKNOWN), UNKNOWN)
    assert not met(need("owner", YOU), None)


def test_others_must_be_known_to_be_somebody_else():
    assert not met(need("others", RIVAL), YOU)
    assert met(need("others", RIVAL, [YOU]), YOU)
    assert met(need("others", RIVAL), YOU, frozenset((RIVAL,)))
    assert met(need("others", ("left", YOU)), YOU)
    assert met(need("others", ("seat", 1)), ("seat", 2))
    assert not met(need("others", ("seat", 1)), ("seat", 1))


def test_nobody_meets_a_secret():
    assert not met(SECRET, YOU)
    assert unmet(frozenset((SECRET, need("owner", YOU))), YOU) == [SECRET]


def test_what_was_shown_is_met_by_those_who_saw_it():
    hidden = Value(own=frozenset((SECRET,)), up=frozenset((need("owner", RIVAL),)))
    to_you = shown(hidden, frozenset((Viewer("owner", YOU),)))
    assert not unmet(to_you.own | to_you.face, YOU)
    assert unmet(to_you.own, RIVAL)
    assert not unmet(to_you.up, RIVAL)
    assert not shown(hidden, None).all


def test_an_element_of_a_set_is_told_apart_by_its_print():
    source = Value(up=frozenset((need("owner", RIVAL),)), loose=True)
    assert element(source).own == source.up
    assert element(Value(up=source.up)).own == NOTHING


def test_one_of_several_values_needs_what_all_of_them_need():
    one, other = Value(own=frozenset((SECRET,)), key=YOU), Value(key=RIVAL, apart=frozenset((YOU,)))
    both = together((one, other))
    assert both.own == one.own
    assert both.key is None
    assert both.apart == frozenset()


def test_another_player_is_put_in_the_place_of_you():
    (moved,) = instead(frozenset((need("owner", ("left", YOU)),)), YOU, RIVAL)
    assert met(moved, ("left", RIVAL))
    assert not met(moved, ("left", YOU))
    (lost,) = instead(frozenset((need("owner", YOU),)), YOU, None)
    assert not met(lost, YOU)
