"""Blocks that end with a decision in, instructions out that draw a move and go on, or stop for a player."""

from __future__ import annotations

from rulelang.ir import nodes as ir
from rulelang.ir.program import BLOCK, DECIDING, DECISION, SEAT, STATUS, STEPS
from rulelang.wasm.emit_counts import mark
from rulelang.wasm.emit_endings import ENDINGS, Chain, write_over
from rulelang.wasm.emit_menus import Menu, draw, menu_of
from rulelang.wasm.unit import writes


def _play(c: Chain, node: ir.Decide, block: int, seat: int) -> None:
    """Draw a move and go on."""
    u, f = c.u, c.u.f
    f.get(0)
    f.get(seat)
    f.call(u.b.played(node.decision, through=c.through))
    with f.when():
        u.put(BLOCK, block)
        c.halt()
    f.const(0)
    f.set(u.spent)
    c.go(node.next)


def _play_menu(c: Chain, node: ir.Decide, menu: Menu, seat: int) -> None:
    """Draw an answer and go on, straight to what the block behind chooses by it."""
    u = c.u
    u.f.const(0)
    u.f.set(u.spent)
    behind = u.b.program.blocks[node.next]
    chosen = behind.ending
    if isinstance(chosen, ir.Switch) and chosen.value == ir.Cell(menu.fork.at) and c.stands_alone(node.next):
        cases = dict(chosen.cases)

        def go_on(key: int) -> None:
            if key in cases:
                u.b.count_step(u, -1)
                mark(u, chosen, set())
                c.go(cases[key])
        draw(u, menu, seat, go_on)
        u.b.count_step(u, -1)
        mark(u, chosen, set())
        c.go(chosen.other)
    else:
        draw(u, menu, seat, lambda key: None)
        c.go(node.next)


@writes(ENDINGS, ir.Decide)
def decide(c: Chain, node: ir.Decide, block: int) -> None:
    """Stop for a player, or for good at the cap on answers."""
    u, f = c.u, c.u.f
    c.span(node.span)
    u.b.walk(node.decision)
    u.b.nothing(node.decision)
    u.cell(STEPS)
    f.gget(u.b.decision_limit)
    f.op("i32.ge_s")
    with f.when():
        write_over(u, 2)
        c.halt()
    saved, u.ints, u.lists = (u.ints, u.lists), {}, {}
    seat = u.value(u.b.program.decisions[node.decision].decider)
    u.ints, u.lists = saved
    if c.through:
        menu = menu_of(u.b, node.decision)
        if menu is None:
            _play(c, node, block, seat)
        else:
            _play_menu(c, node, menu, seat)
        return
    f.gget(u.b.playing)
    with f.when():
        _play(c, node, block, seat)
    u.put(SEAT, lambda: u.f.get(seat))
    u.put(STATUS, DECIDING)
    u.put(DECISION, node.decision)
    u.put(BLOCK, block)
    c.halt()
