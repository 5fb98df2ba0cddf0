"""Zones, tokens and pots as written in, their symbols out."""

from __future__ import annotations

from math import prod

from rulelang.analysis.constants import NotConstant, Setting, default_params, whole
from rulelang.analysis.declare.names import Declaring, listed
from rulelang.analysis.declare.types import LARGEST_FAMILY, cards_of, constant, keys, not_constant, size
from rulelang.analysis.model import Local, PotSymbol, RefillSymbol, TokenSymbol, ZoneSymbol
from rulelang.analysis.types import Card, Player, Type, Unknown
from rulelang.diagnostics import Label, suggestion
from rulelang.ir.numbers import HIGHEST
from rulelang.records import dataclass
from rulelang.source import Span
from rulelang.syntax import ast

KINDS = ("stack", "row", "set")
VIEWERS = ("all", "owner", "others", "team", "nobody")
OPTIONS = ("seen by", "face down seen by", "refill", "discards", "capacity", "count hidden")


@dataclass(slots=True)
class _Options:
    """What the options of one zone say."""

    seen: str = ""
    down_seen: str = "nobody"
    refill: ast.Refill | None = None
    discards: bool = False
    capacity: int | None = None
    count_hidden: bool = False


def declare_zone(context: Declaring, node: ast.Zone, doc: str) -> None:
    """One line of `zones:`; its refill waits for `link_refills`."""
    if not context.claim(node.name, "a zone"):
        return
    if node.kind.text not in KINDS:
        context.found.error(
            "RL220",
            f"`{node.kind.text}` is no kind of zone",
            node.kind.span,
            allowed="A zone is a `stack`, a `row` or a `set`.",
            hint=suggestion(node.kind.text, KINDS),
        )
    per = keys(context, node.per)
    holds = [name.text for name in node.holds if cards_of(context, name) is not None]
    options = _read_options(context, node, per)
    within_bounds(context, node.name.span, per)
    context.model.zones[node.name.text] = ZoneSymbol(
        node.name.text,
        per,
        node.kind.text if node.kind.text in KINDS else "set",
        tuple(dict.fromkeys(holds)),
        options.seen or "all",
        options.down_seen,
        (),
        options.discards,
        options.capacity,
        options.count_hidden,
        node,
        doc,
    )


def link_refills(context: Declaring) -> None:
    """Join the zones that refill others, once all zones are known; one discard zone for each type."""
    for zone in context.model.zones.values():
        refill = next((option for option in zone.node.options if isinstance(option, ast.Refill)), None)
        if refill is not None:
            sources = (_refill(context, zone, source) for source in refill.sources)
            zone.refill = tuple(source for source in sources if source is not None)
    _one_discard_zone(context)


def within_bounds(context: Declaring, span: Span, per: tuple[Type, ...]) -> None:
    """Report a family with too many members."""
    count = prod(_members(context, kind) for kind in per)
    if count > LARGEST_FAMILY:
        context.found.error(
            "RL227",
            f"There would be {count:,} of `{span.text}`",
            span,
            "one for each",
            allowed=f"A family has at most {LARGEST_FAMILY:,} members.",
        )


def declare_tokens(context: Declaring, node: ast.Tokens) -> None:
    """A token with its supply and who sees how many a player has."""
    if not context.claim(node.name, "a token"):
        return
    model = context.model
    try:
        supply = whole(model, node.supply, Setting(default_params(model), model.high))
        if not 0 <= supply < HIGHEST:
            context.found.error(
                "RL206",
                f"A supply of {supply} tokens cannot be",
                node.supply.span,
                f"this is {supply}",
                allowed="There are 0 tokens or more.",
            )
    except NotConstant as problem:
        not_constant(context, problem)
    seen = _viewer(context, node.seen_by, (Player(),)) if node.seen_by else "all"
    model.tokens[node.name.text] = TokenSymbol(node.name.text, node.supply, seen or "all", node)


def declare_pot(context: Declaring, node: ast.Pot) -> None:
    """Counts of a token that lie on the table or on cards."""
    if not context.claim(node.name, "a pot"):
        return
    per = keys(context, node.per)
    within_bounds(context, node.name.span, per)
    token = context.model.tokens.get(node.token.text)
    if token is None and context.is_lost(node.token.text):
        return
    if token is None:
        context.found.error(
            "RL229",
            f"There are no tokens called `{node.token.text}`",
            node.token.span,
            hint=suggestion(node.token.text, context.model.tokens) or "Declare them: `tokens coin: 32`.",
        )
        return
    context.model.pots[node.name.text] = PotSymbol(node.name.text, per, token, node)


def _members(context: Declaring, kind: Type) -> int:
    if isinstance(kind, Card):
        return max(1, len(context.model.cards[next(iter(kind.of))].rows))
    return size(context, kind)


def _read_options(context: Declaring, node: ast.Zone, per: tuple[Type, ...]) -> _Options:
    options = _Options()
    said: dict[str, Span] = {}
    for option in node.options:
        word = _word(option)
        before = said.setdefault(word, option.span)
        if before is not option.span:
            context.found.error(
                "RL221",
                f"`{word}` is said twice for `{node.name.text}`",
                option.span,
                "the second time",
                others=[Label(before, "the first")],
            )
            continue
        _option(context, options, option, per)
    if "seen by" not in said:
        context.found.error(
            "RL222",
            f"Nothing says who sees the cards in `{node.name.text}`",
            node.name.span,
            allowed="Every zone is seen by all, owner, others, team or nobody.",
            hint="Add `, seen by all`, or `, seen by owner` for a hand.",
        )
    return options


