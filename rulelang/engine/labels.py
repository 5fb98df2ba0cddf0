"""Cards, zones, values, options and prompts in, words for them out, as one seat may read them.

`Words` speaks of what events and views contain (prints, HIDDEN). `Labels` speaks of a state, to the seat that decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulelang.engine.events import HIDDEN, Field
from rulelang.engine.knowledge import Knowledge
from rulelang.ir.numbers import NONE
from rulelang.ir.program import KeyInfo, Program

DONE = "Done"
NOTHING = "Nothing"
BACK = "a card"


def spaced(name: str) -> str:
    """A name of the rules as people write it: `draw_pile` becomes `draw pile`."""
    return name.replace("_", " ")


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", ":")) else text + "."


def listed(parts: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def seat_names(players: int, names: Sequence[str] | None) -> tuple[str, ...]:
    """A name for every seat; `Player 2` where none is given."""
    given = tuple(names or ())
    return tuple(given[i] if i < len(given) and given[i] else f"Player {i + 1}" for i in range(players))


def cards_in_words(names: Sequence[str | None]) -> str:
    """Cards by name, equal ones counted, backs last: `2 Fox and a card`."""
    counts: dict[str, int] = {}
    for name in names:
        if name is not None:
            counts[name] = counts.get(name, 0) + 1
    parts = [name if n == 1 else f"{n} {name}" for name, n in counts.items()]
    backs = sum(name is None for name in names)
    more = " more" if parts else ""
    if backs:
        parts.append(f"{backs}{more} cards" if backs > 1 else "another card" if parts else BACK)
    return listed(parts)


class Words:
    """Words for things as events and views name them, for one seat (None: the public)."""

    __slots__ = ("names", "program", "seat")

    def __init__(self, program: Program, seat: int | None, names: Sequence[str] | None = None) -> None:
        self.program = program
        self.seat = seat
        self.names = seat_names(program.players, names)

    def who(self, seat: int) -> str:
        """`You` or the seat's name."""
        return "you" if seat == self.seat else self.names[seat - 1]

    def does(self, seat: int, verb: str, verbs: str) -> str:
        """`You draw` or `Player 2 draws`."""
        return f"{self.who(seat)} {verb if seat == self.seat else verbs}"

    def whose(self, seat: int, thing: str, about: int = 0) -> str:
        """`your hand` or `Player 2's hand`; `their hand` where the seat has just been spoken about."""
        if seat == self.seat:
            return f"your {thing}"
        if seat == about:
            return f"their {thing}"
        name = self.names[seat - 1]
        return f"{name}' {thing}" if name.endswith("s") else f"{name}'s {thing}"

    def told(self, seat: int, label: str) -> str:
        """A label as said to people: an action of somebody else is about `their` things."""
        return label if seat == self.seat else re.sub(r"\byour\b", "their", label)

    def card(self, printed: int) -> str | None:
        """The name of a print; None for HIDDEN."""
        return None if printed == HIDDEN else self.program.prints[printed].name

    def owner(self, zone: Field | None) -> int:
        """Whose zone it is by its keys, 0 for nobody's."""
        if not isinstance(zone, int) or zone < 0:
            return 0
        return self.program.zones[zone].owner

    def zone(self, zone: Field, about: int = 0) -> str:
        """`deck`, `your hand`, `pile [red]`, `below Fox`: a zone's number, or its family and keys as told."""
        if isinstance(zone, int):
            if zone < 0:
                return "outside"
            info = self.program.zones[zone]
            return self._possessed(info.name, self.program.families[info.family].keys, info.keys, about)
        family = self.program.families[_int(zone[0])]
        return self._possessed(family.name, family.keys, zone[1:], about)

    def variable(self, var: int, keys: Field) -> str:
        """`your points`, `open [red]`, `damage Fox`."""
        info = self.program.vars[var]
        return self._possessed(info.name, info.keys, keys if isinstance(keys, tuple) else ())

    def key(self, key: KeyInfo, value: int) -> str:
        """A key of a family; cards are prints."""
        match key.what:
            case "player":
                return self.who(value)
            case "team":
                return f"team {value}"
            case "card":
                return self.card(value) or "an unseen card"
            case "number":
                return str(value)
        return spaced(key.names[value - key.low])

    def value(self, kind: int, value: Field) -> str:
        """A value of a kind; cards are prints, zones as events hold them, collections tuples."""
        if isinstance(value, tuple) and self.program.kinds[kind].what != "zone":
            of = self.program.kinds[kind].of
            return listed([self.value(of if of >= 0 else kind, part) for part in value]) or "nothing"
        if value == NONE:
            return "none"
        if self.program.kinds[kind].what == "zone":
            return self.zone(value)
        return self._plain(kind, _int(value))

    def _plain(self, kind: int, value: int) -> str:
        info = self.program.kinds[kind]
        match info.what:
            case "flag":
                return "yes" if value else "no"
            case "player":
                return self.who(value) if 1 <= value <= self.program.players else "none"
            case "team":
                return f"team {value}"
            case "face":
                return "down" if value else "up"
            case "card" | "print":
                return self.card(value) or BACK
            case "enum":
                return spaced(info.names[value])
        return str(value)

    def _possessed(self, name: str, keys: tuple[KeyInfo, ...], values: tuple[Field, ...], about: int = 0) -> str:
        owner, cards, others = 0, "", []
        for key, value in zip(keys, values, strict=True):
            if key.what == "player" and not owner:
                owner = _int(value)
            elif key.what == "card" and not cards:
                cards = " " + self.key(key, _int(value))
            else:
                others.append(self.key(key, _int(value)))
        text = spaced(name) + cards + (f" [{', '.join(others)}]" if others else "")
        return self.whose(owner, text, about) if owner else text


