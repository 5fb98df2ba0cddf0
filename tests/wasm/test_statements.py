"""Blocks of statements of every kind, made at random: both executors leave the same ints behind."""

import random
from dataclasses import replace

import pytest

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from tests.support.ir import C
from tests.wasm.maker import Maker
from tests.wasm.modules import started

REGISTERS = 40
LIST = 39               # the register of a list
BLOCKS = 12


class StatementMaker(Maker):
    """Makes statements too; nothing in them stops."""

    def __init__(self, rng):
        super().__init__(rng)
        self.discards = self.b.table(*(rng.choice([self.deck, self.row, *self.hands, NONE]) for _ in self.cards))
        self.small = self.b.zone("small", "row", limit=2)
        self.link = self.b.var("partners", 0, 3, count=4, link=True)
        self.gems = self.b.token("gem", 5)
        self.deep = 2
        self.ends = [ir.Place(C(self.deck)), ir.Place(C(self.row)), ir.Place(C(self.deck), "top")]

    def cards_listed(self):
        return self.any_of(lambda: ir.ZoneCards(self.zone(3)), lambda: ir.Items((self.card(3),)),
                           lambda: ir.Items((self.card(3), self.card(3))),
                           lambda: ir.ConstList(tuple(self.rng.choices(self.cards, k=12))),
                           lambda: ir.ConstList(tuple(self.rng.sample(self.cards, 3))))

    def all_cards(self):
        """All cards in some order, now and then without one."""
        return ir.ConstList(tuple(self.rng.sample(self.cards, len(self.cards) - self.rng.randrange(4) // 3)))

    def place(self):
        zone = self.rng.choice([self.zone(3), C(self.small)])
        how = self.rng.choice(("arrive", "top", "bottom", "at"))
        return ir.Place(zone, how, self.number(3) if how == "at" else None)

    def statement(self):
        b, n = self.b, (lambda: self.number(self.deep))
        gems = [C(b.tokens[self.gems].supply + seat) for seat in range(4)]
        return self.any_of(
            lambda: ir.MoveCards(self.cards_listed(), self.place(), C(self.rng.randrange(2)), False),
            lambda: ir.MoveCards(self.cards_listed(), self.place(), C(0), False),
            lambda: ir.MoveCards(self.all_cards(), self.rng.choice(self.ends), C(self.rng.randrange(2)), False),
            lambda: ir.DiscardCards(self.cards_listed(), self.discards, C(0), False),
            lambda: ir.Refill(self.rng.choice([C(self.reserve), self.zone(3)])), lambda: ir.Shuffle(self.zone(3)),
            lambda: ir.FlipCards(self.cards_listed(), self.rng.choice([C(0), C(1), n()])),
            lambda: ir.Store(self.values, n(), n()), lambda: ir.Store(self.colours, n(), self.listed(self.deep)),
            lambda: ir.Store(self.link, C(self.rng.randrange(4)), C(self.rng.choice((0, 1, 2, 3, NONE)))),
            lambda: ir.MoveTokens(self.gems, self.rng.choice(gems), self.rng.choice([*gems, C(NONE)]), n()),
            lambda: ir.SetCellTo(b.at(self.values, 2), n()),
            lambda: ir.SetListTo(self.stored, 4, self.listed(self.deep)),
            lambda: ir.SetReg(self.rng.randrange(2), n()), lambda: ir.SetReg(LIST, self.listed(self.deep)),
            lambda: ir.Append(LIST, n()), lambda: ir.SetItem(LIST, n(), n()),
            lambda: ir.SetListTo(self.stored, 4, ir.ListReg(LIST)), self.condition, self.loop)

    def condition(self):
        return ir.If(self.number(self.deep), (self.statement(),), (self.statement(),))

    def loop(self):
        source = self.listed(3)
        return self.looped(lambda reg: ir.Loop(reg, source, (self.statement(), self.statement())))

    def program(self):
        """Cards into the deck, then blocks one behind the other, some of which settle a zone."""
        b = self.b
        numbers = [b.entry(b.main), *(b.reserve() for _ in range(BLOCKS))]
        dealt = ir.MoveCards(ir.ConstList(tuple(self.cards)), ir.Place(C(self.deck)), C(0), False)
        for n, number in enumerate(numbers):
            behind = numbers[n + 1] if n < BLOCKS else -1
            ending = ir.Finish() if behind < 0 else self.any_of(
                lambda behind=behind: ir.Goto(behind),
                lambda behind=behind: ir.Settle(self.zone(3), self.rng.choice([C(NONE), self.number(3)]), behind))
            body = [dealt, ir.Shuffle(C(self.deck))] if n == 0 else [self.statement() for _ in range(5)]
            b.block(*body, then=ending, number=number)
            b.blocks[number] = replace(b.blocks[number], registers=REGISTERS)
        return b


@pytest.mark.parametrize("seed", [*range(25), *(pytest.param(n, marks=pytest.mark.slow) for n in range(25, 1000))])
def test_both_executors_leave_the_same_ints(seed):
    maker = StatementMaker(random.Random(seed))
    state, runner = started(maker.program())
    assert runner.ints == state.s
