"""Fixed functions that imagine tables: the unknown cards of the real position dealt anew, coming chance open again.

They do what `engine/resample.py` does for the seat that decides. What they cannot do the interpreter does: see
`can_imagine`, and `runtime_unknown.py` and `runtime_plan.py` for what depends on the position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.bot_bounds import MOST_TABLES
from rulelang.ir import nodes as ir
from rulelang.ir.parts import parts
from rulelang.ir.program import COUNTER, DECISION, SEED_HIGH, SEED_LOW, Program
from rulelang.wasm.desk import item, put_item
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_burdens import carry, counted
from rulelang.wasm.runtime_play import cell
from rulelang.wasm.runtime_rollouts import copy_state
from rulelang.wasm.words import Var, Writer, call, load, opposite, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def can_imagine(program: Program) -> bool:
    """Whether modules imagine tables of a program: no tokens are hidden from several seats, and what seats know is
    nothing that the rules ask for.
    """
    hidden = any(token.seen_by != "all" for token in program.tokens) and program.players > 2
    asked = any(isinstance(node, ir.Knows) for where in (program.blocks, program.functions, program.decisions,
                                                         program.actions) for node in parts(where))
    return not hidden and not asked


def imagine_all(b: Builder, f: Func) -> None:
    """(seat): tables for the seeds on the desk; whether a module can."""
    w, desk, program = Writer(f), b.layout.desk, b.source
    seat, = w.params()
    if not can_imagine(program):
        w.push(0)
        return
    secret = [int(any(block.stores and block.first <= n <= block.last for block in program.at_once))
              for n in range(len(program.decisions))]
    if any(secret):
        with w.when(load(cell(DECISION) << 2, b.layout.words(secret))):
            w.give(0)
    places = w.var(call(b.runtime("find_unknown"), seat))
    with w.when(places.eq(0)):
        w.give(0)
    with w.when(opposite(call(b.runtime("plan_deal"), seat, places - 1))):
        w.give(0)
    table = w.var(desk.imagined)
    with w.count(0, load(desk.tables)) as n:
        w.do(b.runtime("set_play_seed"), load(n << 3, desk.seeds), load(n << 3, desk.seeds + 4), 0)
        with w.when(opposite(call(b.runtime("deal")))):
            w.give(0)
        copy_state(b, w, table, word(desk.real), desk.kept)
        w.do(b.runtime("lay_out"), table)
        for at in (SEED_LOW, SEED_HIGH):
            w.store(table, call(b.runtime("play_word")), 4 * at)
        w.store(table, 0, 4 * COUNTER)
        table.add(4 * desk.kept)
    w.push(1)


def lay_out(b: Builder, f: Func) -> None:
    """(table): put each card where the deal has it; the table is still as the real position."""
    w, desk, program = Writer(f), b.layout.desk, b.program
    table, = w.params()
    cells, real = 4 * program.card_cells, desk.real
    w.do(b.runtime("copy_words"), desk.work, desk.loose, len(program.cards))
    spot, card, zone, index = w.var(), w.var(), w.var(), w.var()
    addresses = b.layout.words(4 * zone.at for zone in program.zones)
    with w.count(0, load(desk.plan)) as n:
        spot.set(item(desk.spots, n))
        card.set(item(desk.found, n))
        put_item(w, desk.swap, spot, card)
        zone.set(load(spot << 3, real + cells))
        w.store(table + (card << 3), zone, cells)
        w.store(table + (card << 3), load(spot << 3, real + cells + 4), cells + 4)
        put_item(w, desk.work, card, item(desk.loose, spot))
        index.set(item(desk.index, spot))
        with w.when(index >= 0):
            w.store(table + load(zone << 2, addresses) + (index << 2), card, 8)
    _loose_cards(b, w, table, addresses)
    _names(b, w, table)
    if counted(program):
        carry(b, w, table)


def _loose_cards(b: Builder, w: Writer, table: Var, addresses: int) -> None:
    """Cards without places lie in the order of their numbers, before those with places."""
    desk, cells = b.layout.desk, 4 * b.program.card_cells
    zone, n = w.var(), w.var()
    w.do(b.runtime("zero_words"), desk.next_in, len(b.program.zones))
    with w.count(0, len(b.program.cards)) as card:
        zone.set(load(table + (card << 3), cells))
        with w.when((zone >= 0) & item(desk.work, card)):
            n.set(item(desk.next_in, zone))
            put_item(w, desk.next_in, zone, n + 1)
            w.store(table + load(zone << 2, addresses) + (n << 2), card, 8)


def _names(b: Builder, w: Writer, table: Var) -> None:
    """Names speak of the same places."""
    desk, at = b.layout.desk, w.var()
    with w.count(1, load(desk.names) + 1) as n:
        at.set(item(desk.names, n) - STATE)
        w.store(table + at, item(desk.swap, load(at, desk.real)))
    with w.count(1, load(desk.sorted) + 1) as n:
        at.set(table + item(desk.sorted, n) - STATE)
        w.do(b.runtime("sort"), at + 4, load(at))


def imagine_for(b: Builder, f: Func) -> None:
    """(seat, tables): for the host: tables of the position for the seeds on the desk; whether a module can."""
    w, desk = Writer(f), b.layout.desk
    seat, tables = w.params()
    w.store(desk.tables, pick(tables < MOST_TABLES, tables, MOST_TABLES))
    copy_state(b, w, word(desk.real), word(STATE))
    w.push(call(b.runtime("imagine_all"), seat))


RUNTIME = {
    "imagine_all": (imagine_all, 1, 1), "lay_out": (lay_out, 1, 0), "imagine_for": (imagine_for, 2, 1),
}
