"""Two games that differ only in what a seat cannot see show that seat the same bytes, for every rules file."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from tests.properties.twins import Twins

ROOT = Path(__file__).parents[2]
FILES = sorted(path for folder in ("games", "tests/specimens") for path in (ROOT / folder).rglob("*.rules"))

# Twins that a few games must give at least: there are hidden choices in all of these.
LEAST = {
    "games/linkage.rules": 10,
    "games/classics/hearts.rules": 5,
    "games/classics/goofspiel.rules": 10,
    "games/classics/love_letter.rules": 5,
    "games/classics/gin_rummy.rules": 5,
    "games/classics/crazy_eights.rules": 5,
}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_difference_that_a_seat_cannot_see_is_not_shown_to_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    twins = Twins(rulelang.load(path), monkeypatch)
    for seed in range(4):
        twins.play(seed, most=3, explicit=seed % 2 == 1, length=8)
    assert twins.made >= LEAST.get(name_of(path), 0)
