"""An action in: its head checked step by step, then its body with the names of the head."""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check import choices, moves, statements
from rulelang.analysis.check.changes import after, changes
from rulelang.analysis.check.scopes import Scope, Work, near
from rulelang.analysis.check.wanted import number, truth
from rulelang.analysis.check.words import a
from rulelang.diagnostics import Label
from rulelang.syntax import ast


def check_action(work: Work, action: m.ActionSymbol) -> None:
    """Check head and body. Names of the head are known in the body, names of a branch only in the branch."""
    scope = head(work, action.node.head, Scope(you="set"))
    if action.node.body is not None:
        statements.check_block(work, action.node.body, scope)


def head(work: Work, steps: tuple[ast.HeadStep, ...], scope: Scope) -> Scope:
    """The scope behind the steps of a head: every condition of it holds, except what payments may have changed."""
    for step in steps:
        scope = _step(work, step, scope)
    return scope


def _step(work: Work, step: ast.HeadStep, scope: Scope) -> Scope:
    match step:
        case ast.When(condition=condition):
            return truth(work, condition, scope)
        case ast.Choose():
            return _choose(work, step, scope)
        case ast.Pay():
            _pay(work, step, scope)
            return after(work, scope, changes(step))
        case ast.Let():
            return statements.let(work, step, scope)
        case ast.HeadEither():
            return _either(work, step, scope)


def _choose(work: Work, step: ast.Choose, scope: Scope) -> Scope:
    if step.decider is not None:
        work.error(
            "RL329",
            "In the head of an action only the player who acts chooses",
            step.decider,
            "somebody else",
            allowed="Whether an action is possible depends on nobody else's answer.",
            hint=f"Put `{step.decider.span.text} chooses ...` below `do:`.",
        )
        work.type(step.decider, scope)
    return choices.binders(work, step.binders, scope, "choose", certain=True)


def _either(work: Work, step: ast.HeadEither, scope: Scope) -> Scope:
    labels: dict[str, ast.Text] = {}
    for branch in step.branches:
        choices.one_label(work, labels, branch.label)
        head(work, branch.head, scope)
    return after(work, scope, changes(step))


def _pay(work: Work, step: ast.Pay, scope: Scope) -> None:
    if step.token is None:
        moves.discardable(work, step.value, scope, "`pay`")
        return
    number(work, step.value, scope, "what is paid")
    word = step.token.text
    token = work.model.tokens.get(word)
    if word in work.lost:
        token = None
    elif token is None:
        title = (
            f"`{word}` is {work.declared[word][0]}, no token"
            if word in work.declared
            else f"There is no token called `{word}`"
        )
        work.error("RL302", title, step.token, hint=near(word, list(work.model.tokens), work.declared))
    if step.to is not None:
        _target(work, step.to, token, scope)


def _target(work: Work, node: ast.Expr, token: m.TokenSymbol | None, scope: Scope) -> None:
    kind = work.type(node, scope)
    ref = work.refs.get(node)
    if isinstance(t.plain(kind), t.Unknown):
        return
    if not isinstance(ref, m.Instance) or not isinstance(ref.of, m.PotSymbol | m.TokenSymbol):
        work.error(
            "RL305",
            f"Tokens are paid to a count of tokens; `{node.span.text}` is {a(kind)}",
            node,
            allowed="Such counts are declared with `pots:`.",
        )
        return
    held = ref.of.token if isinstance(ref.of, m.PotSymbol) else ref.of
    if token is not None and held is not token:
        work.error(
            "RL330",
            f"`{ref.of.name}` counts {held.name} tokens, not {token.name}",
            node,
            others=(Label(ref.of.node.span, "declared here"),),
        )
