"""`rulelang play FILE`: a rules file (or a save) and who sits where in, a game at the terminal out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.cli.colour import wants_colour
from rulelang.cli.conversation import Conversation
from rulelang.cli.files import FINE, FOUND, INTERRUPTED, Usage
from rulelang.cli.showing import show_fault, watch_bots
from rulelang.cli.tables import SEATS, Request, Table, new_table, resumed_table
from rulelang.cli.terminal import Left, Terminal
from rulelang.match.errors import LogError
from rulelang.match.writer import LogWriter
from rulelang.play.cells import clean
from rulelang.play.keeping import Keeper, saves_folder
from rulelang.play.lines import Style
from rulelang.play.session import Session
from rulelang.play.setup import WrongSetup
from rulelang.render import render

if TYPE_CHECKING:
    from rulelang.cli.rereading import Rereader

__all__ = ["Request", "run", "sit_down"]


def run(request: Request) -> int:
    """Play one game; the exit code. Raises Usage for options that do not fit the game."""
    if request.resume:
        _check_resuming(request)
    terminal = Terminal(plain=request.plain, width=request.width)
    try:
        table = resumed_table(request) if request.resume else new_table(request)
    except WrongSetup as error:
        raise Usage(str(error)) from None
    except LogError as error:
        print(render([error.diagnostic], wants_colour(sys.stderr)), end="", file=sys.stderr)
        return FOUND
    if table is None:
        return FOUND
    return sit_down(table, terminal, _rereader(request, table, terminal) if request.watch else None)


def _check_resuming(request: Request) -> None:
    """A save says itself what it is played with. Raises Usage for what would be left unheard."""
    if request.watch:
        raise Usage("A save goes on under its own rules: leave out --watch, or --resume.")
    given = {"--players": request.players is not None, "--seed": request.seed is not None,
             "--first-player": request.first_player is not None, "--set": bool(request.settings),
             "--auto": request.auto, "--seats": request.seats != SEATS, "--names": bool(request.names),
             "--from": bool(request.start)}
    settled = next((option for option, is_given in given.items() if is_given), None)
    if settled is not None:
        raise Usage(f"A save goes on as it was begun: leave out {settled}. In the game, `seat` changes who plays.")


def _rereader(request: Request, table: Table, terminal: Terminal) -> Rereader:
    from rulelang.cli.rereading import Rereader

    return Rereader(request, table, terminal)


def sit_down(table: Table, terminal: Terminal, rereader: Rereader | None = None) -> int:
    """Play a game that has been set up; the exit code."""
    table.session.on_change = lambda changed: _keep(changed, table.keeper)
    try:
        _introduce(terminal, table)
        code = _play(table, terminal, rereader)
    except OSError:     # what is shown cannot be written: no mistake of the rules, nor of rulelang
        table.session.finish()
        raise
    except Exception:
        _apologize(table.session, table.log)
        raise
    _part(terminal, table)
    return code


def _keep(session: Session, keeper: Keeper) -> None:
    """Save a game in which people take part, for bots do the same again."""
    if session.people and not session.over:
        keeper.keep(session.snapshot())


def _introduce(terminal: Terminal, table: Table) -> None:
    session = table.session
    header = session.header
    seats = ", ".join(f"{name}: {kind}" for name, kind in zip(session.names, session.kinds, strict=True))
    terminal.say(f"{clean(header.title)} · {seats} · seed {header.seed}", Style.TITLE)
    if table.told:
        terminal.say(table.told, Style.ALERT)
    if table.log is not None:
        terminal.say(f"Log: {table.log.path}", Style.QUIET)
    if session.people:
        terminal.say("Type rules to read how it is played, ? for help, q to leave.", Style.QUIET)


def _play(table: Table, terminal: Terminal, rereader: Rereader | None) -> int:
    """Play until the end, or until nobody is there any more."""
    session = table.session
    try:
        if session.people:
            terminal.stirred = rereader.watch.changed if rereader is not None else None
            Conversation(session, terminal, table.keeper, rereader.reread if rereader is not None else None).play()
        else:
            watch_bots(session, terminal)
    except Left:
        terminal.say("You left the game.")
        return FINE
    except KeyboardInterrupt:
        terminal.say()
        terminal.say("Interrupted.")
        return INTERRUPTED
    if table.session.fault is not None:
        show_fault(table.session, terminal)
        return FOUND
    return FINE


def _apologize(session: Session, log: LogWriter | None) -> None:
    """A mistake of rulelang ends the game: keep the log as it is and say how to come to the same place."""
    again = f"--seed {session.header.seed}" + (f", log {log.path}" if log is not None else "")
    if log is not None:
        log.close()
    print(f"\nrulelang: a mistake in rulelang itself; to repeat it: {again}", file=sys.stderr)


def _part(terminal: Terminal, table: Table) -> None:
    """Close what was written; say how the game can be gone on with, and seen again."""
    session, log, keeper = table.session, table.log, table.keeper
    over, saved = session.over, bool(session.people) and not keeper.trouble
    keeper.close(over=over)
    session.finish()
    if not over and saved and keeper.path is not None:
        terminal.say(f"Saved: go on with `rulelang play --resume {_save_name(keeper.path)}`", Style.QUIET)
    terminal.say(f"Seed: {session.header.seed}", Style.QUIET)
    if log is not None and log.failed:
        terminal.say(f"The log {log.path} is incomplete, it could not be written on: {log.failed}.", Style.ALERT)
    elif log is not None:
        terminal.say(f"Log: {log.path}  (rulelang replay {log.path})", Style.QUIET)


def _save_name(path: Path) -> str:
    """What to type for a save: its name, if it lies where saves lie."""
    return path.stem if saves_folder() == path.parent else clean(str(path))
