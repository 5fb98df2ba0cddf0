"""Payments in heads in, visits out: made while a completion is looked for, undone behind it, told when committed."""

from __future__ import annotations

from rulelang.engine.code import Code, Ints, Registers
from rulelang.engine.errors import Reason
from rulelang.engine.expressions import int_expr, list_expr
from rulelang.engine.movement import Way, discard_to, fitting
from rulelang.engine.search import GO_ON, Search, Visit
from rulelang.engine.statements import pass_tokens
from rulelang.ir import nodes as ir

Saved = list[tuple[int, Ints]]      # address, what stood there


def compile_pay_tokens(code: Code, node: ir.PayTokens, behind: Visit, order: int) -> Visit:
    """Pay tokens that are there in full; an amount below 1 is paid already."""
    source, target, amount = int_expr(code, node.source), int_expr(code, node.target), int_expr(code, node.amount)
    token, span = node.token, node.span

    def visit(e: Search, s: Ints, r: Registers, i: int) -> int:
        give, take, price = source(s, r), target(s, r), amount(s, r)
        if price < 1:
            return behind(e, s, r, i)
        if give < 0 or take < 0 or s[give] < price:
            if e.why is not None:
                e.why.fail(order, Reason("pay", -1, span, -1, token, price))
            return GO_ON
        if e.machine is not None:
            pass_tokens(e.machine, s, token, give, take, price)
            return behind(e, s, r, i)
        s[give] -= price
        s[take] += price
        found = behind(e, s, r, i)
        s[give] += price
        s[take] -= price
        return found
    return visit


def compile_pay_cards(code: Code, node: ir.PayCards, behind: Visit, order: int) -> Visit:
    """Pay cards to their discard zones; each must have one with room."""
    cards, table, picked = list_expr(code, node.cards), code.program.tables[node.zones], node.picked
    reason = Reason("pay", -1, node.span)

    def visit(e: Search, s: Ints, r: Registers, i: int) -> int:
        paid = cards(s, r)
        if not _payable(code, s, paid, table):
            if e.why is not None:
                e.why.fail(order, reason)
            return GO_ON
        if e.machine is not None:
            discard_to(e.machine, s, paid, table, Way(0, picked, why="pay", actor=e.seat))
            return behind(e, s, r, i)
        saved = _pay(code, s, paid, table)
        found = behind(e, s, r, i)
        for at, cells in reversed(saved):
            s[at:at + len(cells)] = cells
        return found
    return visit


def _payable(code: Code, s: Ints, paid: Ints, table: tuple[int, ...]) -> bool:
    """Whether all cards have a zone to go to, with room for all of them together."""
    by_zone: dict[int, Ints] = {}
    for card in paid:
        if card < 0 or table[card] < 0:
            return False
        by_zone.setdefault(table[card], []).append(card)
    return all(len(fitting(code, s, group, zone)) == len(group) for zone, group in by_zone.items())


def _pay(code: Code, s: Ints, paid: Ints, table: tuple[int, ...]) -> Saved:
    """Move the cards without telling anybody; what stood in all cells that change."""
    zones, saved = code.zones, []
    cells = zones.card_cells
    for card in paid:
        for zone in (s[cells + 2 * card], table[card]):
            if zone >= 0:
                at = zones.at[zone]
                saved.append((at, s[at:at + 3 + s[at]]))
        saved.append((cells + 2 * card, s[cells + 2 * card:cells + 2 * card + 2]))
        zones.take(s, card)
        zones.put(s, card, table[card], zones.index_for(s, table[card], "arrive"), 0)
    return saved
