"""`rulelang new`: a game to begin with, which is never in the way of another file."""

import random

import pytest

import rulelang


@pytest.mark.parametrize("players", ["2..4", "2", "3-6", "5..10", "10"])
def test_the_new_game_is_whole(command, tmp_path, players):
    assert command("new", "my_game", "--players", players).code == 0
    path = tmp_path / "my_game.rules"
    checked = command("validate", path)
    assert checked.code == 0
    assert "no findings" in checked.out
    assert command("test", path).code == 0
    assert command("fmt", "--check", path).code == 0
    model = rulelang.check(path).model
    for count in range(model.low, model.high + 1):
        state = rulelang.load(path, count).new_state(seed=count)
        while not state.is_terminal:
            state.apply(random.Random(count).choice(state.choices()).id)
        assert sum(state.returns()) >= 1


def test_it_says_what_to_do_next(command):
    done = command("new", "dragon-fight")
    assert done.code == 0
    for word in ("dragon-fight.rules", "rulelang validate", "rulelang play", "rulelang test"):
        assert word in done.out


def test_the_title_comes_from_the_name(command, tmp_path):
    command("new", "dragon-fight_two.rules")
    assert 'game "Dragon Fight Two"' in (tmp_path / "dragon-fight_two.rules").read_text(encoding="utf-8")


def test_it_never_overwrites(command, tmp_path):
    (tmp_path / "mine.rules").write_text("precious", encoding="utf-8")
    done = command("new", "mine")
    assert done.code == 2
    assert "already" in done.err
    assert (tmp_path / "mine.rules").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("name", ["", "7up", "two words", "ü", "a" * 65, "../.hidden", "x\n", "a.b", "con", "-"])
def test_a_bad_name_is_refused_in_plain_words(command, tmp_path, name):
    done = command("new", "--", name)
    assert done.code == 2
    assert "name" in done.err
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_said(command):
    done = command("new", "nowhere/game")
    assert (done.code, done.err) == (2, "rulelang: There is no folder `nowhere`.\n")


@pytest.mark.parametrize("players", ["1", "4..2", "2..99", "many", "", "2..4..6"])
def test_players_that_cannot_be_are_refused(command, tmp_path, players):
    done = command("new", "game", "--players", players)
    assert done.code == 2
    assert "--players" in done.err
    assert not list(tmp_path.iterdir())


def test_a_link_that_leads_to_itself_is_left_alone(command, tmp_path):
    (tmp_path / "loop.rules").symlink_to("loop.rules")
    done = command("new", "loop")
    assert (done.code, done.out) == (2, "")
    assert (tmp_path / "loop.rules").is_symlink()
