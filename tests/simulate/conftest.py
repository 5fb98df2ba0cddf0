"""The `command` fixture, and small games in the folder where commands run."""

import pytest

from tests.support.command import command
from tests.support.small_games import BIDS, ENDLESS, LINES

# The third coin does not fit.
COINS = BIDS.replace('"Bids"', '"Coins"').replace("pot += 5 + best - best", "repeat 3 times: pot += 1")
LIMITED = COINS.replace("phase play:\n", "limit rounds 3 times\nphase play:\n    repeat: rounds\n\nphase rounds:\n")


@pytest.fixture
def files(tmp_path):
    """Small games beside one another."""
    for name, text in (("lines", LINES), ("coins", COINS), ("endless", ENDLESS), ("limited", LIMITED)):
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
    return tmp_path


__all__ = ["command"]
