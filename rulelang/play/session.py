"""A game with people and bots in its seats in, one question after another for the people out.

A session plays bots and forced choices by itself and stops where a person really has something to decide. What a person
is shown comes from the view of that person's seat alone. Terminals and browsers are thin shells around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.agents.agent import Agent, seat_rng
from rulelang.engine.errors import TooManyMoves
from rulelang.match.match import is_finished, take_turn
from rulelang.match.recorder import Recorder
from rulelang.match.transcript import LEFT, Header, Transcript
from rulelang.play.cells import clean
from rulelang.play.options import Entry, Option, number_entries

if TYPE_CHECKING:
    from rulelang.engine.errors import Fault
    from rulelang.engine.game import Game
    from rulelang.engine.options import Move
    from rulelang.engine.seen import SeenDecision, View
    from rulelang.engine.state import State

WHOLE_MOVES = 9     # up to so many moves, each is offered whole instead of step by step


@dataclass(frozen=True, slots=True)
class Forced:
    """A choice with one option that was taken for a person: the question and the option in words."""

    seat: int
    prompt: str
    label: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked: the seat, the prompt, earlier picks of the same move, the options."""

    seat: int
    prompt: str
    answered: tuple[str, ...]
    options: tuple[Option, ...]
    can_go_back: bool


