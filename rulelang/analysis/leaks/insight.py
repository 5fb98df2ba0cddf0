"""An expression at a place of the rules in, who can know its value out: every side of it, as a `Value`.

Defines are looked through with what their arguments are, each once for equal arguments; scores with the player they
are asked of; `can` with what the head of the action reads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.defines import in_order
from rulelang.analysis.leaks.audience import Audience, Viewers
from rulelang.analysis.leaks.publicness import (
    NOTHING,
    PUBLIC,
    YOU,
    Need,
    Needs,
    PlayerKey,
    Value,
    anchored_value,
    instead,
    known,
    plus,
    shown,
    with_player,
)
from rulelang.records import dataclass
from rulelang.syntax import ast

DEEPEST = 60
"""Expressions and defines inside each other that are looked through; behind that, defines are read in general."""

ZoneKey = tuple[str, tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Place:
    """What is known at a place of the rules: who acts, names, faces that were tested, what has just been revealed.

    `binding` is a name whose own `where` is being read. `general`: defines are read with any arguments.
    """

    you: PlayerKey | None = YOU
    apart: frozenset[PlayerKey] = frozenset()
    names: dict[m.Local, Value] = field(default_factory=dict)
    faces: tuple[tuple[ast.Expr, bool], ...] = ()
    zones: tuple[tuple[ZoneKey, Viewers | None], ...] = ()
    told: tuple[tuple[ast.Expr, Viewers | None], ...] = ()
    binding: m.Local | None = None
    general: bool = False
    depth: int = 0

    def bind(self, local: m.Local, value: Value) -> Place:
        """The place with a name that has this value."""
        return replace(self, names={**self.names, local: value})


def _parameter(place: int) -> PlayerKey:
    return ("parameter", place)


def name_key(local: m.Local) -> PlayerKey:
    """The key of the player a name stands for."""
    return ("name", id(local))


class Insight:
    """Values of expressions. `heads` gives the needs of an action's head, in terms of `you`; set by the flow."""

    def __init__(self, model: m.GameModel) -> None:
        self.model = model
        self.audience = Audience(model)
        self.held: dict[str, Needs] = {}
        self.heads: Callable[[m.ActionSymbol, int], Needs] = lambda _action, _depth: NOTHING
        self._memo: dict[object, Value] = {}
        self._general: dict[str, Value] = {}

    def value(self, node: ast.Expr, at: Place) -> Value:
        """Who can know what about an expression."""
        from rulelang.analysis.leaks.insight_parts import HANDLERS

        handler = HANDLERS.get(type(node))
        found = PUBLIC if handler is None else handler(self, node, replace(at, depth=at.depth + 1))
        for expr, down in at.faces:
            if expr == node:
                found = replace(found, up=NOTHING) if down else replace(found, down=NOTHING)
        for expr, viewers in at.told:
            if expr == node:
                found = shown(found, viewers)
        return found

    def needs(self, node: ast.Expr | None, at: Place) -> Needs:
        """What is needed to know a plain value (a number, a condition, a player)."""
        return NOTHING if node is None else self.value(node, at).own

    # ------------------------------------------------------------ faces that a condition tells

    def learn(self, at: Place, condition: ast.Expr | None, holds: bool = True) -> Place:
        """The place where a condition holds (or does not)."""
        faces = () if condition is None else self.faces(condition, holds)
        return replace(at, faces=(*at.faces, *faces)) if faces else at

    def faces(self, condition: ast.Expr, holds: bool, depth: int = 0) -> tuple[tuple[ast.Expr, bool], ...]:
        """Cards of which a condition says that they lie face up or face down."""
        match condition:
            case ast.Not(value=value):
                return self.faces(value, not holds, depth)
            case ast.And(parts=parts) if holds:
                return tuple(fact for part in parts for fact in self.faces(part, True, depth))
            case ast.Or(parts=parts) if not holds:
                return tuple(fact for part in parts for fact in self.faces(part, False, depth))
            case ast.Is(left=left, right=right, negated=negated):
                return self._face_of(condition, left, right, holds != negated, depth)
            case ast.Call(args=(argument,)):
                ref = self.model.refs.get(condition)
                return self._through(ref, argument, holds, depth) if isinstance(ref, m.DefineSymbol) else ()
        return ()

    def _face_of(
        self, node: ast.Is, left: ast.Expr, right: ast.Expr, holds: bool, depth: int
    ) -> tuple[tuple[ast.Expr, bool], ...]:
        ref = self.model.refs.get(node)
        if isinstance(ref, m.IsDefine):
            return self._through(ref.define, left, holds, depth)
        if not isinstance(ref, m.IsFace) or not isinstance(right, ast.FaceLiteral):
            return ()
        face = self.model.refs.get(right.value)
        return ((left, (face.value == 1) == holds),) if isinstance(face, m.Constant) else ()

    def _through(
        self, define: m.DefineSymbol, argument: ast.Expr, holds: bool, depth: int
    ) -> tuple[tuple[ast.Expr, bool], ...]:
        """What a define of one card says about the face of that card."""
        if len(define.parameters) != 1 or depth > 5:
            return ()
        inner = self.faces(define.node.body, holds, depth + 1)
        word = define.parameters[0].name
        return tuple((argument, down) for expr, down in inner if isinstance(expr, ast.Name) and expr.text == word)

    # ------------------------------------------------------------ defines and scores

    def define(self, symbol: m.DefineSymbol, arguments: tuple[Value, ...], at: Place, node: ast.Node) -> Value:
        """A define with these arguments."""
        if at.depth > DEEPEST or at.general:
            return anchored_value(self._in_general(symbol, arguments, node), node)
        key = ("define", symbol.name, arguments, at.zones)
        if key not in self._memo:
            names = dict(zip(symbol.parameters, arguments, strict=False))
            inner = Place(you=None, names=names, zones=at.zones, depth=at.depth)
            self._memo[key] = self.value(symbol.node.body, inner)
        return anchored_value(self._memo[key], node)

    def read_defines(self) -> None:
        """Read every define once with any arguments, callees first, so that no chain of them is too long."""
        for symbol in in_order(self.model):
            names = {local: Value(key=_parameter(place)) for place, local in enumerate(symbol.parameters)}
            inner = Place(you=None, names=names, general=True)
            self._general[symbol.name] = self.value(symbol.node.body, inner)

    def _in_general(self, symbol: m.DefineSymbol, arguments: tuple[Value, ...], node: ast.Node) -> Value:
        """A define as it was read with any arguments, and whatever these arguments need."""
        found = self._general.get(symbol.name)
        if found is None:
            return known(frozenset((Need(frozenset(), node),)))
        for place, argument in enumerate(arguments):
            found = plus(with_player(found, _parameter(place), argument.key), argument.all)
        return replace(found, key=None, holder=None)

    def score(self, symbol: m.ScoreSymbol, player: Value, at: Place, node: ast.Node) -> Value:
        """The sum of the lines of a score for a player."""
        key = ("score", symbol.name, player.key, player.apart, at.zones, at.general)
        if key not in self._memo and at.depth <= DEEPEST:
            inner = Place(player.key, player.apart, zones=at.zones, general=at.general, depth=at.depth)
            needs = frozenset().union(*(self.needs(line.value, inner) for line in symbol.node.lines))
            self._memo[key] = known(needs)
        found = self._memo.get(key, known(frozenset((Need(frozenset(), node),))))
        return anchored_value(plus(found, player.own), node)

    def can(self, node: ast.Can, at: Place) -> Value:
        """`p can NAME`: what the heads of these actions read, with p as `you`."""
        player = self.value(node.player, at)
        ref = self.model.refs.get(node)
        actions = [ref] if isinstance(ref, m.ActionSymbol) else ref.actions if isinstance(ref, m.GroupSymbol) else []
        needs = frozenset().union(*(self.heads(action, at.depth) for action in actions))
        return anchored_value(known(instead(needs, YOU, player.key) | player.own), node)

    # ------------------------------------------------------------ zones, variables, tokens

    def instance(self, ref: m.Instance, node: ast.Expr, at: Place) -> Value:
        """An instance of something kept for each player, card, value."""
        keys = [self.key(key, at) for key in ref.keys]
        reached: Needs = frozenset().union(*(key.own for key in keys))
        match ref.of:
            case m.ZoneSymbol() as zone:
                return self._zone(zone, ref, keys, reached, node, at)
            case m.VarSymbol() as var:
                return self._variable(var, keys, reached, node)
            case m.TokenSymbol(seen_by=seen) if seen != "all":
                viewers = self.audience.only(seen, keys[0])
                return known(reached | frozenset((Need(viewers, node),)))
            case m.ScoreSymbol() as score:
                return self.score(score, keys[0], at, node)
        return known(reached)

    def key(self, key: m.Key, at: Place) -> Value:
        """A key of something kept for each player, card, value."""
        if isinstance(key, m.You):
            return Value(key=at.you, apart=at.apart)
        if isinstance(key, m.TeamOf):
            return self.key(key.player, at)
        return self.value(key, at)

    def _zone(
        self, zone: m.ZoneSymbol, ref: m.Instance, keys: list[Value], reached: Needs, node: ast.Expr, at: Place
    ) -> Value:
        owner = owner_of(zone, keys)
        up, down = (self.audience.needs(zone, owner, side, node) for side in (False, True))
        size = reached
        if zone.count_hidden:
            both = [self.audience.viewers(zone, owner, side) for side in (False, True)]
            seers = None if None in both else frozenset().union(*(one for one in both if one is not None))
            size = reached if seers is None else reached | frozenset((Need(seers, node),))
        found = Value(reached, up, down, reached, size, zone.kind == "set", holder=owner.key)
        written = zone_key(ref, keys)
        for told, viewers in at.zones:
            if told == written:
                found = shown(found, viewers)
        return found

    def _variable(self, var: m.VarSymbol, keys: list[Value], reached: Needs, node: ast.Expr) -> Value:
        kind = t.plain(var.per[0] if var.link else var.type)
        found = known(reached)
        if isinstance(kind, t.Player):
            words = tuple(key.key or id(node) for key in keys)
            return replace(found, key=("variable", var.name, words))
        if isinstance(kind, t.Card):
            face = self.held.get(var.name, NOTHING)
            owner = next((key.key for key, per in zip(keys, var.per, strict=False) if isinstance(per, t.Player)), None)
            face = frozenset(Need(need.viewers, node) for need in instead(face, YOU, owner))
            place = reached | self.audience.places(kind.of, node)
            return replace(found, up=face, down=face, place=place)
        return found


def owner_of(zone: m.ZoneSymbol, keys: list[Value]) -> Value:
    """Whose a zone is: its player's, else its card's holder's."""
    for per, key in zip(zone.per, keys, strict=False):
        if isinstance(per, t.Player):
            return key
    for per, key in zip(zone.per, keys, strict=False):
        if isinstance(per, t.Card):
            return Value(key=key.holder)
    return PUBLIC


def zone_key(ref: m.Instance, keys: list[Value]) -> ZoneKey:
    """How a zone is written, with players told apart by their keys."""
    words = (key.key or (None if isinstance(node, m.You | m.TeamOf) else node) for key, node in
             zip(keys, ref.keys, strict=True))
    return (ref.of.name, tuple(words))
