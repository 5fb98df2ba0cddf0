"""Checked phases, actions and effects in, what each can run out: nobody runs itself, so the answer is finite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import types as t
from rulelang.syntax import ast
from rulelang.syntax.walk import walk

if TYPE_CHECKING:
    from rulelang.lowering.game import GameLowering


def closures(game: GameLowering) -> dict[int, tuple[int, ...]]:
    """For each procedure number, all procedures that can run inside it, ascending."""
    direct = {number: _direct(game, bodies) for number, bodies in game.bodies().items()}
    found: dict[int, set[int]] = {}

    def inside(number: int) -> set[int]:
        if number not in found:
            found[number] = set()
            for called in direct[number]:
                found[number] |= {called} | inside(called)
        return found[number]

    return {number: tuple(sorted(inside(number))) for number in direct}


def _direct(game: GameLowering, bodies: list[ast.Block]) -> set[int]:
    called: set[int] = set()
    for body in bodies:
        for node in walk(body):
            match node:
                case ast.Run(name=name):
                    called.add(game.phase_procedure(name.text))
                case ast.MenuItem():
                    called |= {game.action_procedure(a) for a in game.actions_of(game.model.refs[node])}
                case ast.Resolve(value=value):
                    called |= {procedure for _, procedure in game.effects_of(t.plain(game.model.types[value]))}
    return called