class Labels:
    """Words for the options, prompts and moves of a decision, for the seat that decides (0: chance, which sees all).

    `names`: what seats are called in them.
    """

    __slots__ = ("_knowledge", "_program", "names")

    def __init__(self, program: Program, knowledge: Knowledge) -> None:
        self._program = program
        self._knowledge = knowledge
        self.names: tuple[str, ...] = ()

    def card(self, s: list[int], seat: int, card: int, place: int | None = None, with_zone: bool = False) -> str:
        """A card as an option: its name, or its place and how it lies where the seat sees a back.

        `place` overrides the position (for the n-th back of a set); `with_zone` says where it lies.
        """
        at = self._program.card_cells + 2 * card
        zone = s[at]
        position = self._knowledge.sight.position(s, card) if place is None else place
        known = not seat or self._knowledge.knows(s, seat, card)
        where = f" in {self.zone(s, seat, zone)}" if with_zone and zone >= 0 else ""
        if not known:
            number = f"card {position}" if position else BACK
            return f"{number}{where} ({'face down' if s[at + 1] else 'unseen'})"
        name = self._program.prints[self._program.cards[card]].name
        return name + (f" (place {position})" if position and not where else "") + where

    def zone(self, s: list[int], seat: int, zone: int) -> str:
        """A zone as the seat calls it; the card it lies with by name only if the seat knows it."""
        info = self._program.zones[zone]
        keys = self._program.families[info.family].keys
        told = tuple(self._key(s, seat, key, value) for key, value in zip(keys, info.keys, strict=True))
        return Words(self._program, seat or None, self.names).zone((info.family, *told))

    def value(self, s: list[int], seat: int, kind: int, value: int, place: int | None = None,
              with_zone: bool = False) -> str:
        """A value as an option."""
        what = self._program.kinds[kind].what
        if value == NONE:
            return "none"
        if what == "card":
            return self.card(s, seat, value, place, with_zone)
        if what == "zone":
            return self.zone(s, seat, value)
        words = Words(self._program, seat or None, self.names).value(kind, value)
        return words[:1].upper() + words[1:] if what in ("player", "team") else words

    def prompt(self, point: int, kind: str, low: int = 1, high: int = 1) -> str:
        """The question of a decision point: its own prompt, or one made from the name it binds.

        `kind`: choose, either, menu or chance; `low` and `high`: how many are picked.
        """
        info = self._program.points[point]
        if info.prompt >= 0:
            text = self._program.texts[info.prompt]
            return text if text.endswith((":", "?", "!", ".")) else f"{text}:"
        if kind == "menu":
            return "Choose what to do:"
        if kind == "either" or not info.binds:
            return "Choose:"
        amount = "" if low == high == 1 else f"{low} " if low == high else f"{low} to {high} "
        return f"Choose {amount}{spaced(info.binds)}:"

    def move(self, parts: Sequence[str]) -> str:
        """A whole move: the first answer, then the others: `Add a card to your row: Fox, down`."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{parts[0]}: {', '.join(parts[1:])}"

    def _key(self, s: list[int], seat: int, key: KeyInfo, value: int) -> int:
        if key.what != "card":
            return value
        return self._program.cards[value] if not seat or self._knowledge.knows(s, seat, value) else HIDDEN


def _int(field: Field) -> int:
    assert isinstance(field, int)
    return field
