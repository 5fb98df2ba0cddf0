"""Our classics against the C++ games of OpenSpiel, option by option."""

import pytest

from tests.oracle import numbers
from tests.oracle.lockstep import Differs, Pair, games, play

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed here")


def shared(returns):
    """Winners share 1, the others share -1; nobody gets anything if all have won."""
    wins = sum(returns)
    if wins == len(returns):
        return [0.0] * len(returns)
    return [1 / wins if won else -1 / (len(returns) - wins) for won in returns]


EIGHTS = "variants/crazy_eights_openspiel.rules"

# Of the variants of a game the first is played most often.
PAIRS = [
    Pair("kuhn_poker", "classics/kuhn_poker.rules", 2, numbers.kuhn_poker),
    Pair("kuhn_poker", "classics/kuhn_poker.rules", 4, numbers.kuhn_poker, {"players": 4}),
    Pair("leduc_poker", "classics/leduc_poker.rules", 2, numbers.leduc_poker),
    Pair("goofspiel", "variants/goofspiel_openspiel.rules", 2, numbers.goofspiel, returns=shared),
    Pair("goofspiel", "variants/goofspiel_openspiel.rules", 3, numbers.goofspiel, {"players": 3}, returns=shared),
    Pair("goofspiel", "variants/goofspiel_openspiel.rules", 2, numbers.goofspiel, {"points_order": "descending"},
         {"prize_order": "falling"}, returns=shared),
    Pair("crazy_eights", EIGHTS, 2, numbers.crazy_eights, {"players": 2}, {"count_by_number": True}),
    Pair("crazy_eights", EIGHTS, 5, numbers.crazy_eights, {"players": 5}, {"count_by_number": True}),
    Pair("crazy_eights", EIGHTS, 3, numbers.crazy_eights, {"players": 3, "reshuffle": True},
         {"count_by_number": True, "reshuffle": True}),
    Pair("crazy_eights", EIGHTS, 4, numbers.crazy_eights, {"players": 4, "use_special_cards": True},
         {"count_by_number": True, "special_cards": True}),
    # With ten players OpenSpiel deals on from an empty stock, if a set is laid down while dealing, and breaks.
    Pair("go_fish", "variants/go_fish_openspiel.rules", 2, numbers.go_fish, returns=shared),
    Pair("go_fish", "variants/go_fish_openspiel.rules", 4, numbers.go_fish, {"players": 4}, returns=shared),
    Pair("go_fish", "variants/go_fish_openspiel.rules", 9, numbers.go_fish, {"players": 9}, returns=shared),
    Pair("hearts", "classics/hearts.rules", 4, numbers.hearts),
    Pair("hearts", "classics/hearts.rules", 4, numbers.hearts,
         {"jd_bonus": True, "avoid_all_tricks_bonus": True, "can_lead_any_club": True, "qs_breaks_hearts": False,
          "can_lead_hearts_instead_of_qs": True, "no_pts_on_first_trick": False},
         {"jack_bonus": True, "no_tricks_bonus": True, "lead_any_club": True, "queen_breaks_hearts": False,
          "lead_freely_instead_of_queen": True, "no_points_on_first_trick": False}),
    Pair("gin_rummy", "classics/gin_rummy.rules", 2, numbers.gin_rummy),
    Pair("gin_rummy", "classics/gin_rummy.rules", 2, numbers.gin_rummy, pick=numbers.knocking),
    Pair("gin_rummy", "classics/gin_rummy.rules", 2, numbers.gin_rummy, {"oklahoma": True, "knock_card": 8},
         {"oklahoma": True, "knock_card": 8}, pick=numbers.knocking),
    Pair("oh_hell", "classics/oh_hell.rules", 3, numbers.oh_hell),
    Pair("oh_hell", "classics/oh_hell.rules", 7, numbers.oh_hell, {"players": 7}),
    Pair("oh_hell", "classics/oh_hell.rules", 4, numbers.oh_hell,
         {"players": 4, "num_tricks_fixed": 5, "off_bid_penalty": True, "points_per_trick": 3},
         {"tricks": 5, "penalty": True, "trick_points": 3}),
    Pair("spades", "classics/spades.rules", 4, numbers.spades, {},
         {"lowest_bid": 0, "highest_bid": 13, "may_break": False, "overtrick_points": 1}),
]


def runs():
    """Which seeds each pair is played with: 50 of a game's first variant by default, 2,000 in slow runs."""
    found, seen = [], set()
    for pair in PAIRS:
        first = pair.spiel not in seen
        seen.add(pair.spiel)
        soon, late = (range(50), range(50, 2000)) if first else (range(5), range(5, 500))
        found.append(pytest.param(pair, soon, id=f"{pair}"))
        found.append(pytest.param(pair, late, id=f"{pair} long", marks=pytest.mark.slow))
    return found


@pytest.mark.parametrize(("pair", "seeds"), runs())
def test_the_same_game_as_in_openspiel(pair, seeds):
    theirs, ours = games(pair)
    assert all(play(pair, theirs, ours, seed) for seed in seeds)


def test_another_game_is_noticed():
    """Hearts that may be led at once differ within a few deals."""
    pair = Pair("hearts", "classics/hearts.rules", 4, numbers.hearts, params={"must_break_hearts": False})
    theirs, ours = games(pair)
    with pytest.raises(Differs):
        sum(play(pair, theirs, ours, seed) for seed in range(20))
