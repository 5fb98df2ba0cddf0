"""Options of a decision in, their stable ids and their words out: what interfaces, logs and adapters speak of.

An id is the decision point and the value: the print of a card that is seen in a set, the position of a card in a row or
stack, `#n` for the n-th card of a set that is not seen, the word of any other value.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rulelang.engine.code import Code, Ints
from rulelang.engine.decisions import Option
from rulelang.engine.keys import UNSEEN, ZONE
from rulelang.engine.labels import DONE as DONE_LABEL
from rulelang.engine.labels import NOTHING as NOTHING_LABEL
from rulelang.engine.labels import Labels
from rulelang.engine.search import Question
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.program import SEAT
from rulelang.records import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of the next single step: stable id, label in words, key, the group it is shown under."""

    id: str
    label: str
    key: int
    group: str


@dataclass(frozen=True, slots=True)
class Move:
    """A whole completion of the pending decision, behind the answers given: the ids and keys of its steps, a label."""

    ids: tuple[str, ...]
    keys: tuple[int, ...]
    label: str


@dataclass(frozen=True, slots=True)
class ChanceOutcome:
    """What chance can bring: stable id, label in words, key, exact probability."""

    id: str
    label: str
    key: int
    probability: Fraction


class Options:
    """Ids and labels of options, for one program."""

    def __init__(self, code: Code, labels: Labels) -> None:
        self.code = code
        self.program = code.program
        self.labels = labels

    def choices(self, s: Ints, question: Question, found: Sequence[Option], group: str = "") -> tuple[Choice, ...]:
        """The options as choices; where two would have equal ids, the zones of their cards are added."""
        ids = self._step_ids(s, question, found)
        return tuple(Choice(name, self.label(s, option), option.key, group)
                     for name, option in zip(ids, found, strict=True))

    def _step_ids(self, s: Ints, question: Question, found: Sequence[Option]) -> list[str]:
        ids = [self.id(s, question, option) for option in found]
        if len(set(ids)) < len(ids):
            ids = [name if ids.count(name) == 1 else self._with_zone(s, name, option)
                   for name, option in zip(ids, found, strict=True)]
        return ids

    def ids(self, s: Ints, question: Question, found: Sequence[Sequence[Option]]) -> list[list[str]]:
        """The ids of the steps of all completions of a decision, as `choices` gives them step by step."""
        beside: dict[tuple[int, ...], dict[int, Option]] = {}
        for options in found:
            path: tuple[int, ...] = ()
            for option in options:
                beside.setdefault(path, {}).setdefault(option.key, option)
                path = (*path, option.key)
        names = {path: dict(zip(steps, self._step_ids(s, question, list(steps.values())), strict=True))
                 for path, steps in beside.items()}
        return [[names[tuple(o.key for o in options[:n])][option.key] for n, option in enumerate(options)]
                for options in found]

    def id(self, s: Ints, question: Question, option: Option) -> str:
        """The id of one option, taken by itself."""
        step = option.role.step
        if step is None:
            return f"{question.node.name}:nothing"
        point = self.program.points[step.point].name if step.point >= 0 else question.node.name
        return f"{point}:{self._value(s, option)}"

    def _value(self, s: Ints, option: Option) -> str:
        what, step = option.role.what, option.role.step
        if what == "done":
            return "done"
        if what == "way":
            assert isinstance(step, ir.Fork)
            return self._way(option.key, step)
        if what == "meld":
            return self.program.melds[option.value].name
        if what == "card":
            return self._card(s, option)
        assert isinstance(step, ir.Pick | ir.PickSome)
        return self._word(s, step.kind, option.value)

    def _way(self, key: int, step: ir.Fork) -> str:
        """Actions by their names, which stay when labels are reworded; branches by their labels."""
        if key == ir.DONE:
            return "done"
        way = next(way for way in step.ways if way.key == key)
        if way.steps and isinstance(way.steps[0], ir.Act):
            return self.program.actions[way.steps[0].action].name
        return self.program.texts[way.label]

    def _card(self, s: Ints, option: Option) -> str:
        card, place = option.value, option.key % ZONE
        zone = s[self.code.zones.card_cells + 2 * card]
        if zone >= 0 and not self.code.zones.is_set[zone]:
            return str(place)
        if place > UNSEEN:
            return f"#{place - UNSEEN}"
        return self.program.prints[self.program.cards[card]].name

    def _word(self, s: Ints, kind: int, value: int) -> str:
        info = self.program.kinds[kind]
        if info.what == "player":
            return f"p{value}"
        if info.what == "zone":
            return self.zone_id(value)
        if info.what == "enum" and 0 <= value < len(info.names):
            return info.names[value]
        if info.what == "print":
            return self.program.prints[value].name
        if info.what in ("number", "team"):
            return str(value)
        return self.labels.value(s, s[SEAT], kind, value)

    def zone_id(self, zone: int) -> str:
        """A zone's name and keys, the same for everybody."""
        if zone == NONE:
            return "none"
        info = self.program.zones[zone]
        words = []
        for key, value in zip(self.program.families[info.family].keys, info.keys, strict=True):
            if key.what == "player":
                words.append(f"p{value}")
            elif key.what == "enum":
                words.append(key.names[value - key.low])
            else:
                words.append(str(value))
        return f"{info.name}[{','.join(words)}]" if words else info.name

    def _with_zone(self, s: Ints, name: str, option: Option) -> str:
        if option.role.what != "card":
            return f"{name}@{option.key}"
        return f"{name}@{self.zone_id(s[self.code.zones.card_cells + 2 * option.value])}"

    def label(self, s: Ints, option: Option) -> str:
        """An option in the words of the seat that decides."""
        what, step, seat = option.role.what, option.role.step, s[SEAT]
        if step is None:
            return NOTHING_LABEL
        if what == "done" or (what == "way" and option.key == ir.DONE):
            return DONE_LABEL
        if isinstance(step, ir.Fork):
            return self.program.texts[next(way.label for way in step.ways if way.key == option.key)]
        if what == "meld":
            return self.program.melds[option.value].name.replace("_", " ")
        if what == "card" and option.key % ZONE > UNSEEN and self.code.zones.is_set[self._zone_of(s, option)]:
            return f"card {option.key % ZONE - UNSEEN} (unseen)"
        if what == "card":
            return self.labels.card(s, seat, option.value, with_zone=option.key >= ZONE)
        assert isinstance(step, ir.Pick | ir.PickSome)
        return self.labels.value(s, seat, step.kind, option.value)

    def _zone_of(self, s: Ints, option: Option) -> int:
        return s[self.code.zones.card_cells + 2 * option.value]

    def prompt(self, question: Question, found: Sequence[Option]) -> str:
        """What is asked."""
        step = next((option.role.step for option in found if option.role.step is not None), None)
        if step is None or step.point < 0:
            return "Choose:"
        low = high = 1
        if isinstance(step, ir.PickSome) and isinstance(step.low, ir.Const) and isinstance(step.high, ir.Const):
            low, high = step.low.value, step.high.value
        kind = "menu" if isinstance(step, ir.Fork) and question.node.kind == "menu" else question.node.kind
        if isinstance(step, ir.Fork) and kind != "menu":
            kind = "either"
        elif not isinstance(step, ir.Fork) and kind == "menu":
            kind = "choose"
        return self.labels.prompt(step.point, kind, low, high)
