"""A game, its bots and a seed in, what is to be played out, and the header that says so at the top of results."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import rulelang
from rulelang.engine.game import Game
from rulelang.ir.places import Place, places_of
from rulelang.ir.program import Program
from rulelang.records import dataclass

FORMAT = "rulelang-results"
VERSION = 3
# Header fields that decide every line, in the order in which a difference is reported, and how.
KEY = {"rules_hash": "the rules differ", "params": "the settings differ", "players": "the number of players differs",
       "seats": "the bots differ", "seed": "the seed differs", "rulelang": "the version of rulelang differs"}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score in the lines of results. `into`: the variable that its lines were added to, "" for what they are worth
    at the end. `places`: how many numbers each line has, one for each seat or for each instance of the variable.
    """

    score: str
    into: str
    lines: tuple[str, ...]
    places: int
    number: int             # of the score in the program
    base: int               # cell of the first record, -1 without a variable


@dataclass(frozen=True)
class Plan:
    """What decides every byte of the results, whoever plays them, wherever."""

    game: Game
    seats: tuple[str, ...]
    seed: int

    @property
    def plays_itself(self) -> bool:
        """Whether all bots are `random`, so that any executor can play whole games without asking them."""
        return set(self.seats) == {"random"}

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """The scores of the rules."""
        return tuple(sheet for number in range(len(self.game.program.scores))
                     for sheet in _sheets(self.game.program, number))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The places in the rules that lines tell of."""
        return places_of(self.game.program)

    @cached_property
    def header(self) -> dict[str, Any]:
        """The first line of the results."""
        program = self.game.program
        return {
            "format": FORMAT, "version": VERSION, "rulelang": rulelang.__version__, "title": program.title,
            "rules_hash": program.rules_hash, "params": dict(program.params), "players": program.players,
            "seats": list(self.seats), "seed": self.seed, "payoff": program.payoff >= 0,
            "limits": [name for name, _ in program.limits],
            "scores": [{"score": sheet.score, "into": sheet.into, "lines": list(sheet.lines), "places": sheet.places}
                       for sheet in self.sheets],
            "actions": [action.name for action in program.actions],
            "files": [file_name(source.name) for source in program.sources],
            "places": [[place.file, place.line, place.column] for place in self.places],
        }


def file_name(name: str) -> str:
    """The last part of a file's name: the folders before it differ from machine to machine."""
    return name.rpartition("/")[2].rpartition(":")[2]


def _sheets(program: Program, number: int) -> list[Sheet]:
    """A score once for each variable that it is added to, else once by itself."""
    score = program.scores[number]
    labels = tuple(program.texts[label] for label, _ in score.lines)
    added = [(program.vars[record.var], record.base) for record in program.records if record.score == number]
    found = [Sheet(score.name, var.name, labels, var.count, number, base) for var, base in added]
    return found or [Sheet(score.name, "", labels, program.players, number, -1)]
