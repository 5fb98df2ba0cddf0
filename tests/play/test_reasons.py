"""Why something is not offered: in the rule's own words, with its line, from what the seat may know."""

import pytest

import rulelang
from rulelang.play.reasons import draw_why, find_actions
from tests.support.sessions import begun, page, pick

RULES = '''game "Shop"
players 2
cards card:
    cost: 1..9
    1 "Fox": cost 2
    1 "Foxglove": cost 3
    1 "Foxtail": cost 3
    1 "Owl": cost 8
    1 "Hen": cost 1
    1 "Goose": cost 1
tokens coin: 9
zones:
    shop: row of card, seen by all
    hand per player: set of card, seen by owner
    deck: stack of card, seen by nobody
vars:
    open: flag = no
win: highest size(your hand)
phase play:
    move ["Fox", "Owl", "Goose"] to shop
    move "Hen" to seat(1)'s hand
    move ["Foxglove", "Foxtail"] to deck
    shuffle deck
    draw 1 from deck to seat(2)'s hand
    each player: your coin += 4
    repeat 3 times:
        each player: do 1 trade, up to 1 extra

> Buy one card.
action buy "Buy a card" in trade:
    choose card from shop where card.cost < 9
    pay card.cost coin
    do: move card to your hand

action sell "Sell a card" in trade:
    choose card from your hand where card.cost > 1
    do: move card to shop

action boast "Boast" in trade:
    when open else "The fair is not open."
    do: open = no

action whisper "Whisper" in extra:
    when done(trade) > 0
'''


@pytest.fixture(scope="module")
def game():
    return rulelang.load(RULES, 2)


def why(game, typed, columns=200):
    running = begun(game, ("human", "human"), names=("Ann", "Bo"))
    return page(draw_why(running.state, 1, typed, columns))


def test_an_action_fails_by_its_else_text(game):
    assert why(game, "boast") == "Boast\n  The fair is not open. (`when open`, line 40)"


def test_a_condition_without_a_text_is_quoted(game):
    assert why(game, "whisper") == "Whisper\n  This must hold, and does not: `when done(trade) > 0`, line 44."


def test_without_anything_to_choose_the_choice_is_quoted(game):
    assert why(game, "sell") == (
        "Sell a card\n  There is no card to choose: `card from your hand where card.cost > 1`, line 36.")


def test_an_action_that_is_offered_can_be_done(game):
    assert why(game, "BUY a") == "Buy a card\n  You can do it now."


def test_a_card_that_can_be_taken(game):
    assert "  Buy a card: can take it now." in why(game, "fox")


def test_a_card_that_does_not_fit_the_choice(game):
    assert "Sell a card: it does not fit `card from your hand where card.cost > 1`, line 36." in why(game, "hen")


def test_a_card_that_lies_elsewhere(game):
    shown = why(game, "owl")
    assert shown.startswith("Owl in shop\n")
    assert "Sell a card: it is not among the cards of `card from your hand where card.cost > 1`" in shown


def test_a_card_that_costs_too_much(game):
    assert "Buy a card: not with this card. You cannot pay 8 coin: `pay card.cost coin`, line 32." in why(game, "owl")


def test_a_whole_name_is_meant_before_a_longer_one(game):
    assert "Foxglove" not in why(game, "fox")


def test_cards_the_seat_does_not_know_are_not_spoken_of(game):
    assert why(game, "foxglove") == why(game, "foxtail") == ""
    running = begun(game, ("human", "human"))
    pick(running, "Fox", "Done")
    assert running.to_act == 2
    held = next(zone for zone in running.view(2).zones if zone.name == "hand" and zone.owner == 2).cards[0].name
    assert f"{held} in your hand" in page(draw_why(running.state, 2, held, 80))


def test_asking_changes_nothing(game):
    running = begun(game, ("human", "human"))
    before = running.state.s[:]
    for typed in ("boast", "buy", "owl", "fox", "hen", "sell", "whisper"):
        draw_why(running.state, 1, typed, 80)
    assert running.state.s == before


def test_an_item_that_is_used_up_says_so(game):
    running = begun(game, ("human", "human"))
    pick(running, "Fox")
    shown = page(draw_why(running.state, 1, "buy", 80))
    assert "It is not, or no more, allowed here: `do 1 trade, up to 1 extra`, line 27." in shown


def test_an_action_of_another_question():
    menu = "        each player: do 1 trade, up to 1 extra"
    bids = rulelang.load(RULES.replace(menu, f"        each player: choose bid from 1..2\n{menu}"), 2)
    running = begun(bids, ("human", "human"))
    assert page(draw_why(running.state, 1, "buy", 80)) == "Buy a card\n  This question does not ask for it."
    assert "No card is asked for now." in page(draw_why(running.state, 1, "fox", 80))


def test_names_and_labels_find_actions(game):
    program = game.program
    assert [program.actions[n].name for n in find_actions(program, "se")] == ["sell"]
    assert len(find_actions(program, "a")) == 2
    assert find_actions(program, "") == find_actions(program, "zz") == ()


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_pages_fit(game, columns):
    for typed in ("boast", "owl", "sell"):
        assert max(map(len, why(game, typed, columns).splitlines())) <= columns
