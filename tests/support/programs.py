"""A generator in, rules out that are mostly sound: random statements over a game with one of everything."""

HEAD = '''game "Everything"
players 2..3
param rounds: 1..3 = 2 "Rounds"
enum suit: red, green, blue
enum rank: 2..4, jack, ace
table beats: red -> green, green -> blue
cards card:
    suit: suit?
    rank: rank?
    wild: flag
    1 each suit, rank
    2 "Fox": wild yes
cards beast:
    power: 0..5
    likes: set of suit
    1 "Wolf": power 3, likes [red, green]
    2 "Hare": power 1
tokens coin: 12
tokens gem: 5, seen by owner
pots:
    bank: coin
    stake per beast: coin
zones:
    deck: stack of card, seen by nobody, refill heap keep 1
    heap: stack of card, seen by all, discards
    market: row of card, seen by all, face down seen by nobody, capacity 6
    hand per player: set of card, seen by owner
    secret per player: row of card, seen by owner, count hidden
    laid per player per suit: row of card, seen by all
    den: set of beast, seen by all, discards
    pen per player: stack of beast, seen by all
    under per beast: set of card, seen by owner
vars:
    points per player: -5..50
    total: 0..20
    open: flag
    leader: player
    chosen: player?
    trump: suit?
    best: rank?
    seen_suits per player: set of suit
    kept: card?
    mate per beast: link
    feeling per beast: 0..3
define good(c: card) = c.wild or c.rank is ace
define worth(c: card) = 2 if c.wild else number(c.rank)
define rich(p: player) = p's coin > 2
meld run: 2..4 card c, same suit, consecutive rank, worth size(c)
meld pair: 2 card c, same rank, worth 3
score line:
    "Cards": size(your hand)
    "Laid": sum(size(your laid[s]) for s in all suit)
win: highest your points, lowest size(your hand)
limit part 9 times
effect red: total += 1
effect green:
    each player: your points += 1
effect blue
'''

TAIL = '''phase play:
    move all card to deck
    shuffle deck
    move all beast to den
    draw 5 from deck to market
    each player:
        draw 4 from deck to your hand
        draw 1 from deck to your secret
        your coin += 3
        your gem += 1
    bank += 1
    repeat rounds times:
        part
        each player: turn
'''


