"""Functions of a module in, the same functions out with small ones written in place of their calls; unused ones go.

wasmtime does not do this for the calls inside a module, and a call costs more than most of what the runtime does. In
functions where whole games are played all goes in place that is called from one place there, if there is not too much
of it: a small game becomes one function, and what is known where it is called needs no test.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.wasm.encode import END, SET, Func, Item, Module, block_type, read_first, unsigned, zero

# Items: those of a function that is written in place everywhere, where whole games are played, and if it is called from
# one place; of the module whose games become one function; of what is not written into any more.
SMALL = 80
HOT = 200
SINGLE = 1_500
WHOLE = 16_000
MOST = 20_000


class _Sites:
    """Where functions are called from."""

    def __init__(self, order: list[Func], pinned: set[Func], foreign: list[Func]) -> None:
        self.pinned = pinned
        self.foreign = foreign
        self.whole = sum(len(f.code) for f in order) <= WHOLE
        self.all: dict[Func, int] = {}
        self.hot: dict[Func, int] = {}
        for f in order:
            for g in _calls(f):
                self.all[g] = self.all.get(g, 0) + 1
                self.hot[g] = self.hot.get(g, 0) + f.hot

    def fits(self, f: Func, g: Func) -> bool:
        """Whether a function is worth being written in place. Circles are left: what is in one still calls itself."""
        size = len(g.code)
        if g.apart or g is f or g in self.foreign:
            return False
        if size <= (HOT if f.hot else SMALL):
            return True
        if f.hot and self.whole:
            return self.hot[g] == 1
        return size <= SINGLE and self.all[g] == 1 and g not in self.pinned


def inlined(module: Module, roots: Iterable[Func]) -> list[Func]:
    """The functions that the roots need, with new bodies."""
    order = _callees_first(roots)
    foreign = [f for _, f in module.imports]
    sites = _Sites(order, set(roots), foreign)
    for f in order:
        if any(sites.fits(f, g) for g in _calls(f)):
            _write_in_place(module, f, sites)
    return [*foreign, *(f for f in _callees_first(roots) if f not in foreign)]


def _calls(f: Func) -> list[Func]:
    return [item for item in f.code if item.__class__ is Func]


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


def _write_in_place(module: Module, f: Func, sites: _Sites) -> None:
    new: list[Item] = []
    for item in f.code:
        if isinstance(item, Func) and sites.fits(f, item) and len(new) < MOST:
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
        new.append(b"\x02" + block_type(module, g.result))
    shift = 4 * start
    for item in g.code:
        if isinstance(item, int):
            new.append(item + shift if item >= 0 else b"\x0c" + unsigned(-1 - item))
        else:
            new.append(item)
    if leaves:
        new.append(END)
    return new
