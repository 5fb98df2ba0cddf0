"""A game with people and bots in its seats in, one question after another for the people out.

A session plays bots and forced choices by itself and stops where a person really has something to decide. What a person
is shown comes from the view of that person's seat alone. Terminals and browsers are thin shells around it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rulelang.agents.agent import Agent
from rulelang.ir.draws import move_draws
from rulelang.match.match import is_finished, take_turn
from rulelang.match.recorder import Recorder
from rulelang.match.savefile import Save
from rulelang.match.transcript import LEFT, Header, Transcript, whole_digest
from rulelang.play.asking import next_steps, numbered, whole_moves
from rulelang.play.cells import clean
from rulelang.play.gathering import Gathering, gathering_of
from rulelang.play.options import Entry, Option
from rulelang.play.setup import HUMAN, seat_agents
from rulelang.play.undo import NOTHING, Checkpoint, why_final
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.engine.errors import Fault
    from rulelang.engine.game import Game
    from rulelang.engine.seen import SeenDecision, View
    from rulelang.engine.state import State
    from rulelang.match.transcript import Entry as Step
    from rulelang.match.writer import LogWriter


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
    """One running game. `seats` holds a bot, or None for a person, for each seat.

    `state` goes on from the position that the recorder's entries lead to. `on_change` is called after every answer.
    """

    def __init__(self, game: Game, seats: Sequence[Agent | None], recorder: Recorder, names: Sequence[str],
                 state: State | None = None) -> None:
        if len(seats) != game.players:
            raise ValueError(f"{game.players} seats need {game.players} players, not {len(seats)}")
        self.game = game
        self.seats = tuple(seats)
        self.names = tuple(names)
        self.on_change: Callable[[Session], None] | None = None
        game.labels.names = self.names
        self._recorder = recorder
        self._state = recorder.begin(game) if state is None else state
        self._docs = {clean(action.label): action.doc for action in game.program.action_docs}
        self._picked: list[tuple[str, str]] = []        # id and label of each answer of the unfinished move
        self._before: list[tuple[State, int]] = []      # the state, and picks so far, before each answer of a person
        self._behind: list[Checkpoint] = []             # where the last one who decided began to, if a person
        self._gathering: Gathering | None = None        # the pick of several that a person is at

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
    def kinds(self) -> tuple[str, ...]:
        """What sits in each seat now: `human`, or a bot's name."""
        return tuple(HUMAN if agent is None else agent.name for agent in self.seats)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of persons."""
        return tuple(seat for seat, agent in enumerate(self.seats, 1) if agent is None)

    @property
    def state(self) -> State:
        """The position itself: for services that look at nothing a seat may not know."""
        return self._state

    @property
    def entries(self) -> tuple[Step, ...]:
        """The moves and outcomes of chance so far."""
        return tuple(self._recorder.entries)

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
        ids, label = take_turn(agent, self._state, move_draws(self.header.seed, seat, self.turn))
        self._recorder.move(self._state, seat, ids, label)
        self._behind.clear()

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
        self._changed()
        return tuple(forced)

    def run_forced(self) -> tuple[Forced, ...]:
        """Take forced choices inside the unfinished move; say what was taken."""
        forced: list[Forced] = []
        while self._picked and not self.over and not self._is_gathering:
            decision = self._decision()
            if len(decision.choices) != 1:
                break
            forced.append(self._take_only(decision))
        return tuple(forced)

    def question(self) -> Question:
        """The pending question of the person whose turn it is."""
        decision = self._decision()
        options = () if self._is_gathering else whole_moves(self._state, decision, self._docs)
        if not options and self._gathering is None and not self._is_inside_a_pick():
            self._gathering = gathering_of(self._state)
        answered = [clean(text) for text in decision.answered]
        if not options and self._gathering is not None:
            options = self._gathered_options(self._gathering)
            answered += [clean(self._gathering.label(id_)) for id_ in self._gathering.picked]
        options = options or next_steps(decision, self._docs)
        can_go_back = bool(self._before) or self._is_gathering
        return Question(decision.seat, clean(decision.prompt), tuple(answered), options, can_go_back)

    def answer(self, option: Option) -> None:
        """Take an option of the pending question; until the last step of a move, `back` takes it back."""
        ids = option.ids
        if self._gathering is not None and len(ids) == 1 and ids[0] in self._gathering.options():
            ids = self._gather(self._gathering, ids[0])
        if ids:
            self._before.append((self._state.clone(), len(self._picked)))
            self._apply(ids)
        self._changed()

    def back(self) -> bool:
        """Take back the last answer of an unfinished move. False if there is none."""
        if self._gathering is not None and self._gathering.picked:
            self._gathering.picked.pop()
            self._changed()
            return True
        self._gathering = None
        if not self._before:
            return False
        self._state, kept = self._before.pop()
        del self._picked[kept:]
        self._changed()
        return True

    def undo(self, seat: int) -> str:
        """Go back to the last decision of a seat. The reason in a sentence if there is no way back, else ""."""
        if seat == self.to_act and self.back():
            return ""
        last = self._behind[-1] if self._behind else None
        if last is None or last.seat != seat:
            return self._why_not_back(seat)
        moves = [list(step.ids) for step in self._recorder.entries[last.entries:] if step.seat]
        moves.append([id_ for id_, _ in self._picked])      # forced ones; others would have been taken back
        why = why_final(last.state, self._state, seat, self.names, [ids for ids in moves if ids])
        if not why:
            self._return_to(self._behind.pop())
        return why

    def seat(self, seat: int, kind: str) -> None:
        """Let a bot, or a person, go on in a seat. An unfinished move of it is taken back. Raises WrongSetup."""
        (agent,) = seat_agents((kind,))
        if seat == self.to_act:
            self._drop_unfinished()
        self.seats = (*self.seats[:seat - 1], agent, *self.seats[seat:])
        self._changed()

    def snapshot(self) -> Save:
        """The game as it stands, to be gone on with another day."""
        gathered = () if self._gathering is None else tuple(self._gathering.picked)
        return Save(self.header, self.entries, tuple(self._picked), self.kinds, whole_digest(self._state), gathered)

    def log_into(self, log: LogWriter | None) -> LogWriter | None:
        """Write a log from now on, of what has happened so far too."""
        if log is not None:
            for step in self._recorder.entries:
                log.entry(step)
            self._recorder.log = log
        return log

    def finish(self) -> Transcript:
        """Close the record of the game, played to its end or not. An unfinished move is dropped."""
        self._drop_unfinished()
        return self._recorder.finish(self._state, LEFT)

    def retrace(self, step: Step) -> None:
        """Play a person's move that the recorder holds already, so that it can be taken back as when it was made."""
        self.pick(step.ids)
        self._complete(step.seat, step.n - 1)

    def pick(self, ids: Sequence[str]) -> None:
        """Give answers, one after the other, as they were given before. Raises IllegalChoice if one is not offered."""
        for id_ in ids:
            if self.seats[self.to_act - 1] is None and len(self._state.choices()) > 1:
                self._before.append((self._state.clone(), len(self._picked)))
            self._answer(id_)

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

    # ------------------------------------------------------------ picks of several

    def gather(self, ids: Sequence[str]) -> None:
        """Pick some of several as they were picked before, as far as they are offered."""
        self._gathering = gathering_of(self._state) if ids else None
        for id_ in ids:
            if self._gathering is not None and id_ in self._gathering.options() and id_ != self._gathering.done:
                self._gathering.picked.append(id_)

    @property
    def _is_gathering(self) -> bool:
        """Whether a person has picked some of several."""
        return self._gathering is not None and bool(self._gathering.picked)

    def _is_inside_a_pick(self) -> bool:
        """Whether some of the picks asked for were given one by one before (a game gone on with)."""
        point = self._state.choices()[0].id.partition(":")[0]
        return bool(self._picked) and self._picked[-1][0].startswith(point + ":")

    def _gathered_options(self, gathering: Gathering) -> tuple[Option, ...]:
        return numbered([Entry((id_,), clean(gathering.label(id_)), "", "") for id_ in gathering.options()])

    def _gather(self, gathering: Gathering, id_: str) -> tuple[str, ...]:
        """Add a pick; the answers for the machine once nothing more may be added, or the person is done."""
        if id_ != gathering.done:
            gathering.picked.append(id_)
            if gathering.options() not in ((), (gathering.done,)):
                return ()
        return gathering.complete()

    # ------------------------------------------------------------ answers

    def _apply(self, ids: tuple[str, ...]) -> None:
        """Give answers to the pending decision; when they complete the move, record it."""
        self._gathering = None
        seat, turn, entries = self.to_act, self.turn, len(self._recorder.entries)
        for id_ in ids:
            self._answer(id_)
        if self.turn == turn and not self.over:
            return
        first, *others = (label for _, label in self._picked)
        label = f"{first}: {', '.join(others)}" if others else first
        self._recorder.move(self._state, seat, [id_ for id_, _ in self._picked], label)
        self._complete(seat, entries)

    def _answer(self, id_: str) -> None:
        label = next((choice.label for choice in self._state.choices() if choice.id == id_), "")
        self._state.apply(id_)
        self._picked.append((id_, label))

    def _complete(self, seat: int, entries: int) -> None:
        """A move is complete: remember where a person began to decide on it, if there was something to decide."""
        if self.seats[seat - 1] is not None or (self._behind and self._behind[-1].seat != seat):
            self._behind.clear()
        if self._before:
            state, kept = self._before[0]
            self._behind.append(Checkpoint(seat, state, tuple(self._picked[:kept]), entries))
        self._picked.clear()
        self._before.clear()

    def _return_to(self, last: Checkpoint) -> None:
        self._gathering = None
        self._state = last.state
        self._picked, self._before = list(last.picked), []
        self._recorder.take_back(last.entries)
        self._changed()

    def _why_not_back(self, seat: int) -> str:
        steps = self._recorder.entries
        own = max((k for k, step in enumerate(steps) if step.seat == seat), default=-1)
        other = next((step.seat for step in reversed(steps[own + 1:]) if step.seat), 0)
        if own < 0 or not other:
            return NOTHING
        return f"That cannot be taken back: {self.names[other - 1]} has decided something since then."

    def _drop_unfinished(self) -> None:
        """Take back all answers of an unfinished move."""
        self._gathering = None
        if self._before:
            self._state, kept = self._before[0]
            del self._picked[kept:]
            self._before.clear()

    def _changed(self) -> None:
        if self.on_change is not None:
            self.on_change(self)
