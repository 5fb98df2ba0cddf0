"""A position in, what the greedy bot would do there and why out: for the person whose turn it is.

A hint is made from what the person's seat may see, like a bot's choice, so asking for one tells nothing new.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rulelang.agents.greedy import Weighed, weigh
from rulelang.agents.perspective import perspective_of
from rulelang.ir.draws import Draws
from rulelang.play.cells import clean
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.engine.options import Move
    from rulelang.engine.state import State

MOST_SHOWN = 3
HINT = 0x68696E74           # sets the generator of hints apart


@dataclass(frozen=True, slots=True)
class Advice:
    """A move in words and the expected estimate of the position after it."""

    move: Move
    label: str
    estimate: Fraction


@dataclass(frozen=True, slots=True)
class Hint:
    """The move the greedy bot would take, why in a sentence, and the best moves with their expected estimates."""

    move: Move
    reason: str
    best: tuple[Advice, ...]


def hint(state: State, draws: Draws | None = None) -> Hint:
    """What to do for the seat that decides. Raises `ValueError` where no player has to decide.

    Without `draws` the same position always gives the same hint.
    """
    if state.current_player < 1:
        raise ValueError("nobody has anything to decide")
    draws = Draws(state.record.moves, HINT) if draws is None else draws
    perspective = perspective_of(state)
    if len(perspective.moves) == 1:
        only = perspective.moves[0]
        return Hint(only, f"{clean(only.label)} is all you can do.", ())
    weighed = weigh(perspective, draws)
    best = tuple(Advice(w.move, clean(w.move.label), w.estimate) for w in weighed[:MOST_SHOWN])
    return Hint(weighed[0].move, _reason(weighed, len(perspective.moves)), best)


def _reason(weighed: tuple[Weighed, ...], offered: int) -> str:
    """Why the first move is the best, in a sentence."""
    first, label = weighed[0], clean(weighed[0].move.label)
    among = "" if len(weighed) == offered else f" of {len(weighed)} moves looked at"
    ties = sum(other.value == first.value for other in weighed)
    if ties == len(weighed):
        return f"{label}, or anything else: one move ahead all{among} look alike (about {in_words(first.estimate)})."
    if ties > 1:
        return (f"{label}: your position is then worth about {in_words(first.estimate)}, "
                f"the most{among}, as with {_others(ties - 1)}.")
    following = weighed[1]
    if first.estimate <= following.estimate:
        return f"{label}: it is the best you can do for the end of the game."
    return (f"{label}: your position is then worth about {in_words(first.estimate)}, the most{among}; "
            f"next comes {clean(following.move.label)} with {in_words(following.estimate)}.")


def _others(count: int) -> str:
    return "one other move" if count == 1 else f"{count} other moves"


def in_words(estimate: Fraction) -> str:
    """An estimate as people read it: `7`, `6.5`, rounded to one digit."""
    tenths = round(estimate * 10)
    sign, tenths = ("-" if tenths < 0 else ""), abs(tenths)
    return f"{sign}{tenths // 10}" + (f".{tenths % 10}" if tenths % 10 else "")
