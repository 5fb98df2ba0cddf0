"""A game as it was played, as plain data: what it was played with, every move and chance outcome, how it ended."""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING

from rulelang.ir.program import COUNTER
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.engine.game import Game
    from rulelang.engine.state import State
    from rulelang.ir.program import SourceInfo

OVER = "over"       # the rules ended the game
LEFT = "left"       # the people left
FAULT = "fault"     # the rules did not come to a stop


@dataclass(frozen=True, slots=True)
class Header:
    """What a game is played with. `sources` is the whole bundle of its rules: nothing else is needed to replay it.

    `names`: what the players are called, none for `Player 1` and so on. `start`: the title of the example that the
    game began with, "" for an ordinary start.
    """

    rulelang: str
    title: str
    sources: tuple[SourceInfo, ...]
    rules_hash: str
    params: tuple[tuple[str, int], ...]
    players: int
    seats: tuple[str, ...]
    seed: int
    first_player: int | None
    names: tuple[str, ...] = ()
    start: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A move of a seat, or a chance outcome (seat 0). `ids` are the picks of the move in order."""

    n: int
    seat: int
    ids: tuple[str, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """Why the record ends, and what it ended with: the digest of the state, the returns if the game is over."""

    reason: str
    digest: str
    returns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game from its start to `ending`, or to wherever it was cut off (None)."""

    header: Header
    entries: tuple[Entry, ...]
    ending: Ending | None


def header_of(game: Game, rulelang: str, seats: tuple[str, ...], seed: int, first_player: int | None,
              names: tuple[str, ...] = ()) -> Header:
    """The header for a game that is about to be played."""
    program = game.program
    return Header(rulelang, program.title, program.sources, program.rules_hash, program.params, program.players, seats,
                  seed, first_player, names)


def digest(state: State) -> str:
    """A hash of the position, equal on every machine and Python version.

    The generator's counter is left out: a log holds what chance decided, so replaying it draws nothing.
    """
    ints = list(state.s)
    ints[COUNTER] = 0
    return _hash(ints)


def whole_digest(state: State) -> str:
    """A hash of the position and of the words its generator has used: equal ones go on alike."""
    return _hash(state.s)


def _hash(ints: list[int]) -> str:
    return hashlib.sha256(struct.pack(f"<{len(ints)}i", *ints)).hexdigest()


def ending_of(state: State, reason: str) -> Ending:
    """The ending for a state: `over` or `fault` where the game says so, else the reason given."""
    if state.fault is not None:
        return Ending(FAULT, digest(state), ())
    if state.is_terminal:
        return Ending(OVER, digest(state), tuple(state.returns()))
    return Ending(reason, digest(state), ())
