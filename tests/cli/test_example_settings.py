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


@pytest.mark.parametrize(("setting", "said"), [
    ("rounds=99", "`rounds` cannot be 99"), ("rouds=2", "Did you mean `rounds`?"), ("rounds", "name=value"),
])
def test_a_setting_that_cannot_be_is_said(command, setting, said):
    done = command("test", "lines.rules", "--set", setting)
    assert done.code == 2
    assert said in done.err
