"""Texts that are kept as they were approved: what rules become, and how games go. They are reviewed as prose.

`pytest --update-goldens tests/goldens` writes them anew.
"""

from pathlib import Path

import pytest

from rulelang import load
from rulelang.ir.listing import listing
from tests.support.playthrough import playthrough
from tests.support.project import ROOT

FOLDER = Path(__file__).parent
KUHN = ROOT / "games" / "classics" / "kuhn_poker.rules"
LINKAGE = ROOT / "games" / "linkage.rules"

TEXTS = {
    "kuhn_poker.listing.txt": lambda: listing(load(KUHN).program),
    "kuhn_poker.seed_1.txt": lambda: playthrough(load(KUHN), 1),
    "linkage.one_round.seed_4.txt": lambda: playthrough(load(LINKAGE, players=2, rounds=1), 4),
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_is_as_it_was_approved(name, update_goldens):
    text, path = TEXTS[name](), FOLDER / name
    if update_goldens:
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"no {name} yet: --update-goldens writes it"
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_every_golden_belongs_to_a_test():
    assert {path.name for path in FOLDER.glob("*.txt")} == set(TEXTS)


def test_goldens_can_be_read_in_one_sitting():
    for path in FOLDER.glob("*.txt"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 600
        assert max(map(len, lines)) <= 400
