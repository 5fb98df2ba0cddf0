"""Imagined states: the seat cannot tell them from the real one, they can be played, each world is equally likely."""

import random
from collections import Counter
from itertools import permutations

import pytest

import rulelang
from rulelang.engine.resample_deal import Counted, Loose, Spot, deal, matched
from rulelang.engine.resample_plain import plain
from rulelang.engine.saves import is_sound
from rulelang.ir.draws import Draws
from rulelang.ir.program import DECIDING, STATUS
from tests.support.games import every_table, game, sampled

# ------------------------------------------------------------ every game


def some(path, players, most=2):
    """A few positions from all over a seeded game, and of one that stops at chance."""
    for explicit in (False, True):
        found = list(sampled(game(path, players).new_state(0, explicit=explicit), 3, 0.02))
        yield from random.Random(1).sample(found, min(len(found), most))


def seats(players, chance):
    """At most three seats of a table."""
    return sorted(chance.sample(range(1, players + 1), min(players, 3)))


@every_table
def test_the_seat_is_shown_the_same_and_offered_the_same(path, players):
    for state, chance in some(path, players):
        for seat in seats(players, chance):
            other = state.resample(seat, chance)
            assert is_sound(state.program, other.s)
            assert repr(other.view(seat)) == repr(state.view(seat))
            assert other.information_key(seat) == state.information_key(seat)
            assert other.current_player == state.current_player
            if state.current_player == seat:
                assert other.choices() == state.choices()
                assert other.moves() == state.moves()
                actions = range(len(state.program.actions))
                assert [other.why_not([a], seat) for a in actions] == [state.why_not([a], seat) for a in actions]


@every_table
def test_the_public_is_shown_the_same_table(path, players):
    """Its log is not in the record of an imagined state, which holds what the seat was told."""
    for state, chance in some(path, players):
        table = state.view(None, None, len(state.record))
        for seat in seats(players, chance):
            other = state.resample(seat, chance).view(None, None, len(state.record))
            assert (other.zones, other.values, other.decision, other.running, other.turn) == \
                (table.zones, table.values, table.decision, table.running, table.turn)


@every_table
def test_nothing_is_made_or_lost_and_play_goes_on(path, players):
    for state, chance in some(path, players):
        program = state.program
        for seat in seats(players, chance):
            other = state.resample(seat, chance, blind=chance.random() < 0.5)
            for token in program.tokens:
                pots = [at for _, base, count in token.pots for at in range(base, base + count)]
                cells = [token.supply, *range(token.players, token.players + players), *pots]
                assert sum(other.s[at] for at in cells) == token.total == sum(state.s[at] for at in cells)
                assert all(other.s[at] >= 0 for at in cells)
            for zone in program.zones:
                holds = program.families[zone.family].holds
                lying = other.s[zone.at + 2:zone.at + 2 + other.s[zone.at]]
                assert {program.prints[program.cards[card]].type for card in lying} <= set(holds)
            for _ in range(25):
                if other.is_terminal:
                    break
                other.play_random(chance)
                assert is_sound(program, other.s)


@every_table
def test_what_is_drawn_depends_on_nothing_that_the_seat_cannot_know(path, players):
    """Drawn with one generator from two states that look the same to the seat, the result is the same state."""
    for state, chance in some(path, players):
        last = state.program.knowledge
        for seat in seats(players, chance):
            other = state.resample(seat, chance)
            drawn = [table.resample(seat, random.Random(9), blind=True) for table in (state, other)]
            assert drawn[0].s[:last] == drawn[1].s[:last]


def test_only_seats_at_the_table_imagine():
    state = rulelang.load(WORLDS, players=2).new_state(1)
    for seat in (0, 3):
        with pytest.raises(ValueError, match=f"There is no seat {seat}: 2 play."):
            state.resample(seat, random.Random(1))


# ------------------------------------------------------------ each world equally likely

