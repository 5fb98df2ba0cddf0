"""Functions of a module in, the same functions out with small ones written in place of their calls; unused ones go.

wasmtime does not do this for the calls inside a module, and a call costs more than most of what the runtime does.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.wasm.encode import EMPTY, END, SET, Func, Item, Module, read_first, signed, unsigned, zero

# Items: those of a function that is written in place everywhere, or if it is called from one place, and of the one
# that it is written into.
SMALL = 80
SINGLE = 1500
MOST = 12_000
FOREIGN = -1        # in place of the number of calls: a function of the host


def inlined(module: Module, roots: Iterable[Func]) -> list[Func]:
    """The functions that the roots need, with new bodies."""
    order = _callees_first(roots)
    foreign = [f for _, f in module.imports]
    sites: dict[Func, int] = {}
    for f in order:
        for g in _calls(f):
            sites[g] = sites.get(g, 0) + 1
    for f in foreign:
        sites[f] = FOREIGN
    pinned = set(roots)
    for f in order:
        if any(_fits(g, sites, pinned) for g in _calls(f)):
            _write_in_place(module, f, sites, pinned)
    return [*foreign, *(f for f in _callees_first(roots) if f not in foreign)]


def _calls(f: Func) -> list[Func]:
    return [item for item in f.code if isinstance(item, Func)]


def _callees_first(roots: Iterable[Func]) -> list[Func]:
    """What can be called, each function behind those it calls (but for circles)."""
    found: dict[Func, bool] = {}
    order: list[Func] = []
    waiting: list[tuple[Func, bool]] = [(f, False) for f in reversed(list(roots))]
    while waiting:
        f, done = waiting.pop()
        if done:
            found[f] = True
            order.append(f)
        elif f not in found:
            found[f] = False
            waiting.append((f, True))
            waiting += [(g, False) for g in reversed(_calls(f)) if g not in found]
    return order


def _fits(g: Func, sites: dict[Func, int], pinned: set[Func]) -> bool:
    """Whether a function is worth being written in place. Circles are left: what is in one still calls itself."""
    size = len(g.code)
    return (size <= SMALL and sites[g] != FOREIGN) or (size <= SINGLE and sites[g] == 1 and g not in pinned)


def _write_in_place(module: Module, f: Func, sites: dict[Func, int], pinned: set[Func]) -> None:
    new: list[Item] = []
    for item in f.code:
        if isinstance(item, Func) and item is not f and _fits(item, sites, pinned) and len(new) < MOST:
            new += _body(module, f, item)
        else:
            new.append(item)
    f.code = new


def _body(module: Module, f: Func, g: Func) -> list[Item]:
    """A function's code as part of another: its parameters are popped, its returns leave a block."""
    start = len(f.params) + len(f.written)
    f.written += (*g.params, *g.written)
    new: list[Item] = [4 * (start + n) + SET for n in reversed(range(len(g.params)))]
    for n in read_first(g.code):
        if n >= len(g.params):
            new += (zero(g.written[n - len(g.params)]), 4 * (start + n) + SET)
    leaves = any(isinstance(item, int) and item < 0 for item in g.code)
    if leaves:
        new.append(b"\x02" + _block_type(module, g))
    shift = 4 * start
    for item in g.code:
        if isinstance(item, int):
            new.append(item + shift if item >= 0 else b"\x0c" + unsigned(-1 - item))
        else:
            new.append(item)
    if leaves:
        new.append(END)
    return new


def _block_type(module: Module, g: Func) -> bytes:
    if not g.result:
        return bytes((EMPTY,))
    return bytes(g.result) if len(g.result) == 1 else signed(module.signature((), g.result))
