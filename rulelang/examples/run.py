"""Compiled examples in, results out: each runs on a fresh position, under up to 20 seeds of chance."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from rulelang.compiler import Where, check
from rulelang.diagnostics import Diagnostic, RulesError, Severity
from rulelang.engine.events import RANGE
from rulelang.engine.game import Game
from rulelang.engine.labels import Words
from rulelang.engine.state import State
from rulelang.examples.offers import has_completion
from rulelang.examples.script import Script, ScriptError
from rulelang.ir.program import (
    EXPLICIT,
    FIRST_PLAYER,
    ExampleCode,
    ExampleSet,
    ExampleStep,
    ExpectCan,
    ExpectPart,
    ExpectTrue,
    GivenValue,
    GivenZone,
    RunAction,
    RunPhase,
)
from rulelang.records import dataclass
from rulelang.source import Source, Span

if TYPE_CHECKING:
    from rulelang.analysis.model import GameModel

SEEDS = 20


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """What became of an example: its title, its line in its file, and what went wrong if it failed."""

    title: str
    line: int
    players: int
    passed: bool
    diagnostics: tuple[Diagnostic, ...] = ()


def run_examples(rules: Where, params: Mapping[str, int | bool | str] | None = None) -> list[ExampleResult]:
    """Run every example of a rules file, in the order of the file, with the defaults of its params or these values.

    Raises RulesError if the rules have errors, and SettingError for a param or value that the game does not allow.
    """
    from rulelang.analysis.settings import checked as allowed
    from rulelang.analysis.settings import param_values
    from rulelang.lowering import lower_examples

    checked = check(rules)
    if checked.model is None:
        raise RulesError(checked.diagnostics)
    sources = [source for source, _ in checked.model.sources]
    values = param_values(checked.model, params or {})
    for players in {example.players or checked.model.low for example in checked.model.examples} if values else ():
        allowed(checked.model, players, values)
    results = [ExampleRunner(group, sources).run(example) for group in lower_examples(checked.model, values)
               for example in group.examples]
    told = [replace(result, diagnostics=tuple(_with_settings(checked.model, found, values)
                                              for found in result.diagnostics)) for result in results]
    return sorted(told, key=lambda result: result.line)


def _with_settings(model: GameModel, found: Diagnostic, values: Mapping[str, int]) -> Diagnostic:
    """A finding with what may explain it: a variable that keeps who began, or the params an expectation reads."""
    from rulelang.examples.reading import set_before, settings_read

    hint = found.hint or set_before(model, found.span)
    if not hint and found.code == "RL605":
        hint = settings_read(model, found.span, values)
    return replace(found, hint=hint)


class ExampleRunner:
    """Runs the examples of one set."""

    def __init__(self, group: ExampleSet, sources: Sequence[Source]) -> None:
        self.group = group
        self.program = group.program
        self.sources = sources
        self.game = Game(group.program)

    def run(self, example: ExampleCode) -> ExampleResult:
        """One example, until a seed fails or all seeds have passed.

        Where nothing else was left to chance, it is enough that every seat has been first player once.
        """
        line = self.program.spans[example.span].line
        first: set[int] = set()
        for seed in range(SEEDS):
            try:
                state = self._position(seed)
                first.add(state.s[FIRST_PLAYER])
                if not self._once(state, example, seed) and len(first) == self.program.players:
                    break
            except ScriptError as error:
                return ExampleResult(example.title, line, example.players, False, (self._diagnostic(error),))
        return ExampleResult(example.title, line, example.players, True)

    def _position(self, seed: int) -> State:
        """A game set up but not begun, from here on stopping at chance."""
        state = self.game.example_state(seed)
        state.s[EXPLICIT] = 1
        return state

    def _once(self, state: State, example: ExampleCode, seed: int) -> bool:
        """Run all steps; says whether chance had a hand in it."""
        return self.play(state, example.steps, Random(seed))

    def play(self, state: State, steps: Sequence[ExampleStep], rng: Random) -> bool:
        """Run steps; says whether chance had a hand in it. Raises ScriptError."""
        chance = False
        for step in steps:
            chance = self._step(state, step, rng) or chance
            self._no_faults(state, step.span)
        return chance

    def _step(self, state: State, step: ExampleStep, rng: Random) -> bool:
        match step:
            case GivenZone(zone=zone, cards=cards, span=span):
                self._given(state, zone, cards, span)
            case GivenValue(block=block):
                state.run_block(block)
            case RunAction():
                return self._act(state, step, rng)
            case RunPhase():
                return self._run(state, step, rng)
            case ExpectTrue(parts=parts):
                chance = self._settle(state, step.span, rng)
                for part in parts:
                    self._expect(state, part)
                return chance
            case ExpectCan():
                self._expect_can(state, step)
        return False

    # ------------------------------------------------------------ positions and play

    def _given(self, state: State, zone: int, cards: Sequence[tuple[int, int]], span: int) -> None:
        number = state.call_function(zone)
        if not isinstance(number, int) or number < 0:
            raise ScriptError("RL606", f"There is no `{self._text(self.program.functions[zone].span)}` here", span)
        try:
            state.place_given(number, list(cards))
        except ValueError as error:
            raise ScriptError("RL606", str(error), span) from None

    def _act(self, state: State, step: RunAction, rng: Random) -> bool:
        """`when p1 does ACTION`: the action is asked for, whatever menu would offer it."""
        line = step.line
        state.run_action((line.action,), line.seat)
        if not (state.has_returned or state.is_chance or state.choices()):
            name = self.program.actions[line.action].name
            raise ScriptError("RL602", f"p{line.seat} cannot do `{name}` here", line.span)
        script = Script(state, deque(), step.span, rng)
        script.take(line)
        script.run()
        return script.used_chance

    def _run(self, state: State, step: RunPhase, rng: Random) -> bool:
        """`when PHASE`: its decisions are answered line by line."""
        state.run_procedure(step.procedure, step.seat)
        script = Script(state, deque(step.script), step.span, rng)
        script.run()
        return script.used_chance

    def _settle(self, state: State, span: int, rng: Random) -> bool:
        """An expectation may ask for an order that shuffled cards do not have yet."""
        if state.is_terminal:
            return False
        state.run_procedure(self.group.settle, 0)
        script = Script(state, deque(), span, rng)
        script.run()
        return script.used_chance

    def _no_faults(self, state: State, span: int) -> None:
        if state.fault is not None:
            raise ScriptError("RL607", "The rules go on without an end here", max(state.fault.span, 0))
        for _, event in state.record.events():
            if event[0] == RANGE:
                _, _, var, _, asked, stored, where = event
                name = self.program.vars[int(str(var))].name
                raise ScriptError("RL606", f"`{name}` cannot hold {asked}: it became {stored}",
                                  where if isinstance(where, int) and where >= 0 else span)

    # ------------------------------------------------------------ expectations

    def _expect(self, state: State, part: ExpectPart) -> None:
        if state.call_function(part.test) == 1:
            return
        got = ""
        if part.left >= 0:
            value = state.call_function(part.left)
            got = f"It is {self._words(part.kind, value)}."
        text = self._text(part.span)
        raise ScriptError("RL605", f"Expected {text}", part.span, got)

    def _words(self, kind: int, value: int | list[int]) -> str:
        if self.program.kinds[kind].what == "card" and isinstance(value, int) and value >= 0:
            value = self.program.cards[value]
        return Words(self.program, None).value(kind, tuple(value) if isinstance(value, list) else value)

    def _expect_can(self, state: State, step: ExpectCan) -> None:
        seat = state.call_function(step.seat)
        assert isinstance(seat, int)
        found = has_completion(state, step.actions, seat, step.answers)
        if found is step.negated:
            say = "no way" if found is False else "a way"
            raise ScriptError("RL605", f"Expected {self._text(step.span)} with these answers", step.span,
                              f"There is {say} to do it.")

    # ------------------------------------------------------------ places

    def _text(self, span: int) -> str:
        info = self.program.spans[span]
        return " ".join(self.sources[info.source].text[info.start:info.end].split())

    def _diagnostic(self, error: ScriptError) -> Diagnostic:
        info = self.program.spans[error.span]
        place = Span(self.sources[info.source], info.start, info.end)
        return Diagnostic(error.code, error.title, place, "", Severity.ERROR, (), error.allowed)
