"""A program in, a game to play out: its first states, shared by nothing but what never changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from rulelang.engine.code import Code
from rulelang.engine.endings import OUTERMOST
from rulelang.engine.errors import EngineFault
from rulelang.engine.events import Events
from rulelang.engine.knowledge import Knowledge
from rulelang.engine.labels import Labels
from rulelang.engine.machine import DECISION_LIMIT, HALT, STEP_LIMIT, Blocks, Machine
from rulelang.engine.options import Options
from rulelang.engine.position import CHANCE, TERMINAL
from rulelang.engine.record import Record
from rulelang.engine.search import Question
from rulelang.engine.state import State
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE, signed
from rulelang.ir.program import (
    ANSWER_BOUND,
    DECISION,
    EXPLICIT,
    FIRST_PLAYER,
    HEADER,
    SEED_HIGH,
    SEED_LOW,
    SETTLING,
    Program,
)
from rulelang.ir.verify import verify

__all__ = ["CHANCE", "TERMINAL", "Game", "State"]

# Where the branch of a question about several actions is kept: the last answer cell, which answers never reach.
FORK_CELL = HEADER + ANSWER_BOUND - 1


class Game:
    """A verified program, ready to play. `step_limit` and `decision_limit` may be lowered for trials."""

    def __init__(self, program: Program, *, step_limit: int = STEP_LIMIT, decision_limit: int = DECISION_LIMIT) -> None:
        """Raises `VerifyError` if the program is ill-formed."""
        verify(program)
        self.program = program
        self.title = program.title
        self.players = program.players
        self.code = Code(program)
        self.blocks = Blocks(self.code, step_limit, decision_limit)
        self.knowledge = Knowledge(program)
        self.events = Events(program, self.knowledge, lambda function, s, seat: self.code.call(function, s, seat))
        self.labels = Labels(program, self.knowledge)
        self.options = Options(self.code, self.labels)
        self._blank = self.blank()
        self.no_record = Record(program)
        self._posed: list[tuple[Question, tuple[int, ...]]] = []

    def new_state(self, seed: int = 0, *, explicit: bool = False, first_player: int | None = None,
                  knowledge: bool = True) -> State:
        """A new game, run to its first stop.

        `seed`: any number, of which 64 bits count; `explicit`: stop at chance instead of drawing; `first_player`: a
        seat (else drawn first of all); `knowledge` off: no record, no knowledge, but equal choices and results.
        Raises `ValueError` for a first player who is not at the table.
        """
        return self._begin(seed, explicit, first_player, knowledge, HALT)

    def example_state(self, seed: int = 0, *, explicit: bool = False) -> State:
        """A new game set up, but not begun: what examples start from."""
        return self._begin(seed, explicit, None, True, self.program.play_block)

    def _begin(self, seed: int, explicit: bool, first_player: int | None, knowledge: bool, until: int) -> State:
        if first_player is not None:
            self.check_seat(first_player, "The first player")
        s = self._blank[:]
        s[SEED_LOW], s[SEED_HIGH], s[EXPLICIT] = signed(seed), signed(seed >> 32), int(explicit)
        s[FIRST_PLAYER] = NONE if first_player is None else first_player
        state = State(self, s, self.machine(Record(self.program) if knowledge else None))
        start = self.program.procedures[self.program.start]
        s[start.frame] = OUTERMOST
        state.go(start.entry, until)
        return state

    def check_seat(self, number: int, what: str = "The seat") -> None:
        """Raises ValueError where no seat has this number."""
        if not 1 <= number <= self.players:
            raise ValueError(f"{what} must be one of the seats 1 to {self.players}, not {number}.")

    def blank(self) -> list[int]:
        """The ints of a game before anything has happened: cards outside all zones, tokens in supply."""
        return blank_state(self.program, self.knowledge)

    def machine(self, record: Record | None) -> Machine:
        """What runs one state: with a record, or (None) blind."""
        if record is None:
            return Machine(self.blocks, None, None, None)
        return Machine(self.blocks, record, self.events, self.knowledge)

    @cached_property
    def secret_outside(self) -> bool:
        """Whether it can be secret which cards are outside all zones."""
        from rulelang.engine.resample_places import picks_from_outside

        return picks_from_outside(self.program)

    # ------------------------------------------------------------ questions

    def question(self, number: int) -> Question:
        """The decision of this number; numbers past the program's own are questions posed by `pose`."""
        if number < len(self.program.decisions):
            return self.code.question(number)
        return self._posed[number - len(self.program.decisions)][0]

    def posed_actions(self, number: int) -> tuple[int, ...]:
        """The actions a posed question is about; none for a decision of the program."""
        n = number - len(self.program.decisions)
        return self._posed[n][1] if n >= 0 else ()

    def pose(self, actions: Sequence[int]) -> Question:
        """The question which of these actions to take, with all answers of its head, as a menu would ask it."""
        wanted = tuple(actions)
        if not wanted:
            raise EngineFault("a question about no action")
        found = next((question for question, about in self._posed if about == wanted), None)
        if found is None:
            found = Question(self.code, len(self.program.decisions) + len(self._posed), self._posed_decision(wanted))
            self._posed.append((found, wanted))
        return found

    def _posed_decision(self, actions: tuple[int, ...]) -> ir.Decision:
        program = self.program
        acts: list[ir.Step] = [ir.Act(number, ir.Const(0)) for number in actions]
        if len(acts) == 1:
            steps = acts
        else:
            ways = tuple(ir.Way(number, program.actions[number].label, None, (act,))
                         for number, act in zip(actions, acts, strict=True))
            steps = [ir.Fork(-1, FORK_CELL, ways, True)]
        return ir.Decision("action", "menu", ir.Const(0), tuple(steps), None, 0)


def blank_state(program: Program, knowledge: Knowledge) -> list[int]:
    """The ints of a game of this program before anything has happened."""
    s = [0] * program.size
    s[DECISION], s[SETTLING] = -1, NONE
    for card in range(len(program.cards)):
        s[program.card_cells + 2 * card] = NONE
    for token in program.tokens:
        s[token.supply] = token.total
    knowledge.start(s)
    return s
