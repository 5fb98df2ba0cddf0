"""Many games stepped through together: as the interpreter steps through each, and nothing is lost by a wrong answer."""

import ctypes
from array import array
from contextlib import suppress
from dataclasses import replace

import pytest

from rulelang.engine.action_space import ActionSpace
from rulelang.engine.game import Game
from rulelang.ir import nodes as ir
from rulelang.ir.program import OVER, STATUS
from rulelang.wasm.batch import ENDED, FAULTY, RUNNING, Batch, WrongAction
from rulelang.wasm.batch_interpreted import answer
from rulelang.wasm.unit import INTS
from tests.support.games import every_table, game
from tests.support.ir import Builder, C, Cell
from tests.support.project import ROOT
from tests.wasm.modules import at_once

KUHN = ROOT / "games" / "classics" / "kuhn_poker.rules"
HEARTS = ROOT / "games" / "classics" / "hearts.rules"
LINKAGE = ROOT / "games" / "linkage.rules"


def stand(batch):
    """Everything that a batch shows, and its positions."""
    shown = tuple(part.tobytes() for part in (*batch.turn, batch.keys) if part is not None)
    return shown, [batch.position(n).s for n in range(batch.games)]


def side_by_side(played, games, steps, seed, *, knowledge=False):
    """Steps of a batch in a module and of one by the interpreter; the first at which they differ, or None."""
    fast = Batch(played, games, seed=seed, again=True, knowledge=knowledge)
    slow = Batch(played, games, seed=seed, again=True, knowledge=knowledge, modules=False)
    assert fast.slow_because == ""
    for step in range(steps):
        if stand(fast) != stand(slow) or fast.draw(seed).tolist() != slow.draw(seed).tolist():
            return step
        fast.step()
        slow.step()
    return None


@pytest.mark.parametrize(("rules", "players", "steps"), [(KUHN, 2, 40), (LINKAGE, 2, 30), (HEARTS, 4, 70)],
                         ids=["kuhn_poker", "linkage", "hearts"])
def test_a_batch_goes_the_way_of_the_interpreter(rules, players, steps):
    assert side_by_side(game(rules, players), 2, steps, 3) is None


@pytest.mark.parametrize(("rules", "players", "steps"), [(KUHN, 2, 40), (LINKAGE, 2, 20), (HEARTS, 4, 40)],
                         ids=["kuhn_poker", "linkage", "hearts"])
def test_a_batch_that_knows_goes_the_way_of_the_interpreter(rules, players, steps):
    assert side_by_side(game(rules, players), 2, steps, 3, knowledge=True) is None


@pytest.mark.slow
@every_table
def test_long_runs_of_batches_go_the_way_of_the_interpreter(path, players):
    assert side_by_side(game(path, players), 5, 1500, 11) is None


@pytest.mark.slow
@every_table
def test_long_runs_of_batches_that_know_go_the_way_of_the_interpreter(path, players):
    assert side_by_side(game(path, players), 3, 300, 11, knowledge=True) is None


@pytest.mark.parametrize("modules", [True, False])
def test_a_batch_gives_the_information_key_of_the_seat_to_act(modules):
    batch = Batch(game(KUHN, 2), 40, seed=1, knowledge=True, modules=modules)
    while any(batch.turn.players):
        for n, (seat, key) in enumerate(zip(batch.turn.players, batch.keys.tolist(), strict=True)):
            assert tuple(key) == (batch.position(n).information_key(seat) if seat else (0, 0))
        batch.step(batch.draw(5))
    assert not any(batch.keys.tobytes())
    assert Batch(game(KUHN, 2), 1).keys is None


def test_positions_that_a_seat_cannot_tell_apart_have_one_key():
    batch = Batch(game(KUHN, 2), 200, seed=1, knowledge=True)
    seen = {}
    for n, key in enumerate(map(tuple, batch.keys.tolist())):
        seen.setdefault(key, []).append(batch.position(n).view(batch.turn.players[n]))
    assert 3 <= len(seen) <= 6          # three cards, either seat may begin
    for views in seen.values():
        assert all(view == views[0] for view in views)


