"""Players are called by their names wherever a game speaks of them."""

import json
import re

import pytest

RULES = '''game "Gifts"
players 2..3
cards card:
    4 "Fox"
zones:
    hand per player: set of card, seen by owner
    heap: stack of card, seen by nobody
vars:
    points per player: 0..9
win: highest your points
score worth:
    "Cards": size(your hand)
phase play:
    move all card to heap
    each player: draw 1 from heap to your hand
    each player:
        choose friend from players
        friend's points += friend's worth
'''


@pytest.fixture
def gifts(tmp_path):
    path = tmp_path / "gifts.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_in_headings_tables_options_events_and_results(command, gifts):
    done = command("play", gifts, "--seed", 1, "--first-player", 1, "--names", "Ann,Hans", typed="hans\n")
    assert done.out.startswith("Gifts · Ann: human, Hans: random · seed 1\n")
    assert re.search(r"^Hans' hand +1 card$", done.out, re.M)
    assert re.search(r"^worth +You +Hans$", done.out, re.M)
    assert re.search(r"^ 1 You\n 2 Hans$", done.out, re.M)
    assert "You choose: Hans." in done.out or "Hans' points: 1" in done.out
    assert "Player 2" not in done.out


def test_in_logs_and_replays(command, gifts, tmp_path):
    command("play", gifts, "--auto", "--seed", 1, "--names", "Ann,Bo", "--log", "game.log")
    lines = [json.loads(line) for line in (tmp_path / "game.log").read_text(encoding="utf-8").splitlines()]
    assert lines[0]["names"] == ["Ann", "Bo"]
    assert {line["label"] for line in lines if "seat" in line} <= {"You", "Ann", "Bo"}
    done = command("replay", "game.log")
    assert done.code == 0
    assert done.out.startswith("Gifts · Ann: random, Bo: random")
    assert "Player" not in done.out


def test_in_the_prompts_of_people_who_share_a_screen(command, gifts):
    done = command("play", gifts, "--seed", 1, "--first-player", 1, "--seats", "human", "--names", "Ann,Bo",
                   typed="\n1\n\n\n1\n")
    assert "Ann, press Enter when only you look at the screen." in done.out
    assert "Press Enter to clear the screen, then pass the device to Bo; or `undo`." in done.out
    assert "Bo, press Enter when only you look at the screen." in done.out


@pytest.mark.parametrize(("names", "message"), [
    ("A,B,C", "3 players were named"), ("Ann,ann", "Two players are called"), ("you", "own screen"),
    ("x" * 30, "too long"),
])
def test_names_that_do_not_do(command, gifts, names, message):
    done = command("play", gifts, "--names", names)
    assert done.code == 2
    assert message in done.err


def test_a_log_without_names_is_read_as_before(command, gifts, tmp_path):
    from rulelang.match.writer import sealed

    command("play", gifts, "--auto", "--seed", 1, "--log", "game.log")
    checksum, old = "", []
    for line in (tmp_path / "game.log").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        text, checksum = sealed({key: part for key, part in record.items() if key not in ("sum", "names")}, checksum)
        old.append(text + "\n")
    (tmp_path / "old.log").write_text("".join(old), encoding="utf-8")
    assert "Player 1: random" in command("replay", "old.log").out
