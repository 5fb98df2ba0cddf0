"""Statements that touch cards: what they become, seen in play."""

from fractions import Fraction

from tests.lowering.table import HEAD, lies, loose, lowered, phase, play, tokens, value

ALL = "move [c in all card where c.rank < 5] to deck"
REFILLS = HEAD.replace("deck: stack of card, seen by nobody", "deck: stack of card, seen by nobody, refill heap")


def test_cards_arrive_on_top_of_stacks_and_at_the_right_of_rows_in_their_order():
    state = phase("move all card to deck", "draw 3 from deck to shown", "move shown to heap")
    assert lies(state, "deck") == ["6", "5", "4", "3", "2", "1"]
    assert lies(state, "heap") == ["7", "8", "9"]


def test_a_block_of_cards_starts_where_at_says_and_keeps_its_order():
    state = phase("move all card to deck", "draw 4 from deck to shown", "draw 2 from deck to heap",
                  "move heap to shown at 2")
    assert lies(state, "shown") == ["9", "4", "5", "8", "7", "6"]
    assert lies(phase("move all card to shown", "move shown at 1 to shown at 99"), "shown")[-1] == "1"
    assert lies(phase("move all card to shown", "move shown at 9 to shown at 0"), "shown")[0] == "9"


def test_moving_to_the_bottom_goes_under_what_lies_there():
    state = phase(ALL, 'move "9" to bottom of deck', 'move "8" to top of deck')
    assert lies(state, "deck") == ["8", "4", "3", "2", "1", "9"]


def test_a_full_zone_takes_the_first_that_fit():
    head = HEAD.replace("shown: row of card, seen by all", "shown: row of card, seen by all, capacity 3")
    assert lies(phase("move all card to shown", head=head), "shown") == ["1", "2", "3"]


def test_a_card_that_comes_again_in_a_list_needs_no_more_room():
    small = HEAD.replace("seen by all, discards\n    shown", "seen by all, discards, capacity 5\n    shown")
    state = phase("discard all card + all card", head=small)
    assert lies(state, "heap") == ["5", "4", "3", "2", "1"]
    row = HEAD.replace("shown: row of card, seen by all", "shown: row of card, seen by all, capacity 3")
    assert lies(phase("move all card + all card to shown", head=row), "shown") == ["1", "2", "3"]
    assert lies(phase("move all card + [first(all card)] to heap"), "heap")[:2] == ["1", "9"]
    assert lies(phase("discard all card + all card"), "heap") == ["9", "8", "7", "6", "5", "4", "3", "2", "1"]


def test_a_draw_stops_when_nothing_is_left():
    state = phase(ALL, "draw 9 from deck to shown as drawn", "total = size(drawn)")
    assert value(state, "total") == 4
    assert lies(state, "deck") == []


def test_a_draw_of_less_than_one_draws_nothing_and_none_moves_nowhere():
    state = phase(ALL, "draw total from deck to shown", "draw 0 - 3 from deck to shown", "move first(shown) to heap")
    assert len(lies(state, "deck")) == 4


def test_a_draw_goes_on_with_the_refill_when_the_zone_is_empty():
    state = phase(ALL, 'move ["7", "8", "9"] to heap', "total = available(deck)", "draw 6 from deck to shown",
                  head=REFILLS)
    assert value(state, "total") == 7
    assert lies(state, "shown")[:4] == ["4", "3", "2", "1"]
    assert set(lies(state, "shown")[4:]) <= {"7", "8", "9"}
    assert lies(state, "heap") == []
    assert len(lies(state, "deck")) == 1


def test_refills_are_tried_in_order_with_their_own_cards():
    head = HEAD.replace("seen by nobody", "seen by nobody, refill shown where c.rank > 7, heap keep 1")
    state = phase('move ["2", "8"] to shown', 'move ["1", "3", "5"] to heap', "total = available(deck)",
                  "draw 9 from deck to seat(1)'s hand", head=head)
    assert value(state, "total") == 3
    assert lies(state, "hand", 1) == ["1", "3", "8"]
    assert lies(state, "shown") == ["2"]
    assert lies(state, "heap") == ["5"]


def test_one_card_drawn_has_a_name_and_is_none_where_nothing_is_left():
    state = phase("draw 1 from deck to shown as drawn", "if drawn is none: total = 7")
    assert value(state, "total") == 7


def test_discarded_cards_go_to_the_zone_of_their_type():
    state = phase("discard first(all beast)", 'discard ["3", "4"]')
    assert lies(state, "den") == ["Wolf"]
    assert lies(state, "heap") == ["4", "3"]


# ---------------------------------------------------------------- orders that are not drawn yet


def stops(*lines):
    """How many cards chance is asked for."""
    state = phase(*lines, first=1)
    count = 0
    while state.is_chance:
        count += 1
        outcomes = state.chance_outcomes()
        assert sum(o.probability for o in outcomes) == Fraction(1)
        state.apply(outcomes[0])
    return count


def test_a_shuffle_alone_asks_chance_for_nothing():
    assert stops(ALL, "shuffle deck") == 0
    assert stops(ALL, "shuffle deck", "total = size(deck)", "total = count(c in deck where c.rank > 2)") == 0


def test_a_draw_asks_chance_for_one_card_each_but_the_last_one():
    assert stops(ALL, "shuffle deck", "draw 2 from deck to shown") == 2
    assert stops(ALL, "shuffle deck", "draw 4 from deck to shown") == 3


