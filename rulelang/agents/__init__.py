"""What a seat sees in, its choice out: players that are not people."""

from __future__ import annotations

from rulelang.agents.agent import Agent, Maker
from rulelang.agents.greedy import GreedyAgent
from rulelang.agents.perspective import Perspective, perspective_of
from rulelang.agents.random_agent import RandomAgent

__all__ = ["AGENTS", "Agent", "GreedyAgent", "Perspective", "RandomAgent", "agent_named", "perspective_of"]

AGENTS: dict[str, Maker] = {"random": RandomAgent, "greedy": GreedyAgent}


def agent_named(name: str) -> Agent:
    """A new bot of this name. Raises KeyError if there is none; `AGENTS` lists them."""
    return AGENTS[name]()
