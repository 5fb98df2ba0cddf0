"""A question as a person reads it, and the help around it."""

from rulelang.play.lines import text_of
from rulelang.play.options import Entry, number_entries
from rulelang.play.question import (
    COMMANDS,
    draw_forced,
    draw_help,
    draw_option_help,
    draw_question,
    draw_settings,
    draw_unclear,
)
from rulelang.play.session import Forced, Question
from tests.support.views import value, view

OPTIONS = number_entries([Entry(("a",), "Fox", "Lay", "Lay a card."), Entry(("b",), "Done")])


def page(lines):
    return "\n".join(text_of(each) for each in lines)


def test_a_question_shows_earlier_picks_then_the_prompt_then_options():
    asked = Question(1, "Choose side:", ("Lay", "Fox"), OPTIONS, True)
    assert page(draw_question(asked, 80)) == "Lay › Fox\nChoose side:\n Lay\n   1 Fox\n 2 Done"


def test_what_was_forced_is_said():
    assert page(draw_forced([Forced(1, "Choose:", "Done")], 80)) == "(Only one option, taken for you: Done.)"


def test_typing_that_picks_nothing_is_quoted_harmlessly_and_shortly():
    assert 'begins with "x\N{REPLACEMENT CHARACTER}[2J".' in page(draw_unclear("x\x1b[2J", (), 80))
    assert len(page(draw_unclear("x" * 9999, (), 80))) < 200
    assert page(draw_unclear("a", OPTIONS, 80)) == '"a" fits several options: 1 Fox, 2 Done.'


def test_help_names_every_command_on_a_narrow_page_too():
    for columns in (40, 80):
        shown = page(draw_help(columns))
        assert all(typed in " ".join(shown.split()) for typed, _ in COMMANDS)
        assert max(map(len, shown.splitlines())) <= columns


def test_the_rule_behind_an_option():
    assert page(draw_option_help(OPTIONS[0], 80)) == "Lay\n  Lay a card."
    assert "says no more" in page(draw_option_help(OPTIONS[1], 80))


def test_the_settings_of_a_game():
    seen = view(values=[value("rounds", "4", what="param"), value("hints", "8")])
    assert page(draw_settings(seen, {}, 80)) == "Settings\n  rounds: 4"
    assert page(draw_settings(seen, {"rounds": "Rounds to play"}, 80)) == "Settings\n  Rounds to play: 4"
    assert page(draw_settings(view(), {}, 80)) == "This game has no settings."
