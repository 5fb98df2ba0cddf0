"""Every finding has a code, every code an explanation, and no code is there for nothing."""

import ast
import re

import pytest

from rulelang.codes import CODES
from tests.support.project import MODULES, relative, tree

CODE = re.compile(r"RL\d{3}")


def codes_in(path):
    """The codes that a module gives to findings: whole string constants, not mentions in prose."""
    constants = (node.value for node in ast.walk(tree(path)) if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, str) and CODE.fullmatch(value)}


USED = {path: codes_in(path) for path in MODULES if not path.stem.startswith("codes")}


def test_every_code_used_is_explained():
    unknown = {relative(path): sorted(codes - CODES.keys()) for path, codes in USED.items() if codes - CODES.keys()}
    assert not unknown


def test_every_explained_code_is_used():
    assert not sorted(CODES.keys() - set().union(*USED.values()))


@pytest.mark.parametrize("code", sorted(CODES))
def test_an_explanation_teaches(code):
    entry = CODES[code]
    assert CODE.fullmatch(code)
    assert entry.title.strip() == entry.title != ""
    assert len(entry.explanation.split()) >= 5
    assert entry.explanation.rstrip(".") != entry.title
    assert entry.wrong != entry.right or not entry.wrong


def test_titles_are_distinct():
    titles = [entry.title for entry in CODES.values()]
    assert sorted(titles) == sorted(set(titles))
