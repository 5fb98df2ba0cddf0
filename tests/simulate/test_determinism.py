"""Results are equal byte for byte: on every CPython at hand, with any hash seed, by module or interpreter."""

import os
import subprocess
import sys
import sysconfig
from functools import cache
from shutil import which

import pytest

from tests.support.project import ROOT

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
LIBRARIES = sysconfig.get_path("purelib")
HASH_SEEDS = ("0", "1", "4242")
RANDOM, GREEDY = "random", "greedy,random"

GAMES = [
    ("games/linkage.rules", 2, RANDOM, 8), ("games/peptide.rules", 3, RANDOM, 1), ("games/phylo.rules", 4, RANDOM, 3),
    ("games/classics/crazy_eights.rules", 5, RANDOM, 8), ("games/classics/hearts.rules", 4, RANDOM, 3),
    ("games/classics/gin_rummy.rules", 2, RANDOM, 2), ("games/classics/hanabi.rules", 3, RANDOM, 4),
    ("tests/specimens/greenhouse.rules", 3, RANDOM, 3), ("games/linkage.rules", 2, GREEDY, 1),
    ("games/phylo.rules", 3, GREEDY, 1), ("games/classics/leduc_poker.rules", 3, GREEDY, 6),
]


def run(python, *args, hash_seed="random"):
    """A Python that has the libraries of this one, as far as they run there."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join([str(ROOT), LIBRARIES])}
    return subprocess.run([python, *args], cwd=ROOT, env=environment, capture_output=True, text=True)


def results(game, executor="module", python=sys.executable, hash_seed="random"):
    """The file of results of a short run."""
    done = run(python, "-m", "tests.simulate.played", *map(str, game), "2024", executor, hash_seed=hash_seed)
    assert done.returncode == 0, done.stderr
    return done.stdout


@cache
def pythons():
    """The CPythons on the path, each once: version to command."""
    found = {}
    for name in filter(which, (f"python{version}" for version in VERSIONS)):
        done = run(name, "-c", "import sys, lark, wasmtime; print(*sys.version_info[:2], sep='.')")
        if done.returncode == 0:
            found.setdefault(done.stdout.strip(), name)
    return found


def test_hash_seeds_and_executors_change_nothing():
    game = ("games/linkage.rules", 3, RANDOM, 3)
    assert results(game, hash_seed="1") == results(game, "interpreter", hash_seed="2")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: " ".join(map(str, game)))
def test_no_python_no_hash_seed_and_no_executor_changes_a_byte(game):
    expected = results(game)
    assert expected.count("\n") == 1 + game[-1]
    for version, python in pythons().items():
        for executor in ("module", "interpreter") if game[2] == RANDOM else ("module",):
            for hash_seed in HASH_SEEDS:
                found = results(game, executor, python, hash_seed)
                assert found == expected, f"Python {version}, {executor}, hash seed {hash_seed}"
