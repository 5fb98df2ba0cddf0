"""`rulelang test FILE...`: rules files in, their examples run and a report like a test runner's out."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from rulelang.analysis.settings import SettingError
from rulelang.cli.files import FINE, FOUND, Usage, rules_file, short
from rulelang.cli.terminal import Terminal
from rulelang.diagnostics import RulesError
from rulelang.examples import ExampleResult, run_examples
from rulelang.play.cells import clean, counted
from rulelang.play.lines import Piece, Style
from rulelang.play.setup import WrongSetup, settings
from rulelang.render import render

NO_EXAMPLES = """
An example says what must come of a position. Write one at the end of the rules, with your own names:

    example "everybody gets four cards" for 2 players:
        when deal
        expect size(p1's hand) is 4 and size(p2's hand) is 4

`when` runs a phase, `when p1 does NAME` an action; `given` lays cards; `expect` says what must be true then.
"""


def run(files: Sequence[str], chosen: Sequence[str] = (), *, plain: bool) -> int:
    """Run the examples of all files and print what they give; the exit code.

    `chosen` are params as `name=value`. Raises Usage for those that a game does not allow.
    """
    terminal = Terminal(plain=plain)
    try:
        params = settings(chosen)
    except WrongSetup as error:
        raise Usage(str(error)) from None
    passed = failed = broken = 0
    for path in [rules_file(given) for given in files]:
        results = _of_file(path, params, terminal)
        if results is None:
            broken += 1
            continue
        passed += sum(result.passed for result in results)
        failed += sum(not result.passed for result in results)
    if not passed + failed + broken:
        terminal.say(NO_EXAMPLES, Style.QUIET)
        terminal.say("nothing tested: there are no examples", Style.ALERT)
        return FINE
    parts = [counted(passed, "example") + " passed"]
    parts += [f"{failed} failed"] if failed else []
    parts += [f"{counted(broken, 'file')} with mistakes"] if broken else []
    terminal.say(", ".join(parts), Style.ALERT if failed or broken else Style.OWN)
    return FOUND if failed or broken else FINE


def _of_file(path: Path, params: Mapping[str, int | bool | str], terminal: Terminal) -> list[ExampleResult] | None:
    """The results of a file, each printed; None, with the findings printed, if its rules have mistakes."""
    terminal.say(short(path), Style.TITLE)
    try:
        results = run_examples(path, params)
    except SettingError as error:
        print(render(error.diagnostics, not terminal.plain), end="", file=sys.stderr)
        raise Usage("the rules do not allow this setting.") from None
    except RulesError as error:
        print(render(error.diagnostics, not terminal.plain), end="")
        return None
    for result in results:
        _print(result, terminal)
    if not results:
        terminal.say("  no examples in this file", Style.QUIET)
    return results


def _print(result: ExampleResult, terminal: Terminal) -> None:
    word, style = ("pass", Style.OWN) if result.passed else ("FAIL", Style.ALERT)
    terminal.show([(Piece(f"  {word}", style), Piece(f"  {clean(result.title)}"),
                    Piece(f"  (line {result.line})", Style.QUIET))])
    if result.diagnostics:
        print(render(result.diagnostics, not terminal.plain), end="")
