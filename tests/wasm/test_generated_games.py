"""Rules that nobody wrote, compiled and played by both executors: every int of every position is the same.

Hypothesis makes the choices of the generator of rules, so it cuts down what fails.
"""

import ast
import random
from collections import Counter
from dataclasses import is_dataclass

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulelang.compiler import check, compile_game, load
from rulelang.engine.action_space import ActionSpace, NoActionSpace
from rulelang.engine.game import Game
from rulelang.ir import nodes as ir
from rulelang.wasm.host import Runner
from rulelang.wasm.registers import parts
from tests.lowering.table import HEAD
from tests.support.programs import Programs
from tests.support.project import PACKAGE, tree
from tests.wasm.modules import same_course
from tests.wasm.test_batch import side_by_side
from tests.wasm.test_same_knowledge import same_told
from tests.wasm.test_stepper import parted

STEPS = 3000        # lower than in play, so that rules that run in circles end soon
MOVES = 12
STEPS_BY_STEP = 40
KINDS = {name for name, kind in vars(ir).items() if is_dataclass(kind) and kind.__module__ == ir.__name__}
# Only examples ask what a seat knows.
ONLY_IN_EXAMPLES = {"Knows"}


def made_by_lowering():
    """The kinds of nodes that rules can become. The others are played in test_statements.py and test_limits.py."""
    return {node.attr for path in (PACKAGE / "lowering").rglob("*.py") for node in ast.walk(tree(path))
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "ir"
            and node.attr in KINDS}


def generated(chance, players):
    """A game that was made by these choices; None where the rules are not sound."""
    result = check(Programs(chance).text())
    if not result.ok:
        return None
    return Game(compile_game(result.model, players, {}, result.bundle), step_limit=STEPS)


def plays_alike(chance, players, seed):
    game = generated(chance, players)
    assume(game is not None)
    assert same_course(game, seed, MOVES, listing=False) is None
    state, runner = game.new_state(seed), Runner(game, knowledge=True)
    runner.begin(seed)
    same_told(state, runner, MOVES)


def steps_alike(chance, players, seed):
    """Answer by answer, with all that seats know and are told; then many games together."""
    game = generated(chance, players)
    assume(game is not None)
    try:
        ActionSpace(game.program)
    except NoActionSpace:
        assume(False)
    assert parted(game, seed, STEPS_BY_STEP, knowledge=True, explicit=seed % 2 == 0) is None
    assert side_by_side(game, 2, MOVES, seed, knowledge=True) is None


@pytest.mark.parametrize("room", ["", ", capacity 5"])
@pytest.mark.parametrize("move", ["discard {}", "move {} to heap", "move {} to heap at 2"])
def test_cards_that_come_again_in_a_list(room, move):
    head = HEAD.replace("seen by all, discards\n    shown", f"seen by all, discards{room}\n    shown")
    text = head + "phase play:\n    " + move.format("all card + [c in all card where mod(c.rank, 2) is 1]")
    game = load(text + "\n    each player: choose n from 1..2\n")
    assert same_course(game, 3, MOVES, listing=False) is None


@pytest.mark.parametrize("statement", ["random {}", "choose {}"])
@pytest.mark.parametrize("amount", ["x", "2 x", "1..2 x"])
@pytest.mark.parametrize("owner", ["first(highest(p in players by p's each_one))", "first([seat(2), you])"])
def test_cards_of_a_set_whose_owner_is_looked_for(statement, amount, owner):
    head = HEAD.replace("zones:", "zones:\n    won per player: set of card, seen by all")
    source = f"{amount} from {owner}'s won"
    game = load(f"{head}phase play:\n    each player:\n        move [c in all card where c.rank < 6] to your won\n"
                f"        {statement.format(source)}\n        move x to heap\n        choose n from 1..2\n")
    for seed in range(4):
        assert same_course(game, seed, MOVES, listing=False) is None


alike = given(st.randoms(use_true_random=False), st.integers(2, 3), st.integers(0, 2**63 - 1))
unhurried = settings(suppress_health_check=list(HealthCheck))


@settings(unhurried, max_examples=5)
@alike
def test_generated_games_take_the_same_course(chance, players, seed):
    plays_alike(chance, players, seed)


@settings(unhurried, max_examples=3)
@alike
def test_generated_games_are_stepped_through_alike(chance, players, seed):
    steps_alike(chance, players, seed)


@pytest.mark.slow
@settings(unhurried, max_examples=400)
@alike
def test_many_generated_games_take_the_same_course(chance, players, seed):
    plays_alike(chance, players, seed)


@pytest.mark.slow
@settings(unhurried, max_examples=200)
@alike
def test_many_generated_games_are_stepped_through_alike(chance, players, seed):
    steps_alike(chance, players, seed)


@pytest.mark.slow
def test_they_reach_every_node_that_rules_can_become():
    reached, seed = Counter(), 0
    while (missing := made_by_lowering() - ONLY_IN_EXAMPLES - set(reached)) or seed < 200:
        assert seed < 1000, f"not reached: {sorted(missing)}"
        game = generated(random.Random(seed), 2 + seed % 2)
        if game is not None:
            assert same_course(game, seed, MOVES, listing=False) is None
            reached.update({type(node).__name__ for node in parts(game.program)})
        seed += 1
