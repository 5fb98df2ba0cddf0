"""Two types in, how they relate out: what fits where, what both are, what elements a source has. Pure, no syntax."""

from __future__ import annotations

from rulelang.analysis import types as t
from rulelang.ir.numbers import HIGHEST, LOWEST, saturate

LARGEST = 10_000


def element(kind: t.Type) -> t.Type | None:
    """The type of what a source gives one by one; None if nothing can be taken from it."""
    kind = t.plain(kind)
    if isinstance(kind, t.Zone):
        return t.Card(kind.of)
    if isinstance(kind, t.Collection):
        return kind.of
    if isinstance(kind, t.Unknown | t.NoneValue):
        return t.Unknown()
    return None


def with_none(kind: t.Type, *sources: t.Type) -> t.Type:
    """The type, with a `?` if one of the values it comes from may be none."""
    return t.optional(kind) if any(t.may_be_none(source) for source in sources) else kind


def is_unknown(*kinds: t.Type) -> bool:
    """Whether a mistake was already reported about one of these (also inside a list)."""
    plains = (t.plain(kind) for kind in kinds)
    return any(
        isinstance(k, t.Unknown) or (isinstance(k, t.Collection) and isinstance(t.plain(k.of), t.Unknown))
        for k in plains
    )


def same_kind(left: t.Type, right: t.Type) -> bool:
    """Whether two single values can be compared: numbers with numbers, cards with cards, none with all."""
    left, right = t.plain(left), t.plain(right)
    if isinstance(left, t.Unknown | t.NoneValue) or isinstance(right, t.Unknown | t.NoneValue):
        return True
    if isinstance(left, t.EnumValue) and isinstance(right, t.EnumValue):
        return left.enum == right.enum
    if isinstance(left, t.Collection) and isinstance(right, t.Collection):
        return same_kind(left.of, right.of)
    if isinstance(left, t.Zone | t.Collection) and isinstance(right, t.Zone | t.Collection):
        mine, other = element(left), element(right)
        return mine is not None and other is not None and same_kind(mine, other)
    return type(left) is type(right)


def fits(given: t.Type, wanted: t.Type) -> bool:
    """Whether a value may stand where `wanted` is declared; none is judged elsewhere (`may_hold_none`)."""
    given, wanted = t.plain(given), t.plain(wanted)
    if isinstance(given, t.Unknown | t.NoneValue) or isinstance(wanted, t.Unknown | t.NoneValue):
        return True
    if isinstance(wanted, t.Collection):
        return _fits_collection(given, wanted)
    if isinstance(given, t.Card) and isinstance(wanted, t.Card):
        return given.of <= wanted.of
    if isinstance(given, t.Zone) and isinstance(wanted, t.Zone):
        return given.of <= wanted.of
    return same_kind(given, wanted) and not isinstance(given, t.Collection)


def _fits_collection(given: t.Type, wanted: t.Collection) -> bool:
    """A list may fill a set or bag; sets and bags may be read as lists, not as each other."""
    mine = element(given)
    if mine is None or not fits(mine, wanted.of):
        return False
    kind = "list" if isinstance(given, t.Zone) else given.kind if isinstance(given, t.Collection) else "list"
    return kind == wanted.kind or "list" in (kind, wanted.kind)


def join(left: t.Type, right: t.Type) -> t.Type | None:
    """The type of a value that is one or the other; None if no type is both."""
    joined = _join_plain(t.plain(left), t.plain(right))
    if joined is None:
        return None
    return with_none(joined, left, right)


def _join_plain(left: t.Type, right: t.Type) -> t.Type | None:
    match left, right:
        case (t.Unknown(), _) | (_, t.Unknown()):
            return t.Unknown()
        case t.NoneValue(), other:
            return t.optional(other)
        case other, t.NoneValue():
            return t.optional(other)
        case t.Number(a, b), t.Number(c, d):
            return t.Number(min(a, c), max(b, d))
        case t.Card(a), t.Card(b):
            return t.Card(a | b)
        case t.Zone(a), t.Zone(b):
            return t.Zone(a | b)
        case t.PrintedName(a), t.PrintedName(b):
            return t.PrintedName(a | b)
        case (t.Collection() | t.Zone(), t.Collection() | t.Zone()):
            return _join_lists(left, right)
    return left if same_kind(left, right) else None


def _join_lists(left: t.Type, right: t.Type) -> t.Type | None:
    mine, other = element(left), element(right)
    of = join(mine, other) if mine is not None and other is not None else None
    kinds = {k.kind if isinstance(k, t.Collection) else "list" for k in (left, right)}
    if of is None or len(kinds) > 1:
        return None
    return t.Collection(kinds.pop(), of, max(bound(left), bound(right)))


def bound(kind: t.Type) -> int:
    """The most elements of a collection (zones are bounded by their cards, see `Counts.bound`)."""
    kind = t.plain(kind)
    return kind.bound if isinstance(kind, t.Collection) else LARGEST


def number_of(kind: t.Type) -> t.Number | None:
    """The range of a number, none counting as 0; None for anything else."""
    inner = t.plain(kind)
    if isinstance(inner, t.NoneValue):
        return t.Number(0, 0)
    if isinstance(inner, t.Unknown):
        return t.Number()
    if not isinstance(inner, t.Number):
        return None
    return t.Number(min(inner.low, 0), max(inner.high, 0)) if isinstance(kind, t.Optional) else inner


def add(a: t.Number, b: t.Number) -> t.Number:
    """The range of a sum."""
    return t.Number(saturate(a.low + b.low), saturate(a.high + b.high))


def subtract(a: t.Number, b: t.Number) -> t.Number:
    """The range of a difference."""
    return t.Number(saturate(a.low - b.high), saturate(a.high - b.low))


def multiply(a: t.Number, b: t.Number) -> t.Number:
    """The range of a product."""
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return t.Number(saturate(min(ends)), saturate(max(ends)))


def divide(a: t.Number, b: t.Number) -> t.Number:
    """A range that holds every quotient; division by 0 gives 0."""
    size = max(abs(a.low), abs(a.high))
    if b.low > 0:
        size = -(-size // b.low)
    low = -size if a.low < 0 or b.low < 0 else 0
    high = size if a.high > 0 or b.low < 0 else 0
    return t.Number(max(low, LOWEST), min(high, HIGHEST))
