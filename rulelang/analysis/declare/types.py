"""Types as written in, types of the model out, each only where it makes sense."""

from __future__ import annotations

from rulelang.analysis.constants import NotConstant, Setting, whole
from rulelang.analysis.declare.names import Declaring, listed
from rulelang.analysis.model import GameModel
from rulelang.analysis.types import (
    Card,
    Collection,
    EnumValue,
    Face,
    Flag,
    NoneValue,
    Number,
    Optional,
    Player,
    Team,
    Type,
    Unknown,
    Zone,
)
from rulelang.diagnostics import suggestion
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.words import TYPE_WORDS

LARGEST_FAMILY = 10_000
OTHER_NAMES = {
    **dict.fromkeys(("bool", "boolean"), "Write `flag`."),
    **dict.fromkeys(("int", "integer", "number"), "Write the range of the number, as in `0..9`."),
    **dict.fromkeys(("string", "str", "text"), "There are no texts; declare the words: `enum mood: calm, angry`."),
}
"""What to write for the name that other languages give to a type."""
PLAIN: dict[str, Type] = {"player": Player(), "flag": Flag(), "face": Face()}


def resolve(context: Declaring, node: ast.Type) -> Type:
    """The type a piece of the rules names; Unknown, with a finding, if there is no such type."""
    match node:
        case ast.RangeType():
            return _optional(_range(context, node), node.optional)
        case ast.CollectionType(kind=kind, of=of):
            if kind not in ("set", "bag", "list"):
                context.found.error(
                    "RL203",
                    f"There is no type `{kind} of {of.text}`",
                    node.span,
                    allowed="Collections are `set of`, `bag of` and `list of`.",
                )
                return Unknown()
            inner = _named(context, of.text, of.span)
            return inner if isinstance(inner, Unknown) else Collection(kind, inner)
        case ast.NamedType(name=name, optional=may):
            return _optional(_named(context, name, node.span), may)


def constant(context: Declaring, expr: ast.Expr, setting: Setting) -> int | None:
    """A number that must be known before play; None, with a finding, if it is not."""
    try:
        return whole(context.model, expr, setting)
    except NotConstant as problem:
        not_constant(context, problem)
        return None


def not_constant(context: Declaring, problem: NotConstant) -> None:
    """Report an expression that has no value before play."""
    problem.report(context.found, "Here stands what is fixed before play: numbers, words, tables, arithmetic.")


def cards_of(context: Declaring, name: ast.Ident) -> frozenset[str] | None:
    """The cards type of that name as a set; None, with a finding, if there is none."""
    if name.text in context.model.cards:
        return frozenset((name.text,))
    context.found.error(
        "RL203",
        f"There is no cards type called `{name.text}`",
        name.span,
        allowed=f"The game has {listed(list(context.model.cards))}." if context.model.cards else "",
        hint=suggestion(name.text, context.model.cards),
    )
    return None


def keys(context: Declaring, per: tuple[ast.Type, ...]) -> tuple[Type, ...]:
    """What a family is `per`: finite types only; a finding for every other."""
    return tuple(_key(context, node) for node in per)


def say(model: GameModel, kind: Type) -> str:
    """A type as a sentence has it: what may stand there."""
    match kind:
        case Number(low=low, high=high):
            return f"a number from {low} to {high}"
        case Flag():
            return "`yes` or `no`"
        case EnumValue(enum=enum):
            values = model.enums[enum].values
            return listed(list(values), "or") if len(values) <= 8 else f"a value of `{enum}`"
        case Optional(of=of):
            return f"{say(model, of)}, or `none`"
        case Collection(kind=word, of=of):
            return f"a {word} of {_plural(of)}"
        case Face():
            return "`up` or `down`"
        case Player():
            return "a player"
        case Team():
            return "a team"
        case Card(of=of):
            return f"a card of {listed(sorted(of), 'or')}"
        case Zone():
            return "a zone"
        case NoneValue():
            return "`none`"
        case _:
            return "a value"


def size(context: Declaring, kind: Type) -> int:
    """How many values a key of a family can have, for the largest player count."""
    model = context.model
    match kind:
        case Number(low=low, high=high):
            return high - low + 1
        case EnumValue(enum=enum):
            return len(model.enums[enum].values)
        case Player():
            return model.high
        case Team():
            return max(1, len(model.teams))
        case Flag() | Face():
            return 2
        case _:
            return 1


def _plural(of: Type) -> str:
    return f"`{of.enum}` values" if isinstance(of, EnumValue) else "values"


def _optional(kind: Type, may: bool) -> Type:
    return Optional(kind) if may and not isinstance(kind, Unknown) else kind


def _range(context: Declaring, node: ast.RangeType) -> Type:
    low, high = (constant(context, bound, Setting()) for bound in (node.low, node.high))
    if low is None or high is None:
        return Unknown()
    if low > high:
        context.found.error(
            "RL207",
            f"The range {low}..{high} is empty",
            node.span,
            hint=f"Write the smaller number first: {high}..{low}.",
        )
        return Unknown()
    return Number(low, high)


def _named(context: Declaring, name: str, span: Span) -> Type:
    model = context.model
    if name in PLAIN:
        return PLAIN[name]
    if name in model.enums:
        return EnumValue(name) if not context.is_lost(name) else Unknown()
    if name in model.cards:
        return Card(frozenset((name,)))
    if name == "zone":
        return Zone(frozenset())
    if name == "team" and model.teams:
        return Team()
    if name == "team":
        context.found.error("RL203", "The game has no teams", span, hint="Declare them: `teams 1 and 3, 2 and 4`.")
    elif name == "link":
        context.found.error(
            "RL228",
            "A `link` relates the cards of one type to each other",
            span,
            allowed="Write it as a variable: `mate per card: link`.",
        )
    elif name not in context.types:
        context.found.error(
            "RL203",
            f"There is no type called `{name}`",
            span,
            hint=OTHER_NAMES.get(name)
            or suggestion(name, [*model.enums, *model.cards, *TYPE_WORDS])
            or f"Declare its values: `enum {name}: ...`.",
        )
    return Unknown()


def _key(context: Declaring, node: ast.Type) -> Type:
    kind = resolve(context, node)
    if isinstance(kind, Zone | Optional | Collection):
        context.found.error(
            "RL204",
            f"Nothing can be kept per `{node.span.text}`",
            node.span,
            allowed="After `per` stands player, team, an enum, a range or a cards type.",
        )
        return Unknown()
    if isinstance(kind, Number) and kind.high - kind.low >= LARGEST_FAMILY:
        context.found.error(
            "RL227",
            f"{kind.low}..{kind.high} has too many values to keep something for each",
            node.span,
            allowed=f"A family has at most {LARGEST_FAMILY:,} members.",
        )
        return Unknown()
    return kind
