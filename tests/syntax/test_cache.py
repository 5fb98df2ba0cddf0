"""Tables are kept between runs; whatever happens to the place where they are kept does not matter."""

import json
import os
import subprocess
import sys
import zlib

import pytest

from rulelang.syntax import tables as room
from rulelang.syntax.tables import build_tables, tables
from tests.support.project import ROOT


@pytest.fixture(autouse=True)
def _forget():
    tables.cache_clear()
    yield
    tables.cache_clear()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rulelang"


@pytest.fixture(scope="module")
def fresh():
    return build_tables(room.grammar_text())


def test_tables_are_stored_once_and_read_back_equal(folder, fresh):
    assert tables() == fresh
    (file,) = folder.iterdir()
    assert room._read(file) == fresh


def test_stored_tables_are_used(folder, monkeypatch, fresh):
    tables()
    tables.cache_clear()
    monkeypatch.setattr(room, "build_tables", lambda text: pytest.fail("worked out anew"))
    assert tables() == fresh


@pytest.mark.parametrize("content", [b"", b"\x80\x04.", b"null", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000,
                                     b'{"actions":[],"goto":[],"reductions":[],"start":0,"end":0}',
                                     b'{"actions":[{"x":9}],"goto":[{}],"reductions":[],"start":0,"end":0}',
                                     b'{"actions":[3],"goto":[{}],"reductions":[],"start":0,"end":0}'])
def test_a_damaged_file_is_replaced(folder, content, fresh, monkeypatch):
    monkeypatch.setattr(room, "build_tables", lambda text: fresh)
    file = room._cache_file(room.grammar_text())
    file.parent.mkdir()
    file.write_bytes(content)
    assert tables() == fresh
    assert "actions" in json.loads(file.read_bytes())
    assert room._read(file) == fresh


def test_a_file_where_the_folder_should_be(folder, fresh):
    folder.write_text("in the way")
    assert tables() == fresh


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="whoever may do everything is never refused")
def test_a_folder_that_cannot_be_written(folder, fresh):
    folder.parent.chmod(0o500)
    try:
        assert tables() == fresh
    finally:
        folder.parent.chmod(0o700)


def test_a_folder_in_place_of_the_file(folder, fresh):
    room._cache_file(room.grammar_text()).mkdir(parents=True)
    assert tables() == fresh


def test_every_run_makes_the_same_tables(fresh):
    """States are numbered by their place, not by chance."""
    code = "from rulelang.syntax import tables as t; print(hash(repr(t.build_tables(t.grammar_text()))))"
    run = [subprocess.run([sys.executable, "-c", f"import zlib;hash=lambda s:zlib.crc32(s.encode())\n{code}"], cwd=ROOT,
                          env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
           for seed in ("1", "2")]
    assert run[0] == run[1] == f"{zlib.crc32(repr(fresh).encode())}\n"


def test_no_home_at_all(monkeypatch, fresh):
    monkeypatch.setattr(room, "cache_folder", lambda: None)
    assert tables() == fresh


def test_another_grammar_has_another_file(folder):
    text = room.grammar_text()
    assert room._cache_file(text) != room._cache_file(text + "\n")
