"""A game in, its module in action out, step by step: one answer at a time, chance by whoever asks for its outcomes.

As `State.choices`, `apply` and `chance_outcomes` have it, but for words: actions are numbers of the game's action
space, outcomes of chance their keys.
"""

from __future__ import annotations

from fractions import Fraction

from rulelang.engine import chance
from rulelang.engine.action_space import ActionSpace
from rulelang.engine.errors import IllegalChoice
from rulelang.engine.game import Game
from rulelang.engine.state import State
from rulelang.ir.program import CHANCE, DECISION, SETTLING, STATUS
from rulelang.wasm.batch_interpreted import answer, offered
from rulelang.wasm.host import Runner
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_explicit import is_lone


class Stepper(Runner):
    """One instance of a module that is stepped through. Holds one position at a time, as ints like the interpreter's.
    """

    def __init__(self, game: Game, *, knowledge: bool = False) -> None:
        """`knowledge`: with knowledge and record.

        Raises `NoActionSpace` where actions cannot be numbered, `Unsupported`, or ImportError without wasmtime.
        """
        self.space = ActionSpace(game.program)
        super().__init__(game, stepping=True, knowledge=knowledge)

    def open(self) -> None:
        """As `Instance.open`."""
        super().open()
        self._mask = self.room(-(-len(self.space) // 16) * 16)

    def actions(self) -> list[int]:
        """The actions that answer the next step, ascending; none where no seat is to act."""
        def inside() -> list[int]:
            self.call("offer")
            mask = self.content(self._mask, len(self.space))
            return [action for action, is_offered in enumerate(mask) if is_offered]
        return self.either(inside, lambda state: offered(self.space, state))

    def answer(self, action: int) -> None:
        """Answer the next step, and run to the next stop if that is all. Raises `IllegalChoice`."""
        with self.alone:
            possible = self.actions()
            if action not in possible:
                raise IllegalChoice(str(action), tuple(self.space.name(each) for each in possible))
            self.either(lambda: self.call("answer", action), lambda state: answer(self.space, state, action))

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        """The keys of what chance can bring now, ascending, with exact probabilities; none where it does not act."""
        with self.alone:
            status, decision = (self.words(STATE + 4 * at, 1)[0] for at in (STATUS, DECISION))
            if status != CHANCE:
                return []
            settling = self.words(STATE + 4 * SETTLING, 1)[0] >= 0
            if not settling and is_lone(self.game.program.decisions[decision]):
                # More ways than 32 bits can count: the formula is the interpreter's.
                return chance.chance_outcomes(self.game.code, self.ints)
            return self.either(self._counted, lambda state: [(each.key, each.probability)
                                                             for each in state.chance_outcomes()])

    def _counted(self) -> list[tuple[int, Fraction]]:
        pairs = self.words(self.out, 2 * self.call("chance_counts"))
        total = sum(pairs[1::2])
        return [(key, Fraction(count, total)) for key, count in zip(pairs[::2], pairs[1::2], strict=True)]

    def answer_chance(self, key: int) -> None:
        """Chance has brought this; run to the next stop if that is all. Raises `IllegalChoice`."""
        def outside(state: State) -> None:
            state.apply(next(each.id for each in state.chance_outcomes() if each.key == key))
        with self.alone:
            possible = [each for each, _ in self.chance_outcomes()]
            if key not in possible:
                raise IllegalChoice(str(key), tuple(map(str, possible)))
            self.either(lambda: self.call("answer_chance", key), outside)
