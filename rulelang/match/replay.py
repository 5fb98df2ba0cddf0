"""A transcript and its game in, the same game once more out, every step checked against the transcript."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rulelang.engine.errors import IllegalChoice
from rulelang.match.errors import LogError, log_error
from rulelang.match.recorder import chance_ids
from rulelang.match.transcript import Entry, Transcript, ending_of

if TYPE_CHECKING:
    from rulelang.engine.game import Game
    from rulelang.engine.state import State
    from rulelang.source import Source

Watch = Callable[["State", Entry], None]


def replay(game: Game, transcript: Transcript, source: Source, watch: Watch | None = None) -> State:
    """Play the moves of a transcript again and return the last state.

    `watch` is called with the state before each move. Raises LogError, with the line of the log, where a move was not
    legal, was another seat's, or chance decided otherwise than the rules and the seed do, and where the end differs.
    """
    header = transcript.header
    state = game.new_state(header.seed, first_player=header.first_player)
    steps = iter(transcript.entries)
    following = _check_chance(state, 0, steps, transcript, source)
    while following is not None:
        mark = len(state.record.track)
        if watch is not None:
            watch(state, following)
        _apply(state, following, source)
        following = _check_chance(state, mark, steps, transcript, source)
    _check_end(state, transcript, source)
    return state


def line_of(entry: Entry) -> int:
    """The line of an entry in its log: the header is line 1."""
    return entry.n + 1


def _apply(state: State, entry: Entry, source: Source) -> None:
    if state.is_terminal or state.fault is not None:
        raise _wrong(source, entry, "The game was over before this move")
    if state.current_player != entry.seat:
        raise _wrong(source, entry, f"It was player {state.current_player}'s turn, not player {entry.seat}'s")
    turn = state.turn
    try:
        state.apply(list(entry.ids))
    except IllegalChoice as error:
        raise _wrong(source, entry, "This move was not legal", str(error)) from None
    if state.turn == turn:
        raise _wrong(source, entry, "This move was not complete")


def _check_chance(state: State, mark: int, steps: Iterator[Entry], transcript: Transcript,
                  source: Source) -> Entry | None:
    """Compare the outcomes of the state since `mark` with the next entries; give the first entry behind them."""
    for outcome in chance_ids(state, mark):
        entry = next(steps, None)
        if entry is None and transcript.ending is None:
            return None
        if entry is None:
            raise log_error("RL755", "The log ends before chance decided", source, len(transcript.entries) + 2,
                            allowed=f"The rules and the seed give `{outcome}` next.")
        if entry.seat != 0 or entry.ids != (outcome,):
            raise _wrong(source, entry, "Chance decided otherwise here", f"The rules and the seed give `{outcome}`.")
    entry = next(steps, None)
    if entry is not None and entry.seat == 0:
        raise _wrong(source, entry, "Chance decides nothing here")
    return entry


def _check_end(state: State, transcript: Transcript, source: Source) -> None:
    ending = transcript.ending
    if ending is None:
        return
    line = len(transcript.entries) + 2
    if ending != ending_of(state, ending.reason):
        raise log_error("RL756", "The game played again does not end as the log says", source, line,
                        label="another final hash, result or reason",
                        hint="The log was changed, or another version of rulelang plays these rules differently.")


def _wrong(source: Source, entry: Entry, title: str, allowed: str = "") -> LogError:
    return log_error("RL755", title, source, line_of(entry), label="here the log and the game differ", allowed=allowed)
