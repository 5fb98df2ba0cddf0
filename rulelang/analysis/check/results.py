"""Scores, `win`, `payoff` and `estimate` in, their expressions typed out."""

from __future__ import annotations

from rulelang.analysis import types as t
from rulelang.analysis.check.scopes import Scope, Unit, Work
from rulelang.analysis.check.wanted import number
from rulelang.analysis.check.words import a
from rulelang.syntax import ast

YOU = Scope(you="set")


def check_results(work: Work) -> None:
    """Everything that gives points, with each player as `you` in turn."""
    model = work.model
    for score in model.scores.values():
        work.unit = work.units.setdefault(
            ("score", score.name), Unit(("score", score.name), score.name, score.node.name.span)
        )
        for line in score.node.lines:
            number(work, line.value, YOU, "a line of a score")
    work.unit = None
    if model.win is not None:
        for criterion in model.win.criteria:
            _criterion(work, criterion)
    if model.payoff is not None:
        number(work, model.payoff.value, YOU, "a payoff")
    if model.estimate is not None:
        number(work, model.estimate.value, YOU, "an estimate")


def _criterion(work: Work, node: ast.Criterion) -> None:
    kind = work.type(node.value, YOU)
    if not isinstance(t.plain(kind), t.Number | t.EnumValue | t.NoneValue | t.Unknown):
        work.error(
            "RL305",
            f"Players are compared by numbers or values of an enum; `{node.value.span.text}` is {a(kind)}",
            node.value,
        )
