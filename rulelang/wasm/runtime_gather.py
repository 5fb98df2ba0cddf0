"""Fixed functions that bring known cards together in one zone: "move all cards to the deck", without moving each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rulelang.ir.program import Program
from rulelang.wasm.encode import V128, Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_moves import costs
from rulelang.wasm.runtime_rows import UNROLLED, Groups, bits, few_cards, join_groups, wide
from rulelang.wasm.words import Var, Word, Writer, load, load_wide, opposite, two, word

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


def lie_apart(program: Program, cards: Sequence[int]) -> bool:
    """Whether no zone can hold both some of these cards and others."""
    types = [program.prints[printed].type for printed in program.cards]
    mine = {types[card] for card in cards}
    if mine & {kind for card, kind in enumerate(types) if card not in set(cards)}:
        return False
    held = [set(program.families[zone.family].holds) for zone in program.zones]
    return all(holds and (holds <= mine or not holds & mine) for holds in held)


def gather(b: Builder, cards: tuple[int, ...], zone: int, f: Func, *, shuffled: bool) -> None:
    """(sp, face): cards to the end of a zone. If they are all that lies in the zones they fill, these are emptied.

    `shuffled`: they lose their order there.
    """
    w = Writer(f)
    sp, face = w.params()
    bases = [STATE + 4 * b.layout.zones.at[n] for n in gathered_from(b.program, cards)]
    there, at = w.var(0), b.layout.words(cards)
    for base in bases:
        there.add(load(base))
    with w.when(opposite(there)):
        there.set(_outside(b, w, at, len(cards)))
    rows = RowsOf(b, w, cards, apart=lie_apart(b.program, cards)) if b.knowledge else None
    with w.when(rows.all_marked | there.ne(len(cards)) if rows else there.ne(len(cards))):
        if rows:
            w.do(b.runtime("tell_list"), sp, at, len(cards), zone, face, 0, 0)
        else:
            w.do(b.runtime("move_list"), sp, at, len(cards), zone, face, 0)
        if shuffled:
            w.do(b.runtime("loosen"), zone)
            if rows:
                w.do(b.runtime("shuffled"), zone)
        w.give()
    if rows:
        rows.join()
    costs(b, w, len(cards))
    for base in bases:
        n = w.var(load(base))
        with w.when(n):
            w.do(b.runtime("zero_words"), word(base), n + 2)
    target, cells = STATE + 4 * b.layout.zones.at[zone], STATE + 4 * b.program.card_cells
    w.store(target, len(cards))
    if shuffled:
        w.store(target, len(cards) if len(cards) > 1 else 0, 4)
        at = b.layout.words(sorted(cards))
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


class RowsOf:
    """Cards that are about to be put together where nobody sees them: in each row their groups become one.

    A row that knows all of them is another matter; `all_marked`: whether one may be. `apart`: their groups hold no
    other cards; where their numbers lie side by side, nothing is left then but their marks and a name.
    """

    def __init__(self, b: Builder, w: Writer, cards: Sequence[int], *, apart: bool) -> None:
        self.b, self.w, self.cards = b, w, sorted(cards)
        self.at = b.layout.words(cards)
        self.apart = apart and self.cards == list(range(self.cards[0], self.cards[0] + len(cards)))
        self.all_marked = w.var(0)
        size = 4 * len(b.program.cards)
        self.bases = [STATE + 4 * b.program.knowledge + row * size for row in range(b.program.players + 1)]
        self.found: list[Groups] = []
        for base in self.bases:
            self.all_marked.set(self.all_marked | (self._look_apart(base) if self.apart else self._look(base)))

    def _look(self, base: int) -> Word:
        """Whether no word is even; their groups are kept."""
        w, groups, marked, mark = self.w, Groups(self.w), self.w.var(1), self.w.var()
        groups.clear()
        with w.count(0, 4 * len(self.cards), 4) as n:
            mark.set(load(load(n, self.at) << 2, base))
            marked.set(marked & mark)
            if few_cards(self.b):
                groups.add(mark >> 1)
        self.found.append(groups)
        return marked

    def _look_apart(self, base: int) -> Word:
        """The same, four words at a time."""
        marked = self.w.var(wide(-1, -1, -1, -1), V128)

        def look(at: Word, count: int) -> None:
            others = wide(*[0] * count, *[-1] * (4 - count))
            marked.set(two("v128.and", marked, two("v128.or", load_wide(at), others) if count < 4 else load_wide(at)))
        self._each_four(base, look)
        return bits(two("i32x4.shl", marked, word(31))).eq(15)

    def _each_four(self, base: int, body: Callable[[Word, int], None]) -> None:
        """Write what is done with each four words of the cards: their address, and how many of them it is about."""
        first, n = base + 4 * self.cards[0], len(self.cards)
        if n <= 4 * UNROLLED:
            for k in range(0, n - 3, 4):
                body(word(first + 4 * k), 4)
        else:
            with self.w.count(first, first + 4 * (n - n % 4), 16) as at:
                body(at, 4)
        if n % 4:
            body(word(first + 4 * (n - n % 4)), n % 4)

    def join(self) -> None:
        """Make them one, in every row."""
        b, w = self.b, self.w
        for n, base in enumerate(self.bases):
            if self.apart:
                self._each_four(base, self._name)
            elif few_cards(b):
                with w.when(self.found[n].size() > 1):
                    join_groups(b, w, word(base), self.found[n])
            else:
                w.do(b.runtime("join"), base, self.at, len(self.cards))

    def _name(self, at: Word, count: int) -> None:
        """Name the group of some of four words after the first card; the others stay."""
        name, rest = 2 * self.cards[0], 4 - count
        kept = two("v128.and", load_wide(at), wide(*[1] * count, *[-1] * rest))
        self.w.store_wide(at, two("v128.or", kept, wide(*[name] * count, *[0] * rest)))
