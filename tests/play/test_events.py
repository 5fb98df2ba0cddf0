"""What happened, and who has won, in words."""

import pytest

from rulelang.engine.seen import SeenEvent
from rulelang.play.events import MOST_NEWS, draw_events, draw_news, draw_result, result_words
from rulelang.play.lines import text_of
from tests.support.views import view


def page(lines):
    return [text_of(each) for each in lines]


def test_events_stand_below_each_other_phases_as_headings_and_ranges_marked():
    events = [SeenEvent(0, "phase", "Round"), SeenEvent(0, "move", "A card moves."),
              SeenEvent(1, "range", "`pot` would have been 5 at line 12; stored 2."),
              SeenEvent(1, "over", "The game is over.")]
    assert page(draw_events(events, 80)) == [
        "  -- Round", "  A card moves.", "! `pot` would have been 5 at line 12; stored 2."]


def test_long_events_wrap_behind_their_indent():
    lines = page(draw_events([SeenEvent(0, "move", "word " * 20)], 40))
    assert len(lines) == 3
    assert all(each.startswith("  word") and len(each) <= 40 for each in lines)


def test_of_very_many_events_the_last_are_shown():
    events = [SeenEvent(0, "move", f"Event {k}.") for k in range(MOST_NEWS + 5)]
    lines = page(draw_news(events, 80))
    assert lines[:2] == ["  (5 earlier lines are left out.)", "  Event 5."]
    assert len(page(draw_news(events[5:], 80))) == MOST_NEWS


def test_control_characters_in_events_are_neutralised():
    assert "\x1b" not in page(draw_events([SeenEvent(0, "move", "\x1b[2J")], 80))[0]


@pytest.mark.parametrize(("seat", "returns", "words"), [
    (1, (1, 0), "You win."), (2, (1, 0), "Player 1 wins."), (None, (0, 1), "Player 2 wins."),
    (2, (1, 1), "Player 1 and You share the win."), (None, (1, 1, 1), "Player 1, Player 2 and Player 3 share the win."),
    (1, (-2, 2), "Results: You -2, Player 2 +2."), (None, (0, 0), "Results: Player 1 0, Player 2 0."),
])
def test_results_in_words(seat, returns, words):
    assert result_words(view(seat=seat, players=len(returns), returns=returns, over=True)) == words


def test_a_game_ended_by_a_limit_says_so():
    ended = view(over=True, returns=(1, 0), adjudicated="a stated limit")
    assert page(draw_result(ended, 80))[1] == "It was ended by a limit: a stated limit."
