"""A pick of several is given in any order; what is recorded is the one path the machine knows."""

from tests.support.sessions import begun

GIFTS = '''game "Gifts"
players 2
cards card:
    2 "Ash"
    2 "Birch"
    2 "Cedar"
zones:
    hand per player: set of card, seen by owner
    gone: set of card, seen by all
win: highest size(your hand)
phase play:
    move all card to seat(1)'s hand
    repeat 2 times:
        each player: do 1 turn
action give "Give cards" in turn:
    choose 1..2 gifts "Cards to give" from your hand
    do: move gifts to gone
action pass "Pass" in turn
'''


def labels(running):
    return [option.label for option in running.question().options]


def take(running, label):
    running.answer(next(option for option in running.question().options if option.label == label))


def at_the_pick():
    running = begun(GIFTS)
    take(running, "Give cards")
    return running


def gone(running):
    zone = next(zone for zone in running.view(None).zones if zone.name == "gone")
    return [card.name for card in zone.cards]


def test_every_card_is_offered_first_and_any_that_fits_behind_it():
    running = at_the_pick()
    assert labels(running) == ["Ash", "Birch", "Cedar"]
    take(running, "Cedar")
    assert labels(running) == ["Ash", "Birch", "Cedar", "Done"]
    assert running.question().answered[-1] == "Cedar"


def test_picks_out_of_order_become_the_path_of_the_machine():
    running = at_the_pick()
    take(running, "Cedar")
    take(running, "Ash")
    assert gone(running) == ["Ash", "Cedar"]
    assert running.entries[-1].ids[-2:] == ("give.gifts:Ash", "give.gifts:Cedar")


def test_nothing_is_ended_for_a_person_while_more_may_be_picked():
    running = at_the_pick()
    take(running, "Cedar")
    assert running.run_forced() == ()
    take(running, "Done")
    assert gone(running) == ["Cedar"]


def test_a_pick_is_taken_back_by_itself():
    running = at_the_pick()
    take(running, "Birch")
    assert running.back()
    assert labels(running) == ["Ash", "Birch", "Cedar"]


def test_equal_cards_may_be_picked_as_often_as_there_are():
    running = at_the_pick()
    take(running, "Birch")
    take(running, "Birch")
    assert gone(running) == ["Birch", "Birch"]
