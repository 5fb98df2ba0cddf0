"""Arguments in, a command run out: the commands and their options; each command's work is imported when it is used."""

from __future__ import annotations

import sys

import click

FORMS = ("text", "line", "json")

file_argument = click.argument("file", help="A rules file, or the name of a bundled game.")
files_argument = click.argument("files", nargs=-1, required=True, help="Rules files, or names of bundled games.")
players_option = click.option("--players", type=int, metavar="N", help="How many play.")
set_option = click.option("--set", "setting", multiple=True, metavar="NAME=VALUE", help="A setting of the game.")
plain_option = click.option("--plain", is_flag=True, help="Plain text, without colours.")
width_option = click.option("--width", type=int, metavar="N", help="Columns of the page, 40 to 200.")
summary_option = click.option("--json", "as_json", is_flag=True, help="The summary as JSON.")


class Commands(click.Group):
    """Lists commands in the order in which they stand below."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(self.commands)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
             no_args_is_help=True)
def app() -> None:
    """Write a card game as a text; check it, play it, test it."""


@app.command()
@files_argument
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--format", "form", type=click.Choice(FORMS), default=FORMS[0],
              help="text with the lines, line for editors, or json.")
def validate(files: tuple[str, ...], as_json: bool, form: str) -> None:
    """Check rules files; every finding has its line, and a hint."""
    from rulelang.cli.validate import run

    sys.exit(run(files, "json" if as_json else form))


@app.command()
@click.argument("file", required=False, help="A rules file, a bundled game; with --resume, a save.")
@players_option
@click.option("--seats", metavar="LIST", default="human,random", help="Who sits where; the last entry repeats.")
@click.option("--seed", type=int, metavar="S", help="Repeats the shuffles of a game.")
@click.option("--first-player", type=int, metavar="P", help="The seat that starts.")
@set_option
@click.option("--auto", is_flag=True, help="Bots in all seats; the game is shown.")
@plain_option
@click.option("--log", metavar="FILE", help="Write a log to play again.")
@width_option
@click.option("--names", metavar="LIST", default="", show_default=False,
              help="What the players are called, from seat 1.")
@click.option("--from", "start", metavar="EXAMPLE", default="", show_default=False,
              help="Begin at the position of an example.")
@click.option("--watch", is_flag=True, help="Read the rules again whenever the file is saved.")
@click.option("--resume", is_flag=True, help="Go on with a game that was left; by default the latest.")
def play(file: str | None, players: int | None, seats: str, seed: int | None, first_player: int | None,
         setting: tuple[str, ...], auto: bool, plain: bool, log: str | None, width: int | None, names: str, start: str,
         watch: bool, resume: bool) -> None:
    """Play a game, against bots or with people at one screen."""
    from rulelang.cli.play import Request, run

    sys.exit(run(Request(file, players, "random" if auto and seats == "human,random" else seats, seed, first_player,
                         setting, auto, plain, log, width, names, resume, start, watch)))


@app.command()
@click.argument("log", help="A log written by play.")
@plain_option
@width_option
@click.option("--step", is_flag=True, help="Stop at every move: forward, back, or a new game from there.")
def replay(log: str, plain: bool, width: int | None, step: bool) -> None:
    """Play a log again: shows the game and verifies every step and the end."""
    from rulelang.cli.replay import run

    sys.exit(run(log, plain=plain, width=width, step=step))


@app.command("test")
@files_argument
@set_option
@plain_option
def run_examples(files: tuple[str, ...], setting: tuple[str, ...], plain: bool) -> None:
    """Run the examples inside rules files as tests."""
    from rulelang.cli.test import run

    sys.exit(run(files, setting, plain=plain))


@app.command()
@file_argument
@click.option("--games", type=int, metavar="N", default=1000, help="How many games.")
@players_option
@click.option("--seats", metavar="LIST", default="random", help="Bots by seat; the last entry repeats.")
@click.option("--seed", type=int, metavar="S", default=1, help="Decides the seed of every game.")
@set_option
@click.option("--jobs", type=int, metavar="J", default=1, help="How many processes play.")
@click.option("--out", metavar="RESULTS", help="Keep a line for each game; goes on with a file that is there.")
@click.option("--from", "first", type=int, metavar="N", default=0, help="The number of the first game.")
@summary_option
@plain_option
def simulate(file: str, games: int, players: int | None, seats: str, seed: int, setting: tuple[str, ...], jobs: int,
             out: str | None, first: int, as_json: bool, plain: bool) -> None:
    """Let bots play many games, and sum up what happens in them."""
    from rulelang.cli.simulate import Request, run

    sys.exit(run(Request(file, games, players, seats, seed, setting, jobs, out, first, as_json, plain)))


@app.command()
@click.argument("files", nargs=-1, required=True, help="Results of parts of one run, in any order.")
@click.option("-o", "--out", metavar="RESULTS", help="Write them into one file.")
@summary_option
@plain_option
def merge(files: tuple[str, ...], out: str | None, as_json: bool, plain: bool) -> None:
    """Join results of simulate, from any machines, and sum them up."""
    from rulelang.cli.merge import run

    sys.exit(run(files, out, as_json=as_json, plain=plain))


@app.command()
@files_argument
@click.option("--check", is_flag=True, help="Change nothing; exit 1 if something would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
def fmt(files: tuple[str, ...], check: bool, diff: bool) -> None:
    """Lay rules files out in the standard way."""
    from rulelang.cli.fmt import run

    sys.exit(run(files, check=check, diff=diff))


@app.command()
@click.argument("files", nargs=-1, required=True, help="A base and a variant, two games, or a variant alone.")
@click.option("--json", "as_json", is_flag=True, help="The changes as JSON.")
@plain_option
def diff(files: tuple[str, ...], as_json: bool, plain: bool) -> None:
    """Say what a variant changes. Exit 0: the same rules, 1: other rules, 2: trouble."""
    from rulelang.cli.diff import run

    sys.exit(run(files, as_json=as_json, plain=plain))


@app.command()
@file_argument
@click.option("--ast", "tree", is_flag=True, help="The syntax tree as JSON, by grammar/ast.schema.json.")
@click.option("-o", "--out", metavar="FILE", help="Write into a file.")
def export(file: str, tree: bool, out: str | None) -> None:
    """Write a rules file in a form for other programs."""
    from rulelang.cli.export import run

    sys.exit(run(file, tree=tree, out=out))


@app.command()
@file_argument
@click.option("-o", "--out", metavar="FILE", help="Write into a .md or .html file.")
def rulebook(file: str, out: str | None) -> None:
    """Write the rules as a book that players read."""
    from rulelang.cli.rulebook import run

    sys.exit(run(file, out=out))


@app.command()
@click.argument("name", help="The name of the game; NAME.rules is written.")
@click.option("--players", metavar="N..M", default="2..4", help="How many can play.")
def new(name: str, players: str) -> None:
    """Begin a new game: write a small commented one to change."""
    from rulelang.cli.new import run

    sys.exit(run(name, players))


@app.command()
def games() -> None:
    """List the bundled games."""
    from rulelang.cli.games import run

    sys.exit(run())


@app.command()
@click.argument("code", help="The code of a finding, as RL101.")
def explain(code: str) -> None:
    """Explain a finding, with a wrong and a right example."""
    from rulelang.cli.explain import run

    sys.exit(run(code))


@app.command()
def version() -> None:
    """Print the version."""
    from rulelang.cli.version import run

    sys.exit(run())
