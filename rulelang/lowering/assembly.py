"""Everything that was lowered in, one `Program` out: zones and cards get their cells, tables are closed."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.deck import DeckCard
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.program import PrintInfo, Program, RefillInfo, ScoreInfo
from rulelang.lowering.scope import InReg, Registers, Scope

if TYPE_CHECKING:
    from rulelang.lowering.game import GameLowering


def assemble(game: GameLowering, scores: tuple[ScoreInfo, ...]) -> Program:
    """Close the tables."""
    layout, tables = game.layout, game.tables
    criteria, payoff, estimate = game.scoring.criteria(), game.scoring.payoff(), game.scoring.estimate()
    refills = {zone.name: _refill(game, zone) for zone in game.model.zones.values()}
    records = tuple(replace(record, base=layout.take(len(scores[record.score].lines) * layout.vars[record.var].count))
                    for record in tables.records)
    zones = tuple(layout.zones(refills))
    cards = len(layout.cards)
    card_cells = layout.take(2 * cards)
    knowledge = layout.take((game.players + 1) * cards)
    info_keys = layout.take(2 * game.players)
    layout.check_size(game.model.merged.header.span)
    return Program(
        title=game.model.title, players=game.players, seats=(game.model.low, game.model.high),
        language=game.model.language, params=tuple(game.params.items()), sources=tuple(tables.sources),
        rules_hash=rules_hash(game.model), texts=tuple(tables.texts), spans=tuple(tables.spans),
        tables=tuple(tables.ints), list_tables=tuple(tables.lists), kinds=tuple(tables.kinds),
        prints=tuple(_print(game, p) for p in layout.prints), cards=tuple(layout.cards),
        teams=game.teams_by_seat(), families=tuple(layout.families), zones=zones, vars=tuple(layout.vars),
        tokens=tuple(layout.tokens), scores=scores, records=records, melds=tuple(tables.melds),
        criteria=criteria, payoff=payoff, estimate=estimate, actions=tuple(game.procedures.heads),
        action_docs=game.action_docs(), menu_names=game.menu_names, points=tuple(tables.points),
        decisions=tuple(tables.decisions), functions=_closed(tables.functions), blocks=blocks(game),
        procedures=tuple(_with_inside(game, number, p) for number, p in enumerate(game.procedures.made)),
        start=0, play_block=game.procedures.start_block, card_cells=card_cells, knowledge=knowledge,
        info_keys=info_keys, size=layout.cells,
        limits=tuple((name, game.constant(limit.times)) for name, limit in game.model.limits.items()),
        notes=tuple(note.text.value for note in game.model.notes), held=tuple(layout.held),
        at_once=tuple(layout.at_once))


def rules_hash(model: m.GameModel) -> str:
    """SHA-256 over the roles and texts of all files of the bundle, in order."""
    digest = hashlib.sha256()
    for source, role in model.sources:
        for part in (role, source.text):
            data = part.encode()
            digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


def _closed(functions: list[ir.Function | None]) -> tuple[ir.Function, ...]:
    return tuple(f for f in functions if f is not None)


def blocks(game: GameLowering) -> tuple[ir.Block, ...]:
    """All blocks; those reserved behind an `end` and never written do nothing and are never reached."""
    return tuple(b if b is not None else ir.Block((), ir.Return(), 0) for b in game.tables.blocks)


def _with_inside(game: GameLowering, number: int, procedure: ir.Procedure) -> ir.Procedure:
    return ir.Procedure(procedure.name, procedure.kind, procedure.entry, procedure.frame, procedure.size,
                        game.inside(number))


def _refill(game: GameLowering, zone: m.ZoneSymbol) -> tuple[RefillInfo, ...]:
    """The refill sources of a zone, in order."""
    found = []
    for source in zone.refill:
        where = -1
        if source.where is not None and source.local is not None:
            registers = Registers(1)
            scope = Scope(registers)
            scope.bind(source.local, InReg(0))
            result = game.expressions.truth(source.where, scope)
            where = game.tables.function(ir.Function(f"{zone.name}.refill", 1, registers.used, (), result))
        family = game.layout.families[game.layout.family_numbers[getattr(source.zone, "text", zone.name)]]
        found.append(RefillInfo(family.first, where, source.keep))
    return tuple(found)


def _print(game: GameLowering, card: DeckCard) -> PrintInfo:
    symbol = game.model.cards[card.type]
    shown = []
    for name, attribute in symbol.attributes.items():
        value = card.values.get(name, NONE)
        if value not in (NONE, ()):
            shown.append((name, _words(game, attribute.type, value)))
    return PrintInfo(card.name, card.type, tuple(shown), card.text)


def _words(game: GameLowering, kind: t.Type, value: int | tuple[int, ...]) -> str:
    """An attribute's value in words."""
    kind = t.plain(kind)
    if isinstance(value, tuple):
        of = kind.of if isinstance(kind, t.Collection) else kind
        return " ".join(_words(game, of, v) for v in value)
    if isinstance(kind, t.EnumValue):
        return game.model.enums[kind.enum].values[value]
    if isinstance(kind, t.Flag):
        return "yes" if value else "no"
    return str(value)
