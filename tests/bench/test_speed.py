"""How fast things are, printed as one line each: `make bench`. Nothing here judges; machines differ."""

import random
import subprocess
import sys
from time import perf_counter

import pytest

import rulelang
from tests.support.project import ROOT

pytestmark = pytest.mark.bench
GAMES = sorted([*(ROOT / "games").glob("*.rules"), *(ROOT / "games" / "classics").glob("*.rules")])
SECONDS = 3.0


def say(what, amount, unit):
    print(f"  {what:<44} {amount:>12,.1f} {unit}")


def best_of(times, job):
    """The shortest of several runs of a job, in milliseconds."""
    taken = []
    for _ in range(times):
        start = perf_counter()
        job()
        taken.append(perf_counter() - start)
    return min(taken) * 1000


def play(game, seed):
    """Play one game by uniform moves; how many there were."""
    state, rng, moves = game.new_state(seed=seed), random.Random(seed), 0
    while not state.is_terminal:
        state.apply(rng.choice(state.moves()))
        moves += 1
    return moves


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_load(path):
    taken = best_of(5, lambda: rulelang.load(path))
    assert taken > 0
    say(f"load {path.stem}", taken, "ms")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_playouts(path):
    game, played, moves, start = rulelang.load(path), 0, 0, perf_counter()
    while perf_counter() - start < SECONDS:
        moves += play(game, played)
        played += 1
    taken = perf_counter() - start
    assert moves >= played > 0
    say(f"random games of {path.stem}", played / taken, "games/s")
    say(f"moves of {path.stem}", moves / taken, "moves/s")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_clone(path):
    state = rulelang.load(path).new_state(seed=1)
    copies = []
    taken = best_of(5, lambda: copies.extend(state.clone() for _ in range(1000)))
    assert copies[-1] == state
    say(f"clone {path.stem}", taken, "µs")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_validate_from_the_command_line(path):
    command = [sys.executable, "-m", "rulelang", "validate", str(path)]

    def run():
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)

    run()
    taken = best_of(5, run)
    assert taken > 0
    say(f"rulelang validate {path.stem}, warm", taken, "ms")
