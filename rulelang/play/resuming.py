"""A save in, the session that goes on from it out: played again under the rules in the save, and compared.

A save that is damaged, or that does not lead to the position it was written in, is not believed; then the generation
before it is tried.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.agents import AGENTS
from rulelang.engine.errors import IllegalChoice
from rulelang.match.errors import LogError, log_error
from rulelang.match.recorder import Recorder
from rulelang.match.replay import Follower
from rulelang.match.savefile import Save, previous, read_save
from rulelang.match.transcript import whole_digest
from rulelang.play.replaying import compile_rules
from rulelang.play.session import Session
from rulelang.play.setup import HUMAN, seat_agents, seat_names
from rulelang.source import Source

if TYPE_CHECKING:
    from rulelang.engine.game import Game


def resume(path: Path) -> tuple[Session, LogError | None]:
    """The session of a save, or of the generation before it; then also what is wrong with the later one.

    Raises LogError, about the later one, if neither can be used.
    """
    try:
        return resume_from(read_save(path), path.name), None
    except LogError as error:
        before = previous(path)
        try:
            return resume_from(read_save(before), before.name), error
        except LogError:
            raise error from None


def resume_from(save: Save, name: str) -> Session:
    """The session of a save. Raises LogError if the save and its game differ."""
    source = Source(name, "")
    game = compile_rules(save.header, source, "save")
    if unknown := [kind for kind in save.seats if kind != HUMAN and kind not in AGENTS]:
        raise _differs(source, f"a bot called {unknown[0][:20]} sits in a seat")
    session = _retraced(game, save, source)
    if whole_digest(session.state) != save.digest:
        raise _differs(source, "the position is another one")
    return session


def _retraced(game: Game, save: Save, source: Source) -> Session:
    """The game played again. The last moves in a row of one seat go through the session: they may be taken back."""
    header, entries = save.header, save.entries
    recorder = Recorder(header)
    recorder.resume(entries)
    state = game.new_state(header.seed, explicit=True, first_player=header.first_player)
    last = next((step.seat for step in reversed(entries) if step.seat), 0)
    kept = max((step.n for step in entries if step.seat not in (0, last)), default=0)
    try:
        follower = Follower(state)
        for step in entries[:kept]:
            follower.apply(step, source)
        session = Session(game, seat_agents(save.seats), recorder, seat_names(header.players, header.names), state)
        for step in entries[kept:]:
            if step.seat and session.seats[step.seat - 1] is None:
                _check_turn(session, step.seat, source)
                session.retrace(step)
            else:
                follower.apply(step, source)
        session.pick([id_ for id_, _ in save.picked])
        session.gather(save.gathered)
    except LogError as error:
        raise _differs(source, error.diagnostic.title) from None
    except (IllegalChoice, ValueError) as error:
        raise _differs(source, str(error)) from None
    return session


def _check_turn(session: Session, seat: int, source: Source) -> None:
    state = session.state
    if session.over or state.is_chance or session.to_act != seat:
        raise _differs(source, "another seat had to decide")


def _differs(source: Source, how: str) -> LogError:
    return log_error("RL763", f"The save `{source.name}` does not lead to its position", source, 1,
                     allowed=f"Played again, the game differs: {how}.",
                     hint="The save was changed, or another version of rulelang plays these rules differently.")
