"""A checked model in, a program for one player count out."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.analysis.model import GameModel
from rulelang.ir.program import ExampleSet, Program


def lower(model: GameModel, players: int, params: Mapping[str, int]) -> Program:
    """Compile a checked game. `params` are checked values for some of its params; the others keep their default."""
    from rulelang.lowering.game import GameLowering

    return GameLowering(model, players, params).program()


def lower_examples(model: GameModel, params: Mapping[str, int]) -> list[ExampleSet]:
    """The examples of a game, grouped by player count, each group on a program of its own with these params."""
    from rulelang.lowering.examples import example_sets

    return example_sets(model, params)
