"""The greedy bot looks one move ahead at tables it imagines: it finds what is best, and never looks at hidden cards."""

from collections import Counter

import pytest

import rulelang
from rulelang.agents import AGENTS, GreedyAgent, agent_named, perspective_of
from rulelang.agents.greedy import choose_place, looked_at, weigh
from rulelang.engine.bot_bounds import MOST_MOVES
from rulelang.ir.draws import Draws
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

MANY = '''game "Many"
players 2
vars:
    worth per player: 0..9000
win: highest your worth
phase play:
    each player:
        choose a from 1..40, b from 1..40, c from 1..40, d from 1..40
        your worth += 100 * a
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
    labels = {GreedyAgent().choose(perspective_of(state), Draws(n, 0)).label for n in range(10)}
    assert labels == ({best} if best != "2" else {"2", "3"})


def test_of_equal_moves_it_takes_each_equally_often():
    state, draws = prices("1", most=4), Draws(3, 0)
    perspective = perspective_of(state)
    counts = Counter(GreedyAgent().choose(perspective, draws).label for _ in range(240))
    assert set(counts) == {"1", "2", "3", "4"}
    assert min(counts.values()) > 30


def test_many_moves_are_not_all_looked_at_but_the_bound_is_kept():
    perspective = perspective_of(prices("amount", most=400))
    weighed = weigh(perspective, Draws(1, 0))
    assert len(weighed) == MOST_MOVES
    assert int(weighed[0].move.label) == max(int(entry.move.label) for entry in weighed)


def test_what_chance_brings_counts_by_how_likely_it_is():
    state = rulelang.load(GUESS).new_state(1)
    draws = Draws(4, 0)
    chosen = Counter(GreedyAgent().choose(perspective_of(state), draws).label for _ in range(30))
    assert chosen["Low"] > 24


def test_a_game_that_can_be_won_now_is_won_whatever_the_estimate_says():
    weighed = weigh(perspective_of(rulelang.load(RACE).new_state(1)), Draws(1, 0))
    assert [(entry.move.label, entry.estimate) for entry in weighed] == [("Finish", 1), ("Collect", 5)]


def test_a_game_is_not_ended_by_losing_it():
    state = rulelang.load(RACE).new_state(1)
    state.apply(state.moves()[0])
    assert GreedyAgent().choose(perspective_of(state), Draws(1, 0)).label == "Collect"


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
            agent, draws = agent_named(name), Draws(7, 0)
            perspective = perspective_of(table, imagines=agent.imagines)
            choices.append((perspective.view, agent.choose(perspective, draws), draws.counter))
        assert choices[0] == choices[1]


def test_equal_seeds_give_equal_games():
    table = game(next(p.values[0] for p in every_table.args[1] if "crazy_eights" in p.id), 2)
    first, again = (play_match(table, [GreedyAgent(), agent_named("random")], seed=5) for _ in range(2))
    assert first.entries == again.entries


@pytest.mark.parametrize("moves", [1, 48, 49, 50, 400])
def test_the_moves_looked_at_are_drawn_evenly(moves):
    draws, seen = Draws(5, 1), Counter()
    for _ in range(400):
        places = looked_at(moves, draws)
        assert places == sorted(set(places))
        assert len(places) == min(moves, MOST_MOVES)
        seen.update(places)
    share = 400 * min(moves, MOST_MOVES) / moves
    assert set(seen) == set(range(moves))
    assert all(abs(count - share) < 0.3 * share + 20 for count in seen.values())


def test_a_bot_that_is_given_a_position_chooses_as_one_that_is_given_a_perspective():
    played = game(next(p.values[0] for p in every_table.args[1] if "love_letter" in p.id), 2)
    for state, _ in sampled(played.new_state(4), 2, 0.2):
        moves = state.moves() if state.current_player > 0 else ()
        if len(moves) > 1:
            chosen = moves[choose_place(state, len(moves), Draws(3, 4))]
            assert chosen == GreedyAgent().choose(perspective_of(state), Draws(3, 4))


def test_where_there_are_too_many_moves_each_first_step_is_tried_with_drawn_ones_behind_it():
    state = rulelang.load(MANY).new_state(1)
    perspective = perspective_of(state)
    assert not perspective.whole
    assert len(perspective.moves) == 40
    assert GreedyAgent().choose(perspective, Draws(1, 2)).label == "40"
    state.apply(perspective.moves[4])
    assert not perspective_of(state).whole
