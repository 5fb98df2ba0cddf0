"""A game and an agent for each seat in, the transcript of the game they play out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.agents import Agent
from rulelang.agents.perspective import moves_of, perspective_of
from rulelang.ir.draws import Draws, seat_draws
from rulelang.match.recorder import Recorder
from rulelang.match.transcript import LEFT, Transcript, header_of

if TYPE_CHECKING:
    from rulelang.engine.game import Game
    from rulelang.engine.state import State
    from rulelang.match.writer import LogWriter


def play_match(game: Game, agents: Sequence[Agent], *, seed: int = 0, first_player: int | None = None,
               log: LogWriter | None = None, version: str = "") -> Transcript:
    """Play one game to its end; agent k sits in seat k + 1. Equal seed and agents give equal games."""
    if len(agents) != game.players:
        raise ValueError(f"{game.players} seats need {game.players} agents, not {len(agents)}")
    draws = [seat_draws(seed, seat) for seat in range(1, game.players + 1)]
    header = header_of(game, version, tuple(agent.name for agent in agents), seed, first_player)
    recorder = Recorder(header, log)
    state = recorder.begin(game)
    while not is_finished(state):
        seat = state.current_player
        ids, label = take_turn(agents[seat - 1], state, draws[seat - 1])
        recorder.move(state, seat, ids, label)
    return recorder.finish(state, LEFT)


def is_finished(state: State) -> bool:
    """Whether nothing more can be chosen: the game is over, or its rules have come to no stop."""
    return state.is_terminal or state.fault is not None


def take_turn(agent: Agent, state: State, draws: Draws) -> tuple[tuple[str, ...], str]:
    """Let an agent answer the pending decision, and apply it; the ids of its picks and a label.

    The agent is given a perspective of the seat that decides, nothing else.
    """
    done = state.record.moves
    ids: tuple[str, ...] = ()
    labels: list[str] = []
    while state.record.moves == done and not is_finished(state):
        moves = moves_of(state)
        if not moves:
            break       # they were too much to work out: the rules are at fault
        move = moves[0] if len(moves) == 1 else agent.choose(
            perspective_of(state, imagines=agent.imagines, moves=moves), draws)
        state.apply(move)
        ids += move.ids
        labels.append(move.label)
    return ids, ", ".join(labels)
