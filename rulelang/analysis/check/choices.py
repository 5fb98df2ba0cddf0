"""Questions in (choose, random, menus), the names they bind out."""

from __future__ import annotations

from rulelang.analysis import types as t
from rulelang.analysis.check.changes import stable
from rulelang.analysis.check.comparisons import action_or_group, actions_of, player
from rulelang.analysis.check.facts import as_another, refine
from rulelang.analysis.check.missing import need_you
from rulelang.analysis.check.presence import never_empty, some_left
from rulelang.analysis.check.queries import refuse_preference, source_or_melds
from rulelang.analysis.check.relations import LARGEST
from rulelang.analysis.check.scopes import Scope, Work
from rulelang.analysis.check.wanted import number, truth
from rulelang.diagnostics import Label
from rulelang.syntax import ast


def choose(work: Work, node: ast.Choose, scope: Scope) -> Scope:
    """`choose ...` and `p chooses ...` in a body: with nothing to pick every name is none."""
    if node.decider is None:
        need_you(work, node, scope)
        return binders(work, node.binders, scope, "choose", certain=False)
    player(work, node.decider, scope, "who chooses")
    return binders(work, node.binders, scope, "choose", certain=False)


def random(work: Work, node: ast.Random, scope: Scope) -> Scope:
    """`random ...`: chance picks."""
    return binders(work, (node.binder,), scope, "random", certain=False)


def binders(work: Work, nodes: tuple[ast.Binder, ...], scope: Scope, origin: str, *, certain: bool) -> Scope:
    """Check binders in order; the scope with their names. `certain` (a head): something is picked or nothing done."""
    inner = scope
    always = certain
    if not certain:
        always = all(some_left(node.where) and _one(node) for node in nodes)
    for node in nodes:
        inner = _binder(work, node, inner, origin)
        always = always and (certain or never_empty(work, node.source, inner))
    if always:
        return inner
    return _perhaps_nothing(work, nodes, scope, inner)


def _perhaps_nothing(work: Work, nodes: tuple[ast.Binder, ...], scope: Scope, inner: Scope) -> Scope:
    """Outside heads a name may be none; what its `where` says holds once it is known not to be."""
    learned = tuple(fact for fact in inner.facts if fact not in scope.facts and stable(work, fact.condition))
    for node in nodes:
        local = inner.names.get(node.name.text)
        if local is not None:
            local.type = t.optional(local.type)
            work.implied[id(local)] = learned
    return Scope(inner.names, scope.facts, scope.you, scope.seats)


def _one(node: ast.Binder) -> bool:
    return node.low is None or (node.high is None and isinstance(node.low, ast.Int) and node.low.value == 1)


def _binder(work: Work, node: ast.Binder, scope: Scope, origin: str) -> Scope:
    of, most = source_or_melds(work, node.source, scope)
    high = LARGEST
    for amount in (node.low, node.high):
        if amount is not None:
            high = number(work, amount, scope, "how many are picked").high
    single = _one(node)
    if isinstance(of, t.MeldValue) and not single:
        of = work.error("RL320", "Melds are chosen one at a time", node.source)
    kind = of if single else t.Collection("list", of, max(0, min(most, high)))
    local = work.local(node, node.name, kind, origin, scope)
    inner = scope.bind(local)
    if node.where is None:
        return inner
    inner = truth(work, node.where, inner)
    refuse_preference(work, node.where, of, single=single)
    if single:
        local.type = refine(work, ast.Name(node.name.span, node.name.text), local.type, inner)
    return inner


def menu(work: Work, node: ast.Menu, scope: Scope) -> None:
    """`do 1 primary, up to 1 secondary, any trade`."""
    need_you(work, node, scope)
    seen: dict[str, ast.MenuItem] = {}
    for item in node.items:
        if item.amount is not None:
            number(work, item.amount, scope, "how often something is done")
        symbol = action_or_group(work, item.name)
        if symbol is None:
            continue
        work.refs[item] = symbol
        before = seen.setdefault(item.name.text, item)
        if before is not item:
            work.error(
                "RL328",
                f"`{item.name.text}` stands in this menu twice",
                item,
                "again here",
                others=(Label(before.span, "first here"),),
                hint="Put the two amounts together.",
            )
        for action in actions_of(symbol):
            work.call("run", ("action", action.name), item, as_another(scope))


def one_label(work: Work, labels: dict[str, ast.Text], label: ast.Text) -> None:
    """Labels of one `either` are different."""
    before = labels.setdefault(label.value, label)
    if before is not label:
        work.error(
            "RL328",
            f'Two branches are called "{label.value}"',
            label,
            "the second one",
            others=(Label(before.span, "the first"),),
            hint="Give them different labels.",
        )
