"""Rules files in, sizes of their modules and times to make them out: generated, compiled, read from the cache."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

from benchmarks.ours import GAMES, Subject
from rulelang.compiler import check
from rulelang.wasm.builder import build
from rulelang.wasm.compiled import engine, is_guarded, kept

TRIES = 3


@dataclass(frozen=True, slots=True)
class Size:
    """A game's module: bytes of code, bytes compiled; milliseconds of CPU time of each stage, the median of three."""

    game: str
    code: int
    compiled: int
    check: float
    lower: float
    generate: float
    compile: float
    from_cache: float


def sizes() -> list[Size]:
    """Every bundled game but variants, with as few players as it allows."""
    files = sorted([*GAMES.glob("*.rules"), *(GAMES / "classics").glob("*.rules")], key=lambda path: path.stem)
    return [_size(path.relative_to(GAMES).as_posix()) for path in files]


def _size(file: str) -> Size:
    import wasmtime

    model = check(GAMES / file).model
    assert model is not None
    subject = Subject(file, model.low)
    program = subject.game.program
    code = build(program)
    used = engine(is_guarded(program))
    stored = bytes(kept(wasmtime.Module(used, code)).serialize())

    def fresh() -> Any:
        return Subject(file, model.low).game

    checked = milliseconds(lambda: check(GAMES / file))
    return Size(file.removesuffix(".rules").removeprefix("classics/"), len(code), len(stored), checked,
                max(0.0, milliseconds(fresh) - checked), milliseconds(lambda: build(program)),
                milliseconds(lambda: kept(wasmtime.Module(used, code))),
                milliseconds(lambda: kept(wasmtime.Module.deserialize(used, stored))))


def milliseconds(job: Callable[[], object]) -> float:
    """How long a job takes."""
    def once() -> float:
        start = process_time()
        job()
        return (process_time() - start) * 1000
    return median(once() for _ in range(TRIES))
