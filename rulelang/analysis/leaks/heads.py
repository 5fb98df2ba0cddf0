"""The head of an action in, what it would give away out; and what it reads, for those who ask `p can NAME`."""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis.leaks.flow import Flow
from rulelang.analysis.leaks.insight import DEEPEST, Place
from rulelang.analysis.leaks.publicness import NOTHING, YOU, Need, Needs, Value
from rulelang.syntax import ast


class Heads:
    """Heads of actions, with `you` as the player who decides."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.insight = flow.insight
        self._needs: dict[str, Needs] = {}

    def check(self, steps: tuple[ast.HeadStep, ...], at: Place) -> Place:
        """Report what the steps give away; the place behind them."""
        for step in steps:
            at = self._step(step, at)
        return at

    def _step(self, step: ast.HeadStep, at: Place) -> Place:
        report = self.flow.report
        match step:
            case ast.When(condition=condition):
                report.unknown(condition, self.insight.needs(condition, at), at.you, at.apart)
                return self.insight.learn(at, condition)
            case ast.Choose(binders=binders):
                for binder in binders:
                    at = self.flow.binder(binder, Value(key=at.you, apart=at.apart), at, body=False)
            case ast.Let(value=value):
                report.unknown(value, self.insight.needs(value, at), at.you, at.apart)
                return self.flow.learning.let(step, at)
            case ast.Pay(value=value):
                report.unknown(value, self.insight.needs(value, at), at.you, at.apart)
                return self.flow.learning.paid(step, at)
            case ast.HeadEither(branches=branches):
                for branch in branches:
                    self.check(branch.head, at)
        return at

    # ------------------------------------------------------------ what a head reads

    def needs(self, action: m.ActionSymbol, depth: int) -> Needs:
        """What is needed to know whether `you` can do an action."""
        if action.name not in self._needs:
            if depth > DEEPEST:
                return frozenset((Need(frozenset(), action.node),))
            self._needs[action.name] = self._read(action.node.head, Place(YOU, depth=depth))
        return self._needs[action.name]

    def _read(self, steps: tuple[ast.HeadStep, ...], at: Place) -> Needs:
        found: Needs = NOTHING
        for step in steps:
            match step:
                case ast.When(condition=condition):
                    found |= self.insight.needs(condition, at)
                    at = self.insight.learn(at, condition)
                case ast.Choose(binders=binders):
                    for binder in binders:
                        found |= self.flow.offered(binder, at)
                        at = self.flow.learning.bind(binder, at)
                case ast.Let():
                    at = self.flow.learning.let(step, at)
                case ast.Pay(value=value):
                    found |= self.insight.needs(value, at) | self._purse(step)
                case ast.HeadEither(branches=branches):
                    for branch in branches:
                        found |= self._read(branch.head, at)
        return found

    def _purse(self, step: ast.Pay) -> Needs:
        """Whether a payment is possible is known to those who see what the player has."""
        token = self.flow.model.tokens.get(step.token.text) if step.token is not None else None
        if token is None or token.seen_by == "all":
            return NOTHING
        return frozenset((Need(self.insight.audience.only(token.seen_by, Value(key=YOU)), step),))
