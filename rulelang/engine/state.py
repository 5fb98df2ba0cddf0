"""A position in, the positions it can lead to out: choices, answers, chance, copies, and parts of the rules alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from rulelang.engine import chance, decisions, results, saves
from rulelang.engine.decisions import NOTHING_OPTION, Option
from rulelang.engine.endings import OUTERMOST
from rulelang.engine.errors import EngineFault, IllegalChoice, LimitReached, Reason, TooManyMoves
from rulelang.engine.machine import HALT
from rulelang.engine.options import ChanceOutcome, Choice, Move
from rulelang.engine.position import Position
from rulelang.engine.search import Question, Search, why_not
from rulelang.engine.seen import SeenChoice, View
from rulelang.ir.numbers import MASK, below
from rulelang.ir.program import (
    ADJUDICATED,
    ANSWERS,
    BLOCK,
    DECIDING,
    DECISION,
    HEADER,
    OVER,
    SEAT,
    SETTLING,
    STATUS,
    STEPS,
)
from rulelang.ir.program import CHANCE as AT_CHANCE

if TYPE_CHECKING:
    from rulelang.engine.game import Game
    from rulelang.ir.draws import Draws

# More moves than this are not listed at once, for random play neither.
MOST_MOVES = 100_000

T = TypeVar("T")


class State(Position):
    """A position that can be played on: asked for its choices, answered, copied, saved, looked at."""

    __slots__ = ()

    # ------------------------------------------------------------ choices

    def choices(self) -> tuple[Choice, ...]:
        """The options of the next single step, ascending by key; empty where no player is to act."""
        if self._choices is None:
            self._choices = self._guarded(self._find_choices) or ()
        return self._choices

    def moves(self, limit: int = MOST_MOVES) -> tuple[Move, ...]:
        """All completions of the pending decision behind the answers given, ascending by keys.

        Raises `TooManyMoves` beyond the limit.
        """
        found = self.completions(limit)
        if not found:
            return ()
        ids = self.game.options.ids(self.s, self._question(), found)
        return tuple(self._move(options, names) for options, names in zip(found, ids, strict=True))

    def completions(self, limit: int = MOST_MOVES) -> list[tuple[Option, ...]]:
        """The options behind each of `moves` as the machine holds them: for tools that know the program, not seats."""
        if self.s[STATUS] != DECIDING:
            return []
        given = decisions.answers(self.s)
        found: list[tuple[Option, ...]] = []

        def use(search: Search, length: int) -> None:
            found.append(tuple(Option(search.path[i], search.values[i], search.roles[i])
                               for i in range(len(given), length)))

        if not self._try(lambda: decisions.completions(self.game.code, self.s, self._question(), given, limit, use)):
            raise TooManyMoves(limit)
        if not found and not given and self.choices():
            found = [(NOTHING_OPTION,)]
        found.sort(key=lambda options: [option.key for option in options])
        return found

    def open_options(self) -> list[Option]:
        """The options of the next step as the machine holds them, also of chance; empty where cards are ordered."""
        if self.s[STATUS] not in (DECIDING, AT_CHANCE) or self.s[SETTLING] >= 0:
            return []
        return decisions.options(self.game.code, self.s, self._question(), decisions.answers(self.s))

    def apply(self, choice: str | Choice | Move | Sequence[str]) -> None:
        """Answer the next step (or several, or with a whole move) and run to the next stop.

        Raises `IllegalChoice`, with the state as it was, for what is not offered.
        """
        if isinstance(choice, Move) and self.s[STATUS] == DECIDING:
            self._answer((*decisions.answers(self.s), *choice.keys), str(choice.label))
            return
        ids = [choice] if isinstance(choice, str) else [choice.id] if isinstance(choice, Choice | ChanceOutcome) else (
            choice.ids if isinstance(choice, Move) else list(choice))
        if self.s[STATUS] == AT_CHANCE:
            self._apply_chance(ids)
        elif self.s[STATUS] == DECIDING and ids:
            self._answer(self._path(ids), ids[-1])
        else:
            raise IllegalChoice(", ".join(ids), ())

    def is_whole(self, move: Move) -> bool:
        """Whether a move answers all that is asked."""
        path = (*decisions.answers(self.s), *move.keys)
        return bool(self._try(lambda: decisions.is_complete(self.game.code, self.s, self._question(), path)))

    def random_move(self, rng: random.Random) -> Move:
        """A move, each equally likely. Where there are too many to list, each step is drawn for itself."""
        path = self.random_path(rng)
        given = self.s[ANSWERS]
        found = decisions.picked(self.game.code, self.s, self._question(), path)[given:]
        return self._move(found, self._ids(path))

    def random_path(self, rng: random.Random) -> tuple[int, ...]:
        """The keys of a random move, the answers given included."""
        question, given = self._question(), decisions.answers(self.s)
        code = self.game.code
        found = self._try(lambda: decisions.paths(code, self.s, question, given, MOST_MOVES))
        if found:
            return found[rng.randrange(len(found))] if len(found) > 1 else found[0]
        while True:
            so_far = given
            following = self._guarded(lambda: decisions.options(code, self.s, question, so_far))  # noqa: B023
            if not following:
                return given
            given = (*given, following[rng.randrange(len(following))].key)
            if given == (NOTHING_OPTION.key,):
                return given

    def play_random(self, rng: random.Random) -> None:
        """Apply a random move, or a random outcome of chance, without putting it into words first."""
        if self.s[STATUS] == AT_CHANCE:
            outcomes = self.chance_outcomes()
            self.apply(rng.choices(outcomes, [float(o.probability) for o in outcomes])[0].id)
        else:
            path = self.random_path(rng)
            if self.s[STATUS] == DECIDING:
                self._commit(path)

    def play_forced(self) -> bool:
        """Take the one move there is, without putting it into words; False, and nothing happens, if there are several.
        """
        question, given = self._question(), decisions.answers(self.s)
        found = self._try(lambda: decisions.paths(self.game.code, self.s, question, given, 1))
        if not found:
            return False
        self._commit(found[0])
        return True

    def play_uniform(self, low: int, high: int, counter: int) -> int:
        """Apply a move that the generator of playouts draws (see `numbers.play_seed`); its counter after that.

        Each of the moves is equally likely; of more than MOST_MOVES the first count. Where they are too much to work
        out, the rules are at fault and the game is over. Every executor plays the same moves.
        """
        found = self.first_paths()
        if found is None:
            return counter
        place = 0
        if len(found) > 1:
            place, counter = below(low, high, counter & MASK, len(found))
        self.play_path(found[place])
        return counter

    def play_drawn(self, draws: Draws) -> None:
        """The same with moves drawn from a generator that keeps its place."""
        draws.counter = self.play_uniform(draws.low, draws.high, draws.counter)

    def first_paths(self) -> list[tuple[int, ...]] | None:
        """The keys of each move, of more than MOST_MOVES the first: what playouts draw from.

        None where they are too much to work out; then the rules are at fault and the game is over.
        """
        question, code = self._question(), self.game.code
        return self._guarded(lambda: decisions.first_paths(code, self.s, question, MOST_MOVES))

    def play_path(self, path: tuple[int, ...]) -> None:
        """Take one of `first_paths` and run to the next stop."""
        self.game.code.refresh()
        self._commit(path)

    def take(self, path: tuple[int, ...]) -> None:
        """Keep one of `first_paths`, with what it pays, without running on: `go_on` does."""
        self.game.code.refresh()
        decisions.commit(self.machine, self.s, self._question(), path)
        self._choices = None

    def go_on(self) -> None:
        """Run on behind a move that was taken, to the next stop."""
        self.go(self._next_block())

    def why_not(self, actions: Sequence[int], seat: int) -> Reason | None:
        """The first thing that fails on the path that gets furthest into one of these heads; None if one is legal."""
        return self._try(lambda: why_not(self.game.code, self.s, actions, seat))

    # ------------------------------------------------------------ chance

    def chance_outcomes(self) -> tuple[ChanceOutcome, ...]:
        """What chance can bring now, ascending by key, with exact probabilities; empty where chance does not act."""
        if self.s[STATUS] != AT_CHANCE:
            return ()
        if self.s[SETTLING] >= 0:
            return tuple(self._settling_outcome(key, p) for key, p in chance.settling_outcomes(self.game.code, self.s))
        question, given = self._question(), decisions.answers(self.s)
        spread = chance.chance_outcomes(self.game.code, self.s)
        options = decisions.options(self.game.code, self.s, question, given)
        choices = self.game.options.choices(self.s, question, options)
        by_key = {choice.key: choice for choice in choices}
        return tuple(ChanceOutcome(by_key[key].id, by_key[key].label, key, p) for key, p in spread)

    def _settling_outcome(self, printed: int, probability: Any) -> ChanceOutcome:
        name = self.game.program.prints[printed].name
        return ChanceOutcome(f"{self.game.options.zone_id(self.s[SETTLING])}:{name}", name, printed, probability)

    def _apply_chance(self, ids: Sequence[str]) -> None:
        outcomes = self.chance_outcomes()
        found = next((o for o in outcomes if len(ids) == 1 and o.id == ids[0]), None)
        if found is None:
            raise IllegalChoice(", ".join(ids), tuple(o.id for o in outcomes))
        if self.machine.record is not None:
            self.machine.record.chanced(found.id)
        self._choices = None
        if self.s[SETTLING] >= 0:
            if chance.answer_settling(self.machine, self.s, found.key):
                self.go(self._next_block(), onward=True)
            return
        question = self._question()
        path = (*decisions.answers(self.s), found.key)
        if decisions.is_complete(self.game.code, self.s, question, path):
            decisions.commit(self.machine, self.s, question, path)
            self.go(self._next_block(), onward=True)
        else:
            self._keep(path)

    # ------------------------------------------------------------ what seats are shown

    def view(self, seat: int | None, names: Sequence[str] | None = None, log_from: int = 0) -> View:
        """Everything a seat (None: the public) may see."""
        from rulelang.engine.view import build_view

        return build_view(self, seat, names, log_from)

    def question(self) -> tuple[str, str, tuple[SeenChoice, ...], tuple[str, ...]]:
        """The pending decision for its decider: prompt, kind, options, labels of the answers already given."""
        question, given = self._question(), decisions.answers(self.s)
        done = decisions.picked(self.game.code, self.s, question, given) if given else []
        found = decisions.options(self.game.code, self.s, question, given)
        seen = tuple(SeenChoice(c.id, c.label, c.group) for c in self.choices())
        answered = tuple(self.game.options.label(self.s, option) for option in done[:len(given)])
        return self.game.options.prompt(question, found), question.node.kind, seen, answered

    # ------------------------------------------------------------ copies

    def clone(self) -> State:
        """A copy that goes its own way."""
        record = self.machine.record
        machine = self.game.machine(None if record is None else record.clone())
        machine.cycle, machine.watched = self.machine.cycle, self.machine.watched
        return State(self.game, self.s[:], machine)

    def resample(self, seat: int, rng: random.Random, *, blind: bool = False) -> State:
        """A state that a seat cannot tell from this one, with everything it does not know drawn anew.

        `blind`: only to be played on, without record and knowledge. Raises `ValueError` for a seat nobody sits in.
        """
        from rulelang.engine.resample import resample

        return resample(self, seat, rng, blind)

    def to_bytes(self) -> bytes:
        """The position with its record, checksummed, for `from_bytes`."""
        return saves.pack(self)

    @staticmethod
    def from_bytes(game: Game, data: bytes) -> State:
        """A saved position of this game. Raises `SaveError` for anything else."""
        return saves.unpack(game, data)

    # ------------------------------------------------------------ parts of the rules on their own (examples)

    def run_procedure(self, number: int, seat: int = 0) -> None:
        """Run a procedure with a seat as `you` (0: nobody) until it returns."""
        procedure = self.game.program.procedures[number]
        self.s[procedure.frame:procedure.frame + 3] = [OUTERMOST, seat, 0]
        self.go(procedure.entry)

    def run_action(self, actions: Sequence[int], seat: int) -> None:
        """Ask a seat for one of these actions with the answers of its head; when answered, its body runs.

        `choices` and `moves` are empty if no head can be completed.
        """
        question = self.game.pose(actions)
        self.s[STATUS], self.s[SEAT], self.s[DECISION], self.s[BLOCK] = DECIDING, seat, question.number, 0
        self._choices = None
        self._pass_questions_without_steps()

    def run_block(self, number: int) -> None:
        """The statements of a block, without what comes behind it."""
        self._choices = None
        body, _, registers = self.game.blocks.block(number)
        r: list[Any] = [0] * registers
        self.machine.left = self.game.blocks.step_limit
        for statement in body:
            statement(self.machine, self.s, r)

    def place_given(self, zone: int, cards: Sequence[tuple[int, int]]) -> None:
        """Replace the cards of a zone by (print, face) in reading order. Raises `ValueError` if a print has run out."""
        results.place_given(self.game.code, self.s, zone, cards)
        if self.machine.events is not None:
            self.game.knowledge.given(self.s, zone)

    # ------------------------------------------------------------ steps

    def go(self, block: int, until: int = HALT, *, onward: bool = False) -> None:
        """Run on from a block; `onward` after a stop of chance."""
        self._choices = None
        self.machine.run(self.s, block, until, onward=onward)
        if self.s[STATUS] != OVER:
            self._pass_questions_without_steps()
        elif self.machine.events is not None:
            self._guarded(lambda: results.returns(self.game.code, self.s))
            self.machine.note(self.s, self.machine.events.over(self.s[ADJUDICATED], self.returns()))

    def _pass_questions_without_steps(self) -> None:
        """A head that asks nothing is answered by taking it."""
        if self.s[STATUS] == DECIDING and not self._question().asks \
                and decisions.is_complete(self.game.code, self.s, self._question(), ()):
            self._commit(())

    def _question(self) -> Question:
        if self.s[DECISION] < 0:
            raise EngineFault("no decision is pending")
        return self.game.question(self.s[DECISION])

    def _find_choices(self) -> tuple[Choice, ...]:
        if self.s[STATUS] != DECIDING:
            return ()
        question, given = self._question(), decisions.answers(self.s)
        found = decisions.options(self.game.code, self.s, question, given)
        if found == [NOTHING_OPTION] and self.game.posed_actions(question.number):
            return ()
        return self.game.options.choices(self.s, question, found, self._group(question, given))

    def _group(self, question: Question, given: tuple[int, ...]) -> str:
        """Answers behind a menu's entry are shown under its label."""
        if not given or question.node.kind != "menu":
            return ""
        first = decisions.picked(self.game.code, self.s, question, given[:1])
        return self.game.options.label(self.s, first[0]) if first else ""

    def _move(self, found: Sequence[Option], ids: Sequence[str]) -> Move:
        """Put a completion into words."""
        labels = [self.game.options.label(self.s, option) for option in found]
        return Move(tuple(ids), tuple(option.key for option in found), self.game.labels.move(labels))

    def _ids(self, path: tuple[int, ...]) -> list[str]:
        """The ids of the steps of a path behind the answers given, as `choices` gives them."""
        question, code, found = self._question(), self.game.code, []
        for n in range(self.s[ANSWERS], len(path)):
            offered = self.game.options.choices(self.s, question, decisions.options(code, self.s, question, path[:n]))
            found.append(next(choice.id for choice in offered if choice.key == path[n]))
        return found

    def _path(self, ids: Sequence[str]) -> tuple[int, ...]:
        """The keys of ids, behind the answers given."""
        question, path = self._question(), decisions.answers(self.s)
        for n, name in enumerate(ids):
            offered = self.choices() if n == 0 else self.game.options.choices(
                self.s, question, decisions.options(self.game.code, self.s, question, path))
            found = next((choice.key for choice in offered if choice.id == name), None)
            if found is None:
                raise IllegalChoice(name, tuple(choice.id for choice in offered))
            path = (*path, found)
        return path

    def _answer(self, path: tuple[int, ...], said: str) -> None:
        """Take a path that extends the answers given: whole, or as far as it goes."""
        complete = self._guarded(lambda: decisions.is_complete(self.game.code, self.s, self._question(), path))
        if self.s[STATUS] != DECIDING:
            return
        if complete is None:
            raise IllegalChoice(said, tuple(choice.id for choice in self.choices()))
        if complete:
            self._commit(path)
            return
        self._remember(path)
        self._keep(path)

    def _keep(self, path: tuple[int, ...]) -> None:
        """Note answers of a decision that asks for more."""
        s, n = self.s, len(path)
        if s[SEAT]:
            s[STEPS] += n - s[ANSWERS]
        s[HEADER:HEADER + n], s[ANSWERS] = path, n
        self._choices = None

    def _remember(self, path: tuple[int, ...]) -> None:
        """Write the new answers' ids on the record."""
        if self.machine.record is not None:
            for name in self._ids(path):
                self.machine.record.chose(self.s[SEAT], name)

    def _commit(self, path: tuple[int, ...]) -> None:
        self._remember(path)
        question = self._question()
        self._guarded(lambda: decisions.commit(self.machine, self.s, question, path))
        if self.s[STATUS] != DECIDING:
            return
        actions = self.game.posed_actions(question.number)
        if not actions:
            self.go(self._next_block())
            return
        action = self.game.program.actions[path[0] if len(actions) > 1 else actions[0]]
        self.s[HEADER:HEADER + 256] = [0] * 256
        self.run_procedure(action.procedure, self.s[SEAT])

    def _next_block(self) -> int:
        ending = self.game.program.blocks[self.s[BLOCK]].ending
        following: int = ending.next  # type: ignore[union-attr]
        return following

    def _try(self, ask: Callable[[], T]) -> T | None:
        """Ask something that may be too much to work out: None then, with the state as it was."""
        before = self.s[:]
        self.game.code.refresh()
        try:
            return ask()
        except LimitReached:
            self.s[:] = before
            return None

    def _guarded(self, ask: Callable[[], T]) -> T | None:
        """Ask something that play needs: where it is too much to work out, the rules are at fault (None then)."""
        before = self.s[:]
        self.game.code.refresh()
        try:
            return ask()
        except LimitReached as limit:
            self.s[:] = before
            self.machine.stop_at_limit(self.s, limit)
            return None
