"""The book of every rules file there is: everything its author says is in it, and nothing that only the engine says."""

import re
from functools import cache
from html.parser import HTMLParser
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise

import pytest

from rulelang.rulebook.book import rulebook
from rulelang.rulebook.document import Heading, Paragraph, Ruling, Steps
from rulelang.rulebook.markdown import markdown
from rulelang.rulebook.page import page
from tests.support.games import PLAYABLE, checked
from tests.support.project import ROOT, relative

CLASSICS = [path for path in PLAYABLE if path.parent.name == "classics"]
every_file = pytest.mark.parametrize("path", PLAYABLE, ids=relative)
VOID = {"meta", "link", "br"}


@cache
def book(path):
    return rulebook(checked(path).model)


def items(parts):
    """All lines of all lists, also those under others."""
    waiting = [item for part in parts if isinstance(part, Steps) for item in part.items]
    while waiting:
        item = waiting.pop()
        yield item
        waiting.extend(item.under)


@every_file
def test_the_author_is_heard(path):
    model, made = checked(path).model, book(path)
    said = {part.text for part in made.parts if isinstance(part, Paragraph | Ruling)}
    assert {note.text.value for note in model.notes} <= said
    headings = {part.text for part in made.parts if isinstance(part, Heading)}
    assert {action.label for action in model.actions.values() if action.label} <= headings
    told = " ".join(said) + " ".join(item.text for item in items(made.parts))
    for item in model.merged.items:
        assert " ".join(item.doc).strip() in told


@every_file
def test_nothing_is_quoted_from_the_rules_as_code(path):
    for item in items(book(path).parts):
        assert "`" not in item.text
        assert not re.search(r"[a-z]_[a-z]", item.text)


@every_file
def test_links_lead_to_headings(path):
    made = book(path)
    wanted = {item.see for item in items(made.parts) if item.see}
    assert wanted <= set(made.links)
    assert all(f"(#{made.links[each][1]})" in markdown(made) for each in wanted)


@every_file
def test_something_stands_below_every_heading(path):
    parts = [*book(path).parts, Heading(2, "the end")]
    for before, after in pairwise(parts):
        if isinstance(before, Heading) and isinstance(after, Heading):
            assert after.level > before.level, before.text


@cache
def pages():
    """`docs/classics.py`, which is no package."""
    spec = spec_from_file_location("docs_classics", ROOT / "docs" / "classics.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", CLASSICS, ids=relative)
def test_the_page_of_a_classic_is_up_to_date(path):
    wanted = pages().book(path, checked(path).model)
    assert pages().page_of(path).read_text(encoding="utf-8") == wanted, "run `make docs`"


def test_the_index_of_the_books_is_up_to_date():
    wanted = pages().index({path: checked(path).model for path in CLASSICS})
    assert (ROOT / "docs" / "games" / "README.md").read_text(encoding="utf-8") == wanted, "run `make docs`"


class Tags(HTMLParser):
    """Every tag is closed, in order."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@every_file
def test_the_page_is_well_formed(path):
    tags = Tags()
    tags.feed(page(book(path)))
    assert tags.open == []


@every_file
def test_no_line_is_empty(path):
    assert all(item.text or item.see or item.strong for item in items(book(path).parts))
