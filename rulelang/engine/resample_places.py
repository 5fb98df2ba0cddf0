"""A state and a seat in, the places whose cards the seat does not know and the cards that may lie there out.

What is found depends on what the seat knows and nothing else: places that a seat can tell apart come in an order of
their own (where they are, how the card lies, what lies by it, which names speak of it), cards in the order of the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce

from rulelang.engine.knowledge import Knowledge
from rulelang.engine.resample_relabel import card_refs, values_of
from rulelang.engine.resample_spots import NO_GROUP, Loose, Spot
from rulelang.ir import nodes as ir
from rulelang.ir.draws import fold
from rulelang.ir.numbers import MASK, mix
from rulelang.ir.program import KeyInfo, Program
from rulelang.records import dataclass

Ints = list[int]
Burden = tuple[int, ...]
PRINT = 0x5BD1E995          # sets prints apart from places in the sign of a group
DEEPEST = 8                 # cards that lie with cards that lie with cards ...


@dataclass(frozen=True, slots=True)
class Unknown:
    """The places (by the card that really lies there) with what they take, and the cards to deal out over them."""

    places: tuple[int, ...]
    spots: tuple[Spot, ...]
    cards: tuple[Loose, ...]


class Places:
    """Finds what one seat does not know of one state."""

    def __init__(self, secret_outside: bool, program: Program, knowledge: Knowledge, s: Ints, seat: int) -> None:
        """`secret_outside`: what `picks_from_outside` says of the program."""
        self.program = program
        self.s = s
        self.sight = knowledge.sight
        base = program.knowledge + (seat - 1) * len(program.cards)
        self.words = s[base:base + len(program.cards)]
        everything = range(len(program.cards))
        apart = set() if secret_outside else {c for c in everything if self.zone(c) < 0}
        self.fixed = {c for c in everything if c in apart or knowledge.knows(s, seat, c)}
        self.kinds = [program.prints[printed].type for printed in program.cards]
        self.burdens = self._burdens()
        self.refs: dict[int, list[tuple[int, tuple[str, ...]]]] = {}
        for ref in card_refs(program, s):
            self.refs.setdefault(s[ref.at], []).append((ref.at, ref.types))
        self.marks = {c: self._mark(c) for c in everything if c not in self.fixed}

    def zone(self, card: int) -> int:
        """The zone of a card, below 0 for none."""
        return self.s[self.program.card_cells + 2 * card]

    def unknown(self) -> Unknown:
        """Everything that can be dealt anew."""
        open_cards = [c for c in range(len(self.program.cards)) if c not in self.fixed]
        groups = self._groups(open_cards)
        named = {c: groups.get(self.words[c] >> 1, NO_GROUP) for c in open_cards}
        places = sorted(open_cards, key=lambda c: (*self.where(c), *self.marks[c], named[c]))
        spots = tuple(Spot(self._takes(c), named[c]) for c in places)
        cards = tuple(Loose(c, self.kinds[c], named[c] if self.words[c] & 1 else NO_GROUP) for c in open_cards)
        return Unknown(tuple(places), spots, cards)

    # ------------------------------------------------------------ telling places apart

    def where(self, card: int, depth: int = DEEPEST) -> tuple[int, ...]:
        """Where a card lies and how, as its seat can point at it; of a zone that lies with an unknown card: with which
        place.
        """
        zone = self.zone(card)
        if zone < 0:
            return (zone,)
        info = self.program.zones[zone]
        family = self.program.families[info.family]
        at = [family.first]
        for key, value in zip(family.keys, info.keys, strict=True):
            if key.what != "card":
                at.append(value)
            elif value in self.fixed or not depth:
                at += [0, value if value in self.fixed else 0]
            else:
                at += [1, *self.where(value, depth - 1)]
        return (*at, self.sight.position(self.s, card), self.s[self.program.card_cells + 2 * card + 1])

    def _mark(self, card: int) -> tuple[int, int]:
        """What else tells a place from others, as two numbers: names that speak of it, what lies by it."""
        named = reduce(fold, (at for at, _ in self.refs.get(card, ())), 0)
        return named, reduce(fold, (part for burden in self.burdens.get(card, ()) for part in burden), 0)

    def _groups(self, open_cards: Sequence[int]) -> dict[int, int]:
        """The groups of which the seat knows a print, numbered; the others say nothing."""
        members: dict[int, list[int]] = {}
        for card in open_cards:
            members.setdefault(self.words[card] >> 1, []).append(card)
        signs = {name: self._sign(cards) for name, cards in members.items() if any(self.words[c] & 1 for c in cards)}
        return {name: number for number, name in enumerate(sorted(signs, key=lambda name: (signs[name], name)))}

    def _sign(self, cards: Sequence[int]) -> int:
        """What a group looks like, as a number: its places, whatever their order, and the prints that are known."""
        places = sum(mix(reduce(fold, (*self.where(c), *filter(None, self.marks[c])), 0)) for c in cards)
        prints = sum(mix(self.program.cards[c] + PRINT) for c in cards if self.words[c] & 1)
        return (places + prints & MASK) >> 1

    # ------------------------------------------------------------ what a place takes

    def _takes(self, card: int) -> frozenset[str]:
        """The cards types that can lie in the place of a card, by its zone, by what lies with it and by names."""
        zone, kind = self.zone(card), self.kinds[card]
        everything = frozenset(info.type for info in self.program.prints)
        takes = everything if zone < 0 else frozenset(self.program.families[self.program.zones[zone].family].holds)
        if self.burdens.get(card):
            takes &= {kind}
        for _, types in self.refs.get(card, ()):
            if kind in types:                   # else the name is a left-over that speaks of nothing any more
                takes &= frozenset(types)
        return takes

    def _burdens(self) -> dict[int, list[Burden]]:
        """For each card by which something lies or is counted: what that is, as everybody sees it."""
        found: dict[int, list[Burden]] = {}
        for zone in self.program.zones:
            family = self.program.families[zone.family]
            if zone.host < 0 and not any(key.what == "card" for key in family.keys):
                continue
            lying = self.s[zone.at + 2:zone.at + 2 + self.s[zone.at]]
            if lying:
                known = sorted(self.program.cards[c] for c in lying if c in self.fixed)
                _lay(found, family.keys, zone.keys, (0, family.first, len(lying), *known))
        for number, var in enumerate(self.program.vars):
            cards = self.program.kinds[var.kind].what == "card"
            self._counted(found, var.keys, (var.base, var.count, var.words), (1, number), cards)
        for token in self.program.tokens:
            for (_, base, count), keys in zip(token.pots, token.pot_keys, strict=False):
                self._counted(found, keys, (base, count, 1), (2, base), False)
        return found

    def _counted(self, found: dict[int, list[Burden]], keys: Sequence[KeyInfo], cells: tuple[int, int, int],
                 what: tuple[int, ...], cards: bool) -> None:
        """Instances of unknown cards that hold something else than most of those do."""
        if not any(key.what == "card" for key in keys):
            return
        base, count, words = cells
        alike: dict[tuple[int, ...], list[int]] = {}
        for number in range(count):
            values = values_of(keys, number)
            shown = tuple(-1 if key.what == "card" and value not in self.fixed else value
                          for key, value in zip(keys, values, strict=True))
            if -1 in shown:
                alike.setdefault(shown, []).append(number)
        held = {n: tuple(self.s[base + n * words:base + (n + 1) * words]) for ns in alike.values() for n in ns}
        for numbers in alike.values():
            usual = min(Counter(held[n] for n in numbers).items(), key=lambda entry: (-entry[1], entry[0]))[0]
            for number in numbers:
                if held[number] != usual:
                    _lay(found, keys, values_of(keys, number), (*what, *(() if cards else held[number])))


def _lay(found: dict[int, list[Burden]], keys: Sequence[KeyInfo], values: Sequence[int], what: tuple[int, ...]) -> None:
    """Something lies by each card among these values of keys."""
    others = tuple(value for key, value in zip(keys, values, strict=True) if key.what != "card")
    for n, (key, value) in enumerate(zip(keys, values, strict=True)):
        if key.what == "card":
            found.setdefault(value, []).append((n, *what, *others))


def picks_from_outside(program: Program) -> bool:
    """Whether somebody or chance picks from all cards of a type, wherever they are: only so can it be secret which
    cards are outside all zones. What the rules themselves bring in is no secret, so the others stay where they are.
    """
    steps: list[ir.Step] = [step for decision in program.decisions for step in decision.steps]
    steps += [step for action in program.actions for step in action.steps]
    for step in steps:
        if isinstance(step, ir.Fork):
            steps += [inner for way in step.ways for inner in way.steps]
        elif isinstance(step, ir.Pick | ir.PickSome) and program.kinds[step.kind].what == "card":
            source = step.source
            while isinstance(source, ir.Filter | ir.Extreme):
                source = source.source
            if isinstance(source, ir.ConstList):
                return True
    return False
