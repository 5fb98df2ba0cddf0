"""Small files, small functions: a room stays readable because each of its files fits in a head."""

import ast

import pytest

from tests.support.project import MODULES, relative, tree

LONGEST_FILE = 450
USUAL_FUNCTION = 35
SHARE_OF_USUAL_FUNCTIONS = 0.9


def functions(path):
    return [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def lines_of(node):
    return node.end_lineno - node.lineno + 1


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_only_tables_of_data_are_long(path):
    """A file past the limit may hold declarations, as the syntax tree and the table of codes do, but no code."""
    length = len(path.read_text(encoding="utf-8").splitlines())
    if length > LONGEST_FILE:
        code = [f"{f.name} ({lines_of(f)} lines)" for f in functions(path)]
        assert not code, f"{relative(path)} has {length} lines: split it by job"


def test_nine_in_ten_functions_are_short():
    sizes = {f"{relative(path)}:{f.lineno} {f.name}": lines_of(f) for path in MODULES for f in functions(path)}
    long = {name: size for name, size in sizes.items() if size > USUAL_FUNCTION}
    share = 1 - len(long) / len(sizes)
    worst = sorted(long.items(), key=lambda item: -item[1])[:20]
    assert share >= SHARE_OF_USUAL_FUNCTIONS, f"only {share:.0%} are short; the longest: {worst}"
