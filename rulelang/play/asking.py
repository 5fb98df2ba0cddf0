"""A position and its decision in, the options to offer out: whole moves where they are few, else the next step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulelang.engine.errors import TooManyMoves
from rulelang.play.cells import clean
from rulelang.play.options import Entry, Option, number_entries

if TYPE_CHECKING:
    from rulelang.engine.options import Move
    from rulelang.engine.seen import SeenDecision
    from rulelang.engine.state import State

WHOLE_MOVES = 9     # up to so many moves, each is offered whole instead of step by step


def next_steps(decision: SeenDecision, docs: Mapping[str, str]) -> tuple[Option, ...]:
    """The options of the next step. `docs` are the rule texts of actions by their labels."""
    return numbered([Entry((choice.id,), clean(choice.label), "", docs.get(clean(choice.label), ""))
                     for choice in decision.choices])


def whole_moves(state: State, decision: SeenDecision, docs: Mapping[str, str]) -> tuple[Option, ...]:
    """Every move whole, under the label it begins with, if they are few and some take several steps."""
    if len(decision.choices) > WHOLE_MOVES or decision.answered:
        return ()
    try:
        moves = state.moves(WHOLE_MOVES)
    except TooManyMoves:
        return ()
    if all(len(move.ids) == 1 for move in moves):
        return ()
    firsts = {choice.id: choice.label for choice in decision.choices}
    return numbered([_entry(move, clean(firsts.get(move.ids[0], "")), docs) for move in moves])


def _entry(move: Move, first: str, docs: Mapping[str, str]) -> Entry:
    """A whole move; what it begins with becomes its heading if more follows."""
    label, doc = clean(move.label), docs.get(first, "")
    if len(move.ids) > 1 and _ends(move.ids[-1]):
        label = label.rpartition(", ")[0] or label      # that the picks end here shows by itself
    rest = label.removeprefix(first + ": ")
    return Entry(move.ids, label, "", doc) if rest == label else Entry(move.ids, rest, first, doc)


def numbered(entries: Sequence[Entry]) -> tuple[Option, ...]:
    """Options in the order of the rules, but with what ends a turn or a pick last."""
    return number_entries(sorted(entries, key=lambda entry: _ends(entry.ids[0])))


def _ends(choice: str) -> bool:
    """Whether an id stands for having done enough."""
    return choice.endswith(":done")
