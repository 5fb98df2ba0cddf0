"""Two sides play in turns, by a clock of their own here."""

import pytest

from benchmarks import rounds
from benchmarks.rounds import Side, duel, enough_games, linear


class Clock:
    """Counts what games cost, and who played how many."""

    def __init__(self):
        self.now = 0.0
        self.played = []

    def side(self, name, cost, batch=1):
        def play(seed, games):
            self.now += games * cost
            self.played.append((name, games))
        return Side(name, play, batch)


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(rounds, "process_time", lambda: made.now)
    return made


def test_the_ratio_is_that_of_games_in_equal_time(clock):
    found = duel(clock.side("ours", 0.001), clock.side("theirs", 0.004), rounds=3, seconds=0.4)
    assert found.ratios == pytest.approx((4, 4, 4))
    assert found.rates == pytest.approx((1000, 250))
    assert found.linear == pytest.approx((8, 8))


def test_rounds_go_in_turns(clock):
    duel(clock.side("ours", 0.001), clock.side("theirs", 0.004), rounds=3, seconds=0.4)
    turns, checks = clock.played[-18:-12], clock.played[-12:]
    assert turns == [("ours", 400), ("theirs", 100)] * 3
    assert [name for name, _ in checks] == ["ours"] * 6 + ["theirs"] * 6


@pytest.mark.parametrize("cost", [1e-7, 0.0013, 0.2, 5.0])
def test_a_round_is_long_enough_and_holds_whole_batches(clock, cost):
    games = enough_games(clock.side("ours", cost, batch=6), 0.4)
    assert games % 6 == 0
    assert games == 6 or games * cost == pytest.approx(0.4, abs=3 * cost)


def test_games_that_are_not_played_one_by_one_are_noticed(clock):
    def remembered(seed, games):
        clock.now += 1
    assert linear(Side("ours", remembered), 80) == 1
