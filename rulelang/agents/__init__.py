"""What a seat sees in, its choice out: players that are not people."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.agents.agent import Agent, Maker
from rulelang.agents.greedy import GreedyAgent, choose_place
from rulelang.agents.perspective import Perspective, perspective_of
from rulelang.agents.random_agent import RandomAgent, random_place

__all__ = ["AGENTS", "PLACES", "Agent", "GreedyAgent", "Perspective", "RandomAgent", "agent_named", "perspective_of"]

if TYPE_CHECKING:
    from rulelang.engine.state import State
    from rulelang.ir.draws import Draws

AGENTS: dict[str, Maker] = {"random": RandomAgent, "greedy": GreedyAgent}

# The same choices for whole games in one process: the position, how many moves it offers, the bot's generator in, the
# place of a move out. What such a bot sees is the same: it is given the position to imagine others from.
PLACES: dict[str, Callable[[State, int, Draws], int]] = {"random": random_place, "greedy": choose_place}


def agent_named(name: str) -> Agent:
    """A new bot of this name. Raises KeyError if there is none; `AGENTS` lists them."""
    return AGENTS[name]()
