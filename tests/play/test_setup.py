"""Seats, settings and seeds as a person writes them."""

import pytest

from rulelang.agents import RandomAgent
from rulelang.play.setup import WrongSetup, new_seed, seat_agents, seat_kinds, seat_names, settings


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
