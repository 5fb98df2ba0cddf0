"""`rulelang test`: examples are reported like tests."""

import pytest

from tests.support.small_games import LINES

EXAMPLES = LINES + '''
example "a card face down is worth two" for 2 players:
    given p1's line = "7" face down
    expect p1's worth is 2

example "a card face up is worth three" for 2 players:
    given p1's line = "7"
    expect p1's worth is 3
'''


@pytest.fixture
def rules(tmp_path):
    path = tmp_path / "lines.rules"
    path.write_text(EXAMPLES, encoding="utf-8")
    return path


def test_each_example_is_listed_with_its_line_and_what_it_gave(command, rules):
    done = command("test", rules)
    assert done.code == 1
    lines = done.out.splitlines()
    assert lines[0] == "lines.rules"
    assert "  pass  a card face down is worth two  (line 36)" in lines
    assert "  FAIL  a card face up is worth three  (line 40)" in lines
    assert "lines.rules:42:" in done.out
    assert lines[-1] == "1 example passed, 1 failed"


def test_examples_that_hold_exit_0(command, rules):
    rules.write_text(EXAMPLES.replace("worth is 3", "worth is 1"), encoding="utf-8")
    done = command("test", rules)
    assert (done.code, done.out.splitlines()[-1]) == (0, "2 examples passed")
    assert "FAIL" not in done.out


CHANCE = """game "Chance"
players 2
cards card:
    rank: 1..3
    1 each rank
zones:
    deck: stack of card, seen by nobody
    hand per player: set of card, seen by owner
win: highest size(your hand)
phase play:
    move all card to deck
    each player: do 1 take
action take "Take a card":
    when size(deck) > 0 else "The deck is empty."
    do: draw 1 from deck to your hand

example "chance alone decides what is taken" for 2 players:
    given deck = "1", "2"
    when p1 does take
    expect size(p1's hand) is 1
"""


def test_an_action_that_asks_nothing_and_leaves_all_to_chance_can_be_done(command, rules):
    rules.write_text(CHANCE, encoding="utf-8")
    assert command("test", rules).out.endswith("1 example passed\n")
    rules.write_text(CHANCE.replace('given deck = "1", "2"', "given deck = none"), encoding="utf-8")
    assert "p1 cannot do `take` here" in command("test", rules).out


def test_a_file_without_examples_is_fine_and_says_so(command, rules):
    rules.write_text(LINES, encoding="utf-8")
    done = command("test", rules)
    assert done.code == 0
    assert "no examples in this file" in done.out
    assert done.out.endswith("nothing tested: there are no examples\n")
    assert "expect size(p1's hand) is 4" in done.out


def test_files_with_mistakes_are_reported_and_the_others_run(command, rules, tmp_path):
    wrong = tmp_path / "wrong.rules"
    wrong.write_text(LINES.replace("to your line", "to your lien"), encoding="utf-8")
    done = command("test", wrong, rules)
    assert done.code == 1
    assert "`lien`" in done.out
    assert "  pass  a card face down is worth two" in done.out
    assert done.out.splitlines()[-1] == "1 example passed, 1 failed, 1 file with mistakes"


def test_bundled_games_pass_their_examples(command):
    done = command("test", "kuhn_poker")
    assert done.code == 0


def test_a_missing_file_is_wrong_usage(command):
    assert command("test", "none.rules").code == 2


OPTIONAL = """game "Optional"
players 2
cards card:
    3 "A"
    3 "B"
zones:
    hand per player: set of card, seen by owner
    out: set of card, seen by all
win: highest size(your hand)
phase play:
    each player: drop
phase drop:
    choose 0..2 gone from your hand
    move gone to out
example "what is dropped" for 2 players:
    given p1's hand = "A", "B"
    when drop as p1:
        p1 picks gone = {answer}
    expect size(out) is {size}
"""


@pytest.mark.parametrize(("answer", "size"), [("none", 0), ("[]", 0), ('"A"', 1), ('["A", "B"]', 2)])
def test_a_pick_of_several_is_answered_also_with_nothing(command, tmp_path, answer, size):
    path = tmp_path / "optional.rules"
    path.write_text(OPTIONAL.format(answer=answer, size=size), encoding="utf-8")
    done = command("test", path)
    assert done.code == 0, done.out
