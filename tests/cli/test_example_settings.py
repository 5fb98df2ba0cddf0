"""`rulelang test --set`: examples under other settings of a game, which are checked as in play."""

import pytest

from tests.support.small_games import LINES

EXAMPLE = LINES + '''
example "two rounds" for 2 players:
    expect rounds is 2
'''


@pytest.fixture(autouse=True)
def file(tmp_path):
    (tmp_path / "lines.rules").write_text(EXAMPLE, encoding="utf-8")


def test_examples_see_the_setting(command):
    assert command("test", "lines.rules").code == 0
    assert command("test", "lines.rules", "--set", "rounds=2").code == 0
    done = command("test", "lines.rules", "--set", "rounds=3")
    assert done.code == 1
    assert "FAIL  two rounds" in done.out


def test_a_failure_names_the_settings_it_was_worked_out_with(command, tmp_path):
    """Those the expectation reads by way of defines and scores; not those that the example gives itself."""
    text = LINES.replace('"Face up": count', '"Face up": extra + count') + '''
define extra = rounds - 1
example "nothing is laid" for 2 players:
    given cards_dealt = 5
    expect p1's worth is 0 and cards_dealt > 2
example "a sum" for 2 players:
    expect 2 + 2 is 5
'''
    (tmp_path / "lines.rules").write_text(text, encoding="utf-8")
    said = "Hint: Worked out with `rounds` {}; `rulelang test --set NAME=VALUE` tries other values."
    assert command("test", "lines.rules").out.count(said.format(2)) == 1
    assert command("test", "lines.rules", "--set", "rounds=3").out.count(said.format(3)) == 1
    done = command("test", "lines.rules", "--set", "rounds=1")
    assert "pass  nothing is laid" in done.out
    assert "Hint" not in done.out


@pytest.mark.parametrize(("setting", "said"), [
    ("rounds=99", "`rounds` cannot be 99"), ("rouds=2", "Did you mean `rounds`?"), ("rounds", "name=value"),
])
def test_a_setting_that_cannot_be_is_said(command, setting, said):
    done = command("test", "lines.rules", "--set", setting)
    assert done.code == 2
    assert said in done.err
