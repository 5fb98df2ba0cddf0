"""The log as a careful person would tell the game: cards that move together in one line, nothing said twice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulelang.engine.events import Carried, told
from tests.engine.desk import DOWN, UP
from tests.engine.test_view import BID, MARK, Table


def together(table: Table, cards: Sequence[int], target: int, *, face: int = UP, why: str = "move",
             actor: int = 0) -> None:
    """Move cards as one statement does."""
    carried = []
    for card in cards:
        source = table.where(card)
        place = table.knowledge.sight.position(table.s, card)
        carried.append(Carried(card, source, place, table.knowledge.sees_mask(table.s, card)))
        if source >= 0:
            table._take(card)
        table._put(card, target, None, face)
        table.knowledge.moved(table.s, card, source, UP, target, False)
    table.knowledge.mixed(table.s, cards)
    loose = cards if len(cards) > 1 else ()
    table.record.add(table.s, table.events.move(table.s, why, carried, face, actor, loose))


def test_cards_gathered_from_many_zones_for_a_shuffle_are_one_line() -> None:
    table = Table()
    deck = table.at("draw_deck")
    cards = [*table.deal(table.at("hand", 1), "Apple"), *table.deal(table.at("hand", 2), "Banana"),
             *table.deal(table.at("line", 3), "Cherry"), *table.deal(deck, "Banana")]
    together(table, sorted(cards), deck)
    table.record.add(table.s, table.events.shuffle(table.s, deck))
    assert table.log(1) == table.log(None) == ["3 cards are shuffled into draw deck."]


def test_cards_that_stay_in_a_deck_to_be_shuffled_are_no_news() -> None:
    table = Table()
    deck = table.at("draw_deck")
    together(table, table.deal(deck, "Apple", "Banana"), deck)
    table.record.add(table.s, table.events.shuffle(table.s, deck))
    assert table.log(1) == ["Draw deck is shuffled."]


def test_cards_from_one_zone_are_told_by_what_is_known_of_them() -> None:
    table = Table()
    cards = table.deal(table.at("hand", 1), "Apple", "Cherry", "Apple")
    together(table, sorted(cards), table.at("draw_deck"))
    assert table.log(1) == ["2 Apple and Cherry move from your hand to draw deck."]
    assert table.log(2) == ["3 cards move from Player 1's hand to draw deck."]


def test_cards_from_outside_go_somewhere() -> None:
    table = Table()
    together(table, [0, 2], table.at("line", 1))
    assert table.log(2) == ["Apple and Banana go to Player 1's line."]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_what_moves_together_does_not_show_what_lies_between_known_cards(seat: int) -> None:
    """The first seat's cards are known to it; another's card comes before, between or behind them."""
    seen = []
    for other in ("Apple", "Banana", "Cherry"):
        table = Table()
        cards = [*table.deal(table.at("hand", 1), "Apple", "Cherry"), *table.deal(table.at("hand", 2), other)]
        deck = table.at("draw_deck")
        together(table, sorted(cards), deck)
        (_, event), = table.record.events()
        seen.append((told(event, 1 << (seat - 1)), table.log(seat), table.key(seat), table.names(seat, deck)))
    if seat != 2:
        assert seen[0] == seen[1] == seen[2]
    else:
        assert len({repr(s) for s in seen}) == 3


def test_who_knows_all_cards_of_a_block_knows_where_each_came_to_lie() -> None:
    table = Table()
    deck = table.at("draw_deck")
    together(table, sorted(table.deal(table.at("hand", 1), "Apple", "Cherry")), deck)
    assert table.names(1, deck) == ["Apple", "Cherry"]
    assert table.names(2, deck) == ["?", "?"]


def test_a_face_is_told_where_it_matters() -> None:
    table = Table()
    apple, banana = table.deal(table.at("hand", 2), "Apple", "Banana")
    together(table, [apple], table.at("line", 2), face=DOWN)
    together(table, [banana], table.at("draw_deck"), face=DOWN)
    assert table.log(1) == ["A card moves face down from Player 2's hand to their line.",
                            "A card moves from Player 2's hand to draw deck."]


def test_who_acts_is_named_once() -> None:
    table = Table()
    (apple,) = table.deal(table.at("hand", 2), "Apple")
    together(table, [apple], table.at("line", 1), why="pay", actor=2)
    assert table.log(1) == ["Player 2 pays Apple from their hand to your line."]
    assert table.log(2) == ["You pay Apple from your hand to Player 1's line."]


def test_an_answer_leaves_cards_and_faces_to_the_movement_behind_it() -> None:
    table = Table()
    events, s = table.events, table.s
    (apple,) = table.deal(table.at("hand", 1), "Apple")
    parts = [events.label(1, 3, True), events.part(s, 1, 2, 3), events.part(s, 1, 1, apple), events.part(s, 1, 5, UP)]
    table.record.add(s, events.decision(0, 1, parts))
    together(table, [apple], table.at("line", 3))
    assert table.log(1) == ["You do: Swap a card of your hand (Player 3).",
                            "Apple moves from your hand to Player 3's line."]


def test_a_choice_that_the_next_line_tells_has_none_of_its_own() -> None:
    table = Table()
    events, s = table.events, table.s
    (apple,) = table.deal(table.at("hand", 1), "Apple")
    table.record.add(s, events.decision(0, 1, [events.part(s, 1, 1, apple)]))
    table.record.add(s, events.chance([events.part(s, 0, 1, apple)]))
    together(table, [apple], table.at("line", 1))
    assert table.log(1) == ["Apple moves from your hand to your line."]
    assert table.log(2) == ["Apple moves from Player 1's hand to their line."]


def test_a_choice_in_secret_that_shows_nothing_is_told_as_such() -> None:
    table = Table()
    events, s = table.events, table.s
    (apple,) = table.deal(table.at("hand", 1), "Apple")
    table.record.add(s, events.decision(0, 1, [events.part(s, 1, 1, apple)]))
    assert table.log(1) == ["You choose: Apple."]
    assert table.log(2) == ["Player 1 chooses."]


def test_points_are_told_with_their_increase_and_the_lines_that_count() -> None:
    table = Table()
    table.deal(table.at("line", 1), "Cherry")
    table.s[table.program.vars[BID].base] = 4
    table.record.add(table.s, table.events.score(table.s, BID, 0, 0, 1, [0, 1]))
    table.record.add(table.s, table.events.store(table.s, BID, 0, 4, 5))
    table.s[table.program.vars[BID].base] = 5
    table.record.add(table.s, table.events.score(table.s, BID, 0, 0, 1, [0, 0]))
    assert table.log(1) == ["Your bid: 5 (+1: In the open 1).", "Your bid: 5 (+0)."]


def test_cards_turned_together_are_one_line() -> None:
    table = Table()
    cards = table.deal(table.at("line", 2), "Banana", "Apple", face=DOWN)
    for card in cards:
        table.s[table.program.card_cells + 2 * card + 1] = UP
        table.knowledge.flipped(table.s, card)
    table.record.add(table.s, table.events.flip(table.s, cards, UP))
    assert table.log(1) == ["Apple and Banana in Player 2's line are turned face up."]


def test_whether_a_variable_named_the_same_card_before_is_not_told() -> None:
    table = Table()
    apple, banana = table.deal(table.at("hand", 2), "Apple", "Banana")
    same = table.events.store(table.s, MARK, 0, apple, apple)
    changed = table.events.store(table.s, MARK, 0, apple, banana)
    assert told(same, 0b001) == told(changed, 0b001)
