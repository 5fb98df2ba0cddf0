"""Statements that touch cards in (move, draw, discard, shuffle, flip, reveal): every card must fit where it goes."""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.calls import zone
from rulelang.analysis.check.changes import after, changes
from rulelang.analysis.check.comparisons import player
from rulelang.analysis.check.missing import unknown
from rulelang.analysis.check.relations import element
from rulelang.analysis.check.scopes import Scope, Work
from rulelang.analysis.check.wanted import expect, number
from rulelang.analysis.check.words import a, both, either
from rulelang.diagnostics import Label
from rulelang.syntax import ast


def cards(work: Work, node: ast.Expr, scope: Scope, what: str) -> frozenset[str] | None:
    """The types that the cards of an expression may have; None after a mistake or for none."""
    kind = work.type(node, scope)
    inner = t.plain(kind)
    if isinstance(inner, t.Zone | t.Collection):
        inner = t.plain(element(inner) or t.Unknown())
    if isinstance(inner, t.Card):
        return work.counts.all_types(inner.of)
    if isinstance(inner, t.Zone):
        work.error(
            "RL305",
            f"{what} is about cards; `{node.span.text}` is {a(kind)}",
            node,
            hint="Name one of the zones, or go through them with `each z in ...:`.",
        )
    elif not isinstance(inner, t.Unknown | t.NoneValue):
        hint = _whose_cards(node)
        work.error("RL305", f"{what} is about cards; `{node.span.text}` is {a(kind)}", node, hint=hint)
    return None


def _whose_cards(node: ast.Expr) -> str:
    return "Find its cards with `[c in S where ...]`." if isinstance(node, ast.Attribute) else ""


def move(work: Work, node: ast.Move, scope: Scope) -> None:
    """`move C to P [face F]`."""
    of = cards(work, node.cards, scope, "`move`")
    target = place(work, node.place, scope)
    face(work, node.face, scope)
    if of is not None and target is not None:
        accepted(work, node.cards, of, target, scope)


def place(work: Work, node: ast.Expr, scope: Scope) -> ast.Expr | None:
    """Check a place to move to; the expression of its zone."""
    zone_node = node
    if isinstance(node, ast.At | ast.Top | ast.Bottom):
        zone_node = node.zone
        if isinstance(node, ast.At):
            number(work, node.index, scope, "a position")
    kind = work.type(zone_node, scope)
    work.types[node] = kind
    if isinstance(t.plain(kind), t.Unknown | t.NoneValue):
        return None
    if not isinstance(t.plain(kind), t.Zone):
        work.error("RL305", f"Cards are moved to a zone; `{zone_node.span.text}` is {a(kind)}", zone_node)
        return None
    ref = work.refs.get(zone_node)
    if (
        zone_node is not node
        and isinstance(ref, m.Instance)
        and isinstance(ref.of, m.ZoneSymbol)
        and ref.of.kind == "set"
    ):
        work.error(
            "RL322",
            f"`{ref.of.name}` is a set: it has no order and no positions",
            node,
            others=(Label(ref.of.node.name.span, "declared here"),),
            hint=f"Write `to {zone_node.span.text}`.",
        )
    return zone_node


def accepts(work: Work, node: ast.Expr, scope: Scope) -> tuple[frozenset[str], list[m.ZoneSymbol]]:
    """The types that every zone an expression can be takes, and these zones as far as they are known."""
    ref = work.refs.get(node)
    if isinstance(ref, m.Instance) and isinstance(ref.of, m.ZoneSymbol):
        return frozenset(ref.of.holds), [ref.of]
    several: list[ast.Expr] = []
    match node:
        case ast.Conditional(then=then, other=other) | ast.Default(value=then, other=other):
            several = [then, other]
        case ast.ListOf(items=items):
            several = list(items)
        case ast.Query(each=None, source=source):
            several = [source]
        case ast.Arithmetic(left=left, right=right):
            several = [left, right] if node.op == "+" else [left]
        case ast.Name():
            several = _behind(ref)
    found = [accepts(work, one, scope) for one in several if one is not node]
    if not found:
        kind = t.plain(work.types.get(node) or t.Unknown())
        return (work.counts.all_types(kind.of) if isinstance(kind, t.Zone) else work.counts.all_types(frozenset())), []
    return frozenset.intersection(*(of for of, _ in found)), [zone for _, zones in found for zone in zones]


def _behind(ref: m.Ref | None) -> list[ast.Expr]:
    """Where the zone behind a name comes from."""
    match ref:
        case m.Local(node=ast.Binder() | ast.Each() | ast.Query() as binding):
            return [binding.source]
        case m.DefineSymbol(node=node):
            return [node.body]
    return []


def accepted(work: Work, node: ast.Expr, of: frozenset[str], target: ast.Expr, scope: Scope) -> None:
    """Report cards that may not lie where they go."""
    fits, zones = accepts(work, target, scope)
    if of <= fits:
        return
    _strange(work, node, of, fits, zones, target.span.text)


def _strange(work: Work, node: ast.Expr, of: frozenset[str], fits: frozenset[str], zones: list[m.ZoneSymbol],
             text: str) -> None:
    strangers = of - fits
    name = zones[0].name if len(zones) == 1 else text
    others = tuple(Label(zone.node.name.span, f"holds {both(zone.holds)}") for zone in zones)
    single = isinstance(t.plain(work.types[node]), t.Card)
    may = " may also" if of & fits else ""
    is_, holds = ("be", "hold") if may else ("is", "holds")
    what = f"{is_} {a(t.Card(strangers))}" if single else f"{holds} {either(strangers)}"
    title = f"`{name}` holds {both(sorted(fits)) or 'nothing of that kind'}; `{node.span.text}`{may} {what}"
    work.error("RL326", title, node, others=others, hint=_only_those(node, sorted(of & fits), work))