WORLDS = '''game "Worlds"
players 2..3
cards card:
    2 "Fox"
    1 "Owl"
    2 "Hen"
zones:
    deck: stack of card, seen by nobody
    hand per player: set of card, seen by owner
    shown: stack of card, seen by all
vars:
    marked: card?
win: highest size(your hand)
phase play:
    move all card to deck
    shuffle deck
    each player: draw 1 from deck to your hand
    draw 1 from deck to shown
    move shown to top of deck
    as seat(1):
        choose n from 1..2
        marked = first([c in seat(2)'s hand])
        choose m from 1..2
'''


def worlds(state, seat, tries):
    """How often each table came up: the prints of every zone, in order where there is one."""
    program, rng, found = state.program, random.Random(5), Counter()
    for _ in range(tries):
        s = state.resample(seat, rng, blind=True).s
        found[tuple(tuple(program.prints[program.cards[c]].name for c in s[z.at + 2:z.at + 2 + s[z.at]])
                    for z in program.zones)] += 1
    return found


def test_cards_lie_in_every_way_that_agrees_with_what_is_known_equally_often():
    state = rulelang.load(WORLDS, players=3).new_state(4)
    program, s = state.program, state.s
    names = [program.prints[p].name for p in program.cards]
    own, top = s[program.zones[1].at + 2], s[program.zones[0].at + 1 + s[program.zones[0].at]]
    left = [c for c in range(5) if c not in (own, top)]
    expected = Counter()
    for a, b, under in permutations(left):
        expected[(tuple(names[c] for c in (under, top)), (names[own],), (names[a],), (names[b],), ())] += 1
    found = worlds(state, 1, 3000)
    assert set(found) == set(expected)
    for world, count in expected.items():
        assert abs(found[world] / 3000 - count / 6) < 0.04


def test_a_variable_speaks_of_the_same_place():
    state = rulelang.load(WORLDS, players=2).new_state(4)
    state.apply(state.moves()[0])
    var, hand = next(v for v in state.program.vars if v.name == "marked"), state.program.zones[2]
    names = set()
    for n in range(20):
        s = state.resample(1, random.Random(n)).s
        assert s[var.base] == s[hand.at + 2]
        names.add(state.program.cards[s[var.base]])
    assert len(names) > 1


GIFT = '''game "Gift"
players 2
cards card:
    4 "Fox"
    1 "Owl"
zones:
    deck: stack of card, seen by nobody
    hand per player: set of card, seen by owner
    heap: row of card, seen by nobody
win: highest size(your hand)
phase play:
    move "Owl" to seat(1)'s hand
    move [c in all card where c is "Fox"] to deck
    each player: draw 2 from deck to your hand
    as seat(1): move "Owl" to seat(2)'s hand
    as seat(2):
        choose card from your hand
        move card to heap
    as seat(1): choose n from 1..2
'''


def test_a_card_that_may_be_one_of_several_lies_at_each_of_their_places():
    state = rulelang.load(GIFT).new_state(1)
    state.apply(state.moves()[0])
    owl = state.program.cards.index(next(n for n, p in enumerate(state.program.prints) if p.name == "Owl"))
    places = Counter(state.program.zones[state.resample(1, random.Random(n), blind=True).s[
        state.program.card_cells + 2 * owl]].name for n in range(900))
    assert set(places) == {"hand", "heap"}
    assert abs(places["heap"] / 900 - 1 / 3) < 0.06


AT_ONCE = '''game "Bids"
players 3
vars:
    worth per player: 0..99
win: highest your worth
phase play:
    each player at once:
        choose bid from 0..4
        choose side from all face
        your worth = bid
    each player: choose n from 1..2
'''


def test_answers_that_are_not_shown_yet_are_drawn_anew_and_ones_own_are_kept():
    state = rulelang.load(AT_ONCE).new_state(1)
    for label in ("3", "up", "4", "down"):
        state.apply(next(move for move in state.moves() if move.label == label))
    state.apply(next(move for move in state.moves() if move.label == "1"))
    bids = Counter()
    for n in range(300):
        mine = state.resample(2, random.Random(n))
        assert mine.view(2) == state.view(2)
        if mine.current_player != 2:
            mine.play_random(random.Random(n))
        assert mine.s[STATUS] == DECIDING
        values = [value.number for value in mine.view(None).values if value.name == "worth"]
        assert values[1] == 4
        bids[values[0]] += 1
    assert set(bids) == {0, 1, 2, 3, 4}
    assert min(bids.values()) > 35


