"""What may be taken back is read off the record: never past something that somebody has come to know since."""

import random

import pytest

from rulelang.match.transcript import whole_digest
from tests.support.sessions import begun, pick
from tests.support.small_games import LINES

TABLE = '''game "Table"
players 2..3
cards card:
    red: flag
    2 "Fox": red yes
    2 "Owl": red no
    1 "Hen": red yes
    1 "Cow": red no
zones:
    market: row of card, seen by all
    deck: stack of card, seen by nobody
    box: stack of card, seen by nobody
    hand per player: set of card, seen by owner
    front per player: row of card, seen by all
    secret per player: row of card, seen by all, face down seen by owner
vars:
    points per player: 0..99
    noted per player: 0..99
    luck: 0..9
win: highest your points
score worth:
    "Red": count(c in your secret where c.red)
phase play:
    move all card to deck
    move ["Hen", "Cow"] to market
    shuffle deck
    each player: draw 1 from deck to your hand
    each player: do up to 3 turn
action take "Take" in turn:
    choose card from market
    do: move card to your front
action draw_one "Draw" in turn:
    do: draw 1 from deck to your hand
action bury "Bury" in turn:
    do: draw 1 from deck to box
action mix "Mix" in turn:
    do: shuffle deck
action throw "Throw dice" in turn:
    do:
        random n from 1..6
        luck = n
action lay "Lay open" in turn:
    choose card from your hand
    do: move card to your front
action hide "Hide" in turn:
    choose card from your hand
    do: move card to your secret face down
action count_up "Count up" in turn:
    do: your points += your worth
action note_down "Note down" in turn:
    do: your noted = count(c in your secret where c.red)
action glimpse "Glimpse" in turn:
    do:
        let top_one = top of deck
        reveal top_one to you
        shuffle deck
action gain "Gain" in turn:
    do: your points += 1
'''

SHOWN = "seen something since then that was hidden before."
OTHER = "That cannot be taken back: Bo has decided something since then."


@pytest.fixture(scope="module")
def game():
    import rulelang

    return rulelang.load(TABLE, 2)


def table(game, kinds=("human", "random")):
    return begun(game, kinds, names=("Ann", "Bo"))


def snapshot(running):
    return whole_digest(running.state), len(running.state.record), running.entries, running.snapshot()


@pytest.mark.parametrize("action", ["Take Hen", "Bury", "Mix", "Gain", "Hide"])
def test_a_move_that_showed_nothing_new_is_taken_back_bit_for_bit(game, action):
    running = table(game)
    before = snapshot(running)
    pick(running, *action.split())
    assert snapshot(running) != before
    assert running.undo(1) == ""
    assert snapshot(running) == before


@pytest.mark.parametrize(("action", "who"), [("Draw", "you have"), ("Glimpse", "you have"), ("Lay open", "Bo has")])
def test_no_way_back_past_a_card_that_somebody_has_seen(game, action, who):
    running = table(game)
    pick(running, action)
    after = snapshot(running)
    assert running.undo(1) == f"That cannot be taken back: {who} {SHOWN}"
    assert snapshot(running) == after


def test_no_way_back_past_a_random_event(game):
    running = table(game)
    pick(running, "Throw dice")
    assert running.undo(1) == "That cannot be taken back: chance has decided something since then."


@pytest.mark.parametrize("kinds", [("human", "random"), ("human", "human")])
def test_no_way_back_past_another_players_decision(game, kinds):
    running = table(game, kinds)
    pick(running, "Gain")
    pick(running, "Done")
    if kinds[1] == "human":
        pick(running, "Gain")
    assert running.undo(1) == OTHER


def test_no_way_back_to_anothers_decision(game):
    running = table(game, ("human", "human"))
    pick(running, "Done")
    assert running.to_act == 2
    assert running.undo(2) == "There is nothing to take back yet."
    assert running.undo(1) == ""
    assert running.to_act == 1


@pytest.mark.parametrize("action", ["Count up", "Note down"])
def test_no_way_back_past_a_number_made_of_hidden_cards(game, action):
    running = table(game)
    pick(running, "Hide")
    pick(running, action)
    assert running.undo(1) == f"That cannot be taken back: Bo has {SHOWN}"


def test_a_number_made_of_what_everybody_sees_can_be_taken_back(game):
    running = table(game)
    pick(running, "Count up")
    assert running.undo(1) == ""


def test_several_moves_in_a_row_are_taken_back_one_by_one(game):
    running = table(game)
    marks = [snapshot(running)]
    for actions in (("Gain",), ("Take", "Cow")):
        pick(running, *actions)
        marks.append(snapshot(running))
    assert running.undo(1) == ""
    assert snapshot(running) == marks[1]
    assert running.undo(1) == ""
    assert snapshot(running) == marks[0]
    assert running.undo(1) == "There is nothing to take back yet."


def test_an_unfinished_move_goes_first(game):
    running = begun(LINES, cards_dealt=6)
    before = snapshot(running)
    pick(running, "Lay")
    assert running.undo(1) == ""
    assert snapshot(running) == before


def test_what_is_taken_back_is_played_again_alike(game):
    running = table(game)
    pick(running, "Bury")
    after = snapshot(running)
    running.undo(1)
    pick(running, "Bury")
    assert snapshot(running) == after


def wander(running, rng, steps):
    """Play at random, asking for the way back after each answer; how often there was one."""
    marks, ways = [snapshot(running)], 0
    for _ in range(steps):
        seat = running.to_act
        running.answer(rng.choice(running.question().options))
        running.run()
        if running.over:
            break
        now = snapshot(running)
        if running.undo(seat) == "":
            ways += 1
            assert snapshot(running) in marks
        else:
            assert snapshot(running) == now
        marks.append(snapshot(running))
    return ways


@pytest.mark.parametrize("seed", range(4))
def test_in_random_games_each_way_back_leads_where_it_came_from(game, seed):
    wander(begun(game, ("human", "human"), seed=seed, names=("Ann", "Bo")), random.Random(seed), 40)


@pytest.mark.parametrize("name", ["linkage", "kuhn_poker"])
def test_bundled_games_can_be_asked_at_any_time(name):
    assert wander(begun(name, ("human", "human"), seed=4), random.Random(1), 30) > (name == "linkage")
