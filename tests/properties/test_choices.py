"""What may be chosen, in every game at every table: there is something until the end, and all of it can be done."""

import random
from itertools import pairwise

import pytest

from rulelang.engine.errors import IllegalChoice
from rulelang.ir.program import TURN
from tests.support.games import every_seed, every_table, game, positions, sampled


def tree(state, most):
    """The ids of all completions of a pending decision, found by answering step by step; None for more than `most`."""
    paths, waiting = [], [(state, ())]
    while waiting:
        here, path = waiting.pop()
        if len(paths) + len(waiting) > most:
            return None
        for choice in here.choices():
            there = here.clone()
            there.apply(choice.id)
            done = there.s[TURN] > state.s[TURN] or there.is_terminal     # one move more has been completed
            (paths if done else waiting).append((*path, choice.id) if done else (there, (*path, choice.id)))
    return paths


@every_table
@every_seed
def test_choices_are_there_until_the_end_distinct_and_in_order(path, players, seed):
    for state in positions(game(path, players).new_state(seed), seed):
        choices = state.choices()
        if state.is_terminal:
            assert choices == () == state.moves()
            return
        assert 1 <= state.current_player <= players
        assert choices
        assert all(one.key < other.key for one, other in pairwise(choices))
        assert len({choice.id for choice in choices}) == len(choices)
        assert all(choice.id and choice.label for choice in choices)


@every_table
@every_seed
def test_answering_step_by_step_leads_to_the_moves_that_are_listed(path, players, seed):
    for state, _ in sampled(game(path, players).new_state(seed), seed, 6):
        stepwise = tree(state, 200)
        if stepwise is not None:
            moves = state.moves()
            assert sorted(stepwise) == sorted(move.ids for move in moves)
            assert len(set(stepwise)) == len(stepwise)
            assert [move.keys for move in moves] == sorted(move.keys for move in moves)


@every_table
@every_seed
def test_every_move_applies_and_leads_where_its_steps_lead(path, players, seed):
    for state, chance in sampled(game(path, players).new_state(seed), seed, 4):
        moves = state.moves()
        for move in chance.sample(moves, min(len(moves), 12)):
            at_once, by_ids, stepwise = state.clone(), state.clone(), state.clone()
            at_once.apply(move)
            by_ids.apply(list(move.ids))
            for step in move.ids:
                stepwise.apply(step)
            assert at_once == by_ids == stepwise
            assert at_once.s[TURN] == state.s[TURN] + 1 or at_once.is_terminal
            assert at_once.record.track == stepwise.record.track


@every_table
@every_seed
def test_every_choice_can_be_completed_and_play_goes_on(path, players, seed):
    tried = 0
    for state, chance in sampled(game(path, players).new_state(seed), seed, 2):
        for choice in state.choices() if tried < 8 else ():
            tried += 1
            there = state.clone()
            there.apply(choice)
            for _ in positions(there, chance.randrange(1000), 30):
                assert there.is_terminal or there.choices()
            assert there.fault is None


@every_table
def test_what_is_not_offered_is_refused_and_changes_nothing(path, players):
    state = game(path, players).new_state(3)
    before, track = state.clone(), state.record.track
    for wrong in ("", "nothing like this", state.choices()[0].id + "x", [], ["a", "b"]):
        with pytest.raises(IllegalChoice):
            state.apply(wrong)
    assert state == before
    assert state.record.track == track
    assert state.choices() == before.choices()


@every_table
@every_seed
def test_random_moves_are_among_the_moves(path, players, seed):
    for state, chance in sampled(game(path, players).new_state(seed), seed, 3):
        moves = state.moves()
        for _ in range(3):
            assert state.random_move(chance) in moves
        path_of = state.random_path(random.Random(1))
        assert path_of in [move.keys for move in moves]
