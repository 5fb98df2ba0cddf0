"""A rules text in, what became of it out: checked, lowered, verified and played, and whatever it is, ended well."""

import re
import signal
import threading
from contextlib import contextmanager
from random import Random

from rulelang.compiler import check, compile_game
from rulelang.diagnostics import RulesError, Severity
from rulelang.engine.game import Game
from rulelang.examples import run_examples
from rulelang.render import render, render_line

PLACE = re.compile(r"[^\n]*:\d+:\d+: (error|warning|note)\[RL\d{3}\]: \S")


class TooLong(Exception):
    """Something takes longer than anybody waits."""


@contextmanager
def within(seconds):
    """Stop what takes longer; where there are no alarms, let it run."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number, frame):
        raise TooLong(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def survives(texts, seed=0, moves=30, seconds=20, examples=False):
    """Take rules (a text, or texts by name) through the whole chain; whether they can be played.

    Fails for anything that is not a finding with a place in these texts, and for rules that pass the check and then
    cannot be lowered, verified or played.
    """
    with within(seconds):
        result = check(texts)
        for finding in result.diagnostics:
            has_a_place(finding)
        assert render(result.diagnostics) or not result.diagnostics
        if not result.ok:
            assert any(finding.severity is Severity.ERROR for finding in result.diagnostics)
            return False
        for players in {result.model.low, min(result.model.high, result.model.low + 2)}:
            plays(result, players, seed, moves)
        if examples:
            for one in run_examples(texts):
                assert one.passed == (not one.diagnostics)
                for finding in one.diagnostics:
                    has_a_place(finding)
        return True


def plays(result, players, seed, moves):
    """Lower, verify and play; rules that are not for these players say so as findings."""
    try:
        game = Game(compile_game(result.model, players, {}, result.bundle), step_limit=3000)
    except RulesError as error:
        for finding in error.diagnostics:
            has_a_place(finding)
        return
    state, chance = game.new_state(seed), Random(seed)
    for _ in range(moves):
        if state.is_terminal:
            break
        choices = state.choices()
        if state.fault is not None:
            break
        assert choices
        for seat in (None, *range(1, players + 1)):
            state.view(seat)
        state.play_random(chance)
    assert len(state.returns()) == players
    state.from_bytes(game, state.to_bytes())


def has_a_place(finding):
    """File, line and column, within the text."""
    span = finding.span
    assert PLACE.match(render_line(finding)), render_line(finding)
    assert 0 <= span.start <= span.end <= len(span.source.text), finding
    assert 1 <= span.line <= span.source.line_count, finding
    assert finding.title
    assert "Traceback" not in render([finding])
