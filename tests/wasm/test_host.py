"""Modules and what surrounds them: the cache, its damages, the interpreter in their place."""

import os
import subprocess
import sys
from errno import ENOSPC

import pytest

from rulelang.engine.game import Game
from rulelang.ir import nodes as ir
from rulelang.wasm import compiled
from rulelang.wasm.host import Player, Runner, interpreted
from rulelang.wasm.unit import INTS, Unsupported
from tests.support.games import game
from tests.support.ir import Builder, C
from tests.support.project import ROOT

KUHN = ROOT / "games" / "classics" / "kuhn_poker.rules"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(compiled, "_modules", {})
    return tmp_path / "rulelang"


def results(n=5):
    return list(Runner(game(KUHN, 2)).playouts(1, n, digest=True))


def test_a_module_is_taken_from_the_cache(cache, monkeypatch):
    before = results()
    assert [path.suffix for path in cache.iterdir()] == [".bin"]
    monkeypatch.setattr(compiled, "_modules", {})
    monkeypatch.setattr(compiled, "_write", None)
    assert results() == before


@pytest.mark.parametrize("damage", [b"", b"nonsense", None], ids=["empty", "nonsense", "cut"])
def test_a_damaged_cache_is_made_anew(cache, monkeypatch, damage):
    before = results()
    place, = cache.iterdir()
    whole = place.read_bytes()
    place.write_bytes(whole[:-100] if damage is None else damage)
    monkeypatch.setattr(compiled, "_modules", {})
    assert results() == before
    assert len(place.read_bytes()) == len(whole)


def test_a_folder_that_cannot_be_used_is_no_matter(tmp_path, monkeypatch):
    place = tmp_path / "file"
    place.write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))
    monkeypatch.setattr(compiled, "_modules", {})
    assert len(results()) == 5


def test_a_full_disk_is_no_matter_and_nothing_is_left_of_what_did_not_fit(cache, monkeypatch):
    def full(*_):
        raise OSError(ENOSPC, "No space left on device")
    monkeypatch.setattr(os, "replace", full)
    monkeypatch.setattr(compiled, "_modules", {})
    assert len(results()) == 5
    assert list(cache.iterdir()) == []


@pytest.mark.parametrize("knowledge", [False, True])
def test_a_move_that_there_is_not_is_refused_and_changes_nothing(knowledge):
    runner = Runner(game(KUHN, 2), knowledge=knowledge)
    runner.begin(5)
    before, moves = runner.ints, runner.count_moves()
    for place in (-1, moves, -2**31, 2**40):
        with pytest.raises(IndexError, match=f"places 0 to {moves - 1}, not {place}"):
            runner.choose(place)
        assert runner.ints == before
    while runner.count_moves():
        runner.choose(0)
    end = runner.ints
    with pytest.raises(IndexError, match="no seat is to move"):
        runner.choose(0)
    assert runner.ints == end
    assert runner.state().is_terminal


def test_processes_share_the_cache(cache, tmp_path):
    program = ("import rulelang; from rulelang.wasm.host import Player; "
               f"print(sum(r.turns for r in Player(rulelang.load({str(KUHN)!r})).playouts(0, 50)))")
    runs = [subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env={"XDG_CACHE_HOME": str(tmp_path), "PATH": ""}, text=True) for _ in range(2)]
    said = [run.communicate(timeout=120) for run in runs]
    assert said[0] == said[1]
    assert int(said[0][0]) > 100
    assert said[0][1] == ""


def test_without_wasmtime_the_interpreter_plays_and_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    player = Player(game(KUHN, 2))
    assert list(player.playouts(1, 5, digest=True)) == [interpreted(game(KUHN, 2), seed, digest=True)
                                                         for seed in range(1, 6)]
    assert player.slow_because == "wasmtime is not installed"


def test_what_modules_cannot_do_is_said_and_interpreted(monkeypatch):
    monkeypatch.delitem(INTS, ir.Knows)
    b = Builder()
    (card,), = b.cards(ant=1)
    at = b.take()
    b.zone("here")
    b.start(ir.SetCellTo(at, ir.Knows(C(1), C(card))))
    made = Game(b.program())
    with pytest.raises(Unsupported, match="Knows"):
        Runner(made)
    player = Player(made)
    assert [result.turns for result in player.playouts(0, 2)] == [0, 0]
    assert player.slow_because == "modules cannot do: Knows"


def test_seeds_go_on_over_32_bits():
    made = game(KUHN, 2)
    first = 2**32 - 2
    assert list(Runner(made).playouts(first, 4, digest=True)) == [interpreted(made, seed, digest=True)
                                                                  for seed in range(first, first + 4)]


def test_a_position_can_be_put_into_a_module():
    made = game(KUHN, 2)
    state, runner = made.new_state(5, knowledge=False), Runner(made, listing=True)
    runner.ints = state.s
    assert runner.ints == state.s
    state.play_uniform(3, 4, 0)
    runner.play_uniform(3, 4, 0)
    assert runner.ints == state.s


def test_the_cache_keeps_what_was_used_last(cache, monkeypatch):
    cache.mkdir()
    for number in range(compiled.MOST_KEPT + 5):
        old = cache / f"module-{number:03}.bin"
        old.write_bytes(b"old")
        os.utime(old, (number, number))
    results()
    left = sorted(path.name for path in cache.glob("module-*.bin"))
    assert len(left) == compiled.MOST_KEPT
    assert "module-000.bin" not in left
    assert f"module-{compiled.MOST_KEPT + 4:03}.bin" in left


def test_fixed_functions_have_names_of_their_own():
    from importlib import import_module
    from pkgutil import iter_modules

    import rulelang.wasm
    from rulelang.wasm.fixed import RUNTIME

    parts = [getattr(import_module(f"rulelang.wasm.{found.name}"), "RUNTIME", {})
             for found in iter_modules(rulelang.wasm.__path__) if found.name not in ("builder", "fixed")]
    inside = {name for part in parts for name in part}
    assert inside == set(RUNTIME)
    for name in inside:
        assert {part[name] for part in parts if name in part} == {RUNTIME[name]}


@pytest.mark.parametrize("seat", [0, 3, -1, 10**12])
def test_a_seat_that_is_not_at_the_table_is_refused_by_either_executor(seat):
    played = game(KUHN, 2)
    state, runner = played.new_state(1), Runner(played, knowledge=True)
    runner.begin(1)
    for ask in (state.information_key, runner.information_key, lambda seat: runner.begin(1, seat),
                lambda seat: played.new_state(1, first_player=seat)):
        with pytest.raises(ValueError, match="seats 1 to 2"):
            ask(seat)


def test_positions_of_other_games_do_not_fit():
    runner = Runner(game(KUHN, 2))
    runner.begin(1)
    before = runner.ints
    for wrong in ([], before[:-1], [*before, 0]):
        with pytest.raises(ValueError, match="ints"):
            runner.ints = wrong
    with pytest.raises(ValueError, match="ints"):
        runner.take(game(ROOT / "games" / "linkage.rules", 2).new_state(1))
    assert runner.ints == before
