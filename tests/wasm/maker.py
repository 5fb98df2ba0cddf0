"""A random generator in, expressions of every kind and tables full of cards out, for tests of both executors."""

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import HIGHEST, NONE
from tests.support.ir import Builder, C

DEEPEST = 4
SMALL = (NONE, -3, -1, 0, 1, 2, 3, 5, 8)
PARAMETERS = 2
BINARY = ("add", "sub", "mul", "div_up", "div_down", "mod", "min", "max", "eq", "ne", "lt", "le")
UNARY = ("neg", "not", "or_zero", "is_none")


class Maker:
    """Makes expressions for one table of material; registers are numbered by how deeply loops lie in each other."""

    def __init__(self, rng):
        self.rng = rng
        self.b = Builder(players=3)
        cards = self.b.cards(ant=3, bee=2, cat=2, doe=1)
        self.cards = [card for same in cards for card in same]
        self.deck = self.b.zone("deck", "stack", down=0)
        self.hands = self.b.zone("hand", "set", per_player=True, refill=())
        self.row = self.b.zone("row", "row")
        self.reserve = self.b.zone("reserve", "stack", refill=(self.b.refill(self.row, keep=1),
                                                               self.b.refill(self.deck)))
        self.values = self.b.var("values", -50, 50, count=4, optional=True)
        self.colours = self.b.var("colours", count=2, set_count=40)
        self.stored = self.b.take(5)
        self.numbers = self.b.table(4, NONE, 7, -2, HIGHEST, 0, 1, 3)
        self.lists = self.b.list_table((3, 1, 2), (), (5, 5, NONE))
        self.register = PARAMETERS

    def any_of(self, *makers):
        return self.rng.choice(makers)()

    # ------------------------------------------------------------ ints

    def number(self, depth):
        if depth >= DEEPEST or self.rng.random() < 0.15:
            return self.leaf()
        n, values = (lambda: self.number(depth + 1)), (lambda: self.listed(depth + 1))
        op = self.rng.choice
        return self.any_of(
            lambda: ir.Binary(op(BINARY), n(), n()), lambda: ir.Unary(op(UNARY), n()),
            lambda: ir.All((n(), n(), n())), lambda: ir.Any((n(), n())), lambda: ir.Choice(n(), n(), n()),
            lambda: ir.CellIn(self.b.at(self.values), n(), 4), lambda: ir.Lookup(self.numbers, n()),
            lambda: ir.FamilyIndex(1, ((n(), 1, 3, 1), (n(), 0, 2, 3))),
            lambda: ir.ZoneSize(self.zone(depth)), lambda: ir.CardAt(self.zone(depth), n()),
            lambda: ir.CardInfo(op(("zone", "position", "face", "print", "owner")), self.card(depth)),
            lambda: ir.Knows(C(op((NONE, 1, 2, 3))), self.card(depth)),
            lambda: ir.Available(self.zone(depth)), lambda: ir.Size(values()), lambda: ir.Element(values(), n()),
            lambda: ir.Member(values(), n()), lambda: ir.SameList(values(), values()), lambda: self.fold(depth),
            lambda: self.fold(depth))

    def leaf(self):
        known = [ir.Reg(n) for n in range(self.register)]
        return self.rng.choice([C(self.rng.choice(SMALL)), ir.Cell(self.b.at(self.values, 1)), *known])

    def zone(self, depth):
        player = ir.FamilyIndex(self.hands[0], ((self.number(depth + 1), 1, 3, 1),))
        known = [C(zone) for zone in (self.deck, self.row, self.reserve, *self.hands, NONE)]
        return self.rng.choice([*known, player, ir.CardInfo("zone", self.card(depth + 1))])

    def card(self, depth):
        return self.any_of(lambda: C(self.rng.choice([*self.cards, NONE])),
                           lambda: ir.CardAt(C(self.rng.choice((self.deck, self.row))), self.number(DEEPEST)))

    def looped(self, make):
        """What `make(reg)` gives, where a register of its own holds the element."""
        reg, self.register = self.register, self.register + 1
        made = make(reg)
        self.register = reg
        return made

    def fold(self, depth):
        source = self.listed(depth + 1)
        op = self.rng.choice(("count", "sum", "max", "min", "any", "all", "first"))
        return self.looped(lambda reg: ir.Fold(op, reg, source, self.maybe(depth), self.maybe(depth)))

    def maybe(self, depth):
        return self.number(depth + 1) if self.rng.random() < 0.6 else None

    # ------------------------------------------------------------ lists

    def listed(self, depth):
        if depth >= DEEPEST:
            known = [ir.ConstList((4, 1, NONE, 4)), ir.ListCell(self.stored), ir.ZoneCards(C(self.deck))]
            return self.rng.choice(known)
        n, values = (lambda: self.number(depth + 1)), (lambda: self.listed(depth + 1))
        flag = self.rng.random() < 0.5
        return self.any_of(
            lambda: ir.Items((n(), n(), n()), flag), lambda: ir.Items((n(),), flag), lambda: ir.ListCell(self.stored),
            lambda: ir.SetCell(self.b.at(self.colours), n(), 2, -4, 40), lambda: ir.ZoneCards(self.zone(depth)),
            lambda: ir.Between(n(), ir.Binary("min", n(), C(30))), lambda: ir.Seats(n(), flag),
            lambda: ir.ListLookup(self.lists, n()), lambda: ir.Joined(values(), values()),
            lambda: ir.Without(values(), values(), flag), lambda: ir.Sorted(values(), flag),
            lambda: self.filtered(depth), lambda: self.mapped(depth), lambda: self.extreme(depth),
            lambda: ir.Choice(n(), values(), values()))

    def filtered(self, depth):
        source = self.listed(depth + 1)
        return self.looped(lambda reg: ir.Filter(reg, source, self.number(depth + 1)))

    def mapped(self, depth):
        source = self.listed(depth + 1)
        return self.looped(lambda reg: ir.Mapped(reg, source, self.maybe(depth), self.number(depth + 1)))

    def extreme(self, depth):
        source, greatest = self.listed(depth + 1), self.rng.random() < 0.5
        return self.looped(lambda reg: ir.Extreme(greatest, reg, source, self.number(depth + 1)))

    # ------------------------------------------------------------ positions

    def dealt(self, game):
        """Ints of a table at which cards lie about."""
        s, zones = game.new_state(knowledge=False).s, game.code.zones
        for card in self.cards:
            zone = self.rng.choice([self.deck, self.row, self.reserve, *self.hands, NONE])
            if zone >= 0:
                zones.put(s, card, zone, zones.index_for(s, zone, "arrive"), self.rng.randrange(2))
        for n in range(4):
            s[self.b.at(self.values, n)] = self.rng.choice(SMALL)
        for n in range(4):
            s[self.b.at(self.colours) + n] = self.rng.getrandbits(31) if n % 2 == 0 else self.rng.getrandbits(8)
        s[self.stored:self.stored + 5] = [3, *(self.rng.choice(SMALL) for _ in range(3)), 0]
        return s
