"""Programs written by hand, for tests of the engine: declare things, write blocks, get a `Program`."""

from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.program import (
    ANSWER_BOUND,
    HEADER,
    ActionDoc,
    FamilyInfo,
    KeyInfo,
    MeldInfo,
    MeldPartInfo,
    PointInfo,
    PrintInfo,
    Program,
    RefillInfo,
    ScoreInfo,
    SourceInfo,
    SpanInfo,
    TokenInfo,
    ValueKind,
    VarInfo,
    ZoneInfo,
)

NUMBER, CARD, PLAYER, FACE = range(4)
KINDS = (ValueKind("number"), ValueKind("card"), ValueKind("player"), ValueKind("face"))
NOBODY = ir.Const(NONE)
FIRST = ir.Const(1)
C, Cell = ir.Const, ir.Cell


class Builder:
    """Collects the parts of a program. Cards first, since zones have room for all of them."""

    def __init__(self, players=2):
        self.players = players
        self.cells = HEADER + ANSWER_BOUND
        self.prints, self.deck = [], []
        self.families, self.zones, self.vars, self.tokens = [], [], [], []
        self.tables, self.lists, self.texts, self.points = [], [], [""], []
        self.melds, self.scores, self.functions, self.decisions = [], [], [], []
        self.actions, self.blocks, self.procedures = [], [], []
        self.criteria, self.payoff, self.estimate = (), -1, -1
        self.main = self.procedure("main", frame=3)

    def take(self, n=1):
        self.cells += n
        return self.cells - n

    # ------------------------------------------------------------ material

    def cards(self, **copies):
        """Cards of these prints; for each print the numbers of its cards."""
        found = []
        for name, n in copies.items():
            found.append(list(range(len(self.deck), len(self.deck) + n)))
            self.deck += [len(self.prints)] * n
            self.prints.append(PrintInfo(name, "card"))
        return found

    def zone(self, name, kind="set", *, seen=None, down=0, limit=-1, refill=(), per_player=False):
        """A zone's number, or the numbers of one per player (then seen by its owner)."""
        keys = (KeyInfo("player", 1, self.players),) if per_player else ()
        family = len(self.families)
        first = len(self.zones)
        self.families.append(FamilyInfo(name, keys, first, self.players if per_player else 1, kind, ("card",)))
        everybody = (1 << self.players) - 1
        for owner in range(1, self.players + 1) if per_player else (0,):
            mask = (1 << owner - 1 if per_player else everybody) if seen is None else seen
            capacity = len(self.deck)
            self.zones.append(ZoneInfo(name, family, (owner,) if per_player else (), kind, self.take(2 + capacity),
                                       capacity, limit, mask, down, owner, refill=tuple(refill)))
        return list(range(first, len(self.zones))) if per_player else first

    def var(self, name, low=0, high=99, *, count=1, optional=False, link=False, set_count=0):
        """A variable's number."""
        words = (set_count + 31) // 32 if set_count else 1
        keys = () if count == 1 else (KeyInfo("number", 0, count),)
        self.vars.append(VarInfo(name, keys, self.take(count * words), count, words, low, high, optional or link,
                                 NUMBER, link, set_count))
        return len(self.vars) - 1

    def at(self, var, index=0):
        """The address of a variable."""
        return self.vars[var].base + index * self.vars[var].words

    def token(self, name, total):
        """A token's number; the supply and then the seats' counts follow each other."""
        supply, seats = self.take(), self.take(self.players)
        self.tokens.append(TokenInfo(name, total, supply, seats))
        return len(self.tokens) - 1

    def table(self, *values):
        self.tables.append(values)
        return len(self.tables) - 1

    def list_table(self, *entries):
        self.lists.append(entries)
        return len(self.lists) - 1

    def text(self, text):
        self.texts.append(text)
        return len(self.texts) - 1

    def point(self, name, binds=""):
        self.points.append(PointInfo(name, binds))
        return len(self.points) - 1

    def refill(self, zone, where=-1, keep=0):
        return RefillInfo(zone, where, keep)

    def meld(self, name, *parts, adjacent=False, same=(), different=(), consecutive=(), where=-1, worth=-1):
        """A pattern; parts are (low, high) or (low, high, function)."""
        infos = tuple(MeldPartInfo(f"part{n}", part[0], part[1], part[2] if len(part) > 2 else self.function(C(1), 1))
                      for n, part in enumerate(parts))
        self.melds.append(MeldInfo(name, infos, adjacent, same, different, consecutive, where, worth))
        return len(self.melds) - 1

    def score(self, name, *functions):
        self.scores.append(ScoreInfo(name, tuple((self.text(f"{name} {n}"), f) for n, f in enumerate(functions))))
        return len(self.scores) - 1

    # ------------------------------------------------------------ code

    def function(self, result, parameters=0, registers=8, body=(), returns_list=False):
        self.functions.append(ir.Function(f"f{len(self.functions)}", parameters, registers, tuple(body), result,
                                          returns_list))
        return len(self.functions) - 1

    def reserve(self):
        self.blocks.append(None)
        return len(self.blocks) - 1

    def block(self, *statements, then, number=None):
        """A block's number; `then` is its ending."""
        if number is None:
            number = self.reserve()
        self.blocks[number] = ir.Block(tuple(statements), then, 8)
        return number

    def procedure(self, name, frame=8, kind="phase"):
        """A procedure's number; its entry is a reserved block."""
        self.procedures.append(ir.Procedure(name, kind, self.reserve(), self.take(frame), frame))
        return len(self.procedures) - 1

    def entry(self, procedure):
        return self.procedures[procedure].entry

    def frame(self, procedure):
        return self.procedures[procedure].frame

    def decision(self, *steps, decider=FIRST, kind="choose", nothing=(), name="ask", secret=False):
        self.decisions.append(ir.Decision(name, kind, decider, steps, nothing, 8, secret))
        return len(self.decisions) - 1

    def action(self, name, *steps, frame=8):
        """An action's number; its body is empty until its procedure's entry is written."""
        procedure = self.procedure(name, frame, "action")
        self.block(then=ir.Return(), number=self.entry(procedure))
        self.actions.append(ir.Action(name, self.text(name), procedure, steps, 8))
        return len(self.actions) - 1

    def start(self, *statements, then=None):
        """The first block of the game, which is over behind it unless told otherwise."""
        self.block(*statements, then=then or ir.Finish(), number=self.entry(self.main))

    def ask(self, *decisions, setup=()):
        """A game that sets up, asks these decisions one after another and is over."""
        last = self.block(then=ir.Finish())
        for n, decision in reversed(list(enumerate(decisions))):
            stop = ir.Chance if self.decisions[decision].kind == "chance" else ir.Decide
            statements = setup if n == 0 else ()
            last = self.block(*statements, then=stop(decision, last), number=self.entry(self.main) if n == 0 else None)

    def program(self):
        """Close everything."""
        if self.blocks[self.entry(self.main)] is None:
            self.start()
        card_cells = self.take(2 * len(self.deck))
        knowledge = self.take((self.players + 1) * len(self.deck))
        info_keys = self.take(2 * self.players)
        return Program(
            title="Handmade", players=self.players, seats=(self.players, self.players), language=1, params=(),
            sources=(SourceInfo("handmade.rules", "game", "rules"),), rules_hash="0" * 64, texts=tuple(self.texts),
            spans=tuple(SpanInfo(0, n, n + 1, n + 1, 1) for n in range(20)), tables=tuple(self.tables),
            list_tables=tuple(self.lists), kinds=KINDS, prints=tuple(self.prints), cards=tuple(self.deck), teams=(),
            families=tuple(self.families), zones=tuple(self.zones), vars=tuple(self.vars), tokens=tuple(self.tokens),
            scores=tuple(self.scores), records=(), melds=tuple(self.melds), criteria=tuple(self.criteria),
            payoff=self.payoff, estimate=self.estimate, actions=tuple(self.actions),
            action_docs=tuple(ActionDoc(a.name, a.name, "", "") for a in self.actions), menu_names=(),
            points=tuple(self.points), decisions=tuple(self.decisions), functions=tuple(self.functions),
            blocks=tuple(self.blocks), procedures=tuple(self.procedures), start=self.main,
            play_block=self.entry(self.main), card_cells=card_cells, knowledge=knowledge, info_keys=info_keys,
            size=self.cells)


def cards_to(zone, *cards, how="arrive", at=None, face=0, picked=False):
    """A statement that moves these cards to a zone."""
    place = ir.Place(C(zone), how) if at is None else ir.Place(C(zone), "at", C(at))
    return ir.MoveCards(ir.ConstList(cards), place, C(face), picked)


def lying(state, zone):
    """The cards of a zone in reading order."""
    return state.game.code.zones.cards(state.s, zone)
