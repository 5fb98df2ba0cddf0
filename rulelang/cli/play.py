"""`rulelang play FILE`: a rules file and who sits where in, a game at the terminal out."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import rulelang
from rulelang.cli.conversation import Conversation
from rulelang.cli.files import FINE, FOUND, INTERRUPTED, Usage, rules_file
from rulelang.cli.loading import load_game
from rulelang.cli.showing import show_fault, watch_bots
from rulelang.cli.terminal import Left, Terminal
from rulelang.engine.game import Game
from rulelang.match.recorder import Recorder
from rulelang.match.transcript import Header, header_of
from rulelang.match.writer import LogWriter, reason
from rulelang.play.cells import clean
from rulelang.play.lines import Style
from rulelang.play.session import Session
from rulelang.play.setup import (
    LARGEST_SEED,
    WrongSetup,
    new_seed,
    seat_agents,
    seat_kinds,
    seat_names,
    settings,
)


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for on the command line."""

    file: str
    players: int | None
    seats: str
    seed: int | None
    first_player: int | None
    settings: tuple[str, ...]
    auto: bool
    plain: bool
    log: str | None
    width: int | None


def run(request: Request) -> int:
    """Play one game; the exit code. Raises Usage for options that do not fit the game."""
    terminal = Terminal(plain=request.plain, width=request.width)
    path = rules_file(request.file)
    try:
        chosen = settings(request.settings)
        game = load_game(path, request.players, chosen)
        if game is None:
            return FOUND
        session, log = _session(request, game)
    except WrongSetup as error:
        raise Usage(str(error)) from None
    try:
        _introduce(terminal, session, log)
        code = _play(session, terminal)
    except BrokenPipeError:
        session.finish()
        raise
    except Exception:
        _apologize(session, log)
        raise
    _part(terminal, session, log)
    return code


def _session(request: Request, game: Game) -> tuple[Session, LogWriter | None]:
    kinds = seat_kinds(request.seats, game.players)
    if request.auto and "human" in kinds:
        raise WrongSetup("With --auto bots sit in all seats; leave out `human`, or --auto.")
    first = request.first_player
    if first is not None and not 1 <= first <= game.players:
        raise WrongSetup(f"Seat {first} cannot start: {game.players} play.")
    seed = new_seed() if request.seed is None else request.seed
    if not 0 <= seed <= LARGEST_SEED:
        raise WrongSetup(f"A seed is a number from 0 to {LARGEST_SEED}.")
    header = header_of(game, rulelang.__version__, kinds, seed, first)
    log = _open_log(request.log, header)
    return Session(game, seat_agents(kinds), Recorder(header, log), seat_names(game.players)), log


def _open_log(name: str | None, header: Header) -> LogWriter | None:
    if name is None:
        return None
    try:
        return LogWriter(Path(name), header)
    except FileExistsError:
        raise WrongSetup(f"There is a file `{name}` already; a log never overwrites one.") from None
    except (OSError, ValueError) as error:
        told = reason(error) if isinstance(error, OSError) else str(error)
        raise WrongSetup(f"The log `{name}` cannot be written: {told}.") from None


def _introduce(terminal: Terminal, session: Session, log: LogWriter | None) -> None:
    header = session.header
    seats = ", ".join(f"{name}: {kind}" for name, kind in zip(session.names, header.seats, strict=True))
    terminal.say(f"{clean(header.title)} · {seats} · seed {header.seed}", Style.TITLE)
    if log is not None:
        terminal.say(f"Log: {log.path}", Style.QUIET)
    if any(kind == "human" for kind in header.seats):
        terminal.say("Type ? for help, q to leave.", Style.QUIET)


def _play(session: Session, terminal: Terminal) -> int:
    """Play until the end, or until nobody is there any more."""
    try:
        if any(agent is None for agent in session.seats):
            Conversation(session, terminal).play()
        else:
            watch_bots(session, terminal)
    except Left:
        terminal.say("You left the game.")
        return FINE
    except KeyboardInterrupt:
        terminal.say()
        terminal.say("Interrupted.")
        return INTERRUPTED
    if session.fault is not None:
        show_fault(session, terminal)
        return FOUND
    return FINE


def _apologize(session: Session, log: LogWriter | None) -> None:
    """A mistake of rulelang ends the game: keep the log as it is and say how to come to the same place."""
    again = f"--seed {session.header.seed}" + (f", log {log.path}" if log is not None else "")
    if log is not None:
        log.close()
    print(f"\nrulelang: a mistake in rulelang itself; to repeat it: {again}", file=sys.stderr)


def _part(terminal: Terminal, session: Session, log: LogWriter | None) -> None:
    """Close the log; say how the game can be seen again."""
    session.finish()
    terminal.say(f"Seed: {session.header.seed}", Style.QUIET)
    if log is not None and log.failed:
        terminal.say(f"The log {log.path} is incomplete, it could not be written on: {log.failed}.", Style.ALERT)
    elif log is not None:
        terminal.say(f"Log: {log.path}  (rulelang replay {log.path})", Style.QUIET)
