"""The record: shared by copies, independent when they go on, kept as plain lists; what a seat is told of an event."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.engine import events as ev
from rulelang.engine.events import BAG, HIDDEN, MASKED, OMIT, Field, told
from rulelang.engine.record import Record, Tape, digest
from tests.engine.desk import ALL, DOWN, NOBODY, Desk, Layout


def table() -> Desk:
    layout = Layout(2, ("Apple", "Banana"), (2, 2))
    layout.zone("deck", "stack", NOBODY)
    layout.zone("hand", "set", "owner", per="player")
    layout.zone("vault", "set", "owner", "owner", per="player", hidden=True)
    layout.zone("line", "row", ALL)
    layout.var("mark", 1)
    layout.var("bid", 0, per="player")
    layout.var("dents", 0, per="card")
    return Desk(layout.program())


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["add", "copy"]), st.integers(0, 9)), max_size=40))
def test_copies_of_a_tape_share_what_they_had_and_never_see_what_the_others_add(
        steps: list[tuple[int, str, int]]) -> None:
    tapes: list[Tape[int]] = [Tape()]
    models: list[list[int]] = [[]]
    for which, what, value in steps:
        at = which % len(tapes)
        if what == "copy":
            tapes.append(tapes[at].copy())
            models.append(list(models[at]))
        else:
            tapes[at].append(value)
            models[at].append(value)
    assert [list(tape.read()) for tape in tapes] == models
    assert [list(tape.read(2)) for tape in tapes] == [model[2:] for model in models]
    assert [len(tape) for tape in tapes] == [len(model) for model in models]


def test_what_a_seat_is_told_leaves_out_what_its_mask_does_not_cover() -> None:
    event = (7, 0b11, (MASKED, 5, 0b01), ((OMIT, (1, (MASKED, 9, 0b10)), 0b10), 4))
    assert told(event, 0b01) == (7, 5, (4,))
    assert told(event, 0b10) == (7, HIDDEN, ((1, 9), 4))
    assert told(event, 0b100) is None


def test_a_move_is_told_with_its_print_only_to_those_who_know_the_card_afterwards() -> None:
    desk = table()
    deck, hand = desk.at("deck"), desk.at("hand", 1)
    apple, _ = desk.deal(deck, "Apple", "Banana")
    desk.move(apple, hand, picked=False, why="draw", actor=1)
    (_, event), = desk.record.events()
    printed = [seen[4][0][3][0][0] for bit in (1, 2, 4) if (seen := told(event, bit)) is not None]  # type: ignore
    assert printed == [0, HIDDEN, HIDDEN]


def test_a_card_known_in_a_hand_is_not_named_when_it_may_be_another_that_was_played_face_down() -> None:
    desk = table()
    one, two = desk.at("hand", 1), desk.at("hand", 2)
    (apple,) = desk.deal(one, "Apple")
    desk.deal(two, "Banana")
    desk.move(apple, two)
    assert desk.knowledge.knows(desk.s, 1, apple)
    desk.move(apple, desk.at("vault", 2), face=DOWN)
    assert not desk.knowledge.knows(desk.s, 1, apple)
    assert "Apple" not in desk.log(1)[-1]


def test_what_happens_between_zones_whose_counts_are_hidden_is_noticed_only_by_those_who_count() -> None:
    desk = table()
    vault, hand = desk.at("vault", 1), desk.at("hand", 1)
    (apple,) = desk.deal(hand, "Apple")
    desk.move(apple, vault)
    desk.move(apple, vault)
    assert len(desk.log(1)) == 2
    assert len(desk.log(2)) == len(desk.log(None)) == 1


def test_equal_information_gives_equal_words_and_a_difference_that_is_seen_changes_them() -> None:
    keys = []
    for hidden in ("Apple", "Banana"):
        desk = table()
        desk.deal(desk.at("deck"), "Banana" if hidden == "Apple" else "Apple", hidden)
        desk.move(desk.cards(desk.at("deck"))[-1], desk.at("hand", 1), picked=False)
        keys.append((desk.key(1), desk.key(2)))
    (one, two), (other_one, other_two) = keys
    assert one != other_one
    assert two == other_two != (0, 0)


def test_events_never_hold_a_card_number() -> None:
    desk = table()
    hand = desk.at("hand", 1)
    cards = desk.deal(hand, "Banana", "Banana")
    stores = [desk.events.store(desk.s, 0, 0, -0x80000000, card) for card in cards]
    assert stores[0] == stores[1]
    keyed = [desk.events.store(desk.s, 2, card, 0, 3) for card in cards]
    assert keyed[0] == keyed[1]
    assert told(keyed[0], 0b10) == (ev.STORE, 2, (HIDDEN,), 0, 3)
    assert told(keyed[0], 0b01) == (ev.STORE, 2, (1,), 0, 3)


def test_a_record_survives_as_plain_lists() -> None:
    desk = table()
    deck = desk.at("deck")
    apple, banana = desk.deal(deck, "Apple", "Banana")
    desk.move(banana, desk.at("hand", 2), picked=False)
    desk.reveal(apple, 0b01)
    desk.record.chose(2, "take.card:Banana")
    desk.record.chanced("draw:Apple")
    desk.record.move_done()
    plain = desk.record.to_plain()
    again = Record.from_plain(desk.program, copy.deepcopy(plain))
    assert list(again.events()) == list(desk.record.events())
    assert again.track == (("choice", 2, "take.card:Banana"), ("chance", 0, "draw:Apple"))
    assert (again.moves, len(again), again.to_plain()) == (1, 2, plain)


@pytest.mark.parametrize("plain", [None, 7, [], [0, [], [["x", 1, "a"]]], [0, [[1]], []], [0, [[1, [2]]], []],
                                   [0, [[1, [2, 3, "x"]]], []], [0, [[1, [2, 3, 0.5]]], []], ["0", [], []]])
def test_anything_else_is_no_record(plain: object) -> None:
    with pytest.raises(ValueError, match="not a"):
        Record.from_plain(table().program, plain)


def test_a_deep_pile_of_lists_is_no_record_either() -> None:
    deep: list[object] = []
    for _ in range(50_000):
        deep = [deep]
    with pytest.raises(ValueError, match="not a field"):
        Record.from_plain(table().program, [0, [[0, [1, 1, deep]]], []])


def test_clones_of_a_record_go_their_own_ways() -> None:
    desk = table()
    desk.record.chose(1, "a")
    other = desk.record.clone()
    desk.record.chose(1, "b")
    other.chose(1, "c")
    assert [step[2] for step in desk.record.track] == ["a", "b"]
    assert [step[2] for step in other.track] == ["a", "c"]


@given(st.lists(st.integers(-5, 60), min_size=1, max_size=8), st.lists(st.integers(-5, 60), min_size=1, max_size=8))
def test_different_small_events_have_different_digests(one: list[int], other: list[int]) -> None:
    assert (digest((1, 1, *one), 1) == digest((1, 1, *other), 1)) == (one == other)
    assert digest((1, 1, tuple(one)), 1) != digest((1, 1, *one), 1)


SMALL = st.integers(0, 3)
PARTS = st.recursive(SMALL, lambda part: st.one_of(
    st.tuples(part, part), st.tuples(st.just(MASKED), part, SMALL), st.tuples(st.just(OMIT), part, SMALL),
    st.lists(part, max_size=3).map(lambda parts: (BAG, *parts))), max_leaves=6)


@given(PARTS, PARTS)
def test_seats_that_are_told_the_same_get_the_same_digest_and_no_others(one: Field, other: Field) -> None:
    events = [(7, 3, one), (7, 3, other)]
    for first, second in ((a, b) for a in events for b in events):
        for bit in (1, 2):
            same = marked(first, 1) == marked(second, bit)
            assert (digest(first, 1) == digest(second, bit)) == same


def marked(field: Field, bit: int) -> object:
    """What a seat is told, bags told apart from tuples."""
    return _marked((field,), bit)[0]


def _marked(fields: tuple[Field, ...], bit: int) -> list[object]:
    found: list[object] = []
    for field in fields:
        if isinstance(field, int):
            found.append(field)
        elif field and field[0] in (MASKED, OMIT):
            inner = _marked((field[1],), bit)
            found += inner if field[2] & bit else [HIDDEN][:field[0] == MASKED]                 # type: ignore[operator]
        elif field and field[0] == BAG:
            found.append(("bag", *sorted(_marked(field[1:], bit), key=repr)))
        else:
            found.append(tuple(_marked(field, bit)))
    return found


def test_cards_of_a_bag_may_lie_in_any_order_but_not_swap_what_is_told_of_them() -> None:
    one = (7, 1, (BAG, (1, 2), (3, 4), (3, 4)))
    assert digest(one, 1) == digest((7, 1, (BAG, (3, 4), (1, 2), (3, 4))), 1)
    assert digest(one, 1) != digest((7, 1, (BAG, (1, 4), (3, 2), (3, 4))), 1)
    assert digest(one, 1) != digest((7, 1, (BAG, (1, 2), (1, 2), (3, 4))), 1)


def test_seats_that_are_let_in_on_the_same_secrets_are_told_the_same() -> None:
    event = (7, 0b1111, (MASKED, (1, (OMIT, 2, 0b0011)), 0b0111), ((MASKED, 3, 0b1100),))
    assert sorted(ev.secrets(event)) == [0b0011, 0b0111, 0b1100, 0b1111]
    assert told(event, 0b0001) == told(event, 0b0010) == (7, (1, 2), (HIDDEN,))
    assert told(event, 0b0100) == (7, (1,), (3,))
