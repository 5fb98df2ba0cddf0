"""A log in, its game played once more out: the rules come from the log, never from a disk."""

from __future__ import annotations

from pathlib import Path

from rulelang.compiler import CheckResult, check, compile_game
from rulelang.diagnostics import RulesError
from rulelang.engine.game import Game
from rulelang.engine.state import State
from rulelang.ir.program import Program
from rulelang.match.errors import log_error
from rulelang.match.reader import read_log
from rulelang.match.replay import Watch, replay
from rulelang.match.transcript import Header
from rulelang.source import Source


class Recording:
    """A log that was read. `problem` is what is wrong behind the last readable line, None for a whole log."""

    def __init__(self, path: Path) -> None:
        """Read a log and compile the rules in it. Raises LogError if that cannot be done."""
        self.transcript, self.source, self.problem = read_log(path)
        self.game = compile_rules(self.transcript.header, self.source)

    def play(self, watch: Watch | None = None) -> State:
        """Play the game again, verifying every step and the end. Raises LogError where it differs from the log."""
        return replay(self.game, self.transcript, self.source, watch)


def compile_rules(header: Header, source: Source, what: str = "log") -> Game:
    """The game of a header. Raises LogError if its rules cannot be used, or are others than when it was played."""
    if not header.sources:
        raise log_error("RL757", f"The {what} holds no rules", source, 1)
    checked = check({part.name: part.text for part in header.sources})
    if checked.model is None:
        first = next(iter(checked.diagnostics))
        raise log_error("RL757", f"The rules inside the {what} cannot be used: {first.title}", source, 1,
                        hint="They were written for another version of rulelang, or it was changed.")
    if header.start:
        return _positioned(checked, header, source, what)
    try:
        program = compile_game(checked.model, header.players, dict(header.params), checked.bundle)
    except RulesError as error:
        raise log_error("RL757", f"The rules inside the {what} do not fit its settings: {error.diagnostics[0].title}",
                        source, 1) from None
    _check_hash(program, header, source, what)
    if header.first_player is not None and not 1 <= header.first_player <= header.players:
        raise log_error("RL757", f"Seat {header.first_player} started this game, but {header.players} play", source, 1)
    return Game(program)


def _positioned(checked: CheckResult, header: Header, source: Source, what: str) -> Game:
    """The game that begins at an example's position."""
    from rulelang.play.starting import positioned

    try:
        game = positioned(checked, header.start, header.players, dict(header.params))
        game.new_state(header.seed, explicit=True)
    except (RulesError, ValueError) as error:
        raise log_error("RL757", f"The game of this {what} cannot begin: {error}", source, 1) from None
    _check_hash(game.program, header, source, what)
    return game


def _check_hash(program: Program, header: Header, source: Source, what: str) -> None:
    if program.rules_hash != header.rules_hash:
        raise log_error("RL757", f"The rules inside the {what} are not those it was played with", source, 1,
                        label="the hash of the rules differs")
