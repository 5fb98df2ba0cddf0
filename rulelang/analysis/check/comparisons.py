"""Tests in (`is`, `has`, `<`, `can`, `knows`), their meaning and a flag out."""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.missing import no_such_print
from rulelang.analysis.check.relations import element, fits, is_unknown, same_kind
from rulelang.analysis.check.scopes import Scope, Work, near
from rulelang.analysis.check.wanted import enum_number
from rulelang.analysis.check.words import a, either
from rulelang.syntax import ast


def is_(work: Work, node: ast.Is, scope: Scope) -> t.Type:
    """`x is y`: a one-argument define, a cards type, a printed name, a face, or else equality."""
    left = work.type(node.left, scope)
    right = node.right
    if isinstance(right, ast.Str):
        work.refs[node] = m.IsPrinted(right.value)
        printed(work, right, left, node.left)
    elif isinstance(right, ast.FaceLiteral):
        _is_face(work, node, right, left, scope)
    elif (
        isinstance(right, ast.Name)
        and right.text not in scope.names
        and _named_test(work, node, right.text, left, scope)
    ):
        pass
    else:
        _is_value(work, node, left, scope)
    return t.Flag()


def _named_test(work: Work, node: ast.Is, word: str, left: t.Type, scope: Scope) -> bool:
    """`c is good` and `c is beast`; whether the right side is one of these."""
    define = work.model.defines.get(word) if word not in work.lost else None
    if define is not None and len(define.node.parameters) == 1:
        _is_define(work, node, define, left, scope)
        return True
    if define is not None and define.node.parameters:
        work.error(
            "RL308",
            f"`{word}` needs {len(define.node.parameters)} values; `is` gives it one",
            node.right,
            hint=f"Write `{word}({node.left.span.text}, ...)`.",
        )
        work.refs[node] = m.IsValue()
        return True
    if word in work.model.cards and word not in work.declared:
        _is_cards(work, node, word, left)
        return True
    return False


def _is_define(work: Work, node: ast.Is, define: m.DefineSymbol, left: t.Type, scope: Scope) -> None:
    work.refs[node] = m.IsDefine(define)
    work.call("look", ("define", define.name), node, scope)
    wanted = define.parameters[0].type if define.parameters else t.Unknown()
    if not fits(left, wanted):
        work.error(
            "RL305", f"`{define.name}` is about {a(t.plain(wanted))}; `{node.left.span.text}` is {a(left)}", node.left
        )
    elif not isinstance(t.plain(define.type), t.Flag | t.Unknown):
        work.error(
            "RL308",
            f"`{define.name}` gives {a(define.type)}, not yes or no",
            node.right,
            hint=f"Write `{define.name}({node.left.span.text}) is ...`.",
        )


def _is_cards(work: Work, node: ast.Is, word: str, left: t.Type) -> None:
    work.refs[node] = m.IsCards(word)
    inner = t.plain(left)
    if isinstance(inner, t.Unknown | t.NoneValue):
        return
    if not isinstance(inner, t.Card):
        work.error(
            "RL308",
            f"Only a card can be {a(t.Card(frozenset((word,))))}; `{node.left.span.text}` is {a(left)}",
            node.left,
        )
    elif word not in work.counts.all_types(inner.of):
        work.error(
            "RL308", f"`{node.left.span.text}` is always {a(inner)}, never {a(t.Card(frozenset((word,))))}", node
        )


def _is_face(work: Work, node: ast.Is, right: ast.FaceLiteral, left: t.Type, scope: Scope) -> None:
    work.type(right, scope)
    if isinstance(t.plain(left), t.Face):
        work.refs[node] = m.IsValue()
        return
    work.refs[node] = m.IsFace()
    if not isinstance(t.plain(left), t.Card | t.Unknown | t.NoneValue):
        work.error("RL308", f"Only cards lie face up or down; `{node.left.span.text}` is {a(left)}", node.left)


