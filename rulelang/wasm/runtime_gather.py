"""Fixed functions that bring known cards together in one zone: "move all cards to the deck", without moving each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.ir.program import Program
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_moves import costs
from rulelang.wasm.words import Var, Writer, load, opposite, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

# More zones are not looked through one by one.
MOST_ZONES = 48


def gathered_from(program: Program, cards: Sequence[int]) -> list[int]:
    """The zones that can hold nothing but these cards: those of types whose cards are all among them."""
    types = [program.prints[printed].type for printed in program.cards]
    among = set(cards)
    if len(among) < len(cards) or not all(0 <= card < len(types) for card in cards):
        return []
    whole = set(types) - {kind for card, kind in enumerate(types) if card not in among}
    found = [n for n, zone in enumerate(program.zones) if set(program.families[zone.family].holds) <= whole]
    found = [n for n in found if program.families[program.zones[n].family].holds]
    return found if len(found) <= MOST_ZONES else []


def gather(b: Builder, cards: tuple[int, ...], zone: int, f: Func) -> None:
    """(sp, face): cards to the end of a zone. If they are all that lies in the zones they fill, these are emptied."""
    w = Writer(f)
    sp, face = w.params()
    bases = [STATE + 4 * b.layout.zones.at[n] for n in gathered_from(b.program, cards)]
    there, at = w.var(0), b.layout.words(cards)
    for base in bases:
        there.add(load(base))
    with w.when(opposite(there)):
        there.set(_outside(b, w, at, len(cards)))
    with w.when(there.ne(len(cards))):
        w.do(b.runtime("move_list"), sp, at, len(cards), zone, face, 0)
        w.give()
    costs(b, w, len(cards))
    for base in bases:
        n = w.var(load(base))
        with w.when(n):
            w.do(b.runtime("zero_words"), word(base), n + 2)
    target, cells = STATE + 4 * b.layout.zones.at[zone], STATE + 4 * b.program.card_cells
    w.store(target, len(cards))
    card = w.var()
    with w.count(0, 4 * len(cards), 4) as n:
        card.set(load(n, at))
        w.store(n, card, target + 8)
        w.store(card << 3, zone, cells)
        w.store(card << 3, face, cells + 4)


def _outside(b: Builder, w: Writer, at: int, length: int) -> Var:
    """How many cards of a list lie in no zone."""
    found, cells = w.var(0), STATE + 4 * b.program.card_cells
    with w.count(0, 4 * length, 4) as n:
        found.add(load(load(n, at) << 3, cells) < 0)
    return found
