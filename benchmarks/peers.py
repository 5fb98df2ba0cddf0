"""Sources of peers in, playing libraries out: hand-written C, and OpenSpiel driven by a loop of C++.

Each is built in a temporary folder and loaded into this process. What cannot be built raises `Missing`.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from benchmarks.figures import Sample
from benchmarks.missing import Missing
from benchmarks.rounds import Side

NATIVE = Path(__file__).parent / "native"
SEATS = 2
_FAST = ["-O3", "-march=native", "-DNDEBUG", "-fPIC", "-shared", "-Wall", "-Wextra"]
_OTHER_HEADERS = ("", "open_spiel", "open_spiel/abseil-cpp", "open_spiel/json/include")


class Sums(ctypes.Structure):
    """As in native/peer.h."""

    _fields_ = [("games", ctypes.c_int64), ("decisions", ctypes.c_int64), ("options", ctypes.c_int64),
                ("score", ctypes.c_int64 * SEATS), ("decisions2", ctypes.c_int64), ("options2", ctypes.c_int64),
                ("score2", ctypes.c_int64 * SEATS)]


class Peer:
    """A library that plays games of one kind."""

    def __init__(self, name: str, library: ctypes.CDLL, game: str = "") -> None:
        self.name = name
        self._game = game.encode()
        self._play = library.play
        self._play.restype = None
        self._play.argtypes = [ctypes.c_char_p, ctypes.c_uint64, ctypes.c_uint32, ctypes.POINTER(Sums)]

    def play(self, seed: int, games: int) -> Sums:
        """Play random games; what they sum up to."""
        sums = Sums()
        self._play(self._game, seed % 2**64, games, ctypes.byref(sums))
        return sums

    def _run(self, seed: int, games: int) -> None:
        self.play(seed, games)

    def samples(self, seed: int, games: int) -> dict[str, Sample]:
        """Decisions and options per game and the score of each seat, over so many games."""
        sums = self.play(seed, games)
        return {"decisions": Sample(games, sums.decisions, sums.decisions2),
                "options": Sample(games, sums.options, sums.options2),
                **{f"score {n + 1}": Sample(games, sums.score[n], sums.score2[n]) for n in range(SEATS)}}

    @property
    def side(self) -> Side:
        """This peer as a side of a duel."""
        return Side(self.name, self._run)


@cache
def hand_written(name: str) -> Peer:
    """The C program of this name in `native/`. Raises Missing without a C compiler."""
    return Peer("hand-written C", ctypes.CDLL(str(build(f"{name}.c"))))


def openspiel(game: str) -> Peer:
    """OpenSpiel's game of this name, without Python. Raises Missing without its wheel or a C++ compiler."""
    return Peer(f"OpenSpiel {openspiel_version()}", _openspiel_library(), game)


def openspiel_version() -> str:
    """The version that is installed. Raises Missing."""
    try:
        return version("open_spiel")
    except PackageNotFoundError:
        raise Missing("open_spiel is not installed") from None


@cache
def _openspiel_library() -> ctypes.CDLL:
    found = find_spec("pyspiel")
    if found is None or found.origin is None:
        raise Missing("open_spiel is not installed")
    library = Path(found.origin)
    if not (library.parent / "open_spiel" / "spiel.h").exists():
        raise Missing("open_spiel came without its headers")
    headers = [f"-isystem{library.parent / name}" for name in _OTHER_HEADERS]
    built = build("openspiel.cc", [*headers, str(library), f"-Wl,-rpath,{library.parent}"])
    ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)      # its undefined names are those of this Python
    return ctypes.CDLL(str(built))


def build(source: str, more: Sequence[str] = (), flags: Sequence[str] = _FAST) -> Path:
    """Compile a source to a library that lasts as long as this process. Raises Missing."""
    names, standard = (("c++", "g++", "clang++"), "-std=c++20") if source.endswith(".cc") else \
        (("cc", "gcc", "clang"), "-std=c11")
    wanted = os.environ.get("CXX" if source.endswith(".cc") else "CC")
    compiler = next((found for name in (wanted, *names) if name and (found := shutil.which(name))), None)
    if compiler is None:
        raise Missing(f"no {'C++' if source.endswith('.cc') else 'C'} compiler")
    target = _folder() / f"{Path(source).stem}.so"
    done = subprocess.run([compiler, standard, *flags, "-o", str(target), str(NATIVE / source), *more],
                          capture_output=True, text=True)
    if done.returncode:
        told = done.stderr.strip().splitlines() or [f"the compiler ended with {done.returncode}"]
        raise Missing(f"{source} cannot be compiled: {told[0]}")
    return target


@cache
def _folder() -> Path:
    try:
        folder = Path(tempfile.mkdtemp(prefix="benchmarks-"))
    except OSError as error:
        raise Missing(f"no folder to compile in: {error.strerror}") from None
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
