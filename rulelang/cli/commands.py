"""Arguments in, a command run out: the commands and their options; each command's work is imported when it is used."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=True,
                  help="Write a card game as a text; check it, play it, test it.",
                  context_settings={"help_option_names": ["-h", "--help"]})

File = Annotated[str, typer.Argument(help="A rules file, or the name of a bundled game.")]
Files = Annotated[list[str], typer.Argument(help="Rules files, or names of bundled games.")]
Plain = Annotated[bool, typer.Option("--plain", help="Plain text, without colours.")]
Width = Annotated[int | None, typer.Option("--width", metavar="N", help="Columns of the page, 40 to 200.")]


class Format(StrEnum):
    """How findings are written."""

    TEXT = "text"
    LINE = "line"
    JSON = "json"


@app.command()
def validate(
    files: Files,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    format: Annotated[Format, typer.Option("--format", help="text with the lines, line for editors, or json.")]
    = Format.TEXT,
) -> None:
    """Check rules files; every finding has its line, and a hint."""
    from rulelang.cli.validate import run

    _leave(run(files, Format.JSON.value if as_json else format.value))


@app.command()
def play(
    file: Annotated[str | None, typer.Argument(help="A rules file, a bundled game; with --resume, a save.")] = None,
    players: Annotated[int | None, typer.Option("--players", metavar="N", help="How many play.")] = None,
    seats: Annotated[str, typer.Option("--seats", metavar="LIST", help="Who sits where; the last entry repeats.")]
    = "human,random",
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Repeats the shuffles of a game.")] = None,
    first_player: Annotated[int | None, typer.Option("--first-player", metavar="P", help="The seat that starts.")]
    = None,
    setting: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting of the game.")]
    = None,
    auto: Annotated[bool, typer.Option("--auto", help="Bots in all seats; the game is shown.")] = False,
    plain: Plain = False,
    log: Annotated[str | None, typer.Option("--log", metavar="FILE", help="Write a log to play again.")] = None,
    width: Width = None,
    names: Annotated[str, typer.Option("--names", metavar="LIST", help="What the players are called, from seat 1.")]
    = "",
    start: Annotated[str, typer.Option("--from", metavar="EXAMPLE", help="Begin at the position of an example.")] = "",
    watch: Annotated[bool, typer.Option("--watch", help="Read the rules again whenever the file is saved.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a game that was left; by default the latest.")]
    = False,
) -> None:
    """Play a game, against bots or with people at one screen."""
    from rulelang.cli.play import Request, run

    _leave(run(Request(file, players, "random" if auto and seats == "human,random" else seats, seed, first_player,
                       tuple(setting or ()), auto, plain, log, width, names, resume, start, watch)))


@app.command()
def replay(
    log: Annotated[str, typer.Argument(help="A log written by play.")],
    plain: Plain = False,
    width: Width = None,
    step: Annotated[bool, typer.Option("--step", help="Stop at every move: forward, back, or a new game from there.")]
    = False,
) -> None:
    """Play a log again: shows the game and verifies every step and the end."""
    from rulelang.cli.replay import run

    _leave(run(log, plain=plain, width=width, step=step))


@app.command("test")
def run_examples(
    files: Files,
    setting: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting of the game.")]
    = None,
    plain: Plain = False,
) -> None:
    """Run the examples inside rules files as tests."""
    from rulelang.cli.test import run

    _leave(run(files, setting or (), plain=plain))


@app.command()
def simulate(
    file: File,
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many games.")] = 1000,
    players: Annotated[int | None, typer.Option("--players", metavar="N", help="How many play.")] = None,
    seats: Annotated[str, typer.Option("--seats", metavar="LIST", help="Bots by seat: random or greedy; the last entry "
                                                 "repeats.")]
    = "random",
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Decides the seed of every game.")] = 1,
    setting: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting of the game.")]
    = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", help="How many processes play.")] = 1,
    out: Annotated[str | None, typer.Option("--out", metavar="RESULTS", help="Keep a line for each game; goes on "
                                            "with a file that is there.")] = None,
    first: Annotated[int, typer.Option("--from", metavar="N", help="The number of the first game.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="The summary as JSON.")] = False,
    plain: Plain = False,
) -> None:
    """Let bots play many games, and sum up what happens in them."""
    from rulelang.cli.simulate import Request, run

    _leave(run(Request(file, games, players, seats, seed, tuple(setting or ()), jobs, out, first, as_json, plain)))


@app.command()
def merge(
    files: Annotated[list[str], typer.Argument(help="Results of parts of one run, in any order.")],
    out: Annotated[str | None, typer.Option("-o", "--out", metavar="RESULTS", help="Write them into one file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The summary as JSON.")] = False,
    plain: Plain = False,
) -> None:
    """Join results of simulate, from any machines, and sum them up."""
    from rulelang.cli.merge import run

    _leave(run(files, out, as_json=as_json, plain=plain))


@app.command()
def fmt(
    files: Files,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit 1 if something would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; show what would change.")] = False,
) -> None:
    """Lay rules files out in the standard way."""
    from rulelang.cli.fmt import run

    _leave(run(files, check=check, diff=diff))


@app.command()
def diff(
    files: Annotated[list[str], typer.Argument(help="A base and a variant, two games, or a variant alone.")],
    as_json: Annotated[bool, typer.Option("--json", help="The changes as JSON.")] = False,
    plain: Plain = False,
) -> None:
    """Say what a variant changes. Exit 0: the same rules, 1: other rules, 2: trouble."""
    from rulelang.cli.diff import run

    _leave(run(files, as_json=as_json, plain=plain))


@app.command()
def export(
    file: File,
    tree: Annotated[bool, typer.Option("--ast", help="The syntax tree as JSON, by grammar/ast.schema.json.")] = False,
    out: Annotated[str | None, typer.Option("-o", "--out", metavar="FILE", help="Write into a file.")] = None,
) -> None:
    """Write a rules file in a form for other programs."""
    from rulelang.cli.export import run

    _leave(run(file, tree=tree, out=out))


@app.command()
def rulebook(
    file: File,
    out: Annotated[str | None, typer.Option("-o", "--out", metavar="FILE", help="Write into a .md or .html file.")]
    = None,
) -> None:
    """Write the rules as a book that players read."""
    from rulelang.cli.rulebook import run

    _leave(run(file, out=out))


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="The name of the game; NAME.rules is written.")],
    players: Annotated[str, typer.Option("--players", metavar="N..M", help="How many can play.")] = "2..4",
) -> None:
    """Begin a new game: write a small commented one to change."""
    from rulelang.cli.new import run

    _leave(run(name, players))


@app.command()
def games() -> None:
    """List the bundled games."""
    from rulelang.cli.games import run

    _leave(run())


@app.command()
def explain(code: Annotated[str, typer.Argument(help="The code of a finding, as RL101.")]) -> None:
    """Explain a finding, with a wrong and a right example."""
    from rulelang.cli.explain import run

    _leave(run(code))


@app.command()
def version() -> None:
    """Print the version."""
    from rulelang.cli.version import run

    _leave(run())


def _leave(code: int) -> None:
    raise typer.Exit(code)
