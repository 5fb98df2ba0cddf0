"""A program that has something of everything, for tests of the IR itself."""

from rulelang.ir import nodes as ir
from tests.support.ir import CARD, NUMBER, Builder, C, Cell, cards_to


def sample():
    """A deck is shuffled, a card is drawn, one of a menu's actions is taken."""
    b = Builder()
    b.cards(Fox=2, Hen=2)
    used = b.zone("used", "stack")
    deck = b.zone("deck", "stack", refill=[b.refill(used)])
    hand, at, fork, goes = b.zone("hand"), b.take(5), b.take(), b.table(used, used, used, used)
    chip, points = b.token("chip", 3), b.var("points", -5, 50, count=2)
    b.meld("pair", (2, 2), same=(goes,))
    double = b.function(ir.Binary("mul", ir.Reg(0), C(2)), 1)
    evens = b.function(ir.Filter(1, ir.ListReg(0), ir.Binary("eq", ir.Binary("mod", ir.Reg(1), C(2)), C(0))), 1,
                       returns_list=True)
    b.criteria, b.estimate = ((True, double),), double
    lay = b.action("lay", ir.Guard(ir.Binary("lt", C(0), ir.ZoneSize(C(hand))), b.text("No cards."), 2),
                   ir.PickSome(b.point("lay.cards", "cards"), at, 4, C(1), C(2), ir.ZoneCards(C(hand)), None, CARD, 3),
                   ir.PayCards(ir.ListCell(at), goes, True, 4),
                   ir.PayTokens(chip, C(b.tokens[chip].players), C(b.tokens[chip].supply), C(0)))
    ways = (ir.Way(lay, b.text("Lay"), None, (ir.Act(lay, C(0)),)), ir.Way(ir.DONE, b.text("Done"), C(1)))
    menu = b.decision(ir.Fork(b.point("turn"), fork, ways, True, 6), kind="menu", nothing=None)
    ask = b.decision(ir.Pick(b.point("x"), fork, ir.CallFunction(evens, (ir.ConstList((1, 2, 4)),)), None, NUMBER))
    last = b.block(ir.Store(points, C(0), ir.CallFunction(double, (C(4),)), 7), then=ir.Finish())
    asked = b.block(then=ir.Decide(ask, last))
    body = b.block(then=ir.CallProcedure(b.actions[lay].procedure, C(1), C(0), asked))
    asking = b.block(then=ir.Switch(Cell(fork), ((lay, body),), asked))
    menu_block = b.block(then=ir.Decide(menu, asking, 6))
    top = ir.Items((ir.CardAt(C(deck), C(1)),))
    draw = b.block(ir.Refill(C(deck)), ir.MoveCards(top, ir.Place(C(hand)), C(0), False, why="draw", span=5),
                   then=ir.Goto(menu_block))
    b.start(cards_to(deck, 0, 1, 2, 3), ir.Shuffle(C(deck)), then=ir.Settle(C(deck), C(1), draw))
    return b.program()
