"""Declarations in, one entry for each thing they declare out: how a variant finds what it changes in its base."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulelang.records import dataclass
from rulelang.syntax import ast

KINDS = {
    ast.Param: "param",
    ast.Enum: "enum",
    ast.Table: "table",
    ast.Tokens: "tokens",
    ast.Cards: "cards",
    ast.Define: "define",
    ast.Meld: "meld",
    ast.Score: "score",
    ast.Phase: "phase",
    ast.Action: "action",
}
"""Declarations that have a name, and the word they begin with."""

SINGLE = {ast.Players: "players", ast.Teams: "teams", ast.Win: "win", ast.Payoff: "win", ast.Estimate: "estimate"}
"""Declarations of which a game has one."""

LISTED = ("zone", "var", "pot")
"""Kinds that stand under a common heading."""

NOUNS = {"zone": "zone", "var": "variable", "pot": "pot", "param": "param", "tokens": "tokens", "cards": "cards type"}


@dataclass(frozen=True, slots=True)
class Place:
    """One thing that can be declared, replaced or removed: its kind and its name, empty where there is only one."""

    kind: str
    name: str = ""


def place_of(node: ast.Declaration) -> Place | None:
    """What a declaration (a `zones:`, `vars:` or `pots:` with one line) declares; None for notes, examples, hooks."""
    if type(node) in SINGLE:
        return Place(SINGLE[type(node)])
    match node:
        case ast.Limit(phase=phase):
            return Place("limit", phase.text)
        case ast.Effect(target=ast.Text(value=name)) | ast.Effect(target=ast.Ident(text=name)):
            return Place("effect", name)
        case ast.Zones(zones=(zone,)):
            return Place("zone", zone.name.text)
        case ast.Vars(vars=(variable,)):
            return Place("var", variable.name.text)
        case ast.Pots(pots=(pot,)):
            return Place("pot", pot.name.text)
        case (
            ast.Param()
            | ast.Enum()
            | ast.Table()
            | ast.Tokens()
            | ast.Cards()
            | ast.Define()
            | ast.Meld()
            | ast.Score()
            | ast.Phase()
            | ast.Action()
        ):
            return Place(KINDS[type(node)], node.name.text)
        case _:
            return None


def is_variant_word(node: ast.Declaration) -> bool:
    """Whether a declaration changes another one."""
    return isinstance(node, ast.Change | ast.ChangeCards | ast.Remove | ast.Replace)


def describe(place: Place, *, named: bool = True, article: bool = True) -> str:
    """A thing as a sentence has it: the phase `setup`, or, not named, a phase."""
    if not named:
        noun = NOUNS.get(place.kind, place.kind)
        return noun if place.kind == "tokens" else f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
    if place.kind in ("players", "teams", "win", "estimate"):
        return "`win` or `payoff`" if place.kind == "win" else f"`{place.kind}`"
    if place.kind in ("limit", "before", "after"):
        return f"`{place.kind} {place.name}`"
    if place.kind == "row":
        return f'"{place.name}"'
    if place.kind == "change cards":
        return f"the cards of `{place.name}`"
    return f"{'the ' if article else ''}{NOUNS.get(place.kind, place.kind)} `{place.name}`"


def names_in(node: ast.Declaration) -> frozenset[str]:
    """The names that go with a declaration: its own and, of an enum, the values."""
    place = place_of(node)
    names = {place.name} if place and place.name else set()
    if isinstance(node, ast.Enum):
        names |= {value.text for value in node.values if isinstance(value, ast.Ident)}
    return frozenset(names)


def with_notes(items: Iterable[ast.Item]) -> list[tuple[ast.Item, tuple[ast.Item, ...]]]:
    """Every declaration with the notes that stand behind it; a note before all others stands for itself."""
    found: list[tuple[ast.Item, tuple[ast.Item, ...]]] = []
    for item in items:
        if isinstance(item.declaration, ast.Note) and found:
            before, notes = found[-1]
            found[-1] = before, (*notes, item)
        else:
            found.append((item, ()))
    return found


class Lines:
    """The declarations of a base, zones and variables line by line, in order; entries are put, replaced and dropped.

    Notes go with the declaration they stand behind: what is replaced or dropped takes its notes along.
    """

    def __init__(self, items: list[ast.Item]) -> None:
        self._entries: list[ast.Item | None] = []
        self._notes: dict[int, tuple[ast.Item, ...]] = {}
        for item, notes in with_notes(items):
            self._entries += self.split(item)
            self._notes[len(self._entries) - 1] = notes
        self._at: dict[Place, int] = {}
        for number, entry in enumerate(self._entries):
            place = place_of(entry.declaration) if entry else None
            if place is not None:
                self._at.setdefault(place, number)

    @staticmethod
    def split(item: ast.Item) -> list[ast.Item]:
        """A declaration of several lines as one for each line."""
        match item.declaration:
            case ast.Zones(zones=zones) as node:
                return [replace(item, declaration=replace(node, span=zone.span, zones=(zone,))) for zone in zones]
            case ast.Vars(vars=variables) as node:
                return [replace(item, declaration=replace(node, span=line.span, vars=(line,))) for line in variables]
            case ast.Pots(pots=pots) as node:
                return [replace(item, declaration=replace(node, span=pot.span, pots=(pot,))) for pot in pots]
            case _:
                return [item]

    @staticmethod
    def joined(item: ast.Item, parts: list[ast.Item]) -> list[ast.Item]:
        """The parts of a declaration that are left; the whole one if none is missing."""
        return [item] if len(parts) == len(Lines.split(item)) else parts

    def items(self) -> Iterator[ast.Item]:
        """What is left, in order."""
        for number, entry in enumerate(self._entries):
            if entry is not None:
                yield entry
            yield from self._notes.get(number, ())

    def find(self, place: Place) -> ast.Item | None:
        """The declaration of a thing."""
        number = self._at.get(place)
        return None if number is None else self._entries[number]

    def put(self, place: Place, item: ast.Item, notes: tuple[ast.Item, ...] | None = None) -> None:
        """Set a declaration in the place of the old one, with its own notes or (None) those that are there.

        Notes behind several zones or variables are about all of them: they stay.
        """
        self._entries[self._at[place]] = item
        if notes is not None:
            kept = self._notes.get(self._at[place], ()) if place.kind in LISTED else ()
            self._notes[self._at[place]] = kept + notes

    def drop(self, place: Place) -> None:
        """Take a declaration out."""
        number = self._at[place]
        self._entries[number] = None
        if place.kind not in LISTED:
            self._notes.pop(number, None)

    def drop_hooks(self, when: str, name: str) -> bool:
        """Take out all hooks of a phase or action; whether there was one."""
        gone = [
            number
            for number, item in enumerate(self._entries)
            if item
            and isinstance(item.declaration, ast.Hook)
            and (item.declaration.when, item.declaration.name.text) == (when, name)
        ]
        for number in gone:
            self._entries[number] = None
            self._notes.pop(number, None)
        return bool(gone)

    def named(self, name: str) -> ast.Item | None:
        """Whatever has this name, of any kind that is called by its name."""
        return next(
            (
                self.find(place)
                for place in self._at
                if place.name == name and place.kind not in ("effect", "limit") and self.find(place)
            ),
            None,
        )

    def names(self, kind: str) -> list[str]:
        """The names of a kind."""
        return [place.name for place in self._at if place.kind == kind and self.find(place)]

    def all_names(self) -> list[str]:
        """Every name that `remove` knows."""
        return [
            place.name
            for place in self._at
            if place.name and place.kind not in ("effect", "limit") and self.find(place)
        ]

    def rows(self, name: str) -> list[tuple[Place, ast.Row]]:
        """The rows of cards of a printed name, each with its cards type."""
        return [
            (place, row)
            for place, cards in self._cards()
            for row in cards.rows
            if isinstance(row, ast.Row) and row.name.value == name
        ]

    def printed(self) -> list[str]:
        """The printed names that have a row."""
        return [row.name.value for _, cards in self._cards() for row in cards.rows if isinstance(row, ast.Row)]

    def has_products(self) -> bool:
        """Whether some cards come from an `each` row."""
        return any(isinstance(row, ast.ProductRow) for _, cards in self._cards() for row in cards.rows)

    def put_row(self, place: Place, old: ast.Row, new: ast.Row | None) -> None:
        """Set a row in the place of another, or take it out."""
        item = self.find(place)
        assert item is not None
        assert isinstance(item.declaration, ast.Cards)
        rows = tuple(kept for row in item.declaration.rows if (kept := new if row is old else row) is not None)
        self.put(place, replace(item, declaration=replace(item.declaration, rows=rows)))

    def _cards(self) -> Iterator[tuple[Place, ast.Cards]]:
        for place in self._at:
            item = self.find(place)
            if item is not None and isinstance(item.declaration, ast.Cards):
                yield place, item.declaration
