"""Notes belong to the declaration above them: a variant that replaces or removes it takes them along."""

import pytest

from rulelang.compiler import check

BASE = '''game "Base"
players 2
note "First of all."
cards card:
    2 "Fox"
zones:
    deck: stack of card, seen by nobody
    heap: set of card, seen by all
note "About the table."
win: highest size(heap)
phase play: setup
note "About play."
note "More about play."
phase setup: move all card to deck
note "About setup."
after setup: shuffle deck
note "About shuffling."
'''
EVERY = ["First of all.", "About the table.", "About play.", "More about play.", "About setup.", "About shuffling."]


def notes(lines):
    result = check({"other.rules": f'variant "Other" of "base.rules"\n{lines}\n', "base.rules": BASE})
    assert result.model is not None, [found.title for found in result]
    return [note.text.value for note in result.model.notes]


def without(*gone):
    return [note for note in EVERY if note not in gone]


@pytest.mark.parametrize(("lines", "expected"), [
    ('change "Fox" to 3', EVERY),
    ("replace phase setup: move all card to heap", without("About setup.")),
    ("remove after setup", without("About shuffling.")),
    ("remove setup\nremove after setup\nreplace phase play: move all card to deck",
     without("About play.", "More about play.", "About setup.", "About shuffling.")),
    ("replace zones:\n    heap: row of card, seen by all", EVERY),
    ("remove heap\nreplace win: highest size(deck)", EVERY),
])
def test_what_is_replaced_or_removed_takes_its_notes_along(lines, expected):
    assert notes(lines) == expected


def test_a_note_behind_a_replacement_stands_in_its_place():
    assert notes('replace phase play: setup\nnote "New."\nphase other: shuffle deck\nnote "Newer."') == [
        "First of all.", "About the table.", "New.", "About setup.", "About shuffling.", "Newer."]


def test_a_note_about_several_zones_is_joined_by_that_about_one():
    assert notes('replace zones:\n    heap: row of card, seen by all\nnote "New."')[:3] == [
        "First of all.", "About the table.", "New."]


def test_a_note_behind_another_change_is_added():
    assert notes('change "Fox" to 3\nnote "Three."') == [*EVERY, "Three."]
