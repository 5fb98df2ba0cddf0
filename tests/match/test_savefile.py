"""A save on the disk: read back equal; whatever is not a whole save of this format is refused with its reason."""

import contextlib
import json
import os
import pickle

import pytest

from rulelang.ir.program import SourceInfo
from rulelang.match.errors import LogError
from rulelang.match.savefile import Save, previous, read_save, remove_save, save_text, write_save
from rulelang.match.transcript import Entry, Header

HEADER = Header("0.1.0", "Sample ü", (SourceInfo("a.rules", 'game "A"\n', "rules"),), "ab12", (("rounds", 2),), 2,
                ("human", "random"), 42, None, ("Ann", "Bö"))
SAVE = Save(HEADER, (Entry(1, 0, ("deck:Fox",), "Fox"), Entry(2, 1, ("turn:add", "add.card:Fox"), "Add: Fox")),
            (("turn:add", "Add"),), ("human", "greedy"), "ff00")


@pytest.fixture
def path(tmp_path):
    write_save(tmp_path / "a.save", SAVE)
    return tmp_path / "a.save"


def wrong(path):
    with pytest.raises(LogError) as error:
        read_save(path)
    return error.value.diagnostic.code, error.value.diagnostic.title


def test_a_save_is_read_back_as_it_was_written(path):
    assert read_save(path) == SAVE


def test_a_save_is_json_with_format_version_rules_and_checksum(path):
    fields = json.loads(path.read_text(encoding="utf-8"))
    assert (fields["format"], fields["version"]) == ("rulelang-save", 1)
    assert fields["header"]["sources"][0]["text"] == 'game "A"\n'
    assert len(fields["sha256"]) == 64


def test_two_generations_are_kept(path):
    later = Save(HEADER, SAVE.entries, (), SAVE.seats, "aa")
    write_save(path, later)
    assert read_save(path) == later
    assert read_save(previous(path)) == SAVE
    write_save(path, SAVE)
    assert read_save(previous(path)) == later
    assert sorted(os.listdir(path.parent)) == ["a.save", "a.save.before"]


class Failing:
    """A function that fails when it is called for the n-th time."""

    def __init__(self, real, n):
        self.real, self.n = real, n

    def __call__(self, *arguments):
        self.n -= 1
        if self.n == 0:
            raise OSError(28, "No space left on device")
        return self.real(*arguments)


@pytest.mark.parametrize("call", [1, 2])
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_fails_at_any_step_leaves_a_whole_save(path, monkeypatch, step, call):
    with monkeypatch.context() as patched, contextlib.suppress(OSError):
        patched.setattr(os, step, Failing(getattr(os, step), call))
        write_save(path, SAVE)
    assert any(read_save(part) == SAVE for part in (path, previous(path)) if part.exists())


def test_a_save_is_taken_away_with_what_lies_beside_it(path):
    write_save(path, SAVE)
    remove_save(path)
    assert os.listdir(path.parent) == []
    remove_save(path)


def test_every_flipped_bit_is_found(path):
    data = path.read_bytes()
    for at in range(0, len(data) - 1, 7):
        flipped = bytearray(data)
        flipped[at] ^= 4
        path.write_bytes(flipped)
        assert wrong(path)[0] in ("RL760", "RL761", "RL762")


def test_every_cut_is_found(path):
    data = path.read_bytes()
    for length in range(0, len(data) - 1, 11):
        path.write_bytes(data[:length])
        assert wrong(path)[0] == ("RL760" if length < 25 else "RL762")


@pytest.mark.parametrize("version", [2, 99, 0, -1, None, "1", 1.5, True])
def test_another_format_is_named(path, version):
    path.write_text(json.dumps({"format": "rulelang-save", "version": version, "rulelang": "7.0"}), encoding="utf-8")
    code, title = wrong(path)
    assert code == "RL761"
    assert "format" in title


def test_a_save_edited_by_hand_is_not_believed(path):
    fields = json.loads(path.read_text(encoding="utf-8"))
    fields["header"]["seed"] = 43
    path.write_text(json.dumps(fields), encoding="utf-8")
    assert wrong(path) == ("RL762", "The save `a.save` is damaged")


@pytest.mark.parametrize("change", [
    {"header": {}}, {"entries": 3}, {"entries": [{}]}, {"entries": ["x"]}, {"picked": ["ab", "cde"]},
    {"seats": ["human"]}, {"seats": 5}, {"header": None}, {"picked": [[1, 2, 3]]},
], ids=str)
def test_fields_of_other_types_are_refused_whatever_the_checksum(path, change):
    from rulelang.match import savefile

    fields = json.loads(save_text(SAVE)) | change
    del fields["sha256"]
    body = json.dumps(fields, separators=(",", ":"))[:-1]
    path.write_text(f'{body},"sha256":"{savefile._checksum(body)}"}}\n', encoding="utf-8")
    assert wrong(path)[0] == "RL762"


@pytest.mark.parametrize("data", [
    b"", b"\n", b"hello\n", b"{}\n", b"[1]", b'{"format":"rulelang-log"}', pickle.dumps({"format": "rulelang-save"}),
    b"\x00" * 100, b"PK\x03\x04" + b"../../etc/passwd", b"[" * 100_000, b'{"a":' * 100_000, "Fuchsbau ü".encode(),
], ids=range(12))
def test_files_that_are_no_saves_are_refused(path, data):
    path.write_bytes(data)
    assert wrong(path) == ("RL760", "`a.save` is not a save of a game")


def test_no_file_a_folder_and_a_file_too_large_are_refused(tmp_path):
    assert wrong(tmp_path / "none.save") == ("RL760", "There is no save `none.save`")
    assert wrong(tmp_path)[0] == "RL760"
    huge = tmp_path / "huge.save"
    with huge.open("wb") as file:
        file.truncate(2**30)
    assert "larger than any save" in wrong(huge)[1]
