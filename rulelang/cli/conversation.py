"""A session and a terminal in, the game played by the people at that terminal out."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from rulelang.cli.answering import Answers
from rulelang.cli.terminal import Left, Stirred, Terminal
from rulelang.engine.seen import View
from rulelang.play.cells import clean
from rulelang.play.events import draw_news, draw_result
from rulelang.play.feed import Feed
from rulelang.play.keeping import Keeper
from rulelang.play.lines import Style
from rulelang.play.options import find_option
from rulelang.play.question import draw_forced, draw_question, draw_unclear
from rulelang.play.session import Question, Session
from rulelang.play.setup import WrongSetup, find_seat
from rulelang.play.table import draw_table

PROMPT = "> "
_BACK = ("undo", "u", "back", "b")
_LEAVE = ("q", "quit")


class Then(Enum):
    """How a conversation goes on after something was typed."""

    ASK = auto()            # the question still stands
    ASK_ANEW = auto()       # it must be shown again, or there is another one of the same move
    MOVE_ON = auto()        # a move was completed, taken back, or somebody else plays now


class Conversation:
    """Asks the people of a session, one after another, until the game is over."""

    def __init__(self, session: Session, terminal: Terminal, keeper: Keeper,
                 reread: Callable[[Session], Session | None] | None = None) -> None:
        """`reread`: what to do when the rules have been saved; gives the session that goes on, None for the same."""
        self.session = session
        self.terminal = terminal
        self.keeper = keeper
        self._reread = reread
        self._answers = Answers(session, terminal)
        self._feeds = {seat: Feed(session) for seat in session.people}
        self._at_screen = 0

    def play(self) -> None:
        """Play to the end. Raises Left when there is no more input, or somebody leaves."""
        then = Then.MOVE_ON
        while True:
            if then is Then.MOVE_ON:
                self._start_move()
            if self.session.over:
                break
            question = self.session.question()
            self.terminal.say()
            self.terminal.show(draw_question(question, self.terminal.width))
            then = self._ask(question)
        self._show_end()

    # ------------------------------------------------------------ between moves

    def _start_move(self) -> None:
        """Play up to the next question, then show the person what happened and the table."""
        while True:
            forced = self.session.run()
            if self.session.over:
                return
            seat = self.session.to_act
            if self._hand_over(seat):
                break
        self.terminal.say()
        self._show_news(seat)
        self.terminal.show(draw_forced([each for each in forced if each.seat == seat], self.terminal.width))
        self._show_table(self.session.view(seat), brief=self.terminal.is_short)

    def _hand_over(self, seat: int) -> bool:
        """Where several people share the screen, nobody reads what another one was shown.

        False if the one before has taken the last move back.
        """
        before, self._at_screen = self._at_screen, seat
        if seat == before or len(self.session.people) == 1:
            return True
        name = self.session.names[seat - 1]
        if before and self.session.seats[before - 1] is None:
            self.terminal.say()
            self._show_news(before)
            if self._asks_back(before, f"Press Enter to clear the screen, then pass the device to {name}; or `undo`. "):
                self._at_screen = before
                return False
            self.terminal.clear()
        self._enter(f"{name}, press Enter when only you look at the screen. ")
        return True

    def _asks_back(self, seat: int, prompt: str) -> bool:
        """Wait for Enter; whether the one who has just moved has taken the move back instead."""
        while True:
            typed = self._enter(prompt)
            if typed not in _BACK:
                return False
            why = self.session.undo(seat)
            if not why:
                self.terminal.say("Taken back.", Style.QUIET)
                return True
            self.terminal.show_text(why)

    def _enter(self, prompt: str) -> str:
        typed = self.terminal.ask(prompt).casefold()
        if typed in _LEAVE:
            raise Left
        return typed

    def _show_news(self, seat: int) -> None:
        feed = self._feeds.setdefault(seat, Feed(self.session))
        self.terminal.show(draw_news(feed.take(seat), self.terminal.width))

    def _show_table(self, view: View, *, brief: bool = False) -> None:
        self.terminal.show(draw_table(view, self.terminal.width, brief=brief))

    def _show_end(self) -> None:
        """What happened since the last question, the last table, the result; the public ones if several share it."""
        people = self.session.people
        viewer = people[0] if len(people) == 1 else None
        feed = self._feeds.get(viewer or self._at_screen) or Feed(self.session)
        self.terminal.say()
        self.terminal.show(draw_news(feed.take(viewer), self.terminal.width))
        view = self.session.view(viewer)
        self._show_table(view)
        if self.session.fault is None:
            self.terminal.say()
            self.terminal.show(draw_result(view, self.terminal.width))

    # ------------------------------------------------------------ one question

    def _ask(self, question: Question) -> Then:
        """Ask until something is picked, taken back or changed."""
        while True:
            self._warn()
            try:
                typed = self.terminal.ask(PROMPT, patient=True)
            except Stirred:
                then = self._read_again()
            else:
                then = self._take(typed, question)
            if then is not Then.ASK:
                return then

    def _read_again(self) -> Then:
        """The rules have been saved: go on under them, if they can be used."""
        self.terminal.say()
        session = self._reread(self.session) if self._reread is not None else None
        if session is None:
            return Then.ASK_ANEW
        self.session = session
        self._answers = Answers(session, self.terminal)
        self._feeds = {seat: Feed(session, session.events) for seat in session.people}
        return Then.MOVE_ON

    def _warn(self) -> None:
        """Nobody should think that a game is kept that is not."""
        if self.keeper.trouble:
            self.terminal.say(f"Not saved: {self.keeper.trouble}.", Style.ALERT)

    def _take(self, typed: str, question: Question) -> Then:
        """Do what was typed."""
        command, about = self._command(typed, question)
        if command in _LEAVE:
            self._leave(command, question)
        elif command in _BACK:
            return self._back(question)
        elif command == "seat":
            return self._change_seat(about)
        elif command:
            self._answers.answer(command, about, question)
            return Then.ASK_ANEW if command in ("table", "t", "log", "l") else Then.ASK
        elif not typed:
            self.terminal.say("Type a number or the first letters of an option; ? for help.")
        else:
            return self._pick(typed, question)
        return Then.ASK

    def _command(self, typed: str, question: Question) -> tuple[str, str]:
        """The command meant and what stands behind it; an option called just so comes first, but for leaving."""
        first, _, about = typed.partition(" ")
        command = first.casefold()
        if command.startswith("?"):
            return "?", f"{first[1:]} {about}".strip()
        if command in _LEAVE:
            return command, ""
        known = command in self._answers.commands or command in _BACK or command == "seat"
        if not known or find_option(question.options, typed).option is not None:
            return "", ""
        return command, about.strip()

    def _pick(self, typed: str, question: Question) -> Then:
        meant = find_option(question.options, typed)
        if meant.option is None:
            self.terminal.show(draw_unclear(typed, meant.fitting, self.terminal.width))
            return Then.ASK
        turn = self.session.turn
        self.session.answer(meant.option)
        return self._settle(turn)

    def _settle(self, turn: int) -> Then:
        """Take what is forced inside a move and say it; whether the move is complete."""
        if not self.session.over and self.session.turn == turn:
            self.terminal.show(draw_forced(self.session.run_forced(), self.terminal.width))
        return Then.MOVE_ON if self.session.over or self.session.turn != turn else Then.ASK_ANEW

    # ------------------------------------------------------------ what changes the game

    def _leave(self, command: str, question: Question) -> None:
        meant = [option.label for option in question.options if option.label.casefold().startswith("q")]
        if command == "q" and meant:
            self.terminal.show_text(f"Type `quit` to leave the game, or more letters for {meant[0]}.")
            return
        raise Left

    def _back(self, question: Question) -> Then:
        turn = self.session.turn
        why = self.session.undo(question.seat)
        if why:
            self.terminal.show_text(why)
            return Then.ASK
        self.terminal.say("Taken back.", Style.QUIET)
        return Then.ASK_ANEW if self.session.turn == turn else Then.MOVE_ON

    def _change_seat(self, about: str) -> Then:
        """`seat 2 greedy`: from now on a bot, or a person, decides for a seat."""
        session = self.session
        where, _, kind = about.rpartition(" ")
        try:
            if not about:
                self._say_seats()
                return Then.ASK
            seat = find_seat(where, session.names)
            session.seat(seat, kind.casefold())
        except WrongSetup as error:
            self.terminal.show_text(str(error))
            return Then.ASK
        self.terminal.show_text(f"{session.names[seat - 1]} is now: {clean(kind.casefold())}.")
        if kind.casefold() == "human":
            self._feeds.setdefault(seat, Feed(session, session.events))
        return Then.MOVE_ON

    def _say_seats(self) -> None:
        for seat, (name, kind) in enumerate(zip(self.session.names, self.session.kinds, strict=True), 1):
            self.terminal.say(f"{seat} {name}: {kind}")
