"""The machine: calls and frames, limits that are faults, variables and tokens, results, saves and copies."""

import random
from dataclasses import replace

import pytest

from rulelang.engine.errors import SaveError
from rulelang.engine.game import TERMINAL, Game
from rulelang.engine.state import State
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import HIGHEST, NONE
from rulelang.ir.program import ADJUDICATED, RecordInfo
from tests.support.ir import CARD, NOBODY, NUMBER, Builder, C, Cell, cards_to, lying


def add(at, n=1):
    return ir.SetCellTo(at, ir.Binary("add", Cell(at), C(n)))


def played(b, *statements, **more):
    b.start(*statements)
    return Game(b.program(), **more).new_state()


# ---------------------------------------------------------------- procedures


def test_calls_return_and_leave_no_trace():
    b = Builder()
    seen = b.take()
    inner = b.procedure("inner")
    b.block(ir.SetCellTo(seen, Cell(b.frame(inner) + 1)), ir.SetCellTo(b.frame(inner) + 4, C(9)), then=ir.Return(),
            number=b.entry(inner))
    after = b.block(add(seen, 10), then=ir.Finish())
    b.start(then=ir.CallProcedure(inner, C(2), C(0), after))
    state = Game(b.program()).new_state()
    assert state.s[seen] == 12
    assert not any(state.s[b.frame(inner):b.frame(inner) + 8])
    assert state.current_player == TERMINAL


def test_end_leaves_a_procedure_with_everything_inside_it():
    b = Builder()
    count = b.take()
    outer, inner = b.procedure("outer"), b.procedure("inner")
    b.block(add(count), then=ir.EndProcedure(outer, (inner,)), number=b.entry(inner))
    never = b.block(add(count, 100), then=ir.Return())
    b.block(add(count), then=ir.CallProcedure(inner, NOBODY, C(0), never), number=b.entry(outer))
    after = b.block(add(count, 10), then=ir.Finish())
    b.start(then=ir.CallProcedure(outer, NOBODY, C(0), after))
    state = Game(b.program()).new_state()
    assert state.s[count] == 12
    assert not any(state.s[b.frame(outer):b.frame(inner) + 8])


def test_a_procedure_on_its_own_returns():
    b = Builder()
    mark = b.take()
    phase = b.procedure("phase")
    b.block(ir.SetCellTo(mark, Cell(b.frame(phase) + 1)), then=ir.Return(), number=b.entry(phase))
    game = Game(b.program())
    state = game.example_state(1)
    assert state.has_returned
    state.run_procedure(phase, 2)
    assert (state.has_returned, state.s[mark], state.current_player) == (True, 2, 0)


def test_branches_and_loops():
    b = Builder()
    total, left = b.take(), b.take()
    zero, one, other = (b.block(add(total, n), then=ir.Finish()) for n in (100, 200, 300))
    switch = b.block(then=ir.Switch(Cell(left), ((0, zero), (1, one)), other))
    b.start(
        ir.Loop(0, ir.ConstList((1, 2, 3)), (
            ir.If(ir.Binary("eq", ir.Reg(0), C(2)), (add(total, 50),), (add(total),)),)),
        ir.SetCellTo(left, C(3)),
        ir.While(ir.Binary("lt", C(1), Cell(left)), (add(left, -1), add(total, 5))),
        then=ir.Fork2(ir.Binary("eq", Cell(left), C(1)), switch, zero))
    assert Game(b.program()).new_state().s[total] == 52 + 10 + 200


# ---------------------------------------------------------------- limits


def test_running_in_circles_is_a_fault_that_names_the_lines():
    b = Builder()
    count = b.take()
    first, second = b.reserve(), b.reserve()
    b.block(ir.SetCellTo(count, C(1), 4), then=ir.Goto(second), number=first)
    b.block(ir.SetCellTo(count, C(2), 7), then=ir.Goto(first), number=second)
    b.start(then=ir.Goto(first))
    state = Game(b.program(), step_limit=1000).new_state()
    assert state.is_terminal
    assert state.returns() == (0, 0)
    assert set(state.fault.cycle) == {4, 7}
    assert state.fault.span in (4, 7)
    assert state.fault.limit == "steps"
    assert state.clone().fault == state.fault
    assert State.from_bytes(state.game, state.to_bytes()).fault.span == state.fault.span


def test_a_loop_inside_a_block_is_counted_too():
    b = Builder()
    state = played(b, ir.While(C(1), (), 5), step_limit=500)
    assert (state.fault.span, state.fault.cycle) == (5, (5,))