def _only_those(node: ast.Expr, fits: list[str], work: Work) -> str:
    if not fits:
        return ""
    if isinstance(t.plain(work.types[node]), t.Card):
        return f"Test `{node.span.text} is {fits[0]}` first."
    return f"Move only those: `[c in {node.span.text} where c is {fits[0]}]`."


def face(work: Work, node: ast.Expr | None, scope: Scope) -> None:
    """The face cards are laid with."""
    if node is not None:
        expect(work, node, t.Face(), scope, "a face")


def draw(work: Work, node: ast.Draw, scope: Scope) -> Scope:
    """`draw n from Z to P [face F] [as x]`."""
    number(work, node.amount, scope, "how many cards are drawn")
    kind = t.plain(zone(work, node.source, scope, "`draw`"))
    target = place(work, node.place, scope)
    face(work, node.face, scope)
    _has_a_top(work, node.source)
    of = work.counts.all_types(kind.of) if isinstance(kind, t.Zone) else None
    if of is not None and target is not None:
        accepted(work, node.source, of, target, scope)
    scope = after(work, scope, changes(node))
    if node.name is None:
        return scope
    single = isinstance(node.amount, ast.Int) and node.amount.value == 1
    card: t.Type = t.Unknown() if of is None else t.Card(of)
    drawn = t.optional(card) if single else t.Collection("list", card, _most_drawn(work, node, of))
    return scope.bind(work.local(node, node.name, drawn, "draw", scope))


def _most_drawn(work: Work, node: ast.Draw, of: frozenset[str] | None) -> int:
    amount = t.plain(work.types[node.amount])
    high = amount.high if isinstance(amount, t.Number) else 10_000
    return max(0, min(high, work.counts.of_cards(of or frozenset())))


def _has_a_top(work: Work, node: ast.Expr) -> None:
    ref = work.refs.get(node)
    if isinstance(ref, m.Instance) and isinstance(ref.of, m.ZoneSymbol) and ref.of.kind == "set":
        work.error(
            "RL322",
            f"`{ref.of.name}` is a set: nothing lies on top",
            node,
            others=(Label(ref.of.node.name.span, "declared here"),),
            hint=f"Take one by chance: `random card from {node.span.text}`, then `move card to ...`.",
        )


def deal(work: Work, node: ast.Deal, scope: Scope) -> None:
    """`deal n from Z to zones [face F] [from p]`."""
    if node.amount is not None:
        number(work, node.amount, scope, "how many cards each player is dealt")
    kind = t.plain(zone(work, node.source, scope, "`deal`"))
    face(work, node.face, scope)
    if node.start is not None:
        player(work, node.start, scope, "who is dealt to first")
    _has_a_top(work, node.source)
    to = _dealt_to(work, node, scope)
    if to is None or not isinstance(kind, t.Zone):
        return
    of, fits = work.counts.all_types(kind.of), frozenset(to.holds)
    if not of <= fits:
        _strange(work, node.source, of, fits, [to], to.name)


def _dealt_to(work: Work, node: ast.Deal, scope: Scope) -> m.ZoneSymbol | None:
    """The zones, one of each player, that are dealt to."""
    word = node.zone.text
    symbol = work.model.zones.get(word)
    if symbol is not None and symbol.per == (t.Player(),):
        work.refs[node.zone] = symbol
        return symbol
    if symbol is not None:
        work.error(
            "RL305",
            f"Cards are dealt to a zone of each player; `{word}` is none",
            node.zone,
            others=(Label(symbol.node.name.span, "declared here"),),
            hint=f"Write `draw ... to {word}`." if not symbol.per else "",
        )
    elif word in work.declared:
        work.error("RL305", f"Cards are dealt to a zone of each player; `{word}` is {work.declared[word][0]}",
                   node.zone)
    else:
        unknown(work, node.zone, word, scope)
    return None


def discard(work: Work, node: ast.Discard, scope: Scope) -> None:
    """`discard C [face F]`."""
    face(work, node.face, scope)
    discardable(work, node.cards, scope, "`discard`")


def discardable(work: Work, node: ast.Expr, scope: Scope, what: str) -> None:
    """Check cards that are discarded or paid: each type has its discard zone."""
    of = cards(work, node, scope, what)
    homes = {name for zone in work.model.zones.values() if zone.discards and not zone.per for name in zone.holds}
    lost = sorted((of or frozenset()) - homes)
    if lost and not work.lost & work.model.zones.keys():
        work.error(
            "RL327",
            f"Nothing says where {both([f'`{name}`' for name in lost])} cards are discarded",
            node,
            allowed="One zone for each type has the option `discards`.",
            hint="Add `discards` to that zone, or use `move`.",
        )


def shuffle(work: Work, node: ast.Shuffle, scope: Scope) -> None:
    """`shuffle Z`, `shuffle C into Z`."""
    of = None if node.cards is None else cards(work, node.cards, scope, "`shuffle`")
    zone(work, node.zone, scope, "`shuffle`")
    if node.cards is not None and of is not None and isinstance(t.plain(work.types[node.zone]), t.Zone):
        accepted(work, node.cards, of, node.zone, scope)


def flip(work: Work, node: ast.Flip, scope: Scope) -> None:
    """`flip C face F`."""
    cards(work, node.cards, scope, "`flip`")
    face(work, node.face, scope)


def reveal(work: Work, node: ast.Reveal, scope: Scope) -> Scope:
    """`reveal E [to p]`."""
    work.type(node.value, scope)
    if node.to is not None:
        player(work, node.to, scope, "who is shown something")
    return scope
