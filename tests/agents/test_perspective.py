"""A bot is given what its seat may see, its moves and imagined tables: nothing that leads back to the real one."""

import gc
import random
import types

import pytest

import rulelang
from rulelang.agents import RandomAgent, perspective_of
from rulelang.engine.options import Move
from rulelang.ir.draws import Draws
from rulelang.ir.program import EXPLICIT
from tests.support.games import every_table, game, sampled
from tests.support.small_games import LINES


def reached(things):
    """Everything that can be reached from some things, classes and modules apart, by identity."""
    waiting, seen = list(things), {}
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type | types.ModuleType | types.FrameType):
            continue
        seen[id(thing)] = thing
        waiting += gc.get_referents(thing)
    return seen


@pytest.mark.parametrize("imagines", [True, False])
def test_nothing_that_an_agent_is_given_leads_to_the_state(imagines):
    state = rulelang.load(LINES, players=2, rounds=2).new_state(3, explicit=False)
    state.play_random(random.Random(1))
    perspective = perspective_of(state, imagines=imagines)
    found = reached([perspective, perspective.samples(2, Draws(1, 0)) if imagines else ()])
    assert any(isinstance(thing, Move) for thing in found.values())
    for secret in (state, state.s, state.machine, state.record):
        assert id(secret) not in found
    assert not any(isinstance(thing, list) and thing == state.s for thing in found.values())


def test_only_bots_that_imagine_are_given_tables():
    state = rulelang.load(LINES, players=2).new_state(3)
    perspective = perspective_of(state, imagines=RandomAgent().imagines)
    assert perspective.moves == state.moves()
    assert perspective.view == state.view(1, None, len(state.record))
    with pytest.raises(ValueError, match="does not imagine"):
        perspective.imagine(Draws(1, 0))


@every_table
def test_imagined_tables_offer_the_same_moves_and_play_to_their_end(path, players):
    for state, chance in list(sampled(game(path, players).new_state(1, explicit=True), 2, 0.01))[:3]:
        while state.is_chance:
            state.play_random(chance)
        if state.is_terminal:
            continue
        perspective = perspective_of(state)
        for table in perspective.samples(2, Draws(chance.getrandbits(16), 0)):
            assert not table.s[EXPLICIT]
            assert table.moves() == perspective.moves
            for _ in range(30):
                if table.is_terminal:
                    break
                table.play_random(chance)


def test_two_imagined_tables_differ_and_a_generator_repeats_them():
    state = rulelang.load(LINES, players=3).new_state(3)
    perspective = perspective_of(state)
    one, other = perspective.samples(2, Draws(5, 0))
    again, _ = perspective.samples(2, Draws(5, 0))
    assert one.s == again.s != other.s
