"""Queries and sources in (`[c in S where P]`, `1..3`, `all suit`, `S + T`), the type of what they give out."""

from __future__ import annotations

from dataclasses import replace

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.facts import refine
from rulelang.analysis.check.presence import never_empty, some_left
from rulelang.analysis.check.relations import LARGEST, element, is_unknown, join, number_of
from rulelang.analysis.check.scopes import Scope, Work, near
from rulelang.analysis.check.wanted import number, truth
from rulelang.analysis.check.words import a
from rulelang.ir.numbers import saturate
from rulelang.syntax import ast

OF_MELDS = ("count", "sum", "max", "min", "any", "all")


def all_of(work: Work, node: ast.All, _scope: Scope) -> t.Type:
    """`all T`: every card of a type, every value of a finite type."""
    word, model = node.type, work.model
    if word in model.cards:
        work.refs[node] = model.cards[word]
        return t.Collection("list", t.Card(frozenset((word,))), work.counts.of_cards(frozenset((word,))))
    if word in model.enums:
        work.refs[node] = model.enums[word]
        return t.Collection("list", t.EnumValue(word), len(model.enums[word].values))
    builtin: dict[str, t.Type] = {"player": t.Player(), "face": t.Face(), "flag": t.Flag()}
    if model.teams:
        builtin["team"] = t.Team()
    if word in model.zones:
        return _family(work, node, model.zones[word])
    if word in builtin:
        work.refs[node] = m.Builtin(word)
        return t.Collection("list", builtin[word], work.counts.values(builtin[word]))
    if word == "team":
        return work.error("RL302", "This game has no teams", node, hint="Declare them: `teams 1 and 3, 2 and 4`.")
    hint = near(word, [*model.cards, *model.enums, *builtin, *(zone.name for zone in model.zones.values() if zone.per)])
    return work.error("RL302", f"There is no type called `{word}`", node, hint=hint)


def _family(work: Work, node: ast.All, zone: m.ZoneSymbol) -> t.Type:
    """`all trick`: the cards of all zones of a family."""
    if not zone.per:
        return work.error(
            "RL302",
            f"There is one `{zone.name}` only",
            node,
            allowed="`all` goes before a type, or a zone of which there are several.",
            hint=f"Write `{zone.name}` for its cards.",
        )
    work.refs[node] = zone
    of = frozenset(zone.holds)
    return t.Collection("list", t.Card(of), work.counts.of_cards(of))


def range_of(work: Work, node: ast.Range, scope: Scope) -> t.Type:
    """`a..b` as a source: at most 10,000 numbers."""
    low, high = (number(work, end, scope, "an end of a range") for end in (node.low, node.high))
    most = max(0, high.high - low.low + 1)
    return t.Collection("list", t.Number(min(low.low, high.high), high.high), min(LARGEST, most))


def source(work: Work, node: ast.Expr, scope: Scope) -> tuple[t.Type, int]:
    """The type of the elements of a source and how many there are at most; Unknown after a mistake."""
    kind = work.type(node, scope)
    of = element(kind)
    if of is None:
        hint = f"Write `1..{node.span.text}`." if isinstance(t.plain(kind), t.Number) else ""
        work.error(
            "RL305",
            f"Things are taken from a zone, a list or a range; `{node.span.text}` is {a(kind)}",
            node,
            hint=hint,
        )
        return t.Unknown(), LARGEST
    return of, work.counts.size(kind)


def source_or_melds(work: Work, node: ast.Expr, scope: Scope) -> tuple[t.Type, int]:
    """The same for the source of a choice or a query, which may be `melds(...)`."""
    over_melds = isinstance(node, ast.Call) and node.name.text == "melds"
    return source(work, node, replace(scope, melds=True) if over_melds else scope)


def query(work: Work, node: ast.Query, scope: Scope) -> t.Type:
    """The type of a query."""
    of, most = source_or_melds(work, node.source, scope)
    local = work.local(node, node.name, of, "each", scope)
    inner = scope.bind(local)
    if node.where is not None:
        inner = truth(work, node.where, inner)
        refuse_preference(work, node.where, of, single=True)
        of = refine(work, ast.Name(node.name.span, node.name.text), of, inner)
    if isinstance(of, t.MeldValue) and not _melds_allowed(work, node):
        _each(work, node, inner, of)
        return t.Unknown()
    return RESULTS[node.kind](work, node, inner, of, most)


def refuse_preference(work: Work, where: ast.Expr | None, of: t.Type, *, single: bool) -> None:
    """Only single elements are preferred to others: neither melds nor picks of several."""
    if isinstance(where, ast.Preference) and (not single or isinstance(of, t.MeldValue)):
        work.error(
            "RL341",
            "Melds have no `else` behind `where`" if single else "A choice of several has no `else` behind `where`",
            where,
            allowed="One element at a time is preferred to others.",
            hint="Write the conditions into one, with `or` and `any(...)`.",
        )


def _melds_allowed(work: Work, node: ast.Query) -> bool:
    if node.kind in OF_MELDS:
        return True
    work.error(
        "RL320",
        "`melds` can only be chosen from or counted",
        node.source,
        hint=f"Write `count({node.name.text} in {node.source.span.text})`, or `best_melds(...)` for the largest worth.",
    )
    return False


def _each(work: Work, node: ast.Query, scope: Scope, of: t.Type) -> t.Type:
    """What is taken of each element: the expression before `for`, or the element itself."""
    return of if node.each is None else work.type(node.each, scope)