@pytest.mark.parametrize("rules", [KUHN, LINKAGE], ids=["kuhn_poker", "linkage"])
def test_a_position_out_of_a_batch_is_viewed_as_the_game_is(rules):
    batch = Batch(game(rules, 2), 1, seed=6, knowledge=True)
    state = game(rules, 2).new_state(6)
    for _ in range(6 if rules == LINKAGE else 1):
        action, = batch.draw(2)
        answer(batch.space, state, action)
        batch.step()
    for seat in (None, 1, 2):
        assert replace(batch.position(0).view(seat), log=()) == replace(state.view(seat), log=())
    assert batch.position(0).view(1).log == ()


def test_games_begin_with_seeds_in_a_row_and_go_on_with_the_next():
    played = game(KUHN, 2)
    batch = Batch(played, 3, seed=2**32 - 1, again=True)
    for n in range(3):
        assert batch.position(n).s == played.new_state(2**32 - 1 + n, knowledge=False).s
    while batch.turn.ends[1] == RUNNING:
        batch.draw(1)
        batch.step()
    assert batch.position(1).s == played.new_state(2**32 + 3, knowledge=False).s


def test_rewards_are_those_of_the_game_that_has_ended():
    batch = Batch(game(KUHN, 2), 50, seed=1)
    while any(batch.turn.players):
        batch.draw(5)
        batch.step()
        for n, row in enumerate(batch.turn.rewards.tolist()):
            if batch.turn.ends[n] and batch.actions[n] >= 0:
                assert tuple(row) == batch.position(n).returns() != (0, 0)
            else:
                assert row == [0, 0]
    assert set(batch.turn.ends) == {ENDED}
    assert not any(batch.turn.masks.tobytes())


def test_a_game_may_be_left_alone():
    batch = Batch(game(KUHN, 2), 2, seed=1)
    before = batch.position(0).s, batch.turn.masks.tolist()[0]
    batch.draw(1)
    batch.actions[0] = -1
    batch.step()
    assert (batch.position(0).s, batch.turn.masks.tolist()[0]) == before
    assert batch.position(1).s != before[0]


@pytest.mark.parametrize("modules", [True, False])
@pytest.mark.parametrize(("actions", "error", "said"), [
    ([0, 1], WrongAction, "game 0: action 0 .nothing. is not offered"),
    ([2, 9999], WrongAction, "game 1: 9999 is no action; they are 0 to 10, or -1"),
    ([2, -2], WrongAction, "game 1: -2 is no action"),
    ([2], ValueError, "1 actions for 2 games"),
    ([2, 2, 2], ValueError, "3 actions for 2 games"),
    ([2, "bet"], ValueError, "game 1: an action is a number, not 'bet'"),
    ([2, True], ValueError, "game 1: an action is a number, not True"),
    ([2, None], ValueError, "not None"),
    (array("i", [2, 7]), WrongAction, "game 1: action 7 .betting#2:.* is not offered"),
    (array("i", [2]), ValueError, "1 actions for 2 games"),
    (array("q", [2, 2**40]), WrongAction, "is no action"),
    (array("d", [2.0, 2.0]), ValueError, "an action is a number, not 2.0"),
    (b"\x02\x07", WrongAction, "action 7"),
])
def test_a_wrong_answer_is_told_and_no_game_goes_on(modules, actions, error, said):
    batch = Batch(game(KUHN, 2), 2, seed=1, modules=modules)
    before = stand(batch)
    with pytest.raises(error, match=said):
        batch.step(actions)
    assert stand(batch) == before
    batch.step(batch.draw(1))
    assert stand(batch) != before


def test_a_game_that_is_over_takes_no_answer():
    batch = Batch(game(KUHN, 2), 2, seed=1)
    while any(batch.turn.players):
        batch.step(batch.draw(3))
    assert list(batch.draw(3)) == [-1, -1]
    batch.step()
    with pytest.raises(WrongAction, match="game 1: it is over, and takes no action but -1, not 1"):
        batch.step([-1, 1])


@pytest.mark.parametrize("games", [0, -1, 10**9])
def test_a_batch_has_room_for_some_games(games):
    with pytest.raises(ValueError, match="a batch holds 1 to"):
        Batch(game(KUHN, 2), games)


def test_what_is_shown_cannot_be_written_and_outlives_the_batch():
    batch = Batch(game(KUHN, 2), 2, seed=1)
    turn = batch.turn
    for part in turn:
        with pytest.raises(TypeError, match="read-only"):
            part[(0,) * part.ndim] = 1
    before = turn.masks.tolist()
    del batch
    assert turn.masks.tolist() == before