def _is_value(work: Work, node: ast.Is, left: t.Type, scope: Scope) -> None:
    right = work.type(node.right, scope)
    work.refs[node] = m.IsValue()
    one, other = t.plain(left), t.plain(right)
    if isinstance(other, t.PrintedName) and isinstance(one, t.Card):
        work.refs[node] = m.IsPrinted("")
        return
    if isinstance(node.left, ast.Str) and isinstance(other, t.PrintedName):
        work.error(
            "RL308",
            "The printed name stands to the right of `is`",
            node,
            hint=f"Write `{node.right.span.text} is {node.left.span.text}`.",
        )
        return
    if literal(work, node.left, one, node.right, other):
        work.refs[node] = m.IsValue(number=True)
    elif not is_unknown(left, right):
        _comparable(work, node, left, right)


def _comparable(work: Work, node: ast.Is, left: t.Type, right: t.Type) -> None:
    one, other = t.plain(left), t.plain(right)
    left_text, right_text = node.left.span.text, node.right.span.text
    if not same_kind(one, other) or _unlike(one, other):
        hint = _conversion(one, other, left_text, right_text)
        work.error(
            "RL308",
            f"`{left_text}` is {a(left)} and `{right_text}` {a(right)}: they are never the same",
            node,
            hint=hint,
        )
    elif _apart(work, one, other):
        work.error("RL308", f"`{left_text}` is {a(one)} and `{right_text}` {a(other)}: they are never the same", node)


def _unlike(one: t.Type, other: t.Type) -> bool:
    """Two collections of different kinds; a zone counts as a list."""
    kinds = {
        kind.kind if isinstance(kind, t.Collection) else "list"
        for kind in (one, other)
        if isinstance(kind, t.Collection | t.Zone)
    }
    return len(kinds) > 1


def _conversion(one: t.Type, other: t.Type, left: str, right: str) -> str:
    for mine, theirs, text in ((one, other, left), (other, one, right)):
        if isinstance(mine, t.EnumValue | t.Player) and isinstance(theirs, t.Number):
            return f"Write `number({text})` to compare numbers."
        if isinstance(mine, t.Collection | t.Zone) and isinstance(theirs, t.Number):
            return f"Write `size({text})` to count."
        if isinstance(mine, t.Collection | t.Zone) and isinstance(theirs, t.Card):
            return f"Write `{text} has {right if text == left else left}`."
    return ""


def literal(work: Work, left: ast.Expr, one: t.Type, right: ast.Expr, other: t.Type) -> bool:
    """Whether one side is a number literal and the other an enum value (then compared by number)."""
    for node, kind in ((left, other), (right, one)):
        if isinstance(node, ast.Int) and isinstance(kind, t.EnumValue):
            enum_number(work, node, kind, keep=False)
            return True
    return False


def printed(work: Work, node: ast.Str, beside: t.Type, subject: ast.Expr) -> None:
    """A printed name in a test: it must be the name of a card that `beside` can be."""
    inner = t.plain(beside)
    if isinstance(inner, t.Unknown | t.NoneValue):
        inner = t.Card(frozenset())
    of = inner.of if isinstance(inner, t.Card | t.PrintedName) else None
    if of is None:
        work.error("RL308", f'`{subject.span.text}` is {a(beside)}; "{node.value}" would be the name of a card', node)
        return
    work.refs[node] = m.Printed(node.value)
    work.types[node] = t.PrintedName(work.counts.all_types(of))
    fact = work.counts.prints.get(node.value)
    if fact is None:
        no_such_print(work, node, work.counts.names_of(of))
    elif fact.type not in work.counts.all_types(of):
        work.error(
            "RL308",
            f'"{node.value}" is {a(t.Card(frozenset((fact.type,))))}; `{subject.span.text}` holds or is only '
            f"{either(of)}",
            node,
        )


def has(work: Work, node: ast.Has, scope: Scope) -> t.Type:
    """`S has x`."""
    left = work.type(node.left, scope)
    of = element(left)
    if of is None:
        work.type(node.right, scope) if not isinstance(node.right, ast.Str) else None
        work.error(
            "RL308",
            f"Only zones and collections have something in them; `{node.left.span.text}` is {a(left)}",
            node.left,
        )
        return t.Flag()
    if isinstance(node.right, ast.Str):
        printed(work, node.right, of, node.left)
        return t.Flag()
    right = work.type(node.right, scope)
    one, other = t.plain(of), t.plain(right)
    if isinstance(node.right, ast.Int) and isinstance(one, t.EnumValue):
        enum_number(work, node.right, one, keep=False)
    elif isinstance(other, t.PrintedName) and isinstance(one, t.Card):
        pass
    elif isinstance(other, t.Collection) or not same_kind(one, other) or _apart(work, one, other):
        work.error("RL308", f"`{node.left.span.text}` holds {a(of)}; `{node.right.span.text}` is {a(right)}", node)
    return t.Flag()


