"""Expressions of every kind, made at random: modules give what the interpreter gives, of ints and of lists."""

import random

import pytest

from rulelang.engine.game import Game
from tests.wasm.maker import PARAMETERS, SMALL, Maker
from tests.wasm.modules import functions


@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(n, marks=pytest.mark.slow) for n in range(12, 400))])
def test_both_executors_give_the_same(seed):
    rng = random.Random(seed)
    maker = Maker(rng)
    ints = [maker.b.function(maker.number(0), PARAMETERS, 20) for _ in range(30)]
    lists = [maker.b.function(maker.listed(0), PARAMETERS, 20, returns_list=True) for _ in range(15)]
    program = maker.b.program()
    game = Game(program)
    s = maker.dealt(game)
    compiled = functions(program, s, *ints, *lists)
    for number, call in zip([*ints, *lists], compiled, strict=True):
        for args in [(rng.choice(SMALL), rng.choice(SMALL)) for _ in range(4)]:
            expected = game.code.call(number, s, *args)
            assert call(*args) == expected, program.functions[number].result
