"""The games of a batch, stepped through by the interpreter: what modules do, from the same memory layout."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.engine.action_space import ActionSpace
from rulelang.engine.decisions import Option
from rulelang.engine.game import Game
from rulelang.engine.state import State
from rulelang.ir.numbers import MASK, below, signed
from rulelang.ir.program import ADJUDICATED, FAULT, OVER, SEAT, STATUS
from rulelang.wasm.runtime_batch import ENDED, FAULTY, RUNNING, Areas, areas, kept_cells

View = Callable[[int, int], memoryview]


def action_of(space: ActionSpace, option: Option) -> int:
    """The action of an option."""
    step = option.role.step
    return 0 if step is None else space.number(step.point, option.key)


def offered(space: ActionSpace, state: State) -> list[int]:
    """The actions that answer the next step of a position, ascending; none where no seat is to act."""
    return sorted(action_of(space, option) for option in state.open_options()) if state.choices() else []


def answer(space: ActionSpace, state: State, action: int) -> None:
    """Answer the next step with an action that is offered."""
    state.apply(next(choice for choice in state.choices() if choice.key == space.keys[action]))


class Places:
    """The memory of a batch, written to game by game."""

    def __init__(self, game: Game, space: ActionSpace, games: int, *, knowledge: bool, areas: Areas,
                 view: View) -> None:
        """`view`: so many bytes of the memory from one on."""
        self.game = game
        self.space = space
        self.games = games
        self.knowledge = knowledge
        self.actions = view(areas.actions, 4 * games).cast("i")
        self._masks = view(areas.masks, len(space) * games)
        self._players = view(areas.players, 4 * games).cast("i")
        self._rewards = view(areas.rewards, 4 * games * game.players).cast("i")
        self._seeds = view(areas.seeds, 8 * games).cast("i")
        self._ends = view(areas.ends, games)
        self._keys = view(areas.keys, 8 * games).cast("i") if knowledge else None

    def begun(self, n: int) -> State:
        """A new game, shown as the first one of its place."""
        state = self._next(n)
        self._no_rewards(n)
        self._show(n, state)
        return state

    def stepped(self, n: int, state: State, again: bool) -> State:
        """The action of game n is taken; with `again` a game that ends begins anew. The position behind."""
        self._no_rewards(n)
        answer(self.space, state, self.actions[n])
        self._offer(n, state)
        self._show(n, state)
        if again and state.is_terminal:
            state = self._next(n)
            self._show_seat(n, state)
        return state

    def left(self, n: int, again: bool) -> None:
        """Game n is left as it is."""
        self._no_rewards(n)
        if again:
            self._ends[n] = RUNNING

    def mask(self, n: int) -> memoryview:
        """What is offered to game n."""
        return self._masks[n * len(self.space):(n + 1) * len(self.space)]

    def _next(self, n: int) -> State:
        """A new game; the seed of the next one is as far on as there are games."""
        low, high = self._seeds[2 * n] & MASK, self._seeds[2 * n + 1] & MASK
        seed = low | high << 32
        following = seed + self.games
        self._seeds[2 * n], self._seeds[2 * n + 1] = signed(following), signed(following >> 32)
        state = self.game.new_state(seed, knowledge=self.knowledge)
        self._offer(n, state)
        return state

    def _offer(self, n: int, state: State) -> None:
        mask = self.mask(n)
        mask[:] = bytes(len(mask))
        for action in offered(self.space, state):
            mask[action] = 1

    def _no_rewards(self, n: int) -> None:
        for seat in range(self.game.players):
            self._rewards[n * self.game.players + seat] = 0

    def _show(self, n: int, state: State) -> None:
        s = state.s
        self._show_seat(n, state)
        over = s[STATUS] == OVER
        self._ends[n] = (FAULTY if s[FAULT] else ENDED + s[ADJUDICATED]) if over else RUNNING
        if over:
            for seat, value in enumerate(state.returns()):
                self._rewards[n * self.game.players + seat] = value

    def _show_seat(self, n: int, state: State) -> None:
        seat = self._players[n] = state.s[SEAT]
        if self._keys is not None:
            self._keys[2 * n], self._keys[2 * n + 1] = state.information_key(seat) if seat else (0, 0)


class Interpreted:
    """The executor of a batch without a module."""

    def __init__(self, game: Game, space: ActionSpace, games: int, *, knowledge: bool) -> None:
        self.areas = areas(game.program, games, len(space), knowledge)
        self.slow_because = ""
        self._memory = bytearray(self.areas.size)
        self._places = Places(game, space, games, knowledge=knowledge, areas=self.areas, view=self.view)
        self._kept = kept_cells(game.program, knowledge)
        self._states: list[State] = []

    def view(self, at: int, size: int) -> memoryview:
        """So many bytes from one on."""
        return memoryview(self._memory)[at:at + size]

    def start(self) -> None:
        """As `Executor.start`."""
        self._states = [self._places.begun(n) for n in range(self._places.games)]

    def first_wrong(self) -> int:
        """As `Executor.first_wrong`."""
        for n, action in enumerate(self._places.actions):
            if action != -1 and not (0 <= action < len(self._places.space) and self._places.mask(n)[action]):
                return n
        return -1

    def step(self, again: bool) -> None:
        """As `Executor.step`."""
        for n, action in enumerate(self._places.actions):
            if action >= 0:
                self._states[n] = self._places.stepped(n, self._states[n], again)
            else:
                self._places.left(n, again)

    def draw(self, low: int, high: int, counter: int) -> int:
        """As `Executor.draw`."""
        for n in range(self._places.games):
            possible = [action for action, is_offered in enumerate(self._places.mask(n)) if is_offered]
            place = 0
            if len(possible) > 1:
                place, counter = below(low, high, counter & MASK, len(possible))
            self._places.actions[n] = possible[place] if possible else -1
        return signed(counter)

    def position(self, game: int) -> list[int]:
        """As `Executor.position`."""
        return self._states[game].s[:self._kept]