class Programs:
    """Makes texts. `depth` bounds how far expressions and blocks nest; `acting` says whether somebody is `you`."""

    def __init__(self, chance):
        self.chance = chance
        self.acting = self.in_action = False
        self.locals = []            # (name, kind)
        self.phase = ""             # what can be ended here
        self.fresh = 0

    def pick(self, *options):
        """One of some texts; those that need `you` are left out where nobody acts."""
        return self.chance.choice([option for option in options if self.acting or "your " not in option + " "])

    # ------------------------------------------------------------ expressions

    def of(self, kind, depth):
        """An expression of a kind, in brackets where it needs them."""
        known = [name for name, sort in self.locals if sort == kind]
        if known and self.chance.random() < 0.35:
            return self.chance.choice(known)
        return getattr(self, kind)(depth - 1)

    def number(self, d):
        if d < 0:
            return self.pick("0", "1", "2", "3", "7", "total", "your points", "rounds", "your coin", "size(your hand)",
                             "player_count", "bank", "supply(coin)", "size(market)", "available(deck)")
        return self.pick(
            f"({self.of('number', d)} + {self.of('number', d)})", f"({self.of('number', d)} - {self.of('number', d)})",
            f"({self.of('number', d)} * {self.of('number', d)})",
            f"({self.of('number', d)} / {self.pick('2', '3')} rounded up)", f"mod({self.of('number', d)}, 3)",
            f"(-{self.of('number', d)})", f"max({self.of('number', d)}, {self.of('number', d)})",
            f"size({self.of('cards', d)})", f"count(c in {self.of('cards', d)} where {self.test_of_c(d)})",
            f"sum(worth(c) for c in {self.of('cards', d)})", f"number({self.of('player', d)})",
            f"({self.of('number', d)} if {self.of('flag', d)} else {self.of('number', d)})",
            f"{self.of('player', d)}'s points", f"{self.of('player', d)}'s line",
            f"best_melds({self.of('cards', d)}, run, pair)", f"sum(m.worth for m in melds({self.of('cards', d)}, run))",
            f"count(m in melds({self.of('cards', d)}, run, pair))", f"worth({self.of('card', d)})",
            f"sum(b.power for b in all beast where {self.pick('b.likes has red', 'b.power > 1')})",
            f"(0 + {self.pick('min', 'max')}(x for x in {self.of('number', d)}..{self.of('number', d)}))",
            f"({self.of('number', d)} / {self.of('number', d)} rounded down)",
            f"min({self.of('number', d)}, {self.of('number', d)})",
            f"size([worth(c) for c in {self.of('cards', d)} where {self.test_of_c(d)}])",
            f"sum(size(m.c) for m in melds({self.of('cards', d)}, run))", f"done({self.pick('lay', 'turns_of')})",
            f"(0 + position({self.of('card', d)}))")

    def flag(self, d):
        if d < 0:
            return self.pick("open", "yes", "no", "you is leader and your coin > 1", "size(deck) is 0")
        return self.pick(
            f"({self.of('number', d)} < {self.of('number', d)})", f"({self.of('number', d)} is {self.of('number', d)})",
            f"({self.of('flag', d)} and {self.of('flag', d)})", f"({self.of('flag', d)} or {self.of('flag', d)})",
            f"(not {self.of('flag', d)})", f"({self.of('cards', d)} has {self.of('card', d)})",
            f"({self.of('cards', d)} has \"Fox\")", f"({self.of('player', d)} is {self.of('player', d)})",
            f"good({self.of('card', d)})", f"rich({self.of('player', d)})", f"({self.of('suit', d)} is trump)",
            f"any(good(c) for c in {self.of('cards', d)})", f"all(c is face up for c in {self.of('cards', d)})",
            "(your seen_suits is leader's seen_suits)", f"({self.of('zone', d)} is {self.of('zone', d)})",
            f"is_meld({self.of('cards', d)}, run)", "(chosen is none)", "(your seen_suits has red)",
            "open" if self.in_action else f"({self.of('player', d)} can lay)")

    def test_of_c(self, d):
        return self.pick("c.wild", "good(c)", "c.suit is trump", "c.rank > 3", "c is face up", "c is good",
                         'c is "Fox"', "owner(c) is none", f"worth(c) < {self.of('number', d - 1)}",
                         "c.rank is ace or c.suit is red")

    def card(self, d):
        if d < 0:
            return self.pick("first(market)", "top of heap", "(market at 2)", "bottom of heap", "kept",
                             "first(your hand)")
        return self.pick(f"first(c in {self.of('cards', d)} where {self.test_of_c(d)})",
                         f"first({self.of('cards', d)})",
                         f"first(highest(c in {self.of('cards', d)} by worth(c)))", f"({self.of('row', d)} at "
                         f"{self.of('number', d)})")

    def cards(self, d):
        if d < 0:
            return self.pick("market", "heap", "your hand", "your laid[red]", "all card", "your secret")
        return self.pick(f"[c in {self.of('cards', d)} where {self.test_of_c(d)}]",
                         f"({self.of('cards', d)} + {self.of('cards', d)})", f"({self.of('cards', d)} - market)",
                         f"lowest(c in {self.of('cards', d)} by worth(c))", self.of("zone", d),
                         f"[{self.of('card', d)}]")

    def zone(self, d):
        if d < 0:
            return self.pick("market", "heap", "your hand", "your laid[blue]", "deck")
        return self.pick(f"{self.of('player', d)}'s hand", f"{self.of('player', d)}'s laid[{self.of('suit', d)}]",
                         "first(den)'s under", "first(all beast)'s under")

    def row(self, d):
        return self.pick("market", "heap", "your laid[green]", "your secret")

    def player(self, d):
        if d < 0:
            return self.pick("you", "leader", "seat(1)", "seat(2)") if self.acting else self.pick("leader", "seat(1)")
        return self.pick(f"left({self.of('player', d)})", f"right({self.of('player', d)})",
                         f"first(others({self.of('player', d)}))", "leader",
                         f"first(highest(p in players by p's {self.pick('points', 'coin')}))")

    def suit(self, d):
        if d < 0:
            return self.pick("red", "green", "blue")
        return self.pick("trump", f"beats[{self.of('suit', d)}]", "blue")

    # ------------------------------------------------------------ statements

    def name(self, kind):
        self.fresh += 1
        name = f"{kind}_{self.fresh}"
        self.locals.append((name, kind))
        return name

    def block(self, depth, indent, most=3):
        """Some statements, one per line; names they bind end with the block."""
        known = len(self.locals)
        lines = []
        for _ in range(self.chance.randint(1, most)):
            lines += [" " * indent + line for line in self.statement(depth)]
        del self.locals[known:]
        return lines

    def statement(self, depth):
        d = 2
        if depth > 0 and self.chance.random() < 0.45:
            return self.compound(depth - 1)
        simple = [
            lambda: f"move {self.of('card', d)} to {self.of('zone', d)}{self.face()}",
            lambda: f"move {self.of('cards', d)} to {self.of('zone', d)}{self.face()}",
            lambda: f"move {self.of('card', d)} to {self.place(d)}",
            lambda: f"draw {self.of('number', d)} from {self.pick('deck', 'market', 'heap')} to {self.of('zone', d)}",
            lambda: f"draw 1 from deck to {self.of('zone', d)} as {self.name('card')}",
            lambda: f"draw 2 from deck to {self.of('zone', d)} as {self.name('cards')}",
            lambda: f"discard {self.pick(self.of('card', d), self.of('cards', d))}",
            lambda: f"shuffle {self.pick('deck', 'market', 'heap', self.of('zone', d))}",
            lambda: f"flip {self.pick('market', self.of('cards', d))} face {self.pick('up', 'down')}",
            lambda: f"reveal {self.of(self.pick('card', 'cards', 'number', 'player'), d)}",
            lambda: f"reveal {self.of(self.pick('card', 'cards', 'suit'), d)} to {self.of('player', d)}",
            lambda: f"total {self.pick('=', '+=', '-=')} {self.of('number', d)}",
            lambda: f"{self.of('player', d)}'s points {self.pick('=', '+=', '-=')} {self.of('number', d)}",
            lambda: f"{self.of('player', d)}'s points += {self.of('player', d)}'s line",
            lambda: f"{self.of('player', d)}'s coin {self.pick('+=', '-=')} {self.of('number', d)}",
            lambda: f"bank {self.pick('+=', '-=')} {self.of('number', d)}",
            lambda: f"open = {self.of('flag', d)}", lambda: f"leader = {self.of('player', d)}",
            lambda: f"trump = {self.of('suit', d)}", lambda: f"kept = {self.of('card', d)}",
            lambda: f"chosen = {self.pick('none', self.of('player', d))}", lambda: f"resolve {self.of('suit', d)}",
            lambda: f"first(den)'s mate = {self.pick('first(all beast)', 'none')}",
            lambda: f"first(den)'s stake += {self.of('number', d)}",
            lambda: f"move first(den) to {self.of('player', d)}'s pen",
            lambda: self.random("", "card", self.of("cards", d)),
            lambda: self.random(self.pick("2 ", "0..2 "), "cards", self.of("zone", d)),
            lambda: self.random("", "melds", f"melds({self.of('cards', 1)}, {self.pick('run', 'pair, run')})"),
            lambda: f"let {self.let()}",
        ]
        if self.acting:
            simple += [
                lambda: f"choose {self.binder()}", lambda: f"choose {self.binder()}", lambda: f"choose {self.binder()}",
                lambda: f"choose {self.binder()}, {self.binder()}",
                lambda: f"{self.of('player', d)} chooses {self.binder()}",
                lambda: "your seen_suits += [red]",
            ]
        if self.phase and self.chance.random() < 0.2:
            simple.append(lambda: f"end {self.phase}")
        if self.acting and not self.in_action:
            menus = ["1 turns_of", "1 lay", "up to 2 turns_of", "any lay, up to 1 turns_of"]
            simple += [lambda: f"do {self.pick(*menus)}"] * 2
        return [self.chance.choice(simple)()]

    def random(self, amount, kind, source):
        """The name is not known in its own source."""
        return f"random {amount}{self.name(kind)} from {source}"

    def let(self):
        kind = self.pick("number", "card", "cards", "player", "flag", "suit")
        value = self.of(kind, 2)
        return f"{self.name(kind)} = {value}"

    def face(self):
        return self.pick("", "", "", " face down", " face up")

    def place(self, d):
        return self.pick(f"market at {self.of('number', d)}", "top of deck", "bottom of deck", "bottom of heap", "deck")

    def binder(self):
        kind = self.pick("card", "cards", "number", "player", "suit", "meld")
        if kind == "card":
            source = self.of("cards", 1)
            return f"{self.name('card')} from {source}"
        if kind == "cards":
            source, amount = self.of("cards", 1), self.pick("2", "1..2", "0..1", "0..3")
            return f"{amount} {self.name('cards')} from {source}"
        if kind == "meld":
            source, name = self.of("cards", 1), self.name("melds")
            return f"{name} from melds({source}, {self.pick('run', 'pair', 'run, pair')})"
        source = {"number": f"{self.of('number', 1)}..{self.of('number', 1)}",
                  "player": self.pick("players", "others(you)"), "suit": "all suit"}[kind]
        return f"{self.name(kind)} from {source}"

    def compound(self, depth):
        def inside(head, acting=None, local=None):
            before, known = self.acting, len(self.locals)
            self.acting = before if acting is None else acting
            if local:
                self.locals.append(local)
            lines = [head, *self.block(depth, 4)]
            self.acting = before
            del self.locals[known:]
            return lines
        d = 2
        ways = [
            lambda: inside(f"if {self.of('flag', d)}:"),
            lambda: [*inside(f"if {self.of('flag', d)}:"), *inside("else:")],
            lambda: inside(f"repeat {self.pick('2', '3', 'rounds')} times:"),
            lambda: inside("each player:", True), lambda: inside(f"each player from {self.of('player', d)}:", True),
            lambda: inside(f"as {self.of('player', d)}:", True),
            lambda: self.each(depth, inside),
            lambda: [*inside(f"turns from {self.of('player', d)} until total > 5:", True), "    total += 2"],
        ]
        if self.acting:
            ways.append(lambda: [*inside('either "Left":'), *inside(f'or "Right" when {self.of("flag", d)}:')])
        return self.chance.choice(ways)()

    def each(self, depth, inside):
        self.fresh += 1
        name = f"each_{self.fresh}"
        return inside(f"each {name} in {self.of('cards', 2)}:", None, (name, "card"))

    # ------------------------------------------------------------ the whole

    def text(self):
        """A whole game."""
        self.phase = "part"
        lines = ["phase part:", *self.block(2, 4)]
        self.acting, self.phase = True, "turn"
        lines += ["phase turn:", *self.block(2, 4)]
        self.in_action, self.phase = True, ""
        lines += ['action lay "Lay" in turns_of:', *self.head(), "    do:", *self.block(1, 8, 2)]
        self.locals = []
        cost = self.pick("1 coin", "2 coin", "1 gem", "1 coin to bank")
        lines += ['action buy "Buy" in turns_of:', f"    pay {cost}", *self.head()]
        self.locals = []
        if self.chance.random() < 0.3:
            self.acting = self.in_action = False
            lines += [f"{self.pick('before', 'after')} {self.pick('part', 'play')}:", *self.block(1, 4, 1)]
        return HEAD + TAIL + "\n".join(lines) + "\n"

    def head(self):
        """A head; the names it binds hold in the body."""
        lines = []
        for _ in range(self.chance.randint(0, 3)):
            kind = self.chance.randrange(4)
            if kind == 0:
                lines.append(f"    choose {self.binder()}")
            elif kind == 1:
                lines.append(f"    when {self.of('flag', 2)} else \"Not now\"")
            elif kind == 2:
                lines.append(f"    let {self.let()}")
            else:
                lines += [f"    choose {self.binder()}", *self.cards_paid()]
        return lines

    def cards_paid(self):
        """A payment of cards that have a name."""
        known = [name for name, kind in self.locals if kind in ("card", "cards")]
        return [f"    pay {self.chance.choice(known)}"] if known else []
