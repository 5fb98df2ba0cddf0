"""Melds and packings against brute force: the same melds, the same best total."""

from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.engine.game import Game
from rulelang.engine.melds import agrees, find_melds, is_meld
from rulelang.engine.packing import best_melds
from rulelang.engine.printed import only_printed
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from tests.support.ir import Builder, C, cards_to

SUITS, RANKS, COPIES = 3, 5, 2


class Table:
    """A deck of suits and ranks, two of each card, and some patterns."""

    def __init__(self):
        b = self.b = Builder()
        b.cards(**{f"s{suit}r{rank}": COPIES for suit in range(SUITS) for rank in range(RANKS)})
        prints = [card // COPIES for card in range(SUITS * RANKS * COPIES)]
        self.suit = b.table(*[p // RANKS for p in prints])
        self.rank = b.table(*[p % RANKS if p != 7 else NONE for p in prints])
        self.row, self.hand = b.zone("row", "row"), b.zone("hand")
        size = b.function(ir.Size(ir.ListReg(0)), 1)
        low = b.function(ir.Binary("le", ir.Lookup(self.rank, ir.Reg(0)), C(1)), 1)
        even = b.function(ir.Binary("eq", ir.Binary("mod", ir.Fold("sum", 2, ir.ListReg(1), None, ir.Lookup(
            self.rank, ir.Reg(2))), C(2)), C(0)), 2)
        self.melds = {
            "group": b.meld("group", (3, 4), same=(self.rank,), different=(self.suit,)),
            "run": b.meld("run", (2, 4), same=(self.suit,), consecutive=(self.rank,), worth=size),
            "pair": b.meld("pair", (1, 1, low), (1, 2), same=(self.suit,), where=even),
            "any_run": b.meld("any_run", (3, 3), consecutive=(self.rank,), worth=size),
            "split_run": b.meld("split_run", (1, 1), (2, 2), consecutive=(self.rank,)),
            "side": b.meld("side", (2, 3), adjacent=True, same=(self.suit,), worth=size),
            "side_mixed": b.meld("side_mixed", (1, 1, low), (1, 2), adjacent=True),
        }

    def state(self, row=(), hand=()):
        self.b.start(cards_to(self.row, *row), cards_to(self.hand, *hand))
        return Game(self.b.program()).new_state(knowledge=False)


TABLE = Table()
PROGRAM = TABLE.b.program()
SCATTERED = ("group", "run", "pair", "any_run", "split_run")
HANDS = st.lists(st.integers(0, SUITS * RANKS * COPIES - 1), unique=True, max_size=7)


def subsets(cards, low, high):
    return chain.from_iterable(combinations(cards, n) for n in range(low, high + 1))


def brute_force(code, s, cards, number):
    """All melds of a pattern without `adjacent` by trying every way to fill the parts, as sets of cards per part."""
    info = code.program.melds[number]
    found = []

    def fill(n, left, parts):
        if n == len(info.parts):
            whole = [card for part in parts for card in part]
            if whole and agrees(code, info, whole) and (
                    info.where < 0 or code.call(info.where, s, *map(list, parts)) == 1):
                found.append(parts)
            return
        part = info.parts[n]
        fits = [card for card in left if code.call(part.fits, s, card) == 1]
        for picked in subsets(fits, part.low, part.high):
            fill(n + 1, [card for card in left if card not in picked], (*parts, picked))
    fill(0, sorted(cards), ())
    return found


def by_print(code, parts):
    return tuple(tuple(sorted(code.program.cards[card] for card in part)) for part in parts)


@given(HANDS, st.sampled_from(SCATTERED))
def test_all_melds_are_found_once_each(cards, name):
    state, number = TABLE.state(), TABLE.melds[name]
    code = state.game.code
    found = [by_print(code, meld.parts) for meld in find_melds(code, state.s, cards, number)]
    assert len(found) == len(set(found))
    assert set(found) == {by_print(code, parts) for parts in brute_force(code, state.s, cards, number)}


@given(HANDS.filter(bool), st.sampled_from(SCATTERED))
def test_all_cards_together(cards, name):
    state, number = TABLE.state(), TABLE.melds[name]
    code = state.game.code
    whole = any(sorted(chain(*parts)) == sorted(cards) for parts in brute_force(code, state.s, cards, number))
    assert is_meld(code, state.s, cards, (number,)) == whole


def best_by_force(code, s, cards, numbers):
    melds = [(frozenset(chain(*parts)), code.call(code.program.melds[n].worth, s, *map(list, parts))
              if code.program.melds[n].worth >= 0 else 1)
             for n in numbers for parts in brute_force(code, s, cards, n)]

    def best(start, used):
        options = [worth + best(n + 1, used | cards) for n, (cards, worth) in enumerate(melds[start:], start)
                   if not cards & used]
        return max([0, *options])
    return best(0, frozenset())


@settings(max_examples=30)
@given(st.lists(st.integers(0, SUITS * RANKS * COPIES - 1), unique=True, max_size=6),
       st.sets(st.sampled_from(SCATTERED), min_size=1, max_size=2))
def test_the_best_packing_is_the_best(cards, names):
    state, numbers = TABLE.state(), [TABLE.melds[name] for name in sorted(names)]
    code = state.game.code
    assert best_melds(code, state.s, cards, numbers) == best_by_force(code, state.s, cards, numbers)


@given(st.permutations(range(SUITS * RANKS * COPIES)).map(lambda cards: cards[:7]), st.sets(st.integers(0, 6)))
def test_adjacent_melds_lie_side_by_side(row, left_out):
    state, number = TABLE.state(row=row), TABLE.melds["side"]
    code = state.game.code
    cards = [card for n, card in enumerate(row) if n not in left_out]
    found = {meld.cards for meld in find_melds(code, state.s, cards, number)}
    expected = {tuple(row[i:j]) for i in range(7) for j in (i + 2, i + 3) if j <= 7
                and all(card in cards for card in row[i:j])
                and len({code.program.tables[TABLE.suit][card] for card in row[i:j]}) == 1}
    assert found == expected
    spans = sorted((row.index(cards[0]), len(cards)) for cards in expected)

    def best(place):
        return max([0] + [size + best(start + size) for start, size in spans if start >= place])
    assert best_melds(code, state.s, cards, (number,)) == best(0)


def test_parts_of_adjacent_melds_come_from_the_left():
    row = [0, 8, 9]         # ranks 0, 4, 4
    state = TABLE.state(row=row)
    found = find_melds(state.game.code, state.s, row, TABLE.melds["side_mixed"])
    assert {meld.parts for meld in found} == {((0,), (8,)), ((0,), (8, 9))}


def test_adjacent_and_other_melds_share_no_card():
    row = [0, 2, 4]         # a run of one suit, side by side
    state = TABLE.state(row=row)
    numbers = (TABLE.melds["side"], TABLE.melds["run"])
    assert best_melds(state.game.code, state.s, row, numbers) == 3


def test_cards_that_lie_nowhere_are_not_adjacent():
    state = TABLE.state(hand=[0, 2])
    assert find_melds(state.game.code, state.s, [0, 2, 4], TABLE.melds["side"]) == []


@pytest.mark.parametrize("cards", [[0, 0, 2], []])
def test_one_card_is_one_card(cards):
    state = TABLE.state()
    assert not is_meld(state.game.code, state.s, cards, (TABLE.melds["run"],))


def test_a_hand_of_eleven_cards_is_packed_quickly():
    """Sets and runs in a full deck of 52: no more than a few hundred rests for any hand."""
    b = Builder()
    b.cards(**{f"c{n}": 1 for n in range(52)})
    suit, rank = b.table(*[n // 13 for n in range(52)]), b.table(*[n % 13 for n in range(52)])
    pips = b.function(ir.Fold("sum", 1, ir.ListReg(0), None, ir.Lookup(rank, ir.Reg(1))), 1)
    melds = (b.meld("set", (3, 4), same=(rank,), worth=pips),
             b.meld("run", (3, 11), same=(suit,), consecutive=(rank,), worth=pips))
    code = Game(b.program()).code
    hand = [5, 6, 7, 8, 9, 18, 19, 20, 31, 32, 33]
    total = best_melds(code, [0] * code.program.size, hand, melds)
    assert total == max(5 + 6 + 7 + 8 + 9 + 5 + 6 + 7 + 5 + 6 + 7, 3 * 5 + 3 * 6 + 3 * 7 + 0)


def test_what_is_remembered_depends_on_printed_data_only():
    code = TABLE.state().game.code
    assert only_printed(code, [TABLE.melds[name] for name in SCATTERED])
    assert not only_printed(code, [TABLE.melds["side"]])
    b = Builder()
    b.cards(Fox=3)
    price = b.take()
    dear = b.meld("dear", (2, 2), worth=b.function(ir.Cell(price), 1))
    worth = b.function(ir.BestMelds(ir.ConstList((0, 1, 2)), (dear,)))
    state = Game(b.program()).new_state()
    for state.s[price] in (3, 5):
        assert state.call_function(worth) == state.s[price]


def test_remembered_packings_are_those_worked_out():
    b = Builder()
    b.cards(**{f"c{n}": 1 for n in range(8)})
    run = b.meld("run", (2, 3), consecutive=(b.table(*range(8)),), worth=b.function(ir.Size(ir.ListReg(0)), 1))
    best = b.function(ir.BestMelds(ir.ListReg(0), (run,)), 1)
    state = Game(b.program()).new_state()
    for cards in ([0, 1], [1, 0], [0, 2, 4], [0, 1], [3, 4, 5, 7], [0, 0, 1]):
        assert state.call_function(best, (cards,)) == best_melds(state.game.code, state.s, cards, (run,))
