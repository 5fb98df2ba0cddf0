"""Zone operations against plain lists: the same cards in the same places after any sequence of movements."""

from bisect import insort

from hypothesis import given
from hypothesis import strategies as st

from rulelang.engine.game import Game
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from tests.support.ir import Builder, C, cards_to, lying

CARDS = 6
KINDS = ("stack", "row", "set", "row")
LIMIT = 3       # of the last zone


class Model:
    """Zones as lists in reading order."""

    def __init__(self):
        self.zones = [[] for _ in KINDS]
        self.faces = {}

    def where(self, card):
        return next((z for z, cards in enumerate(self.zones) if card in cards), None)

    def move(self, cards, zone, how, position, face):
        kind, target = KINDS[zone], self.zones[zone]
        if zone == len(KINDS) - 1:
            kept, free = [], LIMIT - len(target)
            for card in cards:
                inside = card in target
                if inside or free > 0:
                    kept.append(card)
                    free -= not inside
            cards = kept
        for card in cards:
            if (old := self.where(card)) is not None:
                self.zones[old].remove(card)
            self.faces[card] = face
            if kind == "set":
                insort(target, card)
            elif how == "at":
                continue
            elif how == "top" or (how == "arrive" and kind == "stack"):
                target.insert(0, card)
            else:
                target.append(card)
        if how == "at" and kind != "set":
            place = max(1, min(position, len(target) + 1)) - 1
            target[place:place] = cards


MOVES = st.tuples(
    st.permutations(range(CARDS)).flatmap(lambda cards: st.integers(0, 3).map(lambda n: tuple(cards[:n]))),
    st.integers(0, len(KINDS) - 1), st.sampled_from(["arrive", "top", "bottom", "at"]), st.integers(-1, 7),
    st.integers(0, 1))


def build():
    b = Builder()
    b.cards(Fox=3, Hen=3)
    for n, kind in enumerate(KINDS):
        b.zone(f"zone{n}", kind, limit=LIMIT if n == len(KINDS) - 1 else -1)
    return b


@given(st.lists(MOVES, max_size=8))
def test_movements_agree_with_lists(moves):
    b, model = build(), Model()
    statements = []
    for cards, zone, how, position, face in moves:
        statements.append(cards_to(zone, *cards, how=how, at=position if how == "at" else None, face=face))
        model.move(cards, zone, how, position, face)
    b.start(*statements)
    game = Game(b.program())
    for knowledge in (True, False):
        state = game.new_state(knowledge=knowledge)
        assert [lying(state, zone) for zone in range(len(KINDS))] == model.zones
        for card, face in model.faces.items():
            assert state.s[game.program.card_cells + 2 * card + 1] == face
        for zone in game.program.zones:
            assert not any(state.s[zone.at + 2 + state.s[zone.at]:zone.at + 2 + zone.capacity])


def played(b, *statements):
    b.start(*statements)
    return Game(b.program()).new_state()


def test_several_cards_keep_their_order():
    b = Builder()
    (foxes,) = b.cards(Fox=5)
    pile, row = b.zone("pile", "stack"), b.zone("row", "row")
    state = played(b, cards_to(pile, *foxes[:3]), cards_to(row, *foxes[3:]), cards_to(row, *foxes[:2], at=2))
    assert lying(state, pile) == [2]
    assert lying(state, row) == [3, 0, 1, 4]


def test_moving_nothing_or_nowhere_does_nothing():
    b = Builder()
    (foxes,) = b.cards(Fox=2)
    pile = b.zone("pile", "stack")
    state = played(b, cards_to(pile, *foxes), cards_to(NONE, 0), cards_to(pile, NONE), cards_to(pile, 0, at=NONE))
    assert lying(state, pile) == [1, 0]


def test_a_shuffle_forgets_the_order_and_a_draw_keeps_the_rest_loose():
    b = Builder()
    (_foxes,) = b.cards(Fox=4)
    pile, hand = b.zone("pile", "stack"), b.zone("hand")
    state = played(b, cards_to(pile, 3, 1, 0, 2), ir.Shuffle(C(pile)), cards_to(hand, 1))
    at = state.program.zones[pile].at
    assert state.s[at:at + 5] == [3, 3, 0, 2, 3]


def test_a_single_card_has_its_place():
    b = Builder()
    b.cards(Fox=2)
    pile, hand = b.zone("pile", "stack"), b.zone("hand")
    state = played(b, cards_to(pile, 0, 1), ir.Shuffle(C(pile)), cards_to(hand, 1))
    at = state.program.zones[pile].at
    assert state.s[at:at + 4] == [1, 0, 0, 0]


def test_a_refill_takes_the_first_source_that_has_cards():
    b = Builder()
    foxes, hens = b.cards(Fox=3, Hen=2)
    used, spare, hand = b.zone("used", "stack"), b.zone("spare", "stack"), b.zone("hand")
    hen = b.function(ir.Binary("eq", ir.CardInfo("print", ir.Reg(0)), C(1)), 1)
    deck = b.zone("deck", "stack", refill=[b.refill(used, keep=1), b.refill(spare, where=hen)])
    fill, empty = ir.Refill(C(deck)), cards_to(hand, *foxes, *hens)
    state = played(b, cards_to(used, 0), cards_to(spare, 1, 3, 4), fill)
    assert (lying(state, deck), lying(state, spare), lying(state, used)) == ([4, 3], [1], [0])
    assert state.s[state.program.zones[deck].at + 1] == 2
    b.start(cards_to(used, 0, 1, 2), fill, empty, fill)
    state = Game(b.program()).new_state()
    assert lying(state, deck) == []


def test_flips_and_discards():
    b = Builder()
    b.cards(Fox=2, Hen=1)
    row, bin_ = b.zone("row", "row"), b.zone("bin", "stack")
    table = b.table(bin_, bin_, NONE)
    discard = ir.DiscardCards(ir.ConstList((1, 2, NONE)), table, C(0), False)
    state = played(b, cards_to(row, 0, 1, 2), ir.FlipCards(ir.ConstList((0, NONE)), C(1)), discard)
    assert (lying(state, row), lying(state, bin_)) == ([0, 2], [1])
    assert state.s[state.program.card_cells + 1] == 1