class Session:
    """One running game. `seats` holds a bot, or None for a person, for each seat."""

    def __init__(self, game: Game, seats: Sequence[Agent | None], recorder: Recorder, names: Sequence[str]) -> None:
        header = recorder.header
        if len(seats) != game.players:
            raise ValueError(f"{game.players} seats need {game.players} players, not {len(seats)}")
        self.game = game
        self.seats = tuple(seats)
        self.names = tuple(names)
        self._recorder = recorder
        self._rngs = [seat_rng(header.seed, seat) for seat in range(1, game.players + 1)]
        self._state = recorder.begin(game)
        self._docs = {clean(action.label): action.doc for action in game.program.action_docs}
        self._picked: list[tuple[str, str]] = []        # id and label of each answer of the unfinished move
        self._before: list[tuple[State, int]] = []      # the state, and picks so far, before each answer of a person

    # ------------------------------------------------------------ what is going on

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or by a fault in them."""
        return is_finished(self._state)

    @property
    def fault(self) -> Fault | None:
        """Why the rules could not go on, None if they can."""
        return self._state.fault

    @property
    def header(self) -> Header:
        """What the game is played with."""
        return self._recorder.header

    @property
    def to_act(self) -> int:
        """The seat that decides now, 0 at the end."""
        return 0 if self.over else self._state.current_player

    @property
    def waits_for_person(self) -> bool:
        """Whether the seat that decides now is a person's."""
        return not self.over and self.seats[self.to_act - 1] is None

    def view(self, seat: int | None, since: int | None = None) -> View:
        """What a seat may see (None: everybody), with the log from event number `since` on, by default none of it."""
        return self._state.view(seat, self.names, self.events if since is None else since)

    @property
    def events(self) -> int:
        """How many events there were, seen or not: where a log that goes on from here begins."""
        return len(self._state.record)

    @property
    def turn(self) -> int:
        """How many moves have been completed."""
        return self._state.record.moves

    # ------------------------------------------------------------ going on

    def step_bot(self) -> None:
        """Let the bot whose turn it is make its move."""
        seat = self.to_act
        agent = self.seats[seat - 1]
        if agent is None:
            raise ValueError(f"seat {seat} is a person's")
        ids, label = take_turn(agent, self._state, self._rngs[seat - 1])
        self._recorder.move(self._state, seat, ids, label)

    def run(self) -> tuple[Forced, ...]:
        """Play bots and forced choices until a person must decide or the game is over; say what was forced."""
        forced: list[Forced] = []
        while not self.over:
            if not self.waits_for_person:
                self.step_bot()
                continue
            decision = self._decision()
            if len(decision.choices) != 1:
                break
            forced.append(self._take_only(decision))
        return tuple(forced)

    def run_forced(self) -> tuple[Forced, ...]:
        """Take forced choices inside the unfinished move; say what was taken."""
        forced: list[Forced] = []
        while self._picked and not self.over:
            decision = self._decision()
            if len(decision.choices) != 1:
                break
            forced.append(self._take_only(decision))
        return tuple(forced)

    def question(self) -> Question:
        """The pending question of the person whose turn it is."""
        decision = self._decision()
        options = self._whole_moves(decision) or _numbered([
            Entry((choice.id,), clean(choice.label), "", self._doc(choice.label)) for choice in decision.choices])
        answered = tuple(clean(text) for text in decision.answered)
        return Question(decision.seat, clean(decision.prompt), answered, options, bool(self._before))

    def answer(self, option: Option) -> None:
        """Take an option of the pending question; until the last step of a move, `back` takes it back."""
        self._before.append((self._state.clone(), len(self._picked)))
        self._apply(option.ids)

    def back(self) -> bool:
        """Take back the last answer of an unfinished move. False if there is none."""
        if not self._before:
            return False
        self._state, kept = self._before.pop()
        del self._picked[kept:]
        return True

    def finish(self) -> Transcript:
        """Close the record of the game, played to its end or not. An unfinished move is dropped."""
        if self._before:
            self._state, kept = self._before[0]
            del self._picked[kept:]
            self._before.clear()
        return self._recorder.finish(self._state, LEFT)

    # ------------------------------------------------------------ inside

    def _decision(self) -> SeenDecision:
        decision = self.view(self.to_act).decision
        if decision is None:
            raise ValueError("nobody has anything to decide")
        return decision

    def _take_only(self, decision: SeenDecision) -> Forced:
        choice = decision.choices[0]
        self._apply((choice.id,))
        return Forced(decision.seat, clean(decision.prompt), clean(choice.label))

    def _whole_moves(self, decision: SeenDecision) -> tuple[Option, ...]:
        """Every move whole, under the label it begins with, if they are few and some take several steps."""
        if len(decision.choices) > WHOLE_MOVES or decision.answered:
            return ()
        try:
            moves = self._state.moves(WHOLE_MOVES)
        except TooManyMoves:
            return ()
        if all(len(move.ids) == 1 for move in moves):
            return ()
        firsts = {choice.id: choice.label for choice in decision.choices}
        return _numbered([self._entry(move, firsts.get(move.ids[0], "")) for move in moves])

    def _entry(self, move: Move, first: str) -> Entry:
        """A whole move; what it begins with becomes its heading if more follows."""
        label, doc = clean(move.label), self._doc(first)
        if len(move.ids) > 1 and _ends(move.ids[-1]):
            label = label.rpartition(", ")[0] or label      # that the picks end here shows by itself
        rest = label.removeprefix(clean(first) + ": ")
        return Entry(move.ids, label, "", doc) if rest == label else Entry(move.ids, rest, clean(first), doc)

    def _doc(self, label: str) -> str:
        """The rule text of the action of this label."""
        return self._docs.get(clean(label), "")

    def _apply(self, ids: tuple[str, ...]) -> None:
        """Give answers to the pending decision; when they complete the move, record it."""
        seat, turn = self.to_act, self.turn
        for id_ in ids:
            label = next((choice.label for choice in self._state.choices() if choice.id == id_), "")
            self._state.apply(id_)
            self._picked.append((id_, label))
        if self.turn != turn or self.over:
            self._complete(seat)

    def _complete(self, seat: int) -> None:
        ids = [id_ for id_, _ in self._picked]
        first, *others = (label for _, label in self._picked)
        self._recorder.move(self._state, seat, ids, f"{first}: {', '.join(others)}" if others else first)
        self._picked.clear()
        self._before.clear()


def _numbered(entries: Sequence[Entry]) -> tuple[Option, ...]:
    """Options in the order of the rules, but with what ends a turn or a pick last."""
    return number_entries(sorted(entries, key=lambda entry: _ends(entry.ids[0])))


def _ends(choice: str) -> bool:
    """Whether an id stands for having done enough."""
    return choice.endswith(":done")
