"""A game that waits for answers and lines of a script in, answers out: which line or answer fits which decision."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import field
from random import Random

from rulelang.engine.labels import DONE
from rulelang.engine.state import State
from rulelang.examples.offers import Offer, answered, as_answered, offers
from rulelang.ir.numbers import NONE
from rulelang.ir.program import AnswerCode, ScriptLine
from rulelang.records import dataclass


class ScriptError(Exception):
    """A script that does not fit the game: where (span number), what is wrong, and what is allowed."""

    def __init__(self, code: str, title: str, span: int, allowed: str = "") -> None:
        super().__init__(title)
        self.code, self.title, self.span, self.allowed = code, title, span, allowed


@dataclass(slots=True)
class Pending:
    """An answer that has not been used up: what is left to pick (None: not looked at yet)."""

    answer: AnswerCode
    left: list[int] | None = None


@dataclass(slots=True)
class Script:
    """Drives a game through its decisions. `span` is the step of the example, for what no line speaks of."""

    state: State
    lines: deque[ScriptLine]
    span: int
    rng: Random
    used_chance: bool = False
    line: ScriptLine | None = None
    answers: list[Pending] = field(default_factory=list)

    def run(self) -> None:
        """Answer until the step of the example is over. Raises ScriptError where script and game disagree."""
        while not self.state.is_terminal and not self.state.has_returned:
            offered = offers(self.state)
            picked = self._chance(offered) if self.state.is_chance else self._decision(offered)
            self.state.apply(picked.id)
        self._leftover_answers()
        if self.lines:
            raise ScriptError("RL603", "The step was over before this line was asked for", self.lines[0].span)

    def _chance(self, offered: list[Offer]) -> Offer:
        picked = self._by_answer(offered)
        if picked is not None:
            return picked
        self.used_chance = self.used_chance or len(offered) > 1
        return self.rng.choices(offered, [offer.weight for offer in offered])[0]

    def _decision(self, offered: list[Offer]) -> Offer:
        picked = self._by_answer(offered) or self._by_next_line(offered)
        if picked is not None:
            return picked
        if len(offered) > 1:
            raise self._open(offered)
        return offered[0]

    # ------------------------------------------------------------ lines

    def take(self, line: ScriptLine) -> None:
        """Make a line the current one."""
        self._leftover_answers()
        self.line = line
        self.answers = [Pending(answer) for answer in line.answers]

    def _by_next_line(self, offered: list[Offer]) -> Offer | None:
        """The option that the next line names, if it answers this decision."""
        if not self.lines:
            return None
        line, seat = self.lines[0], self.state.current_player
        picked = self._named_action(line, offered) if line.action >= 0 else self._first_fitting(line, offered)
        if picked is None:
            self._refuse(line, seat, offered)
            return None
        if line.seat != seat:
            if len(offered) == 1:
                return None                             # needs no line, so the line is meant for a later decision
            raise ScriptError("RL604", f"p{seat} decides here, not p{line.seat}", line.span, _said(offered))
        self.take(self.lines.popleft())
        return picked if line.action >= 0 else self._by_answer(offered)

    def _named_action(self, line: ScriptLine, offered: list[Offer]) -> Offer | None:
        return next((offer for offer in offered if offer.action == line.action), None)

    def _first_fitting(self, line: ScriptLine, offered: list[Offer]) -> Offer | None:
        fitting = (self._matching(Pending(answer), offered, line.answers) for answer in line.answers)
        return next((offer for offer in fitting if offer is not None), None)

    def _refuse(self, line: ScriptLine, seat: int, offered: list[Offer]) -> None:
        """A line of this seat that names an action the menu does not offer."""
        asked = any(offer.action >= 0 for offer in offered)
        if line.action >= 0 and line.seat == seat and asked and len(offered) > 1:
            name = self.state.game.program.actions[line.action].name
            raise ScriptError("RL602", f"p{seat} cannot do `{name}` here", line.span, _said(offered))

    # ------------------------------------------------------------ answers

    def _by_answer(self, offered: list[Offer]) -> Offer | None:
        """The option that an answer of the current line picks."""
        given = [pending.answer for pending in self.answers]
        for pending in self.answers:
            offer = self._matching(pending, offered, given)
            if offer is not None:
                self._use(pending, offer)
                return offer
            if pending.left and any(offer.binds == pending.answer.name for offer in offered):
                raise ScriptError("RL602", f"`{pending.answer.name}` cannot be this here", pending.answer.span,
                                  _said(offered))
        return None

    def _matching(self, pending: Pending, offered: list[Offer], given: Sequence[AnswerCode]) -> Offer | None:
        """The option that an answer picks. `given` are all answers: where one names a pick, it also ends it."""
        answer = pending.answer
        if not answer.name:
            named = {other.name for other in given if other.name}
            mine = [offer for offer in offered if not offer.binds or (offer.ends and offer.binds not in named)]
            return next((offer for offer in mine if offer.label == answer.label), None)
        mine = [offer for offer in offered if offer.binds == answer.name]
        if not mine:
            return None
        if pending.left is None:
            pending.left = answered(self.state, answer)
            if pending.left == [NONE] and any(offer.ends for offer in mine):
                pending.left = []                       # none of several: the pick that ends
        left = pending.left
        if not left:
            return next((offer for offer in mine if offer.ends), None)
        return next((o for o in mine if not o.ends and self._said_as(answer, o) in left), None)

    def _said_as(self, answer: AnswerCode, offer: Offer) -> int:
        return as_answered(self.state, answer, offer.value, is_card=offer.is_card)

    def _use(self, pending: Pending, offer: Offer) -> None:
        """Strike out what was picked; an answer with nothing left to say is used up."""
        if pending.left and not offer.ends:
            pending.left.remove(self._said_as(pending.answer, offer))
            if offer.several:
                return
        self.answers.remove(pending)

    def _leftover_answers(self) -> None:
        for pending in self.answers:
            if pending.left != []:
                said = pending.answer.name or pending.answer.label
                allowed = "An answer with a name says all that is picked, so it ends its pick." if said == DONE else ""
                raise ScriptError("RL603", f"Nothing asked for `{said}`", pending.answer.span, allowed)

    def _open(self, offered: Sequence[Offer]) -> ScriptError:
        binds = next((offer.binds for offer in offered if offer.binds), "")
        what = f"`{binds}`" if binds else f"a decision of p{self.state.current_player}"
        span = self.line.span if self.line is not None else self.span
        return ScriptError("RL601", f"The example leaves {what} open: {len(offered)} options", span, _said(offered))


def _said(offered: Sequence[Offer]) -> str:
    """The options in words, a dozen at most."""
    return "Offered: " + ", ".join(o.label for o in offered[:12]) + (", ..." if len(offered) > 12 else "") + "."
