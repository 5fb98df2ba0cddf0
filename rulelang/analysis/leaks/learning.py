"""A statement that binds, shows or moves in, what is known behind it out: names become public as cards are seen."""

from __future__ import annotations

from dataclasses import replace

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.leaks.audience import Viewers
from rulelang.analysis.leaks.face_down import is_down, is_up
from rulelang.analysis.leaks.insight import Insight, Place, name_key, owner_of, zone_key
from rulelang.analysis.leaks.insight_queries import narrowed
from rulelang.analysis.leaks.publicness import (
    NOTHING,
    PUBLIC,
    UNKNOWN,
    YOU,
    Needs,
    Value,
    Viewer,
    element,
    instead,
    passing,
    shown,
    together,
    widened,
)
from rulelang.syntax import ast

Sides = tuple[Viewers | None, Viewers | None, Viewers | None]
"""Who sees a card that comes somewhere: while it lies face up there, face down, and as it comes; None: everybody."""


class Learning:
    """What statements make known. `held`: what cards in variables need to be known."""

    def __init__(self, model: m.GameModel, insight: Insight) -> None:
        self.model = model
        self.insight = insight
        self.held: dict[str, Needs] = {}

    def behind(
        self, node: ast.Reveal | ast.Assign | ast.Move | ast.Draw | ast.Discard | ast.Flip, at: Place
    ) -> Place:
        """The place behind a statement that shows or changes something."""
        match node:
            case ast.Reveal():
                return self._reveal(node, at)
            case ast.Assign():
                return self._assign(node, at)
            case ast.Move(cards=cards, place=place, face=face):
                return self._moved(cards, self._arriving(place, face, at), at, self._zone(place))
            case ast.Draw():
                return self._draw(node, at)
            case ast.Discard(cards=cards, face=face):
                return self._moved(cards, self._discarded(cards, face), at)
            case ast.Flip(cards=cards, face=face):
                return self._flipped(cards, face, at)

    def bind(self, node: ast.Binder, at: Place) -> Place:
        """The name that a choice or chance binds: values are seen by all, cards by those who see them."""
        source = self.insight.value(node.source, at)
        local = self.model.locals[node]
        one = element(source, name_key(local))
        inner = at.bind(local, one)
        where = self.insight.needs(node.where, inner)
        one = narrowed(one, local, self.insight.learn(inner, node.where))
        kind = t.plain(local.type)
        of = t.plain(kind.of) if isinstance(kind, t.Collection) else kind
        if isinstance(of, t.Card | t.MeldValue):
            fixed = not where and (node.low is None or (node.high is None and not self.insight.needs(node.low, at)))
            size = source.size if fixed else source.size | where | one.own
            return at.bind(local, replace(one, place=source.place, size=size, loose=False, key=None))
        if isinstance(of, t.Zone):
            return at.bind(local, replace(one, own=NOTHING, size=one.size, key=None))
        key = name_key(local) if isinstance(kind, t.Player) else None
        return at.bind(local, Value(key=key, apart=one.apart))

    # ------------------------------------------------------------ names, variables

    def let(self, node: ast.Let, at: Place) -> Place:
        """A name for a value; a player keeps its key as long as that cannot come to mean somebody else."""
        value = self.insight.value(node.value, at)
        local = self.model.locals[node]
        if isinstance(t.plain(local.type), t.Player) and (value.key is None or passing(value.key)):
            value = replace(value, key=name_key(local))
        return at.bind(local, value)

    def _assign(self, node: ast.Assign, at: Place) -> Place:
        """Variables are public; only the print of a card in one is as well known as it was."""
        ref = self.model.refs.get(node.target)
        if isinstance(ref, m.Instance) and isinstance(ref.of, m.VarSymbol):
            kind = t.plain(ref.of.per[0] if ref.of.link else ref.of.type)
            if isinstance(kind, t.Card):
                self._keep(ref.of, ref, self.insight.value(node.value, at), at)
            if isinstance(kind, t.Player):
                return disturbed(at)
        return replace(at, told=())

    def _keep(self, var: m.VarSymbol, ref: m.Instance, value: Value, at: Place) -> None:
        needs = value.own | value.face
        for per, key in zip(var.per, ref.keys, strict=True):
            if isinstance(per, t.Player):
                player = at.you if isinstance(key, m.You) else None
                if isinstance(key, ast.Node):
                    player = self.insight.value(key, at).key
                if player is not None:
                    needs = instead(needs, YOU, UNKNOWN) if player != YOU else needs
                    needs = instead(needs, player, YOU)
                break
        else:
            needs = instead(needs, YOU, UNKNOWN)
        self.held[var.name] = self.held.get(var.name, NOTHING) | needs

    def _reveal(self, node: ast.Reveal, at: Place) -> Place:
        viewers: Viewers | None = None
        if node.to is not None:
            to = self.insight.value(node.to, at)
            both = (Value(key=at.you, apart=at.apart), to)
            viewers = frozenset(Viewer("owner", who.key, who.apart) for who in both if who.key is not None)
        ref = self.model.refs.get(node.value)
        if isinstance(ref, m.Local) and ref in at.names:
            return at.bind(ref, shown(at.names[ref], viewers))
        if isinstance(ref, m.Instance) and isinstance(ref.of, m.ZoneSymbol):
            keys = [self.insight.key(key, at) for key in ref.keys]
            return replace(at, zones=(*at.zones, (zone_key(ref, keys), viewers)))
        return replace(at, told=(*at.told, (node.value, viewers)))

    # ------------------------------------------------------------ cards that move

    def _draw(self, node: ast.Draw, at: Place) -> Place:
        arriving = self._arriving(node.place, node.face, at)
        source = self.insight.value(node.source, at)
        behind = settled(at, self._zone(node.place), self._zone(node.source))
        if node.name is None:
            return behind
        local = self.model.locals[node]
        single = isinstance(node.amount, ast.Int) and node.amount.value == 1
        drawn = Value(NOTHING, source.up, source.down, NOTHING, source.size if single else NOTHING)
        return behind.bind(local, _arrived(drawn, arriving))

    def _arriving(self, place: ast.Expr, face: ast.Expr | None, at: Place) -> Sides:
        """Who sees a card that comes to a place, if it comes face up and face down."""
        while isinstance(place, ast.At | ast.Top | ast.Bottom):
            place = place.zone
        zone = self.insight.value(place, at)
        up = frozenset() if zone.own else _viewers(zone.up)
        down = frozenset() if zone.own else _viewers(zone.down)
        return self._sides(face, up, down)

    def _sides(self, face: ast.Expr | None, up: Viewers | None, down: Viewers | None) -> Sides:
        if face is None or is_up(self.model, face):
            return up, up, up
        if is_down(self.model, face):
            return up, down, down
        return up, down, up if down is None else down if up is None else up & down

    def _discarded(self, cards: ast.Expr, face: ast.Expr | None) -> Sides:
        """Who sees discarded cards."""
        kind = t.plain(self.model.types.get(cards) or t.Unknown())
        if isinstance(kind, t.Collection):
            kind = t.plain(kind.of)
        of = kind.of if isinstance(kind, t.Card | t.Zone) else frozenset()
        zones = [zone for zone in self.model.zones.values() if zone.discards and (not of or of & set(zone.holds))]
        sides: list[Viewers | None] = []
        for down in (False, True):
            seen = [self.insight.audience.viewers(zone, owner_of(zone, []), down) for zone in zones]
            sides.append(None if seen and all(one is None for one in seen) else frozenset())
        return self._sides(face, sides[0], sides[1])

    def paid(self, node: ast.Pay, at: Place) -> Place:
        """The place behind a payment."""
        if node.token is not None:
            return at
        return self._moved(node.value, self._discarded(node.value, None), at)

    def _zone(self, place: ast.Expr) -> str | None:
        """The name of the zone at a place, if it is written there."""
        while isinstance(place, ast.At | ast.Top | ast.Bottom):
            place = place.zone
        ref = self.model.refs.get(place)
        return ref.of.name if isinstance(ref, m.Instance) else None

    def _moved(self, cards: ast.Expr, arriving: Sides, at: Place, zone: str | None = None) -> Place:
        ref = self.model.refs.get(cards)
        behind = settled(at, zone)
        if isinstance(ref, m.Local) and ref in at.names:
            return behind.bind(ref, _arrived(at.names[ref], arriving))
        return behind

    def _flipped(self, cards: ast.Expr, face: ast.Expr, at: Place) -> Place:
        """A card turned up is seen by those who see it so, and stays known."""
        ref = self.model.refs.get(cards)
        behind = replace(at, faces=_lasting(at))
        if not isinstance(ref, m.Local) or ref not in at.names:
            return behind
        value = at.names[ref]
        if is_up(self.model, face):
            value = replace(value, down=NOTHING)
        elif is_down(self.model, face):
            value = replace(value, up=NOTHING)
        return behind.bind(ref, value if value.face else _open(value))


