"""The cards of a game, for its params and players."""

import pytest

from rulelang.analysis.constants import default_params
from rulelang.analysis.deck import deck
from rulelang.compiler import check
from rulelang.diagnostics import Diagnostics

GAME = """game "G"
players 2..4
param ranks: 1..13 = 3
param most: 0..9 = 2
enum suit: clubs, hearts
enum rank: 2..3, jack
table copies_of: 1 -> 3, 2 -> 2
cards card:
    suit: suit
    rank: rank
    1 each suit, rank where rank > 2 and suit is hearts or rank is jack named "{rank} of {suit}"
    most - 1 each suit, rank where rank is 2
cards number:
    value: 1..13
    wild: flag
    1 each value where value <= ranks
    1 each value where value <= ranks and copies_of[value] >= 2
cards beast:
    wild: flag
    marks: set of suit
    player_count "Fox": wild yes, marks [hearts, clubs]
    max(most, 4) / 3 rounded up "Owl"
win: highest number(you)
phase play: end play
"""


def cards_of(players=2, **params):
    model = check(GAME).model
    found = Diagnostics()
    made = deck(model, players, {**default_params(model), **params}, found)
    assert not found.found
    return made


def named(made):
    return {card.name: card.copies for card in made.prints}


def test_prints_come_in_the_order_of_the_rows_the_last_attribute_fastest():
    assert list(named(cards_of())) == [
        "jack of clubs",
        "3 of hearts",
        "jack of hearts",
        "clubs 2",
        "hearts 2",
        "1",
        "2",
        "3",
        "Fox",
        "Owl",
    ]


def test_params_and_players_decide_what_there_is():
    assert named(cards_of(4, ranks=1, most=9)) == {
        "jack of clubs": 1,
        "3 of hearts": 1,
        "jack of hearts": 1,
        "clubs 2": 8,
        "hearts 2": 8,
        "1": 2,
        "Fox": 4,
        "Owl": 3,
    }


def test_rows_of_one_name_add_up():
    assert named(cards_of())["1"] == 2
    assert named(cards_of())["3"] == 1


def test_every_card_is_the_number_of_its_print():
    made = cards_of()
    assert len(made.cards) == sum(card.copies for card in made.prints)
    assert [made.cards.count(number) for number in range(len(made.prints))] == [card.copies for card in made.prints]
    assert list(made.cards) == sorted(made.cards)


def test_values_are_numbers_places_and_sorted_collections():
    made = cards_of()
    assert made.prints[made.index("Fox")].values == {"wild": 1, "marks": (0, 1)}
    assert made.prints[made.index("3 of hearts")].values == {"suit": 1, "rank": 1}
    assert made.index("Ox") is None


def test_copies_below_nothing_are_found_when_the_params_are_known():
    model = check(GAME).model
    found = Diagnostics()
    deck(model, 2, {**default_params(model), "most": 0}, found)
    assert [(d.code, d.span.line) for d in found.found] == [("RL235", 12)]


@pytest.mark.parametrize("row", ['1000000000 "Fox"', '99999 * 99999 * 99999 * 99999 "Fox"', "1 each big, huge"])
def test_more_cards_than_allowed_are_refused_at_once(row):
    text = GAME.replace(
        "cards beast:", f"cards flood:\n    big: 1..2000000000\n    huge: 1..2000000000?\n    {row}\ncards beast:"
    )
    text = text.replace(' "Fox"\ncards', ' "Ox": big 1\ncards')
    assert {d.code for d in check(text)} == {"RL234"}
