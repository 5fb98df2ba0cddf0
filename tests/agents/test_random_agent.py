"""Bots are given views and moves, never states; the random one picks evenly and repeatably."""

from collections import Counter

import pytest

import rulelang
from rulelang.agents import AGENTS, Perspective, RandomAgent, agent_named
from rulelang.engine.options import Move
from rulelang.ir.draws import Draws, seat_draws
from rulelang.match.match import play_match
from tests.support.small_games import LINES

MOVES = tuple(Move((f"x:{k}",), (k,), str(k)) for k in range(5))


def test_every_agent_is_found_by_its_name():
    assert [agent_named(name).name for name in AGENTS] == list(AGENTS)
    with pytest.raises(KeyError):
        agent_named("nobody")


def test_moves_are_equally_likely():
    draws, agent = Draws(1, 0), RandomAgent()
    perspective = Perspective(1, None, MOVES)
    counts = Counter(agent.choose(perspective, draws) for _ in range(10_000))
    assert set(counts) == set(MOVES)
    assert max(counts.values()) - min(counts.values()) < 300


def test_a_seat_has_its_own_generator_that_a_seed_repeats():
    first = [seat_draws(7, 1).word() for _ in range(2)]
    assert first[0] == first[1]
    assert len({seat_draws(seed, seat).word() for seed in range(5) for seat in range(1, 5)}) == 20


def test_an_agent_is_shown_the_view_of_its_own_seat():
    shown = []

    class Notes(RandomAgent):
        def choose(self, perspective, draws):
            view, moves = perspective.view, perspective.moves
            hands = [zone for zone in view.zones if zone.name == "hand"]
            shown.append((view.seat, view.decision.seat, [all(card.name for card in zone.cards) for zone in hands]))
            return moves[-1]

    game = rulelang.load(LINES, players=2, rounds=2)
    play_match(game, [Notes(), Notes()], seed=3)
    assert {(1, 1, (True, False)), (2, 2, (False, True))} >= {(a, b, tuple(c)) for a, b, c in shown}
    assert {seat for seat, _, _ in shown} == {1, 2}