def _apart(work: Work, one: t.Type, other: t.Type) -> bool:
    return (
        isinstance(one, t.Card)
        and isinstance(other, t.Card)
        and not (work.counts.all_types(one.of) & work.counts.all_types(other.of))
    )


def compare(work: Work, node: ast.Compare, scope: Scope) -> t.Type:
    """`<`, `<=`, `>`, `>=`: numbers, or values of one enum by their places."""
    left, right = work.type(node.left, scope), work.type(node.right, scope)
    one, other = t.plain(left), t.plain(right)
    if literal(work, node.left, one, node.right, other) or is_unknown(left, right):
        return t.Flag()
    ordered = (t.Number, t.EnumValue, t.NoneValue)
    if isinstance(one, ordered) and isinstance(other, ordered) and same_kind(one, other):
        return t.Flag()
    hint = _conversion(one, other, node.left.span.text, node.right.span.text)
    if isinstance(node.left, ast.Compare):
        hint = f"Comparisons are not chained: write `... and {node.left.right.span.text} {node.op} ...`."
    work.error(
        "RL308",
        f"`{node.op}` compares numbers, or values of one enum; `{node.left.span.text}` is {a(left)}, "
        f"`{node.right.span.text}` {a(right)}",
        node,
        hint=hint,
    )
    return t.Flag()


def can(work: Work, node: ast.Can, scope: Scope) -> t.Type:
    """`p can NAME`: an action or group."""
    player(work, node.player, scope, "who can do something")
    symbol = action_or_group(work, node.action)
    if symbol is not None:
        work.refs[node] = symbol
        for action in actions_of(symbol):
            work.call("look", ("action", action.name), node, scope)
    return t.Flag()


def actions_of(symbol: m.ActionSymbol | m.GroupSymbol) -> list[m.ActionSymbol]:
    """The actions that a name stands for."""
    return [symbol] if isinstance(symbol, m.ActionSymbol) else symbol.actions


def action_or_group(work: Work, name: ast.Ident) -> m.ActionSymbol | m.GroupSymbol | None:
    """The action or group of a name; a finding if there is none."""
    word = name.text
    symbol = work.model.actions.get(word) or work.model.groups.get(word)
    if symbol is None and word not in work.lost:
        other = work.declared.get(word)
        known = [*work.model.actions, *work.model.groups]
        if other is not None:
            hint = f"Run a phase by its name alone: `{word}`." if isinstance(other[1], m.PhaseSymbol) else ""
            work.error("RL302", f"`{word}` is {other[0]}, no action and no group of actions", name, hint=hint)
        else:
            work.error(
                "RL302",
                f"There is no action or group of actions called `{word}`",
                name,
                hint=near(word, known, work.declared),
            )
    return symbol


def player(work: Work, node: ast.Expr, scope: Scope, what: str) -> t.Type:
    """Check that an expression is a player."""
    kind = work.type(node, scope)
    if not isinstance(t.plain(kind), t.Player | t.Unknown | t.NoneValue):
        hint = f"Write `seat({node.span.text})`." if isinstance(t.plain(kind), t.Number) else ""
        work.error(
            "RL305", f"{what[:1].upper()}{what[1:]} must be a player; `{node.span.text}` is {a(kind)}", node, hint=hint
        )
    return kind


def knows(work: Work, node: ast.Knows, scope: Scope) -> t.Type:
    """`p knows c`, only in examples."""
    player(work, node.player, scope, "who knows something")
    kind = work.type(node.card, scope)
    if scope.seats == 0:
        work.error("RL319", "`knows` belongs in examples: rules cannot ask what somebody knows", node)
    elif not isinstance(t.plain(kind), t.Card | t.Unknown | t.NoneValue):
        work.error("RL305", f"What is known is a card; `{node.card.span.text}` is {a(kind)}", node.card)
    return t.Flag()
