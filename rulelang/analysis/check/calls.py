"""Calls in (built-in functions and defines), their meaning and type out."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check import comparisons, queries
from rulelang.analysis.check.presence import never_empty
from rulelang.analysis.check.relations import LARGEST, number_of, with_none
from rulelang.analysis.check.scopes import Scope, Work, near
from rulelang.analysis.check.wanted import expect, number, warn_zero
from rulelang.analysis.check.words import a
from rulelang.analysis.constants import is_player_count
from rulelang.syntax import ast
from rulelang.syntax.words import FUNCTIONS

Function = Callable[[Work, ast.Call, Scope], t.Type]


def call(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    """The type of a call."""
    word = node.name.text
    if word in BUILTIN:
        least, most, function = BUILTIN[word]
        work.refs[node] = m.Builtin(word)
        if not _right_number(work, node, word, least, most):
            return t.Unknown()
        return function(work, node, scope)
    define = work.model.defines.get(word)
    if define is not None and word not in scope.names and word not in work.lost:
        return _define(work, node, define, scope)
    for arg in node.args:
        if not isinstance(arg, ast.Str):
            work.type(arg, scope)
    return _no_function(work, node, scope)


def _no_function(work: Work, node: ast.Call, scope: Scope) -> t.Unknown:
    word = node.name.text
    if word in work.lost:
        return t.Unknown()
    if word in FUNCTIONS:
        return work.error(
            "RL304",
            f"`{word}` looks through a collection",
            node,
            hint=f"Write `{word}(E for c in S)` or `{word}(c in S where P)`.",
        )
    if word in work.declared or word in scope.names:
        what = "a name for one value" if word in scope.names else work.declared[word][0]
        hint = f"Write `{word}[...]`." if what == "a table" else ""
        return work.error("RL304", f"`{word}` is {what} and takes no brackets", node, hint=hint)
    return work.error(
        "RL302",
        f"There is no define or function called `{word}`",
        node.name,
        hint=near(word, [*work.model.defines, *FUNCTIONS], work.declared),
    )


def _right_number(work: Work, node: ast.Call, word: str, least: int, most: int) -> bool:
    given = len(node.args)
    if least <= given <= most:
        return True
    needs = f"{least}" if least == most else f"at least {least}" if most == LARGEST else f"{least} or {most}"
    work.error("RL321", f"`{word}` takes {needs} value{'' if needs == '1' else 's'} in brackets, not {given}", node)
    return False


# ---------------------------------------------------------------- defines


def _define(work: Work, node: ast.Call, define: m.DefineSymbol, scope: Scope) -> t.Type:
    work.refs[node] = define
    work.call("look", ("define", define.name), node, scope)
    wanted = len(define.parameters)
    if len(node.args) != wanted:
        for arg in node.args:
            if not isinstance(arg, ast.Str):
                work.type(arg, scope)
        return _wrong_count(work, node, define)
    optional = False
    for arg, local in zip(node.args, define.parameters, strict=True):
        declared = work.parameter_types.get(id(local), local.type)
        kind = expect(work, arg, declared, scope, f"`{local.name}` of `{define.name}`")
        optional = optional or (t.may_be_none(kind) and not t.may_be_none(declared))
    return define.type if optional else work.strict.get(define.name, define.type)


def _wrong_count(work: Work, node: ast.Call, define: m.DefineSymbol) -> t.Unknown:
    wanted = ", ".join(local.name for local in define.parameters)
    count = len(define.parameters)
    title = f"`{define.name}` takes {count} value{'' if count == 1 else 's'}, not {len(node.args)}"
    return work.error(
        "RL321",
        title,
        node,
        hint=f"Write `{define.name}({wanted})` with values of your own." if count else f"Write `{define.name}` alone.",
    )


# ---------------------------------------------------------------- built-in functions


def _size(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    _, most = queries.source(work, node.args[0], scope)
    return t.Number(work.model.low, work.model.high) if is_player_count(node) else t.Number(0, most)


def _first(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    of, _ = queries.source(work, node.args[0], scope)
    if isinstance(of, t.Unknown):
        return of
    return of if never_empty(work, node.args[0], scope) else t.optional(of)


def _card(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    kind = work.type(node.args[0], scope)
    if not isinstance(t.plain(kind), t.Card | t.Unknown | t.NoneValue):
        hint = (
            f"For how many there are write `size({node.args[0].span.text})`."
            if isinstance(t.plain(kind), t.Zone | t.Collection)
            else ""
        )
        work.error(
            "RL305",
            f"`{node.name.text}` is about a card; `{node.args[0].span.text}` is {a(kind)}",
            node.args[0],
            hint=hint,
        )
    return kind


def _position(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    kind = t.plain(_card(work, node, scope))
    most = work.counts.of_cards(kind.of) if isinstance(kind, t.Card) else LARGEST
    return t.Optional(t.Number(1, max(1, most)))


def _owner(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    _card(work, node, scope)
    return t.Optional(t.Player())


def _neighbour(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    kind = comparisons.player(work, node.args[0], scope, f"what `{node.name.text}` is asked of")
    return with_none(t.Player(), kind)


def _seats(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    comparisons.player(work, node.args[0], scope, f"what `{node.name.text}` is asked of")
    return t.Collection("list", t.Player(), work.model.high - (node.name.text == "others"))


def _seat(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    place = number(work, node.args[0], scope, "the number of a seat")
    certain = place.low >= 1 and place.high <= work.model.low
    return t.Player() if certain else t.Optional(t.Player())


def _number(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    kind = work.type(node.args[0], scope)
    match t.plain(kind):
        case t.EnumValue(enum):
            numbers = work.model.enums[enum].numbers
            return with_none(t.Number(min(numbers, default=0), max(numbers, default=0)), kind)
        case t.Player():
            return with_none(t.Number(1, work.model.high), kind)
        case t.Team():
            return with_none(t.Number(1, len(work.model.teams)), kind)
        case t.Number() | t.Unknown() | t.NoneValue():
            return kind
    return work.error(
        "RL305", f"`number` is about seats and values of an enum; `{node.args[0].span.text}` is {a(kind)}", node
    )


def _team(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    kind = comparisons.player(work, node.args[0], scope, "who has a team")
    if not work.model.teams:
        return work.error("RL302", "This game has no teams", node, hint="Declare them: `teams 1 and 3, 2 and 4`.")
    return with_none(t.Team(), kind)


def _min_max(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    if len(node.args) == 1:
        of, _ = queries.source(work, node.args[0], scope)
        if number_of(of) is None and not isinstance(t.plain(of), t.EnumValue):
            work.error("RL305", f"`{node.name.text}` compares numbers; these are each {a(of)}", node.args[0])
            return t.Unknown()
        return of if never_empty(work, node.args[0], scope) else t.optional(of)
    pick = min if node.name.text == "min" else max
    ranges = [number(work, arg, scope, f"what `{node.name.text}` compares") for arg in node.args]
    return t.Number(pick(r.low for r in ranges), pick(r.high for r in ranges))


def _mod(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    number(work, node.args[0], scope, "what is divided")
    by = number(work, node.args[1], scope, "what something is divided by")
    warn_zero(work, node.args[1], by)
    return t.Number(min(0, by.low + 1), max(0, by.high - 1))


def _available(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    zone(work, node.args[0], scope, "`available`")
    return t.Number(0, LARGEST)


def zone(work: Work, node: ast.Expr, scope: Scope, what: str) -> t.Type:
    """Check that an expression is a zone itself."""
    kind = work.type(node, scope)
    if not isinstance(t.plain(kind), t.Zone | t.Unknown | t.NoneValue):
        work.error("RL305", f"{what} needs a zone; `{node.span.text}` is {a(kind)}", node)
    return kind


def _supply(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    arg = node.args[0]
    token = work.model.tokens.get(arg.text) if isinstance(arg, ast.Name) and arg.text not in scope.names else None
    if isinstance(arg, ast.Name) and arg.text in work.lost:
        return t.Unknown()
    if token is None:
        hint = near(arg.text, list(work.model.tokens), work.declared) if isinstance(arg, ast.Name) else ""
        return work.error("RL302", f"There is no token called `{arg.span.text}`", arg, hint=hint)
    work.refs[arg] = token
    supply = work.types.get(token.supply)
    return t.Number(0, supply.high) if isinstance(supply, t.Number) else t.Number(0)


def _names(work: Work, node: ast.Call, _scope: Scope) -> t.Type:
    arg = node.args[0]
    cards = work.model.cards.get(arg.text) if isinstance(arg, ast.Name) else None
    if cards is None:
        hint = near(arg.text, list(work.model.cards)) if isinstance(arg, ast.Name) else ""
        return work.error("RL302", f"There is no cards type called `{arg.span.text}`", arg, hint=hint)
    work.refs[arg] = cards
    of = t.PrintedName(frozenset((cards.name,)))
    return t.Collection("list", of, work.counts.values(of))


def _done(work: Work, node: ast.Call, _scope: Scope) -> t.Type:
    arg = node.args[0]
    if not isinstance(arg, ast.Name):
        return work.error("RL305", "`done` is about an action or a group of actions", arg)
    symbol = comparisons.action_or_group(work, ast.Ident(arg.span, arg.text))
    if symbol is not None:
        work.refs[arg] = symbol
    return t.Number(0, LARGEST)


# ---------------------------------------------------------------- melds


def _melds(work: Work, node: ast.Call, scope: Scope) -> t.Type:
    found = _patterns(work, node, scope)
    if node.name.text == "best_melds":
        return t.Number()
    if node.name.text == "is_meld":
        return t.Flag()
    if not scope.melds:
        return work.error(
            "RL320",
            "`melds` can only be chosen from or counted",
            node,
            hint="Write `choose m from melds(...)`, `count(m in melds(...))` or `best_melds(...)`.",
        )
    return t.Collection("list", t.MeldValue(found), LARGEST) if found else t.Collection("list", t.Unknown(), LARGEST)


def _patterns(work: Work, node: ast.Call, scope: Scope) -> tuple[str, ...]:
    of, _ = queries.source(work, node.args[0], scope)
    if not isinstance(t.plain(of), t.Card | t.Unknown):
        work.error("RL305", f"Melds are made of cards; `{node.args[0].span.text}` holds {a(of)}", node.args[0])
    found: list[str] = []
    for arg in node.args[1:]:
        meld = work.model.melds.get(arg.text) if isinstance(arg, ast.Name) and arg.text not in scope.names else None
        if isinstance(arg, ast.Name) and arg.text in work.lost:
            continue
        if meld is None:
            hint = near(arg.text, list(work.model.melds), work.declared) if isinstance(arg, ast.Name) else ""
            work.error("RL302", f"There is no meld called `{arg.span.text}`", arg, hint=hint)
            continue
        work.refs[arg] = meld
        found.append(meld.name)
        work.call("look", ("meld", meld.name), arg, scope)
        _needs_order(work, node.args[0], meld, arg)
    return tuple(found)


def _needs_order(work: Work, source: ast.Expr, meld: m.MeldSymbol, arg: ast.Expr) -> None:
    """`adjacent` is about positions: a zone without order has none."""
    ref = work.refs.get(source)
    if not any(option.word.text == "adjacent" for option in meld.node.options) or not isinstance(ref, m.Instance):
        return
    if isinstance(ref.of, m.ZoneSymbol) and ref.of.kind == "set":
        work.error(
            "RL322",
            f"`{meld.name}` asks for adjacent cards; `{ref.of.name}` is a set, without order",
            arg,
            hint=f"Make `{ref.of.name}` a row.",
        )


BUILTIN: dict[str, tuple[int, int, Function]] = {
    "size": (1, 1, _size),
    "first": (1, 1, _first),
    "position": (1, 1, _position),
    "owner": (1, 1, _owner),
    "left": (1, 1, _neighbour),
    "right": (1, 1, _neighbour),
    "clockwise": (1, 1, _seats),
    "others": (1, 1, _seats),
    "seat": (1, 1, _seat),
    "number": (1, 1, _number),
    "team": (1, 1, _team),
    "min": (1, LARGEST, _min_max),
    "max": (1, LARGEST, _min_max),
    "mod": (2, 2, _mod),
    "available": (1, 1, _available),
    "supply": (1, 1, _supply),
    "names": (1, 1, _names),
    "done": (1, 1, _done),
    "melds": (2, LARGEST, _melds),
    "best_melds": (2, LARGEST, _melds),
    "is_meld": (2, LARGEST, _melds),
}
