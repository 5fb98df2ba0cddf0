"""`rulelang diff BASE VARIANT`: two rules files in, what the second changes out, in plain words or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.cli.colour import wants_colour
from rulelang.cli.files import FINE, FOUND, USAGE, Usage, rules_file
from rulelang.cli.terminal import Terminal
from rulelang.compiler import Where, check
from rulelang.diagnostics import Diagnostic
from rulelang.play.cells import clean, counted
from rulelang.play.lines import Piece, Style
from rulelang.render import render

if TYPE_CHECKING:
    from rulelang.analysis.model import GameModel
    from rulelang.analysis.variants.diff import Change

_STYLES = {"-": Style.ALERT, "+": Style.OWN}


def run(files: Sequence[str], *, as_json: bool, plain: bool) -> int:
    """Compare two games, or a variant with its base; 0 if the rules are the same, 1 if not, 2 for trouble."""
    from rulelang.analysis.variants.diff import compare

    pair = _models(files)
    if pair is None:
        return USAGE
    base, other = pair
    changes = compare(base, other)
    if as_json:
        print(json.dumps(_record(base, other, changes), indent=2))
    else:
        _tell(base, other, changes, Terminal(plain=plain))
    return FOUND if any(change.is_rule for change in changes) else FINE


def _models(files: Sequence[str]) -> tuple[GameModel, GameModel] | None:
    """The two games; None, with the findings printed, if one has mistakes. Raises Usage."""
    if len(files) > 2:
        raise Usage("Two games are compared, or one variant with its base.")
    paths = [rules_file(given) for given in files]
    if len(paths) == 1:
        return _with_base(paths[0])
    base, other = _model(paths[0]), _model(paths[1])
    return (base, other) if base is not None and other is not None else None


def _with_base(path: Path) -> tuple[GameModel, GameModel] | None:
    checked = check(path)
    if checked.model is None:
        _print(checked.diagnostics)
        return None
    bundle = checked.bundle
    bases = [key for key, (_, role) in bundle.sources.items() if role == "base"] if bundle is not None else []
    if bundle is None or not bases:
        raise Usage(f"`{path.name}` is no variant: name two games to compare.")
    base = _model(replace(bundle, main=bases[0], sources={}))
    return None if base is None else (base, checked.model)


def _model(where: Where) -> GameModel | None:
    checked = check(where)
    if checked.model is None:
        _print(checked.diagnostics)
    return checked.model


def _print(diagnostics: Sequence[Diagnostic]) -> None:
    print(render(diagnostics, wants_colour(sys.stderr)), end="", file=sys.stderr)


# ---------------------------------------------------------------- as JSON


def _record(base: GameModel, other: GameModel, changes: Sequence[Change]) -> dict[str, object]:
    return {
        "base": base.title, "variant": other.title, "same": not any(change.is_rule for change in changes),
        "changes": [
            {"section": change.section, "done": change.done, "what": change.what, "text": list(change.doc),
             "lines": list(change.lines), "file": change.place.source.name, "line": change.place.line}
            for change in changes
        ],
    }


# ---------------------------------------------------------------- in words


def _tell(base: GameModel, other: GameModel, changes: Sequence[Change], terminal: Terminal) -> None:
    rules = [change for change in changes if change.is_rule]
    count = counted(len(rules), "change") if rules else "no change of the rules"
    terminal.say(f"{clean(base.title)} → {clean(other.title)}: {count}", Style.TITLE)
    for section, group in groupby(changes, key=lambda change: change.section):
        terminal.say()
        terminal.say(section, Style.LABEL)
        for change in group:
            _tell_one(change, terminal)


def _tell_one(change: Change, terminal: Terminal) -> None:
    place = f"{change.place.source.name}:{change.place.line}"
    terminal.show([(Piece(f"  {change.done:7}  "), Piece(clean(change.what), Style.KEY),
                    Piece(f"  ({clean(place)})", Style.QUIET))])
    for line in change.doc:
        terminal.say(f"      > {clean(line)}", Style.QUIET)
    for line in change.lines:
        terminal.say(f"      {clean(line)}", _STYLES.get(line[0], Style.PLAIN))
