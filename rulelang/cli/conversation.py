"""A session and a terminal in, the game played by the people at that terminal out."""

from __future__ import annotations

from rulelang.cli.terminal import Left, Terminal
from rulelang.engine.seen import View
from rulelang.play.cells import clean
from rulelang.play.events import draw_events, draw_news, draw_result
from rulelang.play.feed import Feed
from rulelang.play.lines import Style
from rulelang.play.options import Option, find_option
from rulelang.play.question import (
    draw_card_help,
    draw_forced,
    draw_help,
    draw_option_help,
    draw_question,
    draw_settings,
    draw_unclear,
    find_cards,
)
from rulelang.play.session import Question, Session
from rulelang.play.table import draw_table

PROMPT = "> "


class Conversation:
    """Asks the people of a session, one after another, until the game is over."""

    def __init__(self, session: Session, terminal: Terminal) -> None:
        self.session = session
        self.terminal = terminal
        self.people = [seat for seat, agent in enumerate(session.seats, 1) if agent is None]
        self._feeds = {seat: Feed(session) for seat in self.people}
        self._at_screen = self.people[0] if len(self.people) == 1 else 0

    def play(self) -> None:
        """Play to the end. Raises Left when there is no more input, or somebody leaves."""
        self._start_move()
        while not self.session.over:
            question = self.session.question()
            self.terminal.say()
            self.terminal.show(draw_question(question, self.terminal.width))
            moved = self._ask(question)
            if moved:
                self._start_move()
        self._show_end()

    # ------------------------------------------------------------ between moves

    def _start_move(self) -> None:
        """Play up to the next question, then show the person what happened and the table."""
        forced = self.session.run()
        if self.session.over:
            return
        seat = self.session.to_act
        self._hand_over(seat)
        self.terminal.say()
        self._show_news(seat)
        self.terminal.show(draw_forced([each for each in forced if each.seat == seat], self.terminal.width))
        self._show_table(self.session.view(seat), brief=self.terminal.is_short)

    def _hand_over(self, seat: int) -> None:
        """Where several people share the screen, nobody reads what another one was shown."""
        if seat == self._at_screen:
            return
        if self._at_screen:
            self.terminal.clear()
        self._at_screen = seat
        self.terminal.ask(f"{self.session.names[seat - 1]}, press Enter when only you look at the screen. ")

    def _show_news(self, seat: int) -> None:
        self.terminal.show(draw_news(self._feeds[seat].take(seat), self.terminal.width))

    def _show_table(self, view: View, *, brief: bool = False) -> None:
        self.terminal.show(draw_table(view, self.terminal.width, brief=brief))

    def _show_end(self) -> None:
        """What happened since the last question, the last table, the result; the public ones if several share it."""
        viewer = self.people[0] if len(self.people) == 1 else None
        self.terminal.say()
        self.terminal.show(draw_news(self._feeds[self.people[0]].take(viewer), self.terminal.width))
        view = self.session.view(viewer)
        self._show_table(view)
        if self.session.fault is None:
            self.terminal.say()
            self.terminal.show(draw_result(view, self.terminal.width))

    # ------------------------------------------------------------ one question

    def _ask(self, question: Question) -> bool:
        """Ask until something is picked or taken back; whether a move was completed."""
        turn = self.session.turn
        while True:
            typed = self.terminal.ask(PROMPT)
            if self._is_command(typed, question):
                if self._obey(typed.casefold(), question):
                    return False
                continue
            meant = find_option(question.options, typed)
            if meant.option is None:
                self.terminal.show(draw_unclear(typed, meant.fitting, self.terminal.width))
                continue
            self.session.answer(meant.option)
            return self._settle(turn)

    def _settle(self, turn: int) -> bool:
        """Take what is forced inside a move and say it; whether the move is complete."""
        if self.session.over or self.session.turn != turn:
            return True
        self.terminal.show(draw_forced(self.session.run_forced(), self.terminal.width))
        return self.session.over or self.session.turn != turn

    def _is_command(self, typed: str, question: Question) -> bool:
        """Whether the words are meant for us; an option that is called just so comes first, but for leaving."""
        first = typed.casefold()
        if not typed or first.startswith("?") or first in ("q", "quit"):
            return True
        known = first in ("help", "back", "b", "table", "t", "log", "l", "rules")
        return known and find_option(question.options, typed).option is None

    def _obey(self, command: str, question: Question) -> bool:
        """Do what a command says; whether the question must be asked anew."""
        seat, terminal = question.seat, self.terminal
        if command in ("q", "quit"):
            self._leave(command, question)
        elif command in ("back", "b"):
            return self._back()
        elif command in ("table", "t"):
            self._show_table(self.session.view(seat))
            return True
        elif command in ("log", "l"):
            terminal.page(draw_events(self.session.view(seat, 0).log, terminal.width))
            return True
        elif command == "rules":
            terminal.show(draw_settings(self.session.view(seat), terminal.width))
        elif command.startswith("?"):
            self._help(command[1:].strip(), question)
        elif command == "help":
            self._help("", question)
        else:
            terminal.say("Type a number or the first letters of an option; ? for help.")
        return False

    def _leave(self, command: str, question: Question) -> None:
        meant = [option.label for option in question.options if option.label.casefold().startswith("q")]
        if command == "q" and meant:
            self.terminal.say(f"Type `quit` to leave the game, or more letters for {meant[0]}.")
            return
        raise Left

    def _back(self) -> bool:
        if self.session.back():
            return True
        self.terminal.say("There is nothing to take back: a move is final once its last answer is given.")
        return False

    def _option_about(self, about: str, question: Question) -> Option | None:
        """The option meant; of several under one heading any, for they have one rule text."""
        meant = find_option(question.options, about)
        one_rule = len({(option.group, option.doc) for option in meant.fitting}) == 1
        return meant.fitting[0] if one_rule else meant.option

    def _help(self, about: str, question: Question) -> None:
        """Help on everything, on an option, or on a card that is seen."""
        columns = self.terminal.width
        if not about:
            self.terminal.show(draw_help(columns))
            return
        option = self._option_about(about, question)
        if option is not None:
            self.terminal.show(draw_option_help(option, columns))
        cards = find_cards(self.session.view(question.seat), about)
        for card in cards[:4]:
            self.terminal.show(draw_card_help(card, columns))
        if option is None and not cards:
            self.terminal.say(f"Neither an option nor a card you see is called \"{clean(about)[:60]}\".", Style.QUIET)
