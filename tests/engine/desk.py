"""A small table made by hand: zones, cards and seats without rules, so that knowledge can be tested move by move."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rulelang.engine.events import Carried, Events
from rulelang.engine.knowledge import Knowledge
from rulelang.engine.log import seen_log
from rulelang.engine.record import Record
from rulelang.ir.program import (
    HEADER,
    FamilyInfo,
    KeyInfo,
    PrintInfo,
    Program,
    ScoreInfo,
    TokenInfo,
    ValueKind,
    VarInfo,
    ZoneInfo,
)

ALL, NOBODY = "all", "nobody"
UP, DOWN = 0, 1


class Layout:
    """Collects zones and variables and gives them their cells."""

    def __init__(self, players: int, prints: Sequence[str], copies: Sequence[int] | None = None) -> None:
        self.players = players
        self.prints = tuple(PrintInfo(name, "card", (("name", name),)) for name in prints)
        counts = copies or [1] * len(prints)
        self.cards = tuple(p for p, n in enumerate(counts) for _ in range(n))
        self.cells = HEADER
        self.families: list[FamilyInfo] = []
        self.zones: list[ZoneInfo] = []
        self.vars: list[VarInfo] = []
        self.tokens: list[TokenInfo] = []
        self.kinds = [ValueKind("number"), ValueKind("card"), ValueKind("player"), ValueKind("zone"),
                      ValueKind("enum", "colour", ("dark_red", "blue")), ValueKind("face"), ValueKind("flag")]

    def take(self, count: int) -> int:
        self.cells += count
        return self.cells - count

    def mask(self, viewers: str, owner: int) -> int:
        everybody = (1 << self.players) - 1
        own = 1 << (owner - 1) if owner else 0
        return {ALL: everybody, NOBODY: 0, "owner": own, "others": everybody & ~own}[viewers]

    def zone(self, name: str, kind: str, seen: str, down: str = NOBODY, *, per: str = "", hidden: bool = False) -> None:
        first, host_bound = len(self.zones), len(self.cards)
        keys = {"": (), "player": (KeyInfo("player", 1, self.players),), "card": (KeyInfo("card", 0, host_bound),)}[per]
        values = {"": [()], "player": [(p,) for p in range(1, self.players + 1)], "card": [(c,) for c in
                                                                                      range(host_bound)]}[per]
        self.families.append(FamilyInfo(name, keys, first, len(values), kind, ("card",)))
        for value in values:
            owner = value[0] if per == "player" else 0
            host = value[0] if per == "card" else -1
            at = self.take(2 + len(self.cards))
            by_owner = [word if host >= 0 and word in ("owner", "others") else "" for word in (seen, down)]
            masks = [0 if by else self.mask(word, owner) for by, word in zip(by_owner, (seen, down), strict=True)]
            self.zones.append(ZoneInfo(name, len(self.families) - 1, value, kind, at, len(self.cards), -1, masks[0],
                                       masks[1], owner, host, by_owner[0], by_owner[1], hidden))

    def var(self, name: str, kind: int, *, per: str = "") -> None:
        keys = {"": (), "player": (KeyInfo("player", 1, self.players),),
                "card": (KeyInfo("card", 0, len(self.cards)),)}[per]
        count = keys[0].size if keys else 1
        self.vars.append(VarInfo(name, keys, self.take(count), count, 1, 0, 99, True, kind))

    def program(self, scores: tuple[ScoreInfo, ...] = (), texts: tuple[str, ...] = ()) -> Program:
        card_cells = self.take(2 * len(self.cards))
        knowledge = self.take((self.players + 1) * len(self.cards))
        keys = self.take(2 * self.players)
        return Program(
            title="Desk", players=self.players, seats=(self.players, self.players), language=1, params=(), sources=(),
            rules_hash="", texts=texts, spans=(), tables=(), list_tables=(), kinds=tuple(self.kinds),
            prints=self.prints, cards=self.cards, teams=(), families=tuple(self.families), zones=tuple(self.zones),
            vars=tuple(self.vars), tokens=tuple(self.tokens), scores=scores, records=(), melds=(), criteria=(),
            payoff=-1, estimate=-1, actions=(), action_docs=(), menu_names=(), points=(), decisions=(), functions=(),
            blocks=(), procedures=(), start=0, play_block=0, card_cells=card_cells, knowledge=knowledge, info_keys=keys,
            size=self.cells)


class Desk:
    """A state of such a program, and hands that move its cards."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.knowledge = Knowledge(program)
        self.events = Events(program, self.knowledge)
        self.record = Record(program)
        self.s = [0] * program.size
        for card in range(len(program.cards)):
            self.s[program.card_cells + 2 * card] = -0x80000000
        self.knowledge.start(self.s)
        self.public = program.players + 1

    # ------------------------------------------------------------ reading

    def at(self, name: str, *keys: int) -> int:
        return next(n for n, z in enumerate(self.program.zones) if z.name == name and z.keys == keys)

    def cards(self, zone: int) -> list[int]:
        at = self.program.zones[zone].at
        return self.s[at + 2:at + 2 + self.s[at]]

    def where(self, card: int) -> int:
        return self.s[self.program.card_cells + 2 * card]

    def face(self, card: int) -> int:
        return self.s[self.program.card_cells + 2 * card + 1]

    def is_set(self, zone: int) -> bool:
        return self.program.zones[zone].kind == "set"

    def name(self, card: int) -> str:
        return self.program.prints[self.program.cards[card]].name

    def shown(self, seat: int, zone: int) -> list[tuple[str, int]]:
        """What a seat's view prints of a zone: names and faces, `?` for backs; sets in a fixed order."""
        cards = [(self.name(c) if self.knowledge.knows(self.s, seat, c) else "?", self.face(c)) for c in
                 self.cards(zone)]
        return sorted(cards) if self.is_set(zone) else cards

    def names(self, seat: int, zone: int) -> list[str]:
        return [name for name, _ in self.shown(seat, zone)]

    def everything(self, seat: int) -> list[list[tuple[str, int]]]:
        return [self.shown(seat, zone) for zone in range(len(self.program.zones))]

    def key(self, seat: int) -> tuple[int, int]:
        at = self.program.info_keys + 2 * (seat - 1)
        return self.s[at], self.s[at + 1]

    def log(self, seat: int | None) -> list[str]:
        return [line.text for line in seen_log(self.program, self.record.events(), seat)]

    # ------------------------------------------------------------ doing

    def deal(self, zone: int, *names: str, face: int = UP) -> list[int]:
        """Put cards by name from outside into a zone, as an example does."""
        found: list[int] = []
        for name in names:
            card = next(c for c in range(len(self.program.cards)) if self.where(c) < 0 and self.name(c) == name)
            self._put(card, zone, None, face)
            found.append(card)
        self.knowledge.given(self.s, zone)
        return found

    def move(self, card: int, target: int, *, face: int = UP, index: int | None = None, picked: bool = True,
             named: bool = False, why: str = "move", actor: int = 0) -> None:
        source, old_face = self.where(card), self.face(card)
        carried = Carried(card, source, self.knowledge.sight.position(self.s, card),
                          self.knowledge.sees_mask(self.s, card))
        if source >= 0:
            self._take(card)
        self._put(card, target, index, face)
        self.knowledge.moved(self.s, card, source, old_face, target, picked, named)
        self.record.add(self.s, self.events.move(self.s, why, [carried], face, actor))

    def shuffle(self, zone: int, rng: random.Random) -> None:
        """Mix the cards that nobody sees; how each place lies stays as it is."""
        at = self.program.zones[zone].at
        cards = self.cards(zone)
        if not self.is_set(zone):
            unseen = [i for i, c in enumerate(cards) if self.knowledge.sees_mask(self.s, c) == 0]
            faces = [self.face(card) for card in cards]
            for i, j in zip(unseen, rng.sample(unseen, len(unseen)), strict=True):
                self.s[at + 2 + i] = cards[j]
                self.s[self.program.card_cells + 2 * cards[j] + 1] = faces[i]
        self.knowledge.shuffled(self.s, zone)
        self.record.add(self.s, self.events.shuffle(self.s, zone))

    def flip(self, card: int) -> None:
        self.s[self.program.card_cells + 2 * card + 1] ^= 1
        self.knowledge.flipped(self.s, card)
        self.record.add(self.s, self.events.flip(self.s, [card], self.face(card)))

    def reveal(self, card: int, seats: int) -> None:
        self.knowledge.revealed(self.s, card, seats)
        self.record.add(self.s, self.events.reveal(self.s, [card], seats))

    def _take(self, card: int) -> None:
        at = self.program.zones[self.where(card)].at
        cards = [c for c in self.s[at + 2:at + 2 + self.s[at]] if c != card]
        self._write(at, cards)

    def _put(self, card: int, zone: int, index: int | None, face: int) -> None:
        info = self.program.zones[zone]
        cards = self.cards(zone)
        cards.insert(len(cards) if index is None else index, card)
        self._write(info.at, sorted(cards) if info.kind == "set" else cards)
        self.s[self.program.card_cells + 2 * card] = zone
        self.s[self.program.card_cells + 2 * card + 1] = face

    def _write(self, at: int, cards: list[int]) -> None:
        self.s[at + 2:at + 2 + self.s[at]] = [0] * self.s[at]
        self.s[at] = len(cards)
        self.s[at + 2:at + 2 + len(cards)] = cards
