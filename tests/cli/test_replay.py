"""A log is played again, verified, and every lie in it is found at its line."""

import json

import pytest

from rulelang.cli.play import Request, run
from rulelang.match.writer import sealed
from tests.support.small_games import BIDS, LINES


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The text of a log of three bots."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "lines.rules").write_text(LINES, encoding="utf-8")
    request = Request(str(folder / "lines.rules"), 3, "random", 5, None, ("rounds=3",), True, True,
                      str(folder / "game.log"), 80)
    assert run(request) == 0
    return (folder / "game.log").read_text(encoding="utf-8")


@pytest.fixture
def log(played, tmp_path):
    path = tmp_path / "game.log"
    path.write_text(played, encoding="utf-8")
    return path


def fields(log):
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def rewrite(log, records):
    """Write records with fitting checksums: what somebody does who knows the format."""
    checksum, lines = "", []
    for record in records:
        line, checksum = sealed({key: value for key, value in record.items() if key != "sum"}, checksum)
        lines.append(line + "\n")
    log.write_text("".join(lines), encoding="utf-8")


def moves(records):
    """The numbers of the records that are moves."""
    return [k for k, record in enumerate(records) if "seat" in record]


def test_a_game_is_shown_and_verified_without_its_rules_file(command, log):
    done = command("replay", log)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Lines · Player 1: random, Player 2: random, Player 3: random · seed 5\n")
    assert "The game is over." in done.out
    assert done.out.splitlines()[-1].startswith("Verified: 9 moves, ")
    assert done.out.endswith(", the end is the same.\n")


def test_it_shows_what_was_shown_when_it_was_played(command, log, tmp_path):
    rules = tmp_path / "lines.rules"
    rules.write_text(LINES, encoding="utf-8")
    played = command("play", rules, "--seed", 5, "--auto", "--set", "rounds=3", "--players", 3).out.splitlines()
    again = command("replay", log).out.splitlines()
    assert played[1:-1] == again[1:-1]


def test_a_log_holds_everything_the_game_was_played_with(log):
    header = fields(log)[0]
    assert header["params"]["rounds"] == 3
    assert (header["players"], header["seed"], header["seats"]) == (3, 5, ["random"] * 3)
    assert header["sources"][0]["text"] == LINES


def test_a_bundle_with_a_base_and_a_card_table_is_played_again(command, tmp_path):
    assert command("play", "linkage_six_rounds", "--auto", "--seed", 3, "--set", "rounds=1", "--log", "g.log").code == 0
    done = command("replay", "g.log")
    assert done.code == 0
    assert "Verified: " in done.out
    header = fields(tmp_path / "g.log")[0]
    assert [source["role"] for source in header["sources"]] == ["rules", "base", "cards"]


def test_a_game_that_was_left_is_verified_up_to_there(command, tmp_path):
    rules = tmp_path / "lines.rules"
    rules.write_text(LINES, encoding="utf-8")
    command("play", rules, "--seed", 5, "--log", "left.log", typed="fetch\nq\n")
    done = command("replay", "left.log")
    assert done.code == 0
    assert "the game was left here, in the same position" in done.out


def test_a_killed_game_is_shown_up_to_its_last_whole_line(command, log):
    whole = log.read_text(encoding="utf-8")
    log.write_text(whole[: len(whole) // 2 + len(whole) // 4], encoding="utf-8")
    done = command("replay", log)
    assert done.code == 1
    assert " does: " in done.out
    assert "RL753" in done.out
    assert "cut off in line" in done.out


def test_a_flipped_bit_names_its_line(command, log):
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[2] = lines[2].replace('"n":2', '"n":3')
    log.write_text("".join(lines), encoding="utf-8")
    done = command("replay", log)
    assert done.code == 1
    assert "game.log:3:1" in done.out
    assert "RL752" in done.out


@pytest.mark.parametrize(("change", "message"), [
    (lambda move: move | {"ids": ["turn:nothing_like_this"]}, "This move was not legal"),
    (lambda move: move | {"seat": move["seat"] % 3 + 1}, "turn, not player"),
    (lambda move: move | {"ids": [*move["ids"], "turn:fetch"]}, "This move was not legal"),
], ids=["another option", "another seat", "one answer too many"])
def test_a_forged_move_is_found_at_its_line(command, log, change, message):
    records = fields(log)
    at = moves(records)[3]
    records[at] = change(records[at])
    rewrite(log, records)
    done = command("replay", log)
    assert done.code == 1
    assert message in done.out
    assert f"game.log:{at + 1}:1" in done.out


def test_another_legal_move_is_found_in_the_end(command, log):
    records = fields(log)
    last = moves(records)[-1]
    faces = {"lay.side:up": "lay.side:down", "lay.side:down": "lay.side:up"}
    at = next(k for k in reversed(moves(records)) if records[k]["ids"][-1] in faces)
    records[at]["ids"][-1] = faces[records[at]["ids"][-1]]
    rewrite(log, records)
    done = command("replay", log)
    assert last
    assert done.code == 1
    assert "RL756" in done.out or "RL755" in done.out


@pytest.mark.parametrize(("key", "value"), [("hash", "0" * 64), ("returns", [9, 9, 9]), ("end", "left")])
def test_another_end_is_found(command, log, key, value):
    records = fields(log)
    records[-1][key] = value
    rewrite(log, records)
    done = command("replay", log)
    assert done.code == 1
    assert "RL756" in done.out
    assert f"game.log:{len(records)}:1" in done.out


@pytest.mark.parametrize(("change", "code"), [
    ({"seed": 6}, "RL75"), ({"players": 2}, "RL75"), ({"players": 77}, "RL757"), ({"params": {"nothing": 1}}, "RL757"),
    ({"params": {"rounds": 99}}, "RL757"), ({"sources": []}, "RL757"), ({"rules_hash": "00"}, "RL757"),
    ({"first_player": 77}, "RL757"), ({"seed": -5}, "RL75"), ({"version": 2}, "RL751"), ({"format": "x"}, "RL750"),
], ids=str)
def test_a_forged_header_is_found(command, log, change, code):
    records = fields(log)
    records[0] |= change
    rewrite(log, records)
    done = command("replay", log)
    assert done.code == 1
    assert code in done.out
    assert "Traceback" not in done.out + done.err


@pytest.mark.parametrize("text", [BIDS, LINES.replace("rank: 1..30", "rank: 1..29"), LINES.replace("rank", "rnk", 1),
                                  "x\n", 'variant "V" of "../../../etc/passwd"\n', ""])
def test_forged_rules_are_found(command, log, text):
    records = fields(log)
    records[0]["sources"][0]["text"] = text
    rewrite(log, records)
    done = command("replay", log)
    assert done.code == 1
    assert "RL757" in done.out


def test_a_log_that_is_not_there(command):
    done = command("replay", "none.log")
    assert done.code in (1, 2)
    assert "There is no file `none.log`" in done.out + done.err


def test_moves_behind_the_end_of_the_game_are_found(command, log):
    records = fields(log)
    extra = dict(records[moves(records)[-1]], n=len(records) - 1)
    rewrite(log, [*records[:-1], extra])
    done = command("replay", log)
    assert done.code == 1
    assert "The game was over before this move" in done.out
