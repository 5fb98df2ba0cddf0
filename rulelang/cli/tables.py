"""What was asked for on the command line in, a game that can begin or go on out: new, or from a save."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import rulelang
from rulelang.cli.colour import wants_colour
from rulelang.cli.files import Usage, rules_file
from rulelang.cli.loading import load_game
from rulelang.diagnostics import RulesError
from rulelang.engine.game import Game
from rulelang.match.errors import LogError
from rulelang.match.recorder import Recorder
from rulelang.match.transcript import Header, header_of
from rulelang.match.writer import LogWriter, reason
from rulelang.play.keeping import Keeper, find_save, new_keeper, old_keeper
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
from rulelang.play.starting import PositionedGame, game_from
from rulelang.records import dataclass
from rulelang.render import render

SEATS = "human,random"      # who sits where if nobody says


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
    start: str = ""
    watch: bool = False


@dataclass(slots=True)
class Table:
    """A session with what is written while it is played; `told` is what to say before it begins.

    The session and its log are other ones when the rules are read again.
    """

    session: Session
    log: LogWriter | None
    keeper: Keeper
    told: str = ""


def new_table(request: Request) -> Table | None:
    """A new game; None, with the findings printed, if its rules have mistakes."""
    if request.file is None:
        raise Usage("Which game? Name a rules file or a bundled game; `rulelang games` lists them.")
    path = rules_file(request.file)
    game = _game_from(request, path) if request.start else load_game(path, request.players, settings(request.settings))
    if game is None:
        return None
    alone = game.players == 1 and request.seats == SEATS
    kinds = seat_kinds(HUMAN if alone else request.seats, game.players)
    if request.auto and HUMAN in kinds:
        raise WrongSetup("With --auto bots sit in all seats; leave out `human`, or --auto.")
    if request.watch and HUMAN not in kinds:
        raise WrongSetup("--watch is for people: a seat must be `human`.")
    header = _header(request, game, kinds)
    log = open_log(request.log, header)
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
    header = header_of(game, rulelang.__version__, kinds, seed, first, names)
    return replace(header, start=game.start) if isinstance(game, PositionedGame) else header


def _game_from(request: Request, path: Path) -> PositionedGame | None:
    """The game from an example; None, with the findings printed, if its rules have mistakes."""
    try:
        game = game_from(path, request.start, settings(request.settings))
    except RulesError as error:
        print(render(error.diagnostics, wants_colour(sys.stderr)), end="", file=sys.stderr)
        return None
    if request.players not in (None, game.players):
        raise WrongSetup(f"The example is for {game.players} players.")
    if request.first_player is not None:
        raise WrongSetup("Who starts is settled by the example: leave out --first-player.")
    return game


def resumed_table(request: Request) -> Table:
    """The game of a save, with the rules in it. Raises WrongSetup, or LogError if the save cannot be used."""
    from rulelang.play.resuming import resume

    path = find_save(request.file)
    keeper = old_keeper(path)
    try:
        session, problem = resume(path)
        log = session.log_into(open_log(request.log, session.header))
    except LogError:
        keeper.refuse()
        raise
    except WrongSetup:
        keeper.close(over=False)
        raise
    told = f"{problem.diagnostic.title}. The game goes on from the save before it." if problem is not None else ""
    return Table(session, log, keeper, told)


def open_log(name: str | None, header: Header) -> LogWriter | None:
    """A new log, None without a name. Raises WrongSetup if it cannot be written."""
    if name is None:
        return None
    try:
        return LogWriter(Path(name), header)
    except FileExistsError:
        raise WrongSetup(f"There is a file `{name}` already; a log never overwrites one.") from None
    except (OSError, ValueError) as error:
        told = reason(error) if isinstance(error, OSError) else str(error)
        raise WrongSetup(f"The log `{name}` cannot be written: {told}.") from None
