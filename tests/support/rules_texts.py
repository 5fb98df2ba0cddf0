"""Rules texts for tests: all that lie in the repository, and how a piece of text is read."""

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source
from rulelang.syntax.parser import parse
from tests.support.project import ROOT, relative

FOLDERS = ("games", "tests/specimens", "tests/cases/syntax/specimens")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.rules"))
HEAD = 'game "G"\n'


def ids(path):
    """The name of a test over a file."""
    return relative(path)


def read(text, name="g.rules"):
    """The tree of a whole text and what was found in it."""
    found = Diagnostics()
    return parse(Source(name, text), found), found


def tree_of(text):
    """The tree of a text that must be fine."""
    rules, found = read(text)
    assert rules is not None, [(d.span.line, d.span.column, d.title) for d in found.sorted()]
    return rules


def declared(text):
    """The one declaration of a text without its first line."""
    (item,) = tree_of(HEAD + text).items
    return item.declaration


def codes(text):
    """Codes of what is found, in the order of places."""
    return [d.code for d in read(text)[1].sorted()]
