"""A checked model in, a program for one player count out."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.analysis.model import GameModel
from rulelang.ir.program import Program


def lower(model: GameModel, players: int, params: Mapping[str, int]) -> Program:
    """Compile a checked game. `params` are checked values for some of its params; the others keep their default."""
    from rulelang.lowering.game import GameLowering

    return GameLowering(model, players, params).program()
