"""What one seat may see, as plain data: the only thing that leaves the engine for people, bots and files.

Built by `view.py` from a state; `None` as seat is the public view. Nothing here refers back to the state.
"""

from __future__ import annotations

from rulelang.records import dataclass


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card as a seat sees it. `name` is None for a back; `face_down` says how it lies; `type` is the cards type."""

    name: str | None
    face_down: bool
    type: str
    attributes: tuple[tuple[str, str], ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class SeenZone:
    """A zone instance. `keys` are its family keys in words; `owner` the seat it belongs to (0: nobody's).

    `cards` are in reading order (for sets: known ones by card, then backs); `count` is None where even the number is
    hidden (then `cards` is empty). `host`, for zones per card, is where that card lies: zone, its keys, position (0 in
    a set).
    """

    name: str
    keys: tuple[str, ...]
    owner: int
    kind: str
    cards: tuple[SeenCard, ...]
    count: int | None
    doc: str = ""
    public: bool = False
    host: tuple[str, tuple[str, ...], int] | None = None


@dataclass(frozen=True, slots=True)
class SeenValue:
    """A variable, param or token count: name, keys in words, owner (0: nobody's), value in words, number if it is
    one.
    """

    name: str
    keys: tuple[str, ...]
    owner: int
    words: str
    number: int | None
    what: str


@dataclass(frozen=True, slots=True)
class SeenLine:
    """A score line of a seat: what it is worth now, and what it has added to a variable so far (None: to none)."""

    score: str
    label: str
    seat: int
    now: int
    recorded: int | None
    into: str = ""


@dataclass(frozen=True, slots=True)
class SeenChoice:
    """An option: stable id, label in words, the group it is shown under (an action's label, or empty)."""

    id: str
    label: str
    group: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True)
class SeenDecision:
    """A pending question. `choices` is empty for seats that do not decide; `answered` are earlier picks of the same
    move.
    """

    seat: int
    prompt: str
    kind: str
    choices: tuple[SeenChoice, ...]
    answered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """A line of the log in words. `turn` is the number of moves completed before it; `kind` sorts lines for display
    (phase, action, choice, move, draw, discard, pay, shuffle, reveal, value, score, range, over).
    """

    turn: int
    kind: str
    text: str
    seat: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """Everything a seat may see at one moment. `running` names the running phases from the outermost to the
    innermost.
    """

    title: str
    seat: int | None
    players: int
    names: tuple[str, ...]
    turn: int
    running: tuple[str, ...]
    zones: tuple[SeenZone, ...]
    values: tuple[SeenValue, ...]
    scores: tuple[SeenLine, ...]
    decision: SeenDecision | None
    log: tuple[SeenEvent, ...]
    over: bool
    adjudicated: str
    returns: tuple[int, ...]
