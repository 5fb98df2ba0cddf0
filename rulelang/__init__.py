"""A rules file in, a game to play out: the public names, each imported when it is first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.compiler import check, load
    from rulelang.diagnostics import RulesError
    from rulelang.engine.game import Game
    from rulelang.engine.state import State

__version__ = "0.1.0"
__all__ = ["Game", "RulesError", "State", "check", "load"]

# Lazy, so that a game that is already compiled plays without the compiler and commands start fast.
_HOMES = {
    "check": "rulelang.compiler",
    "load": "rulelang.compiler",
    "Game": "rulelang.engine.game",
    "State": "rulelang.engine.state",
    "RulesError": "rulelang.diagnostics",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
