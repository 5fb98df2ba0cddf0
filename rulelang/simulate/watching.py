"""A game in, a state of it that is watched while it is played out: which places of the rules ran, which actions, how
many options there were.
"""

from __future__ import annotations

from dataclasses import field

from rulelang.engine.code import EndingCode, Ints, Registers
from rulelang.engine.game import Game
from rulelang.engine.machine import Blocks, CompiledBlock, Machine
from rulelang.engine.record import Record
from rulelang.engine.state import State
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE, signed
from rulelang.ir.program import FIRST_PLAYER, SEED_HIGH, SEED_LOW
from rulelang.records import dataclass


@dataclass(slots=True)
class Watch:
    """What was seen in one game.

    `asked`: how many decisions there were; `options`: their moves in all; `most`: the most of one; `forced`: how many
    had one only; `turns`: how often another seat was to move. `used` counts actions by number; places that ran are
    `spans`, or bits of `reached`; `ranges` counts numbers that did not fit into their variable, by span and variable.
    """

    used: list[int]
    spans: set[int] = field(default_factory=set)
    reached: int = 0
    asked: int = 0
    options: int = 0
    most: int = 0
    forced: int = 0
    turns: int = 0
    last: int = 0
    ranges: dict[tuple[int, int], int] = field(default_factory=dict)

    def ask(self, seat: int, options: int) -> None:
        """A seat is to move and has so many moves."""
        self.asked += 1
        self.forced += options == 1
        self.options += options
        self.most = max(self.most, options)
        self.turns += seat != self.last
        self.last = seat


class WatchedBlocks(Blocks):
    """The blocks of a game; calls of actions are counted in `watch`."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.code, game.blocks.step_limit, game.blocks.decision_limit)
        self.watch = Watch([])
        self._actions = {action.procedure: number for number, action in enumerate(game.program.actions)}

    def block(self, number: int) -> CompiledBlock:
        """Block `number`, compiled when it is first needed."""
        found = self.compiled[number]
        if found is None:
            found = super().block(number)
            node = self.code.program.blocks[number].ending
            if isinstance(node, ir.CallProcedure) and node.procedure in self._actions:
                found = (found[0], self._counted(found[1], self._actions[node.procedure]), found[2])
                self.compiled[number] = found
        return found

    def _counted(self, end: EndingCode, action: int) -> EndingCode:
        def run(m: Machine, s: Ints, r: Registers) -> int:
            self.watch.used[action] += 1
            return end(m, s, r)
        return run


class WatchedMachine(Machine):
    """A machine that remembers every place that ran: statements write their place to `span` as they begin."""

    __slots__ = ("_span", "_spans", "_watch")

    def __init__(self, blocks: WatchedBlocks, game: Game, record: Record | None) -> None:
        self._watch, self._spans = blocks.watch, blocks.watch.spans
        self._span = -1
        super().__init__(blocks, record, *((None, None) if record is None else (game.events, game.knowledge)))

    @property
    def span(self) -> int:
        """The place that runs."""
        return self._span

    @span.setter
    def span(self, value: int) -> None:
        self._span = value
        self._spans.add(value)

    def misfit(self, s: Ints, var: int, index: int, asked: int, stored: int, span: int) -> None:
        """Count a number that did not fit."""
        self._watch.ranges[span, var] = self._watch.ranges.get((span, var), 0) + 1
        super().misfit(s, var, index, asked, stored, span)


def watched_state(game: Game, blocks: WatchedBlocks, seed: int, *, record: bool) -> State:
    """A new game of a seed as `Game.new_state` makes it, run to its first stop; `blocks.watch` is made anew.

    `record`: whether bots will be asked, who see what has happened; else the game is played blind.
    """
    blocks.watch = Watch([0] * len(game.program.actions))
    s = game.blank()
    s[SEED_LOW], s[SEED_HIGH], s[FIRST_PLAYER] = signed(seed), signed(seed >> 32), NONE
    state = State(game, s, WatchedMachine(blocks, game, Record(game.program) if record else None))
    start = game.program.procedures[game.program.start]
    s[start.frame] = -1
    state.go(start.entry)
    return state
