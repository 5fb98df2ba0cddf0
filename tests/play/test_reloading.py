"""Rules that change while they are played: the game so far is played again under them as far as it goes."""

import pytest

import rulelang
from rulelang.match.transcript import whole_digest
from rulelang.play import watching
from rulelang.play.reloading import reload
from rulelang.play.resuming import resume_from
from rulelang.play.watching import Watch
from tests.support.sessions import begun, pick
from tests.support.small_games import LINES

FULL = LINES.replace("    do: draw 1 from deck to your hand",
                     '    when size(your hand) < 7 else "Your hand is full."\n    do: draw 1 from deck to your hand')


@pytest.fixture
def running():
    session = begun(LINES, ("human", "human"), rounds=5, cards_dealt=6, names=("Ann", "Bo"))
    for action in ("Fetch", "Fetch", "Fetch", "Lay"):
        pick(session, action)
    return session


def under(session, rules, **params):
    return reload(session, rulelang.load(rules, 2, **params))


def test_the_same_rules_lead_to_the_same_position(running):
    reloaded = under(running, LINES, rounds=5, cards_dealt=6)
    assert whole_digest(reloaded.session.state) == whole_digest(running.state)
    assert reloaded.session.entries == running.entries
    assert reloaded.told == "The rules were read again, and all 3 moves so far were played again."


def test_an_unfinished_move_goes_on(running):
    assert running.question().answered == ("Lay a card",)
    assert under(running, LINES, rounds=5, cards_dealt=6).session.question().answered == ("Lay a card",)


def test_another_setting_changes_what_is_to_come_only(running):
    reloaded = under(running, LINES, rounds=9, cards_dealt=6)
    assert reloaded.why == ""
    assert reloaded.session.view(1).zones == running.view(1).zones


def test_it_stops_at_the_first_move_that_is_no_longer_offered_and_says_why(running):
    reloaded = under(running, FULL, rounds=5, cards_dealt=6)
    assert (reloaded.moves, reloaded.of) == (2, 3)
    assert reloaded.told == (
        'The rules were read again, and 2 of 3 moves were played again. It stopped before move 3, Ann\'s "Fetch a '
        'card": that is no longer offered. Your hand is full. (`when size(your hand) < 7`, line 34)')
    assert reloaded.session.to_act == 1


def test_it_stops_where_an_action_is_gone(running):
    gone = LINES.replace("action fetch", "action grab")
    reloaded = under(running, gone, rounds=5, cards_dealt=6)
    assert (reloaded.moves, reloaded.session.to_act) == (0, 1)
    assert reloaded.why == 'It stopped before move 1, Ann\'s "Fetch a card": that is no longer offered.'


def test_it_stops_where_another_player_decides_now(running):
    other = LINES.replace("    repeat rounds times:\n        each player: do 1 turn",
                          "    repeat rounds times:\n        each player: do 2 turn")
    assert under(running, other, rounds=5, cards_dealt=6).why == (
        'It stopped before move 2, Bo\'s "Fetch a card": now it is Ann who decides.')


def test_it_stops_where_the_game_is_over_now(running):
    reloaded = under(running, LINES, rounds=1, cards_dealt=6)
    assert "the game is over before the next move, Ann's" in reloaded.why
    assert reloaded.session.over


def test_chance_decides_anew_only_where_it_must(running):
    reloaded = under(running, LINES, rounds=5, cards_dealt=4)
    before, after = running.view(1), reloaded.session.view(1)
    shared = [[card.name for card in zone.cards] for view in (before, after) for zone in view.zones
              if zone.name == "shared"]
    assert shared[0] == shared[1]
    assert reloaded.why == ""


def test_a_reloaded_game_can_be_saved_and_played_on(running):
    session = under(running, FULL, rounds=5, cards_dealt=2).session
    again = resume_from(session.snapshot(), "s")
    assert whole_digest(again.state) == whole_digest(session.state)
    session.run()
    session.answer(session.question().options[0])


def test_seats_and_names_stay(running):
    running.seat(2, "random")
    session = under(running, LINES, rounds=5, cards_dealt=6).session
    assert (session.kinds, session.names) == (("human", "random"), ("Ann", "Bo"))


def test_another_number_of_players_is_another_game(running):
    with pytest.raises(ValueError, match="2 play, not 3"):
        reload(running, rulelang.load(LINES, 3))


# ---------------------------------------------------------------- watching files


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(watching, "SETTLES", 0.001)
    path = tmp_path / "a.rules"
    path.write_text("one", encoding="utf-8")
    return path


def test_a_save_is_seen_once(file):
    watch = Watch([file])
    assert not watch.changed()
    file.write_text("other", encoding="utf-8")
    assert watch.changed()
    assert not watch.changed()


def test_a_file_that_is_gone_for_a_moment_does_not_count(file):
    watch = Watch([file])
    file.unlink()
    assert not watch.changed()
    file.write_text("another", encoding="utf-8")
    assert watch.changed()


def test_other_files_can_be_watched_from_now_on(file, tmp_path):
    watch, table = Watch([file]), tmp_path / "b.csv"
    table.write_text("x", encoding="utf-8")
    watch.look_at([file, table])
    assert not watch.changed()
    table.write_text("longer", encoding="utf-8")
    assert watch.changed()
