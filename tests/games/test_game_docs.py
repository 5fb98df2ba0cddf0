"""The page about each game points at what is there: each ruling has its place in the rules and its guard."""

import re

import pytest

from tests.games.game_lines import NAMES, page, places, references, targets, with_links

REPAIR = "run `python -m tests.games.game_lines` to set the links of docs/games/ anew"
RULINGS = {"linkage": ("L", 39), "peptide": ("P", 42), "phylo": ("Y", 34)}
PARTS = {"linkage": 18, "peptide": 20, "phylo": 15}

TEXTS = {name: page(name).read_text(encoding="utf-8") for name in NAMES}

every_game = pytest.mark.parametrize("name", NAMES)


def rows(name, heading):
    """The rows of the table below a heading, as lists of cells."""
    part = TEXTS[name].partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in part.splitlines()
            if line.startswith("|")][2:]


def names(text):
    return [name for name, _ in references(text)]


@every_game
def test_every_name_leads_to_a_declaration_an_example_or_a_test(name):
    known = targets(name)
    assert [used for used in names(TEXTS[name]) if used not in known] == []


@every_game
def test_every_link_has_the_right_line(name):
    assert with_links(name, TEXTS[name]) == TEXTS[name], REPAIR


@every_game
def test_all_rulings_are_there_in_order(name):
    letter, last = RULINGS[name]
    assert [row[0] for row in rows(name, "The rulings")] == [f"{letter}{number}" for number in range(1, last + 1)]


@every_game
def test_every_row_names_its_place_and_its_guard(name):
    parts = rows(name, "Section by section")
    assert len(parts) >= PARTS[name]
    for row in [*parts, *rows(name, "The rulings")]:
        place, guard = (names(cell) for cell in row[-2:])
        assert place, row
        assert guard, row
        assert all(used.startswith(("example ", "test_")) for used in guard), row
        assert not any(used.startswith(("example ", "test_")) for used in place), row


@every_game
def test_every_example_guards_something(name):
    examples = {place for place in places(name) if place.startswith("example ")}
    assert examples - set(names(TEXTS[name])) == set()


@every_game
def test_every_parameter_is_explained(name):
    params = {place for place in places(name) if place.startswith("param ")}
    assert params - set(names(TEXTS[name])) == set()


@every_game
def test_a_ruling_called_a_parameter_has_one(name):
    for row in rows(name, "The rulings"):
        if re.search(r"\bparam\b", row[2]):
            assert re.search(r"\[param |\[var (starter|holder|current)\]", row[3]), row
