"""Two checked games in, what the second changes against the first out: `compare`, in plain words and readable lines.

Declarations are compared by what they say, whatever their order and layout; zones and variables one by one, cards row
by row. What two texts say alike is no change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import unified_diff

from rulelang.analysis.model import GameModel
from rulelang.analysis.variants.diff_cards import card_changes
from rulelang.analysis.variants.overlay import Lines, Place, place_of
from rulelang.records import dataclass
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.print_declarations import numbers
from rulelang.syntax.print_expressions import expression, quoted, type_text
from rulelang.syntax.print_lines import plain
from rulelang.syntax.printer import declaration_lines

CHANGED, ADDED, REMOVED = "changed", "added", "removed"
ARROW = " → "
SECTIONS = {
    "players": "Players", "teams": "Players", "param": "Parameters", "enum": "Words and tables",
    "table": "Words and tables", "tokens": "Tokens", "pot": "Tokens", "cards": "Cards", "zone": "Zones",
    "var": "Variables", "define": "Defines", "meld": "Melds", "phase": "Phases", "limit": "Phases",
    "action": "Actions", "effect": "Effects", "before": "Hooks", "after": "Hooks", "win": "Result", "score": "Result",
    "estimate": "Result", "note": "Notes", "example": "Examples",
}
"""Kinds of things, in the order in which changes are told, and the heading over them."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is different: what is done to it, its words, its rule text, and the lines that changed.

    `done` is changed, added or removed; `lines` begin with `- `, `+ ` or two spaces. `place` is where the second game
    says it (of what is removed, where the first one did).
    """

    section: str
    done: str
    what: str
    place: Span
    doc: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()

    @property
    def is_rule(self) -> bool:
        """Whether the game itself is another one; examples only say what it does."""
        return self.section != SECTIONS["example"]


def compare(base: GameModel, other: GameModel) -> list[Change]:
    """All changes from the first game to the second, section by section, in the order of the texts."""
    before, after = _things(base.merged), _things(other.merged)
    found: list[Change] = []
    for place in [*before, *(place for place in after if place not in before)]:
        found += _thing(place, before.get(place), after.get(place))
    for name in [*base.cards, *(name for name in other.cards if name not in base.cards)]:
        if name in base.cards and name in other.cards:
            found += (Change(SECTIONS["cards"], *told) for told in card_changes(base.cards[name], other.cards[name]))
    found += _examples(base, other)
    order = list(dict.fromkeys(SECTIONS.values()))
    return sorted(found, key=lambda change: order.index(change.section))


# ---------------------------------------------------------------- what there is to compare


def _things(rules: ast.Rules) -> dict[Place, ast.Item]:
    """Everything that a game declares, by kind and name; several hooks or notes of one name are numbered."""
    things: dict[Place, ast.Item] = {}
    for item in (part for whole in rules.items for part in Lines.split(whole)):
        place = _place(item.declaration)
        if place is None:
            continue
        number, first = 2, place
        while place in things:
            place, number = Place(first.kind, f"{first.name} ({number})"), number + 1
        things[place] = item
    return things


def _place(node: ast.Declaration) -> Place | None:
    match node:
        case ast.Hook(when=when, name=name):
            return Place(when, name.text)
        case ast.Note(text=text):
            return Place("note", text.value)
        case _:
            return place_of(node)


def _thing(place: Place, before: ast.Item | None, after: ast.Item | None) -> Iterator[Change]:
    """What becomes of one thing."""
    section = SECTIONS[place.kind]
    if before is None and after is not None:
        node = after.declaration
        yield Change(section, ADDED, _title(place, node), node.span, after.doc, _marked("+ ", _body(node)))
    elif before is not None and after is None:
        node = before.declaration
        yield Change(section, REMOVED, _title(place, node), node.span, before.doc)
    elif before is not None and after is not None:
        yield from _both(place, before, after)


def _both(place: Place, before: ast.Item, after: ast.Item) -> Iterator[Change]:
    old, new = before.declaration, after.declaration
    section, title = SECTIONS[place.kind], _title(place, new)
    if old != new and place.kind != "cards":
        short = _in_words(old, new)
        if short:
            place_of_value = new.value.span if isinstance(new, ast.Param) else new.span
            yield from (Change(section, CHANGED, what, place_of_value) for what in short)
        else:
            yield Change(section, CHANGED, title, new.span, (), difference(_body(old), _body(new)))
    if before.doc != after.doc:
        yield Change(section, CHANGED, f"rule text of {title}", after.span, (), difference(before.doc, after.doc))


def _examples(base: GameModel, other: GameModel) -> Iterator[Change]:
    """Examples are told by their number: a variant has its own."""
    old, new = base.examples, other.examples
    if list(old) != list(new):
        place = new[0].span if new else other.merged.header.span
        counts = f"number of examples: {len(old)}{ARROW}{len(new)}"
        yield Change(SECTIONS["example"], CHANGED, counts if len(old) != len(new) else "other examples", place)


# ---------------------------------------------------------------- words


def _title(place: Place, node: ast.Declaration) -> str:
    """How a declaration begins."""
    match node:
        case ast.Zones() | ast.Vars() | ast.Pots():
            return place.name
        case ast.Note(text=text):
            return quoted(text.value)
        case ast.Action(name=name, label=label):
            return f"action {name.text}" + (f" {quoted(label.value)}" if label else "")
        case ast.Effect(target=ast.Text(value=name)):
            return f"effect {quoted(name)}"
        case ast.Players() | ast.Teams() | ast.Win() | ast.Payoff() | ast.Estimate():
            return type(node).__name__.lower()
        case _:
            return f"{place.kind} {place.name}"


def _body(node: ast.Declaration) -> tuple[str, ...]:
    """The lines that say what a declaration says."""
    match node:
        case ast.Note():
            return ()
        case ast.Zones() | ast.Vars() | ast.Pots():
            return tuple(line.strip() for line in declaration_lines(node)[1:]) or declaration_lines(node)
        case _:
            return declaration_lines(node)


def _in_words(old: ast.Declaration, new: ast.Declaration) -> list[str]:
    """Small changes as old and new value; empty where lines say it better."""
    match old, new:
        case ast.Param(), ast.Param():
            label = f" {quoted(new.label.value)}" if new.label else ""
            said = [("", _value(old.value), _value(new.value)), (" can be", type_text(old.type), type_text(new.type)),
                    (" is called", _text(old.label), _text(new.label))]
            name = f"{new.name.text}{label}"
            return [f"{name}{word}: {a}{ARROW}{b}" for word, a, b in said if a != b]
        case ast.Players(), ast.Players():
            return [f"players: {numbers(old.low, old.high)}{ARROW}{numbers(new.low, new.high)}"]
        case ast.Tokens(), ast.Tokens() if old.seen_by == new.seen_by:
            return [f"{new.name.text}: {_value(old.supply)}{ARROW}{_value(new.supply)} in all"]
        case ast.Limit(), ast.Limit():
            return [f"limit {new.phase.text}: {_value(old.times)}{ARROW}{_value(new.times)} times"]
    return []


def _value(node: ast.Expr) -> str:
    return plain(expression(node))


def _text(node: ast.Text | None) -> str:
    return quoted(node.value) if node else "no label"


# ---------------------------------------------------------------- lines


def difference(old: Iterable[str], new: Iterable[str]) -> tuple[str, ...]:
    """What is different between lines: those that go, those that come, and a line of what stands around them."""
    told: list[str] = []
    for line in list(unified_diff(list(old), list(new), n=1, lineterm=""))[2:]:
        if line.startswith("@@"):
            told += ["  ..."] * bool(told)
        else:
            told.append(f"{line[0]} {line[1:]}")
    return tuple(told)


def _marked(mark: str, lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(mark + line for line in lines)
