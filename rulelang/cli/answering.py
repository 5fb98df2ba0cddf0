"""What a person asks about the game in, the answer on the terminal out; nothing here changes the game."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.cli.terminal import Terminal
from rulelang.play.cells import clean
from rulelang.play.events import draw_events
from rulelang.play.inspecting import draw_look, draw_rules
from rulelang.play.lines import Line, Style, indented, line
from rulelang.play.options import Option, find_option
from rulelang.play.question import draw_help, draw_option_help, draw_settings
from rulelang.play.reasons import draw_why
from rulelang.play.rulepages import draw_rule_text, draw_rule_texts, param_labels
from rulelang.play.session import Question, Session
from rulelang.play.table import draw_table


class Answers:
    """Answers questions of the person whose turn it is."""

    def __init__(self, session: Session, terminal: Terminal) -> None:
        self._session = session
        self._terminal = terminal
        self.commands: dict[str, Callable[[str, Question], None]] = {
            "?": self._help, "help": self._help, "why": self._why, "look": self._look, "rules": self._rules,
            "hint": self._hint, "table": self._table, "t": self._table, "log": self._log, "l": self._log,
        }

    def answer(self, command: str, about: str, question: Question) -> None:
        """Answer one of `commands`; `about` is what stands behind it."""
        self.commands[command](about, question)

    def _show(self, lines: list[Line], about: str, what: str) -> None:
        """Show lines by screens; without any, say that nothing is called so."""
        if lines:
            self._terminal.page(lines)
        else:
            self._terminal.say(f"{what} called \"{clean(about)[:60]}\".", Style.QUIET)

    def _help(self, about: str, question: Question) -> None:
        """Help on everything, on an option, or on a card or place."""
        columns = self._terminal.width
        if not about:
            self._terminal.page(draw_help(columns))
            return
        option = _option_about(about, question)
        lines = draw_option_help(option, columns) if option is not None else []
        lines += draw_look(self._session.view(question.seat), about, columns)
        self._show(lines, about, "Neither an option nor a card or place you see is")

    def _why(self, about: str, question: Question) -> None:
        if not about:
            self._terminal.say("Why what? Type `why` and the name of an action or of a card.")
            return
        option = _option_about(about, question)
        about = (option.group or option.label) if option is not None and about.isdigit() else about
        lines = draw_why(self._session.state, question.seat, about, self._terminal.width)
        self._show(lines, about, "Neither an action nor a card you know is")

    def _look(self, about: str, question: Question) -> None:
        if not about:
            self._terminal.say("Look at what? Type `look` and the name of a card or of a place.")
            return
        lines = draw_look(self._session.view(question.seat), about, self._terminal.width)
        self._show(lines, about, "No card or place you see is")

    def _rules(self, about: str, question: Question) -> None:
        columns, program = self._terminal.width, self._session.game.program
        if not about:
            settings = draw_settings(self._session.view(question.seat), param_labels(program), columns)
            self._terminal.page(draw_rule_texts(program, columns) + settings)
            return
        lines = draw_rules(program, about, columns) or draw_rule_text(program, about, columns)
        self._show(lines, about, "Nothing in the rules is")

    def _hint(self, about: str, question: Question) -> None:
        from rulelang.play.hints import hint

        self._terminal.show(indented(hint(self._session.state).reason, self._terminal.width, 0, Style.OWN))

    def _table(self, about: str, question: Question) -> None:
        self._terminal.page(draw_table(self._session.view(question.seat), self._terminal.width))

    def _log(self, about: str, question: Question) -> None:
        lines = draw_events(self._session.view(question.seat, 0).log, self._terminal.width)
        self._terminal.page(lines or [line("Nothing has happened yet.")])


def _option_about(about: str, question: Question) -> Option | None:
    """The option meant; of several under one heading any, for they have one rule text."""
    meant = find_option(question.options, about)
    one_rule = len({(option.group, option.doc) for option in meant.fitting}) == 1
    return meant.fitting[0] if one_rule else meant.option
