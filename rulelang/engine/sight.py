"""Program and state to bit masks of the seats that see a zone's cards: who may look where, and nothing about memory.

Bit `seat - 1` stands for a seat; bit `players` stands for the public, which sees what every seat sees at once.
Most zones have constant masks; zones that lie with a card follow whoever owns that card now.
"""

from __future__ import annotations

from rulelang.ir.program import Program, ZoneInfo


class Sight:
    """Who sees what by the rules of the zones. `everyone` is the mask of all seats and the public."""

    __slots__ = ("card_cells", "everyone", "fixed", "hosting", "moving", "ordered", "players", "public", "seats",
                 "teams", "zones")

    def __init__(self, program: Program) -> None:
        self.players = program.players
        self.zones = program.zones
        self.card_cells = program.card_cells
        self.seats = (1 << program.players) - 1
        self.public = 1 << program.players
        self.everyone = self.seats | self.public
        self.teams = program.teams
        self.ordered = tuple(zone.kind != "set" for zone in program.zones)
        self.fixed = tuple((self._with_public(z.seen), self._with_public(z.down_seen)) for z in program.zones)
        self.moving = tuple((z.host_seen, z.host_down_seen) if z.host >= 0 else ("", "") for z in program.zones)
        self.hosting = _hosted_zones(program.zones)

    def mask(self, s: list[int], zone: int, face: int) -> int:
        """Seats (and the public) that see a card lying in this zone with this face (0 up, 1 down)."""
        side = 1 if face else 0
        viewer = self.moving[zone][side]
        if not viewer:
            return self.fixed[zone][side]
        return self._viewers(viewer, self.owner_of_zone(s, zone))

    def card_mask(self, s: list[int], card: int) -> int:
        """Seats (and the public) that see this card now; 0 outside every zone."""
        at = self.card_cells + 2 * card
        zone = s[at]
        return self.mask(s, zone, s[at + 1]) if zone >= 0 else 0

    def count_mask(self, s: list[int], zone: int) -> int:
        """Seats (and the public) that see how many cards the zone holds."""
        if not self.zones[zone].count_hidden:
            return self.everyone
        return self.mask(s, zone, 0) | self.mask(s, zone, 1)

    def position(self, s: list[int], card: int) -> int:
        """The place of a card everybody can point at, from 1 at the top or left; 0 in sets, outside, and where cards
        have no order yet."""
        zone = s[self.card_cells + 2 * card]
        if zone < 0 or not self.ordered[zone]:
            return 0
        info = self.zones[zone]
        size = s[info.at]
        index = s.index(card, info.at + 2, info.at + 2 + size) - info.at - 2
        if index < s[info.at + 1]:
            return 0
        return size - index if info.kind == "stack" else index + 1

    def owner_of_zone(self, s: list[int], zone: int) -> int:
        """The seat of the zone's player key, or the owner of the card it lies with; 0 for nobody's.

        Cards may lie with each other in a ring, which belongs to nobody: the walk is cut after one step per zone.
        """
        for _ in self.zones:
            info = self.zones[zone]
            if info.owner or info.host < 0:
                return info.owner
            zone = s[self.card_cells + 2 * info.host]
            if zone < 0:
                return 0
        return 0

    def _viewers(self, viewer: str, owner: int) -> int:
        """Nobody sees a zone `seen by owner`, `others` or `team` while it belongs to nobody."""
        if not owner:
            return 0
        own = 1 << (owner - 1)
        if viewer == "owner":
            return self._with_public(own)
        if viewer == "others":
            return self._with_public(self.seats & ~own)
        if not self.teams:
            return self._with_public(own)
        team = self.teams[owner - 1]
        return self._with_public(sum(1 << i for i, other in enumerate(self.teams) if other == team))

    def _with_public(self, mask: int) -> int:
        return mask | self.public if mask & self.seats == self.seats else mask


def _hosted_zones(zones: tuple[ZoneInfo, ...]) -> dict[int, tuple[int, ...]]:
    """For each card the zones that lie with it."""
    found: dict[int, list[int]] = {}
    for number, zone in enumerate(zones):
        if zone.host >= 0:
            found.setdefault(zone.host, []).append(number)
    return {card: tuple(numbers) for card, numbers in found.items()}
