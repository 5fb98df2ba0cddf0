"""Functions that are written in place of their calls do what the calls did."""

import wasmtime

from rulelang.wasm.compiled import engine, kept
from rulelang.wasm.encode import I32, I64, Module
from rulelang.wasm.inline import inlined
from rulelang.wasm.words import Var, Writer, call, pick


def results(module, function, *args):
    """What an exported function gives as the module is, and with functions written in place."""
    found = []
    for _ in range(2):
        code = module.encode()
        store = kept(wasmtime.Store(engine(False)))
        exports = wasmtime.Instance(store, kept(wasmtime.Module(engine(False), code)), []).exports(store)
        found.append((exports[function](store, *args), len(module.funcs)))
        module.funcs = inlined(module, [f for _, f in module.exports])
    return found


def early(module):
    """(n): 7 at once for n below 3, else n times 2, by a return out of a loop."""
    f = module.func([I32], [I32])
    w = Writer(f)
    n, = w.params()
    with w.count(0, 9) as i, w.when((n < 3) | (i > 1)):
        w.give(pick(n < 3, 7, n * 2))
    w.push(-1)
    return f


def exported(module, name, params, results):
    f = module.func([I32] * params, results)
    module.exports.append((name, f))
    return f, Writer(f)


def test_returns_from_inside_leave_the_part_only():
    module = Module()
    inner = early(module)
    _, w = exported(module, "f", 1, [I32])
    n, = w.params()
    w.push(call(inner, n) + call(inner, n + 1) * 100)
    assert results(module, "f", 2) == [(607, 2), (607, 1)]


def test_locals_are_zero_each_time():
    module = Module()
    adds = module.func([I32], [I32])
    inside = Writer(adds)
    total = inside.var()
    with inside.when(Var(adds, 0) > 0):
        total.add(5)
    inside.push(total)
    _, w = exported(module, "f", 0, [I32])
    total = w.var(0)
    with w.count(-2, 3) as n:
        total.add(call(adds, n))
    w.push(total)
    assert results(module, "f") == [(10, 2), (10, 1)]


def test_several_results_and_wide_locals():
    module = Module()
    two = module.func([I32], [I32, I32])
    wide = two.local(I64)
    inside = Writer(two)
    with inside.when(Var(two, 0).eq(0)):
        inside.give(1, 2)
    two.get(0)
    two.op("i64.extend_i32_s")
    two.set(wide)
    two.get(wide)
    two.op("i32.wrap_i64")
    two.get(0)
    f, _ = exported(module, "f", 1, [I32])
    f.get(0)
    f.call(two)
    f.op("i32.sub")
    f.const(0)
    f.call(two)
    f.op("i32.sub", "i32.add")
    assert results(module, "f", 9) == [(-1, 2), (-1, 1)]


def test_functions_that_call_themselves_stay():
    module = Module()
    down = module.func([I32], [I32])
    w = Writer(down)
    n, = w.params()
    with w.when(n < 1):
        w.give(0)
    w.push(call(down, n - 1) + 2)
    _, w = exported(module, "f", 1, [I32])
    w.push(call(down, *w.params()))
    assert [value for value, _ in results(module, "f", 5)] == [10, 10]
