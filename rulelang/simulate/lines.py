"""The last position of a game in, its line of the results out: a JSON object on one line, the same from every executor.

Everything in a line is read off the last position, or counted in the same way by every executor, so it cannot matter
who played up to there.
"""

from __future__ import annotations

import json
from typing import Any

from rulelang.engine.state import State
from rulelang.ir import nodes as ir
from rulelang.ir.flow import block_owners
from rulelang.ir.numbers import NONE
from rulelang.ir.places import place_of
from rulelang.ir.program import ADJUDICATED, FAULT, FAULT_SPAN, FIRST_PLAYER, STEPS, TURN, Program
from rulelang.simulate.plan import Plan, Sheet, file_name
from rulelang.simulate.watching import Watch

OVER, CAP, LIMIT, FAULTY = "over", "cap", "limit:", "fault:"


class Scribe:
    """Writes the lines of one plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._limited = limited_phases(plan.game.program)
        self._bits = {place: n for n, place in enumerate(plan.places)}

    def line(self, n: int, seed: int, state: State, watch: Watch) -> str:
        """The line of game n, without its end."""
        return encoded(self.fields(n, seed, state, watch))

    def fields(self, n: int, seed: int, state: State, watch: Watch) -> dict[str, Any]:
        """What the line says."""
        s = state.s
        first = s[FIRST_PLAYER]
        return {
            "n": n, "seed": seed, "end": self._end(state), "first": None if first == NONE else first,
            "moves": s[TURN], "decisions": s[STEPS], "asked": watch.asked, "forced": watch.forced,
            "options": [watch.options, watch.most], "turns": watch.turns, "returns": list(state.returns()),
            "points": None if s[FAULT] else _points(state),
            "scores": None if s[FAULT] else [_worth(state, sheet) for sheet in self.plan.sheets],
            "actions": watch.used, "range": self._ranges(watch), "reached": f"{self._reached(watch):x}",
        }

    def _end(self, state: State) -> str:
        """Why the game ended: the rules' own end, a limit of theirs, the cap on decisions, or a fault."""
        s, program = state.s, state.program
        if s[FAULT]:
            if s[FAULT_SPAN] < 0:
                return FAULTY + "?"
            place = place_of(program, s[FAULT_SPAN])
            return f"{FAULTY}{file_name(program.sources[place.file].name)}:{place.line}"
        if s[ADJUDICATED] == 1:
            return LIMIT + running(program, self._limited, s)
        return CAP if s[ADJUDICATED] else OVER

    def _reached(self, watch: Watch) -> int:
        """The places that were reached as bits."""
        program, reached = self.plan.game.program, watch.reached
        for span in watch.spans:
            bit = self._bits.get(place_of(program, span)) if span >= 0 else None
            reached |= 0 if bit is None else 1 << bit
        return reached

    def _ranges(self, watch: Watch) -> list[list[Any]]:
        """Numbers that did not fit: file, line, variable, how often."""
        program = self.plan.game.program
        return [[*_where(program, span), program.vars[var].name, count]
                for (span, var), count in sorted(watch.ranges.items())]


def encoded(fields: dict[str, Any]) -> str:
    """A line as it is written, header or game."""
    return json.dumps(fields, ensure_ascii=True, separators=(",", ":"))


def _where(program: Program, span: int) -> tuple[int, int]:
    if span < 0:
        return 0, 0
    place = place_of(program, span)
    return place.file, place.line


def _points(state: State) -> list[int | None]:
    """By seat, what decides first who wins: the payoff, or the first criterion."""
    program = state.program
    function = program.payoff if program.payoff >= 0 else program.criteria[0][1] if program.criteria else -1
    if function < 0:
        return [None] * program.players
    found = [state.game.code.outside(function, state.s, seat) for seat in range(1, program.players + 1)]
    return [None if value == NONE else value for value in found]


def _worth(state: State, sheet: Sheet) -> list[list[int]]:
    """The numbers of each line of a score: what was added to its variable, or what the line is worth now."""
    if sheet.base >= 0:
        return [state.s[sheet.base + line * sheet.places:sheet.base + (line + 1) * sheet.places]
                for line in range(len(sheet.lines))]
    functions = [function for _, function in state.program.scores[sheet.number].lines]
    return [[_number(state.game.code.outside(function, state.s, seat)) for seat in range(1, sheet.places + 1)]
            for function in functions]


def _number(value: int) -> int:
    return 0 if value == NONE else value


def limited_phases(program: Program) -> tuple[int, ...]:
    """The procedures of phases that may begin only so often."""
    owners = block_owners(program)
    found = {owners[number] for number, block in enumerate(program.blocks) if number in owners
             and isinstance(block.ending, ir.Finish) and block.ending.adjudicated}
    return tuple(sorted(found))


def running(program: Program, phases: tuple[int, ...], s: list[int]) -> str:
    """The name of the innermost of these phases that runs: frames of those that do not are zeroed."""
    active = [number for number in phases if s[program.procedures[number].frame]]
    inner = [number for number in active
             if not any(other in program.procedures[number].inside for other in active if other != number)]
    chosen = inner or active
    return program.procedures[chosen[0]].name if chosen else "?"
