"""A transcript and its game in, the same game once more out, every step checked against the transcript."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.engine.chance import drawn_keys
from rulelang.engine.errors import IllegalChoice
from rulelang.ir.program import ANSWERS, SETTLING
from rulelang.match.errors import LogError, log_error
from rulelang.match.match import is_finished
from rulelang.match.transcript import Entry, Transcript, ending_of

if TYPE_CHECKING:
    from rulelang.engine.game import Game
    from rulelang.engine.state import State
    from rulelang.source import Source

Watch = Callable[["State"], None]


def replay(game: Game, transcript: Transcript, source: Source, watch: Watch | None = None) -> State:
    """Play the entries of a transcript again and return the last state.

    `watch` is called with the state at each choice and at the end. Raises LogError, with the line of the log, where a
    move was not legal or another seat's, where chance could not decide so, and where the end differs.
    """
    header = transcript.header
    state = game.new_state(header.seed, explicit=True, first_player=header.first_player)
    for entry in transcript.entries:
        if watch is not None and entry.seat:
            watch(state)
        apply_entry(state, entry, source)
    _check_end(state, transcript, source)
    if watch is not None:
        watch(state)
    return state


class Follower:
    """Plays entries in a state so that it ends up as the state they were played in, the generator's words included.

    Those words are used at each stop of chance, whatever the entries say that chance decided.
    """

    def __init__(self, state: State) -> None:
        self.state = state

    def apply(self, entry: Entry, source: Source) -> None:
        """Apply an entry as `apply_entry` does."""
        if self.state.is_chance and entry.seat == 0 and begins_stop(self.state):
            drawn_keys(self.state.game.code, self.state.s)
        apply_entry(self.state, entry, source)


def begins_stop(state: State) -> bool:
    """Whether chance has not answered anything of what it is asked: then its words are drawn."""
    return state.s[SETTLING] >= 0 or not state.s[ANSWERS]


def line_of(entry: Entry) -> int:
    """The line of an entry in its log: the header is line 1."""
    return entry.n + 1


def apply_entry(state: State, entry: Entry, source: Source) -> None:
    """Apply a move or an outcome of chance. Raises LogError, with the line, if it could not be made here."""
    if is_finished(state):
        raise _wrong(source, entry, "The game was over before this move")
    if state.is_chance != (entry.seat == 0):
        raise _wrong(source, entry, "Chance had to decide here" if state.is_chance else "Chance decides nothing here")
    if entry.seat and state.current_player != entry.seat:
        raise _wrong(source, entry, f"It was player {state.current_player}'s turn, not player {entry.seat}'s")
    done = state.record.moves
    try:
        state.apply(list(entry.ids))
    except IllegalChoice as error:
        title = "This move was not legal" if entry.seat else "Chance could not decide so here"
        raise _wrong(source, entry, title, str(error)) from None
    if entry.seat and state.record.moves == done and not is_finished(state):
        raise _wrong(source, entry, "This move was not complete")


def _check_end(state: State, transcript: Transcript, source: Source) -> None:
    ending = transcript.ending
    if ending is not None and ending != ending_of(state, ending.reason):
        raise log_error("RL756", "The game played again does not end as the log says", source,
                        len(transcript.entries) + 2, label="another final hash, result or reason",
                        hint="The log was changed, or another version of rulelang plays these rules differently.")


def _wrong(source: Source, entry: Entry, title: str, allowed: str = "") -> LogError:
    return log_error("RL755", title, source, line_of(entry), label="here the log and the game differ", allowed=allowed)
