"""Saved positions that were cut, changed or made up: refused, or positions one can look at and play on; H12."""

import random

import pytest

from rulelang import load
from rulelang.engine.errors import SaveError
from rulelang.engine.state import State
from rulelang.ir.program import (
    ADJUDICATED,
    ANSWERS,
    BLOCK,
    DECISION,
    FAULT_SPAN,
    FIRST_PLAYER,
    SEAT,
    SETTLING,
    STATUS,
)
from tests.hostile.texts import DECK
from tests.support.small_games import BIDS


@pytest.fixture(scope="module")
def game():
    return load(BIDS, 2)


def test_a_changed_byte_is_noticed(game):
    saved, dice = game.new_state(1).to_bytes(), random.Random(1)
    for _ in range(200):
        changed, at = bytearray(saved), dice.randrange(len(saved))
        changed[at] ^= 1 << dice.randrange(8)
        for damaged in (bytes(changed), saved[:at], saved + saved[:at + 1]):
            with pytest.raises(SaveError):
                State.from_bytes(game, damaged)


@pytest.mark.parametrize("other", [b"", b"PK\x03\x04", b"\x80\x04\x8c\x05posix\x94.", b"{}" * 100_000])
def test_another_file_is_no_save(game, other):
    with pytest.raises(SaveError):
        State.from_bytes(game, other)


@pytest.mark.parametrize(("cell", "value"), [
    (STATUS, 9), (STATUS, -1), (BLOCK, 2**31 - 1), (BLOCK, -1), (SEAT, 0), (SEAT, 3), (SEAT, -(2**31)), (DECISION, -1),
    (DECISION, 1_000), (ANSWERS, 2**31 - 1), (ANSWERS, -1), (SETTLING, 1_000), (ADJUDICATED, 7), (FIRST_PLAYER, 11),
    (FAULT_SPAN, 2**31 - 1),
])
def test_a_made_up_position_with_numbers_of_nothing_is_refused(game, cell, value):
    state = game.new_state(1)
    assert State.from_bytes(game, state.to_bytes()) == state
    state.s[cell] = value
    with pytest.raises(SaveError):
        State.from_bytes(game, state.to_bytes())


def test_a_card_in_two_places_is_refused():
    game = load(DECK + "phase play:\n    move all card to deck\n    as seat(1):\n        choose n from 1..2\n", 2)
    state = game.new_state(1)
    zone = next(zone for zone in game.program.zones if state.s[zone.at] > 1)
    state.s[zone.at + 2] = state.s[zone.at + 3]
    with pytest.raises(SaveError):
        State.from_bytes(game, state.to_bytes())


def test_a_frame_that_returns_to_nowhere_is_refused(game):
    state = game.new_state(1)
    state.s[game.program.procedures[0].frame] = 2**31 - 1
    with pytest.raises(SaveError):
        State.from_bytes(game, state.to_bytes())
