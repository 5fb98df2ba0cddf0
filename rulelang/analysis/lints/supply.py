"""A checked model in, shortages out: draws of more cards than there are, zones too small, entries nobody needs."""

from __future__ import annotations

from collections import Counter
from dataclasses import field

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.constants import NotConstant, Setting, default_params, is_player_count, whole
from rulelang.analysis.deck import deck
from rulelang.diagnostics import Diagnostics, Label
from rulelang.records import dataclass
from rulelang.syntax import ast
from rulelang.syntax.walk import walk

MOST_SIZES = 12
"""Numbers of players that are tried."""


def find_shortages(model: m.GameModel, nodes: list[ast.Declaration], found: Diagnostics) -> None:
    """Warn of what cannot be dealt, in any of the numbers of players, and of table entries for others."""
    supply = _Supply(model)
    sizes = range(model.low, min(model.high, model.low + MOST_SIZES - 1) + 1)
    for node in nodes:
        if isinstance(node, ast.Phase):
            for players in sizes:
                if _dealing(supply, node.body, _Table(players), 1, found):
                    break
    _entries(model, nodes, found)


@dataclass(slots=True)
class _Table:
    """What certainly lies in zones on a straight way, and how many cards were drawn from them."""

    players: int
    holds: dict[str, int] = field(default_factory=dict)
    drawn: Counter[str] = field(default_factory=Counter)

    def forget(self, name: str | None = None) -> None:
        """What lies in a zone (or any) is no longer known."""
        for zone in [name] if name is not None else list(self.holds):
            self.holds.pop(zone, None)
            self.drawn.pop(zone, None)


class _Supply:
    """How many cards of each type there are."""

    def __init__(self, model: m.GameModel) -> None:
        self.model = model
        self.params = default_params(model)
        self._cards: dict[int, Counter[str]] = {}

    def cards(self, players: int) -> Counter[str]:
        """By type, in a game of so many players, params as given."""
        if players not in self._cards:
            prints = deck(self.model, players, self.params, Diagnostics()).prints
            counted: Counter[str] = Counter()
            for card in prints:
                counted[card.type] += card.copies
            self._cards[players] = counted
        return self._cards[players]

    def number(self, node: ast.Expr, players: int) -> int | None:
        """A number that is fixed before play."""
        try:
            return whole(self.model, node, Setting(self.params, players))
        except NotConstant:
            return None

    def zone(self, node: ast.Expr) -> m.ZoneSymbol | None:
        """The zone of a place."""
        while isinstance(node, ast.At | ast.Top | ast.Bottom):
            node = node.zone
        ref = self.model.refs.get(node)
        return ref.of if isinstance(ref, m.Instance) and isinstance(ref.of, m.ZoneSymbol) else None


def _dealing(supply: _Supply, block: ast.Block, table: _Table, times: int, found: Diagnostics) -> bool:
    """Follow a straight way through a block; whether something was reported."""
    reported = False
    for statement in block.statements:
        match statement:
            case ast.Move():
                reported |= _filled(supply, statement, table, found)
            case ast.Shuffle(cards=ast.Node() as cards):
                reported |= _filled(supply, ast.Move(statement.span, cards, statement.zone), table, found)
            case ast.Draw():
                reported |= _drawn(supply, statement, table, times, found)
            case ast.Deal():
                reported |= _dealt(supply, statement, table, times, found)
            case ast.EachPlayer(where=None, body=body):
                reported |= _dealing(supply, body, table, times * table.players, found)
            case ast.Repeat(times=amount, body=body) if (n := supply.number(amount, table.players)) is not None:
                reported |= n > 0 and _dealing(supply, body, table, times * n, found)
            case ast.Shuffle() | ast.Assign() | ast.Let() | ast.Reveal() | ast.Choose() | ast.Random() | ast.Flip():
                pass
            case _:
                table.forget()
    return reported


def _filled(supply: _Supply, node: ast.Move, table: _Table, found: Diagnostics) -> bool:
    """`move all T to Z` fills a zone with all cards of a type; any other move makes it uncertain what lies there."""
    zone = supply.zone(node.place)
    if zone is None:
        table.forget()
        return False
    if not isinstance(supply.model.refs.get(node.cards), m.CardsSymbol):
        table.forget(zone.name)
        return False
    assert isinstance(node.cards, ast.All)
    count = supply.cards(table.players)[node.cards.type]
    table.forget(zone.name)
    if not zone.per:
        table.holds[zone.name] = sum(supply.cards(table.players)[name] for name in zone.holds)
    return _too_small(node.cards, count, zone, found)


