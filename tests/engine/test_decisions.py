"""Decisions: options, whole moves and legality agree with brute force over everything that could be picked."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.engine.errors import IllegalChoice, TooManyMoves
from rulelang.engine.game import Game
from rulelang.engine.keys import UNSEEN, ZONE
from rulelang.ir import nodes as ir
from rulelang.ir.nodes import DONE, NOTHING
from rulelang.ir.numbers import NONE
from tests.support.ir import CARD, NUMBER, Builder, C, Cell, cards_to, lying


def below_sum(*cells, limit):
    """The numbers in these cells add up to less than a limit."""
    total = Cell(cells[0])
    for at in cells[1:]:
        total = ir.Binary("add", total, Cell(at))
    return ir.Binary("lt", total, C(limit))


def stepwise(state):
    """All moves, found by answering step by step on copies."""
    found, waiting = [], [(state.clone(), ())]
    turn = state.s[4]
    while waiting:
        now, path = waiting.pop()
        for choice in now.choices():
            after = now.clone()
            after.apply(choice.id)
            if after.s[4] > turn:
                found.append((*path, choice.key))
            else:
                waiting.append((after, (*path, choice.key)))
    return sorted(found)


def check_whole(state, expected):
    """Moves, steps and random play all know the same completions; asking changes nothing."""
    before = state.s[:]
    moves = state.moves()
    assert [move.keys for move in moves] == sorted(expected)
    assert len({move.ids for move in moves}) == len(moves)
    assert stepwise(state) == sorted(expected)
    rng = random.Random(1)
    assert {state.random_move(rng).keys for _ in range(40)} <= set(expected)
    assert state.s == before
    for move in moves:
        after = state.clone()
        after.apply(move)
        step_by_step = state.clone()
        for name in move.ids:
            step_by_step.apply(name)
        assert after == step_by_step


NUMBERS = st.lists(st.integers(0, 6), unique=True, max_size=5)


@given(NUMBERS, NUMBERS, st.integers(0, 12))
def test_two_picks_with_a_condition_over_both(first, second, limit):
    b = Builder()
    x, y = b.take(), b.take()
    b.ask(b.decision(
        ir.Pick(b.point("x"), x, ir.ConstList(tuple(first)), None, NUMBER),
        ir.Pick(b.point("y"), y, ir.ConstList(tuple(second)), below_sum(x, y, limit=limit), NUMBER),
        nothing=((x, 0), (y, 0))))
    state = Game(b.program()).new_state()
    expected = [(i, j) for i in first for j in second if i + j < limit]
    check_whole(state, expected or [(NOTHING,)])
    if not expected:
        state.apply(state.choices()[0])
        assert (state.s[x], state.s[y]) == (NONE, NONE)


@given(st.lists(st.integers(0, 6), max_size=6), st.integers(0, 3), st.integers(0, 4), st.integers(0, 14))
def test_picks_of_several_are_combinations_in_the_order_of_the_source(source, low, high, limit):
    b = Builder()
    at = b.take(7)
    total = ir.Fold("sum", 0, ir.ListCell(at), None, ir.Reg(0))
    where = ir.Binary("lt", total, C(limit))
    b.ask(b.decision(ir.PickSome(b.point("x"), at, 6, C(low), C(high), ir.ConstList(tuple(source)), where, NUMBER),
                     nothing=((at, 6),)))
    state = Game(b.program()).new_state()
    order = list(dict.fromkeys(source))
    most = min(high, len(source))
    expected = set()
    for n in range(low, most + 1):
        for picked in combinations(sorted(source, key=order.index), n):
            if sum(picked) < limit:
                expected.add((*picked, DONE) if n < most or most == 0 else picked)
    check_whole(state, expected or [(NOTHING,)])
    for move in state.moves():
        after = state.clone()
        after.apply(move)
        picked = [key for key in move.keys if key >= 0]
        assert after.s[at:at + 7] == [len(picked), *picked, *[0] * (6 - len(picked))]


def test_numbers_below_zero_leave_room_for_done():
    b = Builder()
    at = b.take(4)
    b.ask(b.decision(ir.PickSome(b.point("x"), at, 3, C(0), C(2), ir.ConstList((-1, 0, -2)), None, NUMBER)))
    state = Game(b.program()).new_state()
    assert [choice.key for choice in state.choices()] == [-4, -3, DONE, 0]
    assert [choice.id for choice in state.choices()] == ["x:-2", "x:-1", "x:done", "x:0"]
    state.apply(["x:-1", "x:-2"])
    assert state.s[at:at + 3] == [2, -1, -2]


# ---------------------------------------------------------------- cards


def card_game(kind="set", seen=None, several=False):
    """Five Foxes and Hens in a zone (or two), of which one is chosen and goes to a pile."""
    b = Builder()
    b.cards(Fox=2, Hen=2, Owl=2)
    here, there, pile = b.zone("here", kind, seen=seen), b.zone("there", "row"), b.zone("pile", "stack")
    at = b.take()
    source = ir.ZoneCards(C(here))
    if several:
        source = ir.Joined(source, ir.ZoneCards(C(there)))
    decision = b.decision(ir.Pick(b.point("take.card", "card"), at, source, None, CARD))
    b.ask(decision, setup=[cards_to(here, 0, 1, 2), cards_to(there, 3, 4)])
    return Game(b.program()), at, here, pile


def test_equal_cards_in_a_set_are_one_option_and_the_lowest_stands_for_it():
    game, at, _, _ = card_game()
    state = game.new_state()
    assert [(c.id, c.key) for c in state.choices()] == [("take.card:Fox", 0), ("take.card:Hen", 1)]
    state.apply("take.card:Fox")
    assert state.s[at] == 0


def test_cards_in_a_row_are_told_apart_by_position():
    game, at, _, _ = card_game("row")
    state = game.new_state()
    assert [(c.id, c.key) for c in state.choices()] == [("take.card:1", 1), ("take.card:2", 2), ("take.card:3", 3)]
    state.apply("take.card:2")
    assert state.s[at] == 1


def test_cards_that_are_not_seen_are_places_in_an_order_that_tells_nothing():
    game, at, here, _ = card_game(seen=0)
    first = set()
    for seed in range(60):
        state = game.new_state(seed)
        assert [(c.id, c.key) for c in state.choices()] == [(f"take.card:#{n}", UNSEEN + n) for n in (1, 2, 3)]
        taken = set()
        for choice in state.choices():
            after = state.clone()
            after.apply(choice)
            taken.add(after.s[at])
        assert taken == set(lying(state, here))
        state.apply("take.card:#1")
        first.add(state.s[at])
    assert first == {0, 1, 2}


def test_cards_of_several_zones_stay_distinct():
    game, at, _, _ = card_game(several=True)
    state = game.new_state()
    assert [c.id for c in state.choices()] == ["take.card:Fox", "take.card:Hen", "take.card:1", "take.card:2"]
    assert [c.key for c in state.choices()] == [ZONE, ZONE + 1, 2 * ZONE + 1, 2 * ZONE + 2]
    state.apply("take.card:2")
    assert state.s[at] == 4


def test_equal_ids_are_told_apart_by_their_zones():
    b = Builder()
    b.cards(Fox=2)
    left, right, at = b.zone("left"), b.zone("right"), b.take()
    source = ir.Joined(ir.ZoneCards(C(left)), ir.ZoneCards(C(right)))
    b.ask(b.decision(ir.Pick(b.point("x"), at, source, None, CARD)), setup=[cards_to(left, 0), cards_to(right, 1)])
    state = Game(b.program()).new_state()
    assert [c.id for c in state.choices()] == ["x:Fox@left", "x:Fox@right"]
    assert [m.ids for m in state.moves()] == [("x:Fox@left",), ("x:Fox@right",)]
    state.apply("x:Fox@right")
    assert state.s[at] == 1


def test_melds_are_picked_card_by_card():
    b = Builder()
    b.cards(A1=1, A2=1, A3=1, B1=1, B2=1)
    suit, rank = b.table(0, 0, 0, 1, 1), b.table(1, 2, 3, 1, 2)
    run = b.meld("run", (2, 3), same=(suit,), consecutive=(rank,))
    pair = b.meld("pair", (2, 2), same=(rank,))
    hand, at = b.zone("hand"), b.take(12)
    b.ask(b.decision(ir.PickMeld(b.point("m"), at, 11, ir.ZoneCards(C(hand)), (run, pair), None), nothing=((at, 11),)),
          setup=[cards_to(hand, 0, 1, 2, 3, 4)])
    state = Game(b.program()).new_state()
    expected = [(run, 0, 1, DONE), (run, 0, 1, 2), (run, 1, 2, DONE), (run, 3, 4, DONE), (pair, 0, 3), (pair, 1, 4)]
    check_whole(state, expected)
    state.apply(["m:run", "m:A1", "m:A2", "m:done"])
    assert state.s[at:at + 6] == [5, run, 1, 2, 0, 1]


# ---------------------------------------------------------------- heads


def shop():
    """A menu of an action that costs chips and a card, one with two branches, and leaving."""
    b = Builder()
    b.cards(Fox=2, Hen=1)
    hand, bin_ = b.zone("hand", per_player=True)[0], b.zone("bin", "stack")
    chip = b.token("chip", 5)
    supply, mine = b.tokens[chip].supply, b.tokens[chip].players
    goes = b.table(bin_, bin_, bin_)
    buy_at, price, fork = b.take(), b.take(), b.take()
    rich = b.text("You are too poor.")
    buy = b.action(
        "buy",
        ir.Guard(ir.Binary("le", C(1), Cell(mine)), rich, 3),
        ir.Pick(b.point("buy.card", "card"), buy_at, ir.ZoneCards(C(hand)), None, CARD, 4),
        ir.PayCards(ir.Items((Cell(buy_at),)), goes, True, 5),
        ir.Pick(b.point("buy.price", "price"), price, ir.ConstList((1, 2, 3)), None, NUMBER, 6),
        ir.PayTokens(chip, C(mine), C(supply), Cell(price), 7),
        ir.Guard(ir.Binary("lt", ir.Fold("count", 0, ir.ZoneCards(C(hand)), None, None), C(3)), -1, 8))
    menu = b.point("turn")
    ways = (ir.Way(buy, b.text("Buy"), None, (ir.Act(buy, C(0)),)), ir.Way(DONE, b.text("Done"), None))
    decision = b.decision(ir.Fork(menu, fork, ways, True), kind="menu", nothing=None)
    return b, decision, hand, bin_, (chip, supply, mine), buy


def test_payments_count_for_the_lines_below_them_and_are_made_once():
    b, decision, hand, bin_, (chip, supply, mine), buy = shop()
    setup = [ir.MoveTokens(chip, C(supply), C(mine), C(2)), cards_to(hand, 0, 1, 2)]
    b.ask(decision, setup=setup)
    state = Game(b.program()).new_state()
    check_whole(state, [(DONE,), (buy, 0, 1), (buy, 0, 2), (buy, 1, 1), (buy, 1, 2)])
    state.apply(["turn:buy", "buy.card:Fox", "buy.price:2"])
    assert (lying(state, hand), lying(state, bin_), state.s[mine], state.s[supply]) == ([1, 2], [0], 0, 5)


@pytest.mark.parametrize(("chips", "cards", "kind", "span"), [
    (0, (0,), "when", 3), (1, (), "choose", 4), (1, (0,), None, None)])
def test_the_reason_is_what_fails_on_the_path_that_got_furthest(chips, cards, kind, span):
    b, decision, hand, _, (chip, supply, mine), buy = shop()
    b.ask(decision, setup=[ir.MoveTokens(chip, C(supply), C(mine), C(chips)), cards_to(hand, *cards)])
    state = Game(b.program()).new_state()
    before = state.s[:]
    reason = state.why_not((buy,), 1)
    assert state.s == before
    if kind is None:
        assert reason is None
        return
    assert (reason.kind, reason.span) == (kind, span)
    assert state.program.texts[reason.text] == "You are too poor." if kind == "when" else reason.text == -1


def test_can_asks_whether_a_head_can_be_completed():
    b, decision, hand, _, (chip, supply, mine), buy = shop()
    can = b.function(ir.Can((buy,), C(1), C(0)))
    b.ask(decision, setup=[ir.MoveTokens(chip, C(supply), C(mine), C(1)), cards_to(hand, 0)])
    state = Game(b.program()).new_state()
    before = state.s[:]
    assert state.call_function(can) == 1
    assert state.s == before


def test_an_action_on_its_own_is_asked_and_runs_its_body():
    b, decision, hand, bin_, (chip, supply, mine), buy = shop()
    mark = b.take()
    b.block(ir.SetCellTo(mark, Cell(b.frame(b.actions[buy].procedure) + 1)), then=ir.Return(),
            number=b.entry(b.actions[buy].procedure))
    b.ask(decision, setup=[ir.MoveTokens(chip, C(supply), C(mine), C(1)), cards_to(hand, 0)])
    state = Game(b.program()).new_state()
    state.run_action((buy,), 1)
    assert [move.keys for move in state.moves()] == [(0, 1)]
    state.apply(state.moves()[0])
    assert state.has_returned
    assert state.s[mark] == 1
    assert lying(state, bin_) == [0]
    state.run_action((buy,), 1)
    assert state.choices() == () == state.moves()


# ---------------------------------------------------------------- mistakes and limits


def test_a_wrong_answer_changes_nothing():
    game, _, _, _ = card_game()
    state = game.new_state()
    before = state.s[:]
    for wrong in ("take.card:Owl", ["take.card:Fox", "take.card:Fox"], "", ["nonsense"]):
        with pytest.raises(IllegalChoice) as caught:
            state.apply(wrong)
        assert state.s == before
        assert "take.card" in str(caught.value) or "none" in str(caught.value)
    state.apply("take.card:Hen")
    with pytest.raises(IllegalChoice):
        state.apply("take.card:Hen")


def test_more_moves_than_asked_for_are_not_listed():
    b = Builder()
    at = b.take(31)
    b.ask(b.decision(ir.PickSome(b.point("x"), at, 30, C(0), C(30), ir.Between(C(1), C(30)), None, NUMBER)))
    state = Game(b.program()).new_state()
    before = state.s[:]
    with pytest.raises(TooManyMoves):
        state.moves(1000)
    assert state.s == before
    assert len(state.choices()) == 31
    state.apply(state.random_move(random.Random(0)))
    assert state.is_terminal


def test_a_question_that_cannot_be_worked_out_is_a_fault_of_the_rules():
    b = Builder()
    at = b.take(31)
    total = ir.Fold("sum", 0, ir.ListCell(at), None, ir.Reg(0))
    where = ir.Binary("lt", total, C(-1))
    b.ask(b.decision(ir.PickSome(b.point("x"), at, 30, C(15), C(15), ir.Between(C(1), C(30)), where, NUMBER, 9)))
    game = Game(b.program())
    game.code.most_tries = 2_000
    state = game.new_state()
    assert state.choices() == ()
    assert state.is_terminal
    assert (state.fault.limit, state.fault.span) == ("choices", 9)
    assert state.returns() == (0, 0)


def test_bound_names_are_visible_to_later_steps_and_restored():
    b = Builder()
    x, double, y = b.take(), b.take(), b.take()
    b.ask(b.decision(
        ir.Pick(b.point("x"), x, ir.ConstList((1, 2)), None, NUMBER),
        ir.Bind(double, ir.Binary("mul", Cell(x), C(2))),
        ir.Pick(b.point("y"), y, ir.Between(C(1), Cell(double)), None, NUMBER)))
    state = Game(b.program()).new_state()
    check_whole(state, [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (2, 4)])
    state.apply(["x:2", "y:3"])
    assert [state.s[at] for at in (x, double, y)] == [2, 4, 3]
