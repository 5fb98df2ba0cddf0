"""`rulelang play FILE`: a rules file (or a save) and who sits where in, a game at the terminal out."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import rulelang
from rulelang.cli.colour import wants_colour
from rulelang.cli.conversation import Conversation
from rulelang.cli.files import FINE, FOUND, INTERRUPTED, Usage, rules_file
from rulelang.cli.loading import load_game
from rulelang.cli.showing import show_fault, watch_bots
from rulelang.cli.terminal import Left, Terminal
from rulelang.engine.game import Game
from rulelang.match.errors import LogError
from rulelang.match.recorder import Recorder
from rulelang.match.transcript import Header, header_of
from rulelang.match.writer import LogWriter, reason
from rulelang.play.cells import clean
from rulelang.play.keeping import Keeper, find_save, new_keeper, old_keeper, saves_folder
from rulelang.play.lines import Style
from rulelang.play.session import Session
from rulelang.play.setup import (
    HUMAN,
    LARGEST_SEED,
    WrongSetup,
    new_seed,
    player_names,
    seat_agents,
    seat_kinds,
    seat_names,
    settings,
)
from rulelang.render import render


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for on the command line."""

    file: str | None
    players: int | None
    seats: str
    seed: int | None
    first_player: int | None
    settings: tuple[str, ...]
    auto: bool
    plain: bool
    log: str | None
    width: int | None
    names: str = ""
    resume: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A session with what is written while it is played; `told` is what to say before it begins."""

    session: Session
    log: LogWriter | None
    keeper: Keeper
    told: str = ""


def run(request: Request) -> int:
    """Play one game; the exit code. Raises Usage for options that do not fit the game."""
    terminal = Terminal(plain=request.plain, width=request.width)
    try:
        table = _resumed(request) if request.resume else _new(request)
    except WrongSetup as error:
        raise Usage(str(error)) from None
    except LogError as error:
        print(render([error.diagnostic], wants_colour(sys.stderr)), end="", file=sys.stderr)
        return FOUND
    if table is None:
        return FOUND
    return _sit_down(table, terminal)


def _sit_down(table: Table, terminal: Terminal) -> int:
    """Play a game that has been set up; the exit code."""
    session = table.session
    session.on_change = lambda changed: _keep(changed, table.keeper)
    try:
        _introduce(terminal, table)
        code = _play(table, terminal)
    except BrokenPipeError:
        session.finish()
        raise
    except Exception:
        _apologize(session, table.log)
        raise
    _part(terminal, table)
    return code


def _keep(session: Session, keeper: Keeper) -> None:
    """Save a game in which people take part, for bots do the same again."""
    if session.people and not session.over:
        keeper.keep(session.snapshot())


# ---------------------------------------------------------------- setting up


def _new(request: Request) -> Table | None:
    """A new game; None, with the findings printed, if its rules have mistakes."""
    if request.file is None:
        raise Usage("Which game? Name a rules file or a bundled game; `rulelang games` lists them.")
    game = load_game(rules_file(request.file), request.players, settings(request.settings))
    if game is None:
        return None
    kinds = seat_kinds(request.seats, game.players)
    if request.auto and HUMAN in kinds:
        raise WrongSetup("With --auto bots sit in all seats; leave out `human`, or --auto.")
    header = _header(request, game, kinds)
    log = _open_log(request.log, header)
    session = Session(game, seat_agents(kinds), Recorder(header, log), seat_names(game.players, header.names))
    keeper = new_keeper(header.title, header.seed) if HUMAN in kinds else Keeper(None, None)
    return Table(session, log, keeper)


def _header(request: Request, game: Game, kinds: tuple[str, ...]) -> Header:
    first = request.first_player
    if first is not None and not 1 <= first <= game.players:
        raise WrongSetup(f"Seat {first} cannot start: {game.players} play.")
    seed = new_seed() if request.seed is None else request.seed
    if not 0 <= seed <= LARGEST_SEED:
        raise WrongSetup(f"A seed is a number from 0 to {LARGEST_SEED}.")
    names = player_names(request.names, game.players) if request.names else ()
    return header_of(game, rulelang.__version__, kinds, seed, first, names)


def _resumed(request: Request) -> Table:
    """The game of a save, with the rules in it. Raises WrongSetup, or LogError if the save cannot be used."""
    from rulelang.play.resuming import resume

    path = find_save(request.file)
    keeper = old_keeper(path)
    try:
        session, problem = resume(path)
        log = session.log_into(_open_log(request.log, session.header))
    except (LogError, WrongSetup):
        keeper.close(over=False)
        raise
    told = f"{problem.diagnostic.title}. The game goes on from the save before it." if problem is not None else ""
    return Table(session, log, keeper, told)


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


# ---------------------------------------------------------------- playing


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
        terminal.say("Type ? for help, q to leave.", Style.QUIET)


def _play(table: Table, terminal: Terminal) -> int:
    """Play until the end, or until nobody is there any more."""
    session = table.session
    try:
        if session.people:
            Conversation(session, terminal, table.keeper).play()
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
