"""The classics end at every number of players, with every setting that opens other branches, within their bounds."""

import pytest

from rulelang.compiler import check
from tests.games.table import GAMES, load, look, random_choices, value, zone

CLASSICS = sorted(path.relative_to(GAMES).as_posix() for path in (GAMES / "classics").glob("*.rules"))
SETTINGS = {
    "classics/gin_rummy.rules": [{"oklahoma": True}, {"knock_card": 0}],
    "classics/goofspiel.rules": [{"hidden_bids": True, "prize_order": "rising"}, {"ranks": 2}, {"rounds": 3},
                                 {"carry_over": False, "last_bid_asked": False}],
    "classics/hearts.rules": [{"pass_cards": False, "lead_any_club": True, "jack_bonus": True, "no_tricks_bonus": True,
                               "lead_freely_instead_of_queen": True, "no_points_on_first_trick": False}],
    "classics/leduc_poker.rules": [{"max_raises": 4}, {"fold_anytime": True, "raiser_answers": True}],
    "classics/oh_hell.rules": [{"penalty": True, "tricks": 5}, {"suits": 2, "ranks": 8, "tricks": 17}],
    "classics/spades.rules": [{"lowest_bid": 0, "highest_bid": 13, "may_break": False, "overtrick_points": 1}],
    "classics/whist.rules": [{"deals": 2}],
    "variants/crazy_eights_openspiel.rules": [{"reshuffle": True, "special_cards": True},
                                              {"max_draws": 1, "max_cards_played": 5}, {"count_by_number": True}],
}


def counts(name):
    model = check(GAMES / name).model
    return range(model.low, model.high + 1)


def tables(name):
    """A classic with every number of players; some between the fewest and the most only in slow runs."""
    numbers = counts(name)
    for players in numbers:
        marks = () if players in (numbers[0], numbers[-1]) else pytest.mark.slow
        yield pytest.param(name, players, {}, marks=marks, id=f"{name}-{players}")


TABLES = [table for name in CLASSICS for table in tables(name)]
TABLES += [(name, counts(name)[-1], params) for name, all_params in SETTINGS.items() for params in all_params]


def played(name, players=2, seed=0, **params):
    """The end of a random game, and the values chosen in it."""
    *before, (state, _) = random_choices(load(name, players, **params), seed)
    return state, [value(choice) for _, choice in before]


@pytest.mark.parametrize(("name", "players", "params"), TABLES, ids=lambda part: str(part) if part != {} else "")
def test_a_random_game_ends_with_a_result(name, players, params):
    state, _ = played(name, players, **params)
    assert state.fault is None
    assert len(state.returns()) == players


@pytest.mark.parametrize("seed", range(3))
def test_what_one_wins_at_poker_the_others_lose(seed):
    assert sum(played("classics/leduc_poker.rules", 2, seed)[0].returns()) == 0


@pytest.mark.parametrize("seed", range(3))
def test_gin_is_won_as_much_as_lost(seed):
    assert sum(played("classics/gin_rummy.rules", 2, seed)[0].returns()) == 0


@pytest.mark.parametrize("seed", range(3))
def test_a_deal_of_hearts_has_26_points_or_somebody_took_them_all(seed):
    returns = played("classics/hearts.rules", 4, seed)[0].returns()
    assert sum(26 - part for part in returns) == 26 or sorted(returns) == [0, 0, 0, 26]


def test_the_last_cards_of_goofspiel_may_be_no_decision():
    _, chosen = played("variants/goofspiel_openspiel.rules", 3)
    assert len(chosen) == 3 * 12


@pytest.mark.parametrize(("order", "first"), [("rising", "prize 1"), ("falling", "prize 13")])
def test_prizes_of_goofspiel_may_come_in_order(order, first):
    view = look(load("classics/goofspiel.rules", 2, prize_order=order).new_state(seed=1))
    assert [card.name for card in zone(view, "upcard").cards] == [first]


def test_all_five_of_hanabi_share_the_result():
    returns = played("classics/hanabi.rules", 5)[0].returns()
    assert len(set(returns)) == 1
