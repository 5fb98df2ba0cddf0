"""A game in, its module in action out, step by step: one answer at a time, chance by whoever asks for its outcomes.

As `State.choices`, `apply` and `chance_outcomes` have it, but for what is told to people: actions are numbers of the
game's action space, outcomes of chance their keys.
"""

from __future__ import annotations

from fractions import Fraction

from rulelang.engine import chance
from rulelang.engine.action_space import ActionSpace
from rulelang.engine.errors import IllegalChoice
from rulelang.engine.game import Game
from rulelang.ir.program import CHANCE, DECISION, SETTLING, STATUS
from rulelang.wasm.host import Runner
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_explicit import is_lone


class Stepper(Runner):
    """One instance of a module that is stepped through. Holds one position at a time, as ints like the interpreter's.
    """

    def __init__(self, game: Game) -> None:
        """Raises `Unsupported`, `NoActionSpace`, or ImportError without wasmtime."""
        super().__init__(game, stepping=True)
        self.space = ActionSpace(game.program)
        self._mask = self.room(-(-len(self.space) // 16) * 16)

    def begin(self, seed: int = 0, first_player: int | None = None, *, explicit: bool = False) -> None:
        """A new game, run to its first stop; `explicit`: it stops at chance too."""
        self.call("set_explicit", int(explicit))
        super().begin(seed, first_player)

    def actions(self) -> list[int]:
        """The actions that answer the next step, ascending; none where no seat is to act."""
        self.call("offer")
        mask = self.content(self._mask, len(self.space))
        return [action for action, offered in enumerate(mask) if offered]

    def answer(self, action: int) -> None:
        """Answer the next step, and run to the next stop if that is all. Raises `IllegalChoice`."""
        offered = self.actions()
        if action not in offered:
            raise IllegalChoice(str(action), tuple(self.space.name(each) for each in offered))
        self.call("answer", action)

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        """The keys of what chance can bring now, ascending, with exact probabilities; none where it does not act."""
        status, decision = (self.words(STATE + 4 * at, 1)[0] for at in (STATUS, DECISION))
        if status != CHANCE:
            return []
        settling = self.words(STATE + 4 * SETTLING, 1)[0] >= 0
        if not settling and is_lone(self.game.program.decisions[decision]):
            # More ways than 32 bits can count: the formula is the interpreter's.
            return chance.chance_outcomes(self.game.code, self.ints)
        pairs = self.words(self.out, 2 * self.call("chance_counts"))
        total = sum(pairs[1::2])
        return [(key, Fraction(count, total)) for key, count in zip(pairs[::2], pairs[1::2], strict=True)]

    def answer_chance(self, key: int) -> None:
        """Chance has brought this; run to the next stop if that is all. Raises `IllegalChoice`."""
        possible = [each for each, _ in self.chance_outcomes()]
        if key not in possible:
            raise IllegalChoice(str(key), tuple(map(str, possible)))
        self.call("answer_chance", key)
