"""What each seat knows after trades, hidden plays, peeks, shuffles and reveals, move by move."""

from __future__ import annotations

import random

import pytest

from tests.engine.desk import ALL, DOWN, NOBODY, UP, Desk, Layout

FRUITS = ("Apple", "Banana", "Cherry", "Damson", "Elder")


def table(players: int = 3, copies: tuple[int, ...] = (3, 3, 3, 3, 1)) -> Desk:
    layout = Layout(players, FRUITS, copies)
    layout.zone("deck", "stack", NOBODY)
    layout.zone("hand", "set", "owner", per="player")
    layout.zone("line", "row", ALL, "owner", per="player")
    layout.zone("heap", "stack", ALL)
    layout.zone("peek", "set", "owner", per="player")
    layout.zone("chest", "set", NOBODY)
    layout.zone("under", "set", "owner", per="card")
    return Desk(layout.program())


def known(desk: Desk, seat: int, zone: int) -> list[str]:
    return [name for name in desk.names(seat, zone) if name != "?"]


def test_at_the_start_nobody_knows_anything_and_the_holder_of_a_hand_sees_it() -> None:
    desk = table()
    hand = desk.at("hand", 1)
    desk.deal(hand, "Apple", "Banana")
    assert desk.names(1, hand) == ["Apple", "Banana"]
    assert desk.names(2, hand) == ["?", "?"]
    assert desk.names(desk.public, hand) == ["?", "?"]


@pytest.fixture
def traded() -> Desk:
    """Player 1 has given an Apple for one of Player 2's cards, drawn blindly (a Cherry), before a third player."""
    desk = table()
    one, two = desk.at("hand", 1), desk.at("hand", 2)
    apple, _ = desk.deal(one, "Apple", "Banana")
    cherry, _ = desk.deal(two, "Cherry", "Damson")
    desk.move(apple, two)
    desk.move(cherry, one)
    return desk


def test_both_traders_know_what_moved(traded: Desk) -> None:
    assert known(traded, 1, traded.at("hand", 2)) == ["Apple"]
    assert known(traded, 2, traded.at("hand", 1)) == ["Cherry"]


@pytest.mark.parametrize("seat", [3, 4])
def test_neither_a_third_player_nor_the_public_know_what_was_traded(traded: Desk, seat: int) -> None:
    assert known(traded, seat, traded.at("hand", 1)) == known(traded, seat, traded.at("hand", 2)) == []


def test_a_card_given_away_is_known_until_its_holder_may_have_played_it_face_down(traded: Desk) -> None:
    two, line = traded.at("hand", 2), traded.at("line", 2)
    damson = next(c for c in traded.cards(two) if traded.name(c) == "Damson")
    traded.move(damson, line, face=DOWN)
    assert known(traded, 1, two) == known(traded, 1, line) == []
    assert traded.names(2, line) == ["Damson"]


def test_it_does_not_matter_which_card_was_really_played_face_down(traded: Desk) -> None:
    two, line = traded.at("hand", 2), traded.at("line", 2)
    apple = next(c for c in traded.cards(two) if traded.name(c) == "Apple")
    traded.move(apple, line, face=DOWN)
    assert known(traded, 1, two) == known(traded, 1, line) == []


def test_another_card_played_face_up_leaves_the_given_one_known(traded: Desk) -> None:
    two, line = traded.at("hand", 2), traded.at("line", 2)
    damson = next(c for c in traded.cards(two) if traded.name(c) == "Damson")
    traded.move(damson, line)
    assert known(traded, 1, two) == ["Apple"]
    assert [traded.names(seat, line) for seat in (1, 2, 3, 4)] == [["Damson"]] * 4


def test_another_card_played_face_up_leaves_the_given_one_known_among_several() -> None:
    desk = table()
    one, two, line = desk.at("hand", 1), desk.at("hand", 2), desk.at("line", 2)
    (apple,) = desk.deal(one, "Apple")
    _, damson, _ = desk.deal(two, "Cherry", "Damson", "Banana")
    desk.move(apple, two)
    desk.move(damson, line)
    assert desk.names(1, two) == ["?", "?", "Apple"]


@pytest.mark.parametrize("own", [False, True])
def test_a_card_like_the_given_one_played_face_up_may_have_been_it(own: bool) -> None:
    desk = table()
    one, two, line = desk.at("hand", 1), desk.at("hand", 2), desk.at("line", 2)
    (given,) = desk.deal(one, "Apple")
    held, _ = desk.deal(two, "Apple", "Cherry")
    desk.move(given, two)
    assert known(desk, 1, two) == ["Apple"]
    desk.move(held if own else given, line)
    assert known(desk, 1, two) == []


