"""Card tables, bases and logs that are damaged, huge or not what they seem, through the whole command; H5-H7, H12."""

import os
import random

import pytest

from tests.hostile.process import run
from tests.support.command import command  # noqa: F401 - a fixture

GAME = """game "G"
players 2..4
cards card from "cards/PATH":
    rank: 1..10
zones:
    deck: stack of card, seen by nobody
    hand per player: set of card, seen by owner
win: highest size(your hand)
phase play:
    move all card to deck
    shuffle deck
    each player: draw 2 from deck to your hand
    each player: do 1 turn
action keep "Keep a card" in turn:
    choose card from your hand
"""
HEAD = "copies,name,rank\n"
TABLES = {
    "a zero byte": ("x.csv", HEAD + "2,A\0,1\n"),
    "a cell of 200,000 characters": ("x.csv", HEAD + "20," + "A" * 200_000 + ",1\n"),
    "an open quotation": ("x.csv", HEAD + '20,"A,1\n' * 1_000),
    "ragged rows": ("x.csv", HEAD + "20,A\n20,A,1,2\n"),
    "escapes": ("x.csv", HEAD + "20,\x1b[31mred,1\n"),
    "turned writing": ("x.csv", HEAD + "20,a\u202eb,1\n"),
    "a billion copies": ("x.csv", HEAD + "1000000000,A,1\n"),
    "programs as copies": ("x.csv", HEAD + '"__import__(""os"")",A,1\n'),
    "powers as copies": ("x.csv", HEAD + "9^9^9,A,1\n"),
    "twenty thousand columns": ("x.csv", "copies,name,rank" + ",x" * 20_000 + "\n"),
    "too many rows": ("x.csv", HEAD + "1,A,1\n" * 100_000),
    "ten thousand marks": ("x.csv", HEAD + "20,a" + "\u0301" * 10_000 + ",1\n"),
    "an alias": ("x.yaml", "- &a {copies: 20, name: A, rank: 1}\n- *a\n"),
    "an object of Python": ("x.yaml", '- !!python/object/apply:os.system ["id"]\n'),
    "a key twice": ("x.yaml", "- {copies: 20, name: A, name: B, rank: 1}\n"),
    "a merge": ("x.yaml", "- <<: {copies: 20}\n  name: A\n  rank: 1\n"),
    "deep brackets": ("x.yaml", "[" * 100_000),
    "deep dashes": ("x.yaml", "- " * 100_000 + "x"),
    "a map": ("x.yaml", "copies: 20\nname: A\nrank: 1\n"),
    "a time": ("x.yaml", "- {copies: 12:30, name: A, rank: 1}\n"),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_damaged_table_is_refused_at_its_place(command, tmp_path, name):  # noqa: F811
    path, text = TABLES[name]
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    (tmp_path / "g.rules").write_text(GAME.replace("PATH", path))
    ended = command("validate", "g.rules")
    assert ended.code == 1
    assert f"{path}:" in ended.out
    assert len(ended.out) < 20_000
    assert "\x1b" not in ended.out


PATHS = ["../../secret.csv", "/etc/passwd", "link.csv", "out/passwd.csv", "pipe.csv", "zero.csv", "", ".", "loop.csv",
         "x" * 5_000 + ".csv", "a/" * 3_000 + "x.csv", "file:///etc/passwd", "C:/x.csv", "nothing.csv"]


@pytest.mark.parametrize("path", PATHS, ids=[path[:20] for path in PATHS])
def test_a_table_that_is_elsewhere_or_no_file_is_not_read(command, tmp_path, path):  # noqa: F811
    cards = tmp_path / "cards"
    cards.mkdir()
    os.mkfifo(cards / "pipe.csv")
    for link, target in (("link.csv", "/etc/passwd"), ("out", "/etc"), ("zero.csv", "/dev/zero"),
                         ("loop.csv", "loop.csv")):
        os.symlink(target, cards / link)
    (tmp_path / "rulelang.toml").write_text("")
    (tmp_path / "g.rules").write_text(GAME.replace("cards/PATH", path if path.startswith("/") else f"cards/{path}"))
    ended = command("validate", "g.rules")
    assert ended.code == 1
    assert "g.rules:3:" in ended.out
    assert "root:" not in ended.out


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    folder = tmp_path_factory.mktemp("log")
    (folder / "g.rules").write_text(GAME.replace(' from "cards/PATH"', "").replace(
        "    rank: 1..10\n", "    rank: 1..10\n    2 each rank\n"))
    assert run(folder, "play", "g.rules", "--auto", "--seed", "1", "--log", "good.log").code == 0
    return (folder / "good.log").read_bytes()


def damaged(log):
    lines, dice = log.split(b"\n"), random.Random(1)
    yield from (b"", b"\n" * 10_000, log[: len(log) // 2], b"[" * 100_000, b'{"a":' * 100_000, log + log,
                b"\n".join(reversed(lines)), log.decode().encode("utf-16"), log.replace(b'"', b"\0", 3),
                log.replace(b'"players":2', b'"players":1000000000'),
                log.replace(b'"seed":1', b'"seed":' + b"9" * 5_000),
                b'{"format":"' + b"x" * 1_000_000 + b'"}\n', b"\x80\x04\x8c\x05posix\x94.")
    for _ in range(40):
        flipped = bytearray(log)
        flipped[dice.randrange(len(flipped))] ^= 1 << dice.randrange(8)
        yield bytes(flipped)


def test_a_damaged_log_is_said_to_be_damaged(command, tmp_path, log):  # noqa: F811
    for content in damaged(log):
        (tmp_path / "bad.log").write_bytes(content)
        ended = command("replay", "bad.log", "--plain")
        assert ended.code == 1, content[:200]
        assert "bad.log" in ended.out + ended.err
        assert "Traceback" not in ended.out + ended.err


@pytest.mark.parametrize("base", ["v", "./v.rules", "w.rules", "../v.rules", "/etc/passwd", "", "no", "pipe.rules"])
def test_a_base_that_is_no_game_is_named(command, tmp_path, base):  # noqa: F811
    os.mkfifo(tmp_path / "pipe.rules")
    (tmp_path / "w.rules").write_text('variant "W" of "v.rules"\n')
    (tmp_path / "v.rules").write_text(f'variant "V" of "{base}"\n')
    ended = command("validate", "v.rules")
    assert ended.code == 1
    assert ".rules:1:" in ended.out
