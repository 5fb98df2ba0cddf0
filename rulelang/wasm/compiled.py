"""A program in, an instance of its compiled module out, from the user's cache if it is there.

A cache file is what wasmtime made of a module's bytes, behind a digest of itself; its name is a digest of those bytes
and of the wasmtime that is installed, which refuses what another version has made. Files are written under another name
first and renamed, so processes may share the folder; what is damaged is made anew.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from rulelang.ir import nodes as ir
from rulelang.ir.parts import parts
from rulelang.ir.program import Program
from rulelang.resources import cache_folder, keep_in_cache
from rulelang.wasm.builder import build
from rulelang.wasm.layout import Layout
from rulelang.wasm.variant import Variant

DIGEST = 32
MOST_KEPT = 64      # module files in the cache: about 10 MB; those unused for longest go first


@cache
def engine(guarded: bool) -> Any:
    """The engine of this process for modules that can be interrupted, or for those that need not be (they are faster).

    Runs stop by themselves at the limits of steps, candidates and answers; what a While in a function may do is
    limited too, but nested ones could go on for hours.
    """
    import wasmtime

    config = wasmtime.Config()
    config.epoch_interruption = guarded
    return kept(wasmtime.Engine(config))


def is_guarded(program: Program) -> bool:
    """Whether functions of a program hold loops that only a clock stops soon enough."""
    return any(isinstance(node, ir.While) for function in program.functions for node in parts(function.body))


Host = dict[str, Callable[..., None]]


def instance(program: Program, variant: Variant, host: Host) -> tuple[Any, dict[str, Any], int, int]:
    """A new instance: its store, its functions (and its memory) by name, the address of its memory, where OUT is in it.

    `host`: what a module with knowledge and record calls.

    Raises `Unsupported`, or ImportError without wasmtime.
    """
    import wasmtime

    guarded = is_guarded(program)
    store = kept(wasmtime.Store(engine(guarded)))
    if guarded:
        store.set_epoch_deadline(1)     # each call sets it anew
    code = module(program, variant)
    called = [_function(store, host[wanted.name], len(wanted.type.params)) for wanted in code.imports]
    exports = wasmtime.Instance(store, code, called).exports(store)
    names = [kind.name for kind in code.exports]
    memory: Any = exports["memory"]
    out = Layout(program, knowledge=variant.knowledge, bots=variant.bots).out
    return store, {name: exports[name] for name in names}, address_of(store, memory), out


def _function(store: Any, call: Callable[..., None], numbers: int) -> Any:
    """A function of the host that takes so many numbers."""
    import wasmtime

    return wasmtime.Func(store, wasmtime.FuncType([wasmtime.ValType.i32()] * numbers, []), call)


def address_of(store: Any, memory: Any) -> int:
    """Where the memory of an instance lies in that of the process."""
    return ctypes.addressof(memory.data_ptr(store).contents)


_modules: dict[tuple[int, Variant], tuple[Program, Any]] = {}
_open: list[weakref.ref[Any]] = []


def kept(made: Any) -> Any:
    """Something of wasmtime's that must be closed before Python ends; itself."""
    _open.append(weakref.ref(made))
    return made


@atexit.register
def _close() -> None:
    """Close stores before modules before engines, while wasmtime can still do so."""
    for reference in reversed(_open):
        made = reference()
        if made is not None:
            made.close()


def module(program: Program, variant: Variant) -> Any:
    """The compiled module of a program."""
    kind = id(program), variant
    known = _modules.get(kind)
    if known is None:
        code = build(program, **variant._asdict())
        known = _modules[kind] = (program, _compiled(code, is_guarded(program)))
    return known[1]


def _compiled(code: bytes, guarded: bool) -> Any:
    import wasmtime

    place = _cache_file(code, guarded)
    found = _read(place, guarded) if place is not None else None
    if found is None:
        found = kept(wasmtime.Module(engine(guarded), code))
        if place is not None:
            _write(place, found.serialize())
    return found


def _cache_file(code: bytes, guarded: bool) -> Path | None:
    import wasmtime

    folder = cache_folder()
    if folder is None:
        return None
    # Its size and time tell one installation from another; to look its version up takes as long as a thousand games.
    installed = os.stat(wasmtime.__file__)
    key = sha256(f"{installed.st_size} {installed.st_mtime_ns} {guarded}\n".encode() + code).hexdigest()
    return folder / f"module-{key[:32]}.bin"


def _read(place: Path, guarded: bool) -> Any:
    """The module in a cache file; None if it is not whole or not for this machine."""
    import wasmtime

    try:
        content = place.read_bytes()
        os.utime(place)
        if sha256(content[DIGEST:]).digest() != content[:DIGEST]:
            return None
        return kept(wasmtime.Module.deserialize(engine(guarded), content[DIGEST:]))
    except (OSError, wasmtime.WasmtimeError):
        return None


def _write(place: Path, content: bytes | bytearray) -> None:
    """Store a module, whole or not at all; a folder that cannot be written is no matter."""
    content = bytes(content)
    if keep_in_cache(place, sha256(content).digest() + content):
        with suppress(OSError):
            _tidy(place.parent)


def _tidy(folder: Path) -> None:
    """Remove the module files that were not used for longest, beyond those that are kept."""
    files = sorted(folder.glob("module-*.bin"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files[MOST_KEPT:]:
        file.unlink(missing_ok=True)
