"""A random generator in, programs out that move, hide and show cards of every kind of zone, and change what is told."""

from dataclasses import replace

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.program import ANSWER_BOUND, PointInfo, RecordInfo, RefillInfo, ScoreInfo, TokenInfo
from tests.engine.desk import ALL, NOBODY, Layout

C = ir.Const
PLAYERS = 3
NUMBER, CARD, PLAYER, ZONE = range(4)


class Secrets:
    """A table with zones that all, some or nobody see, zones that lie with cards, variables and tokens."""

    def __init__(self, rng, copies=(3, 2, 1, 1)):
        self.rng = rng
        self.layout = layout = Layout(PLAYERS, ("ant", "bee", "cat", "doe"), copies)
        layout.take(ANSWER_BOUND)
        layout.zone("deck", "stack", NOBODY)
        layout.zone("heap", "stack", ALL)
        layout.zone("line", "row", ALL, "owner", per="player")
        layout.zone("hand", "set", "owner", per="player")
        layout.zone("den", "set", "owner", NOBODY, per="player", hidden=True)
        layout.zone("chest", "set", NOBODY, ALL)
        if rng.random() < 0.5:
            layout.zone("under", "set", "owner", "others", per="card")
        layout.zone("box", "set", ALL)
        self.cards = range(len(layout.cards))
        self._change("chest", limit=3)
        self._change("heap", refill=(RefillInfo(self._first("box")), RefillInfo(self._first("chest"), keep=1)))
        for name, kind, per in (("level", NUMBER, ""), ("marked", CARD, "player"), ("place", ZONE, "card"),
                                ("worn", NUMBER, "card")):
            layout.var(name, kind, per=per)
        layout.vars.append(replace(layout.vars[0], name="words", base=layout.take(2), words=2, set_count=40, low=-3))
        layout.vars.append(replace(layout.vars[3], name="mate", base=layout.take(len(self.cards)), link=True))
        for seen in ("all", "owner"):
            supply = layout.take(PLAYERS + 3)
            layout.tokens.append(TokenInfo("gem", 9, supply, supply + 1, seen, (("pot", supply + PLAYERS + 1, 2),)))
        self.frame = layout.take(3)
        self.loose = layout.take(2)
        self.decisions = []

    def _first(self, name):
        return next(n for n, zone in enumerate(self.layout.zones) if zone.name == name)

    def _change(self, name, **changes):
        zones = self.layout.zones
        zones[self._first(name)] = replace(zones[self._first(name)], **changes)

    def any_of(self, *makers):
        return self.rng.choice(makers)()

    # ------------------------------------------------------------ statements

    def zone(self):
        return C(self.rng.choice([*range(len(self.layout.zones)), *range(8), NONE]))

    def seat(self):
        return C(self.rng.choice([1, 2, 3, NONE]))

    def listed(self):
        some = self.rng.sample(self.cards, self.rng.choice((1, 1, 2, 4)))
        return self.any_of(lambda: ir.ZoneCards(self.zone()), lambda: ir.ConstList(tuple(some)),
                           lambda: ir.Items((ir.CardAt(self.zone(), C(1)),)), lambda: ir.ConstList((some[0], NONE)),
                           lambda: ir.Joined(ir.ZoneCards(self.zone()), ir.ZoneCards(self.zone())),
                           lambda: ir.Items((C(some[0]),)))

    def statement(self):
        number = self.rng.randrange
        return self.any_of(
            self.move, self.move, self.move, self.move, self.flip, self.flip, lambda: ir.Shuffle(self.zone()),
            lambda: ir.DiscardCards(self.listed(), 0, C(number(2)), self.rng.random() < 0.5, "discard"),
            lambda: ir.Refill(self.zone()), lambda: ir.Refill(C(self._first("heap"))),
            lambda: ir.RevealCards(self.listed(), None, self.seat()), lambda: ir.RevealCards(
                self.listed(), self.seat(), self.seat()), self.value, self.store, self.store, self.tokens,
            lambda: ir.Announce(self.rng.choice(("phase", "turn", "action", "skip")), 0, self.seat()),
            lambda: ir.AddLines(0, C(0), 0, self.seat(), self.rng.choice((1, -1))))

    def flip(self):
        return ir.FlipCards(self.listed(), C(self.rng.choice((0, 1, NONE))))

    def move(self):
        how = self.rng.choice(("arrive", "top", "bottom", "at"))
        place = ir.Place(self.zone(), how, C(self.rng.choice((NONE, 1, 2, 5))) if how == "at" else None)
        picked = self.rng.random() < 0.4
        return ir.MoveCards(self.listed(), place, C(self.rng.randrange(2)), picked, not picked and
                            self.rng.random() < 0.2, self.rng.choice(("move", "draw")))

    def value(self):
        to = self.rng.choice([None, self.seat()])
        return ir.RevealValue(*self.any_of(
            lambda: (C(7), NUMBER), lambda: (C(self.rng.choice([*self.cards, NONE])), CARD),
            lambda: (ir.ConstList((5, 2, 5)), NUMBER), lambda: (self.listed(), CARD), lambda: (self.zone(), ZONE)),
            to, self.seat())

    def store(self):
        card, cards = self.rng.choice(self.cards), len(self.cards)
        return self.any_of(
            lambda: ir.Store(0, C(0), C(self.rng.choice((-5, 3, 3, 50, 200, NONE)))),
            lambda: ir.Store(1, C(self.rng.randrange(4)), C(self.rng.choice([card, NONE]))),
            lambda: ir.Store(2, C(card), self.zone()), lambda: ir.Store(3, C(card), C(self.rng.randrange(3))),
            lambda: ir.Store(4, C(0), ir.ConstList(tuple(self.rng.sample(range(-5, 40), 3)))),
            lambda: ir.Store(5, C(self.rng.randrange(cards)), C(self.rng.choice([card, NONE]))))

    def tokens(self):
        token = self.rng.randrange(2)
        ends = [C(self.layout.tokens[token].supply + n) for n in range(PLAYERS + 3)]
        return ir.MoveTokens(token, self.rng.choice(ends), self.rng.choice([*ends, C(NONE)]), C(self.rng.randrange(4)))

    def some(self):
        """One statement, or what belongs together."""
        return (self.statement(),)

    # ------------------------------------------------------------ programs

    def program(self, blocks):
        """Statements at random in blocks one behind the other, some of which draw the order of a zone."""
        written = []
        for n in range(blocks):
            body = tuple(statement for _ in range(5) for statement in self.some())
            ending = self.any_of(lambda n=n: ir.Goto(n + 1),
                                 lambda n=n: ir.Settle(self.zone(), C(self.rng.choice((NONE, 1, 2))), n + 1))
            written.append(ir.Block(body, ending, 8))
        return self.finished([*written, ir.Block((), ir.Finish(), 8)])

    def finished(self, blocks):
        """A program of these blocks, the first of which deals the cards and gives the tokens out."""
        layout = self.layout
        deal = tuple(ir.MoveCards(ir.ConstList(tuple(self.rng.sample(self.cards, 3))), ir.Place(C(zone)), C(0), False)
                     for zone in self.rng.sample(range(len(layout.zones)), 3))
        first = replace(blocks[0], statements=(*deal, *blocks[0].statements))
        scores = (ScoreInfo("worth", ((0, 0), (0, 1))),)
        table = tuple(self.rng.choice([0, 1, 5, 8, NONE]) for _ in self.cards)
        at = layout.take(2)
        functions = (ir.Function("two", 1, 8, (), C(2)), ir.Function("cards", 1, 8, (), ir.ZoneSize(C(1))))
        decisions = tuple(self.decisions)
        made = layout.program(scores, ("worth", "first", "second"))
        return replace(
            made, blocks=(first, *blocks[1:]), procedures=(ir.Procedure("main", "phase", 0, self.frame, 3),),
            tables=(table,), decisions=decisions, functions=functions, rules_hash="0" * 64,
            points=tuple(PointInfo(f"point{n}", "") for n in range(4)), records=(RecordInfo(0, 0, at),))


class Crowd(Secrets):
    """The same with more cards, in the numbers that rows of knowledge are told apart by; often all are shuffled."""

    def __init__(self, rng):
        super().__init__(rng, rng.choice([(5, 4, 2, 1), (14, 11, 8, 1), (30, 24, 15, 5)]))

    def some(self):
        if self.rng.random() < 0.8:
            return super().some()
        zone = C(self.rng.choice([self._first("deck"), self._first("heap"), self._first("line")]))
        cards = list(self.cards)
        if self.rng.random() < 0.3:
            self.rng.shuffle(cards)
        move = ir.MoveCards(ir.ConstList(tuple(cards)), ir.Place(zone), C(self.rng.choice((0, 0, 0, 1))), False)
        return (move, ir.Shuffle(zone)) if self.rng.random() < 0.8 else (move,)

    def listed(self):
        if self.rng.random() < 0.7:
            return super().listed()
        return ir.ConstList(tuple(self.rng.sample(self.cards, 9)))
