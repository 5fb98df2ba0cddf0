"""A recorded game and a terminal in, its positions one by one out, as a person steps through them."""

from __future__ import annotations

from rulelang.cli.terminal import Left, Terminal
from rulelang.match.errors import LogError
from rulelang.match.transcript import Header
from rulelang.play.cells import clean
from rulelang.play.events import draw_events, draw_news, draw_result
from rulelang.play.inspecting import draw_look
from rulelang.play.lines import Style, indented, line
from rulelang.play.session import Session
from rulelang.play.setup import WrongSetup, find_seat, seat_kinds
from rulelang.play.stepping import Stepper
from rulelang.play.table import draw_table
from rulelang.render import render

COMMANDS = (
    ("Enter, n", "the next move"),
    ("p", "the move before"),
    ("a number", "the position after so many moves; `last` for the end"),
    ("as NAME", "the table as a player saw it; `as all` for what everybody saw"),
    ("look NAME", "a card or a place"),
    ("log", "everything that happened up to here"),
    ("fork", "a new game from here; `fork human,greedy` says who sits where"),
    ("q", "leave"),
)


class Steps:
    """Shows a recording step by step."""

    def __init__(self, stepper: Stepper, terminal: Terminal) -> None:
        self.stepper = stepper
        self.terminal = terminal
        self.seat: int | None = None

    def run(self) -> Session | None:
        """Step until the person leaves (None), or forks: the new game."""
        self._show()
        while True:
            try:
                typed = self.terminal.ask(f"step {self.stepper.now} of {self.stepper.last} > ")
            except Left:
                return None
            word, _, about = typed.partition(" ")
            if word.casefold() in ("q", "quit"):
                return None
            if word.casefold() == "fork":
                session = self._fork(about.strip())
                if session is not None:
                    return session
                continue
            self._obey(word.casefold(), about.strip())

    def _obey(self, word: str, about: str) -> None:
        now, last = self.stepper.now, self.stepper.last
        steps = {"": now + 1, "n": now + 1, "next": now + 1, "p": now - 1, "b": now - 1, "first": 0, "last": last}
        if word in steps:
            self._go(steps[word])
        elif word.isascii() and word.isdigit():
            self._go(int(word[:9]))
        elif word == "as":
            self._look_as(about)
        elif word == "look":
            lines = draw_look(self.stepper.state.view(self.seat, self.stepper.names), about, self.terminal.width)
            self.terminal.page(lines or [line("No card or place seen here is called so.", Style.QUIET)])
        elif word in ("log", "l"):
            self.terminal.page(draw_events(self.stepper.state.view(self.seat, self.stepper.names, 0).log,
                                           self.terminal.width))
        else:
            self._help()

    def _help(self) -> None:
        for typed, meaning in COMMANDS:
            self.terminal.show(indented(meaning, self.terminal.width, 16, first=f"  {typed}"))

    def _go(self, step: int) -> None:
        if max(0, min(self.stepper.last, step)) == self.stepper.now:
            self.terminal.say("This is the start." if self.stepper.now == 0 and step <= 0 else "This is the end.")
            return
        try:
            self.stepper.go(step)
        except LogError as error:
            print(render([error.diagnostic], not self.terminal.plain), end="")
            return
        self._show()

    def _show(self) -> None:
        """The move that led here, what it brought, the table."""
        stepper, columns = self.stepper, self.terminal.width
        move = stepper.move_of(stepper.now)
        self.terminal.say()
        if move is not None:        # what was chosen is told only to the one who chose; the news tell what shows
            label = f": {clean(move.label)}" if move.seat == self.seat else ""
            said = f"Move {stepper.now}, {stepper.names[move.seat - 1]}{label}"
            self.terminal.show_text(said, Style.TITLE)
        view = stepper.state.view(self.seat, stepper.names, stepper.begun)
        self.terminal.show(draw_news(view.log, columns))
        self.terminal.show(draw_table(view, columns, brief=self.terminal.is_short))
        if view.over:
            self.terminal.say()
            self.terminal.show(draw_result(view, columns))

    def _look_as(self, name: str) -> None:
        try:
            self.seat = None if name.casefold() in ("all", "") else find_seat(name, self.stepper.names)
        except WrongSetup as error:
            self.terminal.show_text(str(error))
            return
        self._show()

    def _fork(self, kinds: str) -> Session | None:
        header: Header = self.stepper.recording.transcript.header
        if self.stepper.state.current_player < 1:
            self.terminal.say("Nothing can be played on from here: the game is over.")
            return None
        try:
            return self.stepper.fork(seat_kinds(kinds, header.players) if kinds else ())
        except WrongSetup as error:
            self.terminal.show_text(str(error))
            return None
