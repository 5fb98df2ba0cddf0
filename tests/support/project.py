"""Where the project's files lie, for tests that read them as text."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "rulelang"
MODULES = sorted(PACKAGE.rglob("*.py"))


def relative(path):
    """A path as the project writes it."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path):
    """The syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
