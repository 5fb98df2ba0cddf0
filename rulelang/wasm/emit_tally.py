"""Picks from one set of cards in, one loop before all of them out, that counts its prints for each of them.

What a pick asks of a card often follows from what is printed on it; so does how many values the next pick has for it.
Then the number of completions is a sum over the prints that lie in the set. A word of 64 bits holds such numbers of up
to eight picks, one byte each, and one addition for each print sums all of them up. Combinations of a few cards are
counted in the same loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq, le, lt, ne
from typing import TYPE_CHECKING

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.wasm.emit_candidates import is_card, is_seen, side_by_side
from rulelang.wasm.emit_cards import zone_kind
from rulelang.wasm.encode import I64
from rulelang.wasm.ranges import Range
from rulelang.wasm.reach import cards_of, zones_of
from rulelang.wasm.simplify import settled

if TYPE_CHECKING:
    from rulelang.ir.program import Program
    from rulelang.wasm.emit_steps import Walk

# Comparisons of known numbers.
COMPARED = {"eq": eq, "ne": ne, "lt": lt, "le": le}
FIELDS, FIELD_BITS = 8, 8
MOST_SIZE = 3


class Tally:
    """What is counted of one set: for each kind of numbers a local with the sum, for each size the combinations."""

    def __init__(self, zone: ir.IntExpr, cards: list[int]) -> None:
        self.zone = zone
        self.cards = cards
        self.fields: dict[tuple[int, ...], int] = {}
        self.combinations: list[int] = []


class Tallies:
    """The sets that are counted before a walk is begun. `start`: where in the function that is."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.start = len(walk.u.f.code)
        self.found: dict[ir.IntExpr, Tally] = {}

    def of(self, source: ir.ListExpr) -> Tally | None:
        """The set that a source is, if its prints can be counted before the walk."""
        walk = self.walk
        if not isinstance(source, ir.ZoneCards) or walk.open:
            return None
        zone = self._named(source.zone)
        if zone is None or zone_kind(walk.u, zone) != "set" or not is_seen(walk, source.zone):
            return None
        if zone not in self.found:
            cards, rooms = cards_of(walk.u.b, source), walk.u.b.layout.zones.room
            prints = [walk.u.b.program.cards[card] for card in cards]
            if not side_by_side(prints) or max(rooms[n] for n in zones_of(walk.u.b, zone)) >= 1 << FIELD_BITS:
                return None
            self.found[zone] = Tally(zone, cards)
        return self.found[zone]

    def _named(self, zone: ir.IntExpr) -> ir.IntExpr | None:
        """The zone of a number, or one of whoever decides, whose register is -1."""
        match zone:
            case ir.Const(value=value) if value >= 0:
                return zone
            case ir.FamilyIndex(base=base, keys=((key, low, size, stride),)) if self.walk.is_seat(key) and low >= 1:
                return ir.FamilyIndex(base, ((ir.Reg(-1), low, size, stride),))
        return None

    def summed(self, node: ir.Pick, rest: Sequence[ir.Step]) -> int:
        """A local with how many completions a pick and what comes behind it have, -1 if prints do not tell."""
        tally, behind = self.of(node.source), self._conditions(node, rest)
        if tally is None or behind is None:
            return -1
        numbers: list[int] = []
        known: dict[int, int | None] = {}
        for card in tally.cards:
            printed = self.walk.u.b.program.cards[card]
            if printed not in known:
                known[printed] = self._of_print(node, behind, card)
            number = known[printed]
            if number is None:
                return -1
            numbers.append(number)
        if max(numbers, default=0) * len(tally.cards) >= 1 << FIELD_BITS:
            return -1
        key = tuple(numbers)
        if key not in tally.fields:
            if len(tally.fields) == FIELDS:
                return -1
            tally.fields[key] = self.walk.u.f.local()
        return tally.fields[key]

    def _conditions(self, node: ir.Pick, rest: Sequence[ir.Step]) -> list[ir.IntExpr | None] | None:
        """For each completion behind a card the condition on it, beside that of the pick; None: it is not that easy."""
        match tuple(rest):
            case ():
                return [None]
            case (ir.Pick(source=ir.ConstList(values=values), where=where, at=at, kind=kind),) if (
                    len(set(values)) == len(values) and NONE not in values and not is_card(self.walk.u, kind)):
                program = self.walk.u.b.program
                return [None if where is None else settled(program, where, ir.Cell(at), value) for value in values]
        return None

    def _of_print(self, node: ir.Pick, behind: list[ir.IntExpr | None], card: int) -> int | None:
        """How many completions there are behind a card, none if it does not pass; None if its print does not tell."""
        total = 0
        for where in (node.where, *behind):
            holds = 1 if where is None else of_card(self.walk.u.b.program, where, node.at, card)
            if holds is None:
                return None
            if where is node.where and holds != 1:
                return 0
            total += holds == 1
        return total - 1

    def combined(self, source: ir.ListExpr, high: int) -> list[int]:
        """Locals with how many combinations of 1 to `high` cards there are; none if that is not counted before."""
        tally = self.of(source)
        if tally is None or high > MOST_SIZE:
            return []
        while len(tally.combinations) < high:
            tally.combinations.append(self.walk.u.f.local())
        return tally.combinations[:high]

    # ------------------------------------------------------------ the loops

    def write(self) -> None:
        """Write the loops to where the walk begins."""
        f = self.walk.u.f
        end = len(f.code)
        for tally in self.found.values():
            self._loop(tally)
        loops = f.code[end:]
        del f.code[end:]
        f.code[self.start:self.start] = loops

    def _loop(self, tally: Tally) -> None:
        u, f = self.walk.u, self.walk.u.f
        if not tally.fields and not tally.combinations:
            return
        sums, key, before = f.local(I64), f.local(), f.local()
        with_key = [f.local() for _ in tally.combinations]
        f.const64(0)
        f.set(sums)
        for local, value in ((before, -1), *((local, 0) for local in (*tally.combinations, *with_key))):
            f.const(value)
            f.set(local)
        table = self._table(tally) if tally.fields else 0

        def one(card: int) -> None:
            f.get(card)
            f.const(2)
            f.op("i32.shl")
            f.load(u.b.layout.prints())
            f.set(key)
            if tally.fields:
                _add_fields(self.walk, table, card, (sums, key, before))
            if tally.combinations:
                count_combinations(self.walk, tally.combinations, with_key, (key, before))
            f.get(key)
            f.set(before)
        before_ints, u.ints = u.ints, {-1: self.walk.seat}
        with u.knowing(self.walk.seat, Range(1, u.b.program.players)):
            u.walker(ir.ZoneCards(tally.zone))(f.local(), one)
        u.ints = before_ints
        for n, local in enumerate(tally.fields.values()):
            f.get(sums)
            f.const64(FIELD_BITS * n)
            f.op("i64.shr_u", "i32.wrap_i64")
            f.const((1 << FIELD_BITS) - 1)
            f.op("i32.and")
            f.set(local)

    def _table(self, tally: Tally) -> int:
        """The address of the numbers of each card."""
        words = [0] * (2 * len(self.walk.u.b.program.cards))
        for n, numbers in enumerate(tally.fields):
            for card, number in zip(tally.cards, numbers, strict=True):
                words[2 * card + n // 4] |= number << FIELD_BITS * (n % 4)
        return self.walk.u.b.layout.words(word - (word >> 31 << 32) for word in words)


def of_card(program: Program, node: ir.IntExpr, at: int, card: int) -> int | None:
    """The value of an expression about the card in a cell, if it follows from what is printed on the card."""
    match node:
        case ir.Const(value=value):
            return value
        case ir.Cell(at=read):
            return card if read == at else None
        case ir.CardInfo(what="print", card=ir.Cell(at=read)) if read == at:
            return program.cards[card]
        case ir.Lookup(table=table, index=index):
            place, values = of_card(program, index, at, card), program.tables[table]
            return None if place is None else values[place] if 0 <= place < len(values) else NONE
        case ir.Unary(op="not", value=inner):
            found = of_card(program, inner, at, card)
            return None if found is None else int(found != 1)
        case ir.Binary(op=op, left=left, right=right) if op in COMPARED:
            pair = of_card(program, left, at, card), of_card(program, right, at, card)
            if pair[0] is None or pair[1] is None:
                return None
            return int(COMPARED[op](pair[0], pair[1]) and (op in ("eq", "ne") or NONE not in pair))
        case ir.All(parts=parts) | ir.Any(parts=parts):
            known = [of_card(program, part, at, card) for part in parts]
            decides = int(isinstance(node, ir.Any))
            if any(value is not None and (value == 1) == decides for value in known):
                return decides
            return None if None in known else 1 - decides
    return None


def _add_fields(walk: Walk, table: int, card: int, what: tuple[int, int, int]) -> None:
    """Add the numbers of a card if it is the first of its print."""
    f, (sums, key, before) = walk.u.f, what
    f.get(sums)
    f.const64(0)
    f.get(card)
    f.const(3)
    f.op("i32.shl")
    f.load64(table)
    f.get(key)
    f.get(before)
    f.op("i32.eq", "select", "i64.add")
    f.set(sums)


def count_combinations(walk: Walk, total: Sequence[int], with_key: Sequence[int], keys: tuple[int, int] | None) -> None:
    """One more candidate. `total`: for each size how many combinations there are of those before it.

    With m candidates of a key the combinations are those without it and those with 1 to m of it: `with_key` counts
    those that take all of the key that have come so far. `keys`: locals of its key and the one before, None where all
    keys differ.
    """
    f = walk.u.f
    for n in reversed(range(len(total))):
        for known in (with_key, total) if keys is not None else (total,):
            if n:
                f.get(known[n - 1])
            else:
                f.const(int(known is total))
        if keys is not None:
            f.get(keys[0])
            f.get(keys[1])
            f.op("i32.eq", "select")
        f.set(with_key[n])
    for all_of, new in zip(total, with_key, strict=True):
        f.get(all_of)
        f.get(new)
        f.op("i32.add")
        f.set(all_of)