def _single(work: Work, node: ast.Query, kind: t.Type) -> t.Type:
    if isinstance(t.plain(kind), t.Collection):
        work.error(
            "RL305", f"A list holds single values; `{(node.each or node).span.text}` is {a(kind)}", node.each or node
        )
        return t.Unknown()
    return kind


def _list(work: Work, node: ast.Query, scope: Scope, of: t.Type, most: int) -> t.Type:
    kind = _single(work, node, _each(work, node, scope, of))
    if node.kind == "list":
        return t.Collection("list", kind, most)
    return work.counts.collection(node.kind, t.plain(kind), most)


def _count(_work: Work, _node: ast.Query, _scope: Scope, _of: t.Type, most: int) -> t.Type:
    return t.Number(0, most)


def _first(work: Work, node: ast.Query, scope: Scope, of: t.Type, _most: int) -> t.Type:
    kind = _single(work, node, _each(work, node, scope, of))
    certain = some_left(node.where) and never_empty(work, node.source, scope)
    return kind if certain or is_unknown(kind) else t.optional(kind)


def _sum(work: Work, node: ast.Query, scope: Scope, of: t.Type, most: int) -> t.Type:
    kind = _each(work, node, scope, of)
    numbers = number_of(kind)
    if numbers is None:
        hint = (
            f"Write `number({(node.each or node).span.text})` for its number."
            if isinstance(t.plain(kind), t.EnumValue)
            else "Write `count(...)` to count."
        )
        work.error(
            "RL305", f"`sum` adds numbers; `{(node.each or node).span.text}` is {a(kind)}", node.each or node, hint=hint
        )
        return t.Number()
    return t.Number(saturate(min(0, numbers.low) * most), saturate(max(0, numbers.high) * most))


def _extreme(work: Work, node: ast.Query, scope: Scope, of: t.Type, _most: int) -> t.Type:
    kind = _each(work, node, scope, of)
    if not _ordered(work, node, node.each or node, kind):
        return t.Unknown()
    certain = node.where is None and never_empty(work, node.source, scope) and not t.may_be_none(kind)
    return kind if certain else t.optional(kind)


def _ordered(work: Work, node: ast.Query, place: ast.Expr, kind: t.Type) -> bool:
    if isinstance(t.plain(kind), t.Number | t.EnumValue | t.Unknown | t.NoneValue):
        return True
    work.error("RL305", f"`{node.kind}` compares numbers or values of an enum; `{place.span.text}` is {a(kind)}", place)
    return False


def _quantified(work: Work, node: ast.Query, scope: Scope, _of: t.Type, _most: int) -> t.Type:
    if node.each is not None:
        truth(work, node.each, scope)
    elif node.kind == "all":
        work.error(
            "RL306",
            "`all` needs a condition for each",
            node,
            hint=f"Write `all(P for {node.name.text} in {node.source.span.text})`.",
        )
    return t.Flag()


def _best(work: Work, node: ast.Query, scope: Scope, of: t.Type, most: int) -> t.Type:
    for by in node.by:
        kind = work.type(by, scope)
        if not isinstance(kind, t.Flag):
            _ordered(work, node, by, kind)
    if node.each is not None:
        work.type(node.each, scope)
        work.error(
            "RL305",
            f"`{node.kind}` gives the elements themselves",
            node.each,
            hint=f"Write `{node.kind}({node.name.text} in {node.source.span.text} by ...)`.",
        )
    return t.Collection("list", of, most)


RESULTS = {
    "list": _list,
    "set": _list,
    "bag": _list,
    "count": _count,
    "first": _first,
    "sum": _sum,
    "max": _extreme,
    "min": _extreme,
    "any": _quantified,
    "all": _quantified,
    "highest": _best,
    "lowest": _best,
}


def combined(work: Work, node: ast.Arithmetic, left: t.Type, right: t.Type) -> t.Type:
    """`S + T` and `S - T`: lists are joined, sets united, bags added; `-` removes."""
    if is_unknown(left, right) and not (element(left) and element(right)):
        return t.Unknown()
    one, other = element(left), element(right)
    if one is None or other is None:
        side = node.right if other is None else node.left
        kind = right if other is None else left
        return work.error(
            "RL305",
            f"`{node.op}` joins collections; `{side.span.text}` is {a(kind)}",
            side,
            hint=f"Write `[{side.span.text}]`.",
        )
    forms = {_form(left), _form(right)} - {"none"}
    of = join(one, other) if node.op == "+" or not isinstance(t.plain(one), t.Unknown) else other
    if forms == {"set", "bag"}:
        return work.error("RL307", "A set and a bag cannot be combined", node)
    if of is None or _disjoint(work, node, one, other):
        return work.error(
            "RL307",
            f"`{node.left.span.text}` is {a(left)}, `{node.right.span.text}` is {a(right)}: "
            "both must hold the same kind of things",
            node,
        )
    form = next(iter(forms - {"list"}), "list")
    most = work.counts.size(left) + (work.counts.size(right) if node.op == "+" else 0)
    kept = of if node.op == "+" else one
    return work.counts.collection(form, kept if form == "list" else t.plain(kept), most)


def _form(kind: t.Type) -> str:
    match t.plain(kind):
        case t.Collection(kind=word):
            return word
        case t.Zone():
            return "list"
    return "none"


def _disjoint(work: Work, node: ast.Arithmetic, one: t.Type, other: t.Type) -> bool:
    """Removing cards of a type that can never be there."""
    left, right = t.plain(one), t.plain(other)
    return (
        node.op == "-"
        and isinstance(left, t.Card)
        and isinstance(right, t.Card)
        and not (work.counts.all_types(left.of) & work.counts.all_types(right.of))
    )
