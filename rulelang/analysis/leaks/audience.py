"""A checked model in, who sees what lies in its zones out: by zone, owner and face."""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis.leaks.face_down import may_hold_face_down
from rulelang.analysis.leaks.publicness import NOTHING, UNKNOWN, Need, Needs, Value, Viewer
from rulelang.syntax import ast

Viewers = frozenset[Viewer]


class Audience:
    """Who sees the cards of each zone."""

    def __init__(self, model: m.GameModel) -> None:
        self.model = model
        self.face_down = may_hold_face_down(model)
        self._open = {name: self._seen_wherever(name) for name in model.cards}

    def viewers(self, zone: m.ZoneSymbol, owner: Value, down: bool) -> Viewers | None:
        """Who sees a card of this face there; None: everybody."""
        word = zone.down_seen if down else zone.seen
        if word == "all":
            return None
        return self.only(word, owner)

    def only(self, word: str, owner: Value) -> Viewers:
        """The viewers that `nobody`, `owner`, `others` or `team` names."""
        return frozenset() if word == "nobody" else frozenset((Viewer(word, owner.key or UNKNOWN, owner.apart),))

    def needs(self, zone: m.ZoneSymbol, owner: Value, down: bool, node: ast.Node) -> Needs:
        """What is needed to see the cards of this face there; nothing if no card can have this face there."""
        if down and zone.name not in self.face_down:
            return NOTHING
        viewers = self.viewers(zone, owner, down)
        return NOTHING if viewers is None else frozenset((Need(viewers, node),))

    def places(self, of: frozenset[str], node: ast.Node) -> Needs:
        """What is needed to know where a card of these types lies, given its print only."""
        names = of or frozenset(self.model.cards)
        return NOTHING if all(self._open.get(name, False) for name in names) else frozenset((Need(frozenset(), node),))

    def _seen_wherever(self, cards: str) -> bool:
        """Whether cards of this type are seen by all in every zone that may hold them."""
        zones = [zone for zone in self.model.zones.values() if cards in zone.holds]
        return all(
            zone.seen == "all" and (zone.down_seen == "all" or zone.name not in self.face_down) for zone in zones
        )
