"""`rulelang replay LOG`: a log in, the game shown once more and verified out."""

from __future__ import annotations

from pathlib import Path

from rulelang.cli.files import FINE, FOUND, INTERRUPTED
from rulelang.cli.terminal import Terminal
from rulelang.engine.state import State
from rulelang.match.errors import LogError
from rulelang.match.transcript import FAULT, OVER
from rulelang.play.cells import clean
from rulelang.play.events import draw_news, draw_result
from rulelang.play.keeping import Keeper, new_keeper
from rulelang.play.lines import Style
from rulelang.play.replaying import Recording
from rulelang.play.setup import seat_names
from rulelang.play.table import draw_table
from rulelang.render import render


def run(log: str, *, plain: bool, width: int | None, step: bool = False) -> int:
    """Show and verify a log; the exit code: 1 if it does not verify. `step`: stop at every move."""
    terminal = Terminal(plain=plain, width=width)
    try:
        recording = Recording(Path(log))
        _introduce(recording, terminal)
        if step:
            return _step(recording, terminal)
        _show(recording, terminal)
    except LogError as error:
        _complain(error, terminal)
        return FOUND
    if recording.problem is not None:
        _complain(recording.problem, terminal)
        return FOUND
    terminal.say(_verdict(recording), Style.OWN)
    return FINE


def _step(recording: Recording, terminal: Terminal) -> int:
    """Let a person step through the game, and play on from any step. Raises LogError."""
    from rulelang.cli.play import sit_down
    from rulelang.cli.stepping import Steps
    from rulelang.cli.tables import Table
    from rulelang.play.stepping import Stepper

    if recording.problem is not None:
        _complain(recording.problem, terminal)
    try:
        session = Steps(Stepper(recording), terminal).run()
    except KeyboardInterrupt:
        terminal.say()
        return INTERRUPTED
    if session is None:
        return FINE
    keeper = new_keeper(session.header.title, session.header.seed) if session.people else Keeper(None, None)
    return sit_down(Table(session, None, keeper, "A new game from here; the log stays as it is."), terminal)


def _introduce(recording: Recording, terminal: Terminal) -> None:
    header = recording.transcript.header
    names = seat_names(header.players, header.names)
    seats = ", ".join(f"{name}: {clean(kind)}" for name, kind in zip(names, header.seats, strict=False))
    terminal.say(f"{clean(header.title)} · {seats} · seed {header.seed}", Style.TITLE)


def _show(recording: Recording, terminal: Terminal) -> None:
    """Print what everybody at the table could see, as the game is played again, then its last table."""
    header = recording.transcript.header
    names = seat_names(header.players, header.names)
    recording.game.labels.names = names
    read = 0

    def news(state: State) -> None:
        nonlocal read
        terminal.show(draw_news(state.view(None, names, read).log, terminal.width))
        read = len(state.record)

    state = recording.play(news)
    view = state.view(None, names, read)
    terminal.say()
    terminal.show(draw_table(view, terminal.width))
    terminal.say()
    if view.over:
        terminal.show(draw_result(view, terminal.width))


def _verdict(recording: Recording) -> str:
    entries = recording.transcript.entries
    moves = sum(entry.seat != 0 for entry in entries)
    ending = recording.transcript.ending
    reason = ending.reason if ending is not None else ""
    ended = {OVER: "the end is the same", FAULT: "the rules stop at the same place"}.get(
        reason, "the game was left here, in the same position")
    return f"Verified: {moves} moves, {len(entries) - moves} chance outcomes, {ended}."


def _complain(error: LogError, terminal: Terminal) -> None:
    print(render([error.diagnostic], not terminal.plain), end="")
