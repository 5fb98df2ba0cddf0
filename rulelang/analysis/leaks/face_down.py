"""A checked model in, the zones into which its rules may put a card face down (or turn one there) out."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.syntax import ast
from rulelang.syntax.walk import walk

FARTHEST = 12
"""Names and defines that are followed to find out where a card lies."""


def may_hold_face_down(model: m.GameModel) -> frozenset[str]:
    """Names of the zones in which a card may lie face down, examples aside."""
    nodes = [node for item in model.merged.items if not isinstance(item.declaration, ast.Example)
             for node in walk(item.declaration)]
    trail = _Trail(model, nodes)
    zones: set[str] = set()
    types: set[frozenset[str]] = set()
    for node in nodes:
        for place in _turned_down(model, node):
            found = trail.zones(place)
            if found is None:
                types.add(_types(model, place))
            else:
                zones |= found
        if isinstance(node, ast.Discard) and node.face is not None and not is_up(model, node.face):
            zones |= {zone.name for zone in model.zones.values() if zone.discards}
    if frozenset() in types:
        return frozenset(model.zones)
    held = frozenset().union(*types)
    return frozenset(zones) | {zone.name for zone in model.zones.values() if held & set(zone.holds)}


def _turned_down(model: m.GameModel, node: ast.Node) -> Iterator[ast.Expr]:
    """Places or cards that a statement may leave face down."""
    match node:
        case ast.Move(place=place, face=face) | ast.Draw(place=place, face=face):
            if face is not None and not is_up(model, face):
                yield place
        case ast.Flip(cards=cards, face=face):
            if not is_up(model, face):
                yield cards


def is_up(model: m.GameModel, face: ast.Expr) -> bool:
    """Whether a face is certainly up."""
    return _constant(model, face) == 0


def is_down(model: m.GameModel, face: ast.Expr) -> bool:
    """Whether a face is certainly down."""
    return _constant(model, face) == 1


def _constant(model: m.GameModel, face: ast.Expr) -> int | None:
    inner = face.value if isinstance(face, ast.FaceLiteral) else face
    ref = model.refs.get(inner)
    return ref.value if isinstance(ref, m.Constant) else None


def _types(model: m.GameModel, node: ast.Expr) -> frozenset[str]:
    """The types of the cards that an expression of cards or of a place is about; empty: any."""
    while isinstance(node, ast.At | ast.Top | ast.Bottom):
        node = node.zone
    kind = t.plain(model.types.get(node) or t.Unknown())
    if isinstance(kind, t.Collection):
        kind = t.plain(kind.of)
    return kind.of if isinstance(kind, t.Card | t.Zone) else frozenset()


class _Trail:
    """Follows names and defines to the zones where cards lie."""

    def __init__(self, model: m.GameModel, nodes: list[ast.Node]) -> None:
        self.model = model
        self.moved: dict[m.Local, list[ast.Expr]] = {}
        for node in nodes:
            ref = model.refs.get(node.cards) if isinstance(node, ast.Move) else None
            if isinstance(node, ast.Move) and isinstance(ref, m.Local):
                self.moved.setdefault(ref, []).append(node.place)

    def zones(self, node: ast.Expr, far: int = 0) -> frozenset[str] | None:
        """The zones that an expression means or whose cards it is about; None if that cannot be told."""
        ref = self.model.refs.get(node)
        if isinstance(ref, m.Instance) and isinstance(ref.of, m.ZoneSymbol):
            return frozenset((ref.of.name,))
        if isinstance(ref, m.ZoneSymbol):
            return frozenset((ref.name,))
        behind = self._behind(node, ref) if far < FARTHEST else None
        if behind is None:
            return None
        found = [self.zones(one, far + 1) for one in behind]
        told = [one for one in found if one is not None]
        return frozenset().union(*told) if len(told) == len(found) else None

    def _behind(self, node: ast.Expr, ref: m.Ref | None) -> list[ast.Expr] | None:
        match node:
            case ast.At(zone=zone) | ast.Top(zone=zone) | ast.Bottom(zone=zone):
                return [zone]
            case ast.Query(each=each, source=source):
                return [source if each is None else each]
            case ast.Conditional(then=then, other=other) | ast.Default(value=then, other=other):
                return [then, other]
            case ast.Arithmetic(left=left, right=right):
                return [left, right] if node.op == "+" else [left]
            case ast.ListOf(items=items):
                return list(items)
            case ast.Attribute(value=value):
                return [value]
            case ast.Call(name=ast.Ident(text="first" | "melds"), args=(source, *_)):
                return [source]
        if isinstance(ref, m.DefineSymbol):
            return [ref.node.body]
        return self._named(ref) if isinstance(ref, m.Local) else None

    def _named(self, local: m.Local) -> list[ast.Expr] | None:
        """Where the card of a name came from, and where it may have gone since."""
        match local.node:
            case ast.Let(value=value):
                return [value, *self.moved.get(local, ())]
            case ast.Binder(source=source) | ast.Each(source=source) | ast.Query(source=source):
                return [source, *self.moved.get(local, ())]
            case ast.Draw(place=place):
                return [place, *self.moved.get(local, ())]
        return None
