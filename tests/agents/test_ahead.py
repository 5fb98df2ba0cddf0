"""Moves tried in a module bring what moves tried by the interpreter bring: the same bots, sooner."""

import random

import pytest

from rulelang.agents import GreedyAgent, perspective_of
from rulelang.agents.greedy import Ahead, weigh
from rulelang.engine.options import Move
from rulelang.simulate.plan import Plan
from rulelang.simulate.table import Table
from rulelang.wasm.ahead import LookAhead
from tests.support.games import every_table, game, sampled
from tests.support.project import ROOT

GAMES = ROOT / "games"


def same_choices(path, players, about):
    """Compare what comes of every move in some positions."""
    played = game(path, players)
    ahead, looked = Ahead(played), 0
    assert ahead.tries
    for state, chance in sampled(played.new_state(2), 4, about):
        seat = state.current_player
        moves = state.moves()
        if len(moves) < 2:
            continue
        perspective = perspective_of(state, chance)
        tables = perspective.samples(2, chance)
        found = ahead.outcomes(perspective.moves, tables, seat)
        assert found is not None
        seed = chance.getrandbits(64)
        assert weigh(perspective, random.Random(seed), ahead) == weigh(perspective, random.Random(seed))
        looked += 1
    assert looked


@pytest.mark.parametrize(("rules", "players"), [
    ("linkage", 2), ("phylo", 3), ("classics/love_letter", 2), ("classics/crazy_eights", 2), ("classics/gin_rummy", 2)])
def test_weighing_in_a_module_is_weighing(rules, players):
    same_choices(GAMES / f"{rules}.rules", players, 1)


@pytest.mark.slow
@every_table
def test_weighing_in_a_module_is_weighing_in_every_game(path, players):
    same_choices(path, players, 3)


def test_a_move_that_is_not_offered_or_not_whole_is_noticed():
    state = game(GAMES / "linkage.rules", 2).new_state(3)
    module = LookAhead(state.game, 4, 2)
    path = state.moves()[0].keys
    assert module.behind([(*path[:-1], 999)], [state.s], 1, 20) == [[None]]
    assert module.behind([path[:1]], [state.s], 1, 20) is None
    assert module.behind([path] * 5, [state.s], 1, 20) is None
    assert module.behind([path], [state.s] * 3, 1, 20) is None
    assert module.behind([path, path], [state.s, state.s], 1, 20)[0][0].returns is None


def test_where_modules_cannot_say_the_interpreter_does():
    state = game(GAMES / "linkage.rules", 2).new_state(3)
    ahead = Ahead(state.game)
    first = Move(state.moves()[0].ids[:1], state.moves()[0].keys[:1], "")
    assert ahead.outcomes([first], [state.clone()], 1) is None


@pytest.mark.parametrize(("seats", "rules"), [
    (("greedy", "random"), "classics/crazy_eights"), (("random", "greedy"), "classics/love_letter"),
    (("greedy", "greedy"), "classics/kuhn_poker")])
def test_lines_of_mixed_tables_are_those_of_the_interpreter(seats, rules):
    plan = Plan(game(GAMES / f"{rules}.rules", 2), seats, 7)
    fast, slow = Table(plan), Table(plan, modules=False)
    assert [fast.line(n) for n in range(2)] == [slow.line(n) for n in range(2)]


def test_a_bot_without_a_module_is_the_same_bot():
    state, rng = game(GAMES / "linkage.rules", 2).new_state(3), random.Random(2)
    perspective = perspective_of(state, rng)
    fast, slow = (bot.choose(perspective, random.Random(4)) for bot in (GreedyAgent(ahead=Ahead(state.game)),
                                                                         GreedyAgent()))
    assert fast == slow
