"""The games of a batch, stepped through by the interpreter: what modules do, from the same memory layout."""

from __future__ import annotations

from rulelang.engine.action_space import ActionSpace
from rulelang.engine.decisions import Option
from rulelang.engine.game import Game
from rulelang.engine.state import State
from rulelang.ir.numbers import MASK, below, signed
from rulelang.ir.program import ADJUDICATED, FAULT, OVER, SEAT, STATUS
from rulelang.wasm.runtime_batch import ENDED, FAULTY, RUNNING, areas, kept_cells


class Interpreted:
    """The executor of a batch without a module."""

    def __init__(self, game: Game, space: ActionSpace, games: int) -> None:
        self.game = game
        self.space = space
        self.games = games
        self.areas = areas(game.program, games, len(space))
        self._memory = bytearray(self.areas.size)
        self._states: list[State] = []
        self._actions = self.view(self.areas.actions, 4 * games).cast("i")
        self._players = self.view(self.areas.players, 4 * games).cast("i")
        self._rewards = self.view(self.areas.rewards, 4 * games * game.players).cast("i")
        self._seeds = self.view(self.areas.seeds, 8 * games).cast("i")

    def view(self, at: int, size: int) -> memoryview:
        """So many bytes from one on."""
        return memoryview(self._memory)[at:at + size]

    def start(self) -> None:
        """As `Executor.start`."""
        self._states = [self._begun(n) for n in range(self.games)]
        for n in range(self.games):
            self._no_rewards(n)
            self._show(n)

    def _begun(self, n: int) -> State:
        """A new game; the seed of the next one is as far on as there are games."""
        low, high = self._seeds[2 * n] & MASK, self._seeds[2 * n + 1] & MASK
        seed = low | high << 32
        following = seed + self.games
        self._seeds[2 * n], self._seeds[2 * n + 1] = signed(following), signed(following >> 32)
        state = self.game.new_state(seed, knowledge=False)
        self._offer(n, state)
        return state

    def first_wrong(self) -> int:
        """As `Executor.first_wrong`."""
        for n, action in enumerate(self._actions):
            if action != -1 and not (0 <= action < len(self.space) and self._mask(n)[action]):
                return n
        return -1

    def step(self, again: bool) -> None:
        """As `Executor.step`."""
        for n, action in enumerate(self._actions):
            self._no_rewards(n)
            if action >= 0:
                self._answer(n, action)
                if again and self._states[n].is_terminal:
                    self._states[n] = self._begun(n)
                    self._players[n] = self._states[n].s[SEAT]
            elif again:
                self._memory[self.areas.ends + n] = RUNNING

    def draw(self, low: int, high: int, counter: int) -> int:
        """As `Executor.draw`."""
        for n in range(self.games):
            offered = [action for action, is_offered in enumerate(self._mask(n)) if is_offered]
            place = 0
            if len(offered) > 1:
                place, counter = below(low, high, counter & MASK, len(offered))
            self._actions[n] = offered[place] if offered else -1
        return signed(counter)

    def position(self, game: int) -> list[int]:
        """As `Executor.position`."""
        return self._states[game].s[:kept_cells(self.game.program)]

    # ------------------------------------------------------------ one game

    def _answer(self, n: int, action: int) -> None:
        state, key = self._states[n], self.space.keys[action]
        state.apply(next(choice for choice in state.choices() if choice.key == key))
        self._offer(n, state)
        self._show(n)

    def _offer(self, n: int, state: State) -> None:
        mask = self._mask(n)
        mask[:] = bytes(len(mask))
        if state.choices():
            for option in state.open_options():
                mask[action_of(self.space, option)] = 1

    def _mask(self, n: int) -> memoryview:
        return self.view(self.areas.masks + n * len(self.space), len(self.space))

    def _no_rewards(self, n: int) -> None:
        for seat in range(self.game.players):
            self._rewards[n * self.game.players + seat] = 0

    def _show(self, n: int) -> None:
        state, s = self._states[n], self._states[n].s
        self._players[n] = s[SEAT]
        over = s[STATUS] == OVER
        self._memory[self.areas.ends + n] = (FAULTY if s[FAULT] else ENDED + s[ADJUDICATED]) if over else RUNNING
        if over:
            for seat, value in enumerate(state.returns()):
                self._rewards[n * self.game.players + seat] = value


def action_of(space: ActionSpace, option: Option) -> int:
    """The action of an option."""
    step = option.role.step
    return 0 if step is None else space.number(step.point, option.key)
