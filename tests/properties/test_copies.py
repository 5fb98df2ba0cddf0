"""Copies, saves and replays of every game at every table are the same game."""

import os
import random
import subprocess
import sys
from fractions import Fraction

import pytest

from rulelang.engine import chance as chance_room
from rulelang.engine.state import State
from rulelang.ir.program import COUNTER, EXPLICIT, SEED_LOW
from tests.support.games import PLAYABLE, every_seed, every_table, game, moves_for, played, sampled
from tests.support.project import ROOT


def everything(state, players):
    """All that anybody may be shown."""
    return [state.view(seat) for seat in (None, *range(1, players + 1))]


@every_table
@every_seed
def test_a_clone_is_equal_and_goes_its_own_way(path, players, seed):
    for state, chance in sampled(game(path, players).new_state(seed), seed, 3):
        clone = state.clone()
        assert clone == state
        assert hash(clone) == hash(state)
        assert everything(clone, players) == everything(state, players)
        ints, track, events = state.s[:], state.record.track, len(state.record)
        clone.play_random(chance)
        clone.view(1)
        assert clone != state
        assert (state.s, state.record.track, len(state.record)) == (ints, track, events)
        state.play_random(random.Random(5))
        assert clone.record.track[: len(track)] == track == state.record.track[: len(track)]


@every_table
@every_seed
def test_a_saved_game_goes_on_as_if_nothing_had_happened(path, players, seed):
    for state, _ in sampled(game(path, players).new_state(seed), seed, 1):
        data = state.to_bytes()
        loaded = State.from_bytes(state.game, data)
        assert loaded == state
        assert loaded.record.track == state.record.track
        assert everything(loaded, players) == everything(state, players)
        assert loaded.to_bytes() == data
        assert loaded.choices() == state.choices()
    ends = [played(one, 9, 30) for one in (state.clone(), loaded)]
    assert ends[0] == ends[1]
    assert everything(ends[0], players) == everything(ends[1], players)


@every_table
@every_seed
def test_answers_in_the_middle_of_a_move_can_be_copied_and_saved(path, players, seed):
    for state, _ in sampled(game(path, players).new_state(seed), seed, 3):
        move = state.moves()[-1]
        for step in move.ids[:-1]:
            state.apply(step)
            for copy in (state.clone(), State.from_bytes(state.game, state.to_bytes())):
                assert copy == state
                assert copy.choices() == state.choices()
                assert everything(copy, players) == everything(state, players)


@every_table
@every_seed
def test_seed_and_answers_lead_to_the_same_end(path, players, seed):
    first = played(game(path, players).new_state(seed), seed)
    again = game(path, players).new_state(seed)
    for kind, seat, choice in first.record.track:
        assert (kind, seat) == ("choice", again.current_player)
        again.apply(choice)
    assert again == first
    assert again.record.track == first.record.track
    assert everything(again, players) == everything(first, players)
    assert again.returns() == first.returns()


@every_table
@every_seed
def test_chance_on_the_record_leads_to_the_same_end_without_a_generator(path, players, seed):
    first = played(game(path, players).new_state(seed, explicit=True), seed)
    again = game(path, players).new_state(seed + 1, explicit=True)
    for kind, seat, choice in first.record.track:
        assert kind == ("chance" if again.is_chance else "choice")
        assert seat == max(0, again.current_player)
        again.apply(choice)
    assert again.returns() == first.returns()
    assert without(again, SEED_LOW, COUNTER) == without(first, SEED_LOW, COUNTER)


@every_table
@every_seed
def test_chance_fed_with_what_the_generator_draws_gives_the_same_game(path, players, seed):
    """At every stop of chance the outcomes are distinct, ascending, and their probabilities sum to 1."""
    seeded = game(path, players).new_state(seed)
    explicit = fed(game(path, players).new_state(seed, explicit=True))
    chance = random.Random(seed)
    for _ in range(moves_for(seed)):
        assert without(seeded, EXPLICIT) == without(explicit, EXPLICIT)
        assert seeded.choices() == explicit.choices()
        if seeded.is_terminal:
            break
        move = seeded.random_move(chance)
        seeded.apply(move)
        explicit.apply(move)
        fed(explicit)
    assert everything(seeded, players) == everything(explicit, players)


def fed(state):
    """Answer chance with what seeded play would have drawn."""
    while state.is_chance:
        outcomes = state.chance_outcomes()
        assert outcomes
        assert sum(outcome.probability for outcome in outcomes) == Fraction(1)
        assert all(outcome.probability > 0 for outcome in outcomes)
        assert [o.key for o in outcomes] == sorted({o.key for o in outcomes})
        assert len({o.id for o in outcomes}) == len(outcomes)
        for key in chance_room.drawn_keys(state.game.code, state.s):
            state.apply(next(o.id for o in state.chance_outcomes() if o.key == key))
    return state


def without(state, *cells):
    """The ints of a state but for some cells."""
    return [x for n, x in enumerate(state.s) if n not in cells]


@every_table
@every_seed
def test_blind_play_offers_and_does_the_same(path, players, seed):
    seeing, blind = (game(path, players).new_state(seed, knowledge=knowing) for knowing in (True, False))
    program, chance = seeing.program, random.Random(seed)
    memory = range(program.knowledge, program.info_keys + 2 * players)
    for _ in range(moves_for(seed)):
        assert without(seeing, *memory) == without(blind, *memory)
        assert [(c.id, c.key) for c in seeing.choices()] == [(c.id, c.key) for c in blind.choices()]
        if seeing.is_terminal:
            break
        move = seeing.random_move(chance)
        for state in (seeing, blind):
            state.apply(list(move.ids))
    assert seeing.returns() == blind.returns()
    assert len(blind.record) == 0


PLAYS = """
import hashlib, random, sys
from rulelang import load
from rulelang.ir.listing import listing
for path in sys.argv[1:]:
    game = load(path)
    state, chance = game.new_state(5), random.Random(5)
    shown = [listing(game.program)]
    for _ in range(12):
        if state.is_terminal:
            break
        shown.append(repr((state.moves(), state.view(1), state.view(None))))
        state.play_random(chance)
    print(path, hashlib.sha256("".join(shown).encode() + state.to_bytes()).hexdigest())
"""


def shown_with(order, paths):
    """What the files show when their games are played by a Python with this seed for its hashes."""
    environment = {**os.environ, "PYTHONHASHSEED": order}
    run = subprocess.run([sys.executable, "-c", PLAYS, *map(str, paths)], cwd=ROOT, env=environment, text=True,
                         capture_output=True, check=True)
    assert len(run.stdout.splitlines()) == len(paths)
    return run.stdout


@pytest.mark.parametrize("paths", [PLAYABLE[::5], pytest.param(PLAYABLE, marks=pytest.mark.slow)], ids=["some", "all"])
def test_nothing_depends_on_the_order_of_hashes(paths):
    assert shown_with("1", paths) == shown_with("2", paths)