def test_looking_at_the_top_asks_for_one_card_and_only_once():
    look = "if (top of deck).rank > 2: total += 1"
    assert stops(ALL, "shuffle deck", look) == 1
    assert stops(ALL, "shuffle deck", look, look) == 1
    assert stops(ALL, "shuffle deck", look, "shuffle deck", look) == 2


def test_looking_at_the_bottom_or_putting_a_card_there_asks_for_the_whole_order():
    assert stops(ALL, "shuffle deck", "if (bottom of deck).rank > 2: total += 1") == 3
    assert stops(ALL, "shuffle deck", 'move "9" to bottom of deck') == 3
    assert stops(ALL, "shuffle deck", 'move "9" to deck') == 0


def test_a_row_gets_its_order_at_once():
    assert stops("move [c in all card where c.rank < 4] to shown", "shuffle shown") == 2


def test_orders_are_drawn_before_the_statement_that_reads_them():
    text = lowered(ALL, "shuffle deck", "if (top of deck).rank > 2: total += 1")
    settle = text.index("settle 1 of zone 0")
    assert settle < text.index("if ", settle)


def test_the_place_of_a_card_needs_an_order_only_where_the_card_may_lie():
    def settled(*lines):
        return [line.strip() for line in lowered(ALL, "shuffle deck", *lines).splitlines() if "settle " in line]
    assert settled("total += max(position(c) for c in shown)") == []
    assert len(settled("total += max(position(c) for c in deck)")) == 1
    assert len(settled("let one = first(shown)", "total += position(one)")) == 1


def test_a_card_that_went_into_a_shuffled_stack_has_a_place_there_when_it_is_asked_for():
    lines = ('move "9" to shown', "let one = first(shown)", "move one to deck", "shuffle deck",
             "total += position(one)")
    state = phase(ALL, "shuffle deck", *lines)
    assert value(state, "total") == len(lies(state, "deck")) - lies(state, "deck")[::-1].index("9")
    assert loose(state, "deck") == 0
    state = phase(ALL, "shuffle deck", *(line for line in lines if "deck" not in line))
    assert value(state, "total") == 1
    assert loose(state, "deck") == 4


# ---------------------------------------------------------------- tokens


def test_tokens_are_neither_made_nor_lost():
    state = phase("each player: your coin += 4", "bank += 9")
    assert tokens(state, "coin") == [0, 4, 2]
    state = phase("seat(1)'s coin += 4", "bank += 1", "seat(1)'s coin -= 9", "bank -= 5")
    assert tokens(state, "coin") == [6, 0, 0]


def test_what_is_paid_to_a_pot_lies_there():
    state = play('phase play:\n    seat(1)\'s coin += 2\n    as seat(1): do 1 pay_one\n'
                 'action pay_one "Pay":\n    pay 2 coin to bank\n    do: total = bank\n')
    state.apply(state.choices()[0])
    assert value(state, "total") == 2
    assert tokens(state, "coin") == [4, 0, 0]


def test_a_zone_beneath_a_card_follows_its_owner_only_on_the_side_that_says_so():
    head = HEAD.replace("zones:", "zones:\n    under per card: set of card, seen by owner")
    zone = next(zone for zone in phase("shuffle deck", head=head).program.zones if zone.name == "under")
    assert (zone.host, zone.host_seen, zone.host_down_seen, zone.down_seen) == (0, "owner", "", 0)


# ------------------------------------------------------------ deal, shuffle into, all zones of a family


def test_cards_are_dealt_one_at_a_time_to_each_player_in_turn():
    state = phase("move all card to deck", "deal 2 from deck to hand from seat(2)")
    assert lies(state, "hand", 2) == ["7", "9"]
    assert lies(state, "hand", 1) == ["6", "8"]


def test_dealing_stops_when_nothing_is_left_and_all_deals_everything():
    state = phase(ALL, "deal 9 from deck to hand")
    assert [len(lies(state, "hand", seat)) for seat in (1, 2)] == [2, 2]
    state = phase("move all card to deck", "deal all from deck to hand")
    assert [len(lies(state, "hand", seat)) for seat in (1, 2)] == [5, 4]
    assert lies(phase(ALL, "deal total from deck to hand", "deal 0 from deck to hand"), "deck") == ["4", "3", "2", "1"]


def test_a_deal_is_told_and_drawn_as_the_draws_it_stands_for():
    draws = ("repeat 2 times:", "    each player: draw 1 from deck to your hand face down")
    start = ("shuffle all card into deck",)
    one = phase(*start, "deal 2 from deck to hand face down", seed=4)
    other = phase("move all card to deck", "shuffle deck", *draws, seed=4)
    assert [lies(one, "hand", seat) for seat in (1, 2)] == [lies(other, "hand", seat) for seat in (1, 2)]


def test_all_cards_of_a_family_come_in_the_order_of_the_seats():
    lines = ('move ["3", "8"] to seat(2)\'s hand', 'move "5" to seat(1)\'s hand', "move all hand to shown")
    assert lies(phase(*lines), "shown") == ["5", "3", "8"]
    assert lies(phase(*lines[:2], "total = size(all hand)", "shuffle all hand into deck"), "hand", 2) == []


def test_what_is_dealt_around_is_told_once_for_each_player():
    state = phase("shuffle all card into deck", "deal 3 from deck to hand from seat(2)", seed=4)
    told = [line.text for line in state.view(1).log if "drawn" in line.text]
    assert told == ["3 cards are drawn from deck to Player 2's hand.", "7, 9 and 3 are drawn from deck to your hand."]
    assert lies(state, "hand", 1) == ["3", "7", "9"]
