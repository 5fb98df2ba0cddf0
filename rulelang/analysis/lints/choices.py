"""Choices in, those out that can never have options: fewer cards or values exist than are to be picked."""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.expressions import infer
from rulelang.analysis.check.measure import measure
from rulelang.analysis.check.relations import LARGEST
from rulelang.analysis.check.resolving import holds
from rulelang.analysis.check.scopes import Work
from rulelang.analysis.check.words import either
from rulelang.analysis.constants import NotConstant, Setting, whole
from rulelang.diagnostics import Diagnostics
from rulelang.syntax import ast


def find_hopeless(model: m.GameModel, parts: list[ast.Node], found: Diagnostics) -> None:
    """Report choices that have no options in any position of any game."""
    binders = [node for node in parts if isinstance(node, ast.Binder)]
    if binders:
        work = _looking_up(model, found)
        for node in binders:
            _binder(work, node, found)


def _looking_up(model: m.GameModel, found: Diagnostics) -> Work:
    """What the checker knows of prints and types, to be read only."""
    return Work(model, found, measure(model), infer, model.types, model.refs, model.locals, {}, silent=True)


def _binder(work: Work, node: ast.Binder, found: Diagnostics) -> None:
    needed = 1 if node.low is None else _least(work.model, node.low)
    most, what = _most(work, node)
    if needed < 1 or most >= needed:
        return
    there = f"there are only {most} {what}s" if most > 1 else f"there is {'only 1' if most else 'no'} {what}"
    found.error(
        "RL510",
        "This choice can have no options",
        node.span,
        f"needs {needed}, but {there} in all" if most else there,
        hint=f"Write `0..{most} {node.name.text}` to pick as many as there are."
        if most and node.high is None
        else "",
    )


def _least(model: m.GameModel, amount: ast.Expr) -> int:
    """The least number that an amount can be; 0 if it is not fixed."""
    try:
        return whole(model, amount, Setting())
    except NotConstant:
        return 0


def _most(work: Work, node: ast.Binder) -> tuple[int, str]:
    """How many there can be to pick from, and what they are."""
    kind = work.model.types.get(node.source)
    if kind is None or (isinstance(node.source, ast.Call) and node.source.name.text == "melds"):
        return LARGEST, ""
    most, inner = work.counts.size(kind), t.plain(kind)
    of: t.Type = t.Card(inner.of) if isinstance(inner, t.Zone) else t.Unknown()
    if isinstance(inner, t.Collection):
        of = t.plain(inner.of)
    ref = work.model.refs.get(node.source)
    if isinstance(ref, m.Instance) and isinstance(ref.of, m.ZoneSymbol) and ref.of.capacity is not None:
        most = min(most, ref.of.capacity)
    if not isinstance(of, t.Card):
        return most, "such value"
    if node.where is not None and _single(node) and not _any_fits(work, node.where, node, of):
        most = 0
    return most, f"such {either(work.counts.all_types(of.of))}" if node.where is not None else either(of.of)


def _single(node: ast.Binder) -> bool:
    return node.low is None or (node.high is None and isinstance(node.low, ast.Int) and node.low.value == 1)


def _any_fits(work: Work, where: ast.Expr, node: ast.Binder, of: t.Card) -> bool:
    """Whether some card may fit a `where`, going by what is printed on it."""
    subject = ast.Name(node.name.span, node.name.text)
    types = work.counts.all_types(of.of)
    return any(
        fact.type in types and holds(work, where, subject, name, fact) is not False
        for name, fact in work.counts.prints.items()
    )
