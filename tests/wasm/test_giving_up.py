"""Where a module gives up, the interpreter does what was asked for: the course of games is the same, and it is said."""

from functools import partial

import pytest

from rulelang.engine import code
from rulelang.engine.game import Game
from rulelang.engine.rollouts import roll_out, roll_out_moves
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import play_seed
from rulelang.ir.program import DECIDING, SEED_HIGH, SEED_LOW, STATUS
from rulelang.wasm import builder, compiled, runtime_play, work
from rulelang.wasm.batch import FAULTY, Batch
from rulelang.wasm.course import CourseRunner
from rulelang.wasm.host import Runner
from rulelang.wasm.stepper import Stepper
from tests.support.games import game
from tests.support.ir import Builder, C, Cell
from tests.support.project import ROOT
from tests.wasm.modules import at_once
from tests.wasm.test_batch import stand
from tests.wasm.test_stepper import parted

GIN = ROOT / "games" / "classics" / "gin_rummy.rules"
HEARTS = ROOT / "games" / "classics" / "hearts.rules"


@pytest.fixture
def impatient(monkeypatch):
    """Modules that give up at a few elements, which a question has now and then."""
    monkeypatch.setattr(work, "LIGHT", 10)
    for module in (builder, runtime_play):
        monkeypatch.setattr(module, "GIVEN_UP", 40)
    monkeypatch.setattr(compiled, "_modules", {})


def played_alike(played, runner, seed, moves):
    """Moves drawn at random by a module and by the interpreter; how often the module has been opened anew."""
    opened, open_anew = [], runner.open

    def opening():
        opened.append(True)
        open_anew()
    runner.open = opening
    knowledge = runner.recorder is not None
    state = played.new_state(seed, knowledge=knowledge)
    runner.begin(seed)
    low, high = play_seed(state.s[SEED_LOW], state.s[SEED_HIGH])
    for counter in range(moves):
        assert runner.ints == state.s
        if state.s[STATUS] != DECIDING:
            break
        assert runner.count_moves() == len(state.first_paths())
        if counter % 2:
            state.play_uniform(low, high, counter)
            runner.play_uniform(low, high, counter)
        else:
            state.play_path(state.first_paths()[-1])
            runner.choose(runner.count_moves() - 1)
    if knowledge:
        assert runner.events()[-20:] == list(state.record.events())[-20:]
        assert runner.record().to_plain() == state.record.to_plain()
    return len(opened)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("make", [Runner, partial(Runner, knowledge=True), CourseRunner],
                         ids=["blind", "full", "course"])
def test_games_go_on_as_the_interpreter_plays_them(make):
    played = game(HEARTS, 4)
    runner = make(played)
    opened = played_alike(played, runner, 2, 25)
    assert 0 < opened < 50              # the module has done something, too
    assert runner.slow_because


@pytest.mark.usefixtures("impatient")
def test_moves_are_listed_as_the_interpreter_lists_them():
    state, runner = game(GIN, 2).new_state(3), Runner(game(GIN, 2), listing=True)
    runner.take(state)
    assert runner.moves() == state.first_paths()


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("knowledge", [False, True])
def test_games_are_stepped_through_as_the_interpreter_does(knowledge):
    assert parted(game(GIN, 2), 3, 40, knowledge=knowledge) is None
    assert parted(game(HEARTS, 4), 3, 40, knowledge=knowledge, explicit=False) is None


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("knowledge", [False, True])
def test_batches_go_the_way_of_the_interpreter(knowledge):
    fast, slow = (Batch(game(HEARTS, 4), 4, seed=1, again=True, knowledge=knowledge, modules=modules)
                  for modules in (True, False))
    for _ in range(30):
        assert stand(fast) == stand(slow)
        assert fast.draw(3).tolist() == slow.draw(3).tolist()
        fast.step()
        slow.step()
    assert "unreachable" in fast.slow_because
    assert slow.slow_because == ""


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("knowledge", [False, True])
def test_random_games_from_a_position_are_the_same(knowledge):
    played = game(HEARTS, 4)
    state, runner = played.new_state(4, knowledge=knowledge), Runner(played, knowledge=knowledge)
    runner.take(state)
    assert runner.roll_out(2, 5) == roll_out(state, 2, 5)
    assert runner.roll_out_moves(1, 5).position == roll_out_moves(state, 1, 5).position
    assert runner.ints == state.s


def heavy():
    """A game whose first question is answered at once, behind which a query goes through more than is allowed."""
    b = Builder()
    at, total = b.take(), b.take()
    inner = ir.Fold("sum", 1, ir.Between(C(1), C(9_000)), None, ir.Reg(1))
    outer = ir.Fold("max", 0, ir.Between(C(1), C(9_000)), None, ir.Binary("add", inner, ir.Reg(0)))
    ask = b.decision(ir.Pick(b.point("p"), at, ir.Between(C(1), C(3)), None, 0))
    over = b.block(ir.SetCellTo(total, ir.Binary("add", outer, Cell(at)), 5), then=ir.Finish())
    b.block(then=ir.Decide(ask, over), number=b.entry(b.main))
    return Game(b.program())


@pytest.fixture
def little_work(monkeypatch):
    """The interpreter stops at a tenth of its usual limit, so that it comes there soon."""
    monkeypatch.setattr(code, "MOST_WORK", 100_000)


@pytest.mark.usefixtures("little_work")
def test_what_is_too_much_for_both_ends_the_game_with_the_diagnostic_of_the_interpreter():
    played = heavy()
    state = played.new_state(1)
    state.apply(state.choices()[0])
    assert state.fault.limit == "work"
    for knowledge in (False, True):
        stepper, runner = Stepper(played, knowledge=knowledge), Runner(played, knowledge=knowledge)
        ways = (stepper, lambda s=stepper: s.answer(s.actions()[0])), (runner, lambda r=runner: r.choose(0))
        for each, act in ways:
            each.begin(1)
            assert each.slow_because == ""
            act()
            assert each.slow_because
            assert (each.fault.limit, each.fault.span) == ("work", state.fault.span)
        assert runner.state().fault.limit == "work"


@pytest.mark.usefixtures("little_work")
def test_a_batch_goes_on_with_its_other_games():
    for modules in (True, False):
        batch = Batch(heavy(), 3, seed=1, modules=modules)
        batch.step([batch.space.number(0, 2), -1, batch.space.number(0, 1)])
        assert list(batch.turn.ends) == [FAULTY, 0, FAULTY]
        assert bool(batch.slow_because) == modules
        assert list(batch.turn.players) == [0, 1, 0]


def test_threads_that_share_a_module_wait_for_each_other():
    played = game(GIN, 2)
    runner, stepper = Runner(played, listing=True), Stepper(played)
    runner.begin(3)
    before = runner.moves(), runner.roll_out(3, 1), runner.ints

    def run():
        for n in range(10):
            assert (runner.moves(), runner.roll_out(3, 1), runner.ints) == before
            stepper.begin(n)
            stepper.actions()
            assert len(list(stepper.playouts(n, 3))) == 3
    at_once(run)