def test_a_position_out_of_a_batch_can_be_played_on():
    batch = Batch(game(LINKAGE, 2), 2, seed=4)
    for _ in range(20):
        batch.step(batch.draw(8))
    state = batch.position(-1)
    offered = {batch.space.number(option.role.step.point, option.key) for option in state.open_options()}
    assert offered == {action for action, is_offered in enumerate(batch.turn.masks.tolist()[1]) if is_offered}
    with pytest.raises(IndexError):
        batch.position(2)


def test_a_question_that_is_too_much_ends_the_game_for_both():
    b = Builder()
    cells = [b.take() for _ in range(4)]
    picks = [ir.Pick(b.point(f"p{n}"), at, ir.Between(C(1), C(30)), None, 0, 2) for n, at in enumerate(cells)]
    never = ir.Guard(ir.Binary("lt", Cell(cells[0]), C(0)), -1)
    b.ask(b.decision(*picks, never))
    played = Game(b.program())
    fast, slow = (Batch(played, 1, modules=modules) for modules in (True, False))
    assert stand(fast) == stand(slow)
    assert set(fast.turn.ends) == {FAULTY}
    assert fast.position(0).s[STATUS] == OVER


def test_programs_that_modules_cannot_run_are_interpreted(monkeypatch):
    monkeypatch.delitem(INTS, ir.Knows)
    b = Builder()
    (card,), = b.cards(ant=1)
    at = b.take()
    b.zone("here")
    b.ask(b.decision(ir.Pick(b.point("p"), at, ir.ConstList((0, 1)), ir.Knows(C(1), C(card)), 0)))
    batch = Batch(Game(b.program()), 1)
    assert batch.slow_because == "modules cannot do: Knows"
    assert batch.turn.masks.tolist() == [[1, 0, 0]]         # nobody knows a card that is nowhere


def test_where_nothing_can_be_picked_action_0_answers():
    b = Builder()
    at = b.take()
    b.ask(b.decision(ir.Pick(b.point("p"), at, ir.Between(C(2), C(1)), None, 0), nothing=((at, 0),)))
    for modules in (True, False):
        batch = Batch(Game(b.program()), 1, modules=modules)
        assert batch.turn.masks.tolist()[0][0] == 1
        assert list(batch.step([0]).ends) == [ENDED]


def test_each_game_and_action_has_a_place_in_the_mask():
    batch = Batch(game(KUHN, 2), 5)
    assert batch.turn.masks.shape == (5, len(ActionSpace(batch.game.program)))
    assert batch.turn.rewards.shape == (5, 2)


class Numbered:
    """A number as other libraries have them: no int, but one can be made of it."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number

    def __le__(self, other):
        return self.number <= other

    def __ge__(self, other):
        return self.number >= other

    def __lt__(self, other):
        return self.number < other


@pytest.mark.parametrize("modules", [True, False])
def test_actions_come_as_numbers_of_any_kind(modules):
    batch = Batch(game(KUHN, 2), 2, seed=1, modules=modules)
    action = batch.turn.masks.tolist()[0].index(1)
    batch.step([action] * 2)
    wanted = stand(batch)
    for given in (array("i", [action] * 2), array("q", [action] * 2), array("B", [action] * 2), [Numbered(action)] * 2,
                  (ctypes.c_int * 2)(action, action), (ctypes.c_longlong * 2)(action, action),
                  memoryview(array("i", [action, 0] * 2))[::2]):
        batch.start(1)
        batch.step(given)
        assert stand(batch) == wanted, given


@pytest.mark.parametrize("given", [memoryview(bytes(8)).cast("i", (2, 1)), memoryview(bytes(4)).cast("i", ())])
def test_tables_of_actions_are_refused(given):
    with pytest.raises(ValueError, match="row"):
        Batch(game(KUHN, 2), 2, seed=1).step(given)


def test_a_batch_that_threads_share_is_stepped_by_one_at_a_time():
    batch = Batch(game(KUHN, 2), 100, seed=1, again=True)

    def run():
        for _ in range(100):
            batch.draw(3)
            with suppress(WrongAction):         # another thread has drawn, or gone on, in between
                batch.step()
            batch.position(0)
    at_once(run)
