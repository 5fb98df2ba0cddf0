"""`rulelang diff`: exit codes as of diff, plain words, and JSON."""

import json

import pytest

from tests.support.small_games import BIDS, LINES

VARIANT = 'variant "Longer" of "lines.rules"\nchange rounds to 4\nremove fetch\n'


@pytest.fixture(autouse=True)
def files(tmp_path):
    for name, text in (("lines", LINES), ("bids", BIDS), ("longer", VARIANT), ("wrong", LINES + "phase x:\n    y\n")):
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")


def test_no_difference(command):
    done = command("diff", "lines.rules", "lines.rules")
    assert (done.code, done.out) == (0, "Lines → Lines: no change of the rules\n")


def test_a_variant_against_its_base(command):
    done = command("diff", "lines.rules", "longer.rules")
    assert done.code == 1
    assert done.out == (
        "Lines → Longer: 2 changes\n\nParameters\n"
        '  changed  rounds "Rounds to play": 2 → 4  (longer.rules:2)\n\nActions\n'
        '  removed  action fetch "Fetch a card"  (lines.rules:33)\n')


def test_a_variant_alone_is_compared_with_its_base(command):
    assert command("diff", "longer.rules").out == command("diff", "lines.rules", "longer.rules").out


def test_two_games(command):
    done = command("diff", "lines.rules", "bids.rules")
    assert done.code == 1
    assert "+ " in done.out


def test_json(command):
    done = command("diff", "lines.rules", "longer.rules", "--json")
    told = json.loads(done.out)
    assert (done.code, told["base"], told["variant"], told["same"]) == (1, "Lines", "Longer", False)
    assert told["changes"][0] == {"section": "Parameters", "done": "changed",
                                  "what": 'rounds "Rounds to play": 2 → 4', "text": [], "lines": [],
                                  "file": "longer.rules", "line": 2}


def test_trouble(command):
    broken = command("diff", "lines.rules", "wrong.rules")
    assert (broken.code, broken.out) == (2, "")
    assert "error[" in broken.err
    assert command("diff", "lines.rules").code == 2
    assert command("diff", "lines.rules", "nothing.rules").code == 2
    assert command("diff", "lines.rules", "bids.rules", "longer.rules").code == 2
