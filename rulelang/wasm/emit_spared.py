"""A pick with a payment and a question behind it in, when the question need not be asked out.

"Pay a card, if you can still act": to answer that for each card, the card would be paid, heads be tried, and the card
taken back. A head that needs no more than some card of the set that was paid from can be completed as long as the set
holds another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.wasm.emit_payments import surely_payable
from rulelang.wasm.emit_steps import Walk
from rulelang.wasm.simplify import settled


class Spared(NamedTuple):
    """A payment behind which nothing need be asked if a condition holds."""

    payment: ir.PayCards
    condition: ir.IntExpr


def spared(walk: Walk, node: ir.Pick, rest: Sequence[ir.Step]) -> Spared | None:
    """What is behind a pick, if it is such a payment and question."""
    match tuple(rest):
        case (ir.PayCards(cards=ir.Items(items=(ir.Cell(at=at),))) as payment, ir.Guard(condition=ir.Can() as asked)):
            source = node.source
            if at != node.at or not isinstance(source, ir.ZoneCards) or not surely_payable(walk, payment):
                return None
            if any(_needs_a_card(walk, action, asked.player, source.zone) for action in asked.actions):
                return Spared(payment, ir.Binary("lt", ir.Const(1), ir.ZoneSize(source.zone)))
    return None


def _needs_a_card(walk: Walk, number: int, player: ir.IntExpr, zone: ir.IntExpr) -> bool:
    """Whether a head of a player can be completed exactly if a zone holds a card."""
    program = walk.u.b.program
    action = program.actions[number]
    match action.steps:
        case (ir.Pick(source=ir.ZoneCards(zone=own), where=where), *others) if where in (None, ir.Const(1)):
            actor = program.procedures[action.procedure].frame + 1
            return _same_zone(walk, own, actor, zone, player) and all(_always(walk, step) for step in others)
    return False


def _same_zone(walk: Walk, own: ir.IntExpr, actor: int, zone: ir.IntExpr, player: ir.IntExpr) -> bool:
    """Whether a zone that a head names by who acts is that which is paid from."""
    match own, zone:
        case ir.FamilyIndex(base=base, keys=((ir.Cell(at=at), *key),)), ir.FamilyIndex(keys=((who, *_),)):
            mine = ir.FamilyIndex(base, ((who, *key),))         # type: ignore[arg-type]
            return at == actor and mine == zone and walk.is_seat(who) and walk.is_seat(player)
    return own == zone and isinstance(own, ir.Const)


def _always(walk: Walk, step: ir.Step) -> bool:
    """Whether a step can be completed whatever came before."""
    match step:
        case ir.Pick(source=ir.ConstList(values=values), where=where, at=at):
            return any(value != NONE and (where is None or settled(
                walk.u.b.program, where, ir.Cell(at), value) == ir.Const(1)) for value in values)
    return False
