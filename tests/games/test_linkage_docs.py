"""The page about Linkage points at what is there: each ruling has its place in the rules and its guard."""

import re

from tests.games.linkage_lines import PAGE, RULES, declarations, references, targets, with_links

TEXT = PAGE.read_text(encoding="utf-8")
REPAIR = "run `python -m tests.games.linkage_lines` to set the links of docs/games/linkage.md anew"


def rows(heading):
    """The rows of the table below a heading, as lists of cells."""
    part = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in part.splitlines()
            if line.startswith("|")][2:]


def test_every_name_leads_to_a_declaration_an_example_or_a_test():
    known = targets()
    unknown = [name for name, _ in references(TEXT) if name not in known]
    assert not unknown


def test_every_link_has_the_right_line():
    assert with_links(TEXT) == TEXT, REPAIR


def test_all_rulings_are_there_in_order():
    assert [row[0] for row in rows("The rulings")] == [f"L{number}" for number in range(1, 40)]


def test_every_row_names_its_place_and_its_guard():
    guarded = [*rows("Section by section"), *rows("The rulings")]
    assert len(guarded) >= 57
    for row in guarded:
        place, guard = ([name for name, _ in references(cell)] for cell in row[-2:])
        assert place, row
        assert guard, row
        assert all(name.startswith(("example ", "test_")) for name in guard), row
        assert not any(name.startswith(("example ", "test_")) for name in place), row


def test_every_example_guards_something():
    named = {name for name, _ in references(TEXT)}
    examples = {name for name in declarations(RULES.read_text(encoding="utf-8")) if name.startswith("example ")}
    assert examples - named == set()


def test_every_parameter_is_explained():
    named = {name for name, _ in references(TEXT)}
    params = {name for name in declarations(RULES.read_text(encoding="utf-8")) if name.startswith("param ")}
    assert params - named == set()


def test_a_ruling_called_a_parameter_has_one():
    for row in rows("The rulings"):
        if re.search(r"\bparam\b", row[2]):
            assert "[param " in row[3] or "[var starter]" in row[3], row