def test_endless_games_are_adjudicated():
    b = Builder()
    at = b.take()
    decision = b.decision(ir.Pick(b.point("x"), at, ir.ConstList((1, 2)), None, NUMBER))
    again = b.reserve()
    b.block(then=ir.Decide(decision, again), number=again)
    b.start(then=ir.Goto(again))
    state = Game(b.program(), decision_limit=5).new_state()
    rng, answers = random.Random(0), 0
    while not state.is_terminal:
        state.play_random(rng)
        answers += 1
    assert (answers, state.adjudicated, state.fault) == (5, 2, None)


def test_a_stated_limit_is_said():
    b = Builder()
    b.start(then=ir.Finish(adjudicated=True))
    assert Game(b.program()).new_state().s[ADJUDICATED] == 1


# ---------------------------------------------------------------- variables and tokens


def test_numbers_outside_the_range_store_the_nearest_bound():
    b = Builder()
    x, maybe = b.var("x", -2, 5), b.var("maybe", 0, 5, optional=True)
    state = played(b, ir.Store(x, C(0), C(9)), ir.Store(x, NOBODY, C(1)), ir.Store(x, C(0), NOBODY),
                   ir.Store(maybe, C(0), NOBODY))
    assert (state.s[b.at(x)], state.s[b.at(maybe)]) == (5, NONE)
    ranges = [event for _, event in state.record.events() if event[0] == 8]
    assert [event[-3:] for event in ranges] == [(9, 5, -1)]


def test_links_hold_on_both_sides():
    b = Builder()
    b.cards(A=1, B=1, C=1, D=1)
    mate = b.var("mate", 0, 3, count=4, link=True)
    alone = [ir.Store(mate, C(n), NOBODY) for n in range(4)]
    pairs = [ir.Store(mate, C(0), C(1)), ir.Store(mate, C(2), C(3)), ir.Store(mate, C(0), C(3))]
    state = played(b, *alone, *pairs)
    assert [state.s[b.at(mate, n)] for n in range(4)] == [3, NONE, NONE, 0]
    state = played(b, *alone, *pairs, ir.Store(mate, C(3), NOBODY))
    assert [state.s[b.at(mate, n)] for n in range(4)] == [NONE] * 4


def test_tokens_are_neither_made_nor_lost():
    b = Builder()
    chip = b.token("chip", 5)
    supply, mine = b.tokens[chip].supply, b.tokens[chip].players
    state = played(b, ir.MoveTokens(chip, C(supply), C(mine), C(9)), ir.MoveTokens(chip, C(mine), C(mine + 1), C(2)),
                   ir.MoveTokens(chip, C(mine), NOBODY, C(1)), ir.MoveTokens(chip, C(mine), C(supply), C(-3)))
    assert state.s[supply:supply + 3] == [0, 3, 2]


def test_score_lines_are_added_up():
    b = Builder()
    seats = b.function(ir.Binary("mul", ir.Reg(0), C(10)), 1)
    one = b.function(C(1), 1)
    score = b.score("points", seats, one)
    var = b.var("total", 0, 999, count=2)
    record = b.take(4)
    b.start(ir.AddLines(var, C(1), score, C(2), 1), ir.AddLines(var, C(1), score, C(2), 1),
            ir.AddLines(var, C(0), score, C(1), -1))
    program = replace(b.program(), records=(RecordInfo(var, score, record),))
    assert Game(program).new_state().s[record:record + 4] == [-10, 40, -1, 2]


def test_lists_in_cells_are_cut_and_cleaned():
    b = Builder()
    at = b.take(4)
    state = played(b, ir.SetListTo(at, 3, ir.ConstList((1, 2, 3, 4))), ir.SetListTo(at, 3, ir.ConstList((7,))))
    assert state.s[at:at + 4] == [1, 7, 0, 0]


# ---------------------------------------------------------------- results


def test_ties_are_broken_by_the_next_criterion_and_then_shared():
    b = Builder(3)
    table = b.table(NONE, 5, 5, 4), b.table(NONE, 2, 2, 9)
    first, second = (b.function(ir.Lookup(t, ir.Reg(0)), 1) for t in table)
    b.criteria = ((True, first), (False, second))
    assert played(b).returns() == (1, 1, 0)
    b.criteria = ((False, second), (True, first))
    assert played(b).returns() == (1, 1, 0)
    b.criteria, b.payoff = (), second
    state = played(b)
    assert (state.returns(), state.estimate(3)) == ((2, 2, 9), 9)


def test_nothing_is_won_before_the_end():
    b, _ = asking()
    assert Game(b.program()).new_state().returns() == (0, 0)


