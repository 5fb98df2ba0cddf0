"""Programs in, what their modules give out: functions of a program called alone, games played move by move."""

from itertools import islice
from threading import Thread

import wasmtime

from rulelang.engine.game import Game
from rulelang.ir.numbers import play_seed, signed
from rulelang.ir.program import DECIDING, SEED_HIGH, SEED_LOW, STATUS
from rulelang.wasm.builder import Builder as ModuleBuilder
from rulelang.wasm.compiled import engine, kept
from rulelang.wasm.host import Runner
from rulelang.wasm.layout import STATE, packed


def functions(program, s, *numbers):
    """Functions of a program in a module that holds these ints, as Python functions; they give ints or lists."""
    builder = ModuleBuilder(program)
    for number in numbers:
        builder.module.exports.append((f"f{number}", builder.function(number)))
    store, exports = opened(builder)
    memory = exports["memory"]
    memory.write(store, packed(s), STATE)

    def function(number):
        def call(*args):
            found = exports[f"f{number}"](store, builder.layout.arena, *args)
            if not isinstance(found, list):
                return found
            at, length = found
            content = memory.read(store, at, at + 4 * length)
            return [int.from_bytes(content[4 * i:4 * i + 4], "little", signed=True) for i in range(length)]
        return call
    return [function(number) for number in numbers]


def opened(builder):
    """The store and the exports of a new instance of what a builder has put together."""
    module = kept(wasmtime.Module(engine(False), builder.build()))
    store = kept(wasmtime.Store(engine(False)))
    return store, wasmtime.Instance(store, module, []).exports(store)


def same_course(game, seed, most, *, listing=True):
    """Play a game with both executors, at most so many moves; where they part, (move, cells), else None."""
    state, runner = game.new_state(seed, knowledge=False), Runner(game, listing=listing)
    runner.begin(seed)
    low, high = play_seed(state.s[SEED_LOW], state.s[SEED_HIGH])
    counter = 0
    for move in range(most + 1):
        ints = runner.ints
        if ints != state.s:
            return move, [(at, a, b) for at, (a, b) in enumerate(zip(state.s, ints, strict=True)) if a != b]
        if state.s[STATUS] != DECIDING:
            return None
        before = counter
        counter = state.play_uniform(low, high, before)
        if runner.play_uniform(low, high, before) != signed(counter):
            return move, "the generator of playouts"
    return None


def started(b, **limits):
    """A handmade game, and its first stop by both executors."""
    game = Game(b.program(), **limits)
    runner = Runner(game)
    runner.begin(0)
    return game.new_state(knowledge=False), runner


def goes_there_and_back(played, runner, times):
    """A game that both executors play by turns, ten moves each, is the one that the interpreter plays alone."""
    state, through = played.new_state(4), played.new_state(4)
    counters = iter(range(20 * times))
    for _ in range(times):
        for counter in islice(counters, 10):
            state.play_uniform(7, 8, counter)
            through.play_uniform(7, 8, counter)
        runner.take(through)
        for counter in islice(counters, 10):
            state.play_uniform(7, 8, counter)
            runner.play_uniform(7, 8, counter)
        through = runner.state()
    assert through.s == state.s
    assert through.record.to_plain() == state.record.to_plain()
    assert through.view(1) == state.view(1)


def at_once(run, threads=4):
    """Whatever several threads do at the same time, each comes to its end."""
    ends = []
    started = [Thread(target=lambda: (run(), ends.append(True))) for _ in range(threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    assert ends == [True] * threads
