"""A checked model, a deck and a player count in, the address of everything declared out.

Order of the sections as in `ir/program.py`. Frames come after the declared things and before the zones, so zones are
laid out last, when the size of all frames is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from itertools import product

from rulelang.analysis import types as t
from rulelang.analysis.deck import DeckCard
from rulelang.analysis.model import EnumSymbol, GameModel, PotSymbol, TokenSymbol, VarSymbol, ZoneSymbol
from rulelang.diagnostics import Diagnostic, RulesError
from rulelang.ir.numbers import NONE
from rulelang.ir.program import (
    ANSWER_BOUND,
    HEADER,
    AtOnceInfo,
    FamilyInfo,
    HeldInfo,
    KeyInfo,
    RefillInfo,
    TokenInfo,
    ValueKind,
    VarInfo,
    ZoneInfo,
)
from rulelang.lowering.tables import Tables
from rulelang.records import dataclass
from rulelang.source import Span

BITS = 32
MOST_CELLS = 2_000_000
"""Places for cards, variables and lists that the state of a game has at most."""
MOST_ZONES = 20_000
"""Zones of a game, each member of a family for itself."""


@dataclass(slots=True)
class Layout:
    """Numbers and addresses of declared things. `cells` is the next free cell."""

    model: GameModel
    players: int
    params: dict[str, int]
    prints: list[DeckCard]
    cards: list[int]
    tables: Tables
    cells: int = HEADER + ANSWER_BOUND
    vars: list[VarInfo] = field(default_factory=list)
    var_numbers: dict[str, int] = field(default_factory=dict)
    tokens: list[TokenInfo] = field(default_factory=list)
    token_numbers: dict[str, int] = field(default_factory=dict)
    pots: dict[str, int] = field(default_factory=dict)
    families: list[FamilyInfo] = field(default_factory=list)
    family_numbers: dict[str, int] = field(default_factory=dict)
    card_ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    held: list[HeldInfo] = field(default_factory=list)
    at_once: list[AtOnceInfo] = field(default_factory=list)

    def take(self, count: int) -> int:
        """Address of `count` new cells."""
        at = self.cells
        self.cells += count
        return at

    def hold(self, at: int, bound: int, kind: t.Type) -> None:
        """Note cells of a frame that hold cards or zones: whoever imagines other cards there must find them."""
        kind = t.plain(kind)
        ascending = isinstance(kind, t.Collection) and kind.kind != "list"
        of = t.plain(kind.of) if isinstance(kind, t.Collection) else kind
        match of:
            case t.Card(names):
                self.held.append(HeldInfo(at, bound, "card", tuple(sorted(names)), ascending))
            case t.Zone():
                self.held.append(HeldInfo(at, bound, "zone"))
            case t.MeldValue():
                self.held.append(HeldInfo(at, bound, "meld"))

    def index_cards(self) -> None:
        """Where the cards of each type lie among all cards: first card and count."""
        for name in self.model.cards:
            mine = [c for c, p in enumerate(self.cards) if self.prints[p].type == name]
            self.card_ranges[name] = (mine[0], len(mine)) if mine else (0, 0)

    def key(self, kind: t.Type) -> KeyInfo:
        """What a family key of this type ranges over."""
        match kind:
            case t.Player():
                return KeyInfo("player", 1, self.players)
            case t.Team():
                return KeyInfo("team", 1, max(1, len(self.model.teams)))
            case t.EnumValue(enum):
                names = self.model.enums[enum].values
                return KeyInfo("enum", 0, len(names), names)
            case t.Number(low, high):
                return KeyInfo("number", low, high - low + 1)
            case t.Card(of):
                first, count = self.card_ranges[next(iter(of))]
                return KeyInfo("card", first, count)
            case t.Face():
                return KeyInfo("face", 0, 2, ("up", "down"))
            case _:
                return KeyInfo("flag", 0, 2, ("no", "yes"))

    # ------------------------------------------------------------ variables, params, tokens

    def place_vars(self) -> None:
        """Params first, then variables in declaration order."""
        for param in self.model.params.values():
            low, high = self.bounds(param.type)
            span = self.tables.span(param.node.span)
            self._add_var(VarInfo(param.name, (), self.take(1), 1, 1, low, high, False, self.kind(param.type),
                                  param=True, span=span))
        for var in self.model.vars.values():
            self._place_var(var)
            self.check_size(var.node.span)

    def check_size(self, span: Span) -> None:
        """Raises RulesError if more is kept than a state may hold; `span` is where that was noticed."""
        if self.cells > MOST_CELLS:
            raise _too_much(span, f"At most {MOST_CELLS:,} places for cards, variables and lists.")

    def _place_var(self, var: VarSymbol) -> None:
        keys = tuple(self.key(kind) for kind in var.per)
        count = _product(keys)
        kind = var.type
        set_count, low, high = 0, 0, 0
        if isinstance(kind, t.Collection):
            info = self.key(kind.of)
            set_count, low, high = info.size, info.low, info.low + info.size - 1
        else:
            low, high = self.bounds(kind)
        words = (set_count + BITS - 1) // BITS if set_count else 1
        first_card = keys[0].low if var.link else 0
        self._add_var(VarInfo(var.name, keys, self.take(count * words), count, words, low, high, t.may_be_none(kind),
                              self.kind(kind), var.link, set_count, False, first_card, self.tables.span(var.node.span)))

    def _add_var(self, info: VarInfo) -> None:
        self.var_numbers[info.name] = len(self.vars)
        self.vars.append(info)

    def bounds(self, kind: t.Type) -> tuple[int, int]:
        """Smallest and largest int of a scalar type."""
        kind = t.plain(kind)
        if isinstance(kind, t.Number):
            return kind.low, kind.high
        if isinstance(kind, t.Card) and not kind.of:
            return 0, max(0, len(self.cards) - 1)
        if isinstance(kind, t.Card):
            ranges = [self.card_ranges[name] for name in kind.of]
            return min(first for first, _ in ranges), max(first + count - 1 for first, count in ranges)
        info = self.key(kind)
        return info.low, info.low + info.size - 1

    def place_tokens(self, supplies: dict[str, int]) -> None:
        """Supply, one count per seat, then the pots of each token."""
        for token in self.model.tokens.values():
            supply, seats = self.take(1), self.take(self.players)
            mine = [pot for pot in self.model.pots.values() if pot.token is token]
            pots = tuple(self._place_pot(pot) for pot in mine)
            keys = tuple(tuple(self.key(kind) for kind in pot.per) for pot in mine)
            self.token_numbers[token.name] = len(self.tokens)
            self.tokens.append(TokenInfo(token.name, supplies[token.name], supply, seats, token.seen_by, pots,
                                         keys))

    def _place_pot(self, pot: PotSymbol) -> tuple[str, int, int]:
        count = _product(tuple(self.key(kind) for kind in pot.per))
        self.pots[pot.name] = self.take(count)
        return pot.name, self.pots[pot.name], count

    def token_of(self, thing: TokenSymbol | PotSymbol) -> int:
        """Number of the token that a token or pot counts."""
        return self.token_numbers[thing.token.name if isinstance(thing, PotSymbol) else thing.name]

    # ------------------------------------------------------------ zones

    def place_families(self) -> None:
        """Numbers of all zones (their cells come later)."""
        first = 0
        for zone in self.model.zones.values():
            keys = tuple(self.key(kind) for kind in zone.per)
            count = _product(keys)
            if first + count > MOST_ZONES:
                raise _too_much(zone.node.span, f"At most {MOST_ZONES:,} zones.")
            self.family_numbers[zone.name] = len(self.families)
            self.families.append(FamilyInfo(zone.name, keys, first, count, zone.kind, zone.holds, zone.doc))
            first += count

    def zones(self, refills: dict[str, tuple[RefillInfo, ...]]) -> list[ZoneInfo]:
        """Every zone instance with its cells."""
        found: list[ZoneInfo] = []
        for zone, family in zip(self.model.zones.values(), self.families, strict=True):
            for values in product(*(range(k.low, k.low + k.size) for k in family.keys)):
                found.append(self._zone(zone, family, values, refills.get(zone.name, ())))
            self.check_size(zone.node.span)
        return found

    def _zone(self, zone: ZoneSymbol, family: FamilyInfo, values: tuple[int, ...],
              refill: tuple[RefillInfo, ...]) -> ZoneInfo:
        owner = next((v for k, v in zip(family.keys, values, strict=True) if k.what == "player"), 0)
        team = next((v for k, v in zip(family.keys, values, strict=True) if k.what == "team"), 0)
        host = next((v for k, v in zip(family.keys, values, strict=True) if k.what == "card"), -1)
        capacity = sum(self.card_ranges[name][1] for name in zone.holds)
        seen, down_seen = (viewer if owner == 0 and host >= 0 and viewer in ("owner", "others", "team") else ""
                           for viewer in (zone.seen, zone.down_seen))
        return ZoneInfo(zone.name, self.family_numbers[zone.name], values, zone.kind, self.take(2 + capacity), capacity,
                        -1 if zone.capacity is None else zone.capacity, self._mask(zone.seen, owner, team),
                        self._mask(zone.down_seen, owner, team), owner, host if seen or down_seen else -1, seen,
                        down_seen, zone.count_hidden, refill)

    def _mask(self, viewer: str, owner: int, team: int) -> int:
        everybody = (1 << self.players) - 1
        mine = 1 << (owner - 1) if owner else 0
        if viewer == "all":
            return everybody
        if viewer == "owner":
            return mine or self._team_mask(team)
        if viewer == "others":
            return everybody & ~(mine or self._team_mask(team))
        if viewer == "team":
            own_team = next((i for i, seats in enumerate(self.model.teams, 1) if owner in seats), team)
            return self._team_mask(own_team)
        return 0

    def _team_mask(self, team: int) -> int:
        return sum(1 << (seat - 1) for seat in self.model.teams[team - 1]) if team else 0

    # ------------------------------------------------------------ kinds of values

    def kind(self, kind: t.Type) -> int:
        """Number of the value kind that shows values of a type."""
        return self.tables.kind(self._kind(t.plain(kind)))

    def _kind(self, kind: t.Type) -> ValueKind:
        match kind:
            case t.Collection(_, of, _):
                return ValueKind("list", of=self.kind(of))
            case t.EnumValue(enum):
                return ValueKind("enum", enum, self._words(self.model.enums[enum]))
            case t.Number():
                return ValueKind("number")
            case t.Flag():
                return ValueKind("flag")
            case t.Player():
                return ValueKind("player")
            case t.Team():
                return ValueKind("team")
            case t.Face():
                return ValueKind("face")
            case t.Card():
                return ValueKind("card")
            case t.Zone():
                return ValueKind("zone")
            case t.PrintedName():
                return ValueKind("print")
            case t.MeldValue():
                return ValueKind("meld")
            case _:
                return ValueKind("none")

    @staticmethod
    def _words(enum: EnumSymbol) -> tuple[str, ...]:
        return enum.values

    def attribute_table(self, name: str) -> list[int]:
        """Value of a scalar attribute for every card, NONE for cards without it."""
        values = (self.prints[p].values.get(name, NONE) for p in self.cards)
        return [v if isinstance(v, int) else NONE for v in values]

    def attribute_lists(self, name: str) -> list[Sequence[int]]:
        """Value of a collection attribute for every card, empty for cards without it."""
        values = (self.prints[p].values.get(name, ()) for p in self.cards)
        return [v if isinstance(v, tuple) else () for v in values]


def _too_much(span: Span, allowed: str) -> RulesError:
    return RulesError([Diagnostic("RL273", "Here this game keeps more than can be held", span, "too much with this",
                                  allowed=allowed, hint="Make families smaller, or lists shorter.")])


def _product(keys: Sequence[KeyInfo]) -> int:
    count = 1
    for key in keys:
        count *= key.size
    return count
