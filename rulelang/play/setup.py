"""What a person asks for before a game in, seats and settings out; mistakes as messages in plain words."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rulelang.agents import AGENTS, Agent, agent_named
from rulelang.diagnostics import did_you_mean

HUMAN = "human"
LARGEST_SEED = 2**63 - 1


class WrongSetup(ValueError):
    """A game cannot be set up as asked; the text says why and what is possible."""


def new_seed() -> int:
    """A seed for a game nobody gave one for; short enough to type."""
    return random.SystemRandom().randrange(1_000_000_000)


def seat_kinds(text: str, players: int) -> tuple[str, ...]:
    """What sits in each seat, from `human,random`: the last entry repeats. Raises WrongSetup."""
    kinds = [part.strip() for part in text.split(",")]
    known = (HUMAN, *AGENTS)
    for kind in kinds:
        if kind not in known:
            near = did_you_mean(kind, known)
            hint = f" Did you mean `{near}`?" if near else ""
            raise WrongSetup(f"Nobody called `{kind}` can sit in a seat; there are {', '.join(known)}.{hint}")
    if len(kinds) > players:
        raise WrongSetup(f"{len(kinds)} seats were named, but {players} play.")
    return tuple(kinds[min(k, len(kinds) - 1)] for k in range(players))


def seat_agents(kinds: Sequence[str]) -> tuple[Agent | None, ...]:
    """The bot of each seat, None for a person."""
    return tuple(None if kind == HUMAN else agent_named(kind) for kind in kinds)


def seat_names(players: int) -> tuple[str, ...]:
    """What the seats are called at the table."""
    return tuple(f"Player {seat}" for seat in range(1, players + 1))


def settings(pairs: Sequence[str]) -> dict[str, int | bool | str]:
    """Params from `name=value` texts; values are whole numbers, yes, no or words of the rules. Raises WrongSetup."""
    chosen: dict[str, int | bool | str] = {}
    for pair in pairs:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not name:
            raise WrongSetup(f"A setting is written name=value, as in rounds=2, not `{pair}`.")
        if name in chosen:
            raise WrongSetup(f"`{name}` is set twice.")
        chosen[name] = _value(name, value)
    return chosen


def _value(name: str, value: str) -> int | bool | str:
    if value in ("yes", "no"):
        return value == "yes"
    digits = value.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 10:
        return int(value)
    if value.isidentifier():
        return value
    raise WrongSetup(f"`{name}` cannot be `{value}`: settings are whole numbers, yes, no or a word of the rules.")