# ---------------------------------------------------------------- copies and saves


def asking():
    """Deal two cards each from a shuffled deck; each player lays one."""
    b = Builder()
    b.cards(Fox=3, Hen=3, Owl=2)
    deck, hands, table = b.zone("deck", "stack", seen=0), b.zone("hand", per_player=True), b.zone("table", "row")
    at, point = b.take(), b.point("lay.card", "card")
    follow = b.block(then=ir.Finish())
    lay = ir.MoveCards(ir.Items((Cell(at),)), ir.Place(C(table)), C(0), True)
    for seat in (2, 1, 2, 1):
        decision = b.decision(ir.Pick(point, at, ir.ZoneCards(C(hands[seat - 1])), None, CARD), decider=C(seat),
                              nothing=((at, 0),))
        laid = b.block(lay, then=ir.Goto(follow))
        follow = b.block(then=ir.Decide(decision, laid))
    for seat in (1, 2, 1, 2):
        card = ir.Items((ir.CardAt(C(deck), C(1)),))
        dealt = b.block(ir.MoveCards(card, ir.Place(C(hands[seat - 1])), C(0), False), then=ir.Goto(follow))
        follow = b.block(then=ir.Settle(C(deck), C(1), dealt))
    b.start(cards_to(deck, *range(8)), ir.Shuffle(C(deck)), then=ir.Goto(follow))
    return b, table


def test_copies_go_their_own_way():
    b, table = asking()
    state = Game(b.program()).new_state(5)
    state.play_random(random.Random(0))
    copy = state.clone()
    before, events = state.s[:], list(state.record.events())
    assert (copy == state, hash(copy) == hash(state)) == (True, True)
    copy.play_random(random.Random(1))
    assert copy != state
    assert (state.s, list(state.record.events())) == (before, events)
    assert len(copy.record) > len(state.record)
    assert len(lying(copy, table)) == 2


def test_blind_play_is_the_same_game():
    b, _ = asking()
    game = Game(b.program())
    knowing, blind = game.new_state(3), game.new_state(3, knowledge=False)
    for turn in range(4):
        assert knowing.choices() == blind.choices()
        choice = knowing.choices()[turn % len(knowing.choices())]
        knowing.apply(choice)
        blind.apply(choice)
    program = game.program
    assert knowing.s[:program.knowledge] == blind.s[:program.knowledge]
    assert len(blind.record) == 0


def test_a_save_is_the_same_position():
    b, _ = asking()
    game = Game(b.program())
    state = game.new_state(9)
    state.play_random(random.Random(0))
    back = State.from_bytes(game, state.to_bytes())
    assert back == state
    assert list(back.record.events()) == list(state.record.events())
    assert back.record.track == state.record.track
    for one in (state, back):
        one.play_random(random.Random(4))
    assert back == state


def test_damaged_saves_are_refused_with_a_reason():
    b, _ = asking()
    game = Game(b.program())
    data = game.new_state(9).to_bytes()
    for place in range(0, len(data), 7):
        damaged = bytearray(data)
        damaged[place] ^= 0x10
        with pytest.raises(SaveError):
            State.from_bytes(game, bytes(damaged))
    for wrong in (b"", b"hello", data[:50], data[:-1]):
        with pytest.raises(SaveError):
            State.from_bytes(game, wrong)
    other = Builder()
    with pytest.raises(SaveError, match="damaged"):
        State.from_bytes(Game(other.program()), data)


def test_the_first_player_can_be_given():
    b = Builder()
    game = Game(b.program())
    assert game.new_state(first_player=2).s[10] == 2
    with pytest.raises(ValueError, match="seats 1 to 2"):
        game.new_state(first_player=3)


def test_examples_place_cards_from_outside_first():
    b = Builder()
    b.cards(Fox=2, Hen=1)
    row, pile = b.zone("row", "row"), b.zone("pile", "stack")
    state = played(b, cards_to(row, 0, 2))
    state.place_given(pile, [(0, 0), (1, 1), (0, 0)])
    assert (lying(state, pile), lying(state, row)) == ([1, 2, 0], [])
    state.place_given(pile, [])
    assert lying(state, pile) == []
    with pytest.raises(ValueError, match="only 2 cards"):
        state.place_given(row, [(0, 0)] * 3)


def test_every_seed_of_64_bits_counts():
    b, _ = asking()
    game = Game(b.program())
    assert len({tuple(game.new_state(seed).s) for seed in (0, 1, 1 << 32, -1, HIGHEST)}) == 5
    assert game.new_state(1 << 64) == game.new_state(0)
