"""What exists stays: cards lie in exactly one place, tokens are neither made nor lost, variables keep their range."""

import random
from itertools import pairwise

import pytest

from rulelang.ir.numbers import HIGHEST, LOWEST, NONE
from rulelang.ir.program import SETTLING, STEPS, TURN
from tests.support.games import every_seed, every_table, game, positions


@every_table
@every_seed
def test_every_card_lies_where_its_cell_says_and_nowhere_else(path, players, seed):
    for state in positions(game(path, players).new_state(seed), seed):
        s, program = state.s, state.program
        where = [NONE] * len(program.cards)
        for number, zone in enumerate(program.zones):
            size, loose = s[zone.at], s[zone.at + 1]
            cards = s[zone.at + 2 : zone.at + 2 + size]
            assert 0 <= loose <= size <= zone.capacity
            assert size <= zone.limit or zone.limit < 0
            assert loose != 1
            assert not any(s[zone.at + 2 + size : zone.at + 2 + zone.capacity])
            ascending = size if zone.kind == "set" else loose
            assert all(one < other for one, other in pairwise(cards[:ascending]))
            assert loose == 0 or zone.kind != "set"
            holds = program.families[zone.family].holds
            for card in cards:
                assert where[card] == NONE
                assert program.prints[program.cards[card]].type in holds
                where[card] = number
        assert where == [s[program.card_cells + 2 * card] for card in range(len(where))]
        assert all(s[program.card_cells + 2 * card + 1] in (0, 1) for card in range(len(where)))


@every_table
@every_seed
def test_tokens_and_variables_keep_within_their_bounds(path, players, seed):
    for state in positions(game(path, players).new_state(seed), seed):
        s, program = state.s, state.program
        for token in program.tokens:
            counts = [s[token.supply], *s[token.players : token.players + players]]
            for _, base, count in token.pots:
                counts += s[base : base + count]
            assert min(counts) >= 0
            assert sum(counts) == token.total
        for var in program.vars:
            for value in s[var.base : var.base + var.count * var.words] if not var.set_count else ():
                assert var.low <= value <= var.high or (value == NONE and (var.optional or var.link))
        assert all(LOWEST - 1 <= value <= HIGHEST for value in s)


@every_table
@every_seed
def test_links_hold_both_ways(path, players, seed):
    for state in positions(game(path, players).new_state(seed), seed):
        for var in state.program.vars if state.s[TURN] % 5 == 0 else ():
            mates = state.s[var.base : var.base + var.count] if var.link else ()
            for card, mate in enumerate(mates, var.first_card):
                assert mate == NONE or mates[mate - var.first_card] == card


@every_table
@every_seed
def test_games_come_to_no_fault_and_pay_what_the_rules_say(path, players, seed):
    turns = -1
    for state in positions(game(path, players).new_state(seed), seed):
        assert state.fault is None
        assert state.s[TURN] > turns
        assert state.s[STEPS] >= state.s[TURN]
        assert state.s[SETTLING] == NONE
        turns = state.s[TURN]
        returns = state.returns()
        assert len(returns) == players
        if not state.is_terminal:
            assert not any(returns)
        elif state.program.payoff < 0:
            assert set(returns) <= {0, 1}
            assert 1 in returns
        else:
            assert all(LOWEST <= value <= HIGHEST for value in returns)
        assert all(isinstance(state.estimate(seat), int) for seat in range(1, players + 1))


@pytest.mark.slow
@every_table
def test_games_end(path, players):
    for seed in range(3):
        state, chance = game(path, players).new_state(seed), random.Random(seed)
        for _ in range(20_000):
            if state.is_terminal:
                break
            state.play_random(chance)
        assert state.is_terminal
        assert state.fault is None
