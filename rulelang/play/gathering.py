"""A pick of several in, what a person may add to it out, in any order.

The machine asks for the picks in the order of the source, so that each combination has one path. People pick as they
like: what they gather is turned into that path when it is complete.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from typing import TYPE_CHECKING

from rulelang.engine.errors import TooManyMoves
from rulelang.ir.nodes import PickSome
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.engine.state import State

MOST_COMBINATIONS = 5_000   # with more, the picks are asked for one by one in the order of the source


@dataclass(slots=True)
class Gathering:
    """The combinations a pick allows (paths of ids, perhaps ending with `done`), words for ids, and what was picked."""

    point: str
    paths: tuple[tuple[str, ...], ...]
    labels: dict[str, str]
    picked: list[str] = field(default_factory=list)

    @property
    def done(self) -> str:
        """The id that ends a pick."""
        return f"{self.point}:done"

    def options(self) -> tuple[str, ...]:
        """The ids that may be added to what was picked, and `done` if it may be enough."""
        have = Counter(self.picked)
        more = {id_ for path in self.paths for id_ in Counter(path) - have
                if id_ != self.done and not have - Counter(path)}
        found = [id_ for id_ in self.labels if id_ in more]
        return tuple([*found, self.done] if self.complete() else found)

    def complete(self) -> tuple[str, ...]:
        """The path of exactly what was picked; empty if that is no combination."""
        have = Counter(self.picked)
        return next((path for path in self.paths if Counter(id_ for id_ in path if id_ != self.done) == have), ())

    def label(self, id_: str) -> str:
        """An id in words."""
        return "Done" if id_ == self.done else self.labels[id_]


def gathering_of(state: State) -> Gathering | None:
    """The pick of several that a state begins to ask for; None if it asks for something else, or allows too much."""
    if not any(isinstance(option.role.step, PickSome) for option in state.open_options()):
        return None
    point = state.choices()[0].id.partition(":")[0]
    try:
        moves, completions = state.moves(MOST_COMBINATIONS), state.completions(MOST_COMBINATIONS)
    except TooManyMoves:
        return None
    paths: dict[tuple[str, ...], None] = {}
    words: dict[str, tuple[int, str]] = {}
    for move, options in zip(moves, completions, strict=True):
        path = tuple(id_ for id_ in move.ids if id_.startswith(point + ":"))
        paths[path] = None
        for id_, option in zip(path, options, strict=False):
            if id_ not in words:
                words[id_] = (option.key, state.game.options.label(state.s, option))
    ordered = sorted(words.items(), key=lambda item: item[1])
    labels = {id_: label for id_, (_, label) in ordered if id_ != f"{point}:done"}
    return Gathering(point, tuple(paths), labels)
