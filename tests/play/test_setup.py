"""Seats, settings and seeds as a person writes them."""

import pytest

from rulelang.agents import RandomAgent
from rulelang.play.setup import (
    WrongSetup,
    find_seat,
    new_seed,
    player_names,
    seat_agents,
    seat_kinds,
    seat_names,
    settings,
)


@pytest.mark.parametrize(("text", "players", "kinds"), [
    ("human,random", 2, "human random"),
    ("human,random", 4, "human random random random"),
    ("random", 3, "random random random"),
    ("random, human", 2, "random human"),
])
def test_the_last_seat_repeats(text, players, kinds):
    assert seat_kinds(text, players) == tuple(kinds.split())


@pytest.mark.parametrize(("text", "message"), [
    ("human,randm", "Did you mean `random`?"),
    ("", "Nobody called `` can sit"),
    ("human,,random", "Nobody called `` can sit"),
    ("human,random,random", "3 seats were named, but 2 play."),
])
def test_wrong_seats_are_explained(text, message):
    with pytest.raises(WrongSetup) as error:
        seat_kinds(text, 2)
    assert message in str(error.value)


def test_people_have_no_agent():
    assert seat_agents(("human", "random")) == (None, RandomAgent())
    assert seat_names(2) == ("Player 1", "Player 2")


def test_players_are_called_by_their_names_or_their_seats():
    assert player_names(" Ann ,Bo  Lee", 3) == ("Ann", "Bo Lee", "Player 3")
    assert player_names(",Bo", 2) == ("Player 1", "Bo")
    assert player_names("J\x1b[2Jo", 1) == ("J\N{REPLACEMENT CHARACTER}[2Jo",)


@pytest.mark.parametrize(("text", "message"), [
    ("A,B,C", "3 players were named, but 2 play."), ("Ann,ann", "Two players are called `Ann`"),
    ("you", "everybody is called"), ("A" * 21, "at most 20 letters"), ("Player 2", "Two players are called `Player 2`"),
])
def test_wrong_names_are_explained(text, message):
    with pytest.raises(WrongSetup) as error:
        player_names(text, 2)
    assert message in str(error.value)


def test_a_seat_is_found_by_number_or_name():
    names = ("Ann", "Bo", "Bob")
    assert [find_seat(text, names) for text in ("2", "an", " ANN ", "bob")] == [2, 1, 1, 3]
    for text in ("0", "4", "", "b", "x", "²", "9" * 50):
        with pytest.raises(WrongSetup, match="the seats are 1 Ann, 2 Bo, 3 Bob"):
            find_seat(text, names)


def test_settings_are_numbers_yes_or_no():
    assert settings(["rounds=2", " open = yes ", "low=-3", "shut=no", "colour=red"]) == {
        "rounds": 2, "open": True, "low": -3, "shut": False, "colour": "red"}


@pytest.mark.parametrize("pair", ["rounds", "=2", "rounds=", "rounds=2.5", "rounds=99999999999",
                                  "rounds=²"])
def test_wrong_settings_are_explained(pair):
    with pytest.raises(WrongSetup):
        settings([pair])


def test_no_setting_twice():
    with pytest.raises(WrongSetup, match="twice"):
        settings(["rounds=2", "rounds=3"])


def test_seeds_can_be_typed_again():
    assert all(0 <= new_seed() < 10**9 for _ in range(20))
