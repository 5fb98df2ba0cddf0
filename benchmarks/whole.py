"""Whole processes in, seconds and bytes out: an edited file played from a cold start, two processes, memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import IO

from benchmarks.missing import Missing
from benchmarks.ours import GAMES

ROOT = GAMES.parent
PLAYER = [sys.executable, "-m", "benchmarks.player"]
COLD_GAMES = 1000
FEW, MANY = 1000, 100_000
_ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


# ---------------------------------------------------------------- a cold start


def cold_starts(rounds: int) -> list[tuple[float, float]]:
    """Wall and CPU seconds of a new process that checks an edited Linkage and plays 1,000 random games.

    The grammar and Python's byte code are in the cache, as they are for whoever edits; the module is not.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(GAMES / "cards", folder / "cards")
        return [_cold_start(folder, n) for n in range(rounds + 1)][1:]


def _cold_start(folder: Path, n: int) -> tuple[float, float]:
    text = (GAMES / "linkage.rules").read_text(encoding="utf-8")
    edited = text.replace('bonus_four: 0..9 = 3', f'bonus_four: 0..9 = {3 + n % 2}')
    assert edited != text or n % 2 == 0
    (folder / "linkage.rules").write_text(edited, encoding="utf-8")
    for module in (folder / "cache").rglob("module-*.bin"):
        module.unlink()
    command = [sys.executable, "-m", "rulelang", "simulate", "linkage.rules", "--games", str(COLD_GAMES), "--plain"]
    own = {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPYCACHEPREFIX": str(folder / "byte-code"),
           "PYTHONDONTWRITEBYTECODE": ""}
    start, before = perf_counter(), os.times()
    subprocess.run(command, cwd=folder, env={**_ENVIRONMENT, **own}, check=True, capture_output=True)
    wall, after = perf_counter() - start, os.times()
    return wall, after.children_user + after.children_system - before.children_user - before.children_system


# ---------------------------------------------------------------- two processes


@dataclass(frozen=True, slots=True)
class Played:
    """How long it took until each process had played its games: wall seconds, mean CPU seconds of a process."""

    wall: float
    cpu: float


def one_and_two(rounds: int, games: int) -> list[tuple[Played, Played]]:
    """So many games by one process, then by each of two at once; all have played some before."""
    players = [_player() for _ in range(2)]
    try:
        _play(players, games)
        return [(_play(players[n % 2:][:1], games), _play(players, games)) for n in range(rounds)]
    finally:
        for player in players:
            player.communicate()


def _player() -> subprocess.Popen[str]:
    return subprocess.Popen(PLAYER, cwd=ROOT, env=_ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            text=True)


def _play(players: Sequence[subprocess.Popen[str]], games: int) -> Played:
    start = perf_counter()
    for player in players:
        _pipe(player.stdin).write(f"{games}\n")
        _pipe(player.stdin).flush()
    said = [_pipe(player.stdout).readline() for player in players]
    if not all(said):
        raise Missing("a process that played has ended")
    return Played(perf_counter() - start, sum(float(line.split()[0]) for line in said) / len(said))


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


# ---------------------------------------------------------------- memory


def peaks() -> tuple[float, float]:
    """The most memory, in MB, of a process that plays 1,000 and of one that plays 100,000 games."""
    found = _peak(FEW), _peak(MANY)
    if not all(found):
        raise Missing("this system does not tell how much memory a process has used")
    return found


def _peak(games: int) -> float:
    done = subprocess.run(PLAYER, cwd=ROOT, env=_ENVIRONMENT, input=f"{games}\n", check=True, capture_output=True,
                          text=True)
    return int(done.stdout.split()[-1]) / 1e6
