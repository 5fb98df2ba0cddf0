"""Every module says its one job in its first line, and is named for it."""

import ast

import pytest

from tests.support.project import MODULES, PACKAGE, relative, tree

NAMES_THAT_SAY_NOTHING = {"util", "utils", "helper", "helpers", "manager", "misc", "common", "base", "stuff"}


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_the_first_line_says_the_job(path):
    docstring = ast.get_docstring(tree(path))
    assert docstring, f"{relative(path)} has no docstring"
    first = docstring.splitlines()[0]
    assert len(first.split()) >= 5, f"{relative(path)}: {first!r} says too little"
    assert first.endswith((".", '"', "!")) or first[-1].isalnum() or first[-1] == "`"


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_the_name_says_the_job(path):
    assert path.stem not in NAMES_THAT_SAY_NOTHING


def test_every_folder_is_a_room():
    folders = {path.parent for path in MODULES}
    without = [relative(folder) for folder in folders if not (folder / "__init__.py").exists()]
    assert not without
    assert (PACKAGE / "py.typed").exists()


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_nothing_is_left_open(path):
    text = path.read_text(encoding="utf-8")
    left = [word for word in ("TODO", "FIXME", "XXX", "NotImplementedError") if word in text]
    assert not left
