"""A block and its scope in, every statement checked: what it is about, what is known behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check import choices, moves
from rulelang.analysis.check.at_once import refuse_order
from rulelang.analysis.check.changes import after, changes
from rulelang.analysis.check.comparisons import player
from rulelang.analysis.check.facts import as_another, learn, refine
from rulelang.analysis.check.missing import need_you
from rulelang.analysis.check.queries import source
from rulelang.analysis.check.relations import add, subtract
from rulelang.analysis.check.resolving import resolve
from rulelang.analysis.check.scopes import Scope, Work, near
from rulelang.analysis.check.wanted import expect, number, truth
from rulelang.analysis.check.words import a
from rulelang.diagnostics import Label
from rulelang.syntax import ast

Check = Callable[[Work, Any, Scope], Scope]


def check_block(work: Work, block: ast.Block, scope: Scope) -> None:
    """Check the statements of a block in order; names and facts of each are there for those behind it."""
    for statement in block.statements:
        scope = STATEMENTS[type(statement)](work, statement, scope)


def _changing(check: Callable[[Work, Any, Scope], None]) -> Check:
    """A statement after which nothing is known any more of what it may have changed."""

    def run(work: Work, node: Any, scope: Scope) -> Scope:
        check(work, node, scope)
        return after(work, scope, changes(node))

    return run


# ---------------------------------------------------------------- names and variables


def let(work: Work, node: ast.Let, scope: Scope) -> Scope:
    """`let x = E`: a copy; of a zone the list of its cards."""
    kind = work.type(node.value, scope)
    inner = t.plain(kind)
    if isinstance(inner, t.Zone):
        kind = t.Collection("list", t.Card(inner.of), work.counts.of_cards(inner.of))
    if isinstance(inner, t.MeldValue):
        kind = work.error("RL320", "A meld cannot be kept under another name", node.value)
    return scope.bind(work.local(node, node.name, kind, "let", scope))


def _assign(work: Work, node: ast.Assign, scope: Scope) -> None:
    kind = work.type(node.target, scope)
    ref = work.refs.get(node.target)
    if not isinstance(ref, m.Instance) or isinstance(ref.of, m.ZoneSymbol | m.ScoreSymbol):
        work.type(node.value, scope)
        if not isinstance(t.plain(kind), t.Unknown):
            _no_variable(work, node, ref)
        return
    declared = _declared_type(ref)
    if node.op == "=":
        given = expect(work, node.value, declared, scope, f"`{node.target.span.text}`")
        refuse_none(work, node, given, declared)
        _within(work, node, ref, declared, given)
    elif isinstance(t.plain(declared), t.Collection):
        expect(work, node.value, declared, scope, f"what `{node.op}` changes `{node.target.span.text}` by")
    elif isinstance(t.plain(declared), t.Number):
        given = number(work, node.value, scope, f"what `{node.op}` changes `{node.target.span.text}` by")
        _within(work, node, ref, declared, given)
    else:
        work.type(node.value, scope)
        work.error(
            "RL325",
            f"`{node.op}` changes numbers and sets; `{node.target.span.text}` is {a(declared)}",
            node.target,
            hint=f"Write `{node.target.span.text} = ...`.",
        )


def _within(work: Work, node: ast.Assign, ref: m.Instance, declared: t.Type, given: t.Type) -> None:
    """Warn of a number that can never lie in the range of a variable, whatever its value was before."""
    holds = t.plain(declared)
    if not (isinstance(holds, t.Number) and isinstance(given, t.Number) and isinstance(ref.of, m.VarSymbol)):
        return
    before = t.Number(0, 0) if node.op == "=" else holds
    after = (subtract if node.op == "-=" else add)(before, given)
    if after.low <= holds.high and after.high >= holds.low:
        return
    value, name = node.value.span.text, node.target.span.text
    shown = value if node.op == "=" else f"{name} {node.op} {value}"
    nearest = f"at least {after.low}" if after.low > holds.high else f"at most {after.high}"
    work.found.warning(
        "RL339",
        f"`{shown}` is never within {holds.low} to {holds.high}, what `{name}` can be",
        node.value.span,
        nearest if after.low < after.high else "",
        others=(Label(ref.of.node.type.span, "declared here"),),
        hint="Declare a wider range, or change by less.",
    )


def _declared_type(ref: m.Instance) -> t.Type:
    """What a variable or count may hold, whatever is known at this place."""
    if isinstance(ref.of, m.VarSymbol):
        return t.Optional(ref.of.per[0]) if ref.of.link else ref.of.type
    return t.Number(0)


def refuse_none(work: Work, node: ast.Assign, given: t.Type, declared: t.Type) -> None:
    """`none` must not come into a variable that cannot hold it."""
    if not t.may_be_none(given) or t.may_be_none(declared) or isinstance(declared, t.Flag | t.Collection | t.Unknown):
        return
    ref = work.refs.get(node.target)
    name = ref.of.name if isinstance(ref, m.Instance) else node.target.span.text
    declaration = ref.of.node if isinstance(ref, m.Instance) else None
    kind = declaration.type.span.text if isinstance(declaration, ast.Var) else ""
    others = (Label(declaration.type.span, "cannot hold none"),) if isinstance(declaration, ast.Var) else ()
    value = node.value.span.text
    work.error(
        "RL324",
        f"`{value}` may be none; `{name}` cannot hold that",
        node.value,
        others=others,
        allowed=f"Declare `{name}` as `{kind}?` if it may be none." if kind else "",
        hint=f"Test it first: `if {value} is not none: ...`, or say what holds then: `{value} else ...`."
        if len(value) < 60
        else f"Write `else` and another value behind it, such as `else {name}`, or name it with `let` and test it.",
    )


def _no_variable(work: Work, node: ast.Assign, ref: m.Ref | None) -> None:
    word = node.target.span.text
    what, hint = "no variable", ""
    match ref:
        case m.Local():
            what, hint = "a name for a value that stays as it is", "Declare a variable under `vars:` for what changes."
        case m.ParamSymbol():
            what = "a param, set before play"
        case m.Instance(of=m.ZoneSymbol()):
            what, hint = "a zone", f"Cards come there with `move ... to {word}`."
        case m.Instance(of=m.ScoreSymbol()):
            what = "a score, worked out from the position"
        case m.DefineSymbol():
            what = "a define, worked out from the position"
        case m.CardAttribute():
            what, hint = "printed on the card", "Declare a variable `per` the cards type for what changes."
        case m.Constant() | m.Builtin():
            what = "a fixed value"
    work.error("RL325", f"Only variables and counts can change; `{word}` is {what}", node.target, hint=hint)


# ---------------------------------------------------------------- control


def _if(work: Work, node: ast.If, scope: Scope) -> None:
    """`if`, `else if` and `else`, one after another: a long chain is no deep tree here."""
    here: ast.If | ast.Block | None = node
    while isinstance(here, ast.If):
        check_block(work, here.then, truth(work, here.condition, scope))
        scope = learn(work, scope, here.condition, False)
        here = here.other
    if here is not None:
        check_block(work, here, scope)


def _if_and_on(work: Work, node: ast.If, scope: Scope) -> Scope:
    _if(work, node, scope)
    if node.other is None and _leaves(node.then):
        return learn(work, scope, node.condition, False)
    return after(work, scope, changes(node))


def _leaves(block: ast.Block) -> bool:
    """Whether nothing behind a block is reached through it."""
    return bool(block.statements) and isinstance(block.statements[-1], ast.End)


def _repeat(work: Work, node: ast.Repeat, scope: Scope) -> None:
    number(work, node.times, scope, "how often something is repeated")
    check_block(work, node.body, after(work, scope, changes(node.body)))


def _until(work: Work, node: ast.RepeatUntil, scope: Scope) -> None:
    inner = after(work, scope, changes(node.body))
    truth(work, node.condition, inner)
    check_block(work, node.body, learn(work, inner, node.condition, False))


def _forever(work: Work, node: ast.RepeatForever, scope: Scope) -> None:
    check_block(work, node.body, after(work, scope, changes(node.body)))


def _each_player(work: Work, node: ast.EachPlayer, scope: Scope) -> None:
    if node.start is not None:
        player(work, node.start, scope, "who begins")
    inner = as_another(after(work, scope, changes(node.body)))
    check_block(work, node.body, inner if node.where is None else truth(work, node.where, inner))


def _turns(work: Work, node: ast.Turns, scope: Scope) -> None:
    player(work, node.start, scope, "who begins")
    inner = as_another(after(work, scope, changes(node.body)))
    here = inner if node.where is None else truth(work, node.where, inner)
    if node.until is not None:
        truth(work, node.until, inner)
    check_block(work, node.body, here)


def _at_once(work: Work, node: ast.AtOnce, scope: Scope) -> None:
    inner = as_another(after(work, scope, changes(node.body)))
    if node.where is not None:
        inner = truth(work, node.where, inner)
    check_block(work, node.body, inner)
    refuse_order(work, node)


def _as(work: Work, node: ast.As, scope: Scope) -> None:
    player(work, node.player, scope, "who acts")
    check_block(work, node.body, as_another(scope))


def _each(work: Work, node: ast.Each, scope: Scope) -> None:
    of, _ = source(work, node.source, scope)
    if isinstance(of, t.MeldValue):
        of = work.error("RL320", "`melds` can only be chosen from or counted", node.source)
    local = work.local(node, node.name, of, "each", scope)
    inner = after(work, scope, changes(node.body)).bind(local)
    if node.where is not None:
        inner = truth(work, node.where, inner)
        local.type = refine(work, ast.Name(node.name.span, node.name.text), local.type, inner)
    check_block(work, node.body, inner)


def _either(work: Work, node: ast.Either, scope: Scope) -> None:
    need_you(work, node, scope)
    labels: dict[str, ast.Text] = {}
    for branch in node.branches:
        choices.one_label(work, labels, branch.label)
        inner = scope if branch.when is None else truth(work, branch.when, scope)
        if branch.body is not None:
            check_block(work, branch.body, inner)


# ---------------------------------------------------------------- running other pieces


def _run(work: Work, node: ast.Run, scope: Scope) -> None:
    word = node.name.text
    phase = work.model.phases.get(word)
    if phase is not None:
        work.refs[node] = phase
        work.call("run", ("phase", word), node, scope)
        return
    if word in work.model.actions or word in work.model.groups:
        work.error(
            "RL302", f"`{word}` is {work.declared[word][0]}: a player does it", node, hint=f"Write `do 1 {word}`."
        )
    elif word in work.lost:
        pass
    elif word in work.declared:
        work.error("RL302", f"`{word}` is {work.declared[word][0]}; alone on a line stands a phase to run", node)
    else:
        work.error(
            "RL302", f"There is no phase called `{word}`", node, hint=near(word, list(work.model.phases), work.declared)
        )


def _end(work: Work, node: ast.End, _scope: Scope) -> None:
    word = node.name.text
    phase = work.model.phases.get(word)
    if phase is None and word in work.lost:
        return
    if phase is None:
        hint = near(word, list(work.model.phases), work.declared)
        title = (
            f"`{word}` is {work.declared[word][0]}, no phase"
            if word in work.declared
            else f"There is no phase called `{word}`"
        )
        work.error("RL302", title, node.name, hint=hint, allowed="`end` leaves a running phase.")
        return
    work.refs[node] = phase
    if work.unit is not None:
        work.unit.ends.append(node)


STATEMENTS: dict[type[ast.Node], Check] = {
    ast.Let: let,
    ast.Choose: choices.choose,
    ast.Random: choices.random,
    ast.Assign: _changing(_assign),
    ast.Move: _changing(moves.move),
    ast.Draw: moves.draw,
    ast.Deal: _changing(moves.deal),
    ast.Discard: _changing(moves.discard),
    ast.Shuffle: _changing(moves.shuffle),
    ast.Flip: _changing(moves.flip),
    ast.Reveal: moves.reveal,
    ast.Menu: _changing(choices.menu),
    ast.Either: _changing(_either),
    ast.If: _if_and_on,
    ast.Repeat: _changing(_repeat),
    ast.RepeatUntil: _changing(_until),
    ast.RepeatForever: _changing(_forever),
    ast.EachPlayer: _changing(_each_player),
    ast.AtOnce: _changing(_at_once),
    ast.Turns: _changing(_turns),
    ast.Each: _changing(_each),
    ast.As: _changing(_as),
    ast.Run: _changing(_run),
    ast.Resolve: _changing(resolve),
    ast.End: _changing(_end),
}
