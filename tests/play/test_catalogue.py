"""The list of bundled games reads only the heads of their files."""

from pathlib import Path

import pytest

from rulelang.play import catalogue
from rulelang.play.catalogue import list_games
from rulelang.resources import bundled_games

GAMES = {
    "fox": '> Catch the fox.\ngame "Fox"\nplayers 2..4\n',
    "owl": '# Owls at night,\n# in the dark.\n\ngame "Owl \x1b[31m"\nlanguage 1\nplayers 3\n',
    "big_fox": 'variant "Big fox" of "fox"\nreplace players 5..6\n',
    "big_big_fox": 'variant "Bigger" of "big_fox"\n',
    "loop": 'variant "Loop" of "loop"\n',
    "odd": "nothing that is known\n",
    "elk": 'game "Elk"\nplayers 2\n> Herds form.\nphase a:\n> The most elks\n> win.\nwin: highest your elks\n',
    "emu": 'game "Emu"\nplayers 2\n> Emus run.\nphase a:\n> They stop.\nphase b:\n',
    "big_emu": 'variant "Big emu" of "emu.rules"\n',
}


@pytest.fixture
def listed(tmp_path, monkeypatch):
    paths = {}
    for name, text in GAMES.items():
        paths[name] = tmp_path / f"{name}.rules"
        paths[name].write_text(text, encoding="utf-8")
    monkeypatch.setattr(catalogue, "bundled_games", lambda: paths)
    return {game.name: game for game in list_games()}


def test_title_players_and_a_line_about_each(listed):
    assert [(game.title, game.players, game.about) for game in listed.values() if "fox" in game.name] == [
        ("Fox", "2-4 players", "Catch the fox."),
        ("Big fox", "5-6 players", "changes fox"),
        ("Bigger", "5-6 players", "changes big_fox"),
    ]
    assert listed["owl"].about == "Owls at night, in the dark."
    assert listed["owl"].players == "3 players"


def test_without_a_head_the_line_is_the_rule_text_about_winning_or_the_first(listed):
    assert listed["elk"].about == "The most elks win."
    assert listed["emu"].about == "Emus run."
    assert listed["big_emu"].about == "changes emu"


def test_variants_stand_behind_what_they_change(listed):
    names = list(listed)
    assert names.index("fox") < names.index("big_fox") < names.index("big_big_fox")


def test_files_that_are_hardly_games_are_listed_harmlessly(listed):
    assert listed["odd"].title == "odd"
    assert listed["loop"].players == ""
    assert "\x1b" not in listed["owl"].title


def test_every_bundled_game_has_a_title_and_players():
    games = list_games()
    assert {game.name for game in games} == set(bundled_games())
    assert all(game.title and game.players and game.about for game in games)
    assert all(isinstance(path, Path) for path in bundled_games().values())
