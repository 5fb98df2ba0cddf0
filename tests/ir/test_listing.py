"""The listing shows what a program does, in words of its rules."""

from rulelang.ir.listing import listing
from tests.ir.programs import sample

TEXT = listing(sample())


def test_declared_things_with_their_addresses():
    assert "var 0 points: -5..50 x 2 at " in TEXT
    assert "zone 1 deck: stack of 4 at " in TEXT
    assert "token 0 chip: 3, supply at " in TEXT


def test_functions_as_people_would_write_them():
    assert "function 1 f1(r0)\n    = (r0 * 2)\n" in TEXT
    assert "    = Filter(reg r1" in TEXT or "    = Filter(reg 1, source r0, where ((r1 % 2) == 0))" in TEXT


def test_heads_and_questions():
    assert "    when (0 < ZoneSize(zone 2)) else 'No cards.'   # 3\n" in TEXT
    assert "    pick lay.cards 1..2 into [" in TEXT
    assert "    fork turn into [" in TEXT
    assert "        0 'Lay'\n            act lay, menu 0\n        -1 'Done' when 1\n" in TEXT


def test_blocks_with_their_lines_and_ends():
    assert "    points[0] = f1(4)   # 8\n    -> Finish\n" in TEXT
    assert "-> settle 1 of zone 1, then block " in TEXT
    assert "-> call lay(you 1, menu 0), then block " in TEXT
    assert "    Refill(zone 1)\n    MoveCards(cards Items(items [CardAt(zone 1, position 1)])" in TEXT
