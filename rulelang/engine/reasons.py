"""A pending decision in, why it does not offer something out: an action of its menu, a card that could be taken.

Only for the seat that decides: heads read nothing that their decider may not know, so no reason tells a secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulelang.engine.errors import LimitReached, Reason
from rulelang.engine.search import STOP, Only, Question, Search, Why
from rulelang.ir import nodes as ir
from rulelang.ir.program import DECIDING, DECISION, SEAT, STATUS
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.engine.state import State


@dataclass(frozen=True, slots=True)
class Taking:
    """Whether a pick can take a card now. `action`: the one whose head picks (-1: the decision itself); `span` of the
    pick. `offered`: the card is among those to pick from; `reason`: what fails, None if nothing does.
    """

    action: int
    span: int
    offered: bool
    reason: Reason | None
    possible: bool


def asked_at(state: State) -> int:
    """The span of the statement that asks the pending decision, -1 if there is none."""
    return _question(state).node.span if state.s[STATUS] == DECIDING else -1


def menu_actions(state: State) -> tuple[int, ...]:
    """The actions that the pending decision is about, in the order of its menu, also those that are not offered."""
    if state.s[STATUS] != DECIDING:
        return ()
    return tuple(dict.fromkeys(action for _, action in _entries(_question(state).node.steps)))


def why_not_offered(state: State, action: int) -> Reason | None:
    """What fails first on the path that gets furthest into an action of the pending menu; None if it is offered."""
    why = Why()
    for key, number in _entries(_question(state).node.steps):
        if number == action and _completes(state, key, why, None):
            return None
    return why.reason


def takings(state: State, card: int) -> tuple[Taking, ...]:
    """For every pick of cards in the pending decision, whether it could take this card, and if not, why."""
    if state.s[STATUS] != DECIDING:
        return ()
    return tuple(_taking(state, key, action, pick, card)
                 for key, action, pick in _picks(state, _question(state).node.steps, (), -1))


def _question(state: State) -> Question:
    return state.game.question(state.s[DECISION])


def _taking(state: State, key: tuple[int, ...], action: int, pick: ir.Pick | ir.PickSome | ir.PickMeld,
            card: int) -> Taking:
    why, only = Why(), Only(pick, card)
    possible = _completes(state, key, why, only)
    reason = None if possible else why.reason
    return Taking(action, pick.span, only.offered, reason, possible)


def _completes(state: State, key: tuple[int, ...], why: Why, only: Only | None) -> bool:
    """Whether some completion begins with these keys; in trying, the state is left as it was."""
    search = Search(state.s[SEAT], _stop, key)
    search.why, search.only = why, only
    before = state.s[:]
    state.game.code.refresh()
    try:
        return _question(state).walk(state.game.code, state.s, search) == STOP
    except LimitReached:
        state.s[:] = before
        return False


def _stop(length: int) -> int:
    return STOP


def _entries(steps: Sequence[ir.Step]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The entries of a menu as (keys that lead there, action)."""
    for step in steps:
        if isinstance(step, ir.Act):
            yield (), step.action
        elif isinstance(step, ir.Fork):
            for way in step.ways:
                yield from (((way.key,), part.action) for part in way.steps if isinstance(part, ir.Act))


def _picks(state: State, steps: Sequence[ir.Step], key: tuple[int, ...],
           action: int) -> Iterator[tuple[tuple[int, ...], int, ir.Pick | ir.PickSome | ir.PickMeld]]:
    """Every pick of cards with the menu entry and the action it belongs to."""
    kinds = state.program.kinds
    for step in steps:
        if isinstance(step, ir.PickMeld) or (isinstance(step, ir.Pick | ir.PickSome)
                                             and kinds[step.kind].what == "card"):
            yield key, action, step
        elif isinstance(step, ir.Act):
            yield from _picks(state, state.program.actions[step.action].steps, key, step.action)
        elif isinstance(step, ir.Fork):
            for way in step.ways:
                entry = action < 0 and any(isinstance(part, ir.Act) for part in way.steps)
                inside = (way.key,) if entry else key
                yield from _picks(state, way.steps, inside, action)
