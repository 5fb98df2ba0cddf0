"""A session asks people only what there is to decide, takes back unfinished moves, and records whole ones."""

import pytest

import rulelang
from rulelang.agents import RandomAgent
from rulelang.match.recorder import Recorder
from rulelang.match.replay import replay
from rulelang.match.transcript import header_of
from rulelang.play.asking import WHOLE_MOVES
from rulelang.play.feed import Feed
from rulelang.play.session import Session
from rulelang.play.setup import seat_names
from rulelang.source import Source
from tests.support.small_games import BIDS, FORCED, LINES


def session(rules, seats=("human", "random"), seed=3, first=1, **params):
    game = rulelang.load(rules, len(seats), **params)
    recorder = Recorder(header_of(game, "0", seats, seed, first))
    agents = tuple(None if kind == "human" else RandomAgent() for kind in seats)
    return Session(game, agents, recorder, seat_names(len(seats)))


def pick(running, text):
    """Answer with the first option whose heading and label contain a text."""
    option = next(o for o in running.question().options if text in f"{o.group}: {o.label}")
    running.answer(option)
    return option


def labels(running):
    return [option.label for option in running.question().options]


def test_bots_play_until_a_person_has_something_to_decide():
    running = session(LINES, ("random", "random", "human"))
    running.run()
    assert (running.to_act, running.waits_for_person, running.turn) == (3, True, 2)


def test_a_game_of_bots_runs_to_its_end():
    running = session(LINES, ("random", "random"))
    assert running.run() == ()
    assert (running.over, running.to_act) == (True, 0)
    assert running.view(None).over


def test_forced_choices_are_taken_and_told():
    running = session(FORCED)
    forced = running.run()
    assert [(each.seat, each.prompt, each.label) for each in forced] == [(1, "Choose card:", "Fox")]
    assert labels(running) == ["1", "2"]


def test_few_moves_are_offered_whole_under_their_beginning():
    running = session(LINES, cards_dealt=2)
    running.run()
    options = running.question().options
    assert len(options) == 5 <= WHOLE_MOVES
    assert [option.group for option in options] == ["Lay a card"] * 4 + [""]
    assert options[0].doc == "Lay a card at the right end of your line."
    running.answer(options[1])
    assert running.turn == 1


def test_many_moves_are_asked_step_by_step():
    running = session(LINES, cards_dealt=6)
    running.run()
    assert labels(running) == ["Lay a card", "Fetch a card"]
    pick(running, "Lay")
    assert running.question().answered == ("Lay a card",)
    assert len(labels(running)) == 6
    running.answer(running.question().options[0])
    assert labels(running) == ["up", "down"]
    assert running.turn == 0
    pick(running, "down")
    assert running.turn == 1


def test_a_move_can_be_taken_back_answer_by_answer_until_its_last():
    running = session(LINES, cards_dealt=6)
    running.run()
    before = running.view(1)
    assert not running.back()
    pick(running, "Lay")
    running.answer(running.question().options[2])
    assert running.question().can_go_back
    assert running.back()
    assert running.question().answered == ("Lay a card",)
    assert running.back()
    assert running.view(1) == before
    assert not running.back()
    pick(running, "Fetch")
    assert not running.back()


def test_what_was_taken_back_leaves_no_trace_in_the_record():
    running = session(LINES, cards_dealt=6, rounds=1)
    running.run()
    pick(running, "Lay")
    running.back()
    pick(running, "Lay")
    running.answer(running.question().options[0])
    pick(running, "up")
    running.run()
    transcript = running.finish()
    own = [entry for entry in transcript.entries if entry.seat == 1]
    assert [len(entry.ids) for entry in own] == [3]
    assert own[0].label.startswith("Lay a card: ")
    replay(running.game, transcript, Source("log", "\n" * 999))


def test_a_game_that_is_left_ends_before_the_unfinished_move():
    running = session(LINES, cards_dealt=6)
    running.run()
    pick(running, "Lay")
    transcript = running.finish()
    assert transcript.ending.reason == "left"
    assert all(entry.seat == 0 for entry in transcript.entries)
    replay(running.game, transcript, Source("log", "\n" * 999))


def test_a_feed_gives_each_event_once():
    running = session(LINES)
    feed, everything = Feed(running), []
    running.run()
    while not running.over:
        everything += feed.take(1)
        assert feed.take(1) == ()
        running.answer(running.question().options[0])
        running.run()
    everything += feed.take(1)
    assert [event.text for event in everything if event.kind == "action"] == [
        event.text for event in running.view(1, 0).log if event.kind == "action"]


def test_a_person_is_asked_nothing_that_is_anothers():
    running = session(BIDS, ("human", "human"))
    running.run()
    assert running.question().seat == running.to_act == 1
    assert running.view(2).decision.choices == ()


def test_a_bots_seat_cannot_be_answered_for_and_a_persons_cannot_be_played():
    running = session(LINES)
    running.run()
    with pytest.raises(ValueError, match="seat 1 is a person's"):
        running.step_bot()
    with pytest.raises(ValueError, match="2 seats need 2 players"):
        Session(running.game, (None,), Recorder(running.header), ("A",))


SEVERAL = """game "Several"
players 2
cards card:
    3 "Fox"
    3 "Owl"
zones:
    hand per player: set of card, seen by owner
    heap: stack of card, seen by all
win: highest size(your hand)
phase play:
    each player: move all card to your hand
    each player: do up to 1 turn
action give "Give" in turn:
    choose 1..2 gifts from your hand
    do: move gifts to heap
"""


def test_what_ends_a_turn_comes_last_and_what_ends_a_pick_is_not_spelled_out():
    running = session(SEVERAL.replace("each player: move all card to your hand", "move all card to seat(1)'s hand"))
    running.run()
    assert [(option.group, option.label) for option in running.question().options] == [
        ("Give", "Fox"), ("Give", "Fox, Fox"), ("Give", "Fox, Owl"), ("Give", "Owl"), ("Give", "Owl, Owl"),
        ("", "Done")]
    pick(running, "Owl")
    assert running.turn == 1
