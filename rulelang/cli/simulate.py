"""`rulelang simulate FILE`: a rules file and bots in, many games played, their lines and a summary out."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path

from rulelang.cli.files import FINE, FOUND, INTERRUPTED, Usage, rules_file
from rulelang.cli.loading import load_game
from rulelang.cli.progress import Interrupts, Progress
from rulelang.cli.terminal import Terminal
from rulelang.match.writer import reason
from rulelang.play.cells import counted
from rulelang.play.lines import Style
from rulelang.play.setup import HUMAN, LARGEST_SEED, WrongSetup, seat_kinds, settings
from rulelang.records import dataclass
from rulelang.render import render
from rulelang.simulate.errors import ProcessEnded, ResultsError
from rulelang.simulate.jobs import Jobs
from rulelang.simulate.keeping import Kept, keep
from rulelang.simulate.page import page
from rulelang.simulate.plan import Plan
from rulelang.simulate.seeds import MOST_GAMES
from rulelang.simulate.summary import summary
from rulelang.simulate.tally import Tally

MOST_JOBS = 256


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for on the command line."""

    file: str
    games: int
    players: int | None
    seats: str
    seed: int
    settings: tuple[str, ...]
    jobs: int
    out: str | None
    first: int
    as_json: bool
    plain: bool


def run(request: Request) -> int:
    """Play the games that are not there yet and sum up; the exit code. Raises Usage for what does not fit."""
    terminal = Terminal(plain=request.plain)
    _check(request)
    try:
        plan = _plan(request)
        if plan is None:
            return FOUND
        return _simulate(request, plan, terminal)
    except WrongSetup as error:
        raise Usage(str(error)) from None
    except ResultsError as error:
        print(render([error.diagnostic], not terminal.plain), end="", file=sys.stderr)
        return FOUND


def _check(request: Request) -> None:
    allowed = (("--games", request.games, 1, MOST_GAMES), ("--from", request.first, 0, MOST_GAMES - 1),
               ("--jobs", request.jobs, 1, MOST_JOBS), ("--seed", request.seed, 0, LARGEST_SEED))
    for name, value, least, most in allowed:
        if not least <= value <= most:
            raise Usage(f"{name} is a number from {least} to {most}, not {value}.")
    if request.first + request.games > MOST_GAMES:
        raise Usage(f"The games of a run are numbered from 0 to {MOST_GAMES - 1}.")


def _plan(request: Request) -> Plan | None:
    game = load_game(rules_file(request.file), request.players, settings(request.settings))
    if game is None:
        return None
    kinds = seat_kinds(request.seats, game.players, people=False)
    if HUMAN in kinds:
        raise WrongSetup("Nobody can be asked here; seats are for bots, as in --seats random,greedy.")
    return Plan(game, kinds, request.seed)


def _simulate(request: Request, plan: Plan, terminal: Terminal) -> int:
    tally = Tally(plan.header)
    kept = _open(request, plan, tally)
    done = kept.games if kept is not None else 0
    if kept is not None and kept.repaired:
        _tell(f"The last line of {request.out} was cut off; this game is played again.")
    if done:
        _tell(f"{done:,} games are in {request.out} already; {max(0, request.games - done):,} to go.")
    try:
        whole = _play(request, plan, tally, kept)
    except OSError as error:
        if request.out is None:
            raise
        raise Usage(f"`{request.out}` cannot be written: {reason(error)}. The games in it are kept.") from None
    except ProcessEnded:
        raise Usage("A process that played was ended from outside, perhaps for want of memory: try fewer.") from None
    show(tally, terminal, as_json=request.as_json)
    if not whole:
        _tell(f"Interrupted. {_again(request)}")
        return INTERRUPTED
    return FOUND if tally.faults else FINE


def _open(request: Request, plan: Plan, tally: Tally) -> Kept | None:
    if request.out is None:
        return None
    try:
        return keep(Path(request.out), plan.header, request.first, tally.add)
    except (OSError, ValueError) as error:
        told = reason(error) if isinstance(error, OSError) else str(error)
        raise WrongSetup(f"`{request.out}` cannot be written: {told}.") from None


def _play(request: Request, plan: Plan, tally: Tally, kept: Kept | None) -> bool:
    """Play what is left, each game into the tally and the file; whether it was not interrupted."""
    done = kept.games if kept is not None else 0
    left = request.games - done
    interrupts, jobs = Interrupts(), Jobs(plan, request.jobs)
    try:
        if left < 1:
            return True
        if jobs.slow_because:
            _tell(f"Games are played by the interpreter, which takes longer: {jobs.slow_because}.")
        with (interrupts.listening(), Progress(left, plain=request.plain) as progress,
              closing(jobs.lines(request.first + done, left)) as lines):
            for text in lines:
                with interrupts.whole():
                    _take(text, tally, kept)
                progress.step()
        return True
    except KeyboardInterrupt:
        return False
    finally:
        if kept is not None:
            kept.close()


def _take(text: str, tally: Tally, kept: Kept | None) -> None:
    if kept is not None:
        kept.add(text)      # a power cut costs a second's games, not more
    tally.add(json.loads(text))


def _again(request: Request) -> str:
    if request.out is None:
        return "With --out FILE the games would be kept, and the same command would go on."
    return f"The games are in {request.out}; the same command goes on."


def _tell(text: str) -> None:
    """Say something that is no part of the results."""
    print(text, file=sys.stderr, flush=True)


def show(tally: Tally, terminal: Terminal, *, as_json: bool) -> None:
    """Print the summary of the games so far."""
    data = summary(tally)
    if as_json:
        print(json.dumps(data, indent=2, ensure_ascii=True))
        return
    terminal.show(page(data, terminal.width))
    if tally.faults:
        terminal.show_text(f"In {counted(tally.faults, 'game')} the rules came to no result, at the places above: see "
                           "`rulelang explain RL701` and RL702.", Style.ALERT)
