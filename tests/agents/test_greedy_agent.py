"""The greedy bot looks one move ahead at tables it imagines: it finds what is best, and never looks at hidden cards."""

import random
from collections import Counter

import pytest

import rulelang
from rulelang.agents import AGENTS, GreedyAgent, agent_named, perspective_of
from rulelang.agents.greedy import MOST_MOVES, weigh
from rulelang.match.match import play_match
from tests.support.games import every_table, game, sampled

PRICES = '''game "Prices"
players 2
vars:
    worth per player: 0..1000
win: highest your worth
phase play:
    each player:
        choose amount from 1..{most}
        your worth += {worth}
'''

GUESS = '''game "Guess"
players 2
cards card:
    3 "Low"
    1 "High"
zones:
    deck: stack of card, seen by nobody
    shown: stack of card, seen by all
vars:
    worth per player: 0..9
win: highest your worth
phase play:
    move all card to deck
    shuffle deck
    each player:
        choose name from names(card)
        draw 1 from deck to shown as drawn
        if drawn is not none and name is "Low" and drawn is "Low":
            your worth += 1
        if drawn is not none and name is "High" and drawn is "High":
            your worth += 1
'''

RACE = '''game "Race"
players 2
vars:
    worth per player: 0..9
win: highest your worth
phase play:
    each player:
        either "Collect":
            your worth += 5
        or "Finish":
            your worth += 1
            end play
'''


def prices(worth, most=9):
    return rulelang.load(PRICES.format(worth=worth, most=most)).new_state(1)


@pytest.mark.parametrize(("worth", "best"), [("amount", "9"), ("10 - amount", "1"),
                                             ("5 * amount - amount * amount", "2")])
def test_it_takes_the_move_that_is_worth_most(worth, best):
    state = prices(worth)
    labels = {GreedyAgent().choose(perspective_of(state, random.Random(n)), random.Random(n)).label for n in range(10)}
    assert labels == ({best} if best != "2" else {"2", "3"})


def test_of_equal_moves_it_takes_each_equally_often():
    state, rng = prices("1", most=4), random.Random(3)
    perspective = perspective_of(state, rng)
    counts = Counter(GreedyAgent().choose(perspective, rng).label for _ in range(240))
    assert set(counts) == {"1", "2", "3", "4"}
    assert min(counts.values()) > 30


def test_many_moves_are_not_all_looked_at_but_the_bound_is_kept():
    perspective = perspective_of(prices("amount", most=400), random.Random(1))
    weighed = weigh(perspective, random.Random(1))
    assert len(weighed) == MOST_MOVES
    assert int(weighed[0].move.label) == max(int(entry.move.label) for entry in weighed)


def test_what_chance_brings_counts_by_how_likely_it_is():
    state = rulelang.load(GUESS).new_state(1)
    rng = random.Random(4)
    chosen = Counter(GreedyAgent().choose(perspective_of(state, rng), rng).label for _ in range(30))
    assert chosen["Low"] > 24


def test_a_game_that_can_be_won_now_is_won_whatever_the_estimate_says():
    rng = random.Random(1)
    weighed = weigh(perspective_of(rulelang.load(RACE).new_state(1), rng), rng)
    assert [(entry.move.label, entry.estimate) for entry in weighed] == [("Finish", 1), ("Collect", 5)]


def test_a_game_is_not_ended_by_losing_it():
    state, rng = rulelang.load(RACE).new_state(1), random.Random(1)
    state.apply(state.moves()[0])
    assert GreedyAgent().choose(perspective_of(state, rng), rng).label == "Collect"


@every_table
@pytest.mark.parametrize("name", sorted(AGENTS))
def test_no_choice_changes_when_cards_the_bot_cannot_know_are_drawn_anew(path, players, name):
    """Same seat, same generator, another table that looks the same."""
    looked = 0
    for state, chance in sampled(game(path, players).new_state(2), 4, 0.03):
        seat = state.current_player
        if seat < 1 or not 1 < len(state.moves()) < 60 or looked == 2:
            continue
        looked += 1
        other = state.resample(seat, chance)
        choices = []
        for table in (state, other):
            agent, rng = agent_named(name), random.Random(7)
            perspective = perspective_of(table, rng, imagines=agent.imagines)
            choices.append((perspective.view, agent.choose(perspective, rng), rng.random()))
        assert choices[0] == choices[1]


def test_equal_seeds_give_equal_games():
    table = game(next(p.values[0] for p in every_table.args[1] if "crazy_eights" in p.id), 2)
    first, again = (play_match(table, [GreedyAgent(), agent_named("random")], seed=5) for _ in range(2))
    assert first.entries == again.entries
