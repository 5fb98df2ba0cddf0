"""Which of a program's modules is meant: one for each use, so that each holds no more than it needs."""

from __future__ import annotations

from typing import NamedTuple


class Variant(NamedTuple):
    """As `Builder` has it."""

    listing: bool = False
    knowledge: bool = False
    tells: bool = True
    stepping: bool = False
    counting: bool = False
    bots: bool = False
