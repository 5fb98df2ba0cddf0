"""Where saves lie, who may write them, and what happens when they cannot be written."""

import os
import subprocess
import sys

import pytest

from rulelang.match.savefile import previous, read_save
from rulelang.play import keeping
from rulelang.play.keeping import InUse, Lock, find_save, is_in_use, new_keeper, old_keeper, saves_folder
from rulelang.play.setup import WrongSetup
from tests.match.test_savefile import SAVE
from tests.support.project import ROOT


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "rulelang" / "saves"


def test_saves_lie_where_the_system_keeps_state(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert saves_folder() == tmp_path / "state" / "rulelang" / "saves"
    monkeypatch.setenv("XDG_STATE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert saves_folder() == tmp_path / ".local" / "state" / "rulelang" / "saves"


def test_without_a_place_a_game_goes_on_unsaved(monkeypatch):
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    keeper = new_keeper("Sample", 1)
    keeper.keep(SAVE)
    assert keeper.trouble == "there is no folder for it"
    keeper.close(over=False)


def test_a_game_is_saved_under_its_title_and_seed(folder):
    keeper = new_keeper("Sample: ü/../x", 42)
    keeper.keep(SAVE)
    assert keeper.path == folder / "sample-x-42.save"
    assert read_save(keeper.path) == SAVE
    assert keeper.trouble == ""
    keeper.close(over=False)
    second = new_keeper("Sample: ü/../x", 42)
    assert second.path == folder / "sample-x-42-2.save"
    second.close(over=False)


def test_a_game_that_is_over_leaves_nothing(folder):
    keeper = new_keeper("Sample", 1)
    keeper.keep(SAVE)
    keeper.keep(SAVE)
    keeper.close(over=True)
    assert os.listdir(folder) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for the administrator")
def test_a_folder_that_cannot_be_written_in_is_told(folder):
    folder.mkdir(parents=True)
    folder.chmod(0o500)
    keeper = new_keeper("Sample", 1)
    assert keeper.trouble == "Permission denied"
    keeper.close(over=False)


def test_a_place_that_is_no_folder_is_told(folder):
    folder.parent.mkdir(parents=True)
    folder.write_text("a file", encoding="utf-8")
    assert new_keeper("Sample", 1).trouble == "File exists"


def test_a_full_disk_is_told_until_there_is_room_again(folder, monkeypatch):
    def full(path, save):
        raise OSError(28, "No space left on device")

    keeper = new_keeper("Sample", 1)
    with monkeypatch.context() as patched:
        patched.setattr(keeping, "write_save", full)
        keeper.keep(SAVE)
        assert keeper.trouble == "No space left on device"
    keeper.keep(SAVE)
    assert keeper.trouble == ""
    keeper.close(over=False)


def test_one_process_at_a_time_plays_a_game(folder, tmp_path):
    keeper = new_keeper("Sample", 1)
    keeper.keep(SAVE)
    assert is_in_use(keeper.path)
    with pytest.raises(InUse):
        Lock(keeper.path)
    with pytest.raises(WrongSetup, match="`sample-1` is being played by somebody else"):
        old_keeper(keeper.path)
    keeper.close(over=False)
    assert not is_in_use(keeper.path)


def test_a_killed_process_gives_its_game_back(folder):
    program = ("from rulelang.play.keeping import new_keeper; k = new_keeper('Sample', 1); "
               "print('ready', flush=True); import time; time.sleep(60)")
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout.readline() == b"ready\n"
        path = folder / "sample-1.save"
        assert is_in_use(path)
        process.kill()
        process.wait()
    assert not is_in_use(path)


def test_the_latest_game_nobody_plays_is_found(folder):
    for seed, age in ((1, 100), (2, 300), (3, 200)):
        keeper = new_keeper("Sample", seed)
        keeper.keep(SAVE)
        keeper.close(over=False)
        os.utime(keeper.path, (age, age))
    assert find_save(None).name == "sample-2.save"
    assert find_save("sample-1").name == "sample-1.save"
    assert find_save(str(folder / "sample-3.save")).name == "sample-3.save"
    busy = old_keeper(folder / "sample-2.save")
    assert find_save(None).name == "sample-3.save"
    busy.close(over=False)


def test_a_game_of_which_only_the_generation_before_is_left_is_found(folder):
    keeper = new_keeper("Sample", 1)
    keeper.keep(SAVE)
    keeper.close(over=False)
    keeper.path.rename(previous(keeper.path))
    assert find_save(None) == find_save("sample-1") == keeper.path


@pytest.mark.parametrize("name", ["sample-9", "../../x", "", "a\0b", "x" * 5000])
def test_a_save_that_is_not_there_is_told_with_those_that_are(folder, name):
    keeper = new_keeper("Sample", 1)
    keeper.keep(SAVE)
    keeper.close(over=False)
    with pytest.raises(WrongSetup, match=r"There is no save .* The latest are sample-1\."):
        find_save(name)


def test_nothing_to_go_on_with_is_told(folder):
    with pytest.raises(WrongSetup, match="There is no game to go on with"):
        find_save(None)


def test_only_the_latest_games_are_kept(folder, monkeypatch):
    monkeypatch.setattr(keeping, "MOST_SAVES", 2)
    for seed in range(1, 5):
        keeper = new_keeper("Sample", seed)
        keeper.keep(SAVE)
        keeper.close(over=False)
        os.utime(keeper.path, (seed, seed))
    assert {path.name for path in folder.glob("*.save")} == {"sample-2.save", "sample-3.save", "sample-4.save"}
