"""Arithmetic of modules, operation by operation, against `numbers.py`: ends, signs, zeros, no value at all."""

from fractions import Fraction
from functools import cache
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.engine.game import Game
from rulelang.ir import nodes as ir
from rulelang.ir import numbers as n
from rulelang.wasm.builder import Builder as ModuleBuilder
from tests.support.ir import Builder
from tests.wasm.modules import functions, opened

EDGES = [n.NONE, n.LOWEST, n.LOWEST + 1, -65537, -7, -2, -1, 0, 1, 2, 7, 65536, n.HIGHEST - 1, n.HIGHEST]
ANY = st.one_of(st.sampled_from(EDGES), st.integers(-20, 20), st.integers(n.NONE, n.HIGHEST))
BINARY = ("add", "sub", "mul", "div_up", "div_down", "mod", "min", "max", "eq", "ne", "lt", "le")
UNARY = ("neg", "not", "or_zero", "is_none")


@cache
def operations():
    """For every operation the interpreter's function and the module's."""
    b = Builder()
    nodes = {op: ir.Binary(op, ir.Reg(0), ir.Reg(1)) for op in BINARY}
    nodes |= {op: ir.Unary(op, ir.Reg(0)) for op in UNARY}
    nodes["between"] = ir.Size(ir.Between(ir.Reg(0), ir.Reg(1)))
    numbers = {op: b.function(node, 2) for op, node in nodes.items()}
    program = b.program()
    game = Game(program)
    state = game.new_state(knowledge=False)
    compiled = functions(program, state.s, *numbers.values())
    return {op: (lambda *args, f=f: game.code.call(f, state.s, *args), mine)
            for (op, f), mine in zip(numbers.items(), compiled, strict=True)}


@pytest.mark.parametrize("op", [*BINARY, *UNARY, "between"])
def test_at_every_edge(op):
    interpreted, compiled = operations()[op]
    assert {(a, b): compiled(a, b) for a in EDGES for b in EDGES} \
        == {(a, b): interpreted(a, b) for a in EDGES for b in EDGES}


def kept(x):
    """As the language keeps a number: at the smallest or largest instead of beyond."""
    return max(n.LOWEST, min(n.HIGHEST, x))


# What the language says of each operation, in exact arithmetic.
MEANING = {
    "add": lambda a, b: kept(a + b), "sub": lambda a, b: kept(a - b), "mul": lambda a, b: kept(a * b),
    "div_up": lambda a, b: kept(ceil(Fraction(a, b))) if b else 0,
    "div_down": lambda a, b: kept(floor(Fraction(a, b))) if b else 0,
    "mod": lambda a, b: a - b * floor(Fraction(a, b)) if b else 0,
    "min": min, "max": max, "eq": lambda a, b: a == b, "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b, "le": lambda a, b: a <= b,
    "neg": lambda a, b: -a, "not": lambda a, b: a != 1, "or_zero": lambda a, b: a, "is_none": lambda a, b: False,
}
NONES = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: False, "le": lambda a, b: False,
         "not": lambda a, b: True, "or_zero": lambda a, b: 0 if a == n.NONE else a,
         "is_none": lambda a, b: a == n.NONE}


def test_every_operation_has_a_meaning():
    assert set(MEANING) == {*BINARY, *UNARY}


@pytest.mark.parametrize("op", MEANING)
def test_both_executors_mean_what_the_language_says(op):
    known = [x for x in EDGES if x != n.NONE]
    expected = {(a, b): int(MEANING[op](a, b)) for a in known for b in known}
    for executor in operations()[op]:
        assert {(a, b): executor(a, b) for a, b in expected} == expected


@pytest.mark.parametrize("op", NONES)
def test_none_equals_none_and_is_compared_with_nothing(op):
    pairs = [(n.NONE, b) for b in EDGES] if op in UNARY else [
        (a, b) for a in EDGES for b in EDGES if n.NONE in (a, b)]
    for executor in operations()[op]:
        assert {(a, b): executor(a, b) for a, b in pairs} == {(a, b): int(NONES[op](a, b)) for a, b in pairs}


@given(st.sampled_from((*BINARY, *UNARY)), ANY, ANY)
def test_anywhere(op, a, b):
    interpreted, compiled = operations()[op]
    assert compiled(a, b) == interpreted(a, b)


def test_the_generator_and_the_digest():
    program = Builder().program()
    builder = ModuleBuilder(program)
    for name in ("word", "absorb"):
        builder.module.exports.append((name, builder.runtime(name)))
    call = _exports(builder)
    for low, high, counter in ((0, 0, 0), (7, 1, 2), (-1, -1, -1), (n.LOWEST, n.HIGHEST, 12345)):
        assert call("word", low, high, counter) & n.MASK == n.word(low, high, counter & n.MASK)
        assert tuple(call("absorb", low, high, counter)) == n.absorb(low, high, counter)


@pytest.mark.parametrize("size", [2, 3, 7, 52, 100_000, 0x7FFFFFFF])
def test_draws_use_the_same_words(size):
    builder = ModuleBuilder(Builder().program())
    builder.module.exports.append(("play_below", builder.runtime("play_below")))
    builder.module.exports.append(("set_play_seed", builder.runtime("set_play_seed")))
    call = _exports(builder)
    call("set_play_seed", 5, -9, 0)
    counter = 0
    for _ in range(50):
        expected, counter = n.below(5, -9, counter, size)
        assert call("play_below", size) == expected


def _exports(builder):
    store, exports = opened(builder)
    return lambda name, *args: exports[name](store, *args)