# ------------------------------------------------------------ dealing

ONE, OTHER, BOTH, LAST, ALL = map(frozenset, ("a", "b", "ab", "ac", "abc"))
TABLES = [
    ([Spot(ONE), Spot(BOTH), Spot(BOTH), Spot(LAST)],
     [Loose(0, "a"), Loose(1, "a"), Loose(2, "b"), Loose(3, "c")]),
    ([Spot(ALL, 0), Spot(ONE, 0), Spot(BOTH, 1), Spot(BOTH), Spot(LAST)],
     [Loose(0, "a", 0), Loose(1, "a"), Loose(2, "b", 1), Loose(3, "c"), Loose(4, "a")]),
    ([Spot(ONE, 0), Spot(ONE, 0), Spot(ONE, 0), Spot(ONE)],
     [Loose(0, "a", 0), Loose(1, "a", 0), Loose(2, "a"), Loose(3, "a")]),
    ([Spot(ONE), Spot(OTHER), Spot(BOTH)], [Loose(0, "b"), Loose(1, "a"), Loose(2, "b")]),
    ([Spot(ONE), Spot(BOTH), Spot(BOTH), Spot(OTHER)], [Loose(0, "a"), Loose(1, "a"), Loose(2, "b"), Loose(3, "b")]),
    ([Spot(LAST, 0), Spot(ONE, 0), Spot(BOTH, 1), Spot(BOTH)],
     [Loose(0, "a", 0), Loose(1, "c", 0), Loose(2, "b"), Loose(3, "a")]),
    ([Spot(LAST, 0), Spot(LAST, 0), Spot(BOTH, 0), Spot(BOTH), Spot(OTHER)],
     [Loose(0, "a", 0), Loose(1, "a"), Loose(2, "c", 0), Loose(3, "b"), Loose(4, "b")]),
    ([Spot(BOTH), Spot(ALL), Spot(LAST), Spot(LAST)], [Loose(0, "a"), Loose(1, "b"), Loose(2, "c"), Loose(3, "a")]),
]
DEALS_PLAINLY = (True, False, True, True, True, True, True, False)


def legal(spots, cards):
    return {tuple(cards[i].card for i in order) for order in permutations(range(len(cards)))
            if all(cards[i].kind in spot.takes and cards[i].group in (-1, spot.group)
                   for spot, i in zip(spots, order, strict=True))}


@pytest.mark.parametrize(("spots", "cards"), TABLES)
def test_every_legal_deal_comes_up_equally_often(spots, cards):
    possible, draws = legal(spots, cards), Draws(1, 0)
    found = Counter(tuple(deal(spots, cards, draws)) for _ in range(600 * len(possible)))
    assert set(found) == possible
    assert all(abs(count / 600 - 1) < 0.2 for count in found.values())


@pytest.mark.parametrize(("spots", "cards"), TABLES)
def test_counting_ways_gives_every_legal_deal_equally_often(spots, cards):
    possible, draws = legal(spots, cards), Draws(7, 0)
    found = Counter(tuple(Counted(spots, cards).deal(draws)) for _ in range(400 * len(possible)))
    assert set(found) == possible
    assert all(abs(count / 400 - 1) < 0.25 for count in found.values())


def test_plain_draws_do_where_numbers_leave_no_choice():
    plans = [plain(spots, cards) for spots, cards in TABLES]
    assert tuple(found is not None for found in plans) == DEALS_PLAINLY
    assert [n for n, found in enumerate(plans) if found is not None and found.checked] == [6]


@pytest.mark.parametrize(("spots", "cards"), TABLES)
def test_where_counting_is_too_much_a_deal_is_still_legal_and_any_can_come_up(spots, cards):
    draws = Draws(2, 0)
    assert {tuple(matched(spots, cards, draws)) for _ in range(400)} == legal(spots, cards)
