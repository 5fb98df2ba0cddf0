"""Bundled files are found in a checkout and in an installed package; the cache folder is the user's own."""

from pathlib import Path

import pytest

from rulelang import resources
from tests.support.project import ROOT


def test_the_grammar_of_the_checkout_is_found():
    assert resources.grammar_text() == (ROOT / "grammar/rules.lark").read_text(encoding="utf-8")


def test_games_variants_and_classics_are_listed_by_name():
    games = resources.bundled_games()
    assert list(games) == sorted(games)
    for folder in ("games", "games/variants", "games/classics"):
        for path in (ROOT / folder).glob("*.rules"):
            assert games[path.stem] == path


def test_an_installed_package_carries_its_own(tmp_path, monkeypatch):
    package = tmp_path / "site" / "rulelang"
    (package / "_data/grammar").mkdir(parents=True)
    (package / "_data/games/variants").mkdir(parents=True)
    (package / "_data/grammar/rules.lark").write_text("installed", encoding="utf-8")
    (package / "_data/games/variants/one.rules").write_text("", encoding="utf-8")
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert resources.grammar_text() == "installed"
    assert list(resources.bundled_games()) == ["one"]


def test_a_damaged_installation_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "site" / "rulelang")
    with pytest.raises(FileNotFoundError, match="install it again"):
        resources.grammar_text()


def test_the_cache_folder_is_where_the_user_wants_it(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert resources.cache_folder() == tmp_path / "rulelang"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/is/no/place")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert resources.cache_folder() == tmp_path / ".cache" / "rulelang"


def test_without_a_home_there_is_no_cache(monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert resources.cache_folder() is None
