"""Rules that careless editing has damaged end in findings with places, or in games that can be played."""

import random

import pytest

from tests.support.damage import damaged
from tests.support.games import PLAYABLE, checked
from tests.support.rules_texts import ids
from tests.support.whole_chain import survives

FEW = 40_000        # letters that are checked for each file in a default run: long files are damaged less often


def texts_of(path):
    """A file, its bases and tables by name, the file itself first."""
    sources = checked(path).bundle.sources
    return {name: source.text for name, (source, _) in sources.items()}


def damage(path, times):
    """Do damage to one of the texts of a game, so many times; how often it could still be played."""
    texts, chance, playable = texts_of(path), random.Random(path.name), 0
    rules = next(iter(texts))
    for n in range(times):
        name = rules if chance.random() < 0.9 else chance.choice(list(texts))
        playable += survives({**texts, name: damaged(texts[name], chance)}, seed=n)
    return playable


@pytest.mark.parametrize("path", PLAYABLE, ids=ids)
def test_a_damaged_file_ends_well(path):
    length = sum(map(len, texts_of(path).values()))
    damage(path, max(4, min(30, FEW // length)))


@pytest.mark.slow
@pytest.mark.parametrize("path", PLAYABLE, ids=ids)
def test_a_file_damaged_in_thousands_of_ways_ends_well(path):
    assert damage(path, 2000) > 100


@pytest.mark.parametrize("path", PLAYABLE, ids=ids)
def test_the_undamaged_file_goes_through_the_whole_chain(path):
    assert survives(texts_of(path))
