"""A checked model in, everything out that would give a secret away: by what is offered, or by being asked at all.

Also says of each `either` whether everybody can evaluate which of its branches are open (`model.public`).
"""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis.leaks.asking import Asking
from rulelang.analysis.leaks.flow import Flow
from rulelang.analysis.leaks.heads import Heads
from rulelang.analysis.leaks.insight import Insight, Place
from rulelang.analysis.leaks.publicness import YOU, Needs
from rulelang.analysis.leaks.report import Report
from rulelang.diagnostics import Diagnostics

MOST_PASSES = 5


def find_leaks(model: m.GameModel, found: Diagnostics) -> None:
    """Report leaks of a model without errors. Fills `model.public`.

    What is known of a card in a variable depends on what the rules put there, which may depend on such variables again:
    the rules are read until nothing new is learned.
    """
    held: dict[str, Needs] = {}
    for last in range(1, MOST_PASSES + 1):
        said = Diagnostics()
        learned = _read(model, held, said)
        if learned == held or last == MOST_PASSES:
            for diagnostic in said.found:
                found.add(diagnostic)
            return
        held = learned


def _read(model: m.GameModel, held: dict[str, Needs], said: Diagnostics) -> dict[str, Needs]:
    """Read all rules once; what cards in variables need to be known."""
    insight = Insight(model)
    insight.held = held
    insight.read_defines()
    flow = Flow(model, insight, Asking(model, insight), Report(said))
    heads = Heads(flow)
    insight.heads = heads.needs
    for phase in model.phases.values():
        flow.block(phase.node.body, Place())
    for action in model.actions.values():
        behind = heads.check(action.node.head, Place(YOU))
        if action.node.body is not None:
            flow.block(action.node.body, behind)
    for effect in model.effects.values():
        if effect.node.body is not None:
            flow.block(effect.node.body, Place())
    for hook in model.hooks:
        flow.block(hook.body, Place())
    return {name: needs for name, needs in flow.learning.held.items() if needs}
