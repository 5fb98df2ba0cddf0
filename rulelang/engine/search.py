"""Steps of a decision in, one search out that walks its completions and leaves the state as it was.

Each step is compiled to `visit(e, s, r, i)`, which knows the step behind it: e the search, i the length of the path.
A visit tries what the step allows, writes cells, goes on, and restores what it wrote. It returns the length of path to
go back to: a pick at place i tries its next option while the answer is i or more. At the end of a path `e.complete`
decides: STOP ends the search, KEEP ends it and leaves everything written (that is how an answer is committed), k asks
for the next option of place k, GO_ON for the next completion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rulelang.engine.code import Code, IntCode, Ints, Registers
from rulelang.engine.errors import LimitReached, Reason
from rulelang.ir import nodes as ir
from rulelang.ir.program import ANSWER_BOUND
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.engine.machine import Machine

GO_ON = 1 << 30
STOP = -1
KEEP = -2

Visit = Callable[["Search", Ints, Registers, int], int]


@dataclass(frozen=True, slots=True)
class Role:
    """What a picked key stands for. what: value card done meld way nothing; `step` is None for nothing."""

    what: str
    step: ir.Pick | ir.PickSome | ir.PickMeld | ir.Fork | None


NOTHING_ROLE = Role("nothing", None)


class Search:
    """One walk through the completions of a decision. `seat` decides (0: chance); `raw` tells equal cards apart;
    `only` holds it to completions with a certain card, `why` remembers what failed.
    """

    __slots__ = ("complete", "machine", "only", "outer", "path", "prefix", "raw", "roles", "seat", "values", "why")

    def __init__(self, seat: int, complete: Callable[[int], int], prefix: Sequence[int] = (), *, raw: bool = False,
                 machine: Machine | None = None) -> None:
        self.seat = seat
        self.complete = complete
        self.prefix = prefix
        self.raw = raw
        self.machine = machine
        self.path = [0] * (ANSWER_BOUND + 1)
        self.values = [0] * (ANSWER_BOUND + 1)
        self.roles: list[Role] = [NOTHING_ROLE] * (ANSWER_BOUND + 1)
        self.outer: list[Registers] = []
        self.why: Why | None = None
        self.only: Only | None = None


class Why:
    """Remembers the first failure on the path that got furthest."""

    __slots__ = ("furthest", "reason")

    def __init__(self) -> None:
        self.furthest = -1
        self.reason: Reason | None = None

    def fail(self, order: int, reason: Reason) -> None:
        """Step number `order` (in reading order) could not be passed."""
        if order > self.furthest:
            self.furthest, self.reason = order, reason


class Only:
    """One pick must take one card. `offered`: whether the card was ever among those to pick from."""

    __slots__ = ("card", "offered", "step")

    def __init__(self, step: ir.Step, card: int) -> None:
        self.step = step
        self.card = card
        self.offered = False

    def narrow(self, step: ir.Step, candidates: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The candidates (key, value) of a pick that may be tried."""
        if step is not self.step:
            return candidates
        found = [candidate for candidate in candidates if candidate[1] == self.card]
        self.offered = self.offered or bool(found)
        return found

    def offer(self, step: ir.Step, cards: Sequence[int]) -> None:
        """A pick of several is made from these."""
        self.offered = self.offered or (step is self.step and self.card in cards)

    def allows(self, step: ir.Step, cards: Sequence[int]) -> bool:
        """Whether a pick may take these."""
        return step is not self.step or self.card in cards


def too_many(span: int) -> LimitReached:
    """Past the limit of candidates a question is a fault of the rules."""
    return LimitReached("choices", span)


def finish(e: Search, s: Ints, r: Registers, i: int) -> int:
    """The visit behind the last step."""
    return e.complete(i)


# ---------------------------------------------------------------- whole decisions and heads


class Question:
    """A compiled decision: who decides, and how to walk its completions."""

    __slots__ = ("asks", "decider", "node", "number", "registers", "visit")

    def __init__(self, code: Code, number: int, node: ir.Decision) -> None:
        from rulelang.engine.expressions import int_expr
        from rulelang.engine.steps import compile_steps

        self.number = number
        self.node = node
        self.registers = node.registers
        self.decider: IntCode = int_expr(code, node.decider)
        self.asks = _asks(code, node.steps)
        self.visit: Visit = compile_steps(code, node.steps, finish, 0)

    def walk(self, code: Code, s: Ints, search: Search) -> int:
        """Run a search over the completions. A state is left as it was, unless `complete` gives KEEP."""
        return self.visit(search, s, [0] * self.registers, 0)


def _asks(code: Code, steps: Sequence[ir.Step]) -> bool:
    """Whether some step always asks for something."""
    return any(isinstance(step, ir.Pick | ir.PickSome | ir.PickMeld | ir.Fork)
               or (isinstance(step, ir.Act) and _asks(code, code.program.actions[step.action].steps)) for step in steps)


def can_complete(code: Code, s: Ints, action: int, seat: int, menu: int) -> bool:
    """Whether the head of an action can be completed for a seat with the counters of a menu."""
    search = Search(seat, _stop)
    return walk_head(code, s, action, menu, search) == STOP


def _stop(length: int) -> int:
    return STOP


def walk_head(code: Code, s: Ints, action: int, menu: int, search: Search) -> int:
    """Walk the head of an action on its own: its frame gets the seat and the menu meanwhile."""
    node = code.program.actions[action]
    frame = code.program.procedures[node.procedure].frame
    you, old_menu = s[frame + 1], s[frame + 2]
    s[frame + 1], s[frame + 2] = search.seat, menu
    found = code.head(action)(search, s, [0] * node.registers, 0)
    s[frame + 1], s[frame + 2] = you, old_menu
    return found


def why_not(code: Code, s: Ints, actions: Sequence[int], seat: int, menu: int = 0) -> Reason | None:
    """The first failure on the path that got furthest over these actions; None if one of them can be completed."""
    why = Why()
    for action in actions:
        search = Search(seat, _stop)
        search.why = why
        if walk_head(code, s, action, menu, search) == STOP:
            return None
    return why.reason
