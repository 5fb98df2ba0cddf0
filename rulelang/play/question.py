"""A person's question in, lines of text out: what is asked, what was picked before, the numbered options, and help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulelang.engine.seen import View
from rulelang.play.cells import clean
from rulelang.play.lines import Line, Style, indented, line
from rulelang.play.options import Option, draw_options
from rulelang.play.session import Forced, Question

COMMANDS = (
    ("a number", "pick that option"),
    ("a few letters", "pick the option that begins with them"),
    ("undo, back", "take back your last answer, or your last move if nothing was shown since"),
    ("why NAME", "why an action, or a card, is not offered: the rule that stands against it"),
    ("rules", "the rules as their author tells them, and the settings"),
    ("rules NAME", "what they say about an action, a phase, a score, a table"),
    ("look NAME", "a card or a place: everything you may know about it"),
    ("? 2, ? NAME", "the rule behind option 2; a card or a place"),
    ("hint", "what the greedy bot would do in your place, and why"),
    ("table", "the table again, with all scores"),
    ("log", "everything that happened so far"),
    ("seat 2 greedy", "let a bot (or human) go on in a seat; `seat` alone says who sits where"),
    ("q", "leave the game; it is kept"),
)


def draw_question(question: Question, columns: int) -> list[Line]:
    """The prompt, earlier answers of the same move, the options."""
    lines: list[Line] = []
    if question.answered:
        lines += indented(" › ".join(question.answered), columns, 0, Style.QUIET)
    lines += indented(question.prompt, columns, 0, Style.TITLE)
    return lines + draw_options(question.options, columns)


def draw_forced(forced: Sequence[Forced], columns: int) -> list[Line]:
    """What was taken for a person because there was nothing to choose."""
    lines: list[Line] = []
    for notice in forced:
        lines += indented(f"(Only one option, taken for you: {notice.label}.)", columns, 0, Style.QUIET)
    return lines


def draw_unclear(typed: str, fitting: Sequence[Option], columns: int) -> list[Line]:
    """Why what was typed picks nothing."""
    shown = clean(typed)[:60]
    if not fitting:
        return indented(f"No option is called or begins with \"{shown}\". Type a number, or ? for help.", columns, 0)
    names = ", ".join(f"{option.number} {option.label}" for option in fitting[:6])
    more = f" and {len(fitting) - 6} more" if len(fitting) > 6 else ""
    return indented(f"\"{shown}\" fits several options: {names}{more}.", columns, 0)


def draw_help(columns: int) -> list[Line]:
    """What can be typed."""
    lines = [line("You can type", Style.TITLE)]
    for typed, meaning in COMMANDS:
        lines += indented(meaning, columns, 16, first=f"  {typed}")
    marks = "[Name] lies face down and you know it; [?] lies face down; × counts equal cards."
    return lines + indented(marks, columns, 0, Style.QUIET)


def draw_option_help(option: Option, columns: int) -> list[Line]:
    """The rule text behind an option."""
    heading = option.group or option.label
    text = clean(option.doc) or "The rules file says no more about this option."
    return [line(heading, Style.TITLE), *indented(text, columns, 2)]


def draw_settings(view: View, labels: Mapping[str, str], columns: int) -> list[Line]:
    """The params of the game as it is played, under the labels their author gave them (by name)."""
    params = [value for value in view.values if value.what == "param"]
    if not params:
        return [line("This game has no settings.")]
    lines = [line("Settings", Style.TITLE)]
    for value in params:
        label = labels.get(value.name) or value.name.replace("_", " ")
        lines += indented(f"{clean(label)}: {clean(value.words)}", columns, 2)
    return lines
