"""The actions of a program are numbered once and for all: every option of every position has a number of its own."""

import pytest

import rulelang
from rulelang.engine.action_space import ActionSpace, NoActionSpace
from tests.support.games import PLAYABLE, checked, game, positions
from tests.support.project import ROOT, relative

BIDS = '''game "Bids"
players 2
vars:
    coins per player: 0..20
    bid: 0..50
win: highest your coins
phase play:
    each player:
        choose amount from 1..{most}
        your coins += amount
'''


@pytest.mark.parametrize("path", PLAYABLE, ids=relative)
def test_every_option_has_an_action_and_its_key_back(path):
    players = checked(path).model.low
    space = ActionSpace(game(path, players).program)
    assert len(set(space.names)) == len(space) == len(space.keys)
    for state in positions(game(path, players).new_state(4, knowledge=False), 4, 10):
        if state.is_terminal or not state.choices():
            continue
        for option, choice in zip(state.open_options(), state.choices(), strict=True):
            action = space.number(option.role.step.point, option.key)
            assert (space.points[action], space.keys[action]) == (option.role.step.point, option.key)
            point, _, value = choice.id.partition(":")
            assert space.name(action).partition(":")[0] == point
            assert value.partition("@")[0] in space.name(action).partition(":")[2]


def bids(most):
    return ActionSpace(rulelang.load(BIDS.format(most=most)).program)


def test_numbers_are_bounded_by_what_the_rules_say_of_them():
    assert bids("3").names == ("nothing", "play.amount:1", "play.amount:2", "play.amount:3")
    assert len(bids("your coins")) == 1 + 20
    assert len(bids("min(2 * bid, 70)")) == 1 + 70
    assert len(bids("bid - your coins + 5")) == 1 + 55


def test_a_number_without_a_bound_is_told():
    with pytest.raises(NoActionSpace, match=r"could be chosen at `play\.amount`"):
        ActionSpace(rulelang.load(BIDS.replace("1..{most}", "bid * bid * bid..bid * bid * bid * bid")).program)


def test_names_of_actions_do_not_move_with_edits_elsewhere():
    """Numbers do: they are dense."""
    text = (ROOT / "games" / "classics" / "kuhn_poker.rules").read_text(encoding="utf-8")
    before = ActionSpace(rulelang.load(text).program)
    after = ActionSpace(rulelang.load(text.replace('phase ', '> A remark.\nphase ', 1)).program)
    assert before.names == after.names


def test_a_key_that_cannot_be_chosen_is_no_action():
    space = bids("3")
    point = space.points[1]
    assert space.number(point, space.keys[1]) == 1
    with pytest.raises(KeyError):
        space.number(point, space.keys[-1] + 1)
