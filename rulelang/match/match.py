"""A game and an agent for each seat in, the transcript of the game they play out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.agents.agent import Agent, seat_rng
from rulelang.match.recorder import Recorder
from rulelang.match.transcript import LEFT, Transcript, header_of

if TYPE_CHECKING:
    import random

    from rulelang.engine.game import Game
    from rulelang.engine.state import Move, State
    from rulelang.match.writer import LogWriter


def play_match(game: Game, agents: Sequence[Agent], *, seed: int = 0, first_player: int | None = None,
               log: LogWriter | None = None, version: str = "") -> Transcript:
    """Play one game to its end; agent k sits in seat k + 1. Equal seed and agents give equal games."""
    if len(agents) != game.players:
        raise ValueError(f"{game.players} seats need {game.players} agents, not {len(agents)}")
    rngs = [seat_rng(seed, seat) for seat in range(1, game.players + 1)]
    header = header_of(game, version, tuple(agent.name for agent in agents), seed, first_player)
    recorder = Recorder(header, log)
    state = game.new_state(seed, first_player=first_player)
    recorder.begin(state)
    while not state.is_terminal and state.fault is None:
        seat = state.current_player
        move = ask(agents[seat - 1], state, rngs[seat - 1])
        state.apply(move)
        recorder.move(state, seat, move.ids, move.label)
    return recorder.finish(state, LEFT)


def ask(agent: Agent, state: State, rng: random.Random) -> Move:
    """The agent's move at a decision: it is given the view of the seat that decides and the moves, nothing else."""
    seat = state.current_player
    moves = state.moves()
    return moves[0] if len(moves) == 1 else agent.choose(state.view(seat), moves, rng)
