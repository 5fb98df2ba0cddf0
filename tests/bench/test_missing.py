"""What a machine does not have is named; nothing is measured whose figures could not be kept."""

import sys

import pytest

from benchmarks import __main__ as bench
from benchmarks import peers
from benchmarks.missing import Missing


def without_folders(**_):
    raise OSError(28, "No space left on device")


def test_figures_that_could_not_be_written_are_not_measured(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(bench, "all_lines", None)
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--json", str(tmp_path / "nowhere" / "figures.json")])
    with pytest.raises(SystemExit) as left:
        bench.main()
    assert left.value.code == 2
    assert "cannot be written: No such file or directory" in capsys.readouterr().err


def test_no_compiler(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Missing, match="no C compiler"):
        peers.build("linkage.c")


def test_a_compiler_that_says_nothing(monkeypatch, tmp_path):
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\nexit 9\n", encoding="utf-8")
    silent.chmod(0o755)
    monkeypatch.setenv("CC", str(silent))
    with pytest.raises(Missing, match="the compiler ended with 9"):
        peers.build("linkage.c")


def test_no_folder_to_compile_in(monkeypatch):
    monkeypatch.setattr(peers.shutil, "which", str)
    monkeypatch.setattr(peers.tempfile, "mkdtemp", without_folders)
    peers._folder.cache_clear()
    with pytest.raises(Missing, match="no folder to compile in: No space left"):
        peers.build("linkage.c")


def test_no_peer_is_installed(monkeypatch):
    monkeypatch.setattr(peers, "find_spec", lambda name: None)
    with pytest.raises(Missing, match="open_spiel is not installed"):
        peers._openspiel_library()
