"""The programs written by hand play the games of our rules files: equal means over a few thousand games."""

from shutil import which

import pytest

from benchmarks.figures import differences
from benchmarks.gates import EIGHTS, LINKAGE
from benchmarks.ours import Subject
from benchmarks.peers import hand_written

GAMES = 2_000
pytestmark = pytest.mark.skipif(not any(map(which, ("cc", "gcc", "clang"))), reason="no C compiler")


@pytest.mark.parametrize(("name", "subject"), [("crazy_eights", EIGHTS), ("linkage", LINKAGE)])
def test_decisions_options_and_scores_agree(name, subject):
    assert differences(subject.samples(1, GAMES), hand_written(name).samples(1, GAMES)) == ""


def test_another_game_is_noticed():
    by_pips = Subject(EIGHTS.file, 2)
    found = differences(by_pips.samples(1, GAMES), hand_written("crazy_eights").samples(1, GAMES))
    assert found.startswith("score 1")
    assert "decisions" not in found


def test_a_seed_gives_the_same_games():
    peer = hand_written("linkage")
    assert peer.samples(3, 50) == peer.samples(3, 50)
    assert peer.samples(3, 50) != peer.samples(4, 50)
