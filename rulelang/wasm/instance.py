"""A game in, one instance of its module out: its functions, called one at a time, and its memory.

`wasmtime` is imported when the first one is made.
"""

from __future__ import annotations

import ctypes
import threading
from array import array
from collections.abc import Callable, Iterable
from typing import Any
from weakref import ref

from rulelang.engine.code import MOST_TRIES
from rulelang.engine.game import Game
from rulelang.wasm.layout import ARGUMENTS, PAGE, packed
from rulelang.wasm.recorder import Recorder, array_of
from rulelang.wasm.variant import Variant

# Seconds that one call of a module may take, where functions hold loops.
PATIENCE = 60.0


class ModuleError(RuntimeError):
    """A module gave up, ran out of memory or was interrupted; the interpreter can go on."""


class Interrupted(ModuleError):
    """A call took too long, which the interpreter would, too. Rules cannot be written so: only programs by hand can."""


class Instance:
    """Functions and memory of a module. Threads may share it: one waits for the other."""

    def __init__(self, game: Game, variant: Variant, seconds: float) -> None:
        """`seconds`: see `Runner`. Raises `Unsupported`, or ImportError without wasmtime."""
        from rulelang.wasm.compiled import is_guarded

        self.game = game
        self.size = game.program.size
        self.variant = variant
        self.seconds = seconds if is_guarded(game.program) else None
        self.recorder = Recorder(game, self._where()) if variant.knowledge else None
        self.alone = threading.RLock()
        self.open()

    def open(self) -> None:
        """Begin anew with an instance of which nothing was asked: one that was stopped may stand anywhere."""
        from rulelang.wasm.compiled import instance

        self._store, self._exports, self.address, self.out = instance(
            self.game.program, self.variant, self.recorder.host() if self.recorder else {})
        self.call("set_limits", self.game.blocks.step_limit, self.game.blocks.decision_limit, MOST_TRIES)

    def _where(self) -> Callable[[], int]:
        """Where the memory of the module lies now; it does not keep the instance alive."""
        this = ref(self)
        return lambda: this().address     # type: ignore[union-attr]

    def call(self, name: str, *args: int) -> Any:
        """What a function of the module gives. Raises `ModuleError`."""
        import wasmtime

        with self.alone:
            if args:
                self.write(ARGUMENTS, args)
            try:
                if self.seconds is None:
                    return self._exports[name](self._store)
                return self._watched(name, self.seconds)
            except wasmtime.Trap as trap:
                interrupted = trap.trap_code is wasmtime.TrapCode.INTERRUPT
                raise (Interrupted if interrupted else ModuleError)(str(trap).splitlines()[-1].strip()) from trap

    def _watched(self, name: str, seconds: float) -> Any:
        """A call that is interrupted after some time."""
        from rulelang.wasm.compiled import engine

        self._store.set_epoch_deadline(1)
        watch = threading.Timer(seconds, engine(True).increment_epoch)
        watch.daemon = True
        watch.start()
        try:
            return self._exports[name](self._store)
        finally:
            watch.cancel()

    # ------------------------------------------------------------ memory

    def room(self, size: int) -> int:
        """More memory, so many bytes; where it begins. For modules that can be stepped through, once."""
        from rulelang.wasm.compiled import address_of

        with self.alone:
            memory = self._exports["memory"]
            memory.grow(self._store, -(-size // PAGE))
            self.address = address_of(self._store, memory)
            found: int = self.call("make_room", size)
            return found

    def write(self, at: int, words: Iterable[int]) -> None:
        """Write words into the module's memory."""
        content = packed(words)
        with self.alone:
            ctypes.memmove(self.address + at, content, len(content))

    def content(self, at: int, size: int) -> bytes:
        """So many bytes of the module's memory."""
        with self.alone:
            return ctypes.string_at(self.address + at, size)

    def array(self, at: int, n: int) -> array[int]:
        """So many words of the module's memory."""
        with self.alone:
            return array_of((ctypes.c_char * (4 * n)).from_address(self.address + at))

    def words(self, at: int, n: int) -> list[int]:
        """The same as a list."""
        return self.array(at, n).tolist()
