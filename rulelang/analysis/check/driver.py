"""A declared model in, a checked one out: every expression typed, every name resolved, every mistake reported.

Order: declarations that others read (defines, melds) first, callees before callers, then everything that runs, then
what the calls between them mean (who acts, what is running), then the examples.
"""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.callgraph import check_calls
from rulelang.analysis.check.defines import check_defines, check_melds
from rulelang.analysis.check.examples_check import check_example
from rulelang.analysis.check.expressions import infer
from rulelang.analysis.check.heads import check_action
from rulelang.analysis.check.measure import measure
from rulelang.analysis.check.results import check_results
from rulelang.analysis.check.scopes import Scope, Unit, Work, declared_names, lost_names
from rulelang.analysis.check.statements import check_block
from rulelang.analysis.check.wanted import expect, number, truth
from rulelang.diagnostics import Diagnostics
from rulelang.syntax import ast


def check_model(model: m.GameModel, found: Diagnostics) -> None:
    """Fill `types`, `refs` and `locals` of a declared model; whatever is wrong goes to `found`."""
    work = Work(
        model,
        found,
        measure(model),
        infer,
        model.types,
        model.refs,
        model.locals,
        declared_names(model),
        lost=lost_names(model),
    )
    _supplies(work)
    _initials(work)
    check_defines(work)
    check_melds(work)
    _refills(work)
    check_results(work)
    _phases(work)
    _actions(work)
    _effects(work)
    _hooks(work)
    check_calls(work)
    for example in model.examples:
        check_example(work, example)


def _supplies(work: Work) -> None:
    for token in work.model.tokens.values():
        if token.name not in work.lost:
            number(work, token.supply, Scope(), "the supply")


def _initials(work: Work) -> None:
    for var in work.model.vars.values():
        if var.initial is not None and var.name not in work.lost:
            expect(work, var.initial, t.Optional(var.per[0]) if var.link else var.type, Scope(), f"`{var.name}`")


def _refills(work: Work) -> None:
    for zone in work.model.zones.values():
        for source in zone.refill:
            if isinstance(source.zone, ast.Name):
                work.refs[source.zone] = work.model.zones[source.zone.text]
                work.types[source.zone] = t.Zone(frozenset(work.model.zones[source.zone.text].holds))
            if source.where is not None and source.local is not None:
                truth(work, source.where, Scope().bind(source.local))


def _unit(work: Work, kind: str, name: str, key: str | tuple[str, int], node: ast.Node) -> Unit:
    unit = work.units.setdefault((kind, key), Unit((kind, key), name, node.span))
    work.unit = unit
    return unit


def _phases(work: Work) -> None:
    for phase in work.model.phases.values():
        _unit(work, "phase", phase.name, phase.name, phase.node.name)
        check_block(work, phase.node.body, Scope(you="caller"))
    work.unit = None


def _actions(work: Work) -> None:
    for action in work.model.actions.values():
        _unit(work, "action", action.name, action.name, action.node.name)
        check_action(work, action)
    work.unit = None


def _effects(work: Work) -> None:
    for key, effect in work.model.effects.items():
        name = key if isinstance(key, str) else effect.node.target.span.text
        _unit(work, "effect", name, key, effect.node.target)
        if effect.node.body is not None:
            check_block(work, effect.node.body, Scope(you="caller"))
    work.unit = None


def _hooks(work: Work) -> None:
    """What runs before or after a phase or action belongs to it: the same player acts, the same phases are running."""
    for hook in work.model.hooks:
        name = hook.name.text
        if name in work.model.phases:
            _unit(work, "phase", name, name, hook.name)
            check_block(work, hook.body, Scope(you="caller"))
        else:
            _unit(work, "action", name, name, hook.name)
            check_block(work, hook.body, Scope(you="set"))
    work.unit = None
