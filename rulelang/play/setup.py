"""What a person asks for before a game in, seats and settings out; mistakes as messages in plain words."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rulelang.agents import AGENTS, Agent, agent_named
from rulelang.diagnostics import did_you_mean
from rulelang.play.cells import clean, cut, width

HUMAN = "human"
LARGEST_SEED = 2**63 - 1
LONGEST_NAME = 20


class WrongSetup(ValueError):
    """A game cannot be set up as asked; the text says why and what is possible."""


def new_seed() -> int:
    """A seed for a game nobody gave one for; short enough to type."""
    return random.SystemRandom().randrange(1_000_000_000)


def seat_kinds(text: str, players: int, people: bool = True) -> tuple[str, ...]:
    """What sits in each seat, from `human,random`: the last entry repeats. `people`: whether somebody can be asked, so
    that `human` is offered where a name is wrong. Raises WrongSetup.
    """
    kinds = [part.strip() for part in text.split(",")]
    for kind in kinds:
        if kind != HUMAN:
            _check_bot(kind, people)
    if len(kinds) > players:
        raise WrongSetup(f"{len(kinds)} seats were named, but {players} play.")
    return tuple(kinds[min(k, len(kinds) - 1)] for k in range(players))


def _check_bot(kind: str, people: bool) -> None:
    known = (HUMAN, *AGENTS) if people else tuple(AGENTS)
    if kind not in known:
        near = did_you_mean(kind, known)
        hint = f" Did you mean `{near}`?" if near else ""
        shown = cut(clean(kind), 40)
        raise WrongSetup(f"Nobody called `{shown}` can sit in a seat; there are {', '.join(known)}.{hint}")


def find_seat(text: str, names: Sequence[str]) -> int:
    """The seat of a number or of a player's name, or the start of one. Raises WrongSetup."""
    wanted = text.strip().casefold()
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:9]) <= len(names):
        return int(wanted)
    found = [seat for seat, name in enumerate(names, 1) if wanted and name.casefold().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, 1))
    raise WrongSetup(f"Which seat? Type as in `seat 2 greedy`; the seats are {seats}.")


def seat_agents(kinds: Sequence[str]) -> tuple[Agent | None, ...]:
    """The bot of each seat, None for a person. Raises WrongSetup for a bot that there is not."""
    for kind in kinds:
        if kind != HUMAN:
            _check_bot(kind, people=True)
    return tuple(None if kind == HUMAN else agent_named(kind) for kind in kinds)


def seat_names(players: int, given: Sequence[str] = ()) -> tuple[str, ...]:
    """What the seats are called at the table: the names given, `Player 3` where there is none."""
    names = [clean(given[k]).strip() if k < len(given) else "" for k in range(players)]
    return tuple(name or f"Player {seat}" for seat, name in enumerate(names, 1))


def player_names(text: str, players: int) -> tuple[str, ...]:
    """Names for all seats, from `Ann,Bo`; seats without one are called by their number. Raises WrongSetup."""
    given = [clean(" ".join(part.split())) for part in text.split(",")]
    if len(given) > players:
        raise WrongSetup(f"{len(given)} players were named, but {players} play.")
    names = seat_names(players, given)
    for name in names:
        if width(name) > LONGEST_NAME:
            raise WrongSetup(f"`{cut(name, LONGEST_NAME)}` is too long for a name: at most {LONGEST_NAME} letters.")
        if name.casefold() in ("you", "your"):
            raise WrongSetup(f"`{name}` is what everybody is called on their own screen; take another name.")
        if [other.casefold() for other in names].count(name.casefold()) > 1:
            raise WrongSetup(f"Two players are called `{name}`; each needs a name of their own.")
    return names


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
