"""A game in, many games of it stepped through together out: answers in, who is to act and what can be answered out.

What goes in and comes out lies in memory that is shared with the module, as buffers: `numpy.frombuffer` and
`numpy.asarray` take them without a copy. An action is one answer to one step of a question (`engine/action_space.py`).
Without a module the interpreter does the same, slower, and `slow_because` says why.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from operator import index
from sys import byteorder
from threading import RLock
from typing import Any, NamedTuple, Protocol

from rulelang.engine.action_space import ActionSpace
from rulelang.engine.game import Game
from rulelang.engine.record import Record
from rulelang.engine.state import State
from rulelang.ir.numbers import signed
from rulelang.ir.program import ANSWERS, HEADER, TURN
from rulelang.wasm.batch_interpreted import Interpreted, Places
from rulelang.wasm.host import Runner, why_none
from rulelang.wasm.instance import Interrupted, ModuleError
from rulelang.wasm.runtime_batch import CAPPED, ENDED, FAULTY, LIMITED, RULES, RUNNING, Areas, areas, kept_cells
from rulelang.wasm.unit import Unsupported

__all__ = ["CAPPED", "ENDED", "FAULTY", "LIMITED", "RUNNING", "Batch", "ModuleError", "Turn", "WrongAction"]

NOTHING = -1                # the action of a game that is left as it is
MOST_BYTES = 1 << 30


class WrongAction(ValueError):
    """An action that is not offered to a game. No game has gone on. `game` is its number, `action` the action."""

    def __init__(self, game: int, action: int, why: str) -> None:
        super().__init__(f"game {game}: {why}")
        self.game = game
        self.action = action


class Turn(NamedTuple):
    """How all games of a batch stand: buffers that the next step writes anew.

    `players`: for each game the seat to act, from 1; 0 where nobody is. `masks`: for each game and action 1 if it is
    offered. `rewards`: for each game and seat what the last step has brought: what the game gives at its end, else 0.
    `ends`: for each game RUNNING, or why the last step has ended it: ENDED by the rules, LIMITED by a limit that they
    state, CAPPED by the engine's cap on answers, FAULTY where the rules came to no result.
    """

    players: memoryview
    masks: memoryview
    rewards: memoryview
    ends: memoryview


class Executor(Protocol):
    """Plays the games of a batch that lie in a memory."""

    slow_because: str       # why the interpreter has played on a game of a module, "" if it has not

    @property
    def areas(self) -> Areas:
        """Where everything lies in the memory."""

    def view(self, at: int, size: int) -> memoryview:
        """So many bytes from one on."""

    def start(self) -> None:
        """All games begin with the seeds that lie there."""

    def first_wrong(self) -> int:
        """The first game whose action is not offered to it, -1 for none."""

    def step(self, again: bool) -> None:
        """Take the actions; with `again` games that end begin anew."""

    def draw(self, low: int, high: int, counter: int) -> int:
        """Write actions drawn with this seed; the counter behind it."""

    def position(self, game: int) -> list[int]:
        """The cells of a position that are kept."""


class Batch:
    """Many games, each with a position of its own.

    Game n begins with seed `seed + n`. With `again`, a game that ends begins anew in the same step, with its last seed
    plus the number of games; then `players` and `masks` are those of the new game, `rewards` and `ends` those of the
    old one. Without it the games that are over must get the action -1, which leaves a game as it is.

    With `knowledge` what each seat knows and was told is kept: `keys` are, for each game, two ints that are equal where
    all that the seat to act was ever told is equal (0, 0 where nobody is to act), and a position that is taken out can
    be viewed as each seat sees it. Without it `keys` is None.

    Threads may share a batch: one waits for the other.
    """

    def __init__(self, game: Game, games: int, *, seed: int = 0, again: bool = False, knowledge: bool = False,
                 modules: bool = True) -> None:
        """Raises `NoActionSpace` where actions cannot be numbered, ValueError for too few or too many games.

        `modules` off: never by a module.
        """
        self.game = game
        self.games = games = index(games)
        self.again = again
        self.knowledge = knowledge
        self.space = ActionSpace(game.program)
        self._slow_because = ""
        most = MOST_BYTES // areas(game.program, 1, len(self.space), knowledge).size
        if not 1 <= games <= most:
            raise ValueError(f"a batch holds 1 to {most:,} of these games, not {games:,}")
        self._executor = self._made(modules)
        where, players = self._executor.areas, game.players
        view = self._executor.view
        self.actions = view(where.actions, 4 * games).cast("i")
        self.turn = Turn(view(where.players, 4 * games).cast("i").toreadonly(),
                         _rows(view(where.masks, games * len(self.space)), "B", games, len(self.space)),
                         _rows(view(where.rewards, 4 * games * players), "i", games, players),
                         view(where.ends, games).toreadonly())
        self.keys = _rows(view(where.keys, 8 * games), "i", games, 2) if knowledge else None
        self._seeds = view(where.seeds, 8 * games).cast("i")
        self._drawn = (0, 0, 0)
        self._one_at_a_time = RLock()
        self.start(seed)

    def _made(self, modules: bool) -> Executor:
        made = self.game, self.space, self.games
        if modules:
            try:
                return InModule(*made, knowledge=self.knowledge)
            except (ImportError, Unsupported) as error:
                self._slow_because = why_none(error)
        return Interpreted(*made, knowledge=self.knowledge)

    @property
    def slow_because(self) -> str:
        """Why the interpreter plays the games, or has played some of them on; "" if it has not."""
        return self._slow_because or self._executor.slow_because

    def start(self, seed: int) -> Turn:
        """All games begin anew: game n with seed `seed + n`."""
        with self._one_at_a_time:
            for n in range(self.games):
                self._seeds[2 * n], self._seeds[2 * n + 1] = signed(seed + n), signed((seed + n) >> 32)
                self.actions[n] = NOTHING
            self._executor.start()
        return self.turn

    def step(self, actions: Any = None) -> Turn:
        """One action for each game; -1 leaves a game as it is. None: those that lie in `actions` already.

        `actions`: a buffer of 32-bit ints, or a sequence of ints. Raises `WrongAction` for one that is not offered,
        ValueError for too many or too few; then no game has gone on.
        """
        with self._one_at_a_time:
            if actions is not None:
                self._take(actions)
            wrong = self._executor.first_wrong()
            if wrong >= 0:
                action = self.actions[wrong]
                raise WrongAction(wrong, action, self._why_wrong(wrong, action))
            self._executor.step(self.again)
        return self.turn

    def _take(self, actions: Any) -> None:
        given = _ints_of(actions)
        if given is None:
            self._take_numbers(actions)
        elif len(given) != self.games:
            raise ValueError(f"{len(given)} actions for {self.games} games")
        else:
            self.actions[:] = given

    def _take_numbers(self, actions: Sequence[int]) -> None:
        if len(actions) != self.games:
            raise ValueError(f"{len(actions)} actions for {self.games} games")
        for n, action in enumerate(actions):
            if isinstance(action, bool) or not hasattr(action, "__index__"):
                raise ValueError(f"game {n}: an action is a number, not {action!r}")
            if not NOTHING <= action < len(self.space):
                raise WrongAction(n, action, self._why_wrong(n, action))
        for n, action in enumerate(actions):
            self.actions[n] = index(action)

    def _why_wrong(self, game: int, action: int) -> str:
        if not NOTHING <= action < len(self.space):
            return f"{action} is no action; they are 0 to {len(self.space) - 1}, or -1"
        if not self.turn.players[game]:
            return f"it is over, and takes no action but -1, not {action}"
        return f"action {action} ({self.space.name(action)}) is not offered"

    def draw(self, seed: int) -> memoryview:
        """Write an action for each game into `actions`: one that is offered, each equally likely; -1 where none is.

        A seed gives the same actions again, as long as it is not followed by itself: then they go on.
        """
        low, high = signed(seed), signed(seed >> 32)
        with self._one_at_a_time:
            if self._drawn[:2] != (low, high):
                self._drawn = (low, high, 0)
            self._drawn = (low, high, self._executor.draw(*self._drawn))
        return self.actions

    def position(self, game: int) -> State:
        """A copy of a game's position; -1 is the last game. Raises IndexError.

        It holds what seats know, but not the events before, if the batch keeps knowledge; else it is blind.
        """
        number = range(self.games)[game]
        with self._one_at_a_time:
            kept = self._executor.position(number)
        return position_of(self.game, kept, knowledge=self.knowledge)


def _ints_of(actions: Any) -> memoryview | None:
    """A buffer of 32-bit ints as such; None for anything else. Raises ValueError for a table."""
    try:
        given = memoryview(actions)
    except (TypeError, ValueError):             # no buffer
        return None
    if given.ndim != 1:
        raise ValueError("actions are a row of numbers, no table")
    if given.itemsize != 4 or given.format not in ("i", "l", "<i", "<l"):
        return None
    return given if given.format == "i" else memoryview(given.tobytes()).cast("i")


def _rows(view: memoryview, kind: str, games: int, size: int) -> memoryview:
    """A table of a row for each game, not to be written to."""
    found: memoryview = view.cast(kind, (games, size))      # type: ignore[call-overload]
    return found.toreadonly()


class InModule:
    """The executor of a batch that lies in the memory of a module. Where the module gives up on a game, the interpreter
    plays it on to its next stop.
    """

    def __init__(self, game: Game, space: ActionSpace, games: int, *, knowledge: bool) -> None:
        """Raises `Unsupported`, or ImportError without wasmtime."""
        if byteorder == "big":
            raise Unsupported("buffers on this machine, which puts the highest byte first")
        self.areas = areas(game.program, games, len(space), knowledge)
        self.slow_because = ""
        self._size = kept_cells(game.program, knowledge)
        self._runner = Runner(game, stepping=True, knowledge=knowledge)
        self._at = self._runner.room(self.areas.size)
        self._runner.call("hold", self._at, games)
        self._places = Places(game, space, games, knowledge=knowledge, areas=self.areas, view=self.view)

    def view(self, at: int, size: int) -> memoryview:
        """So many bytes of the module's memory, which lives as long as somebody looks at them."""
        held = (ctypes.c_ubyte * size).from_address(self._runner.address + self._at + at)
        held.runner = self._runner                  # type: ignore[attr-defined]
        return memoryview(held).cast("B")

    def start(self) -> None:
        """As `Executor.start`."""
        self._each("start_batch", self._places.begun)

    def first_wrong(self) -> int:
        """As `Executor.first_wrong`."""
        found: int = self._runner.call("first_wrong")
        return found

    def step(self, again: bool) -> None:
        """As `Executor.step`."""
        self._each("step_batch", lambda n: self._places.stepped(n, self._state(n), again), int(again))

    def _each(self, name: str, outside: Callable[[int], State], *more: int) -> None:
        """Have the module go through all games, and the interpreter do those that are too much for it."""
        n = 0
        while True:
            try:
                self._runner.call(name, n, *more)
                return
            except Interrupted:
                raise
            except ModuleError as error:
                self.slow_because = str(error)
                n = self._runner.call("place")
                self._keep(n, outside(n))
                n += 1

    def _state(self, n: int) -> State:
        game = self._places.game
        return position_of(game, self.position(n), knowledge=self._places.knowledge)

    def _keep(self, n: int, state: State) -> None:
        self._runner.write(self._at + self.areas.states + 4 * self._size * n, state.s[:self._size])

    def draw(self, low: int, high: int, counter: int) -> int:
        """As `Executor.draw`."""
        self._runner.call("set_play_seed", low, high, counter)
        found: int = self._runner.call("draw_actions")
        return found

    def position(self, game: int) -> list[int]:
        """As `Executor.position`."""
        found = self._runner.words(self._at + self.areas.states + 4 * self._size * game, self._size)
        given = HEADER + found[ANSWERS]
        found[given:RULES] = [0] * (RULES - given)      # those of earlier questions are not wiped out
        return found


def position_of(game: Game, kept: list[int], *, knowledge: bool) -> State:
    """A position of which these ints were kept. What happened before is not in its record."""
    s = game.blank()
    s[:len(kept)] = kept
    if not knowledge:
        return State(game, s, game.machine(None))
    record = Record(game.program)
    record.moves = s[TURN]
    return State(game, s, game.machine(record))
