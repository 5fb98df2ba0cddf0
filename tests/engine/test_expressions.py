"""Every expression of the IR gives what its docstring says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.engine.game import Game
from rulelang.ir import nodes as ir
from rulelang.ir import numbers as n
from tests.support.ir import Builder, C, cards_to

NONE = n.NONE
NUMBERS = st.one_of(st.integers(n.LOWEST, n.HIGHEST), st.integers(-3, 3), st.just(NONE))


def values_of(*nodes, build=None, setup=()):
    """What these expressions give at the end of a small game."""
    b = build or Builder()
    numbers = [b.function(node, returns_list=gives_list(b, node)) for node in nodes]
    b.start(*setup)
    state = Game(b.program()).new_state()
    return [state.call_function(number) for number in numbers]


def gives_list(b, node):
    if isinstance(node, ir.Choice):
        return gives_list(b, node.then)
    if isinstance(node, ir.CallFunction):
        return b.functions[node.function].returns_list
    return isinstance(node, ir.ListExpr)


def value_of(node, **more):
    return values_of(node, **more)[0]


@given(NUMBERS, NUMBERS)
def test_binary_operations_agree_with_the_tables(x, y):
    expected = {
        "add": n.saturate(x + y), "sub": n.saturate(x - y), "mul": n.saturate(x * y), "div_up": n.divide_up(x, y),
        "div_down": n.divide_down(x, y), "mod": n.modulo(x, y), "min": min(x, y), "max": max(x, y), "eq": int(x == y),
        "ne": int(x != y), "lt": int(x < y and NONE not in (x, y)), "le": int(x <= y and NONE not in (x, y)),
    }
    b = Builder()
    cells = [b.take(), b.take()]
    setup = [ir.SetCellTo(cells[0], C(x)), ir.SetCellTo(cells[1], C(y))]
    first, second = ir.Cell(cells[0]), ir.Cell(cells[1])
    shapes = [(C(x), C(y)), (first, C(y)), (C(x), second), (first, second),
              (ir.Unary("or_zero", C(x)) if x != NONE else C(x), ir.Choice(C(1), C(y), C(0)))]
    nodes = [ir.Binary(op, left, right) for op in expected for left, right in shapes]
    found = values_of(*nodes, build=b, setup=setup)
    assert found == [value for value in expected.values() for _ in shapes]


def test_no_value_counts_as_no():
    assert value_of(ir.All((C(1), C(NONE)))) == 0
    assert value_of(ir.Any((C(NONE), C(0), C(1)))) == 1
    assert value_of(ir.Unary("not", C(NONE))) == 1
    assert value_of(ir.Unary("is_none", C(NONE))) == 1
    assert value_of(ir.Unary("or_zero", C(NONE))) == 0
    assert value_of(ir.Unary("neg", C(n.LOWEST))) == n.HIGHEST


def test_only_one_side_of_a_choice_is_evaluated():
    b = Builder()
    endless = ir.Between(C(1), C(n.HIGHEST))
    assert value_of(ir.Choice(C(0), endless, ir.ConstList((4,))), build=b) == [4]


def test_indexes_outside_give_no_value():
    b = Builder()
    var = b.var("x", count=3)
    table, lists = b.table(10, 11), b.list_table((1, 2), (3,))
    nodes = [ir.CellIn(b.at(var), C(i), 3) for i in (-1, 3, NONE)] + [ir.Lookup(table, C(i)) for i in (-1, 2, NONE)]
    nodes.append(ir.FamilyIndex(0, ((C(3), 1, 2, 1),)))
    nodes.append(ir.Element(ir.ConstList((5, 6)), C(0)))
    assert values_of(*nodes, ir.ListLookup(lists, C(2)), build=b) == [NONE] * 8 + [[]]


def test_family_indexes_count_every_key():
    assert value_of(ir.FamilyIndex(100, ((C(2), 1, 3, 4), (C(7), 5, 4, 1)))) == 100 + 4 + 2


@pytest.mark.parametrize(("op", "expected"), [("count", 2), ("sum", 6), ("max", 4), ("min", 2), ("first", 2)])
def test_folds_over_what_counts(op, expected):
    even = ir.Binary("eq", ir.Binary("mod", ir.Reg(0), C(2)), C(0))
    each = None if op in ("count", "first") else ir.Reg(0)
    assert value_of(ir.Fold(op, 0, ir.ConstList((1, 2, 3, 4)), even, each)) == expected
    assert value_of(ir.Fold(op, 0, ir.ConstList((1, 3)), even, each)) == (0 if op in ("count", "sum") else NONE)


def test_any_and_all():
    big = ir.Binary("lt", C(2), ir.Reg(0))
    assert value_of(ir.Fold("any", 0, ir.ConstList((1, 3)), None, big)) == 1
    assert value_of(ir.Fold("all", 0, ir.ConstList((1, 3)), None, big)) == 0
    assert value_of(ir.Fold("all", 0, ir.ConstList(()), None, big)) == 1


def test_none_takes_no_part_in_extremes():
    by = ir.Lookup(0, ir.Reg(0))
    b = Builder()
    b.table(5, NONE, 5, 1)
    greatest = ir.Extreme(True, 0, ir.ConstList((0, 1, 2, 3)), by)
    least = ir.Extreme(False, 0, ir.ConstList((0, 1, 2, 3)), by)
    longest = ir.Fold("max", 0, ir.ConstList((0, 1)), None, by)
    assert values_of(greatest, least, longest, build=b) == [[0, 2], [3], 5]


def test_lists_from_lists():
    left, right = ir.ConstList((3, 1, 3)), ir.ConstList((3, 2))
    assert value_of(ir.Joined(left, right)) == [3, 1, 3, 3, 2]
    assert value_of(ir.Without(left, right, False)) == [1]
    assert value_of(ir.Without(left, right, True)) == [1, 3]
    assert value_of(ir.Sorted(ir.Joined(left, ir.Items((C(NONE),))), True)) == [1, 3]
    assert value_of(ir.Sorted(left, False)) == [1, 3, 3]
    assert value_of(ir.Mapped(0, left, None, ir.Binary("mul", ir.Reg(0), C(2)))) == [6, 2, 6]
    assert value_of(ir.Items((C(NONE), C(4)), drop_none=True)) == [4]


def test_seats_go_around():
    assert value_of(ir.Seats(C(2)), build=Builder(4)) == [2, 3, 4, 1]
    assert value_of(ir.Seats(C(3), skip=True), build=Builder(4)) == [4, 1, 2]
    assert value_of(ir.Seats(C(NONE))) == []


def test_ranges_have_a_longest_length():
    assert value_of(ir.Between(C(3), C(1))) == []
    assert len(value_of(ir.Between(C(1), C(n.HIGHEST)))) == 10_000


def test_cards_are_read_where_they_lie():
    b = Builder()
    (fox, fox2), (hen,) = b.cards(Fox=2, Hen=1)
    pile, hands = b.zone("pile", "stack"), b.zone("hand", per_player=True)
    nodes = [ir.CardAt(C(pile), C(1)), ir.CardAt(C(pile), C(3)), ir.ZoneSize(C(pile)), ir.ZoneSize(C(NONE))]
    for card in (fox2, hen):
        nodes += [ir.CardInfo(what, C(card)) for what in ("zone", "position", "face", "owner", "print")]
    nodes.append(ir.CardInfo("position", C(NONE)))
    setup = [cards_to(pile, fox, fox2), cards_to(hands[1], hen, face=1)]
    assert values_of(*nodes, build=b, setup=setup) == [
        fox2, NONE, 2, 0, pile, 1, 0, NONE, 0, hands[1], 1, 1, 2, 1, NONE]


def test_available_counts_every_card_that_can_come():
    b = Builder()
    (foxes,) = b.cards(Fox=4)
    discard = b.zone("discard", "stack")
    spare = b.zone("spare")
    deck = b.zone("deck", "stack", refill=[b.refill(discard, keep=1), b.refill(spare), b.refill(discard)])
    setup = [cards_to(discard, *foxes[:2]), cards_to(spare, foxes[2]), cards_to(deck, foxes[3])]
    assert value_of(ir.Available(C(deck)), build=b, setup=setup) == 4


def test_functions_take_arguments_and_may_compute_in_steps():
    b = Builder()
    squares = b.function(ir.ListReg(1), 1, 4, returns_list=True, body=[
        ir.SetReg(1, ir.ConstList(())),
        ir.SetReg(2, C(0)),
        ir.While(ir.Binary("lt", ir.Reg(2), ir.Reg(0)), (
            ir.SetReg(2, ir.Binary("add", ir.Reg(2), C(1))),
            ir.Append(1, ir.Binary("mul", ir.Reg(2), ir.Reg(2))))),
        ir.SetItem(1, C(1), C(100))])
    assert value_of(ir.CallFunction(squares, (C(3),)), build=b) == [100, 4, 9]


def test_a_function_comes_to_an_end():
    b = Builder()
    endless = b.function(ir.Reg(0), 0, 1, body=[
        ir.While(C(1), (ir.SetReg(0, ir.Binary("add", ir.Reg(0), C(1))),))])
    assert value_of(ir.CallFunction(endless, ()), build=b) == 100_000


def test_sets_are_read_from_bits():
    b = Builder()
    var = b.var("marks", set_count=40, low=-5, count=2)
    setup = [ir.Store(var, C(1), ir.ConstList((-5, 26, 34, 99)))]
    nodes = [ir.SetCell(b.at(var), C(i), 2, -5, 40) for i in (0, 1, 2, NONE)]
    assert values_of(*nodes, build=b, setup=setup) == [[], [-5, 26, 34], [], []]