def _drawn(supply: _Supply, node: ast.Draw, table: _Table, times: int, found: Diagnostics) -> bool:
    source, target = supply.zone(node.source), supply.zone(node.place)
    number = supply.number(node.amount, table.players)
    if target is not None:
        table.forget(target.name)
    if source is None or number is None:
        table.forget(source.name if source is not None else None)
        return False
    if target is not None and number > 0 and _too_small(node.amount, number, target, found):
        return True
    return _taken(source, number * times, table, node, found)


def _dealt(supply: _Supply, node: ast.Deal, table: _Table, times: int, found: Diagnostics) -> bool:
    source, target = supply.zone(node.source), supply.model.zones[node.zone.text]
    number = None if node.amount is None else supply.number(node.amount, table.players)
    table.forget(target.name)
    if source is None or node.amount is None or number is None:
        table.forget(source.name if source is not None else None)
        return False
    if number > 0 and _too_small(node.amount, number, target, found):
        return True
    return _taken(source, number * times * table.players, table, node, found)


def _taken(source: m.ZoneSymbol, number: int, table: _Table, node: ast.Draw | ast.Deal, found: Diagnostics) -> bool:
    """So many cards are drawn from a zone."""
    if source.name not in table.holds or source.refill:
        return False
    table.drawn[source.name] += max(0, number)
    wanted, there = table.drawn[source.name], table.holds[source.name]
    if wanted <= there:
        return False
    table.forget(source.name)
    found.warning(
        "RL506",
        f"{table.players} players draw {wanted} cards here; `{source.name}` has {there}",
        node.span,
        "the last of them get fewer",
        others=(Label(source.node.name.span, f"{there} cards lie here"),),
        hint="Deal fewer cards, allow fewer players, or let the zone be refilled.",
    )
    return True


def _too_small(at: ast.Node, count: int, zone: m.ZoneSymbol, found: Diagnostics) -> bool:
    if zone.capacity is None or count <= zone.capacity:
        return False
    found.warning(
        "RL507",
        f"{count} cards come to `{zone.name}` here; it holds {zone.capacity} at most",
        at.span,
        "the others stay where they are",
        others=(Label(zone.node.span, f"capacity {zone.capacity}"),),
    )
    return True


# ---------------------------------------------------------------- tables by the number of players


def _entries(model: m.GameModel, nodes: list[ast.Declaration], found: Diagnostics) -> None:
    """Entries for numbers of players that the game does not allow, in tables read by nothing but that number."""
    tables = [node for node in nodes if isinstance(node, ast.Table)]
    by_count: dict[str, bool] = {}
    for item in model.merged.items if tables else ():
        if not isinstance(item.declaration, ast.Example):
            _read_by(model, item.declaration, by_count)
    for table in tables:
        if by_count.get(table.name.text, False):
            _others(model, table, found)


def _read_by(model: m.GameModel, declaration: ast.Declaration, by_count: dict[str, bool]) -> None:
    """Note of each table that is read whether only the number of players is looked up in it."""
    for node in walk(declaration):
        if isinstance(node, ast.Index) and isinstance(node.value, ast.Name) and node.value.text in model.tables:
            count = is_player_count(node.key)
            by_count[node.value.text] = by_count.get(node.value.text, True) and count


def _others(model: m.GameModel, table: ast.Table, found: Diagnostics) -> None:
    if not isinstance(t.plain(model.tables[table.name.text].key), t.Number):
        return
    players = next((i.declaration for i in model.merged.items if isinstance(i.declaration, ast.Players)), None)
    for entry in table.entries:
        if isinstance(entry.key, ast.Int) and not model.low <= entry.key.value <= model.high:
            found.warning(
                "RL508",
                f"`{table.name.text}` has an entry for {entry.key.value} players; the game never has so many",
                entry.span,
                "never read",
                others=(Label(players.span, "players declared here"),) if players is not None else (),
            )
