"""What a seat sees in, its choice out: players that are not people."""

from __future__ import annotations

from rulelang.agents.agent import Agent, Maker
from rulelang.agents.random_agent import RandomAgent

__all__ = ["AGENTS", "Agent", "agent_named"]

AGENTS: dict[str, Maker] = {"random": RandomAgent}


def agent_named(name: str) -> Agent:
    """A new bot of this name. Raises KeyError if there is none; `AGENTS` lists them."""
    return AGENTS[name]()