def disturbed(at: Place) -> Place:
    """The place once anything may have moved: what was tested or revealed of zones may no longer hold."""
    return replace(at, faces=_lasting(at), told=(), zones=())


def settled(at: Place, *zones: str | None) -> Place:
    """The place once cards came to these zones (None: perhaps to any): what was revealed of others is still known."""
    kept = () if None in zones else tuple(fact for fact in at.zones if fact[0][0] not in zones)
    return replace(at, faces=_lasting(at), told=(), zones=kept)


def _lasting(at: Place) -> tuple[tuple[ast.Expr, bool], ...]:
    """Who saw a named card face up knows it from then on."""
    return tuple((expr, down) for expr, down in at.faces if isinstance(expr, ast.Name) and not down)


def _arrived(value: Value, arriving: Sides) -> Value:
    up, down, now = arriving
    if up is None and now is None:
        return _open(value)
    return replace(
        value,
        own=widened(value.own, now),
        up=widened(value.up, up),
        down=widened(value.down, down),
        size=NOTHING,
        holder=None,
    )


def _open(value: Value) -> Value:
    """A card that lies where all see it."""
    return replace(PUBLIC, key=value.key, apart=value.apart)


def _viewers(needs: Needs) -> Viewers | None:
    """Who meets all of these needs, as far as that can be named."""
    if not needs:
        return None
    return frozenset.intersection(*(need.viewers for need in needs))


def joined(at: Place, ends: list[Place]) -> Place:
    """The place where several ways come together: a name is known as far as on each of them."""
    if not ends:
        return disturbed(at)
    changed = {
        local for end in ends if end.names is not at.names
        for local, value in at.names.items() if end.names.get(local) is not value
    }
    names = at.names
    if changed:
        met = {local: together([end.names.get(local, names[local]) for end in ends]) for local in changed}
        names = {**names, **met}
    told = tuple(fact for fact in ends[0].told if all(fact in end.told for end in ends))
    zones = tuple(fact for fact in ends[0].zones if all(fact in end.zones for end in ends))
    faces = tuple(fact for fact in ends[0].faces if all(fact in end.faces for end in ends))
    return replace(at, names=names, told=told, zones=zones, faces=faces)
