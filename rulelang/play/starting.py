"""Rules and the title of an example in, a game out that begins at the example's position and is played on from there.

The game is a variant made on the spot: it replaces `phase play` by what comes behind the example's position. So saves
and logs of it hold ordinary rules, and the title of the example to begin with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from rulelang.analysis.settings import param_values
from rulelang.compiler import CheckResult, Where, check
from rulelang.diagnostics import RulesError, did_you_mean
from rulelang.engine.game import Game
from rulelang.examples.run import ExampleRunner
from rulelang.examples.script import ScriptError
from rulelang.ir.program import EXPLICIT, ExampleCode, ExampleSet, ExpectCan, ExpectTrue, SourceInfo
from rulelang.play.cells import clean
from rulelang.play.onward import ways_on
from rulelang.play.setup import WrongSetup

if TYPE_CHECKING:
    from rulelang.analysis.model import GameModel
    from rulelang.engine.state import State
    from rulelang.syntax import ast

FILE = "from_example.rules"
UNNAMED = "rules.rules"


class PositionedGame(Game):
    """A game whose new states are the position of an example."""

    def __init__(self, group: ExampleSet, model: GameModel) -> None:
        super().__init__(group.program)
        self._example: ExampleCode = group.examples[0]
        self.start = self._example.title
        self._runner = ExampleRunner(group, [source for source, _ in model.sources])
        self._runner.game = self

    def new_state(self, seed: int = 0, *, explicit: bool = False, first_player: int | None = None,
                  knowledge: bool = True) -> State:
        """The example's steps up to its first expectation, then on to the first stop. Raises WrongSetup."""
        state = self.example_state(seed)
        state.s[EXPLICIT] = 1
        steps = self._example.steps
        first = next((n for n, step in enumerate(steps) if isinstance(step, ExpectTrue | ExpectCan)), len(steps))
        try:
            self._runner.play(state, steps[:first], Random(seed))
        except ScriptError as error:
            raise WrongSetup(f"The example \"{clean(self._example.title)}\" does not run: {error}.") from None
        state.s[EXPLICIT] = int(explicit)
        if not state.is_terminal:
            state.go(self.program.play_block)
        return state


def game_from(where: Where, title: str, settings: Mapping[str, int | bool | str] | None = None) -> PositionedGame:
    """The game from an example of rules, with params as `rulelang.load` takes them.

    Raises RulesError for rules with mistakes, SettingError for wrong params, WrongSetup if there is no way on.
    """
    checked = check(where)
    if checked.model is None:
        raise RulesError(checked.diagnostics)
    example = find_example(checked.model, title)
    params = param_values(checked.model, settings or {})
    for way in ways_on(checked.model, example):
        texts = _texts(checked, _variant(checked, example, way))
        game = _tried(texts, example.title.value, params)
        if game is not None:
            return game
    raise WrongSetup(f"There is nothing to play on with from \"{clean(example.title.value)}\": no phase of these rules "
                     "asks anybody for anything there.")


def find_example(model: GameModel, title: str) -> ast.Example:
    """The example of a title, or the only one that begins so or contains it. Raises WrongSetup."""
    wanted = " ".join(title.split()).casefold()
    titles = [(example, example.title.value.casefold()) for example in model.examples]
    for found in ([e for e, t in titles if t == wanted], [e for e, t in titles if t.startswith(wanted)],
                  [e for e, t in titles if wanted in t]):
        if len(found) == 1 and wanted:
            return found[0]
    near = did_you_mean(title, [example.title.value for example in model.examples])
    fitting = [example for example, other in titles if wanted in other] or [example for example, _ in titles]
    listed = ", ".join(f"\"{clean(example.title.value)}\"" for example in fitting[:5])
    more = f" and {len(fitting) - 5} more" if len(fitting) > 5 else ""
    hint = f" Did you mean \"{clean(near)}\"?" if near else ""
    if not titles:
        raise WrongSetup("These rules have no examples to start from.")
    raise WrongSetup(f"No one example is meant by \"{clean(title)[:60]}\".{hint} There are {listed}{more}.")


def positioned(checked: CheckResult, title: str, players: int, params: Mapping[str, int]) -> PositionedGame:
    """The game of a variant made by `game_from`. Raises WrongSetup if its example is not there."""
    from rulelang.lowering.examples import ExampleLowering

    assert checked.model is not None
    example = next((e for e in checked.model.examples if e.title.value == title), None)
    if example is None or players != (example.players or checked.model.low):
        raise WrongSetup(f"The rules have no example \"{clean(title)}\" for {players} players.")
    group = ExampleLowering(checked.model, players, params).lower([example])
    if checked.bundle is not None:
        key_of = checked.bundle.key_of
        sources = tuple(SourceInfo(key_of(s), s.text, role) for s, role in checked.model.sources)
        group = replace(group, program=replace(group.program, sources=sources))
    return PositionedGame(group, checked.model)


# ---------------------------------------------------------------- the variant


def _tried(texts: Mapping[str, str], title: str, params: Mapping[str, int]) -> PositionedGame | None:
    """The game of a variant, None if its rules have mistakes or nobody is asked for anything in it."""
    checked = check(texts)
    if checked.model is None:
        return None
    example = checked.model.examples[0]
    game = positioned(checked, title, example.players or checked.model.low, params)
    state = game.new_state(0)
    return None if state.is_terminal or state.fault is not None else game


def _variant(checked: CheckResult, example: ast.Example, way: str) -> str:
    """The text of the variant: the way on, and the example."""
    assert checked.model is not None
    title, base = checked.model.title.replace('"', "'")[:60], _split(checked)[1]
    return f'variant "{title}: from an example" of "{base}"\n\n{way}\n{example.span.text.rstrip()}\n'


def _split(checked: CheckResult) -> tuple[str, str]:
    """The folder and the name of the rules file; a text without a name gets one."""
    assert checked.bundle is not None
    main = checked.bundle.main
    name = main.rpartition("/")[2].rpartition(":")[2]
    return (main[:len(main) - len(name)], name) if name.endswith(".rules") else ("", UNNAMED)


def _texts(checked: CheckResult, variant: str) -> dict[str, str]:
    """The variant beside the rules it changes, by the names under which they know each other."""
    assert checked.bundle is not None
    folder, name = _split(checked)
    texts = {f"{folder}{FILE}": variant}
    for key, (source, _) in checked.bundle.sources.items():
        texts[folder + name if key == checked.bundle.main else key] = source.text
    return texts