def _word(option: ast.SeenBy | ast.Refill | ast.ZoneOption) -> str:
    if isinstance(option, ast.SeenBy):
        return "face down seen by" if option.down else "seen by"
    return "refill" if isinstance(option, ast.Refill) else option.word.text


def _option(
    context: Declaring, options: _Options, option: ast.SeenBy | ast.Refill | ast.ZoneOption, per: tuple[Type, ...]
) -> None:
    match option:
        case ast.SeenBy(viewer=viewer, down=True):
            options.down_seen = _viewer(context, viewer, per) or "nobody"
        case ast.SeenBy(viewer=viewer):
            options.seen = _viewer(context, viewer, per) or "all"
        case ast.Refill():
            options.refill = option
        case ast.ZoneOption(word=ast.Ident(text="discards"), value=None):
            options.discards = True
        case ast.ZoneOption(word=ast.Ident(text="count"), value=ast.Name(text="hidden")):
            options.count_hidden = True
        case ast.ZoneOption(word=ast.Ident(text="capacity"), value=value) if value is not None:
            options.capacity = _at_least(context, value, 1, "A zone holds at least 1 card")
        case ast.ZoneOption():
            _no_option(context, option)


def _no_option(context: Declaring, option: ast.ZoneOption) -> None:
    word = option.word.text
    ways = {
        "capacity": "Write how many: `capacity 5`.",
        "count": "Write `count hidden`.",
        "keep": "`keep` follows the zone of a `refill`: `refill spent keep 1`.",
    }
    hint = ways.get(word) or suggestion(word, ("seen", "refill", "discards", *ways))
    context.found.error(
        "RL221",
        f"`{option.span.text}` says nothing about a zone",
        option.span,
        allowed=f"A zone has {listed(list(OPTIONS))}.",
        hint=hint,
    )


def _viewer(context: Declaring, viewer: ast.Ident, per: tuple[Type, ...]) -> str | None:
    word = viewer.text
    if word not in VIEWERS:
        context.found.error(
            "RL223",
            f"`{word}` does not say who sees cards",
            viewer.span,
            allowed="Cards are seen by all, owner, others, team or nobody.",
            hint=suggestion(word, VIEWERS),
        )
        return None
    if word in ("owner", "others", "team") and not (per and isinstance(per[0], Player | Card | Unknown)):
        context.found.error(
            "RL223",
            f"This has no owner, so nobody is its `{word}`",
            viewer.span,
            allowed="`owner`, `others`, `team` need `per player` first; a zone per card belongs to the card's owner.",
            hint="Write `per player` behind the name, or `seen by all`.",
        )
        return None
    if word == "team" and not context.model.teams:
        context.found.error(
            "RL223", "The game has no teams", viewer.span, hint="Declare them: `teams 1 and 3, 2 and 4`."
        )
        return None
    return word


def _at_least(context: Declaring, expr: ast.Expr, least: int, title: str) -> int | None:
    number = constant(context, expr, Setting())
    if number is not None and number < least:
        context.found.error("RL206", title, expr.span, f"this is {number}")
        return None
    return number


def _refill(context: Declaring, zone: ZoneSymbol, node: ast.RefillSource) -> RefillSymbol | None:
    name = node.zone.text if isinstance(node.zone, ast.Name) else None
    source = context.model.zones.get(name or "")
    if context.is_lost(name or "") or context.is_lost(zone.name):
        return None
    if source is None:
        context.found.error(
            "RL224",
            f"There is no zone called `{node.zone.span.text}`",
            node.zone.span,
            allowed="A refill names zones whose cards are moved in and shuffled.",
            hint=suggestion(name or "", context.model.zones),
        )
        return None
    if source is zone or (source.per and source.per != zone.per):
        each = listed([key.span.text for key in source.node.per])
        which = f"Which `{source.name}` refills `{zone.name}`? There is one for each {each}"
        title = f"`{zone.name}` cannot refill itself" if source is zone else which
        context.found.error("RL224", title, node.zone.span, others=[Label(source.node.name.span, "declared here")])
        return None
    strangers = [kind for kind in source.holds if kind not in zone.holds]
    if node.where is None and strangers:
        context.found.error(
            "RL224",
            f"`{source.name}` may hold {listed(strangers)}; `{zone.name}` does not take them",
            node.zone.span,
            others=[Label(source.node.span, "what it holds"), Label(zone.node.span, "what is refilled")],
            hint=f"Say which cards: `refill {source.name} where c is {zone.holds[0]}`." if zone.holds else "",
        )
    keep = _at_least(context, node.keep, 0, "At least 0 cards stay") if node.keep else 0
    local = Local("c", Card(frozenset(source.holds)), "refill", node)
    context.model.locals[node] = local
    return RefillSymbol(node.zone, node.where, keep or 0, local)


def _one_discard_zone(context: Declaring) -> None:
    """Report types with two discard zones, and discard zones that are several."""
    homes: dict[str, ZoneSymbol] = {}
    for zone in context.model.zones.values():
        if not zone.discards or context.is_lost(zone.name):
            continue
        if zone.per:
            context.found.error(
                "RL225",
                f"There is a `{zone.name}` for each {listed([key.span.text for key in zone.node.per])}: "
                "which takes discarded cards?",
                zone.node.name.span,
                allowed="The zone with `discards` is a single one.",
                hint="Move cards there by name: `move c to your " + zone.name + "`.",
            )
            continue
        for kind in zone.holds:
            before = homes.setdefault(kind, zone)
            if before is not zone:
                context.found.error(
                    "RL225",
                    f"Two zones take discarded `{kind}` cards: `{before.name}` and `{zone.name}`",
                    zone.node.name.span,
                    others=[Label(before.node.name.span, "the first")],
                    hint="Take `discards` from one of the two.",
                )
