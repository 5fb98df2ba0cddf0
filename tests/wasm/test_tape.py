"""The tape of events in a module's memory: it is emptied in time, and holds one game."""

import pytest

from rulelang.engine.events import DECISION, OVER
from rulelang.engine.game import Game
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import play_seed
from rulelang.wasm.host import Runner, play_out
from rulelang.wasm.layout import TAPE_BYTES
from tests.support.games import game
from tests.support.ir import Builder, C, Cell
from tests.support.project import ROOT

KUHN = ROOT / "games" / "classics" / "kuhn_poker.rules"


def long_game(rounds):
    """A game of so many moves, each of which lists the numbers to 300 for all."""
    b = Builder()
    at = b.take()
    count = ir.SetCellTo(at, ir.Binary("add", Cell(at), C(1)))
    tell = ir.RevealValue(ir.Between(C(1), C(300)), 0, None, C(1))
    ask = b.decision(ir.Pick(b.point("p"), b.take(), ir.Between(C(1), C(2)), None, 0))
    first, last = b.entry(b.main), b.block(then=ir.Finish())
    more = b.reserve()
    b.block(count, tell, then=ir.Decide(ask, more), number=first)
    b.block(then=ir.Fork2(ir.Binary("lt", Cell(at), C(rounds)), first, last), number=more)
    return Game(b.program())


def test_a_game_may_tell_more_than_the_tape_holds():
    played = long_game(450)
    state, runner = played.new_state(3), Runner(played, knowledge=True)
    play_out(state)
    assert TAPE_BYTES < 8 * 300 * 1500
    runner.begin(3)
    low, high = play_seed(3, 0)
    counter = 0
    while runner.ints[0] == 1:
        counter = runner.play_uniform(low, high, counter)
    assert runner.events() == list(state.record.events())
    assert runner.ints == state.s


def test_the_end_is_told_once_where_questions_ask_nothing():
    b = Builder()
    b.ask(b.decision(), b.decision())
    played = Game(b.program())
    state, runner = played.new_state(1), Runner(played, knowledge=True)
    runner.begin(1)
    assert [event[0] for _, event in state.record.events()] == [DECISION, DECISION, OVER]
    assert runner.record().to_plain() == state.record.to_plain()
    assert runner.ints == state.s


def test_playouts_keep_no_record():
    runner = Runner(game(KUHN, 2), knowledge=True)
    list(runner.playouts(1, 5))
    with pytest.raises(ValueError, match="no game"):
        runner.record()


def test_a_blind_module_keeps_no_record():
    runner = Runner(game(KUHN, 2))
    runner.begin(1)
    with pytest.raises(ValueError, match="blind"):
        runner.events()


def test_a_new_game_begins_a_new_record():
    runner = Runner(game(KUHN, 2), knowledge=True)
    for seed in (1, 2):
        runner.begin(seed)
    assert runner.events() == list(game(KUHN, 2).new_state(2).record.events())


def test_modules_do_not_go_on_where_chance_has_stopped():
    state = game(KUHN, 2).new_state(1, explicit=True)
    with pytest.raises(ValueError, match="chance"):
        Runner(game(KUHN, 2), knowledge=True).take(state)
