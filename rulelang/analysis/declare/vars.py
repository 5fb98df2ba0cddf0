"""Variables as written in, their symbols out, each with a finite type and an initial value that fits."""

from __future__ import annotations

from rulelang.analysis.constants import NotConstant, Setting, default_params, evaluate, fit, is_literal
from rulelang.analysis.declare.names import Declaring
from rulelang.analysis.declare.types import keys, not_constant, resolve, say
from rulelang.analysis.declare.zones import within_bounds
from rulelang.analysis.model import VarSymbol
from rulelang.analysis.types import Card, Collection, EnumValue, Optional, Player, Team, Type, Unknown, Zone, plain
from rulelang.diagnostics import Label
from rulelang.syntax import ast


def declare_var(context: Declaring, node: ast.Var) -> None:
    """One line of `vars:`."""
    if not context.claim(node.name, "a variable"):
        return
    per = keys(context, node.per)
    within_bounds(context, node.name.span, per)
    link = isinstance(node.type, ast.NamedType) and node.type.name == "link"
    kind = _link(context, node, per) if link else _kind(context, node)
    if node.initial is not None:
        _initial(context, node, node.initial, kind, link)
    context.model.vars[node.name.text] = VarSymbol(node.name.text, per, kind, link, node.initial, node)


def _link(context: Declaring, node: ast.Var, per: tuple[Type, ...]) -> Type:
    """The type of a relation: a card of the type it is declared for, or none."""
    if len(per) == 1 and isinstance(per[0], Card):
        return Optional(per[0])
    if not any(isinstance(key, Unknown) for key in per):
        context.found.error(
            "RL228",
            f"`{node.name.text}` relates cards, so it is `per` one cards type",
            node.name.span,
            hint=f"Write `{node.name.text} per card: link`, with the name of the cards type.",
        )
    return Unknown()


def _kind(context: Declaring, node: ast.Var) -> Type:
    kind = resolve(context, node.type)
    if isinstance(kind, Collection):
        if kind.kind == "set" and isinstance(kind.of, EnumValue | Unknown):
            return kind
        hint = "Put the cards into a zone." if isinstance(kind.of, Card) else "Write a variable `per` each value."
        context.found.error(
            "RL204",
            f"`{node.name.text}` cannot keep a {kind.kind} of `{node.type.span.text.split()[-1]}`",
            node.type.span,
            allowed="A variable holds one value, or a `set of` an enum.",
            hint=hint,
        )
        return Unknown()
    if isinstance(plain(kind), Zone):
        context.found.error(
            "RL204",
            f"`{node.name.text}` cannot hold a zone",
            node.type.span,
            allowed="Zones are chosen, passed and named by `let`; they are not stored.",
            hint="Store what tells the zone: a player, a number, an enum value.",
        )
        return Unknown()
    return kind


def _initial(context: Declaring, node: ast.Var, expr: ast.Expr, kind: Type, link: bool) -> None:
    """Check a starting value, as far as it is known before play."""
    match plain(kind), expr:
        case Unknown(), _:
            return
        case _, ast.Name(text="none") if kind is not plain(kind) or isinstance(kind, Collection):
            return
        case Player(), ast.Name(text="first_player") | ast.Call(name=ast.Ident(text="seat")):
            return _seat(context, node, expr)
        case Player() | Team() | Card(), _:
            return _cannot_start(context, node, expr, kind, link)
        case Collection(of=of), ast.ListOf(items=items):
            for item in items:
                _fits(context, node, item, of)
        case Collection(), _:
            _cannot_start(context, node, expr, kind, link)
        case _:
            _fits(context, node, expr, kind)


def _seat(context: Declaring, node: ast.Var, expr: ast.Expr) -> None:
    if isinstance(expr, ast.Call) and len(expr.args) == 1 and is_literal(expr.args[0]):
        number = expr.args[0].value if isinstance(expr.args[0], ast.Int) else 0
        if not 1 <= number <= context.model.low:
            context.found.error(
                "RL206",
                f"A game of {context.model.low} has no seat {expr.args[0].span.text}",
                expr.span,
                allowed=f"`{node.name.text}` may start as `first_player` or `seat(1)`.",
            )
    elif isinstance(expr, ast.Call):
        context.found.error(
            "RL205",
            f"`{expr.span.text}` is not known before play",
            expr.span,
            hint="Write `first_player` or `seat(1)`.",
        )


def _cannot_start(context: Declaring, node: ast.Var, expr: ast.Expr, kind: Type, link: bool) -> None:
    allowed = "`first_player` or `seat(1)`" if isinstance(plain(kind), Player) else say(context.model, kind)
    context.found.error(
        "RL206",
        f"`{node.name.text}` cannot start as `{expr.span.text}`",
        expr.span,
        others=[Label(node.type.span, "declared here")],
        allowed="Links are made in play." if link else f"It starts as {allowed}.",
        hint="Leave the starting value out and set it in `phase play`.",
    )


def _fits(context: Declaring, node: ast.Var, expr: ast.Expr, kind: Type) -> None:
    model = context.model
    try:
        value = evaluate(model, expr, Setting(default_params(model), model.low))
    except NotConstant as problem:
        not_constant(context, problem)
        return
    if fit(model, value, kind, expr) is None:
        context.found.error(
            "RL206",
            f"`{node.name.text}` cannot start as `{expr.span.text}`",
            expr.span,
            others=[Label(node.type.span, "declared here")],
            allowed=f"It is {say(model, kind)}.",
        )
