"""Games that are played through begin where chance or a player first comes in: what goes before is the same in each."""

import pytest

from rulelang.engine.game import Game
from rulelang.ir import nodes as ir
from rulelang.wasm.builder import Builder
from rulelang.wasm.host import Runner, interpreted
from tests.support.games import PLAYABLE, game

KUHN = game(next(path for path in PLAYABLE if path.stem == "kuhn_poker"), 2)


def test_the_opening_ends_where_a_card_is_drawn():
    opening = Builder(KUHN.program).opening
    assert opening is not None
    names = [KUHN.program.procedures[block.ending.procedure].name for at in opening.calls
             if isinstance((block := KUHN.program.blocks[at]).ending, ir.CallProcedure)]
    assert names == ["play", "deal"]
    assert opening.steps == 10


@pytest.mark.parametrize("steps", range(1, 14))
def test_with_hardly_enough_steps_to_begin_games_end_as_in_the_interpreter(steps):
    short = Game(KUHN.program, step_limit=steps)
    assert list(Runner(short).playouts(5, 3, digest=True)) == [interpreted(short, 5 + n, digest=True) for n in range(3)]