def test_once_all_hidden_places_but_one_are_seen_the_card_is_known_again(traded: Desk) -> None:
    two, line = traded.at("hand", 2), traded.at("line", 2)
    damson = next(c for c in traded.cards(two) if traded.name(c) == "Damson")
    traded.move(damson, line, face=DOWN)
    traded.flip(damson)
    assert known(traded, 1, two) == ["Apple"]


def hold(desk: Desk, given: tuple[str, ...], held: tuple[str, ...]) -> tuple[list[int], list[int]]:
    """Player 1 has given cards to Player 2, who held others: their numbers."""
    one, two = desk.at("hand", 1), desk.at("hand", 2)
    held_cards = desk.deal(two, *held)
    given_cards = desk.deal(one, *given)
    for card in given_cards:
        desk.move(card, two)
    return given_cards, held_cards


@pytest.mark.parametrize("real", ["given", "held"])
def test_seeing_a_card_played_later_does_not_tell_which_one_was_hidden_before(real: str) -> None:
    desk = table()
    (apple,), (damson, cherry) = hold(desk, ("Apple",), ("Damson", "Cherry"))
    two, line = desk.at("hand", 2), desk.at("line", 2)
    desk.move(apple if real == "given" else damson, line, face=DOWN)
    desk.move(cherry, line)
    assert desk.names(1, line) == ["?", "Cherry"]
    assert desk.names(1, two) == ["?"]


def test_a_like_card_turned_up_among_the_hidden_ones_may_have_been_the_given_one() -> None:
    desk = table()
    _, (own, _) = hold(desk, ("Apple",), ("Apple", "Cherry"))
    line = desk.at("line", 2)
    desk.move(own, line, face=DOWN)
    desk.flip(own)
    assert desk.names(1, line) == ["Apple"]
    assert known(desk, 1, desk.at("hand", 2)) == []
    desk.move(desk.cards(desk.at("hand", 2))[-1], line)
    assert known(desk, 1, desk.at("hand", 2)) == []


def test_cards_that_cannot_have_been_the_one_seen_stay_known_wherever_they_lie() -> None:
    desk = table()
    (one_apple, _), _ = hold(desk, ("Apple", "Apple"), ())
    two, line = desk.at("hand", 2), desk.at("line", 2)
    desk.move(one_apple, line, face=DOWN)
    assert desk.names(1, line) == desk.names(1, two) == ["Apple"]
    cherry, _ = desk.deal(desk.at("deck"), "Cherry", "Damson")
    for card in desk.cards(desk.at("deck")):
        desk.move(card, two, picked=False)
    desk.move(cherry, line)
    assert desk.names(1, line) == ["Apple", "Cherry"]
    assert desk.names(1, two) == ["?", "Apple"]


def test_cards_looked_at_and_put_back_on_the_deck_are_known_in_place_to_the_one_who_looked() -> None:
    desk = table()
    deck, peek = desk.at("deck"), desk.at("peek", 1)
    desk.deal(deck, "Apple", "Banana", "Cherry")
    banana, cherry = desk.cards(deck)[1:]
    for card in (cherry, banana):
        desk.move(card, peek, picked=False)
    desk.move(cherry, deck)
    desk.move(banana, deck)
    assert desk.names(1, deck) == ["?", "Cherry", "Banana"]
    assert desk.names(2, deck) == ["?", "?", "?"]


def test_a_public_card_put_back_in_secret_order_is_known_to_be_there_not_where() -> None:
    desk = table()
    deck, peek, line = desk.at("deck"), desk.at("peek", 1), desk.at("line", 1)
    (elder,) = desk.deal(line, "Elder")
    (apple,) = desk.deal(deck, "Apple")
    desk.move(apple, peek, picked=False)
    desk.move(elder, peek)
    assert desk.names(2, peek) == ["?", "Elder"]
    desk.move(elder, deck)
    assert desk.names(2, deck) == ["?"]
    desk.move(apple, deck)
    assert desk.names(2, deck) == ["?", "?"]
    assert desk.names(1, deck) == ["Elder", "Apple"]
    desk.reveal(apple, 0b111)
    assert desk.names(2, deck) == ["Elder", "Apple"]


