"""A game of every classic, as a text that a person reads as a game and approves.

`pytest --update-goldens tests/goldens/classics` writes them anew.
"""

from pathlib import Path

import pytest

from rulelang import load
from tests.support.project import ROOT
from tests.support.story import story

FOLDER = Path(__file__).parent
CLASSICS = sorted(path.stem for path in (ROOT / "games" / "classics").glob("*.rules"))

# Players where it is not the smallest number.
TABLES = {
    "agram": {"players": 3},
    "blackjack": {"players": 1},
    "crazy_eights": {"players": 3},
    "cuckoo": {"players": 6},
    "go_fish": {"players": 4},
    "golf_six": {"players": 4},
    "leduc_poker": {"players": 2},
    "love_letter": {"players": 4},
    "no_thanks": {"players": 4},
    "pairs": {"players": 4},
    "president": {"players": 5},
    "schwimmen": {"players": 5},
    "skitgubbe": {"players": 3},
}


@pytest.mark.parametrize("name", CLASSICS)
def test_story_is_as_it_was_approved(name, update_goldens):
    game, path = load(ROOT / "games" / "classics" / f"{name}.rules", **TABLES.get(name, {})), FOLDER / f"{name}.txt"
    text = story(game, 1)
    if update_goldens:
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"no {name}.txt yet: --update-goldens writes it"
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_every_story_belongs_to_a_classic():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(CLASSICS)


def test_stories_can_be_read_in_one_sitting():
    for path in FOLDER.glob("*.txt"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 600
        assert max(map(len, lines)) <= 400