def test_a_shuffle_makes_places_forgotten_and_keeps_what_all_cards_have_in_common() -> None:
    desk = table()
    deck, heap = desk.at("deck"), desk.at("heap")
    for card in desk.deal(heap, "Apple", "Apple", "Banana"):
        desk.move(card, deck, picked=False)
    assert desk.names(2, deck) == ["Apple", "Apple", "Banana"]
    desk.shuffle(deck, random.Random(1))
    assert desk.names(2, deck) == ["?", "?", "?"]
    banana = next(c for c in desk.cards(deck) if desk.name(c) == "Banana")
    desk.move(banana, desk.at("hand", 1), picked=False)
    assert desk.names(1, deck) == ["Apple", "Apple"]
    assert desk.names(2, deck) == ["?", "?"]


def test_a_card_named_by_its_unique_print_is_learnt_by_everybody_even_on_a_secret_pile() -> None:
    desk = table()
    deck, chest = desk.at("deck"), desk.at("chest")
    *_, elder = desk.deal(chest, "Apple", "Banana", "Elder")
    desk.move(elder, deck, picked=False, named=True)
    assert [desk.names(seat, deck) for seat in (1, 2, 3, 4)] == [["Elder"]] * 4


def test_a_reveal_to_one_seat_tells_only_that_seat_and_to_all_the_public_too() -> None:
    desk = table()
    hand = desk.at("hand", 1)
    apple, banana = desk.deal(hand, "Apple", "Banana")
    desk.reveal(apple, 0b011)
    assert known(desk, 2, hand) == ["Apple"]
    assert known(desk, 3, hand) == known(desk, desk.public, hand) == []
    desk.reveal(banana, 0b111)
    assert known(desk, 3, hand) == known(desk, desk.public, hand) == ["Banana"]


def test_a_row_is_pointed_at_so_a_card_taken_from_it_takes_its_knowledge_along() -> None:
    desk = table()
    line, other = desk.at("line", 1), desk.at("line", 2)
    apple, _ = desk.deal(line, "Apple", "Banana")
    desk.flip(apple)
    assert desk.names(3, line) == ["Apple", "Banana"]
    desk.move(apple, other, face=DOWN)
    assert desk.names(3, other) == ["Apple"]


def test_cards_beneath_a_card_are_seen_by_its_new_owner_and_stay_known_to_the_old_one() -> None:
    desk = table()
    one, two = desk.at("line", 1), desk.at("line", 2)
    (host,) = desk.deal(one, "Elder")
    under = desk.at("under", host)
    desk.deal(under, "Apple", "Banana")
    assert desk.names(1, under) == ["Apple", "Banana"]
    assert desk.names(2, under) == ["?", "?"]
    desk.move(host, two)
    assert desk.names(2, under) == ["Apple", "Banana"]
    assert desk.names(1, under) == ["Apple", "Banana"]
    assert desk.names(3, under) == ["?", "?"]


def test_face_down_cards_beneath_a_card_are_seen_by_nobody_if_the_zone_says_no_more() -> None:
    desk = table()
    (host,) = desk.deal(desk.at("line", 1), "Elder")
    under = desk.at("under", host)
    desk.deal(under, "Apple", "Banana", face=DOWN)
    assert desk.names(1, under) == ["?", "?"]


def test_cards_that_lie_with_each_other_belong_to_nobody() -> None:
    desk = table()
    apple, banana = desk.deal(desk.at("line", 1), "Apple", "Banana")
    desk.move(apple, desk.at("under", banana))
    desk.move(banana, desk.at("under", apple))
    assert desk.knowledge.sight.owner_of_zone(desk.s, desk.at("under", apple)) == 0
    assert not desk.knowledge.sees(desk.s, 1, apple)


def test_a_flip_in_a_set_does_not_tell_which_of_the_unseen_cards_was_turned() -> None:
    desk = table()
    chest, hand = desk.at("chest"), desk.at("hand", 1)
    (apple,) = desk.deal(hand, "Apple")
    (banana,) = desk.deal(chest, "Banana")
    desk.move(apple, chest)
    assert desk.shown(1, chest) == [("?", UP), ("Apple", UP)]
    desk.flip(banana)
    assert desk.shown(1, chest) == [("?", UP), ("?", DOWN)]


def test_what_an_example_places_is_known_only_where_it_is_seen() -> None:
    desk = table()
    hand, chest = desk.at("hand", 1), desk.at("chest")
    apple, _ = desk.deal(hand, "Apple", "Banana")
    desk.move(apple, chest)
    assert known(desk, 1, chest) == ["Apple"]
    desk.knowledge.given(desk.s, chest)
    assert known(desk, 1, chest) == []
